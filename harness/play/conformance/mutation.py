"""Does the player leave alone what it is shown?"""

from __future__ import annotations

import numpy as np

from harness.play.conformance.case import Case
from harness.play.conformance.lines import positions_in
from harness.play.conformance.results import CheckResult

NAME = "changes nothing"


def check_mutation(case: Case) -> CheckResult:
    """Check that views, parameters and rules are after each call as they were before."""
    for line, answers in zip(case.lines, case.answers, strict=True):
        if answers.changed.any():
            place = int(np.flatnonzero(answers.changed)[0])
            fields = case.subject.sitting(line).written(line, case.plan.seed, place)
            detail = f"it writes to its view ({', '.join(fields)}) {case.where(line, place)}"
            remedy = "copy what it wants to change; compiled players have `scratch` to work in"
            return CheckResult(NAME, "failed", detail, remedy)
    given = np.array([float(value) for value in case.plan.entrant.parameters.values()])
    for sitting in case.subject.sittings:
        if not np.array_equal(sitting.parameters, given):
            return CheckResult(NAME, "failed", "it writes to its parameters", "copy what it wants to change")
        if sitting.rules_changed:
            return CheckResult(
                NAME, "failed", "it writes to the rules in `info`", "copy what it wants to change"
            )
    detail = f"views, parameters and rules are untouched after {positions_in(case.lines):,} decisions"
    return CheckResult(NAME, "ok", detail)
