"""The conformance kit: all that is asked of a player before it plays in earnest; the stock players pass it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from harness.play.conformance.apart import Broken, Kept, play_apart
from harness.play.conformance.case import Case, Plan
from harness.play.conformance.legality import check_legality
from harness.play.conformance.lines import Line, positions_in
from harness.play.conformance.mutation import NAME as MUTATION
from harness.play.conformance.mutation import check_mutation
from harness.play.conformance.ranges import NAME as PARAMETERS
from harness.play.conformance.ranges import check_parameters
from harness.play.conformance.repeats import APART, check_apart, check_repeats
from harness.play.conformance.repeats import NAME as REPEATS
from harness.play.conformance.results import CheckResult
from harness.play.conformance.secrecy import NAME as SECRECY
from harness.play.conformance.secrecy import check_secrecy
from harness.play.conformance.timing import NAME as TIME
from harness.play.conformance.timing import check_time

BOUNDS = "bounds"


def check_player(plan: Plan) -> Iterator[CheckResult]:
    """Check a player; each check is told as soon as it is done.

    Parameters
    ----------
    plan : Plan
        Who is checked, and how.

    Yields
    ------
    CheckResult
        In this order: worker, bounds (compiled players), legal, changes nothing, same seed, no leak, parameters, time.

    Raises
    ------
    DataError
        The player can't be compiled.
    """
    compiled = plan.entrant.description.kind == "compiled"
    if compiled:
        plan.subject().compile()
    kept, broken = _play(plan)
    if broken is not None:
        yield CheckResult(APART, "failed", broken.how, "see what it does to the process that it runs in")
        if broken.hangs:
            return
    lines = tuple(plan.lines(plan.contests, kept) if broken is None else ()) + tuple(plan.walks())
    if compiled:
        bounds = check_bounds(plan, lines)
        if broken is not None or not bounds.ok:
            yield bounds
            return
    elif broken is not None:
        return
    case = Case(plan, plan.subject(), lines, tuple(fault for found in kept for fault in found.faults))
    if not case.answered:
        yield from _never_answers(case)
        return
    yield check_apart(case)
    if compiled:
        yield bounds
    yield from _all_else(case)


def _play(plan: Plan) -> tuple[list[Kept], Broken | None]:
    try:
        return play_apart(plan.request(plan.contests)), None
    except Broken as broken:
        return [], broken


def _never_answers(case: Case) -> Iterator[CheckResult]:
    """Check a player that gives no action anywhere: all checks but one would find nothing, and mean nothing."""
    bounds = (BOUNDS,) if case.plan.entrant.description.kind == "compiled" else ()
    nothing = "it never gives an action"
    yield from (CheckResult(name, "skipped", nothing) for name in (APART, *bounds))
    yield check_legality(case)
    yield from (
        CheckResult(name, "skipped", nothing) for name in (MUTATION, REPEATS, SECRECY, PARAMETERS, TIME)
    )


def _all_else(case: Case) -> Iterator[CheckResult]:
    """Check what can be checked in this process; what another failure makes meaningless is left out."""
    legal = check_legality(case)
    yield legal
    yield check_mutation(case)
    repeats = check_repeats(case)
    yield repeats
    later: tuple[tuple[str, Callable[[Case], CheckResult]], ...] = (
        (SECRECY, check_secrecy),
        (PARAMETERS, check_parameters),
        (TIME, check_time),
    )
    for name, check in later:
        if not repeats.ok and name != TIME:
            yield CheckResult(name, "skipped", f"it fails {REPEATS}")
        elif not legal.ok and name == PARAMETERS:
            yield CheckResult(name, "skipped", f"it fails {legal.name}")
        else:
            yield check(case)


def check_bounds(plan: Plan, lines: Sequence[Line]) -> CheckResult:
    """Run a compiled player with its indexes checked."""
    subject = plan.subject(bounds=True)
    for line in lines:
        answers = subject.answer(line)
        for place, failure in answers.failures.items():
            if failure.detail.startswith("IndexError"):
                case = Case(plan, subject, (), ())
                detail = f"an index out of range {case.where(line, place)}"
                remedy = "NUMBA_DISABLE_JIT=1 runs it as plain Python, and shows the line"
                return CheckResult(BOUNDS, "failed", detail, remedy, failure.traceback)
    detail = f"no index out of range in {positions_in(lines):,} positions"
    return CheckResult(BOUNDS, "ok", detail)
