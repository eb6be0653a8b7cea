"""How a match went: its log-likelihood ratio between the bounds, and its Elo, over the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.report import formats
from harness.report.fonts import drawable
from harness.report.page import MARGIN, Page, text_width, whole_ticks
from harness.report.style import ACCENT, FAINT, INK, LABEL, MUTED, SMALL, SOFT, WARM, styled
from harness.report.text import shorten
from harness.stats.sprt import Sprt

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _BODY = 8.2, 3.9
_UNITS = {"normalized": "nElo", "logistic": "Elo", "bayesian": "BayesElo"}


@styled
def llr_chart(games: npt.ArrayLike, llr: npt.ArrayLike, sprt: Sprt, labels: tuple[str, str]) -> Figure:
    """Draw the log-likelihood ratio of a sequential test.

    Parameters
    ----------
    games : int array, shape (looks,)
        Games played at each look, ascending; at least one look.
    llr : float array, shape (looks,)
        The ratio at each look.
    sprt : Sprt
        The test.
    labels : (str, str)
        Both entrants.

    Returns
    -------
    Figure
    """
    x, y = np.asarray(games, dtype=np.float64), np.asarray(llr, dtype=np.float64)
    unit = _UNITS[sprt.model]
    last = formats.fixed(float(y[-1]), 2)
    page, ax = _page(
        _llr_title(float(y[-1]), int(x[-1]), sprt, labels),
        f"Log-likelihood ratio of H1 ({unit} {sprt.elo1:g}) against H0 ({unit} {sprt.elo0:g}); "
        f"α {sprt.alpha:g}, β {sprt.beta:g}, {sprt.model}",
        float(x[-1]),
        last,
    )
    ax.set_ylabel("log-likelihood ratio")
    low, high = min(sprt.lower, float(y.min())), max(sprt.upper, float(y.max()))
    room = 0.12 * (high - low)
    ax.set_ylim(low - room, high + room)
    for bound, name, color, edge in (
        (sprt.upper, f"H1 accepted at {sprt.upper:.2f}: {unit} {sprt.elo1:g}", ACCENT, high + room),
        (sprt.lower, f"H0 accepted at {sprt.lower:.2f}: {unit} {sprt.elo0:g}", WARM, low - room),
    ):
        ax.axhspan(bound, edge, color=color, alpha=0.08, linewidth=0)
        ax.axhline(bound, color=color, linewidth=1.2)
        above, early = bound == sprt.upper, _passes_early(x, y, bound)
        ax.annotate(
            name.replace("-", "−"), (float(early), bound), (-4 if early else 4, 3 if above else -3),
            xycoords=("axes fraction", "data"), textcoords="offset points", size=SMALL, color=color,
            ha="right" if early else "left", va="bottom" if above else "top",
        )  # fmt: skip
    ax.axhline(0.0, color=FAINT, linewidth=0.8, zorder=0)
    ax.plot(np.concatenate([[0.0], x]), np.concatenate([[0.0], y]), color=INK, linewidth=1.4)
    _end(ax, float(x[-1]), float(y[-1]), last)
    return page.figure


def _passes_early(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], bound: float) -> bool:
    """Say whether the curve is beyond a bound in the half where its name would stand."""
    half = np.interp(x[-1] / 2.0, np.append(0.0, x), np.append(0.0, y))
    reached = np.append(y[x <= x[-1] / 2.0], half)
    return bool((reached >= bound).any() if bound > 0.0 else (reached <= bound).any())


@styled
def elo_over_games(
    games: npt.ArrayLike,
    elo: npt.ArrayLike,
    low: npt.ArrayLike,
    high: npt.ArrayLike,
    labels: tuple[str, str],
    confidence: float = 0.95,
) -> Figure:
    """Draw the estimate of Elo and its interval as games were played.

    Parameters
    ----------
    games : int array, shape (looks,)
        Games played at each look, ascending; at least one look.
    elo, low, high : float arrays, shape (looks,)
        The first entrant's Elo over the second, and its interval; may be infinite.
    labels : (str, str)
        Both entrants.
    confidence : float
        Level of the interval.

    Returns
    -------
    Figure
        The scale fits the later half; what is wider at the start is cut off.
    """
    x = np.asarray(games, dtype=np.float64)
    mid, bottom, top = (np.asarray(v, dtype=np.float64) for v in (elo, low, high))
    level = formats.level(confidence)
    interval = formats.between(float(bottom[-1]), float(top[-1])).replace("inf", "∞")
    last = f"{formats.signed(float(mid[-1]))}\n{interval}".replace("inf", "∞")
    page, ax = _page(
        _elo_title(float(bottom[-1]), float(top[-1]), labels),
        f"Elo of {_short(labels[0])} over {_short(labels[1])} with its {level} interval; "
        f"{formats.counted(int(x[-1]), 'game')}",
        float(x[-1]),
        last,
    )
    ax.set_ylabel("Elo")
    floor, ceiling = _limits(x, mid, bottom, top)
    ax.set_ylim(floor, ceiling)
    reach = ceiling - floor
    # Infinite ends have no place on a canvas: far outside will do.
    curves = [np.clip(v, floor - reach, ceiling + reach) for v in (mid, bottom, top)]
    ax.fill_between(x, curves[1], curves[2], color=SOFT, alpha=0.55, linewidth=0)
    ax.axhline(0.0, color=MUTED, linewidth=1.0)
    ax.plot(x, curves[0], color=ACCENT, linewidth=1.8)
    # The last interval stands for itself: after a single look there is no band.
    ends = np.clip([bottom[-1], top[-1]], floor, ceiling)
    ax.plot([x[-1], x[-1]], ends, color=ACCENT, linewidth=2.0, clip_on=False, solid_capstyle="butt")
    marker = "o" if np.isfinite(mid[-1]) else "^" if mid[-1] > 0.0 else "v"
    _end(ax, float(x[-1]), float(np.clip(mid[-1], floor, ceiling)), last, marker)
    return page.figure


def _short(label: str) -> str:
    return shorten(drawable(label), 28)


def _page(title: str, subtitle: str, games: float, last: str) -> tuple[Page, Axes]:
    """Make page and axes, with room at the right for what stands at the curve's end."""
    page = Page(_WIDTH, _BODY, title, subtitle)
    room = 0.15 + max(text_width(line.replace("-", "−"), LABEL, bold=True) for line in last.split("\n"))
    ax = page.axes(MARGIN + 0.6, 0.05, _WIDTH - 2 * MARGIN - 0.6 - room, _BODY - 0.55)
    ax.set_xlim(0.0, games)
    ax.set_xlabel("games")
    whole_ticks(ax, 6)
    return page, ax


