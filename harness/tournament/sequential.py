"""The sequential match: plays batches of blocks until its test decides, looking at the ordered prefix only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from harness.core.errors import DataError
from harness.stats.counts import Tally
from harness.stats.plan import plan
from harness.stats.sprt import Sprt, SprtState
from harness.tournament.jobs import Job, Report, block_seconds
from harness.tournament.tallies import count_array, tally_of

LOOK_SECONDS = 0.1
MOST_LOOK_BLOCKS = 5_000
"""A batch's nominal time, and its blocks at most: looks lie so far apart."""
CAP = 10
"""A match is given up after so many times the games that its test expects at worst."""


@dataclass(frozen=True)
class SequentialPlan:
    """A test with the blocks between looks, and the blocks at which it is given up.

    Attributes
    ----------
    sprt : Sprt
        The test.
    batch : int
        Blocks between two looks.
    cap : int
        Blocks at most, a multiple of the batch.
    """

    sprt: Sprt
    batch: int
    cap: int

    def as_object(self) -> dict[str, Any]:
        """Write it as the manifest keeps it."""
        return {**asdict(self.sprt), "batch": self.batch, "cap": self.cap}

    @classmethod
    def from_object(cls, kept: dict[str, Any]) -> SequentialPlan:
        """Read it as the manifest keeps it; the pair of `as_object`."""
        test = {name: value for name, value in kept.items() if name not in ("batch", "cap")}
        try:
            return cls(Sprt(**test), int(kept["batch"]), int(kept["cap"]))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(
                f"the manifest's sprt is not understood: {error}", "put back what was changed"
            ) from error


def plan_match(sprt: Sprt, costs: tuple[float, float], legs: int) -> SequentialPlan:
    """Plan a sequential match; batch and cap follow from the declared costs and the test alone.

    Parameters
    ----------
    sprt : Sprt
        The test.
    costs : (float, float)
        Both players' declared costs, nanoseconds a decision.
    legs : int
        Games of a block.
    """
    batch = max(1, min(MOST_LOOK_BLOCKS, round(LOOK_SECONDS / block_seconds(costs, legs))))
    looks = math.ceil(CAP * plan(sprt).games_worst / legs / batch)
    return SequentialPlan(sprt, batch, max(1, looks) * batch)


class SequentialMatch:
    """The source of a sequential match.

    Parameters
    ----------
    planned : SequentialPlan
        Test, batch and cap.
    legs : int
        Games of a block.

    Attributes
    ----------
    tally : Tally
        Of the ordered prefix.
    states : list of (int, SprtState)
        Blocks and where the test stood, at each look.
    """

    def __init__(self, planned: SequentialPlan, legs: int) -> None:
        self.planned = planned
        self.tally = Tally.empty(legs)
        self.states: list[tuple[int, SprtState]] = []
        self._legs = legs
        self._issued = 0

    def issue(self) -> Job | None:
        """Give the next batch, None at the cap."""
        number, batch = self._issued, self.planned.batch
        if number * batch >= self.planned.cap:
            return None
        self._issued += 1
        return Job(number, 0, 1, number * batch, batch)

    def accept(self, report: Report) -> None:
        """Count a batch, and look."""
        self.tally = self.tally + tally_of(count_array(report.blocks_by_result, self._legs), self._legs)
        self.states.append((self.tally.total, self.planned.sprt.state(self.tally)))

    @property
    def state(self) -> SprtState | None:
        """Where the test stands; None before the first look."""
        return self.states[-1][1] if self.states else None

    @property
    def decided(self) -> bool:
        """Whether the test has decided, or is given up at the cap."""
        state = self.state
        return state is not None and (state.decision is not None or self.tally.total >= self.planned.cap)


def look_again(planned: SequentialPlan, legs: int, reports: Sequence[Report]) -> SequentialMatch:
    """Go through a finished match's reports again, for its chart and its decision."""
    match = SequentialMatch(planned, legs)
    for report in sorted(reports, key=lambda report: report.job.number):
        if match.decided:
            break
        match.accept(report)
    return match
