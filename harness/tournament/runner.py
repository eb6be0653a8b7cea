"""The one runner: submits jobs, keeps what is finished, hands results on in order, retries, stops and resumes."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, replace
from typing import Protocol

from harness.core.errors import FaultLimit, Interrupted
from harness.tournament.jobs import Job, Report, WorkFailedError
from harness.tournament.source import Source

log = logging.getLogger("harness.runner")

TICK_SECONDS = 0.25
ATTEMPTS = 4
"""A job whose worker died is played again, so often in all; from its second death on, with its players apart."""
GAMES_BEFORE_FAULT_LIMIT = 100


class Observer(Protocol):
    """Whoever watches a run; nothing that it does changes the run."""

    def accepted(self, report: Report) -> None:
        """See a report, in order."""

    def tick(self) -> None:
        """Hear that time passes."""


@dataclass
class FaultWatch:
    """Counts faults on the ordered prefix and says when a player has lost too many games by them.

    Attributes
    ----------
    limit : float
        The share of its games that a player may lose by faults.
    labels : tuple of str
        The field's labels.
    legs : int
        Games of a block.
    """

    limit: float
    labels: tuple[str, ...]
    legs: int

    def __post_init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()

    def accept(self, report: Report) -> None:
        """Count a report."""
        for place in (report.job.first, report.job.second):
            self.games[self.labels[place]] += report.job.blocks * self.legs
        for player, _, count in report.faults:
            self.faults[player] += count

    def reason(self) -> str | None:
        """Say who is over the limit; None while nobody is."""
        for label, faults in self.faults.items():
            games = self.games[label]
            if games >= GAMES_BEFORE_FAULT_LIMIT and faults > self.limit * games:
                return f"{label} lost {faults} of {games} games by faults, more than {self.limit:.2%}"
        return None


class Runner:
    """Runs one experiment to its end, or to where it is stopped.

    Parameters
    ----------
    source : Source
        The experiment.
    executor : callable
        Makes the executor; called again after a worker died.
    call : callable
        What plays a job.
    keep : callable
        Takes each report as soon as its job is finished: what it has taken is never lost.
    done : mapping of int to Report
        Reports that were kept before, by number.
    watch : FaultWatch
        When to stop for faults.
    observer : Observer
        Who watches.
    window : int
        Jobs in flight at most.
    """

    def __init__(
        self,
        source: Source,
        executor: Callable[[], Executor],
        call: Callable[[Job], Report],
        keep: Callable[[Report], None],
        done: Mapping[int, Report],
        watch: FaultWatch,
        observer: Observer,
        window: int,
    ) -> None:
        self.source = source
        self.surplus: list[Report] = []
        self._make, self._call, self._keep = executor, call, keep
        self._done, self._watch, self._observer, self._window = dict(done), watch, observer, window
        self._arrived: dict[int, Report] = {}
        self._flying: dict[Future[Report], Job] = {}
        self._attempts: Counter[int] = Counter()
        self._next = 0
        self._exhausted = False

    def run(self) -> None:
        """Run until the experiment is decided; `surplus` are reports of jobs that came after its decision.

        Raises
        ------
        FaultLimit
            A player is over the limit; what was in flight is kept.
        Interrupted
            A person stopped it; what was in flight is kept.
        WorkFailedError
            A job killed its worker each time.
        """
        executor = self._make()
        try:
            while not self.source.decided:
                self._accept()
                stop = self._watch.reason()
                if stop is not None:
                    executor = self._drain(executor)
                    raise FaultLimit(stop, "mend the player, or resume with a higher --max-faults")
                if self.source.decided:
                    break
                executor = self._submit(executor)
                executor = self._collect(executor)
            executor = self._drain(executor)
            self.surplus = [*self._arrived.values(), *(r for n, r in self._done.items() if n >= self._next)]
        except KeyboardInterrupt:
            executor = self._drain(executor)
            raise Interrupted("stopped; what was finished is kept") from None
        finally:
            executor.shutdown(cancel_futures=True)

    def _accept(self) -> None:
        while self._next in self._arrived and not self.source.decided and self._watch.reason() is None:
            report = self._arrived.pop(self._next)
            self._next += 1
            self.source.accept(report)
            self._watch.accept(report)
            self._observer.accepted(report)

    def _submit(self, executor: Executor) -> Executor:
        while len(self._flying) < self._window and not self._exhausted:
            job = self.source.issue()
            if job is None:
                self._exhausted = not self._flying and not self._arrived
                return executor
            known = self._done.pop(job.number, None)
            if known is not None:
                self._arrived[job.number] = known
                self._accept()
                if self.source.decided:
                    return executor
            else:
                self._flying[executor.submit(self._call, job)] = job
        return executor

    def _collect(self, executor: Executor) -> Executor:
        """Wait a moment for jobs to finish; keep those that have."""
        if not self._flying:
            if self._exhausted and not self._arrived:
                raise WorkFailedError(
                    "the experiment has no job left, and no decision", "this is a bug in Headrace"
                )
            return executor
        finished, _ = wait(self._flying, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
        broken = [job for future in finished if (job := self._take(future)) is not None]
        self._observer.tick()
        return self._replace(executor, broken) if broken else executor

    def _take(self, future: Future[Report]) -> Job | None:
        """Keep a finished job's report; give the job back if its worker died."""
        job = self._flying.pop(future)
        try:
            report = future.result()
        except BrokenExecutor:
            return job
        self._keep(report)
        self._arrived[job.number] = report
        return None

    def _replace(self, executor: Executor, broken: list[Job]) -> Executor:
        """Start new workers after one died, and submit again what was in flight."""
        executor.shutdown(cancel_futures=True)
        lost = sorted([*broken, *self._flying.values()], key=lambda job: job.number)
        self._flying.clear()
        self._attempts.update(job.number for job in lost)
        log.warning("a worker died; jobs %s are played again", ", ".join(str(job.number) for job in lost))
        self._give_up_on(max(lost, key=lambda job: self._attempts[job.number]))
        executor = self._make()
        for job in lost:
            apart = replace(job, apart=self._attempts[job.number] > 1)
            self._flying[executor.submit(self._call, apart)] = apart
        return executor

    def _give_up_on(self, job: Job) -> None:
        if self._attempts[job.number] < ATTEMPTS:
            return
        labels = self._watch.labels
        raise WorkFailedError(
            f"workers died {ATTEMPTS} times while job {job.number} was at work "
            f"({labels[job.first]} against {labels[job.second]}, deals from {job.deal})",
            "one of these players ends its process or needs too much memory: leave it out",
        )

    def _drain(self, executor: Executor) -> Executor:
        """Let what runs finish, and keep it; nothing new is begun."""
        for future in list(self._flying):
            if future.cancel():
                del self._flying[future]
        while self._flying:
            finished, _ = wait(self._flying, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                self._take(future)
            self._observer.tick()
        return executor
