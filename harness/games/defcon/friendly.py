"""The view as plain-Python players see it: names instead of bits, read off the seat's record when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, overload

import numpy as np

from harness.games.defcon import view as compiled
from harness.games.defcon.cards import CARDS, RIVERS, SEATS, SUITS, members
from harness.games.defcon.layout import MAX_ACTIONS, MENU, VIEW, action_name
from harness.games.defcon.notation import UNKNOWN, format_view, placed_cards


def _offset(record: np.dtype[Any], name: str) -> int:
    return int((record.fields or {name: (None, 0)})[name][1])


_AT = {name: _offset(VIEW, name) // 8 for name in VIEW.names or ()}
"""Where the view's words are, in words."""
_TOTAL = (_offset(VIEW, "menu") + _offset(MENU, "total")) // 4
"""Where the number of its legal actions is, in half words."""


class _Names(dict[int, str]):
    """Names of actions by code, each written once."""

    def __missing__(self, code: int) -> str:
        name = self[code] = action_name(code)
        return name


_NAMES = _Names()


class LegalActions(Sequence[str]):
    """The legal actions as strings, in the order of the rules page; made only as far as they are looked at."""

    __slots__ = ("_codes", "_view")

    def __init__(self, view: DefconView) -> None:
        self._view = view
        self._codes: list[int] | None = None

    def codes(self) -> list[int]:
        """List the actions as whole numbers."""
        if self._codes is None:
            out = np.empty(MAX_ACTIONS, np.int64)
            self._codes = out[: int(compiled.view_actions(self._view._record, out))].tolist()
        return self._codes

    def __len__(self) -> int:
        return int(self._view._halves[_TOTAL])

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if index == 0 and self._view.first >= 0:
            return _NAMES[self._view.first]
        if isinstance(index, slice):
            return tuple(map(action_name, self.codes()[index]))
        return action_name(self.codes()[index])

    def __iter__(self) -> Iterator[str]:
        return map(action_name, self.codes())

    def __repr__(self) -> str:
        return repr(tuple(self))


class Attached(NamedTuple):
    """A modifier in a river."""

    card: str
    by: str
    """The seat that put it there."""


class Number(NamedTuple):
    """A number card in a river, with all that is attached to it, in the order of play."""

    card: str
    attached: tuple[Attached, ...]


class River(NamedTuple):
    """One river (rules, section 4)."""

    numbers: tuple[Number, ...]
    """Its numbers in the order of play; position 1 is the first."""
    value: int
    in_range: bool
    direction: int
    """1 ascending, −1 descending, 0 none."""
    suit: str | None
    """The effective suit, None where it is empty."""
    locked: bool
    accepts: tuple[str, ...]
    """The number cards that may be played on it."""


class DefconView:
    """What one seat knows when it is to move (rules, section 7).

    It reads the seat's own view record and nothing else: what isn't here, the seat may not know.

    Attributes
    ----------
    legal : sequence of str
        The legal actions, in the order of the rules page: ``7h>a2``, ``Kd>b1.3``, ``!7h``, ``~a2``.
    rivers : dict of str to River
        All six, by name.
    values : dict of str to int
        The values of all six.
    hand : tuple of str
        The own hand, in index order.
    deck, unseen : tuple of str
        Own cards not yet drawn; the rival's cards, of all 54, that were never on the table or discarded.
    discards : dict of str to tuple of str
        By seat.
    rival_hand, rival_deck : int
        Cards in the rival's hand and deck.
    challenger : "a", "b" or None
        Who leads.
    last : str or None
        The rival's last action.
    seat : "a" or "b"
        The own seat.
    ply : int
        Actions made so far.
    rules : mapping
        The options in force.
    """

    __slots__ = ("_halves", "_record", "_words", "first", "rules", "seat")

    def __init__(self, record: Any, seat: int, rules: Mapping[str, int | str]) -> None:
        whole: Any = np.asarray(record).reshape(1)
        self._record = record
        self._words: Any = memoryview(whole.view(np.int64)).toreadonly()
        self._halves: Any = memoryview(whole.view(np.int32)).toreadonly()
        self.seat: Literal["a", "b"] = "b" if seat else "a"
        self.first = -1
        self.rules = MappingProxyType(dict(rules))

    def _cards(self, name: str, place: int = 0) -> tuple[str, ...]:
        return tuple(CARDS[card] for card in members(self._words[_AT[name] + place]))

    @property
    def legal(self) -> LegalActions:
        """The legal actions, to be looked at before the next decision."""
        return LegalActions(self)

    @property
    def rivers(self) -> dict[str, River]:
        """All six rivers."""
        return {name: _river(name, self._record["rivers"][at]) for at, name in enumerate(RIVERS)}

    @property
    def values(self) -> dict[str, int]:
        """The values of all six rivers."""
        return dict(zip(RIVERS, self._record["rivers"]["value"].tolist(), strict=True))

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand."""
        return self._cards("hand")

    @property
    def deck(self) -> tuple[str, ...]:
        """Own cards not yet drawn."""
        return self._cards("deck")

    @property
    def unseen(self) -> tuple[str, ...]:
        """The rival's cards not yet seen."""
        return self._cards("unseen")

    @property
    def discards(self) -> dict[str, tuple[str, ...]]:
        """Both seats' discards."""
        return {seat: self._cards("discards", place) for place, seat in enumerate(SEATS)}

    @property
    def rival_hand(self) -> int:
        """Cards in the rival's hand."""
        return int(self._words[_AT["rival_hand"]])

    @property
    def rival_deck(self) -> int:
        """Cards in the rival's deck."""
        return int(self._words[_AT["rival_deck"]])

    @property
    def challenger(self) -> Literal["a", "b"] | None:
        """Who leads."""
        return (None, "a", "b")[self._words[_AT["challenger"]] + 1]

    @property
    def last(self) -> str | None:
        """The rival's last action."""
        code = self._words[_AT["last"]]
        return None if code < 0 else action_name(code)

    @property
    def ply(self) -> int:
        """Actions made so far."""
        return int(self._words[_AT["ply"]])

    def __str__(self) -> str:
        return format_view(self._record)


def _river(name: str, record: Any) -> River:
    owner, rival = name[0], "ba"["ab".index(name[0])]
    numbers: list[tuple[str, list[Attached]]] = []
    for placed in placed_cards(record):
        if placed.carrier == UNKNOWN:
            numbers.append((CARDS[placed.card], []))
        else:
            numbers[placed.carrier][1].append(
                Attached(CARDS[placed.card], rival if placed.foreign else owner)
            )
    return River(
        tuple(Number(card, tuple(attached)) for card, attached in numbers),
        int(record["value"]),
        bool(record["bid"]),
        int(record["heading"]),
        SUITS[int(record["suit"])] if numbers else None,
        bool(record["locked"]),
        tuple(CARDS[card] for card in members(int(record["accepts"]))),
    )
