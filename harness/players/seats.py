"""A player at its place: the arrays before it, and the compiled shim by which a game's loop asks it."""

from __future__ import annotations

import os
import signal
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.compiler import Entry, i64, record_type, records
from harness.core.kernels import DESK, call_python, compile_kernel, named, words_at
from harness.core.streams import Random
from harness.games.description import Deck, Game, Result, Table, Words
from harness.games.options import Rules
from harness.players.api import Parameters
from harness.players.compiling import why_not_compiled
from harness.players.entrants import Entrant
from harness.players.limits import NO_LIMITS, Limits

_PACKAGE = str(Path(__file__).resolve().parents[1]) + os.sep
_BOTS = _PACKAGE + "bots" + os.sep
_interruptible = True
CRASHED = -1
UNKNOWN = -2
"""What a plain player's callback returns where there is no action: it raised, or it named none."""


@dataclass(frozen=True)
class Failure:
    """What a player did instead of giving a legal action; half surrogates in its text become question marks.

    Attributes
    ----------
    kind : str
        One of the protocol's faults: "illegal" for what is no action at all.
    detail : str
        The exception in a line, or what was given instead of an action.
    traceback : str
        Where it was raised, without Headrace's own frames; empty for an illegal action.
    tail : str
        The last lines of its process' standard error, of earlier games perhaps.
    """

    kind: str
    detail: str
    traceback: str = ""
    tail: str = ""

    def __post_init__(self) -> None:
        for name, text in vars(self).items():
            object.__setattr__(self, name, str.encode(text, "utf-8", "replace").decode())


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


@dataclass(frozen=True)
class Desks:
    """A player's desks in many games, by slot, with the arrays that they point to.

    Attributes
    ----------
    desks : DESK records, shape (slots,)
        What a game's loop takes.
    memory, random : uint64 array, shape (slots, size)
        What lies before the player in each game.
    """

    desks: Any
    memory: Words
    random: Words


class Place(ABC):
    """A player at its place in a pairing; it is played at through `player`, the pair (shim, desk)."""

    def __init__(self, entrant: Entrant, memory: int, scratch: int) -> None:
        self.entrant = entrant
        self.failure: Failure | None = None
        self.interrupted = False
        self.notes: list[tuple[int, str]] = []  # plies of the present game, and what the player said of them
        self._arrays = (
            np.array([float(value) for value in entrant.parameters.values()], np.float64),
            np.zeros(memory, np.uint64),
            np.zeros(scratch, np.uint64),
            np.zeros(1, np.uint64),
        )
        self._desks = np.zeros(1, DESK).view(np.recarray)
        desk = self._desks[0]
        for name, array in zip(("parameters", "memory", "scratch", "random"), self._arrays, strict=True):
            desk[name] = array.ctypes.data
            if name != "random":
                desk[f"{name}_size"] = array.size
        self.desk = desk

    @property
    @abstractmethod
    def shim(self) -> Any:
        """The compiled function by which the loop asks this player."""

    @property
    def player(self) -> tuple[Any, Any]:
        """What a game's loop takes."""
        return self.shim, self.desk

    def sit_down(self, stream: int) -> None:
        """Begin a game outside of a loop: with empty memory, and the state of a random stream."""
        self._arrays[1][:] = 0
        self._arrays[3][0] = stream

    @property
    def parameters(self) -> npt.NDArray[np.float64]:
        """The parameters that lie before the player, in the declared order."""
        return self._arrays[0]

    @property
    def pause(self) -> float:
        """Seconds that it may need between two decisions beside its time to decide: to start a process."""
        return 0.0

    def spread(self, count: int) -> Desks:
        """Make desks for many games at once: each has memory and random numbers of its own, and shares the rest."""
        size = self._arrays[1].size
        memory, random = np.zeros((count, size), np.uint64), np.zeros((count, 1), np.uint64)
        desks = records(count, DESK)
        desks[:] = self.desk
        for name, array in (("memory", memory), ("random", random)):
            desks[name] = array.ctypes.data + array.strides[0] * np.arange(count, dtype=np.uint64)
        return Desks(desks, memory, random)

    @property
    def wants_result(self) -> bool:
        """Whether the player wants to hear how each game ended."""
        return False

    def tell_result(self, result: Result) -> None:
        """Tell the player how its game ended, where it wants to hear."""
        raise AssertionError("this player doesn't hear results")


class CompiledPlace(Place):
    """The place of a compiled player; with `bounds`, an index out of range raises IndexError in it."""

    def __init__(self, entrant: Entrant, game: Game, *, bounds: bool = False) -> None:
        description = entrant.description
        super().__init__(entrant, description.memory, description.scratch)
        name = f"{game.name}-{description.name}-{entrant.found.hash}"
        self._view = game.view_type
        self._kernel = _kernel(description.make, self._view, name, bounds)

    @property
    def shim(self) -> Any:
        """The player's kernel, compiled or loaded at its first use.

        Raises
        ------
        DataError
            If it isn't in the compiler's subset of Python, and isn't a stock player.
        """
        found = self.entrant.found
        try:
            return self._kernel.compiled()
        except (OSError, MemoryError):
            raise
        except Exception as error:  # the compiler lets some of its own slip out, such as KeyError for a field
            if found.stock:
                raise
            raise why_not_compiled(error, found.path, self.entrant.description.name, self._view) from error


@cache
def _kernel(act: Callable[..., Any], view: np.dtype[Any], name: str, bounds: bool) -> Entry:
    """Give a player's kernel, made once however many tables it sits at."""
    return compile_kernel(act, view, name, bounds=bounds)


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
                self.failure = Failure("illegal", _shown(action))
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


def _is_a_player_s(file: str) -> bool:
    return not file.startswith(_PACKAGE) or file.startswith(_BOTS)


def leave_interrupts_alone() -> None:
    """Ignore a person's interrupts from now on, in a process that isn't the command's own: what comes is a player's."""
    global _interruptible
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _interruptible = False


def interruptible() -> bool:
    """Say whether a person's interrupts reach this process."""
    return _interruptible


def is_person_s(error: BaseException) -> bool:
    """Say whether a person interrupted a player."""
    return isinstance(error, KeyboardInterrupt) and _interruptible


def _shown(action: Any) -> str:
    try:
        return str.__str__(repr(action))[:200]
    except BaseException:
        return "what can't be shown"


def raised(error: BaseException, limits: Limits = NO_LIMITS) -> Failure:
    """Say what an exception of a player is: a crash, or its limit of memory at work; the same in each process."""
    try:
        return _raised(error, limits)
    except BaseException:
        return Failure("crash", "an exception that can't be shown")


def _raised(error: BaseException, limits: Limits) -> Failure:
    where = traceback.TracebackException.from_exception(error)
    where.stack = traceback.StackSummary.from_list(
        [f for f in where.stack if _is_a_player_s(f.filename)][-8:]
    )
    told = "".join(where.format())
    if isinstance(error, MemoryError) and limits.memory is not None:
        return Failure("memory", f"it asked for more than its limit of {limits.memory >> 20} MiB", told)
    try:
        words = str.__str__(str(error))
    except BaseException:
        words = "its own words can't be shown"
    return Failure("crash", f"{type(error).__name__}: {words}"[:500], told)


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
