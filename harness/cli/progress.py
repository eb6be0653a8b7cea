"""What a person sees while games are played: a bar on a terminal, else a plain line now and then."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from collections.abc import Collection, Sequence
from types import TracebackType
from typing import Any, Protocol

from harness.cli.console import Console
from harness.cli.words import count, duration
from harness.store.blocks import digits
from harness.tournament.jobs import Report
from harness.tournament.outlook import Pace
from harness.tournament.sequential import SequentialMatch, SequentialPlan

LINE_SECONDS = 30.0
"""Seconds between two plain lines."""
_POINTS = (0.0, 0.5, 1.0, 0.0, 1.0)


class Standing(Protocol):
    """What of the standings is told while games are played."""

    def accept(self, report: Report) -> None:
        """Take a report, in order."""

    def words(self) -> str:
        """Tell where things stand, in a few words."""


class Leader:
    """Tells who has the best score so far."""

    def __init__(self, labels: Sequence[str], legs: int) -> None:
        self._labels, self._legs = labels, legs
        self._points: Counter[int] = Counter()
        self._games: Counter[int] = Counter()

    def accept(self, report: Report) -> None:
        """Count a report's points."""
        first, second = report.job.first, report.job.second
        points = sum(
            blocks * sum(_POINTS[digit] for digit in digits(code, self._legs))
            for code, blocks in report.blocks_by_result.items()
        )
        games = report.job.blocks * self._legs
        self._points.update({first: points, second: games - points})
        self._games.update({first: games, second: games})

    def words(self) -> str:
        """Name the leader."""
        if not self._games:
            return ""
        best = max(self._games, key=lambda place: self._points[place] / self._games[place])
        return f"leader {self._labels[best]}"


class SprtStanding:
    """Tells how near a sequential test is to its bounds."""

    def __init__(self, kept: dict[str, Any], legs: int) -> None:
        self._match = SequentialMatch(SequentialPlan.from_object(kept), legs)

    def accept(self, report: Report) -> None:
        """Count a report's blocks."""
        if not self._match.decided:
            self._match.accept(report)

    def words(self) -> str:
        """Tell the test's ratio between its bounds."""
        state = self._match.state
        return "" if state is None else f"LLR {state.llr:.2f} ({state.lower:.2f}, {state.upper:.2f})"


class Progress:
    """Watches a run for a person; a context manager that ends the bar.

    Parameters
    ----------
    console : Console
        Where it is told.
    total : int
        Games of the whole run.
    legs : int
        Games of a block.
    standing : Standing
        What is told beside the numbers.
    done : collection of int
        Jobs that were finished before.
    """

    def __init__(
        self, console: Console, total: int, legs: int, standing: Standing, done: Collection[int] = ()
    ) -> None:
        self._console, self._total, self._legs, self._standing = console, total, legs, standing
        self._done = frozenset(done)
        self._began = self._told = time.monotonic()
        self._games = self._before = 0
        self._pace = Pace(lambda: time.monotonic())
        self._bar: Any = None

    def __enter__(self) -> Progress:
        if not self._console.quiet and sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(
                total=self._total, unit=" games", unit_scale=True, file=sys.stderr, leave=False,
                ncols=shutil.get_terminal_size().columns,
                bar_format="{l_bar}{bar}| {n_fmt}/{total_fmt} games [{elapsed}{postfix}]",
            )  # fmt: skip
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    @property
    def played(self) -> int:
        """Games that were played now, those from before left out."""
        return self._games - self._before

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    def accepted(self, report: Report) -> None:
        """See a report, in order."""
        games = report.job.blocks * self._legs
        self._games += games
        self._standing.accept(report)
        known = report.job.number in self._done
        if known:
            self._before += games
        else:
            self._pace.add(games)
        if self._bar is not None:
            self._bar.set_postfix_str(self._words(), refresh=False)
            self._bar.update(games)

    def tick(self) -> None:
        """Refresh the bar, or write a line when it is time."""
        if self._bar is not None:
            self._bar.set_postfix_str(self._words(), refresh=False)
            self._bar.refresh()
        elif time.monotonic() - self._told >= LINE_SECONDS:
            self._told = time.monotonic()
            self._console.say(self.line())

    def line(self) -> str:
        """Tell the progress in a plain line."""
        return ", ".join(filter(None, [f"{count(self._games)} of {count(self._total)} games", self._words()]))

    def _words(self) -> str:
        """Tell pace, time left and standings, as far as they are known."""
        words, rate, left = [], self._pace.rate, self._pace.left(self._total - self._games)
        if rate is not None and left is not None:
            words = [f"{count(rate)} games/s", f"{duration(left)} left"]
        return ", ".join(filter(None, [*words, self._standing.words()]))
