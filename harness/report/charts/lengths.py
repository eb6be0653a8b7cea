"""How long games are: the distribution of plies over all games, and by pairing or player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.report import formats
from harness.report.page import MARGIN, Page, column_ends, first_rows, fit, steps, whole_ticks, widest
from harness.report.style import ACCENT, INK, LABEL, MUTED, SMALL, SOFT, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Ints = npt.NDArray[np.int64]

_WIDTH = 8.6
_HEADS = ("peak", "median", "middle half", "games")
_ALL = 1.25
"""Inches of the panel of all games."""


@styled
def game_length(overall: Ints, groups: Mapping[str, Ints] | None = None) -> Figure:
    """Draw the distribution of the length of games.

    Parameters
    ----------
    overall : int64 array, shape (plies + 1,)
        ``overall[p]`` games ended after p plies.
    groups : mapping of str to int64 array, optional
        The same by pairing or by player, in the order of the rows.

    Returns
    -------
    Figure
        The median is marked; it stands beside each row with the middle half of the games, and their number.
        Every row has its own height.
    """
    rows, left_out = first_rows(groups or {})
    step, size = (0.42, LABEL) if len(rows) <= 15 else (0.28, 8.5)
    last = int(max(np.flatnonzero(counts).max(initial=1) for counts in (overall, *rows.values())))
    games = int(overall.sum())
    middle = quantile(overall, 0.5)
    title = f"Half of all games are over after {middle:,} plies" if games else "No games"
    subtitle = f"Share of games by number of plies; {formats.counted(games, 'game')}"
    body = 0.25 + _ALL + (0.15 + len(rows) * step if rows else 0.0) + 0.45
    note = "Line: median. Peak: the share of the commonest length, which is the height of the row."
    note = f"{note} {left_out}"
    page = Page(_WIDTH, body, title, subtitle, note)
    left = MARGIN + widest(list(rows), size, 2.8, bold="all games") + 0.12
    bars = [("", overall), *rows.items()]
    cells = [_values(counts) for _, counts in bars]
    *ends, values = column_ends(
        _WIDTH - MARGIN, list(zip(_HEADS, zip(*cells, strict=True), strict=True)), size
    )
    width = values - 0.25 - left
    for end, head in zip(ends, _HEADS, strict=True):
        page.text(end, 0.12, head, color=MUTED, align="right")
    top, height, fill = 0.25, _ALL, ACCENT
    for place, (name, counts) in enumerate(bars):
        ax = page.axes(left, top, width, height - 0.06)
        _bars(ax, counts, last, fill)
        shown = fit(name, size, 2.8) if place else "all games"
        foot = top + height - 0.06
        page.text(left - 0.12, foot, shown, size=size, align="right", middle="bottom", bold=not place)
        for end, cell, color in zip(ends, cells[place], (MUTED, INK, INK, MUTED), strict=True):
            bold = end == ends[_HEADS.index("median")]
            page.text(end, foot, cell, size=size, color=color, align="right", middle="bottom", bold=bold)
        bottom = place == len(rows)
        _axis(ax, last, bottom)
        top += height + (0.0 if place else 0.15)
        height, fill = step, SOFT
    return page.figure


def quantile(counts: Ints, share: float) -> int:
    """Give the number of plies after which that share of the games is over; 0 without games."""
    total = int(counts.sum())
    return int(np.searchsorted(np.cumsum(counts), share * total)) if total else 0


def _values(counts: Ints) -> tuple[str, str, str, str]:
    """Write a row's peak, median, middle half and number of games."""
    games = int(counts.sum())
    if not games:
        return "", "", "", "0"
    low, middle, high = (quantile(counts, share) for share in (0.25, 0.5, 0.75))
    return f"{formats.share(counts.max() / games)} %", f"{middle}", f"{low} to {high}", f"{games:,}"


def _bars(ax: Axes, counts: Ints, last: int, fill: str) -> None:
    total = int(counts.sum())
    if not total:
        return
    shown = counts[: last + 1] / total
    steps(ax, shown, np.linspace(-0.5, len(shown) - 0.5, len(shown) + 1), fill)
    middle = quantile(counts, 0.5)
    ax.vlines(middle, 0.0, float(shown.max()) * 1.04, color=INK, linewidth=1.6)
    ax.set_ylim(0.0, float(shown.max()) * 1.05)


def _axis(ax: Axes, last: int, bottom: bool) -> None:
    ax.set_xlim(-0.5, last + 0.5 + 0.01 * last)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    if bottom:
        ax.set_xlabel("plies")
    else:
        ax.tick_params(axis="x", length=0, labelbottom=False)
        ax.spines["bottom"].set_linewidth(0.5)
    whole_ticks(ax)
    ax.tick_params(axis="x", labelsize=SMALL)
