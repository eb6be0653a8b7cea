"""Scores, Elo and normalized Elo, and the normal distribution that their errors use."""

from __future__ import annotations

import math
from statistics import NormalDist

ELO_PER_NAT = 400.0 / math.log(10.0)
"""Elo per unit of natural log-odds: r = (400/ln 10)·ln π."""

NELO_PER_SIGMA = 800.0 / math.log(10.0)
"""Normalized Elo per standard deviation of one game, C = 347.43558552 (Van den Bergh)."""

_NORMAL = NormalDist()


def score_from_elo(elo: float) -> float:
    """Expected score at an Elo difference, L(x) = 1/(1 + 10^(−x/400)).

    Parameters
    ----------
    elo : float
        Elo difference; ``±inf`` gives 0 or 1.

    Returns
    -------
    float
        Score in [0, 1].
    """
    x = elo / ELO_PER_NAT
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


def elo_from_score(score: float) -> float:
    """Elo difference at an expected score, E(s) = −400·log10(1/s − 1).

    Parameters
    ----------
    score : float
        A score. At 0 and below the result is ``-inf``, at 1 and above ``inf``: the ends of an interval may
        lie outside.

    Returns
    -------
    float
        Elo difference, never nan.
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return ELO_PER_NAT * (math.log(score) - math.log1p(-score))


def normal_cdf(x: float) -> float:
    """Standard normal distribution function Φ(x), accurate in both tails."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def z_value(confidence: float) -> float:
    """Two-sided normal quantile: 1.959963985 at 0.95.

    Raises
    ------
    ValueError
        If `confidence` is not inside (0, 1).
    """
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence is {confidence!r}; give a number between 0 and 1, such as 0.95")
    return _NORMAL.inv_cdf(0.5 + confidence / 2.0)
