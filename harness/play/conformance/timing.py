"""How long does the player think?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.play.conformance.apart import Broken
from harness.play.conformance.case import Case, Plan, play_usual
from harness.play.conformance.lines import Line
from harness.play.conformance.results import CheckResult
from harness.play.conformance.subject import Subject

NAME = "time"
PLIES = 10
"""Plies of a bucket."""
_FAR = 8.0
"""A declared cost is far from the measured one if it is so many times as large, or as small."""


@dataclass(frozen=True)
class Times:
    """How long decisions took at some plies.

    Attributes
    ----------
    first_ply, last_ply : int
        The plies.
    decisions : int
        How many there were.
    median_ns, p90_ns, p99_ns, max_ns : float
        Nanoseconds of a decision: of half, of 9 in 10 and of 99 in 100 at most; of the longest one.
    """

    first_ply: int
    last_ply: int
    decisions: int
    median_ns: float
    p90_ns: float
    p99_ns: float
    max_ns: float

    def as_object(self) -> dict[str, Any]:
        """Give it as a JSON object."""
        return asdict(self)


def measure(plan: Plan) -> list[Times]:
    """Measure a player's decisions by ply, in games against a random player and itself.

    Parameters
    ----------
    plan : Plan
        Who is measured, and in how many positions.

    Returns
    -------
    list of Times
        A bucket of plies each; the last is of all plies.

    Raises
    ------
    Broken
        The player could not play these games.
    """
    lines = play_usual(plan)
    plies, times = time_all(plan.subject(), lines)
    if not times.size:
        raise Broken("it gave no action", hangs=False)
    buckets = plies // PLIES
    parts = [(bucket * PLIES, times[buckets == bucket]) for bucket in np.unique(buckets).tolist()]
    return [
        *(_times(first, first + PLIES - 1, part) for first, part in parts),
        _times(0, int(plies.max()), times),
    ]


def time_all(subject: Subject, lines: Sequence[Line]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Ask in all lines; returns plies and nanoseconds of each decision. Each game is asked twice, the second counts."""
    plies, times = [], []
    for line in lines:
        sitting = subject.sitting(line)
        views = sitting.views(line)
        sitting.answer_at_once(line, subject.seed, views)
        answers = sitting.answer_at_once(line, subject.seed, views)
        given = answers.actions >= 0
        plies.append(np.array([int(state["ply"]) for state in line.states], np.int64)[given])
        times.append(answers.times[given])
    return np.concatenate(plies), np.concatenate(times)


def _times(first: int, last: int, part: npt.NDArray[np.int64]) -> Times:
    median, p90, p99 = (float(value) for value in np.percentile(part, (50, 90, 99)))
    return Times(first, last, len(part), median, p90, p99, float(part.max()))


def check_time(case: Case) -> CheckResult:
    """Measure what a decision takes, and compare it with the declared cost.

    The cost of a batch player is that of a decision among many; here each is made alone.
    """
    usual = [line for line in case.lines if line.played and not line.rules] or list(case.lines)
    _, taken = time_all(case.subject, usual)
    if not taken.size:
        return CheckResult(NAME, "skipped", "it gave no action")
    found = _times(0, 0, taken)
    told = (
        f"half of {found.decisions:,} decisions take {written(found.median_ns)} at most, 99 in 100 "
        f"{written(found.p99_ns)}, the longest {written(found.max_ns)}"
    )
    description = case.plan.entrant.description
    mean = float(taken[taken <= found.p99_ns].mean())  # a busy machine makes some decisions look very slow
    if description.kind in ("compiled", "plain") and not mean / _FAR <= description.cost <= mean * _FAR:
        said = (
            "it declares no cost and is taken to need" if description.undeclared else "its declared cost is"
        )
        detail = f"{told}; {written(mean)} on average, but {said} {written(description.cost)}"
        return CheckResult(NAME, "warning", detail, f"@player(cost={_rounded(mean):g}) sizes its jobs better")
    return CheckResult(NAME, "ok", told)


def _rounded(value: float) -> float:
    return float(f"{max(value, 1.0):.1g}")


def written(nanoseconds: float) -> str:
    """Write a time of any size."""
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.0f} ns"
