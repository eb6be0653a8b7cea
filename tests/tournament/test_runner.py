"""The runner against made-up experiments and executors: order, window, retries, stops."""

from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from harness.core.errors import FaultLimit, Interrupted
from harness.tournament.executor import InlineExecutor
from harness.tournament.jobs import Job, Report, WorkFailedError
from harness.tournament.runner import FaultWatch, Runner
from harness.tournament.source import Schedule


def jobs(count, blocks=100):
    return [Job(number, 0, 1, number * blocks, blocks) for number in range(count)]


def report(job, faults=()):
    return Report(job, {8: job.blocks}, 10, faults)


class Watching:
    def __init__(self):
        self.seen = []

    def accepted(self, report):
        self.seen.append(report.job.number)

    def tick(self):
        pass


class Backwards(Executor):
    """Finishes what it was given in the opposite order, when its window is full."""

    def __init__(self, window, log):
        self.window, self.log, self.waiting = window, log, []

    def submit(self, call, job):
        future = Future()
        future.set_running_or_notify_cancel()
        self.waiting.append((future, call, job))
        self.log.append(job.number)
        if len(self.waiting) == self.window or job.number == 9:
            for future_, call_, job_ in reversed(self.waiting):
                future_.set_result(call_(job_))
            self.waiting.clear()
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass


def runner(source, executor, call=report, done=None, limit=0.01, workers=2, watching=None):
    kept = []
    made = Runner(
        source, executor, call, kept.append, done or {}, FaultWatch(limit, ("A", "B"), 2),
        watching or Watching(), workers, {"A", "B"},
    )  # fmt: skip
    return made, kept


def test_reports_are_seen_in_order_whatever_finishes_first():
    watching, log = Watching(), []
    made, kept = runner(Schedule(jobs(10)), lambda: Backwards(6, log), watching=watching)
    made.run()
    assert watching.seen == list(range(10))
    assert sorted(r.job.number for r in kept) == list(range(10))
    assert [r.job.number for r in kept] != list(range(10))


def test_what_is_done_is_not_played_again():
    log = []
    done = {number: report(job) for number, job in enumerate(jobs(10)) if number % 2}
    watching = Watching()
    made, kept = runner(Schedule(jobs(10)), lambda: Backwards(1, log), done=done, watching=watching)
    made.run()
    assert log == [0, 2, 4, 6, 8]
    assert watching.seen == list(range(10))
    assert len(kept) == 5


class Decides(Schedule):
    """Is decided after three reports."""

    @property
    def decided(self):
        return self._accepted >= 3


def test_work_after_the_decision_is_surplus():
    made, kept = runner(Decides(jobs(100)), InlineExecutor, workers=3)
    made.run()
    surplus = {r.job.number for r in made.surplus}
    assert {r.job.number for r in kept} - surplus == {0, 1, 2}


def test_decision_with_everything_known_already():
    done = {number: report(job) for number, job in enumerate(jobs(5))}
    made, kept = runner(Decides(jobs(100)), InlineExecutor, done=done)
    made.run()
    assert kept == []
    assert {r.job.number for r in made.surplus} == {3, 4}


class Dies(Executor):
    """Its worker dies at one job, some times."""

    deaths = 0

    def __init__(self, at, times):
        self.at, self.times = at, times

    def submit(self, call, job):
        future = Future()
        if job.number == self.at and Dies.deaths < self.times:
            Dies.deaths += 1
            future.set_exception(BrokenProcessPool("gone"))
        else:
            future.set_result(call(job))
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass


def test_a_dead_worker_costs_nothing():
    Dies.deaths = 0
    watching = Watching()
    made, kept = runner(Schedule(jobs(6)), lambda: Dies(3, 2), watching=watching)
    made.run()
    assert watching.seen == list(range(6))
    assert len(kept) == 6
    assert {r.job.number for r in kept if r.job.apart} == {3}


def test_a_job_that_kills_every_worker_is_named():
    Dies.deaths = 0
    made, _ = runner(Schedule(jobs(6)), lambda: Dies(3, 99))
    with pytest.raises(WorkFailedError, match=r"job 3 was at work .A against B"):
        made.run()


def test_too_many_faults_stop_the_run_on_the_ordered_prefix():
    def faulty(job):
        return report(job, (("B", "crash", 30),) if job.number >= 2 else ())

    watching = Watching()
    made, kept = runner(Schedule(jobs(50)), InlineExecutor, call=faulty, watching=watching)
    with pytest.raises(FaultLimit, match=r"B lost 30 of 600 games by faults, more than 1\.00%"):
        made.run()
    assert watching.seen == [0, 1, 2]
    assert len(kept) >= 3


def test_few_games_never_reach_the_fault_limit():
    watch = FaultWatch(0.01, ("A", "B"), 2)
    watch.accept(Report(Job(0, 0, 1, 0, 49), {0: 49}, 1, (("A", "crash", 98),)))
    assert watch.reason() is None
    watch.accept(Report(Job(1, 0, 1, 49, 1), {0: 1}, 1, (("A", "crash", 2),)))
    assert "A lost 100 of 100" in watch.reason()


