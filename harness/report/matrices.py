"""Tables of everyone against everyone: scores, differences in Elo, likelihoods of superiority."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from harness.report import formats
from harness.report.scores import (
    PairScores,
    ScoreMatrix,
    by_mean_score,
    by_rating,
    pair_scores,
    score_matrix,
)
from harness.report.tables import Column, Row, Section, Table, Value, text_column
from harness.stats.analysis import RatingResult
from harness.stats.estimate import MatchEstimate
from harness.stats.scale import elo_from_score
from harness.stats.tables import PairingTable

WIDEST = 12
"""Entrants of the largest matrix that is shown as one; beyond, a row per pair is shown in its place."""

_SELF = "·"

Matrices = Mapping[str, npt.NDArray[np.float64]]


def crosstable(
    table: PairingTable,
    labels: Sequence[str],
    *,
    order: Sequence[int] | None = None,
    confidence: float = 0.95,
    estimates: Sequence[MatchEstimate] | None = None,
) -> Table:
    """Make the crosstable: the score of each row against each column.

    Parameters
    ----------
    table : PairingTable
        The games.
    labels : sequence of str
        The entrants' labels.
    order : sequence of int, optional
        Entrants from top to bottom (`harness.report.scores.by_rating`); by default by mean score.
    confidence : float
        Level of the intervals.
    estimates : sequence of MatchEstimate, optional
        As for `harness.report.scores.pair_scores`.

    Returns
    -------
    Table
        A matrix for people, up to WIDEST entrants; a row per pairing for CSV and JSON.
    """
    matrix = score_matrix(table, confidence, estimates)
    notes = _score_notes(matrix)
    pairs = _pairings(table, labels, pair_scores(table, confidence, estimates), confidence, notes)
    ranked = list(order) if order is not None else by_mean_score(matrix)
    if len(ranked) > WIDEST:
        return pairs
    shown = {"score": matrix.score, "low": matrix.low, "high": matrix.high}
    same = matrix.equal_games
    if same is None:
        shown["games"] = matrix.games.astype(np.float64)
    each = f"{formats.counted(same, 'game')} a pairing, " if same else ""
    title = f"Score of the row against the column, per cent ({each}± {formats.level(confidence)})"
    return _matrix(title, labels, ranked, shown, _score_cell, notes, pairs)


def difference_matrix(result: RatingResult, labels: Sequence[str]) -> Table:
    """Make the table of differences in Elo, row less column, with their errors.

    Parameters
    ----------
    result : RatingResult
        What `harness.stats.analysis.rate` found.
    labels : sequence of str
        The entrants' labels.

    Returns
    -------
    Table
        A matrix for people, up to WIDEST entrants; a row per pair for CSV and JSON.
    """
    shown = {
        "difference": result.difference,
        "low": result.difference_low,
        "high": result.difference_high,
    }
    title = f"Elo of the row less that of the column (± {formats.level(result.confidence)})"
    return _of_ratings(result, labels, title, shown, _difference_cell)


def los_matrix(result: RatingResult, labels: Sequence[str]) -> Table:
    """Make the table of likelihoods that the row is stronger than the column; see `difference_matrix`."""
    title = "Likelihood that the row is stronger than the column, per cent"
    return _of_ratings(result, labels, title, {"los": result.los}, formats.likelihood)


def _score_notes(matrix: ScoreMatrix) -> tuple[str, ...]:
    how = "from blocks, which share a deal" if matrix.by_block else "Wilson's, each game taken as independent"
    single = f" ({formats.ONE_ARM})" if formats.one_armed(matrix.score) else ""
    return (f"± is the longer arm of the {formats.level(matrix.confidence)} interval{single}, {how}.",)


def _score_cell(score: float, low: float, high: float, games: float | None = None) -> str:
    if formats.missing(score):
        return ""
    cell = formats.rate(score, low, high)
    return cell if games is None else f"{cell} ({games:,.0f})"


def _difference_cell(difference: float, low: float, high: float) -> str:
    return f"{formats.signed(difference)} ±{formats.half_width((high - low) / 2.0):>5}"


def _interval(low: float, high: float) -> str:
    return formats.between(low, high) if low != high else formats.NOTHING


def _matrix(
    title: str,
    labels: Sequence[str],
    order: Sequence[int],
    shown: Matrices,
    write: Callable[..., str],
    notes: tuple[str, ...],
    data: Table,
) -> Table:
    """Arrange matrices as one table whose columns have the numbers of the rows for headings."""

    def cell(itself: bool, *values: float) -> str:
        return _SELF if itself else write(*values)

    columns = [Column("", ("rank",), formats.count), text_column("player", "player")]
    rows: list[Row] = []
    for place, k in enumerate(order, 1):
        names = [f"{place}.{name}" for name in shown]
        columns.append(Column(str(place), (f"{place}.self", *names), cell))
        row: dict[str, Value] = {"rank": place, "player": labels[k]}
        for other, m in enumerate(order, 1):
            row[f"{other}.self"] = k == m
            row.update({f"{other}.{name}": float(values[k, m]) for name, values in shown.items()})
        rows.append(row)
    return Table(title, tuple(columns), (Section("", tuple(rows)),), tuple(rows[0]), notes, data)


def _pairings(
    table: PairingTable,
    labels: Sequence[str],
    scores: PairScores,
    confidence: float,
    notes: tuple[str, ...],
) -> Table:
    rows: list[Row] = []
    for p, (i, j) in enumerate(zip(table.i.tolist(), table.j.tolist(), strict=True)):
        losses, draws, wins = np.rint(table.counts[p].sum(axis=0)).astype(int).tolist()
        low, high = (_elo(float(end[p])) for end in (scores.low, scores.high))
        rows.append(
            {
                "first": labels[i],
                "second": labels[j],
                "games": wins + draws + losses,
                "wins": wins,
                "draws": draws,
                "losses": losses,
                "score": float(scores.score[p]),
                "score_low": float(scores.low[p]),
                "score_high": float(scores.high[p]),
                "elo": _elo(float(scores.score[p])),
                "elo_low": low,
                "elo_high": high,
                "elo_error": (high - low) / 2.0,
            }
        )
    columns = (
        text_column("first", "first"),
        text_column("second", "second"),
        *(Column(name, (name,), formats.count) for name in ("games", "wins", "draws", "losses")),
        Column("score %", ("score", "score_low", "score_high"), formats.rate),
        Column("Elo", ("elo",), formats.signed),
        Column(f"± {formats.level(confidence)}", ("elo_error",), formats.fixed),
    )
    fields = tuple(rows[0]) if rows else tuple(name for column in columns for name in column.fields)
    return Table("Pairings, seen from the first", columns, (Section("", tuple(rows)),), fields, notes)


def _elo(score: float) -> float:
    return score if np.isnan(score) else elo_from_score(score)


def _of_ratings(
    result: RatingResult, labels: Sequence[str], title: str, shown: Matrices, write: Callable[..., str]
) -> Table:
    how = "a bootstrap by deal" if result.by_deal else "Fisher's information, each game taken as independent"
    notes = (f"From the fitted ratings; errors from {how}.",)
    order = by_rating(result.elo)
    pairs = _pairs_of_ratings(result, labels, order, notes)
    if len(order) > WIDEST:
        return pairs
    return _matrix(title, labels, order, shown, write, notes, pairs)


def _pairs_of_ratings(
    result: RatingResult, labels: Sequence[str], order: Sequence[int], notes: tuple[str, ...]
) -> Table:
    rows: list[Row] = [
        {
            "first": labels[i],
            "second": labels[j],
            "difference": float(result.difference[i, j]),
            "low": float(result.difference_low[i, j]),
            "high": float(result.difference_high[i, j]),
            "los": float(result.los[i, j]),
        }
        for place, i in enumerate(order)
        for j in order[place + 1 :]
    ]
    columns = (
        text_column("first", "first"),
        text_column("second", "second"),
        Column("Elo", ("difference",), formats.signed),
        Column(f"{formats.level(result.confidence)} interval", ("low", "high"), _interval),
        Column("LOS %", ("los",), formats.likelihood),
    )
    fields = ("first", "second", "difference", "low", "high", "los")
    return Table(
        "Differences in Elo, the stronger first", columns, (Section("", tuple(rows)),), fields, notes
    )
