"""The player under test, asked for single decisions through the same place and shim as in play."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.interview import AT, STOP, interviewer, stream_of
from harness.core.kernels import NO_ANSWER
from harness.games.description import Deck, Game, State
from harness.play.conformance.lines import Line
from harness.players.entrants import Entrant
from harness.players.failures import Failure
from harness.players.seating import take_place
from harness.players.seats import CompiledPlace, Place

NOT_ASKED = -4
"""The answer where a player was not asked, since it failed earlier in that game."""


@dataclass
class Answers:
    """What a player answered in the positions of a line.

    Attributes
    ----------
    actions : int64 array
        Its actions; below zero where it gave none, NOT_ASKED behind a failure.
    times : int64 array
        Nanoseconds.
    changed : int64 array
        1 where it has written to its view.
    views : structured array
        The views that it got.
    failures : mapping of int to Failure
        What it did instead of answering, by place.
    """

    actions: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]
    changed: npt.NDArray[np.int64]
    views: Any
    failures: dict[int, Failure] = field(default_factory=dict)


class Sitting:
    """The player at one table: of certain rules, with a certain deck.

    Parameters
    ----------
    entrant : Entrant
        The player.
    game : Game
        What it plays.
    line : Line
        A game of those rules and decks.
    bounds : bool
        Whether compiled code has its indexes checked.
    """

    def __init__(self, entrant: Entrant, game: Game, line: Line, *, bounds: bool = False) -> None:
        self.game, self.rules = game, dict(line.rules)
        self._own_rules = dict(line.rules)
        self.table = game.table(line.rules, (line.deck, line.deck))
        self.place = self._sit(entrant, line.deck, bounds)
        self._player = self.place.player
        self._ask = interviewer(game.view_type, game.name).compiled()
        self._dial = np.zeros(2, np.int64)
        self._seat_words = np.asarray(self.table.views).view(np.uint64).reshape(2, -1)

    def _sit(self, entrant: Entrant, deck: Deck, bounds: bool) -> Place:
        if bounds:
            return CompiledPlace(entrant, self.game, bounds=True)
        return take_place(entrant, self.game, self.table, self._own_rules, deck, side=0)

    @property
    def rules_changed(self) -> bool:
        """Whether the player has changed the rules that it was told."""
        return self._own_rules != self.rules

    @property
    def parameters(self) -> npt.NDArray[np.float64]:
        """The parameters that lie before a compiled player."""
        return self.place.parameters

    def view(self, state: State) -> Any:
        """Lay a position out; returns what its mover sees, as an array of one."""
        self.table.lay_out(state)
        seat = int(state["ply"]) & 1
        return np.asarray(self.table.views)[seat : seat + 1]

    def views(self, line: Line) -> Any:
        """Give what the player sees in all positions of a line."""
        views = self._no_views(line)
        for place, state in enumerate(line.states):
            views[place : place + 1] = self.view(state)
        return views

    def _no_views(self, line: Line) -> Any:
        """Make room for the views of a line; what lies between fields is zero, as in all views."""
        return np.zeros(len(line.states), np.asarray(self.table.views).dtype)

    def answer(self, line: Line, seed: int, states: Sequence[State] | None = None) -> Answers:
        """Sit through a line, asked at each turn, the position being laid out on the table as in a game.

        Parameters
        ----------
        line : Line
            The game.
        seed : int
            Of the player's random numbers.
        states : sequence of State, optional
            Positions to be laid out in the place of the line's own.

        Raises
        ------
        KeyboardInterrupt
            A person stopped it.
        """
        answers = self._blank(self._no_views(line))
        words = (np.uint64(word) for word in (seed, line.deal, line.leg, self.place.entrant.word))
        self.place.sit_down(int(stream_of(*words)))
        for place, state in enumerate(states or line.states):
            self._ask_one(answers, place, self.view(state), line.seat)
            if answers.failures:
                break
        self._end(answers, line)
        return answers

    def _ask_one(self, answers: Answers, place: int, view: Any, seat: int) -> None:
        answers.views[place : place + 1] = view
        before = view.tobytes()
        shim, desk = self._player
        began = time.perf_counter_ns()
        try:
            answers.actions[place] = shim(self.table.views[seat], desk)
        except Exception as error:  # a compiled kernel raised
            answers.failures[place] = _crash(error)
            return
        answers.times[place] = time.perf_counter_ns() - began
        answers.changed[place] = view.tobytes() != before
        self._keep_failure(answers, place)

    def answer_at_once(self, line: Line, seed: int, views: Any) -> Answers:
        """Sit through a line with views that are known, without a pause between: as fast as in play."""
        answers = self._blank(views)
        self._go_on(answers, line, seed, len(line.states))
        self._end(answers, line)
        return answers

    def written(self, line: Line, seed: int, place: int) -> list[str]:
        """Name the fields of its view that the player writes to at a place of a line."""
        answers = self._blank(self.views(line))
        self._go_on(answers, line, seed, place + 1)
        left = np.asarray(self.table.views)[line.seat]
        shown = answers.views[place]
        return [name for name in shown.dtype.names if left[name].tobytes() != shown[name].tobytes()]

    def _blank(self, views: Any) -> Answers:
        size = len(views)
        return Answers(
            np.full(size, NOT_ASKED, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64), views
        )

    def _go_on(self, answers: Answers, line: Line, seed: int, stop: int) -> None:
        """Ask at all turns below a place, in compiled code."""
        size = len(answers.views)
        starts = np.full(size, -1, np.int64)
        starts[0] = line.leg
        deals = np.full(size, line.deal, np.uint64)
        setup = np.array([seed, self.place.entrant.word], np.uint64)
        cursor = np.zeros(2, np.int64)
        cursor[STOP] = stop
        try:
            self._ask(
                self._player, self.table.views, self._seat_words, _as_records(answers.views, self.table.views),
                answers.views.view(np.uint64).reshape(size, -1), starts, deals, setup,
                np.uint64(self._dial.ctypes.data), self._dial, answers.actions, answers.times, answers.changed, cursor,
            )  # fmt: skip
        except Exception as error:  # a compiled kernel raised
            answers.failures[int(cursor[AT])] = _crash(error)
            return
        self._keep_failure(answers, int(cursor[AT]) - 1)

    def _end(self, answers: Answers, line: Line) -> None:
        """Tell how the game ended; a player that fails at that fails behind its last turn."""
        if not answers.failures and self.place.wants_result:
            self.place.tell_result(line.result)
            failure, self.place.failure = self.place.failure, None
            if failure is not None:
                answers.failures[len(line.states)] = failure

    def _keep_failure(self, answers: Answers, place: int) -> None:
        answer = int(answers.actions[place])
        if answer == NO_ANSWER or self.place.interrupted:
            raise KeyboardInterrupt
        failure, self.place.failure = self.place.failure, None
        if answer < 0:
            answers.failures[place] = failure or Failure("illegal", self.game.describe_action(answer))


def _crash(error: Exception) -> Failure:
    return Failure("crash", f"{type(error).__name__}: {error}"[:500], traceback.format_exc(limit=-8))


def _as_records(views: Any, like: Any) -> Any:
    return views.view(type(like)) if isinstance(like, np.recarray) else views


class Subject:
    """The player under test; its sittings are kept, one for each pair of rules and decks.

    Parameters
    ----------
    entrant : Entrant
        The player.
    game : Game
        What it plays.
    seed : int
        Of its random numbers.
    bounds : bool
        Whether compiled code has its indexes checked.
    """

    def __init__(self, entrant: Entrant, game: Game, seed: int, *, bounds: bool = False) -> None:
        self.entrant, self.game, self.seed = entrant, game, seed
        self._bounds = bounds
        self._sittings: dict[Any, Sitting] = {}

    def sitting(self, line: Line) -> Sitting:
        """Give the table at which a line is played."""
        key = (tuple(line.rules.items()), line.deck)
        if key not in self._sittings:
            self._sittings[key] = Sitting(self.entrant, self.game, line, bounds=self._bounds)
        return self._sittings[key]

    @property
    def sittings(self) -> Iterator[Sitting]:
        """All tables at which it has sat."""
        return iter(self._sittings.values())

    def answer(self, line: Line) -> Answers:
        """Sit through a line."""
        return self.sitting(line).answer(line, self.seed)

    def answer_all(self, lines: Sequence[Line]) -> list[Answers]:
        """Sit through lines in order."""
        return [self.answer(line) for line in lines]

    def compile(self) -> None:
        """Compile a compiled player, or load it; raises DataError where it can't be compiled."""
        CompiledPlace(self.entrant, self.game, bounds=self._bounds).player  # noqa: B018

    def afresh(self, parameters: Mapping[str, Any] | None = None) -> Subject:
        """Give the same player anew, sitting nowhere yet, perhaps with other parameters; raises Malformed."""
        given = {**self.entrant.parameters, **(parameters or {})}
        checked = self.entrant.description.read_parameters(given)
        return Subject(replace(self.entrant, parameters=checked), self.game, self.seed)
