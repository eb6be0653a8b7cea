"""Point estimates of one match: score, Elo, normalized Elo, LOS (likelihood of superiority), ratios."""

from __future__ import annotations

import math
from dataclasses import dataclass

from harness.stats.counts import Tally
from harness.stats.scale import NELO_PER_SIGMA, elo_from_score, normal_cdf, z_value


@dataclass(frozen=True, slots=True)
class MatchEstimate:
    """What one match says of two entrants, from the first one's view.

    Every ``*_error`` is the half-width of the interval at `confidence`. Where something can't be said it is
    None, and is printed ``n/a``; nothing is ever nan.

    Attributes
    ----------
    tally : Tally
        The counts.
    confidence : float
        Level of the intervals, 0.95 by default.
    score, score_error : float
        Mean score s in [0, 1] and z√(V/N).
    variance : float
        V, the variance of a block's score (divisor N).
    deviation : float
        σ = √(gV): standard deviation per game, with what the swap saves taken off.
    elo, elo_error : float
        E(s), and ½[E(s + z√(V/N)) − E(s − z√(V/N))]; infinite where an end of the interval leaves (0, 1).
    elo_low, elo_high : float
        Ends of the interval. After nothing but wins the low end is the exact (Clopper–Pearson) one: the
        blocks are won with a probability of at least ((1 − confidence)/2)^(1/N).
    nelo, nelo_error : float
        C(s − ½)/σ and C z √(V/N)/σ.
    los : float or None
        Φ((s − ½)/√(V/N)) in [0, 1]; None with variance 0, where the normal approximation says nothing.
    draw_ratio : float
        n_mid/N, the share of blocks that end level.
    pair_ratio : float or None
        (n_WD + n_WW)/(n_LL + n_LD) for g = 2, blocks above half over blocks below in general; ``inf`` with
        none below, None with none on either side.
    """

    tally: Tally
    confidence: float
    score: float
    score_error: float
    variance: float
    deviation: float
    elo: float
    elo_error: float
    elo_low: float
    elo_high: float
    nelo: float
    nelo_error: float
    los: float | None
    draw_ratio: float
    pair_ratio: float | None


def moments(tally: Tally) -> tuple[float, float]:
    """Mean and variance (divisor N) of a block's score, s = Σ a_i p_i and V = Σ p_i (a_i − s)².

    Raises
    ------
    ValueError
        The tally is empty.
    """
    n = tally.total
    if n == 0:
        raise ValueError("no blocks were counted; give at least one")
    top = 2 * tally.legs
    # In whole numbers, so that a variance of 0 is 0 and not rounding dust that would give a LOS.
    first = sum(i * c for i, c in enumerate(tally.blocks))
    second = sum(i * i * c for i, c in enumerate(tally.blocks))
    return first / (n * top), (n * second - first * first) / (n * n * top * top)


def estimate(tally: Tally, confidence: float = 0.95) -> MatchEstimate:
    """Estimate strength from the counts of a match.

    Parameters
    ----------
    tally : Tally
        At least one block.
    confidence : float
        Level of the intervals, inside (0, 1).

    Returns
    -------
    MatchEstimate

    Raises
    ------
    ValueError
        The tally is empty, or `confidence` is out of range.

    Notes
    -----
    Block variance as in fishtest and fastchess; normalized Elo as in Van den Bergh, "Comments on Normalized
    Elo" (``normalized_elo_practical.pdf``).
    """
    z = z_value(confidence)
    s, v = moments(tally)
    n = tally.total
    error = z * math.sqrt(v / n)
    sigma = math.sqrt(tally.legs * v)
    elo = elo_from_score(s)
    if v > 0.0:
        low, high = elo_from_score(s - error), elo_from_score(s + error)
        elo_error = (high - low) / 2.0
        nelo = NELO_PER_SIGMA * (s - 0.5) / sigma
        nelo_error = NELO_PER_SIGMA * z / math.sqrt(tally.games)
    else:
        low = high = elo
        edge = ((1.0 - confidence) / 2.0) ** (1.0 / n)
        if s == 1.0:
            low = elo_from_score(edge)
        elif s == 0.0:
            high = elo_from_score(1.0 - edge)
        elo_error = math.inf if math.isinf(elo) else 0.0
        nelo = 0.0 if s == 0.5 else math.copysign(math.inf, s - 0.5)
        nelo_error = 0.0 if s == 0.5 else math.inf
    return MatchEstimate(
        tally=tally,
        confidence=confidence,
        score=s,
        score_error=error,
        variance=v,
        deviation=sigma,
        elo=elo,
        elo_error=elo_error,
        elo_low=low,
        elo_high=high,
        nelo=nelo,
        nelo_error=nelo_error,
        los=normal_cdf((s - 0.5) / math.sqrt(v / n)) if v > 0.0 else None,
        draw_ratio=tally.blocks[tally.legs] / n,
        pair_ratio=_ratio(sum(tally.blocks[tally.legs + 1 :]), sum(tally.blocks[: tally.legs])),
    )


def _ratio(above: int, below: int) -> float | None:
    if below:
        return above / below
    return math.inf if above else None
