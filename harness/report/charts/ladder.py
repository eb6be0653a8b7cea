"""The ladder: every entrant's rating with its interval, the strongest on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from harness.report import formats
from harness.report.fonts import drawable
from harness.report.page import MARGIN, Page, column_ends, fit, widest
from harness.report.scores import by_rating
from harness.report.style import ACCENT, FAINT, INK, LABEL, MUTED, SMALL, styled
from harness.report.text import shorten
from harness.stats.analysis import RatingResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 8.6
_MARKS = {
    ">": "> the games set no upper bound",
    "<": "< the games set no lower bound",
    "~": "~ the games set no bound",
}


@styled
def rating_ladder(result: RatingResult, labels: Sequence[str]) -> Figure:
    """Draw the ladder of ratings.

    Parameters
    ----------
    result : RatingResult
        What `harness.stats.analysis.rate` found.
    labels : sequence of str
        The entrants' labels.

    Returns
    -------
    Figure
        A row per entrant; groups that no games connect stand apart. An arrow where an interval has no end.
    """
    rows = _rows(result)
    step, size = _density(len(labels))
    page = Page(_WIDTH, len(rows) * step + 0.75, _title(result, labels), _subtitle(result), _note(result))
    left = MARGIN + widest(labels, size, 2.6) + 0.12
    columns = _columns(result)
    *ends, values = column_ends(_WIDTH - MARGIN, columns, size)
    ax = page.axes(left, 0.28, values - 0.25 - left, len(rows) * step)
    _frame(ax, result, len(rows))
    for end, (head, _) in zip(ends, columns, strict=True):
        page.text(end, 0.18, head, color=MUTED, align="right")
    for y, k in enumerate(rows):
        if k is None:
            continue
        top = 0.28 + (y + 0.5) * step
        page.text(left - 0.12, top, fit(labels[k], size, 2.6), size=size, align="right")
        _dot(ax, result, k, y)
        for end, (head, cells) in zip(ends, columns, strict=True):
            color = MUTED if head == "games" else INK
            page.text(end, top, cells[k], size=size, align="right", color=color, bold=head == "Elo")
    return page.figure


def _columns(result: RatingResult) -> list[tuple[str, list[str]]]:
    """Write each entrant's values, by column, under their headings."""
    entrants = range(len(result.elo))
    return [
        ("Elo", [_elo(result, k) for k in entrants]),
        (
            f"± {formats.level(result.confidence)}",
            [formats.half_width(float(error)) for error in result.elo_error],
        ),
        ("games", [formats.count(float(games)) for games in result.score.games]),
    ]


def _rows(result: RatingResult) -> list[int | None]:
    """Entrants from top to bottom, None for the gap between two groups."""
    order, rows = by_rating(result.elo), list[int | None]()
    for group in result.fit.groups:
        rows += [None] if rows else []
        rows += [k for k in order if k in set(group)]
    return rows


def _density(n: int) -> tuple[float, float]:
    if n <= 12:
        return 0.34, LABEL
    return (0.26, 9.0) if n <= 25 else (0.19, 7.5)


def _title(result: RatingResult, labels: Sequence[str]) -> str:
    groups = result.fit.groups
    if len(groups) > 1:
        return f"Ratings in {len(groups)} groups that never met"
    first, second = by_rating(result.elo)[:2]
    a, b = (shorten(drawable(labels[k]), 28) for k in (first, second))
    if np.isinf(result.elo[first]):
        return f"{a} took every point: its rating has no upper bound"
    low, high = float(result.difference_low[first, second]), float(result.difference_high[first, second])
    if low > 0.0:
        gap = formats.fixed(float(result.difference[first, second]))
        return f"{a} is the strongest: {gap} Elo [{formats.fixed(low)}, {formats.fixed(high)}] above {b}"
    return f"Too close to call at the top: {a} and {b}"


def _subtitle(result: RatingResult) -> str:
    how = "a bootstrap by deal" if result.by_deal else "Fisher's information"
    games = formats.counted(round(float(result.score.games.sum()) / 2.0), "game")
    entrants = formats.counted(len(result.elo), "entrant")
    return f"Elo with {formats.level(result.confidence)} intervals from {how}; {entrants}, {games}"


def _note(result: RatingResult) -> str:
    notes = ["The gap parts groups that no games connect."] if len(result.fit.groups) > 1 else []
    marks = [word for mark, word in _MARKS.items() if mark in result.fit.marks]
    if marks:
        held = "" if result.fit.prior == 0.0 else "; the prior alone holds the rating shown"
        notes.append(f"{', '.join(marks)}{held}.")
    return " ".join(notes)


def _elo(result: RatingResult, k: int) -> str:
    value = float(result.elo[k])
    text = formats.fixed(value).replace("-", "−")
    return text if np.isinf(value) else result.fit.marks[k] + text


def _frame(ax: Axes, result: RatingResult, rows: int) -> None:
    ends = np.concatenate([result.elo, result.elo_low, result.elo_high])
    zero, name = 0.0, "mean of all"
    if result.fit.anchor is not None:
        zero, name = result.fit.anchor[1], "anchor"
    ends = np.append(ends[np.isfinite(ends)], zero)
    low, high = float(ends.min()), float(ends.max())
    room = max(0.05 * (high - low), 5.0)
    ax.set_xlim(low - room, high + room)
    ax.set_ylim(rows - 0.5, -0.5)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel("Elo")
    ax.grid(axis="x", color=FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.axvline(zero, color=MUTED, linewidth=1.0)
    ax.annotate(
        name, (zero, 1.0), (0, 3), xycoords=("data", "axes fraction"), textcoords="offset points",
        ha="center", va="bottom", size=SMALL, color=MUTED,
    )  # fmt: skip


def _dot(ax: Axes, result: RatingResult, k: int, y: int) -> None:
    left, right = ax.get_xlim()
    value, low, high = (float(x[k]) for x in (result.elo, result.elo_low, result.elo_high))
    if np.isfinite(value):
        ax.plot(
            [max(low, left), min(high, right)], [y, y], color=ACCENT, linewidth=2.0, solid_capstyle="butt"
        )
        caps = [end for end in (low, high) if left < end < right]
        ax.plot(
            caps, [y] * len(caps), marker="|", color=ACCENT, markersize=9, markeredgewidth=1.4, linewidth=0
        )
        ax.plot([value], [y], marker="o", color=ACCENT, markersize=6.5, markeredgecolor="white")
    for edge, marker, beyond in (
        (left, "<", value == -np.inf or (np.isfinite(value) and low == -np.inf)),
        (right, ">", value == np.inf or (np.isfinite(value) and high == np.inf)),
    ):
        if beyond:
            ax.plot([edge], [y], marker=marker, color=ACCENT, markersize=6, clip_on=False)
