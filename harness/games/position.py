"""Positions for people and scripts: immutable, in the notation of the rules pages, on the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import Any

from harness.core.errors import Malformed, UsageError
from harness.core.streams import SEED_LIMIT
from harness.games import find_game
from harness.games.description import SEATS, Deck, Game, Result, SeatName
from harness.games.options import Rules, read_rules


class Position:
    """One position of a game; playing an action gives a new one.

    Make one with `parse`, `start` or `deal`.

    Attributes
    ----------
    game : str
        Name of the game.
    rules : mapping
        What differs from the default rules.

    Examples
    --------
    >>> p = Position.start("forecast", ["1", "?1", "x"])
    >>> p.legal
    ('draw',)
    >>> str(p.play("draw"))
    '././././. .....|..... 1|. ?1,x b 1'
    """

    __slots__ = ("__dict__", "_game", "_state", "rules")

    _game: Game
    _state: Any
    rules: Rules

    def __init__(self, game: Game, state: Any, rules: Rules) -> None:
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "rules", MappingProxyType(dict(rules)))

    @classmethod
    def parse(cls, game: str, line: str, rules: Mapping[str, Any] | None = None) -> Position:
        """Read a position line (section "Notation" of the game's rules page).

        Raises
        ------
        Malformed
            With every reason why the line or the rules are refused.
        """
        found, checked = _with_rules(game, rules)
        if not isinstance(line, str):
            raise Malformed("position", [f"{line!r} is not a line of text"])
        return cls(found, found.parse(line, checked), checked)

    @classmethod
    def start(cls, game: str, cards: Sequence[Any], rules: Mapping[str, Any] | None = None) -> Position:
        """Begin a game whose cards are given in order.

        Parameters
        ----------
        game : str
            Name of the game.
        cards : sequence
            Forecast: the deck from the top, as signs. Defcon: two decks from the top, the first eight
            cards of each being the hand.
        rules : mapping, optional
            What differs from the default rules.

        Raises
        ------
        Malformed
            With every reason.
        """
        found, checked = _with_rules(game, rules)
        if not isinstance(cards, Sequence) or isinstance(cards, str):
            raise Malformed("cards", [f"{cards!r} is not a sequence of cards"])
        return cls(found, found.start(cards, checked), checked)

    @classmethod
    def deal(
        cls,
        game: str,
        seed: int,
        deal: int,
        decks: Any = None,
        rules: Mapping[str, Any] | None = None,
        order: int = 0,
    ) -> Position:
        """Begin the game that a run with this seed plays on this deal.

        Parameters
        ----------
        game : str
            Name of the game.
        seed, deal : int
            From 0 to 2⁵³ − 1.
        decks : str, Deck, or a pair of them, optional
            Forecast: the deck. Defcon: one deck for both seats, or that of seat a and that of seat b.
        rules : mapping, optional
            What differs from the default rules.
        order : int
            1 exchanges the two sides' orders (Defcon; design, section 1).

        Raises
        ------
        Malformed, UsageError
            With every reason.
        """
        found, checked = _with_rules(game, rules)
        for name, number in (("seed", seed), ("deal", deal)):
            if not isinstance(number, Integral) or not 0 <= number < SEED_LIMIT:
                raise UsageError(
                    f"{name} {number!r} is out of range", "it is a whole number from 0 to 2^53 - 1"
                )
        if order not in (0, 1):
            raise UsageError(
                f"order {order!r} is out of range", "it is 0, or 1 to exchange the sides' orders"
            )
        state = found.deal(seed, deal, _deck_pair(found, decks), checked, order)
        return cls(found, state, checked)

    @property
    def game(self) -> str:
        """Name of the game."""
        return self._game.name

    @property
    def ply(self) -> int:
        """Actions made so far."""
        return int(self._state["ply"])

    @property
    def mover(self) -> SeatName:
        """The seat to move; it goes on alternating when the game is over."""
        return "b" if self.ply & 1 else "a"

    @cached_property
    def state(self) -> str:
        """The position line."""
        return self._game.format(self._state)

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The legal actions, in the order of the rules page; empty exactly when the game is over."""
        codes = self._game.actions(self._state, self.rules)
        return tuple(self._game.action_name(self._state, code) for code in codes)

    @cached_property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self._game.result(self._state, self.rules)

    @property
    def seen(self) -> str | None:
        """The last action as the seat to move saw it; None at the start and after `parse`."""
        return self._game.seen_name(self._state)

    def view(self, seat: SeatName) -> str:
        """Write the position as a seat sees it.

        Raises
        ------
        UsageError
            If the seat is neither a nor b.
        """
        if seat not in SEATS:
            raise UsageError(f'"{seat}" is no seat', 'the seats are "a" and "b"')
        return self._game.view_line(self._state, self.rules, SEATS.index(seat))

    def play(self, action: str) -> Position:
        """Play an action.

        Raises
        ------
        IllegalAction
            With every reason why it can't be played here.
        """
        code = self._game.action_code(self._state, action, self.rules)
        return Position(self._game, self._game.play(self._state, self.rules, code), self.rules)

    def perft(self, depth: int) -> int:
        """Count the action sequences of a length (0 or more) from here."""
        if not isinstance(depth, int):
            raise UsageError(f"depth {depth!r} is not a whole number", "count sequences of 0 actions or more")
        if depth < 0:
            raise UsageError(f"depth {depth} is negative", "count sequences of 0 actions or more")
        return self._game.perft(self._state, self.rules, depth)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes, nor does its {name}; play() gives a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position never changes; its {name} stays")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._state, dict(self.rules))

    def __str__(self) -> str:
        return self.state

    def __repr__(self) -> str:
        rules = f", rules={dict(self.rules)}" if self.rules else ""
        return f'Position.parse("{self.game}", "{self.state}"{rules})'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.state, dict(self.rules)) == (other.game, other.state, dict(other.rules))

    def __hash__(self) -> int:
        return hash((self.game, self.state))


def _restored(game: str, state: Any, rules: Rules) -> Position:
    return Position(find_game(game), state, rules)


def _with_rules(game: str, rules: Mapping[str, Any] | None) -> tuple[Game, Rules]:
    found = find_game(game)
    return found, read_rules(found.options, rules)


def _deck_pair(game: Game, decks: Any) -> tuple[Deck, Deck]:
    pair = decks if isinstance(decks, tuple | list) and not isinstance(decks, Deck) else (decks, decks)
    if len(pair) != 2:
        raise Malformed("decks", [f"give one deck or two, not {len(pair)}"])
    first, second = (_deck(game, deck) for deck in pair)
    return first, second


def _deck(game: Game, deck: Any) -> Deck:
    if deck is None:
        return game.standard_deck
    return deck if isinstance(deck, Deck) else game.read_deck(str(deck))
