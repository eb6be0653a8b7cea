"""Heat maps of everyone against everyone: scores, and likelihoods of superiority."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from harness.report import formats
from harness.report.charts.heat import NAMED, WRITTEN, Cell, HeatMap
from harness.report.scores import ScoreMatrix, by_mean_score, by_rating
from harness.report.style import DOUBT, styled
from harness.stats.multiple import holm
from harness.stats.scale import normal_cdf, z_value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from harness.stats.tables import Floats


@styled
def crosstable_heatmap(matrix: ScoreMatrix, labels: Sequence[str], elo: Floats | None = None) -> Figure:
    """Draw what every row scores against every column.

    Parameters
    ----------
    matrix : ScoreMatrix
        The scores (`harness.report.scores.score_matrix`).
    labels : sequence of str
        The entrants' labels.
    elo : float64 array, shape (n,), optional
        Ratings, by which rows are sorted; by default by mean score.

    Returns
    -------
    Figure
        Up to 12 entrants cells hold score and error; up to 24 the score; beyond, colours alone.
    """
    order = by_mean_score(matrix) if elo is None else by_rating(elo)
    error = np.fmax(matrix.high - matrix.score, matrix.score - matrix.low)
    known = error[np.isfinite(error)]
    digits = 1 if known.size and known.min() < 0.01 and len(order) <= NAMED else 0

    def cell(i: int, j: int) -> Cell:
        score, low, high = (float(values[i, j]) for values in (matrix.score, matrix.low, matrix.high))
        return (
            formats.share(score, digits),
            "".join(formats.arm(score, low, high, digits)),
            low > 0.5 or high < 0.5,
        )

    played = formats.counted(int(matrix.games.sum()) // 2, "game")
    return HeatMap(
        values=matrix.score,
        order=order,
        labels=labels,
        cell=cell,
        title=_score_title(matrix, order),
        subtitle=f"Share of the points that the row won, per cent; {played}, {_each(matrix)} a pairing",
        note=_score_note(matrix, known, len(order)),
        ends=("row loses", "row wins"),
    ).draw()


@styled
def los_heatmap(
    los: Floats,
    labels: Sequence[str],
    elo: Floats,
    confidence: float = 0.95,
    games: int | None = None,
) -> Figure:
    """Draw how sure the order of every two entrants is.

    Parameters
    ----------
    los : float64 array, shape (n, n)
        Likelihoods in [0, 1] that the row is stronger than the column.
    labels : sequence of str
        The entrants' labels.
    elo : float64 array, shape (n,)
        Ratings, by which rows are sorted.
    confidence : float
        What counts as clear.
    games : int, optional
        Games behind the ratings, for the heading.

    Returns
    -------
    Figure
        Only the half in which the row stands above the column; the other says the same.
    """
    order = by_rating(elo)
    edge = (1.0 + confidence) / 2.0

    def cell(i: int, j: int) -> Cell:
        p = float(los[i, j])
        return ">99" if p > 0.99 else formats.percent(p, 0), "", p >= edge

    shown = np.full(los.shape, np.nan)
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            shown[i, j] = los[i, j]
    pairs = shown[np.isfinite(shown)]
    clear = int((holm(np.minimum(2.0 * np.minimum(pairs, 1.0 - pairs), 1.0)) <= 1.0 - confidence).sum())
    played = "" if games is None else f"; {formats.counted(games, 'game')}"
    bold = f"Bold: at least {formats.percent(edge)} %, each on its own. " if len(order) <= WRITTEN else ""
    return HeatMap(
        values=shown,
        order=order,
        labels=labels,
        cell=cell,
        title=f"{clear:,} of {formats.counted(len(pairs), 'pair')} have a clear order",
        subtitle=f"Likelihood that the row is stronger than the column, per cent{played}",
        note=f"{bold}The title counts what is clear at {formats.level(confidence)} after Holm's correction.",
        ends=("can't be told apart", "clear"),
        limits=(0.5, 1.0),
        upper=True,
        colors=DOUBT,
    ).draw()


def _each(matrix: ScoreMatrix) -> str:
    played = matrix.games[matrix.games > 0]
    if matrix.equal_games is not None or not played.size:
        return f"{matrix.equal_games or 0:,}"
    return f"{played.min():,} to {played.max():,}"


def _score_note(matrix: ScoreMatrix, errors: Floats, n: int) -> str:
    level = formats.level(matrix.confidence)
    bold = (
        f"Bold: the {level} interval leaves out 50 %, each on its own. The title's claim is Holm-corrected."
    )
    if n <= NAMED:
        single = f": the longer arm, {formats.ONE_ARM}" if formats.one_armed(matrix.score) else ""
        return f"± {level}{single}. {bold}"
    most = (
        f"± {level} is at most {formats.percent(float(errors.max()))} percentage points."
        if errors.size
        else ""
    )
    return f"{bold} {most}" if n <= WRITTEN else f"{most} The title's claim is Holm-corrected."


def _score_title(matrix: ScoreMatrix, order: Sequence[int]) -> str:
    """Say whether results follow the order of the rows, as far as they are clear (Holm) at all."""
    above, below = np.triu_indices(len(order), 1)
    i, j = np.asarray(order)[above], np.asarray(order)[below]
    played = matrix.games[i, j] > 0
    i, j = i[played], j[played]
    error = np.maximum((matrix.high[i, j] - matrix.low[i, j]) / (2.0 * z_value(matrix.confidence)), 1e-12)
    p = np.array(
        [2.0 * normal_cdf(-abs(s - 0.5) / e) for s, e in zip(matrix.score[i, j], error, strict=True)]
    )
    clear = holm(p) <= 1.0 - matrix.confidence
    upsets = int((clear & (matrix.score[i, j] < 0.5)).sum())
    if upsets:
        return f"In {formats.counted(upsets, 'pairing')} the lower-ranked one is clearly ahead"
    if clear.all() and clear.size:
        return "Everyone clearly beats all below"
    return "Nobody clearly loses to a lower-ranked one"
