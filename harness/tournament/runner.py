"""The one runner: submits jobs, keeps what is finished, hands results on in order, retries, stops and resumes."""

from __future__ import annotations

import itertools
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Set
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, replace
from typing import Protocol

from harness.core.errors import FaultLimit, Interrupted
from harness.tournament.jobs import Job, Report, WorkFailedError
from harness.tournament.source import Source

log = logging.getLogger("harness.runner")

TICK_SECONDS = 0.25
FLYING_PER_WORKER = 3
"""Jobs in flight for each worker: enough that none waits, few enough that an interruption costs little."""
ATTEMPTS = 4
"""So often may workers die of one job, though its players play in processes of their own: then the run gives up."""
DEADLY = frozenset(("exit", "hang", "memory"))
"""Faults by which a player apart shows that it would end or hang a worker."""
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

    When a worker dies, any of the jobs at work may have killed it. So they are played again one at a time. One that
    kills a worker then is played with its players in processes of their own, where its faults say who it was; and for
    the rest of the run that player's games are played so. All games are the same in either place.

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
    workers : int
        How many jobs can be at work at once, those first that were submitted first; 0 where they run in this process.
    movable : set of str
        Labels of the players that share a worker's process, and needn't.
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
        workers: int = 1,
        movable: Set[str] = frozenset(),
    ) -> None:
        self.source = source
        self.surplus: list[Report] = []
        self._make, self._call, self._keep = executor, call, keep
        self._done, self._watch, self._observer = dict(done), watch, observer
        self._workers, self._movable = max(1, workers), movable
        self._window = max(1, FLYING_PER_WORKER * workers)
        self._arrived: dict[int, Report] = {}
        self._flying: dict[Future[Report], Job] = {}
        self._turns = itertools.count()
        self._turn: dict[int, int] = {}
        self._lost: list[Job] = []
        self._suspects: list[Job] = []
        self._on_trial = False
        self._killers: set[str] = set()
        self._deaths: Counter[int] = Counter()
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
            A job went on killing workers.
        """
        executor = self._make()
        try:
            while not self.source.decided:
                self._accept()
                stop = self._watch.reason()
                if stop is not None:
                    self._drain()
                    raise FaultLimit(stop, "mend the player, or resume with a higher --max-faults")
                if self.source.decided:
                    break
                self._submit(executor)
                executor = self._collect(executor)
            self._drain()
            self.surplus = [*self._arrived.values(), *(r for n, r in self._done.items() if n >= self._next)]
        except KeyboardInterrupt:
            self._drain()
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

    def _submit(self, executor: Executor) -> None:
        if not self._flying:
            self._on_trial = bool(self._suspects)
            if self._on_trial:
                self._fly(executor, self._suspects.pop(0))
        while not self._on_trial and len(self._flying) < self._window and not self._exhausted:
            job = self._lost.pop(0) if self._lost else self.source.issue()
            if job is None:
                self._exhausted = not self._flying and not self._arrived
                return
            known = self._done.pop(job.number, None)
            if known is not None:
                self._arrived[job.number] = known
                self._accept()
                if self.source.decided:
                    return
            else:
                self._fly(executor, job)

    def _fly(self, executor: Executor, job: Job) -> None:
        labels = self._watch.labels
        apart = job.apart or not self._killers.isdisjoint((labels[job.first], labels[job.second]))
        job = replace(job, apart=apart)
        self._turn[job.number] = next(self._turns)
        try:
            future = executor.submit(self._call, job)
        except BrokenExecutor as error:  # a worker has just died
            future = Future()
            future.set_exception(error)
        self._flying[future] = job

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
        error = future.exception()
        if isinstance(error, BrokenExecutor):
            return job
        if isinstance(error, KeyboardInterrupt):
            raise RuntimeError("an interrupt came out of a worker, which ignores them") from error
        report = future.result()
        self._keep(report)
        self._arrived[job.number] = report
        if job.apart:
            deadly = {player for player, kind, _ in report.faults if kind in DEADLY}
            self._killers |= deadly & self._movable
        return None

    def _replace(self, executor: Executor, broken: list[Job]) -> Executor:
        """Start new workers after one died, and try those jobs one at a time that can have been at work."""
        executor.shutdown(cancel_futures=True)
        lost = [*broken, *self._flying.values()]
        self._flying.clear()
        log.warning("a worker died; jobs to play again: %s", ", ".join(str(job.number) for job in lost))
        if len(lost) == 1:
            lost = [self._convicted(lost[0])]
        lost.sort(key=lambda job: self._turn[job.number])
        self._suspects = [*lost[: self._workers], *self._suspects]
        self._lost = [*lost[self._workers :], *self._lost]
        return self._make()

    def _convicted(self, job: Job) -> Job:
        """Have the job that killed its worker played with its players apart, if that can help still."""
        labels = self._watch.labels
        self._deaths[job.number] += job.apart or self._movable.isdisjoint(
            (labels[job.first], labels[job.second])
        )
        if self._deaths[job.number] < ATTEMPTS:
            return replace(job, apart=True)
        raise WorkFailedError(
            f"workers died {ATTEMPTS} times while job {job.number} was at work "
            f"({labels[job.first]} against {labels[job.second]}, deals from {job.deal})",
            "one of these players ends its process, needs too much memory or isn't loaded in time: leave it out",
        )

    def _drain(self) -> None:
        """Let what runs finish, and keep it; nothing new is begun."""
        for future in list(self._flying):
            if future.cancel():
                del self._flying[future]
        while self._flying:
            finished, _ = wait(self._flying, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            for future in finished:
                self._take(future)
            self._observer.tick()
