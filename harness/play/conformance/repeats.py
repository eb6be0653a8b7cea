"""Does the player answer alike wherever and whenever it is asked: same seed, same actions?"""

from __future__ import annotations

from collections.abc import Sequence

from harness.core.streams import Random
from harness.play.conformance.case import Case
from harness.play.conformance.lines import Line
from harness.play.conformance.results import CheckResult
from harness.play.conformance.subject import NOT_ASKED, Answers

APART, NAME = "worker", "same seed"
_REMEDY = (
    "let its actions depend on its view, its parameters, its random numbers and what it kept in this game: not on a "
    "clock, random numbers of its own, or anything kept from one game to the next"
)


def check_apart(case: Case) -> CheckResult:
    """Check that it answers here what it played in a process of its own, in the loop of tournaments."""
    played, decisions = 0, 0
    for line, answers in zip(case.lines, case.answers, strict=True):
        played += bool(line.played)
        decisions += len(line.played)
        for place, action in enumerate(line.played):
            answer = int(answers.actions[place])
            if answer not in (action, NOT_ASKED):
                detail = f"it {_told(case, line, place, action, answer)}"
                return CheckResult(APART, "failed", detail.format("played", "here it answers"), _REMEDY)
    detail = f"{decisions:,} decisions, {played:,} seats in games: played in a process of its own, and here the same"
    return CheckResult(APART, "ok", detail)


def check_repeats(case: Case) -> CheckResult:
    """Check that it answers the same once more in the reverse order, and anew in a shuffled one."""
    order = list(range(len(case.lines)))
    shuffled = order.copy()
    Random.seeded(case.plan.seed).shuffle(shuffled)
    fresh = case.subject.afresh()
    for subject, sequence, when in (
        (case.subject, order[::-1], "after other games"),
        (fresh, shuffled, "at a new table, in another order of games"),
    ):
        for number in sequence:
            line, before = case.lines[number], case.answers[number]
            difference = first_difference(before, subject.answer(line))
            if difference is not None:
                place, action, other = difference
                detail = _told(case, line, place, action, other).format("answered", f"{when} it answers")
                return CheckResult(NAME, "failed", f"it {detail}", _REMEDY)
    return CheckResult(
        NAME, "ok", f"the same actions in {len(order):,} games, asked three times in other orders"
    )


def first_difference(before: Answers, after: Answers) -> tuple[int, int, int] | None:
    """Give the first place at which two answers differ, with both actions; None where there is none."""
    pairs: Sequence[tuple[int, int]] = list(zip(before.actions.tolist(), after.actions.tolist(), strict=True))
    return next(((place, *pair) for place, pair in enumerate(pairs) if pair[0] != pair[1]), None)


def _told(case: Case, line: Line, place: int, action: int, other: int) -> str:
    names = [case.plan.game.describe_action(each) for each in (action, other)]
    where = case.where(line, place).replace("{", "{{").replace("}", "}}")
    return f"{{}} {names[0]} {where}, {{}} {names[1]}"
