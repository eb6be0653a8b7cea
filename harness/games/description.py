"""What a game is to the layers above: one description object per game, and nothing else of its folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from harness.games.options import Option, Rules
from harness.games.views import Views

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]
State = Any
"""One record of a game's state, as a row of a structured array."""
View = Any
"""One record of what a seat sees."""

SEATS = ("a", "b")
SeatName = Literal["a", "b"]


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes
    ----------
    winner : "a", "b" or None
        None for a draw.
    reason : str
        One of the game's reasons.
    scores : (int, int) or None
        Both totals, where the game has scores.
    """

    winner: SeatName | None
    reason: str
    scores: tuple[int, int] | None = None


@dataclass(frozen=True)
class Deck:
    """A deck under its name.

    Attributes
    ----------
    name : str
        A stock name, a file's stem, or the text of the deck itself.
    cards : tuple of int
        Forecast: the eight counts. Defcon: the cards' indexes, ascending.
    """

    name: str
    cards: tuple[int, ...]


SWAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "seats": ((0, 0), (1, 1)),
    "orders": ((0, 0), (0, 1)),
    "both": ((0, 0), (1, 1), (0, 1), (1, 0)),
}
"""The legs of each swap design: the first entrant's seat (0 is a), and its order (0 is X)."""


class Table(ABC):
    """Where the games of one pairing are played: states and views, made once and used for each game.

    Attributes
    ----------
    views : record array, shape (2,)
        What each seat sees; a player's view record is that of its seat.
    """

    views: Any

    @abstractmethod
    def run(
        self,
        first: tuple[Any, Any],
        second: tuple[Any, Any],
        setup: Words,
        plan: Integers,
        rows: Words,
        histogram: Integers,
        log: npt.NDArray[np.uint16],
        cursor: Integers,
    ) -> int:
        """Play games from `cursor[0]` on; see the `run` of the game's batch module."""

    @abstractmethod
    def lay_out(self, state: State) -> None:
        """Lay a position out as if a game had come to it: the table's own state, and the mover's view."""

    @abstractmethod
    def flight(self, size: int) -> Flight:
        """Make room for many games at once, each with a state of its own."""


DONE, ENDED, FOUL = 0, 1, 2
"""How `Flight.advance` returns: it has been through all slots; a game has ended; an illegal action ended one."""


class Flight(ABC):
    """Many games of a table at once: each lies in a slot, and waits there when it is a batch player's turn.

    Parameters
    ----------
    views : pair of record arrays, shape (size,)
        For each entrant what its waiting games look like to it; the first `cursor[WAITING + entrant]` count.

    Attributes
    ----------
    size : int
        How many games there is room for.
    games : int64 array, shape (size,)
        The game in each slot, −1 where there is none.
    waiting : int64 array, shape (2, size)
        For each entrant the slots whose views lie in `views`, in that order.
    actions : int64 array, shape (size,)
        By slot: what the batch player answered.
    """

    def __init__(self, size: int, views: tuple[Any, Any]) -> None:
        self.size = size
        self.views = views
        self.games = np.full(size, -1, np.int64)
        self.waiting = np.zeros((2, size), np.int64)
        self.actions = np.zeros(size, np.int64)

    @abstractmethod
    def advance(
        self,
        shims: tuple[Any, Any],
        desks: Any,
        asked: int,
        one_by_one: bool,
        setup: Words,
        plan: Integers,
        rows: Words,
        histogram: Integers,
        log: npt.NDArray[np.uint16],
        cursor: Integers,
    ) -> int:
        """Play on in all slots from `cursor[SLOT]` on; see the `advance` of the game's flight module.

        Returns
        -------
        int
            DONE, ENDED or FOUL. After anything but DONE it is called again: the slot at work is empty then.
        """