def _end(ax: Axes, x: float, y: float, text: str, marker: str = "o") -> None:
    """Mark and write the last value."""
    ax.plot([x], [y], marker=marker, color=INK, markersize=5, clip_on=False, zorder=5)
    ax.annotate(
        text.replace("-", "−"), (x, y), (8, 0), textcoords="offset points", va="center", size=LABEL,
        weight="bold", annotation_clip=False,
    )  # fmt: skip


def _llr_title(llr: float, games: int, sprt: Sprt, labels: tuple[str, str]) -> str:
    a, b = map(_short, labels)
    after = f"after {formats.counted(games, 'game')}"
    decision = sprt.decide(llr)
    if decision is None:
        return f"{a} against {b}: undecided {after}"
    return f"{a} against {b}: {decision} accepted {after}"


def _elo_title(low: float, high: float, labels: tuple[str, str]) -> str:
    a, b = map(_short, labels)
    if low > 0.0:
        return f"{a} is stronger than {b}"
    if high < 0.0:
        return f"{a} is weaker than {b}"
    return f"{a} and {b} can't be told apart"


def _limits(
    games: npt.NDArray[np.float64],
    elo: npt.NDArray[np.float64],
    low: npt.NDArray[np.float64],
    high: npt.NDArray[np.float64],
) -> tuple[float, float]:
    late = games >= 0.1 * games[-1]
    ends = np.concatenate([elo[late], low[late], high[late], [0.0]])
    ends = ends[np.isfinite(ends)]
    floor, ceiling = float(ends.min()), float(ends.max())
    room = max(0.06 * (ceiling - floor), 1.0)
    return floor - room, ceiling + room
