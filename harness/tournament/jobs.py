"""Jobs: a pairing with a range of deals. How a run falls into jobs follows from its manifest alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.core.errors import HeadraceError

GAME_NS = 1_000.0
DECISION_NS = 25.0
NOMINAL_PLIES = 60
"""Nominal costs of a game and of a decision beside the players' own, and a game's nominal length."""

FIRST_SECONDS, NEXT_SECONDS, MOST_SECONDS = 0.1, 1.0, 30.0
JOBS_PER_PAIRING = 64
"""A pairing's jobs grow until it has about so many, or they take MOST_SECONDS."""
MOST_GAMES = 250_000
"""No job has more: its rows lie in memory until they are written."""


@dataclass(frozen=True)
class Job:
    """One piece of work.

    Attributes
    ----------
    number : int
        From 0, in the order in which results count.
    first, second : int
        Places of both entrants in the run's field.
    deal, blocks : int
        The range of deals.
    apart : bool
        Whether players that aren't stock play in processes of their own, since a worker died or hung at this job.
    """

    number: int
    first: int
    second: int
    deal: int
    blocks: int
    apart: bool = False


@dataclass(frozen=True)
class Report:
    """What a worker says of a finished job: counts, and where the rows are.

    Attributes
    ----------
    job : Job
        Which job.
    blocks_by_result : dict of int to int
        Blocks by their code (`harness.play.results.block_codes`).
    plies : int
        In all its games.
    faults : tuple of (label, kind, count)
        Sorted.
    shard, checksum : str or None
        The file of rows below the run folder, where rows are kept.
    seconds : float
        How long it took.
    """

    job: Job
    blocks_by_result: dict[int, int]
    plies: int
    faults: tuple[tuple[str, str, int], ...] = ()
    shard: str | None = None
    checksum: str | None = None
    seconds: float = 0.0


class WorkFailedError(HeadraceError):
    """A job that can't be finished: its players end every worker."""

    exit_code = 3


def block_seconds(costs: tuple[float, float], legs: int) -> float:
    """Estimate a block's time from the players' declared costs (nanoseconds a decision)."""
    decision = sum(costs) / 2 + DECISION_NS
    return legs * (GAME_NS + NOMINAL_PLIES * decision) * 1e-9


def ranges(blocks: int, seconds: float, legs: int) -> Iterator[tuple[int, int]]:
    """Divide a pairing's blocks: a small range first, so that something shows, then larger ones.

    Parameters
    ----------
    blocks : int
        How many there are.
    seconds : float
        A block's nominal time.
    legs : int
        Games of a block.

    Yields
    ------
    (int, int)
        First block and number of blocks of a range; together they cover all blocks once.
    """
    most = max(1, MOST_GAMES // legs)
    steady = min(MOST_SECONDS, max(NEXT_SECONDS, blocks * seconds / JOBS_PER_PAIRING))
    start = 0
    for target in (FIRST_SECONDS, NEXT_SECONDS):
        size = min(blocks - start, most, max(1, round(target / seconds)))
        if size > 0:
            yield start, size
            start += size
    size = min(most, max(1, round(steady / seconds)))
    while start < blocks:
        yield start, min(size, blocks - start)
        start += size


def stage_jobs(
    pairs: Sequence[tuple[int, int]],
    first_deal: int,
    blocks: int,
    costs: Sequence[float],
    legs: int,
    number: int,
) -> list[Job]:
    """Divide a stage into jobs, breadth first: all pairings get early deals before any gets late ones.

    Parameters
    ----------
    pairs : sequence of (int, int)
        The pairings, by the entrants' places.
    first_deal, blocks : int
        The deals that each of them plays.
    costs : sequence of float
        Each entrant's declared cost.
    legs : int
        Games of a block.
    number : int
        The first job's number.
    """
    pieces = [
        (start, place, size)
        for place, (first, second) in enumerate(pairs)
        for start, size in ranges(blocks, block_seconds((costs[first], costs[second]), legs), legs)
    ]
    return [
        Job(number + index, *pairs[place], first_deal + start, size)
        for index, (start, place, size) in enumerate(sorted(pieces))
    ]
