"""Cycles of three, drawn: each beats the next, and no ratings explain it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from harness.report import formats
from harness.report.fonts import drawable
from harness.report.page import MARGIN, Page, fit
from harness.report.style import ACCENT, INK, LABEL, MUTED, styled
from harness.report.text import shorten
from harness.stats.cycles import Cycle
from harness.stats.scale import ELO_PER_NAT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL, _HIGH, _MOST = 3.4, 3.0, 3


@styled
def cycle_graph(cycles: Sequence[Cycle], labels: Sequence[str], confidence: float = 0.95) -> Figure:
    """Draw the strongest cycles of three.

    Parameters
    ----------
    cycles : sequence of Cycle
        At least one; the first three are drawn.
    labels : sequence of str
        The entrants' labels.
    confidence : float
        Level of the intervals.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        There are no cycles.
    """
    if not cycles:
        raise ValueError("there are no cycles to draw; ask for the chart where there is one")
    shown = cycles[:_MOST]
    level = formats.level(confidence)
    width = max(2 * MARGIN + len(shown) * _PANEL, 6.2)
    page = Page(
        width,
        _HIGH + 0.5,
        _title(shown[0], labels),
        f"Elo by which each beats the next; their sum, 0 where ratings explain all three, with its {level} interval",
        "Arrows go from winner to loser. Intervals aren't corrected for having picked the strongest of many.",
    )
    panel = (width - 2 * MARGIN) / len(shown)
    for place, cycle in enumerate(shown):
        left = MARGIN + place * panel
        _ring(page.axes(left, 0.0, panel, _HIGH), cycle, labels, panel)
        total, low, high = (x * ELO_PER_NAT for x in (cycle.curl, cycle.low, cycle.high))
        text = f"sum {formats.signed(total)} {formats.between(low, high)}".replace("-", "−")
        page.text(left + panel / 2, _HIGH + 0.12, text, size=LABEL, align="center", bold=low > 0.0)
        holds = f"all three hold in {formats.chance(cycle.frequency)} % of replicates"
        page.text(left + panel / 2, _HIGH + 0.33, holds, color=MUTED, align="center")
    return page.figure


def _title(cycle: Cycle, labels: Sequence[str]) -> str:
    if cycle.low <= 0.0:
        return "Cycles of three, the strongest within error"
    a, b, c = (shorten(drawable(labels[k]), 24) for k in cycle.entrants)
    return f"{a} beats {b} beats {c} beats {a}"


def _ring(ax: Axes, cycle: Cycle, labels: Sequence[str], width: float) -> None:
    from matplotlib.patches import FancyArrowPatch

    ax.set_xlim(0.0, width)
    ax.set_ylim(0.0, _HIGH)
    ax.set_axis_off()
    centre, radius = np.array([width / 2, 1.3]), 1.0
    rays = np.array([[math.cos(t), math.sin(t)] for t in np.radians([90.0, -30.0, 210.0])])
    spots = centre + radius * rays
    for k in range(3):
        start, end = spots[k], spots[(k + 1) % 3]
        arrow = FancyArrowPatch(
            (start[0], start[1]), (end[0], end[1]), arrowstyle="-|>", mutation_scale=15, color=ACCENT,
            linewidth=2.0, shrinkA=9, shrinkB=9,
        )  # fmt: skip
        ax.add_patch(arrow)
        middle = (start + end) / 2
        # Outside the triangle, but for its base: below that stand names.
        out = middle + (-0.17 if k == 1 else 0.4) * (middle - centre) / np.hypot(*(middle - centre))
        text = formats.signed(cycle.log_odds[k] * ELO_PER_NAT)
        ax.text(out[0], out[1], text, size=LABEL, ha="center", va="center", color=ACCENT)
    for k, spot, ray in zip(cycle.entrants, spots, rays, strict=True):
        ax.plot([spot[0]], [spot[1]], marker="o", markersize=9, color=INK)
        below = ray[1] < 0
        name = fit(labels[k], LABEL, 1.55 if below else width - 0.2, bold=True)
        y = spot[1] + (-0.17 if below else 0.15)
        ax.text(spot[0], y, name, size=LABEL, weight="bold", ha="center", va="top" if below else "bottom")
