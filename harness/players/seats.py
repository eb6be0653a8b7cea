"""A player at its place: the arrays before it, and the compiled shim by which a game's loop asks it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.compiler import Entry, records
from harness.core.kernels import DESK, compile_kernel
from harness.games.description import Game, Result, Words
from harness.players.compiling import why_not_compiled
from harness.players.entrants import Entrant
from harness.players.failures import Failure


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
