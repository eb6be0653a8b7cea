"""What players do when: the share of each kind of action, ply by ply, a panel per player."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from harness.report import formats
from harness.report.charts.turns import (
    ENOUGH,
    LEFT,
    Ints,
    by_turn,
    last_ply,
    running,
    shares,
    smooth,
    together,
)
from harness.report.page import MARGIN, Page, fit, steps, text_width, whole_ticks
from harness.report.style import INK, KINDS, LABEL, MUTED, SMALL, on, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from harness.stats.tables import Floats

_GAP, _AXIS, _NAME, _KEY = 0.3, 0.42, 0.42, 0.58
"""Inches between panels, for the vertical axis, for a panel's name, and for the key above all panels."""


@styled
def strategy_chart(
    actions: Mapping[str, Ints], kinds: Sequence[str], *, title: str = "What players do when"
) -> Figure:
    """Draw the actions of each player by kind.

    Parameters
    ----------
    actions : mapping of str to int64 array, shape (plies, kinds)
        Actions of each player by ply and kind, over all its games and both seats.
    kinds : sequence of str
        Names of the kinds.
    title : str
        The heading.

    Returns
    -------
    Figure
        Plies are taken by twos, a turn of each seat, so that both seats count alike, and smoothed with
        their neighbours. The line is the share of the player's games that still run.
    """
    last, longest = last_ply(list(actions.values()))
    games = {label: int(counts[:2].sum()) for label, counts in actions.items()}
    columns = _columns(len(actions))
    wide, high = {1: (7.6, 3.4), 2: (4.0, 2.1), 3: (2.95, 1.6)}.get(columns, (2.2, 1.15))
    rows = math.ceil(len(actions) / columns)
    page = Page(
        MARGIN * 2 + _AXIS + columns * wide + (columns - 1) * _GAP,
        _KEY + rows * high + max(rows - 1, 0) * _NAME + 0.45,
        title,
        f"Share of actions by kind at each turn of two plies; {_range(list(games.values()))} a player",
        _note(last, longest, list(actions.values())),
    )
    fills = [KINDS[k % len(KINDS)] for k in range(len(kinds))]
    _key(page, kinds, fills)
    size = LABEL if columns < 4 else SMALL
    for place, (label, counts) in enumerate(actions.items()):
        row, column = divmod(place, columns)
        left, top = MARGIN + _AXIS + column * (wide + _GAP), _KEY + row * (high + _NAME)
        ax = page.axes(left, top, wide, high)
        n = formats.counted(games[label], "game")
        name = fit(label, size, wide - text_width(n, SMALL) - 0.1, bold=True)
        page.text(left, top - 0.11, name, size=size, bold=True)
        page.text(left + wide, top - 0.11, n, color=MUTED, align="right")
        _panel(ax, counts, last, kinds, fills, (wide, high), SMALL if columns < 4 else 7.0)
        _axis(ax, column == 0, place + columns >= len(actions))
    return page.figure


