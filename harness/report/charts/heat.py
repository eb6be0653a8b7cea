"""The drawing behind all heat maps: a square of cells around 50 %, legible from 2 to 50 entrants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.report.page import MARGIN, Page, fit, text_width, widest
from harness.report.style import DIVERGING, LABEL, MUTED, SMALL, colormap, on

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

    from harness.stats.tables import Floats

NAMED, WRITTEN = 12, 24
"""Entrants up to which columns carry names, and cells their numbers."""

Cell = tuple[str, str, bool]
"""What a cell says: a number, its error, and whether it is clear (bold)."""

_LABELS, _SLANTED = 2.3, 1.5
"""Inches of a row's and of a column's label at most."""


@dataclass(frozen=True)
class _Layout:
    """Inches of a cell and of what stands around the square; sizes of type in points."""

    side: float
    number: float
    label: float
    heading: float
    room: float
    ranks: float
    slant: float

    @classmethod
    def of(cls, labels: Sequence[str]) -> _Layout:
        n = len(labels)
        side, number, label, heading = (0.58, LABEL, LABEL, SMALL)
        if n > NAMED:
            side, number, label, heading = (0.34, 7.5, 8.0, 7.5)
        if n > WRITTEN:
            side, number, label, heading = (0.185, 0.0, 6.5, 5.5)
        room = widest(labels, label, _LABELS)
        slant = widest(labels, heading, _SLANTED) * 0.71 if n <= NAMED else 0.0
        return cls(side, number, label, heading, room, 0.0 if n <= NAMED else 0.3, slant)

    @property
    def left(self) -> float:
        return MARGIN + self.ranks + self.room + 0.1

    @property
    def top(self) -> float:
        return self.slant + 0.2


@dataclass(frozen=True, eq=False)
class HeatMap:
    """A matrix of shares to be drawn.

    Attributes
    ----------
    values : float64 array, shape (n, n)
        Shares in [0, 1]; nan for empty cells.
    order : sequence of int
        Entrants from the top down, and from left to right.
    labels : sequence of str
        The entrants' labels.
    cell : callable
        Gives what cell (i, j) says.
    title, subtitle, note : str
        As for `harness.report.page.Page`.
    ends : (str, str)
        What both ends of the colours mean.
    limits : (float, float) or None
        Shares at both ends of the colours; by default as far from ½ as the values go, 0.1 at least.
    colors : tuple of str
        What the colours run through; by default those around ½.
    upper : bool
        Whether only the cells above the diagonal say something: then the first column and the last row, which have
        none, are left out.
    """

    values: Floats
    order: Sequence[int]
    labels: Sequence[str]
    cell: Callable[[int, int], Cell]
    title: str
    subtitle: str
    note: str
    ends: tuple[str, str]
    limits: tuple[float, float] | None = None
    colors: tuple[str, ...] = DIVERGING
    upper: bool = False

    @property
    def rows(self) -> Sequence[int]:
        """Entrants from the top down."""
        return self.order[:-1] if self.upper else self.order

    @property
    def columns(self) -> Sequence[int]:
        """Entrants from left to right."""
        return self.order[1:] if self.upper else self.order

    def draw(self) -> Figure:
        """Draw it."""
        n = len(self.rows)
        lay = _Layout.of([self.labels[k] for k in self.order])
        square = n * lay.side
        width = max(lay.left + square + lay.slant + MARGIN, 6.4)
        page = Page(width, lay.top + square + 0.62, self.title, self.subtitle, self.note)
        ax = page.axes(lay.left, lay.top, square, square)
        grid = np.ma.masked_invalid(self.values[np.ix_(self.rows, self.columns)])
        limits = self.limits or _limits(grid.compressed())
        colors = colormap(self.colors)
        line = 0.8 if n <= WRITTEN else 0.3
        mesh = ax.pcolormesh(
            grid, cmap=colors, vmin=limits[0], vmax=limits[1], edgecolors="white", linewidth=line
        )
        ax.set_xlim(0, n)
        ax.set_ylim(n, 0)
        ax.set_axis_off()
        self._names(page, lay)
        if n <= WRITTEN:
            self._numbers(ax, np.asarray(mesh.cmap(mesh.norm(grid.filled(0.5)))), lay)
        _key(page, lay.left, lay.top + square + 0.2, limits, self.ends, colors)
        return page.figure

    def _names(self, page: Page, lay: _Layout) -> None:
        ranks = {k: str(rank) for rank, k in enumerate(self.order, 1)}
        for place, (row, column) in enumerate(zip(self.rows, self.columns, strict=True)):
            middle = (place + 0.5) * lay.side
            top, left = lay.top + middle, lay.left + middle
            name = fit(self.labels[row], lay.label, lay.room)
            page.text(lay.left - 0.1, top, name, size=lay.label, align="right")
            if lay.slant:
                name = fit(self.labels[column], lay.heading, _SLANTED)
                page.text(left, lay.top - 0.08, name, size=lay.heading, middle="baseline", rotation=45)
                continue
            edge, size = MARGIN + lay.ranks - 0.08, lay.heading
            page.text(edge, top, ranks[row], size=size, color=MUTED, align="right")
            page.text(left, lay.top - 0.09, ranks[column], size=size, color=MUTED, align="center")

    def _numbers(self, ax: Axes, fills: Floats, lay: _Layout) -> None:
        from matplotlib.colors import to_hex

        errors = len(self.order) <= NAMED
        for a, i in enumerate(self.rows):
            for b, j in enumerate(self.columns):
                if not np.isfinite(self.values[i, j]):
                    continue
                number, error, clear = self.cell(i, j)
                both = bool(errors and error)
                color, weight = on(to_hex(fills[a, b])), "bold" if clear else "normal"
                y = a + (0.42 if both else 0.5)
                ax.text(
                    b + 0.5, y, number, size=lay.number, color=color, weight=weight, ha="center", va="center"
                )
                if both:
                    ax.text(b + 0.5, a + 0.73, error, size=7.0, color=color, ha="center", va="center")


def _limits(known: Floats) -> tuple[float, float]:
    most = float(np.abs(known - 0.5).max()) if known.size else 0.0
    reach = min(0.5, max(0.1, float(np.ceil(most * 20.0)) / 20.0))
    return 0.5 - reach, 0.5 + reach


def _key(
    page: Page, left: float, top: float, limits: tuple[float, float], ends: tuple[str, str], colors: Colormap
) -> None:
    """Draw the strip of colours with its ends named."""
    length, before = 1.5, text_width(ends[0], SMALL) + 0.08
    left = max(left, MARGIN)
    page.text(left, top + 0.06, ends[0], color=MUTED)
    ax = page.axes(left + before, top, length, 0.12)
    ax.pcolormesh(np.linspace(0.0, 1.0, 65)[:-1][None], cmap=colors, vmin=0.0, vmax=1.0, linewidth=0.0)
    ax.set_axis_off()
    page.text(left + before + length + 0.08, top + 0.06, ends[1], color=MUTED)
    for place in (0.0, 0.5, 1.0):
        text = f"{100.0 * (limits[0] + place * (limits[1] - limits[0])):g} %"
        page.text(left + before + place * length, top + 0.22, text, color=MUTED, align="center", size=7.0)
