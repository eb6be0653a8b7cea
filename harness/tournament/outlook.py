"""What an experiment would take, before it is played: pairings, games, jobs, time and disk."""

from __future__ import annotations

import shlex
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


def games_of(manifest: Manifest, blocks: int | None = None, added: int = 0) -> int:
    """Count the games of a whole run.

    Parameters
    ----------
    manifest : Manifest
        Of the run.
    blocks, added : int
        How it is to grow: blocks for each pairing then, and entrants that join.
    """
    last = manifest.stages[-1]
    pairs = pairs_of(last.entrants + added, challenger_of(manifest))
    return len(pairs) * len(SWAPS[manifest.swap]) * max(last.blocks, blocks or 0)


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
    """Tell how far a run has come."""
    games, total = run.reader.total, games_of(run.manifest)
    match = run.match()
    if match is None:
        return State(games, total, "done" if games >= total else "unfinished")
    if not match.decided or match.state is None:
        return State(games, total, "unfinished")
    decision = match.state.decision
    return State(games, total, "inconclusive" if decision is None else f"{decision} accepted")