def _note(last: int, longest: int, actions: Sequence[Ints]) -> str:
    notes = ["A turn is smoothed with its neighbours, 1 : 2 : 1."]
    if last < longest:
        notes.append(
            f"The axis ends at ply {last}: fewer than {100 * LEFT:g} % of games are longer; the longest had {longest}."
        )
    sizes: list[int] = []
    for counts in actions:
        turns = by_turn(counts)[: (last + 1) // 2].sum(axis=1)
        sizes += [int(turns[start:stop].sum()) for start, stop in together(turns)]
    if len(sizes) < len(actions) * ((last + 1) // 2):
        notes.append(f"Turns with fewer than {ENOUGH} actions are taken together.")
    notes.append(formats.share_error(sizes))
    return " ".join(notes)


def _key(page: Page, kinds: Sequence[str], fills: Sequence[str]) -> None:
    end = page.words(MARGIN + _AXIS, 0.1, list(zip(kinds, fills, strict=True)), LABEL)
    page.line((end, 0.1), (end + 0.24, 0.1), INK, 1.2)
    page.text(end + 0.3, 0.1, "games still running", size=LABEL)


def _columns(panels: int) -> int:
    if panels <= 1:
        return 1
    return 2 if panels <= 4 else 3 if panels <= 12 else 4


def _range(games: Sequence[int]) -> str:
    if not games:
        return "0 games"
    low, high = min(games), max(games)
    return formats.counted(high, "game") if low == high else f"{low:,} to {high:,} games"


def _panel(
    ax: Axes,
    counts: Ints,
    last: int,
    kinds: Sequence[str],
    fills: Sequence[str],
    inches: tuple[float, float],
    size: float,
) -> None:
    share = shares(smooth(by_turn(counts)[: (last + 1) // 2]))
    line = running(counts)[: len(share)]
    edges = np.linspace(0.0, 2.0 * len(share), len(share) + 1)
    tops: Floats = np.cumsum(share, axis=1)
    bottoms: Floats = np.hstack([np.zeros((len(share), 1)), tops[:, :-1]])
    for kind in range(share.shape[1]):
        steps(ax, tops[:, kind], edges, fills[kind], bottoms[:, kind])
        _boundary(ax, edges, bottoms[:, kind], share[:, kind])
    ax.set_xlim(0.0, last)
    ax.set_ylim(0.0, 1.0)
    for kind, name in enumerate(kinds):
        scale = (inches[0] / last, inches[1])
        spot = _roomiest(bottoms[:, kind], tops[:, kind], line, (text_width(name, size), size), scale)
        if spot is not None:
            ax.text(*spot, name, size=size, color=on(fills[kind]), ha="center", va="center")
    from matplotlib.patheffects import withStroke

    ax.plot(
        edges[:-1] + 1.0, line, color=INK, linewidth=1.1,
        path_effects=[withStroke(linewidth=2.6, foreground="white", alpha=0.75)],
    )  # fmt: skip


def _boundary(ax: Axes, edges: Floats, level: Floats, share: Floats) -> None:
    """Part the areas by a thin white line, where both sides have something."""
    if level.any() and share.any():
        steps(ax, np.where(level > 0.0, level, np.nan), edges, "white", line=0.5)


def _roomiest(
    bottoms: Floats, tops: Floats, line: Floats, word: tuple[float, float], scale: tuple[float, float]
) -> tuple[float, float] | None:
    """Find the middle of the highest place in an area that holds a word and is clear of the line.

    Parameters
    ----------
    bottoms, tops, line : float64 arrays, shape (turns,)
        The area's bounds, and the line.
    word : (float, float)
        Width of the word in inches, and size of its type in points.
    scale : (float, float)
        Inches of a ply, and of the whole share.

    Returns
    -------
    (float, float) or None
        Ply and share; None where there is no room.
    """
    span = max(1, math.ceil((word[0] + 0.1) / (2.0 * scale[0])))
    if span > len(tops):
        return None
    low, top = _windows(bottoms, span).max(axis=1), _windows(tops, span).min(axis=1)
    near = _windows(np.pad(line, 1, mode="edge"), span + 2)
    # Below the line, and above it.
    floors = np.stack([low, np.maximum(low, near.max(axis=1))])
    ceilings = np.stack([np.minimum(top, near.min(axis=1)), top])
    room = ceilings - floors
    side, start = np.unravel_index(int(room.argmax()), room.shape)
    if room[side, start] < word[1] / 72.0 * 1.3 / scale[1]:
        return None
    return 2.0 * float(start) + span, float(floors[side, start] + ceilings[side, start]) / 2.0


def _windows(values: Floats, span: int) -> Floats:
    out: Floats = np.lib.stride_tricks.sliding_window_view(values, span)
    return out


def _axis(ax: Axes, first: bool, lowest: bool) -> None:
    ax.set_yticks([0.0, 0.5, 1.0], ["0 %", "50 %", "100 %"] if first else ["", "", ""])
    whole_ticks(ax, 6)
    ax.tick_params(labelbottom=lowest)
    if lowest:
        ax.set_xlabel("ply", size=SMALL)
