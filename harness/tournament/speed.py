"""How fast games are played: measured through the path that tournaments use, in this process or in workers."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.tournament import worker
from harness.tournament.executor import process_pool
from harness.tournament.forking import use_forkserver
from harness.tournament.jobs import Job
from harness.tournament.plans import make_match, make_setting
from harness.tournament.worker import Worker, Workshop

REPEATS = 5
_WARM_UP = 50
"""Blocks that are played before the clock starts."""


@dataclass(frozen=True)
class Speed:
    """How fast games were played.

    Attributes
    ----------
    games, plies : int
        Of one repeat.
    seconds : tuple of float
        Of each repeat, ascending.
    """

    games: int
    plies: int
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """Seconds of the middle repeat."""
        return statistics.median(self.seconds)

    @property
    def games_per_second(self) -> float:
        """By the middle repeat."""
        return self.games / self.median

    @property
    def plies_per_second(self) -> float:
        """Decisions, by the middle repeat."""
        return self.plies / self.median

    @property
    def spread(self) -> float:
        """Half the range of the repeats over the middle one."""
        return (self.seconds[-1] - self.seconds[0]) / (2.0 * self.median)


def make_workshop(game: str, players: Sequence[str], folder: Path | None) -> Workshop:
    """Make the workshop of a match without a manifest: called in this process or in a worker."""
    experiment = make_match(make_setting(game), *players)
    return Workshop(experiment.setting, experiment.field, "rows", folder)


def measure_engine(game: str, players: Sequence[str], games: int) -> Speed:
    """Measure a pairing's games in this process, without anything being written."""
    bench = Worker(make_workshop(game, players, None))
    pairing, legs = bench.pairing(0, 1), bench.workshop.setting.legs
    pairing.play(0, _WARM_UP)
    blocks = max(1, games // legs)
    times, plies = [], 0
    for repeat in range(REPEATS):
        began = time.perf_counter()
        played = pairing.play(repeat * blocks, blocks)
        times.append(time.perf_counter() - began)
        plies = int(played.histogram.sum())
    return Speed(blocks * legs, plies, tuple(sorted(times)))


def measure_jobs(game: str, players: Sequence[str], games: int) -> Speed:
    """Measure a worker's jobs in this process, their shards being written to a folder."""
    with TemporaryDirectory(prefix="headrace-bench-") as folder:
        bench = Worker(make_workshop(game, players, Path(folder)))
        bench.play(Job(0, 0, 1, 0, _WARM_UP))
        legs = bench.workshop.setting.legs
        blocks = max(1, games // legs)
        times, plies = [], 0
        for repeat in range(REPEATS):
            began = time.perf_counter()
            plies = bench.play(Job(repeat, 0, 1, repeat * blocks, blocks)).plies
            times.append(time.perf_counter() - began)
        return Speed(blocks * legs, plies, tuple(sorted(times)))


def measure_workers(game: str, players: Sequence[str], games: int, workers: int) -> Speed:
    """Measure jobs in worker processes, their shards being written to a folder: each plays so many games."""
    use_forkserver(game)
    with TemporaryDirectory(prefix="headrace-bench-") as folder:
        pool = process_pool(workers, partial(make_workshop, game, tuple(players), Path(folder)))
        legs = make_setting(game).legs
        blocks = max(1, games // legs)
        with pool:
            list(pool.map(worker.play, [Job(number, 0, 1, 0, _WARM_UP) for number in range(4 * workers)]))
            times, plies = [], 0
            for repeat in range(REPEATS):
                jobs = [
                    Job(number, 0, 1, (repeat * workers + number) * blocks, blocks)
                    for number in range(workers)
                ]
                began = time.perf_counter()
                plies = sum(report.plies for report in pool.map(worker.play, jobs))
                times.append(time.perf_counter() - began)
        return Speed(workers * blocks * legs, plies, tuple(sorted(times)))


def first_game(game: str, players: Sequence[str]) -> None:
    """Play one block, from nothing: what a start takes."""
    Worker(make_workshop(game, players, None)).pairing(0, 1).play(0, 1)


def measure_start(game: str, players: Sequence[str], *, cold: bool) -> float:
    """Measure the seconds from starting Python to the end of the first block, in a process of its own.

    Parameters
    ----------
    game, players
        What is played.
    cold : bool
        Whether nothing is compiled yet: with an empty cache.
    """
    code = f"from harness.tournament.speed import first_game; first_game({game!r}, {tuple(players)!r})"
    with TemporaryDirectory(prefix="headrace-cold-") as folder:
        paths = [path for path in sys.path if path]
        environment = (
            os.environ
            | {"PYTHONPATH": os.pathsep.join(paths)}
            | ({"NUMBA_CACHE_DIR": folder} if cold else {})
        )
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        return time.perf_counter() - began
