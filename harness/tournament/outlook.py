"""What an experiment would take, and what of it is left: pairings, games, jobs, time and disk."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from harness.games.description import SWAPS
from harness.store.manifest import Manifest
from harness.tournament.experiment import Experiment
from harness.tournament.jobs import NOMINAL_PLIES, block_seconds, stage_jobs
from harness.tournament.opened import Run
from harness.tournament.schedule import challenger_of, pairs_of
from harness.tournament.sequential import SequentialPlan
from harness.tournament.worker import keeps_actions

BYTES_A_GAME, BYTES_AN_ACTION = 45.0, 0.7
"""About what a shard takes for a row, and for each action where actions are kept (measured)."""
BYTES_A_BLOCK = 0.6
BYTES_A_JOB = 4_000.0
"""About what a job takes beside its games: its ledger line, its shard's histogram and schema (measured)."""

STEADY_SECONDS = 1.0
"""Before a pace is known: workers that began together finish their first jobs together, too."""


@dataclass(frozen=True)
class Outlook:
    """What an experiment would take.

    Attributes
    ----------
    pairings, games, jobs : int
        At most, where a sequential test decides.
    seconds : float
        By the players' declared costs.
    size : int
        Bytes on the disk, about.
    """

    pairings: int
    games: int
    jobs: int
    seconds: float
    size: int


def outlook(experiment: Experiment, workers: int) -> Outlook:
    """Tell what an experiment would take on so many workers."""
    field, legs = experiment.field, experiment.setting.legs
    challenger = None if experiment.gauntlet is None else experiment.labels.index(experiment.gauntlet)
    pairs = pairs_of(len(field), challenger)
    costs = [entrant.description.cost for entrant in field]
    if experiment.sprt is not None:
        planned = SequentialPlan.from_object(experiment.sprt)
        jobs = -(-planned.cap // planned.batch)
    else:
        jobs = len(stage_jobs(pairs, 0, experiment.blocks, costs, legs, 0))
    seconds = sum(block_seconds((costs[i], costs[j]), legs) for i, j in pairs) * experiment.blocks
    size = BYTES_A_JOB * jobs
    for i, j in pairs:
        if experiment.keep == "outcomes":
            size += BYTES_A_BLOCK * experiment.blocks
        elif experiment.keep == "rows":
            actions = NOMINAL_PLIES * BYTES_AN_ACTION if keeps_actions((field[i], field[j])) else 0.0
            size += (BYTES_A_GAME + actions) * legs * experiment.blocks
    games = len(pairs) * legs * experiment.blocks
    return Outlook(len(pairs), games, jobs, seconds / max(1, min(workers, jobs)), round(size))


class Pace:
    """How fast a run is played, and so how long it still takes.

    The first finished job begins the count and is no part of it: until then workers start, and the engine and players
    are compiled, which happens once however long the run is.

    Parameters
    ----------
    clock : callable
        Gives seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self._games = 0

    def add(self, games: int) -> None:
        """Count a job that was finished just now; jobs from before an interruption don't belong here."""
        if self._since is None:
            self._since = self._clock()
        else:
            self._games += games

    @property
    def rate(self) -> float | None:
        """Games a second; None while nothing can be said."""
        seconds = 0.0 if self._since is None else self._clock() - self._since
        return self._games / seconds if self._games and seconds >= STEADY_SECONDS else None

    def left(self, games: int) -> float | None:
        """Tell how many seconds so many games will take; None while nothing can be said."""
        rate = self.rate
        return None if rate is None else games / rate


def games_of(manifest: Manifest) -> int:
    """Count the games of a whole run."""
    last = manifest.stages[-1]
    return len(pairs_of(last.entrants, challenger_of(manifest))) * len(SWAPS[manifest.swap]) * last.blocks


@dataclass(frozen=True)
class State:
    """How far a run has come.

    Attributes
    ----------
    games, total : int
        Played, and of the whole run (at most, where a test decides).
    word : str
        "done", "unfinished", or what its test decided.
    """

    games: int
    total: int
    word: str

    def following(self, path: Path) -> str:
        """Give the command that goes on with the run."""
        run = shlex.quote(str(path))
        return f"headrace run resume {run}" if self.word == "unfinished" else f"headrace rate {run} --los"


def state_of(run: Run) -> State:
    """Tell how far a run has come; what a test decided follows from its ordered prefix (`Run.match`)."""
    games, total = run.reader.total, games_of(run.manifest)
    match = run.match()
    if match is None:
        return State(games, total, "done" if games >= total else "unfinished")
    if not match.decided or match.state is None:
        return State(games, total, "unfinished")
    decision = match.state.decision
    return State(games, total, "inconclusive" if decision is None else f"{decision} accepted")