class Holds(Executor):
    """Finishes a job when two more have been submitted, or when its result is waited for."""

    def __init__(self):
        self.waiting = []

    def submit(self, call, job):
        future = Future()
        future.set_running_or_notify_cancel()
        self.waiting.append((future, call, job))
        if len(self.waiting) > 2:
            self.finish()
        return future

    def finish(self):
        future, call, job = self.waiting.pop(0)
        future.set_result(call(job))

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass


def test_an_interrupt_keeps_what_was_in_flight():
    """Jobs 0, 1 and 2 are done and three more at work when it comes: those are waited for and kept, no more begun."""
    pool = Holds()

    class Stops(Watching):
        def accepted(self, report):
            super().accepted(report)
            if len(self.seen) == 3:
                raise KeyboardInterrupt

        def tick(self):
            if len(self.seen) == 3 and pool.waiting:
                pool.finish()

    made, kept = runner(Schedule(jobs(20)), lambda: pool, watching=Stops())
    begun = []
    submit = pool.submit
    pool.submit = lambda call, job: begun.append(job.number) or submit(call, job)
    with pytest.raises(Interrupted):
        made.run()
    assert sorted(r.job.number for r in kept) == begun
    assert len(begun) > 3
    assert pool.waiting == []


class Kills(Executor):
    """A pool that breaks as soon as it is given a job of entrant 2 that isn't apart."""

    made = 0

    def __init__(self):
        Kills.made += 1
        self.broken = False

    def submit(self, call, job):
        if self.broken:
            raise BrokenProcessPool("gone")
        self.broken = 2 in (job.first, job.second) and not job.apart
        future = Future()
        if self.broken:
            future.set_exception(BrokenProcessPool("gone"))
        else:
            future.set_result(call(job))
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass


def test_a_killer_is_found_and_only_its_own_games_are_played_apart():
    """Workers die a few times, though the killer has a part in 40 jobs; the others go on as before."""
    Kills.made = 0
    field = [(0, 1), (0, 2), (1, 2)]
    work = [Job(number, *field[number % 3], number * 10, 10) for number in range(60)]

    def call(job):
        return report(job, (("C", "exit", 1),) if job.second == 2 else ())

    kept, watching = [], Watching()
    watch = FaultWatch(1.0, ("A", "B", "C"), 2)
    made = Runner(Schedule(work), Kills, call, kept.append, {}, watch, watching, 2, {"A", "B", "C"})
    made.run()
    assert watching.seen == list(range(60))
    assert {r.job.number for r in kept if r.job.apart} == {job.number for job in work if job.second == 2}
    assert Kills.made == 3  # all in flight were lost, and then the first of them alone


def test_a_fault_limit_reached_on_trial_keeps_what_is_done_and_begins_nothing():
    Kills.made = 0
    field = [(0, 1), (0, 2), (1, 2)]
    work = [Job(number, *field[number % 3], number * 100, 100) for number in range(60)]
    begun = []

    def call(job):
        begun.append(job.number)
        return report(job, (("C", "exit", 50),) if job.second == 2 else ())

    kept = []
    watch = FaultWatch(0.01, ("A", "B", "C"), 2)
    made = Runner(Schedule(work), Kills, call, kept.append, {}, watch, Watching(), 2, {"C"})
    with pytest.raises(FaultLimit, match="C lost 50 of 200"):
        made.run()
    assert sorted(begun) == sorted(r.job.number for r in kept)
    assert max(begun) < 6


def test_jobs_lost_after_the_decision_are_left():
    """A killer's jobs are on trial when the first three reports decide: nothing more is played."""

    class Early(Schedule):
        @property
        def decided(self):
            return self._accepted >= 1

    Kills.made = 0
    work = [Job(0, 0, 1, 0, 10), *(Job(number, 0, 2, number * 10, 10) for number in range(1, 9))]
    kept = []
    watch = FaultWatch(1.0, ("A", "B", "C"), 2)
    made = Runner(Early(work), Kills, report, kept.append, {}, watch, Watching(), 2, {"C"})
    made.run()
    assert [r.job.number for r in kept] == [0]
    assert made.surplus == []


def test_a_program_that_ends_is_no_reason_to_play_others_apart():
    """It has a process of its own already; only what shares a worker's process is moved out of it."""
    Kills.made = 0
    work = [Job(number, 0, 1 + number % 2, number * 10, 10) for number in range(20)]

    def call(job):
        return report(job, (("A", "exit", 1),))

    kept = []
    watch = FaultWatch(1.0, ("A", "B", "C"), 2)
    made = Runner(Schedule(work), Kills, call, kept.append, {}, watch, Watching(), 2, {"B", "C"})
    made.run()
    apart = {r.job.number for r in kept if r.job.apart}
    assert apart == {job.number for job in work if job.second == 2}
