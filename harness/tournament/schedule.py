"""The whole schedule of a tournament: which pairings play which deals, in which jobs. It follows from the manifest."""

from __future__ import annotations

from collections.abc import Sequence

from harness.games.description import SWAPS
from harness.store.manifest import Manifest
from harness.tournament.jobs import Job, stage_jobs

Pair = tuple[int, int]


def pairs_of(entrants: int, challenger: int | None) -> tuple[Pair, ...]:
    """Pair each entrant with each other, or one with all others.

    Parameters
    ----------
    entrants : int
        Size of the field.
    challenger : int or None
        The place of the gauntlet's challenger; None for a round robin.
    """
    if challenger is not None:
        return tuple((challenger, other) for other in range(entrants) if other != challenger)
    return tuple((i, j) for i in range(entrants) for j in range(i + 1, entrants))


def challenger_of(manifest: Manifest) -> int | None:
    """Give the place of the gauntlet's challenger; None for a round robin."""
    return None if manifest.gauntlet is None else manifest.labels.index(manifest.gauntlet)


def jobs_of(manifest: Manifest) -> list[Job]:
    """Give all jobs of a run, stage by stage: each stage plays what the stages before it left out.

    Parameters
    ----------
    manifest : Manifest
        Of the run.

    Returns
    -------
    list of Job
        In the order of their numbers.
    """
    costs = [entrant.cost for entrant in manifest.entrants]
    legs = len(SWAPS[manifest.swap])
    played: dict[Pair, int] = {}
    jobs: list[Job] = []
    for stage in manifest.stages:
        pairs = pairs_of(stage.entrants, challenger_of(manifest))
        for first_deal in sorted({played.get(pair, 0) for pair in pairs}):
            group = [pair for pair in pairs if played.get(pair, 0) == first_deal]
            missing = max(0, stage.blocks - first_deal)
            jobs += stage_jobs(group, first_deal, missing, costs, legs, len(jobs))
        played |= {pair: max(stage.blocks, played.get(pair, 0)) for pair in pairs}
    return jobs


def total_games(jobs: Sequence[Job], legs: int) -> int:
    """Count the games of a schedule."""
    return legs * sum(job.blocks for job in jobs)
