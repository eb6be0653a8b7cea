"""Does the player's action depend on anything that its seat can't see?"""

from __future__ import annotations

from harness.core.streams import Random
from harness.play.conformance.case import Case
from harness.play.conformance.lines import positions_in
from harness.play.conformance.repeats import first_difference
from harness.play.conformance.results import CheckResult

NAME = "no leak"


def check_secrecy(case: Case) -> CheckResult:
    """Deal all hidden cards anew in each position: the view has to stay as it is, and so has the action."""
    random = Random.seeded(case.plan.seed)
    game = case.plan.game
    for line, before in zip(case.lines, case.answers, strict=True):
        twins = [case.probe.redeal(state, line.rules, random) for state in line.states]
        after = case.subject.sitting(line).answer(line, case.plan.seed, twins)
        asked = len(before.actions) if not before.failures else min(before.failures)
        for place in range(min(asked, len(line.states))):
            if before.views[place].tobytes() != after.views[place].tobytes():
                detail = f"the view {case.where(line, place)} tells cards apart that its seat can't see"
                return CheckResult(NAME, "failed", detail, "this is a bug in Headrace: report it, please")
        difference = first_difference(before, after)
        if difference is not None:
            place, action, other = difference
            names = [game.describe_action(each) for each in (action, other)]
            detail = f"it answers {names[0]} {case.where(line, place)}, and {names[1]} where only hidden cards differ"
            return CheckResult(NAME, "failed", detail, "let it look at its view, and nowhere else")
    detail = (
        f"hidden cards dealt anew in {positions_in(case.lines):,} positions: views and actions stay the same"
    )
    return CheckResult(NAME, "ok", detail)
