"""Tables of what one number per entrant can't say: cycles, Nash averaging, α-rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.report import formats
from harness.report.tables import Column, Section, Table, Value, text_column
from harness.stats.cycles import Cycle
from harness.stats.hodge import CyclicTest
from harness.stats.nash import NashAverage
from harness.stats.scale import ELO_PER_NAT
from harness.stats.tables import Floats


def cycles_table(
    cycles: Sequence[Cycle],
    labels: Sequence[str],
    test: CyclicTest | None = None,
    *,
    replicates: int | None = None,
    confidence: float = 0.95,
) -> Table:
    """Make the table of the strongest 3-cycles.

    Parameters
    ----------
    cycles : sequence of Cycle
        The strongest first; may be empty.
    labels : sequence of str
        The entrants' labels.
    test : CyclicTest, optional
        Whether the whole is more cyclic than noise makes it; becomes a note.
    replicates : int, optional
        Of the bootstrap behind the intervals.
    confidence : float
        Level of the intervals.
    """
    rows = []
    for cycle in cycles:
        a, b, c = (labels[k] for k in cycle.entrants)
        legs = [x * ELO_PER_NAT for x in cycle.log_odds]
        row: dict[str, Value] = {"first": a, "second": b, "third": c}
        row |= {"elo_1_2": legs[0], "elo_2_3": legs[1], "elo_3_1": legs[2]}
        row |= {name: getattr(cycle, name) * ELO_PER_NAT for name in ("curl", "low", "high")}
        row["frequency"] = cycle.frequency
        rows.append(row)
    columns = (
        Column("cycle: each beat the next", ("first", "second", "third"), _ring, "left"),
        Column("1 : 2", ("elo_1_2",), formats.signed),
        Column("2 : 3", ("elo_2_3",), formats.signed),
        Column("3 : 1", ("elo_3_1",), formats.signed),
        Column("sum", ("curl",), formats.signed),
        Column(f"{formats.level(confidence)} interval", ("low", "high"), formats.between),
        Column("holds %", ("frequency",), formats.chance),
    )
    fields = tuple(name for column in columns for name in column.fields)
    title = "Strongest cycles of three, in Elo" if rows else "No cycles of three"
    return Table(
        title, columns, (Section("", tuple(rows)),), fields, _cycle_notes(bool(rows), test, replicates)
    )


def _ring(first: str, second: str, third: str) -> str:
    return f"{first} > {second} > {third} > {first}"


def _cycle_notes(some: bool, test: CyclicTest | None, replicates: int | None) -> tuple[str, ...]:
    notes = []
    if some:
        of = f" of {replicates:,}" if replicates else ""
        notes.append(
            f"The sum is 0 where ratings explain all three; it holds in that share{of} replicates. Intervals "
            "aren't corrected for having picked the strongest of many."
        )
    if test is not None:
        notes.append(
            f"Cyclic part of the log-odds: {formats.percent(test.share)} %, of which noise alone gives "
            f"{formats.percent(test.expected)} %; p {formats.p_value(test.p)}."
        )
    return tuple(notes)


def nash_table(
    nash: NashAverage, labels: Sequence[str], alpha: Floats | None = None, *, replicates: int | None = None
) -> Table:
    """Make the table of Nash averaging, with α-rank beside it.

    Parameters
    ----------
    nash : NashAverage
        The average, its skill in nats.
    labels : sequence of str
        The entrants' labels.
    alpha : float64 array, shape (n,), optional
        Shares of α-rank.
    replicates : int, optional
        Of the bootstrap behind the frequency of the support.
    """
    order = np.lexsort((-nash.skill, -np.round(nash.p, 9)))
    rows = []
    for rank, k in enumerate(order.tolist(), 1):
        row: dict[str, Value] = {
            "rank": rank,
            "player": labels[k],
            "nash": float(nash.p[k]),
            "skill": float(nash.skill[k]) * ELO_PER_NAT,
        }
        if nash.frequency is not None:
            row["in_support"] = float(nash.frequency[k])
        if alpha is not None:
            row["alpha_rank"] = float(alpha[k])
        rows.append(row)
    columns = [
        Column("rank", ("rank",), formats.count),
        text_column("player", "player"),
        Column("Nash %", ("nash",), formats.percent),
        Column("Elo against it", ("skill",), formats.fixed),
    ]
    notes = [
        "Nash %: how often a player that can't be exploited picks each (maximum entropy). Elo against it: 0 "
        "for those it picks; the further below, the worse."
    ]
    if nash.frequency is not None:
        columns.append(Column("picked %", ("in_support",), formats.chance))
        of = f" of {replicates:,}" if replicates else ""
        notes.append(f"Picked %: in which share{of} bootstrap replicates the equilibrium picks it at all.")
    if alpha is not None:
        columns.append(Column("α-rank %", ("alpha_rank",), formats.percent))
        notes.append("α-rank %: long-run share of a population in which the better-paid are imitated.")
    return Table("Nash averaging", tuple(columns), (Section("", tuple(rows)),), tuple(rows[0]), tuple(notes))
