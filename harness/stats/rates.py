"""Scores and draw rates per entrant, with their intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.stats.resample import interval
from harness.stats.tables import Floats, PairingTable


@dataclass(frozen=True, eq=False, slots=True)
class Rates:
    """A rate per entrant with its interval.

    Attributes
    ----------
    value, low, high : float64 arrays, shape (n,)
        In [0, 1]. Without games: 0, 0 and 1.
    games : float64 array, shape (n,)
        Games behind each.
    """

    value: Floats
    low: Floats
    high: Floats
    games: Floats


class PerEntrant:
    """Sums of counts (R, P, 2, 3) over each entrant's games: points, games and draws by seat, each (R, n)."""

    def __init__(self, table: PairingTable) -> None:
        rows, n = np.arange(len(table.i)), table.entrants
        self.to_i, self.to_j = np.zeros((len(rows), n)), np.zeros((len(rows), n))
        self.to_i[rows, table.i], self.to_j[rows, table.j] = 1.0, 1.0

    def __call__(self, counts: Floats) -> dict[str, tuple[Floats, Floats]]:
        """Give part and whole of each rate: ``score``, ``draws``, and the score in the ``first`` and
        ``second`` seat.
        """
        draws = counts[..., 1]
        games = counts[..., 0] + draws + counts[..., 2]
        points = counts[..., 2] + 0.5 * draws
        first = self._sum(points, games - points, 0), self._sum(games, games, 0)
        second = self._sum(points, games - points, 1), self._sum(games, games, 1)
        drawn = self._sum(draws, draws, 0) + self._sum(draws, draws, 1)
        whole = first[1] + second[1]
        return {
            "score": (first[0] + second[0], whole),
            "draws": (drawn, whole),
            "first": first,
            "second": second,
        }

    def _sum(self, mine: Floats, theirs: Floats, seat: int) -> Floats:
        # Contiguous, or numpy multiplies without BLAS.
        left, right = np.ascontiguousarray(mine[..., seat]), np.ascontiguousarray(theirs[..., 1 - seat])
        out: Floats = left @ self.to_i + right @ self.to_j
        return out


def share(part: Floats, whole: Floats) -> Floats:
    """Divide, with 0 where there is nothing to divide by."""
    out: Floats = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    return out


def rates_of(
    observed: dict[str, tuple[Floats, Floats]], samples: dict[str, Floats] | None, z: float, confidence: float
) -> dict[str, Rates]:
    """Give every rate its interval.

    Parameters
    ----------
    observed : dict
        What `PerEntrant` makes of the games themselves, R = 1.
    samples : dict or None
        The same rates in bootstrap replicates, each (R, n): percentile intervals. Without them, and for
        rates of exactly 0 or 1, which a bootstrap can't vary, Wilson's (1927).
    z, confidence : float
        Normal quantile and level.
    """
    out = {}
    for name, (part, whole) in observed.items():
        n = whole[0]
        value = share(part[0], n)
        low, high = wilson(value, n, z)
        if samples is not None:
            inside = (value > 0.0) & (value < 1.0)
            by_deal = interval(samples[name], confidence)
            low, high = np.where(inside, by_deal[0], low), np.where(inside, by_deal[1], high)
        out[name] = Rates(value, low, high, n)
    return out


def wilson(p: Floats, n: Floats, z: float) -> tuple[Floats, Floats]:
    """Wilson's interval; for scores with draws it is wider than need be, never narrower."""
    size = np.maximum(n, 1e-12)
    centre = (p + z * z / (2 * size)) / (1 + z * z / size)
    half = z / (1 + z * z / size) * np.sqrt(p * (1 - p) / size + z * z / (4 * size * size))
    # Rounding must not push an end past the rate itself, nor past 0 or 1, which it is exactly where all were alike.
    low = np.where(p == 0.0, 0.0, np.clip(centre - half, 0.0, p))
    high = np.where(p == 1.0, 1.0, np.clip(centre + half, p, 1.0))
    return np.where(n <= 0, 0.0, low), np.where(n <= 0, 1.0, high)
