"""What an experiment is to the runner: it issues numbered jobs, and sees results in the order of their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from harness.tournament.jobs import Job, Report


class Source(Protocol):
    """An experiment. Nothing in it depends on workers or time: only on the reports it has seen, in order."""

    def issue(self) -> Job | None:
        """Give the next job to play, None while there is none (or none any more)."""

    def accept(self, report: Report) -> None:
        """Take the report of the next job in order."""

    @property
    def decided(self) -> bool:
        """Whether the experiment is over, even if jobs that it issued are not."""


class Schedule:
    """An experiment whose jobs are all known at the start: a tournament, a gauntlet, a match of fixed length.

    Parameters
    ----------
    jobs : sequence of Job
        All jobs, in order; those done already are issued by nobody, and reported by the runner.
    """

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.jobs = tuple(jobs)
        self._waiting = iter(self.jobs)
        self._accepted = 0

    def issue(self) -> Job | None:
        """Give the next job."""
        return next(self._waiting, None)

    def accept(self, report: Report) -> None:
        """Count a job as done."""
        self._accepted += 1

    @property
    def decided(self) -> bool:
        """Whether all jobs are done."""
        return self._accepted == len(self.jobs)
