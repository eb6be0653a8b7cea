"""Are the player's parameters honoured over their whole ranges?"""

from __future__ import annotations

import time

from harness.core.errors import Malformed
from harness.play.conformance.case import Case
from harness.play.conformance.legality import failures_in
from harness.play.conformance.lines import Line, cut, positions_in
from harness.play.conformance.repeats import first_difference
from harness.play.conformance.results import CheckResult
from harness.play.conformance.subject import Subject
from harness.players.api import Parameter, Value

NAME = "parameters"
_LEAST, _SHARE = 400, 5
"""Positions that are tried with each value: a fifth of all, but so many at least."""
_SECONDS = 1.0
"""After so long no further game is tried with a value: one that makes a search long would take for ever."""


def check_parameters(case: Case) -> CheckResult:
    """Try each parameter at both ends of its range and in the middle, the others being as they are."""
    parameters = case.plan.entrant.description.parameters
    if not parameters:
        return CheckResult(NAME, "ok", "it has none")
    lines = cut(case.lines, max(_LEAST, positions_in(case.lines) // _SHARE))
    idle = []
    for parameter in parameters:
        effect = False
        for value in values(parameter):
            try:
                subject = case.subject.afresh({parameter.name: value})
            except Malformed as error:
                return CheckResult(
                    NAME, "failed", str(error), "declare ends of the range that are of its type"
                )
            failed, changes = _try(case, subject, lines, f"{parameter.name}={value:g}")
            if failed is not None:
                return failed
            effect = effect or changes
        if not effect and parameter.low < parameter.high:
            idle.append(parameter.name)
    return _judged(len(parameters), idle, positions_in(lines))


def values(parameter: Parameter) -> list[Value]:
    """Give the values to try: both ends, and the middle of the range."""
    ends: list[Value] = [parameter.low, parameter.high]
    middle = (parameter.low + parameter.high) / 2
    if parameter.type == "bool":
        return [bool(end) for end in ends]
    return [*ends, round(middle) if parameter.type == "int" else middle]


def _try(case: Case, subject: Subject, lines: list[Line], what: str) -> tuple[CheckResult | None, bool]:
    """Ask with one value; returns what failed, and whether any action was another one."""
    known = {id(line): answers for line, answers in zip(case.lines, case.answers, strict=True)}
    changes = False
    began = time.monotonic()
    for line in lines:
        if time.monotonic() - began > _SECONDS:
            break
        before = known[id(line)]
        answers = subject.sitting(line).answer_at_once(line, case.plan.seed, before.views)
        for place, failure in failures_in(case, line, answers):
            detail = f"with {what} {failure.kind}: {failure.detail} {case.where(line, place)}"
            remedy = "mend it, or declare a narrower range"
            return CheckResult(NAME, "failed", detail, remedy, failure.traceback), changes
        changes = changes or first_difference(before, answers) is not None
    return None, changes


def _judged(count: int, idle: list[str], positions: int) -> CheckResult:
    if idle:
        many = "no value of these changes" if len(idle) > 1 else "no value of it changes"
        detail = f"{', '.join(idle)}: {many} an action in {positions:,} positions"
        return CheckResult(NAME, "warning", detail, "use it, leave it out, or look for what it should do")
    return CheckResult(NAME, "ok", f"{count} at both ends of their ranges: legal, and each changes actions")
