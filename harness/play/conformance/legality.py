"""Is each of the player's actions legal, in play and in rare positions?"""

from __future__ import annotations

from collections.abc import Iterator

from harness.play.conformance.case import Case
from harness.play.conformance.lines import Line, positions_in, situations_in
from harness.play.conformance.results import CheckResult
from harness.play.conformance.subject import NOT_ASKED, Answers
from harness.players.failures import Failure

NAME = "legal"
_REMEDY = {
    "illegal": "choose one of the view's legal actions",
    "crash": "mend what it raises; NUMBA_DISABLE_JIT=1 runs compiled code as plain Python, with line numbers",
}


def check_legality(case: Case) -> CheckResult:
    """Check that each answer is a legal action.

    Failing are illegal actions, exceptions and, from programs, whatever else the protocol calls a fault.
    """
    found = list(failures(case))
    total = positions_in(case.lines)
    if found:
        line, place, failure = found[0]
        detail = f"{failure.kind}: {failure.detail} {case.where(line, place)}; {_often(len(found), total)}"
        remedy = _REMEDY.get(failure.kind, "see docs/players.md, programs")
        return CheckResult(NAME, "failed", detail, remedy, failure.traceback)
    if case.faults:
        fault = case.faults[0]
        detail = f"{fault.kind}: {fault.detail} in deal {fault.deal}, and never when it is asked again"
        return CheckResult(NAME, "failed", detail, _REMEDY.get(fault.kind, ""), fault.failure.traceback)
    return _passed(case, total)


def _passed(case: Case, total: int) -> CheckResult:
    counts = situations_in(case.lines)
    told = ", ".join(f"{name} {counts.get(name, 0):,}" for name in case.probe.situations)
    never = [name for name in case.probe.situations if not counts.get(name)]
    if never:
        remedy = f"ask for more --positions: never met was {', '.join(never)}"
        return CheckResult(NAME, "warning", f"all {total:,} answers are; {told}", remedy)
    return CheckResult(NAME, "ok", f"all {total:,} answers are; {told}")


def _often(count: int, total: int) -> str:
    return f"{count:,} times in {total:,} positions"


def failures(case: Case) -> Iterator[tuple[Line, int, Failure]]:
    """List where the player gave no legal action, and what it did."""
    for line, answers in zip(case.lines, case.answers, strict=True):
        for place, failure in failures_in(case, line, answers):
            yield line, place, failure


def failures_in(case: Case, line: Line, answers: Answers) -> Iterator[tuple[int, Failure]]:
    """List where answers to one line are none."""
    game = case.plan.game
    for place, (action, legal) in enumerate(zip(answers.actions.tolist(), line.legal, strict=True)):
        if place in answers.failures:
            yield place, answers.failures[place]
        elif action not in legal and action != NOT_ASKED:
            yield place, Failure("illegal", game.describe_action(action))
    if len(line.states) in answers.failures:
        yield len(line.states), answers.failures[len(line.states)]
