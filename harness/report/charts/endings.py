"""Why games end: the shares of all reasons, by pairing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.report import formats
from harness.report.page import MARGIN, Page, first_rows, fit, spread, text_width, widest
from harness.report.style import KINDS, LABEL, MUTED, SMALL, on, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Ints = npt.NDArray[np.int64]

_WIDTH, _COUNTS = 8.6, 0.75


@styled
def ending_reasons(counts: Mapping[str, npt.ArrayLike], reasons: Sequence[str]) -> Figure:
    """Draw why games ended.

    Parameters
    ----------
    counts : mapping of str to int array, shape (reasons,)
        Games of each pairing by reason, in the order of the rows.
    reasons : sequence of str
        The reasons' names; a forfeit may be one of them.

    Returns
    -------
    Figure
        A bar for all games, whose parts carry the reasons' names, and a thinner one per pairing.
    """
    every = {name: np.asarray(values, dtype=np.int64) for name, values in counts.items()}
    total = np.sum(list(every.values()), axis=0) if every else np.zeros(len(reasons), np.int64)
    rows, left_out = first_rows(every)
    bars = list(rows.items()) if len(rows) == 1 else [("all games", total), *rows.items()]
    keep = np.flatnonzero(total)
    step, size = (0.32, LABEL) if len(bars) <= 16 else (0.22, 8.0)
    games = int(total.sum())
    page = Page(
        _WIDTH,
        0.45 + 0.5 + (len(bars) - 1) * step + 0.3,
        _title(total, reasons),
        f"Share of games by the reason why they ended, per cent; {formats.counted(games, 'game')}",
        f"{formats.share_error([int(values.sum()) for _, values in bars])} {left_out}",
    )
    left = MARGIN + widest([name for name, _ in bars[1:]], size, 3.0, bold=bars[0][0]) + 0.12
    width = _WIDTH - left - _COUNTS - MARGIN
    page.text(_WIDTH - MARGIN, 0.33, "games", color=MUTED, align="right")
    fills = [KINDS[k % len(KINDS)] for k in range(len(reasons))]
    if games:
        _names(page, total, keep, reasons, left, width)
    top = 0.45
    for place, (name, values) in enumerate(bars):
        height = step - 0.06 if place else 0.36
        _bar(page.axes(left, top, width, height), values, keep, fills, size, width)
        middle, shown = top + height / 2, fit(name, size, 3.0, bold=not place)
        page.text(left - 0.12, middle, shown, size=size, align="right", bold=not place)
        page.text(_WIDTH - MARGIN, middle, f"{values.sum():,}", size=size, align="right", color=MUTED)
        top += height + (0.06 if place else 0.14)
    _scale(page, left, top - 0.06, width)
    return page.figure


def _title(total: Ints, reasons: Sequence[str]) -> str:
    games = int(total.sum())
    if not games:
        return "Why games end: there are none"
    most = int(total.argmax())
    if total[most] == games:
        return f"Every game ends by {reasons[most]}"
    return f"{_number(float(total[most]) / games)} % of games end by {reasons[most]}"


def _names(page: Page, total: Ints, keep: Ints, reasons: Sequence[str], left: float, width: float) -> None:
    """Write the reasons above the parts of the first bar, moved apart where parts are thin."""
    parts = total[keep] / total.sum()
    middles = ((np.cumsum(parts) - parts / 2.0) * width).tolist()
    names = []
    for k, part in zip(keep.tolist(), parts.tolist(), strict=True):
        number = _number(part)
        names.append(reasons[k] if _holds(part * width, number, LABEL) else f"{reasons[k]} {number} %")
    sizes = [text_width(name, SMALL, bold=True) + 0.14 for name in names]
    places = spread(middles, sizes, -0.1, width + _COUNTS)
    for name, place, middle in zip(names, places, middles, strict=True):
        page.text(left + place, 0.1, name, align="center", bold=True)
        page.line((left + place, 0.2), (left + middle, 0.42))


def _number(share: float) -> str:
    return formats.share(share, 1 if 0.0 < share < 0.1 else 0)


def _holds(room: float, text: str, size: float) -> bool:
    return room > text_width(text, size) + 0.06


def _bar(ax: Axes, values: Ints, keep: Ints, fills: Sequence[str], size: float, width: float) -> None:
    games = int(values.sum())
    start = 0.0
    for k in keep.tolist():
        share = values[k] / games if games else 0.0
        ax.barh(0.0, share, left=start, height=1.0, color=fills[k], edgecolor="white", linewidth=0.8)
        text = _number(share)
        if _holds(share * width, text, size):
            ax.text(start + share / 2.0, 0.0, text, size=size, color=on(fills[k]), ha="center", va="center")
        start += share
    ax.set_xlim(0.0, 1.0)
    ax.set_ylim(-0.5, 0.5)
    ax.set_axis_off()


def _scale(page: Page, left: float, top: float, width: float) -> None:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        page.text(left + share * width, top + 0.16, f"{100 * share:g} %", color=MUTED, align="center")
