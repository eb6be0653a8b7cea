"""Scores of every entrant against every other, with their intervals, as matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harness.stats.estimate import MatchEstimate
from harness.stats.rates import wilson
from harness.stats.scale import z_value
from harness.stats.tables import Floats, Ints, PairingTable


@dataclass(frozen=True, eq=False, slots=True)
class PairScores:
    """What the first entrant of each pairing scored, shape (P,) each; shares in [0, 1], nan without games."""

    score: Floats
    low: Floats
    high: Floats
    games: Floats
    by_block: bool


@dataclass(frozen=True, eq=False, slots=True)
class ScoreMatrix:
    """What rows score against columns.

    Attributes
    ----------
    score, low, high : float64 arrays, shape (n, n)
        Shares of the points in [0, 1] with their interval; nan where nothing was played.
    games : int64 array, shape (n, n)
        Games of each pairing.
    confidence : float
        Level of the intervals.
    by_block : bool
        Whether the intervals take the games of a deal together; otherwise they are Wilson's, by game.
    """

    score: Floats
    low: Floats
    high: Floats
    games: Ints
    confidence: float = 0.95
    by_block: bool = False

    @property
    def equal_games(self) -> int | None:
        """Games of a pairing where all that played have the same number of them."""
        numbers = np.unique(self.games[self.games > 0])
        return int(numbers[0]) if len(numbers) == 1 else None


def pair_scores(
    table: PairingTable, confidence: float = 0.95, estimates: Sequence[MatchEstimate] | None = None
) -> PairScores:
    """Score every pairing.

    Parameters
    ----------
    table : PairingTable
        The games.
    confidence : float
        Level of the intervals.
    estimates : sequence of MatchEstimate, length P, optional
        Estimates from blocks, in the order of the pairings and from the view of i, for intervals that know
        which games shared a deal. Without them, and where all blocks scored alike, Wilson's interval.

    Raises
    ------
    ValueError
        There aren't as many estimates as pairings.
    """
    counts = table.counts.sum(axis=1)
    games = counts.sum(axis=1)
    points = counts[:, 2] + 0.5 * counts[:, 1]
    score = np.divide(points, games, out=np.full(len(games), np.nan), where=games > 0)
    low, high = wilson(np.nan_to_num(score), games, z_value(confidence))
    if estimates is not None:
        if len(estimates) != len(games):
            raise ValueError(f"{len(estimates)} estimates for {len(games)} pairings; give one for each")
        error = np.array([e.score_error for e in estimates])
        low = np.where(error > 0, np.maximum(score - error, 0.0), low)
        high = np.where(error > 0, np.minimum(score + error, 1.0), high)
    none = games == 0
    low[none], high[none] = np.nan, np.nan
    return PairScores(score, low, high, games, estimates is not None)


def score_matrix(
    table: PairingTable, confidence: float = 0.95, estimates: Sequence[MatchEstimate] | None = None
) -> ScoreMatrix:
    """Arrange the scores of all pairings as a matrix; see `pair_scores`."""
    pairs, n = pair_scores(table, confidence, estimates), table.entrants
    score, low, high = (np.full((n, n), np.nan) for _ in range(3))
    games = np.zeros((n, n), np.int64)
    i, j = table.i, table.j
    score[i, j], score[j, i] = pairs.score, 1.0 - pairs.score
    low[i, j], low[j, i] = pairs.low, 1.0 - pairs.high
    high[i, j], high[j, i] = pairs.high, 1.0 - pairs.low
    games[i, j] = games[j, i] = np.rint(pairs.games).astype(np.int64)
    return ScoreMatrix(score, low, high, games, confidence, pairs.by_block)


def by_mean_score(matrix: ScoreMatrix) -> list[int]:
    """Order the entrants by their mean score over the opponents that they met, the best first."""
    met = matrix.games > 0
    total = np.where(met, np.nan_to_num(matrix.score), 0.0).sum(axis=1)
    mean = np.divide(total, met.sum(axis=1), out=np.zeros(len(total)), where=met.any(axis=1))
    return [int(k) for k in np.argsort(-mean, kind="stable")]


def by_rating(elo: Floats) -> list[int]:
    """Order the entrants by rating, the best first and those without one last."""
    return [int(k) for k in np.argsort(-np.nan_to_num(elo, nan=-np.inf), kind="stable")]
