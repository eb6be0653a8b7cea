"""The place of a batch player: asked about many games at once, and again about fewer where it goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.compiler import records
from harness.games.description import Deck, Game, Integers, Table, Words
from harness.games.options import Rules
from harness.players.api import Parameters
from harness.players.entrants import Entrant
from harness.players.failures import Failure, is_person_s, raised
from harness.players.limits import NO_LIMITS, Limits
from harness.players.plain import CRASHED, PlainPlace


@dataclass(frozen=True)
class BatchInfo:
    """What a batch player is told before its first game.

    Attributes
    ----------
    rules : mapping
        What differs from the default rules.
    deck : list
        Forecast: the deck's eight counts. Defcon: the own cards.
    parameters : Parameters
        Its parameters, by name and by attribute.
    """

    rules: Rules
    deck: list[Any]
    parameters: Parameters


class _NotActionsError(Exception):
    """What a batch player gave is not a row of whole numbers, one a game."""


class BatchPlace(PlainPlace):
    """The place of a batch player.

    A flight asks it about many games (`choose`); a loop that plays one game after another asks it through its shim,
    about one. Its answers are the same.

    There is one object of its class for all games of a pairing. So that it can't carry anything from one decision to
    another by mistake, its attributes can't be set once `begin` is over.
    """

    def __init__(
        self, entrant: Entrant, game: Game, table: Table, rules: Rules, deck: Deck, limits: Limits = NO_LIMITS
    ) -> None:
        super().__init__(entrant, game, table, rules, deck, limits)
        self._table = table
        self._readers = [int, int]  # its answers are codes, not names
        self._player: Any = None
        self._begun = False
        self._unfit: Failure | None = None

    @property
    def shim(self) -> Any:
        """The compiled function that calls back; what its views need is compiled with it, in nobody's time."""
        _warm_views(self._game)
        return super().shim

    @property
    def wants_result(self) -> bool:
        """A batch player doesn't hear results."""
        return False

    def choose(self, records: Any, random: Words) -> tuple[Integers, dict[int, Failure]]:
        """Ask the player about many games.

        Parameters
        ----------
        records : structured array, shape (n,)
            The view records of the seats to move; they are copied.
        random : uint64 array, shape (n,)
            The states of the games' streams; they move on.

        Returns
        -------
        int64 array, shape (n,)
            What it answered; no action where it failed.
        dict of int to Failure
            Where it failed, and how: found by asking again about each half, down to single games. So a
            game's fate doesn't depend on those beside it.

        Raises
        ------
        KeyboardInterrupt
            If a person interrupted it.
        """
        actions = np.zeros(len(records), np.int64)
        failures: dict[int, Failure] = {}
        waiting = [slice(0, len(records))]
        while waiting:
            part = waiting.pop()
            size = part.stop - part.start
            states = random[part].copy()
            failure = self._ask(records[part].copy(), states, actions[part])
            if failure is None:
                random[part] = states
            elif size == 1:
                actions[part] = CRASHED
                failures[part.start] = failure
            else:
                middle = part.start + size // 2
                waiting += [slice(middle, part.stop), slice(part.start, middle)]
        return actions, failures

    def _ask(self, records: Any, random: Words, actions: Integers) -> Failure | None:
        """Ask once; the answer is written to `actions`."""
        if not self._begun:
            self._unfit = self._begin()
            self._begun = True
        if self._unfit is not None:
            return self._unfit
        try:
            answer = self._player.choose_many(self._game.many(records, random))
            actions[:] = _checked(answer, len(records))
        except _NotActionsError as error:
            return Failure("illegal", str(error))
        except BaseException as error:
            if is_person_s(error):
                raise
            return raised(error, self._limits)
        return None

    def _begin(self) -> Failure | None:
        make = self.entrant.description.make
        try:
            self._player = make()
            begin = getattr(self._player, "begin", None)
            if begin is not None:
                parameters = Parameters(self.entrant.parameters)
                begin(BatchInfo(self._rules, list(self._deck), parameters))
            with suppress(TypeError):  # an object of another language's class stays as it is
                self._player.__class__ = _sealed(type(self._player))
        except BaseException as error:
            if is_person_s(error):
                raise
            return raised(error, self._limits)
        return None

    def _sit(self, seat: int) -> Callable[[Any], Any]:
        state: Any = self._arrays[3]

        def choose(_view: Any) -> Any:
            actions, failures = self.choose(self._table.views[seat : seat + 1], state)
            if failures:
                raise _FailedError(failures[0])
            return actions[0]

        return self._timed(choose) if self._limits.timed else choose

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, _FailedError):
            self.failure = error.failure
        else:
            super()._fail(error)


@cache
def _warm_views(game: Game) -> None:
    views = game.many(records(1, game.view_type), np.zeros(1, np.uint64))
    for name, member in vars(type(views)).items():
        if isinstance(member, (property, cached_property)):
            getattr(views, name)


class _FailedError(Exception):
    """A failure on its way through the shim."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.detail)
        self.failure = failure


def _checked(answer: Any, count: int) -> npt.NDArray[Any]:
    given = np.asarray(answer)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        kind = f"shape {given.shape} and type {given.dtype}"
        raise _NotActionsError(f"an answer of {kind}, not of shape ({count},) and a type of whole numbers")
    return given.astype(np.int64)


def _sealed(made: type) -> type:
    """Make a class like another one, whose objects' attributes can't be set."""

    def refuse(self: Any, name: str, value: Any) -> None:  # noqa: ARG001
        raise AttributeError(
            f"{made.__name__}.{name} can't be set after begin: a player keeps nothing from one decision to another"
        )

    return type(
        made.__name__, (made,), {"__setattr__": refuse, "__slots__": (), "__module__": made.__module__}
    )
