"""The view as plain-Python players see it: names instead of bits, read off the seat's record when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, overload

import numpy as np

from harness.games.forecast.cards import SIGNS, SLOTS
from harness.games.forecast.layout import (
    ACTION_NAMES,
    ACTION_NUMBERS,
    SEEN_NAMES,
    VIEW,
    hand_counts,
    prediction,
    stack,
    unpack_counts,
)
from harness.games.forecast.notation import format_view

_WORD = {name: VIEW.fields[name][1] // 8 for name in VIEW.names or ()} if VIEW.fields else {}
_LEGAL, _TABLE, _PREDICTED, _RIVAL = (
    _WORD[name] for name in ("legal", "table", "predicted", "rival_predicted")
)
_HAND, _UNSEEN, _PLY, _LEFT = (_WORD[name] for name in ("hand", "unseen", "ply", "left"))
_BLUE, _BROWN, _TOP, _LAST = (_WORD[name] for name in ("rival_blue", "rival_brown", "top_back", "last"))


class LegalActions(Sequence[str]):
    """The legal actions as strings, in the order of the rules page; made only as far as they are looked at."""

    __slots__ = ("_mask",)

    def __init__(self, mask: int) -> None:
        self._mask = mask

    def __len__(self) -> int:
        return self._mask.bit_count()

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        mask = self._mask
        if index == 0 and mask:
            return ACTION_NAMES[(mask & -mask).bit_length() - 1]
        return tuple(self)[index]

    def __iter__(self) -> Iterator[str]:
        mask = self._mask
        while mask:
            low = mask & -mask
            yield ACTION_NAMES[low.bit_length() - 1]
            mask ^= low

    def __contains__(self, name: object) -> bool:
        return name in ACTION_NUMBERS and bool(self._mask >> ACTION_NUMBERS[str(name)] & 1)

    def __repr__(self) -> str:
        return repr(tuple(self))


class ForecastView:
    """What one seat knows when it is to move (rules, section 5).

    It reads the seat's own view record and nothing else: what isn't here, the seat may not know.

    Attributes
    ----------
    legal : sequence of str
        The legal actions, in the order of the rules page: ``draw``, ``2@4``, ``?3@2``, ``x1-3``, ``-5``.
    slots : tuple of tuple of int
        The five stacks, each from bottom to top.
    predictions : tuple of int
        The own prediction on each slot, 0 for none.
    rival_predicted : tuple of bool
        Where the rival has predicted.
    hand, unseen : dict of str to int
        Cards by kind: in the own hand; in the deck, the rival's hand and its predictions together.
    rival_hand : (int, int)
        Blue and brown-red backs in the rival's hand.
    left : int
        Cards in the deck.
    top_back : "blue", "brown" or None
        The back of the deck's top card.
    last : str or None
        The rival's last action as seen: ``draw#``, ``draw!``, ``?*@2``, others as written.
    seat : "a" or "b"
        The own seat.
    ply : int
        Actions made so far.
    rules : mapping
        The options in force.
    """

    __slots__ = ("_record", "_words", "first", "rules", "seat")

    def __init__(self, record: Any, seat: int, rules: Mapping[str, int | str]) -> None:
        self._record = record
        words: Any = np.asarray(record).reshape(1).view(np.int64)
        self._words: Any = memoryview(words).toreadonly()
        self.first = -1
        self.seat: Literal["a", "b"] = "b" if seat else "a"
        self.rules = MappingProxyType(dict(rules))

    @property
    def legal(self) -> LegalActions:
        """The legal actions."""
        return LegalActions(self._words[_LEGAL])

    @property
    def slots(self) -> tuple[tuple[int, ...], ...]:
        """The five stacks."""
        table = self._words[_TABLE]
        return tuple(stack(table, slot) for slot in range(SLOTS))

    @property
    def predictions(self) -> tuple[int, ...]:
        """The own predictions."""
        planes = self._words[_PREDICTED]
        return tuple(prediction(planes, slot) for slot in range(SLOTS))

    @property
    def rival_predicted(self) -> tuple[bool, ...]:
        """Where the rival has predicted."""
        slots = self._words[_RIVAL]
        return tuple(bool(slots >> slot & 1) for slot in range(SLOTS))

    @property
    def hand(self) -> dict[str, int]:
        """The own hand by kind."""
        return dict(zip(SIGNS, hand_counts(self._words[_HAND]), strict=True))

    @property
    def unseen(self) -> dict[str, int]:
        """Cards not seen yet, by kind."""
        return dict(zip(SIGNS, unpack_counts(self._words[_UNSEEN] & (1 << 64) - 1), strict=True))

    @property
    def rival_hand(self) -> tuple[int, int]:
        """Blue and brown-red backs in the rival's hand."""
        return self._words[_BLUE], self._words[_BROWN]

    @property
    def left(self) -> int:
        """Cards in the deck."""
        return int(self._words[_LEFT])

    @property
    def top_back(self) -> Literal["blue", "brown"] | None:
        """The back of the deck's top card."""
        back = self._words[_TOP]
        return None if back < 0 else "brown" if back else "blue"

    @property
    def last(self) -> str | None:
        """The rival's last action as seen."""
        seen = self._words[_LAST]
        return None if seen < 0 else SEEN_NAMES[seen]

    @property
    def ply(self) -> int:
        """Actions made so far."""
        return int(self._words[_PLY])

    def __str__(self) -> str:
        return format_view(self._record)