class Game(ABC):
    """The description of a game: all that the layers above know of it.

    Attributes
    ----------
    name : str
        As on the command line.
    version : str
        Raised when the result of any seed changes.
    options : tuple of Option
        The switches of its rules page.
    reasons : tuple of str
        Why a game can end, in the order of the row's numbers.
    action_kinds : tuple of str
        The kinds of action that are counted and charted.
    columns : tuple of str
        The words of a game's row, the outcome first.
    max_plies : int
        No game is longer.
    swaps : tuple of str
        The swap designs that it has.
    deck_owner : "run" or "entrant"
        Whose a deck is: the same for a whole run, or each entrant's own.
    has_scores : bool
        Whether a result has scores.
    view_type, state_type, rules_type : dtype
        The records of its layout.
    """

    name: str
    title: str
    version: str
    options: tuple[Option, ...]
    reasons: tuple[str, ...]
    action_kinds: tuple[str, ...]
    columns: tuple[str, ...]
    max_plies: int
    swaps: tuple[str, ...]
    deck_owner: Literal["run", "entrant"]
    has_scores: bool
    view_type: np.dtype[Any]
    state_type: np.dtype[Any]
    rules_type: np.dtype[Any]

    def rules_record(self, rules: Rules) -> Any:
        """Make the compiled form of checked rules (what differs from the default)."""
        record = np.zeros(1, self.rules_type).view(np.recarray)[0]
        for option in self.options:
            record[option.name] = option.number(rules.get(option.name, option.default))
        return record

    # Positions

    @abstractmethod
    def parse(self, line: str, rules: Rules) -> State:
        """Read a position line; raises Malformed with every reason."""

    @abstractmethod
    def start(self, cards: Sequence[Any], rules: Rules) -> State:
        """Lay out a game whose cards are given in order; raises Malformed with every reason."""

    @abstractmethod
    def deal(self, seed: int, deal: int, decks: tuple[Deck, Deck], rules: Rules, order: int = 0) -> State:
        """Lay out a seeded deal with all its cards in order; `order` 1 exchanges the sides' orders."""

    @abstractmethod
    def format(self, state: State) -> str:
        """Write a position line."""

    @abstractmethod
    def view(self, state: State, rules: Rules, seat: int) -> View:
        """Make the record of what a seat sees."""

    @abstractmethod
    def view_line(self, state: State, rules: Rules, seat: int) -> str:
        """Write a position as one seat sees it."""

    @abstractmethod
    def actions(self, state: State, rules: Rules) -> list[int]:
        """List the mover's legal actions, as codes, in the order of the rules page."""

    @abstractmethod
    def action_name(self, state: State, action: int) -> str:
        """Write an action."""

    @abstractmethod
    def describe_action(self, action: int) -> str:
        """Write any whole number that a player gave as its action: its name, or the number where it is none."""

    @abstractmethod
    def action_code(self, state: State, name: str, rules: Rules) -> int:
        """Read an action; raises IllegalAction with every reason why it can't be played."""

    @abstractmethod
    def play(self, state: State, rules: Rules, action: int) -> State:
        """Give the state after a legal action; the one before stays as it is."""

    @abstractmethod
    def seen_name(self, state: State) -> str | None:
        """Write the last action as the seat to move saw it, None before there is one."""

    @abstractmethod
    def result(self, state: State, rules: Rules) -> Result | None:
        """Say how the game ended, None while it goes on."""

    @abstractmethod
    def perft(self, state: State, rules: Rules, depth: int) -> int:
        """Count the action sequences of a length."""

    # Decks

    @property
    @abstractmethod
    def standard_deck(self) -> Deck:
        """The deck that is played where none is named."""

    @abstractmethod
    def stock_decks(self) -> Mapping[str, Deck]:
        """All decks that have a name."""

    @abstractmethod
    def read_deck(self, text: str) -> Deck:
        """Read a deck: a stock name, a file, or its cards; raises Malformed with every reason."""

    @abstractmethod
    def deck_list(self, deck: Deck) -> list[Any]:
        """Write a deck as records and programs know it (protocol, section 2)."""

    @abstractmethod
    def deck_from_list(self, name: str, cards: Sequence[Any]) -> Deck:
        """Read a deck as records and manifests hold it; the pair of `deck_list`."""

    # Many games at once

    @abstractmethod
    def warm(self) -> None:
        """Load the compiled loop, or compile it."""

    @abstractmethod
    def table(self, rules: Rules, decks: tuple[Deck, Deck]) -> Table:
        """Make the table for a pairing whose first and second entrant play these decks."""

    @property
    @abstractmethod
    def first_action(self) -> Callable[[Any], Any]:
        """The compiled helper that gives the first legal action of a view; it comes along with each call."""

    @abstractmethod
    def friendly(self, table: Table, seat: int, rules: Rules) -> Any:
        """Make the friendly view over a seat's view record, for plain players.

        Its attribute `first` is set to the code of the first legal action before each decision.
        """

    @abstractmethod
    def many(self, records: Any, random: Words) -> Views:
        """Make what a batch player sees of many games: their view records, and the states of their streams."""

    @abstractmethod
    def reader(self, view: Any) -> Callable[[Any], int]:
        """Give the function that turns an action string of a plain player into its code.

        It raises KeyError, TypeError or ValueError for what is no action at all.
        """

    @abstractmethod
    def unpack(self, columns: Mapping[str, Words]) -> dict[str, npt.NDArray[Any]]:
        """Unpack the packed words of games' rows (all but the outcome) into named columns."""
