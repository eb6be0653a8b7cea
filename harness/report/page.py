"""The page that a chart is drawn on: heading, note and axes in inches, and text that is made to fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from harness.report.fonts import drawable, families
from harness.report.style import INK, MUTED, SMALL, SUBTITLE, TITLE
from harness.report.text import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from harness.stats.tables import Floats

Row = TypeVar("Row")

MARGIN = 0.22
_LINE = 1.35
"""Height of a line of text over the size of its type."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Measure a line of text, in inches; `size` in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    prop = FontProperties(family=list(families()), size=size, weight="bold" if bold else "normal")
    wide, _, _ = text_to_path.get_text_width_height_descent(text, prop, ismath=False)
    return float(wide) / 72.0


def fit(text: str, size: float, room: float, bold: bool = False) -> str:
    """Make a label drawable and cut its middle out until it is at most `room` inches wide."""
    whole = drawable(text)
    if text_width(whole, size, bold) <= room:
        return whole
    low, high = 1, len(whole) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = text_width(shorten(whole, middle), size, bold) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return shorten(whole, low)


def fold(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Break a text into lines of at most `room` inches."""
    lines: list[str] = []
    for word in drawable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(fit(word, size, room, bold))
    return lines


def widest(labels: Sequence[str], size: float, most: float, bold: str = "") -> float:
    """Measure the room that labels need, one of them `bold` perhaps; `most` inches at most."""
    sizes = [text_width(drawable(label), size) for label in labels]
    return min(max([*sizes, text_width(drawable(bold), size, bold=True)]), most)


def column_ends(
    right: float, columns: Sequence[tuple[str, Sequence[str]]], size: float, gap: float = 0.22
) -> list[float]:
    """Set columns of numbers that stand right side by side.

    Parameters
    ----------
    right : float
        Where the last one ends, in inches.
    columns : sequence of (str, sequence of str)
        Each column's heading and its cells; room is left for bold ones.
    size : float
        Of the cells' type; headings are SMALL.
    gap : float
        Inches between two columns.

    Returns
    -------
    list of float
        Where each column ends; last, where the first one begins.
    """
    ends = []
    for head, cells in reversed(columns):
        ends.append(right)
        room = max([text_width(head, SMALL), *(text_width(cell, size, bold=True) for cell in cells)])
        right -= room + gap
    return [*reversed(ends), right + gap]


def spread(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Move things on a line apart so that none overlap, as little as need be and in their order.

    Parameters
    ----------
    wanted : sequence of float
        Where their middles would be, ascending.
    sizes : sequence of float
        How long each is; all are taken as shorter where there is no room.
    low, high : float
        The ends of the line.

    Returns
    -------
    list of float
        Their middles: least squares, by pooling neighbours that would overlap.
    """
    if not wanted:
        return []
    size = np.asarray(sizes, dtype=np.float64)
    size = size * min(1.0, (high - low) / max(float(size.sum()), 1e-12))
    offsets = np.concatenate([[0.0], np.cumsum((size[:-1] + size[1:]) / 2.0)])
    pooled = np.array(_pooled((np.asarray(wanted) - offsets).tolist()))
    inside = np.clip(pooled, low + size[0] / 2.0, high - size[-1] / 2.0 - offsets[-1])
    return [float(x) for x in inside + offsets]


def _pooled(values: list[float]) -> list[float]:
    """Give the nearest sequence that doesn't fall."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            other, many = pools.pop()
            mean, size = (mean * size + other * many) / (size + many), size + many
        pools.append((mean, size))
    return [mean for mean, size in pools for _ in range(size)]


def whole_ticks(ax: Axes, most: int = 8) -> None:
    """Put at most so many ticks on the horizontal axis, at whole numbers with commas between thousands."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    ax.xaxis.set_major_locator(MaxNLocator(most, integer=True))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))


def steps(
    ax: Axes, tops: Floats, edges: Floats, color: str, bottoms: Floats | float = 0.0, line: float = 0.0
) -> None:
    """Fill the area between two staircases; with a `line` draw the upper one only, so many points wide.

    `Axes.stairs` would measure every step for the axes' limits, which takes nine tenths of the time.
    """
    from matplotlib.patches import StepPatch

    base: Any = None if line else bottoms
    ax.add_artist(
        StepPatch(tops, edges, baseline=base, fill=not line, facecolor=color, edgecolor=color, linewidth=line)
    )


MOST_ROWS = 60
"""Rows of a chart at most; a picture of more is no picture."""


def first_rows(rows: Mapping[str, Row]) -> tuple[dict[str, Row], str]:
    """Give the rows that a chart has room for, and a note where some are left out."""
    shown = dict(list(rows.items())[:MOST_ROWS])
    return shown, f"The first {MOST_ROWS} of {len(rows):,} rows." if len(rows) > MOST_ROWS else ""


class Page:
    """A figure with a heading and a note, measured in inches from its left and from the top of its body.

    Parameters
    ----------
    width, body : float
        Width of the page, and height between heading and note, in inches.
    title : str
        What is seen.
    subtitle : str
        Unit, intervals, and n.
    note : str
        What a reader must be told, below the chart.
    """

    def __init__(self, width: float, body: float, title: str, subtitle: str = "", note: str = "") -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        room = width - 2 * MARGIN
        parts = (
            (fold(title, TITLE, room, bold=True), TITLE, INK, "bold"),
            (fold(subtitle, SUBTITLE, room), SUBTITLE, MUTED, "normal"),
        )
        notes = fold(note, SMALL, room)
        head = MARGIN + sum(len(lines) * size * _LINE / 72.0 for lines, size, _, _ in parts) + 0.12
        foot = MARGIN + len(notes) * SMALL * _LINE / 72.0
        self.width, self.height, self.body = width, head + body + foot, body
        self._head = head
        self.figure = Figure(figsize=(self.width, self.height))
        FigureCanvasAgg(self.figure)
        top = MARGIN
        for lines, size, color, weight in parts:
            top = self._lines(lines, top, size, color, weight)
        self._lines(notes, head + body + MARGIN / 3, SMALL, MUTED, "normal")

    def _lines(self, lines: list[str], top: float, size: float, color: str, weight: str) -> float:
        for line in lines:
            self.figure.text(
                MARGIN / self.width,
                1.0 - top / self.height,
                line,
                size=size,
                color=color,
                weight=weight,
                va="top",
            )
            top += size * _LINE / 72.0
        return top

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add axes whose upper left corner lies at (left, top)."""
        bottom = self.height - self._head - top - height
        return self.figure.add_axes(
            (left / self.width, bottom / self.height, width / self.width, height / self.height)
        )

    def text(
        self,
        left: float,
        top: float,
        text: str,
        *,
        size: float = SMALL,
        color: str = INK,
        align: str = "left",
        middle: str = "center",
        bold: bool = False,
        rotation: float = 0.0,
    ) -> None:
        """Write text whose middle (or other part, as matplotlib names it) lies at (left, top)."""
        self.figure.text(
            left / self.width,
            1.0 - (self._head + top) / self.height,
            text,
            size=size,
            color=color,
            ha=align,
            va=middle,
            weight="bold" if bold else "normal",
            rotation=rotation,
            rotation_mode="anchor",
        )

    def line(
        self, start: tuple[float, float], end: tuple[float, float], color: str = MUTED, width: float = 0.6
    ) -> None:
        """Draw a line from one (left, top) to another; its width in points."""
        from matplotlib.lines import Line2D

        xs = [point[0] / self.width for point in (start, end)]
        ys = [1.0 - (self._head + point[1]) / self.height for point in (start, end)]
        self.figure.add_artist(Line2D(xs, ys, color=color, linewidth=width))

    def words(self, left: float, top: float, words: Sequence[tuple[str, str]], size: float = SMALL) -> float:
        """Write words in a line, each behind a square of its colour; gives where the line ends."""
        from matplotlib.patches import Rectangle

        square = size * 0.8 / 72.0
        for word, color in words:
            shown = drawable(word)
            bottom = self.height - self._head - top - square / 2
            self.figure.add_artist(
                Rectangle(
                    (left / self.width, bottom / self.height),
                    square / self.width,
                    square / self.height,
                    facecolor=color,
                    edgecolor="none",
                )
            )
            self.text(left + square + 0.06, top, shown, size=size)
            left += square + 0.06 + text_width(shown, size) + 0.18
        return left
