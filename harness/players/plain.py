"""The place of a plain player: the game's loop calls back into Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from harness.core.compiler import Entry, i64, record_type
from harness.core.kernels import DESK, call_python, named, words_at
from harness.core.streams import Random
from harness.games.description import Deck, Game, Result, Table
from harness.games.options import Rules
from harness.players.api import Parameters
from harness.players.entrants import Entrant
from harness.players.failures import Failure, is_person_s, raised, shown
from harness.players.limits import NO_LIMITS, Limits
from harness.players.seats import Place

CRASHED = -1
UNKNOWN = -2
"""What a plain player's callback returns where there is no action: it raised, or it named none."""


class TimeUsed(Exception):  # noqa: N818 — it says what happened
    """A plain player took more time than it has."""


@dataclass(frozen=True)
class Info:
    """What a plain player is told when a game begins.

    Attributes
    ----------
    seat : "a" or "b"
        Its seat.
    rules : mapping
        What differs from the default rules.
    deck : list
        Forecast: the deck's eight counts. Defcon: the own cards.
    parameters : Parameters
        Its parameters, by name and by attribute.
    rng : Random
        Its random numbers: the same that compiled code would get.
    limits : mapping
        Those of `harness.players.limits.Limits` that there are.
    """

    seat: str
    rules: Rules
    deck: list[Any]
    parameters: Any
    rng: Random
    limits: dict[str, float]


class PlainPlace(Place):
    """The place of a plain-Python player: the loop's shim calls back into Python."""

    def __init__(
        self, entrant: Entrant, game: Game, table: Table, rules: Rules, deck: Deck, limits: Limits = NO_LIMITS
    ) -> None:
        super().__init__(entrant, memory=1, scratch=0)
        self._limits = limits
        self._game, self._rules, self._deck = game, rules, game.deck_list(deck)
        self._views = [game.friendly(table, seat, rules) for seat in range(2)]
        self._readers = [game.reader(view) for view in self._views]
        state: Any = self._arrays[3]
        self._rng = Random(memoryview(state))
        self._asked: Any = None
        self._answer = self._make_answer()
        self.desk["callback"] = id(self._answer)

    @property
    def shim(self) -> Any:
        """The compiled function that calls back."""
        return _plain_shim(self._game).compiled()

    @property
    def wants_result(self) -> bool:
        """Whether the player's class has an `end`."""
        return callable(getattr(self.entrant.description.make, "end", None))

    def tell_result(self, result: Result) -> None:
        """Call the player's `end`, if it was asked in this game; what it raises is kept in `failure`."""
        asked, self._asked = self._asked, None
        if asked is None:
            return
        try:
            asked.end(result)
        except BaseException as error:
            self._fail(error)

    def _make_answer(self) -> Callable[[int], int]:
        """Make the function that answers the loop.

        Bit 0 of the call says that a game begins, bit 1 is the seat, and above is the first legal action. It is asked
        at every decision, so what it needs lies in its own variables.
        """
        choose: Callable[[Any], Any] = _nobody
        view: Any = None
        read: Callable[[Any], int] = int

        def answer(call: int) -> int:
            nonlocal choose, view, read
            try:
                if call & 1:
                    seat = call >> 1 & 1
                    view, read = self._views[seat], self._readers[seat]
                    choose = self._sit(seat)
                view.first = call >> 2
                action = choose(view)
            except BaseException as error:
                self._fail(error)
                return CRASHED
            try:
                return read(action)
            except (KeyError, TypeError, ValueError):
                self.failure = Failure("illegal", shown(action))
                return UNKNOWN
            except BaseException as error:  # the player's object raised when it was looked at
                self._fail(error)
                return CRASHED

        return answer

    def _sit(self, seat: int) -> Callable[[Any], Any]:
        self._asked = None
        self._asked = self.entrant.description.make()
        begin = getattr(self._asked, "begin", None)
        if begin is not None:
            parameters = Parameters(self.entrant.parameters)
            limits = {name: value for name, value in asdict(self._limits).items() if value is not None}
            begin(Info("ab"[seat], self._rules, list(self._deck), parameters, self._rng, limits))
        choose: Callable[[Any], Any] = self._asked.choose
        return self._timed(choose) if self._limits.timed else choose

    def _timed(self, choose: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Have a game's decisions timed: in this process they can't be cut short, but they lose the game."""
        limits, used = self._limits, 0.0

        def choose_in_time(view: Any) -> Any:
            nonlocal used
            began = time.perf_counter()
            action = choose(view)
            taken = time.perf_counter() - began
            used += taken
            if limits.move_time is not None and taken > limits.move_time:
                raise TimeUsed(f"a decision took {taken:.3g} s, more than {limits.move_time:g}")
            if limits.game_time is not None and used > limits.game_time:
                raise TimeUsed(f"the game's decisions took {used:.3g} s, more than {limits.game_time:g}")
            return action

        return choose_in_time

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, TimeUsed):
            self.failure = Failure("timeout", str(error))
            return
        if is_person_s(error):
            self.interrupted = True
        self.failure = raised(error, self._limits)


def _nobody(_view: Any) -> Any:
    raise RuntimeError("no game has begun")


def _call_back(view: Any, desk: Any) -> Any:
    memory = words_at(desk.memory, desk.memory_size)
    fresh = np.int64(memory[0] == np.uint64(0))
    memory[0] = np.uint64(1)
    first = first_action(view) << 2  # type: ignore[name-defined]  # noqa: F821 — the game's, see `_plain_shim`
    return call_python(desk.callback, first | (np.int64(view.seat) << 1) | fresh)


@cache
def _plain_shim(game: Game) -> Entry:
    signature = i64(record_type(game.view_type), record_type(DESK))
    call_back = named(_call_back, f"call_back_{game.name}", first_action=game.first_action)
    return Entry(call_back, signature)
