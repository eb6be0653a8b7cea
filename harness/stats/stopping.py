"""The estimate of a match that was stopped by a sequential test, adjusted for having stopped there.

A test stops when luck and strength have pushed the LLR over a bound, so the plain estimate of a stopped
match is too far out on average. The adjusted estimate orders the possible outcomes (passing early before
passing late before failing late before failing early) and is the strength at which the observed outcome
lies in the middle of that order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.brownian import inside_above, legendre, upper_by
from harness.stats.counts import Tally
from harness.stats.estimate import moments
from harness.stats.scale import NELO_PER_SIGMA, elo_from_score, normal_cdf, z_value
from harness.stats.sprt import Decision, Sprt

Floats = npt.NDArray[np.float64]

_FINE = 40.0
"""Width of the continuation region, in steps between looks, from which on the path is as good as
continuous.
"""

_OVERSHOOT = 0.5825971579390107
"""−ζ(½)/√(2π): mean overshoot of a Gaussian walk over a far barrier, in steps (Siegmund 1985)."""


@dataclass(frozen=True, slots=True)
class AdjustedEstimate:
    """Strength after a sequential stop, median-unbiased; to be printed beside the plain estimate and named
    apart.

    Attributes
    ----------
    decision : {"H0", "H1"} or None
        What the test decided; None where it reached its cap between the bounds.
    nelo, nelo_low, nelo_high : float
        Normalized Elo: the median-unbiased estimate and the ends of its interval.
    elo, elo_low, elo_high : float
        The same as logistic Elo, at the observed deviation of a game.
    confidence : float
        Level of the interval.
    """

    decision: Decision | None
    nelo: float
    nelo_low: float
    nelo_high: float
    elo: float
    elo_low: float
    elo_high: float
    confidence: float


def adjusted_estimate(tally: Tally, sprt: Sprt, *, every: int, confidence: float = 0.95) -> AdjustedEstimate:
    """Estimate strength after a sequential test ended.

    Parameters
    ----------
    tally : Tally
        The blocks that the test's last look counted.
    sprt : Sprt
        The test.
    every : int
        Blocks between two looks, B of the manifest.
    confidence : float
        Level of the interval.

    Returns
    -------
    AdjustedEstimate

    Raises
    ------
    ValueError
        The tally is empty, its blocks all score the same (then no normal approximation holds), or `every`
        is below 1.

    Notes
    -----
    Siegmund, "Estimation following sequential tests", Biometrika 65 (1978), and "Sequential
    Analysis" (1985), in the Brownian limit: per block the LLR drifts by δ(t − (t0 + t1)/2)
    and varies by δ², δ = t1 − t0 and t the mean over the deviation of a block, which holds for differences
    that are small against a block's deviation. Where looks are few, the walk between the looks is
    integrated (Armitage, McPherson & Rowe 1969); where they are many, the barriers of a Brownian motion are
    moved out by the mean overshoot.
    """
    z_value(confidence)
    if every < 1:
        raise ValueError(f"every is {every}; there is at least one block between two looks")
    s, v = moments(tally)
    if v <= 0.0:
        raise ValueError(
            "all blocks scored the same, so no adjusted estimate exists; play on, or print the plain one"
        )
    sigma = math.sqrt(v)
    if sprt.model == "normalized":
        scale = math.sqrt(tally.legs) / NELO_PER_SIGMA
        t0, t1 = sprt.elo0 * scale, sprt.elo1 * scale
    else:
        s0, s1 = sprt.score_bounds(tally)
        t0, t1 = (s0 - 0.5) / sigma, (s1 - 0.5) / sigma
    delta, middle = t1 - t0, (t0 + t1) / 2.0
    decision = sprt.decide(sprt.llr(tally))
    where = _place(delta * tally.total * ((s - 0.5) / sigma - middle), decision, sprt)
    exceed = _order(where, decision, tally.total, every, delta, sprt.upper, -sprt.lower)
    tail = (1.0 - confidence) / 2.0
    plain = where / (tally.total * delta * delta)
    error = 1.0 / (delta * math.sqrt(tally.total))
    found = [_solve(exceed, q, plain, error) for q in (0.5, tail, 1.0 - tail)]
    # Drift in units of the LLR's variance; back to t, and from t per block to normalized Elo per game and
    # to a score.
    t = [middle + delta * drift for drift in found]
    nelo = [x * NELO_PER_SIGMA / math.sqrt(tally.legs) for x in t]
    elo = [elo_from_score(0.5 + x * sigma) for x in t]
    return AdjustedEstimate(
        decision=decision,
        nelo=nelo[0],
        nelo_low=nelo[1],
        nelo_high=nelo[2],
        elo=elo[0],
        elo_low=elo[1],
        elo_high=elo[2],
        confidence=confidence,
    )


def _place(walk: float, decision: Decision | None, sprt: Sprt) -> float:
    """Give where the walk stands, beyond the bound that it passed.

    The walk is the LLR's linear part: equal to it for small differences, but it grows with the difference itself, where
    the LLR grows with its logarithm.
    """
    if decision == "H1":
        return max(walk, sprt.upper)
    if decision == "H0":
        return min(walk, sprt.lower)
    return min(max(walk, sprt.lower), sprt.upper)


def _order(
    where: float, decision: Decision | None, blocks: int, every: int, delta: float, a: float, b: float
) -> Callable[[float], float]:
    """Probability, by drift, of an outcome at least as good as the observed one; it rises with the drift."""
    step = delta * math.sqrt(every)
    looks = -(-blocks // every)
    if (a + b) / step > _FINE:
        time, over = blocks * delta * delta, _OVERSHOOT * step
        wide_a, wide_b = a + over, b + over
        if decision == "H1":
            return lambda drift: upper_by(time, drift, wide_a, wide_b)
        if decision == "H0":
            return lambda drift: 1.0 - upper_by(time, -drift, wide_b, wide_a)
        return lambda drift: (
            upper_by(time, drift, wide_a, wide_b) + inside_above(where, time, drift, wide_a, wide_b)
        )
    if decision == "H0":
        return lambda drift: 1.0 - _walk(-where, looks, step, -drift, b, a)
    return lambda drift: _walk(where, looks, step, drift, a, b)


def _walk(x: float, looks: int, step: float, drift: float, a: float, b: float) -> float:
    """Probability that a Gaussian walk leaves above `a` before its last look, or reaches that look and is
    at `x` or more.

    Every step has variance step² and mean drift·step². The density inside is carried by Gauss–Legendre
    nodes; the walk is the same at every look, so the sum over the looks is a power of one matrix, by
    squaring.
    """
    mean = drift * step * step
    if looks == 1:
        return normal_cdf((mean - x) / step)
    from scipy.special import ndtr

    count = int(min(max(6.0 * (a + b) / step, 48.0), 320.0))
    nodes, weights = legendre(count)
    y, w = (a + b) / 2.0 * nodes + (a - b) / 2.0, (a + b) / 2.0 * weights
    norm = 1.0 / (step * math.sqrt(2.0 * math.pi))
    start = w * norm * np.exp(-0.5 * ((y - mean) / step) ** 2)
    move = w[None, :] * norm * np.exp(-0.5 * ((y[None, :] - y[:, None] - mean) / step) ** 2)
    leave = ndtr((y + mean - a) / step)
    # States of the augmented chain: the nodes, and "left above", which keeps what it gets.
    chain = np.zeros((count + 1, count + 1))
    chain[:count, :count], chain[:count, count], chain[count, count] = move, leave, 1.0
    state = np.append(start, normal_cdf((mean - a) / step))
    if looks <= 8 * count:
        for _ in range(looks - 2):
            state = state @ chain
    else:
        state = _advance(state, chain, looks - 2)
    return float(state[count] + state[:count] @ ndtr((y + mean - x) / step))


def _advance(state: Floats, chain: Floats, steps: int) -> Floats:
    """Apply a chain many times, by squaring."""
    while steps:
        if steps & 1:
            state = state @ chain
        steps >>= 1
        if steps:
            chain = chain @ chain
    return state


def _solve(exceed: Callable[[float], float], target: float, centre: float, error: float) -> float:
    """Drift at which `exceed`, which rises from 0 to 1, takes the value `target`."""
    from scipy.optimize import brentq

    low, high, reach = centre - 2.0 * error, centre + 2.0 * error, error
    while exceed(low) > target and reach < 1e6 * error:
        reach *= 2.0
        low -= reach
    reach = error
    while exceed(high) < target and reach < 1e6 * error:
        reach *= 2.0
        high += reach
    if exceed(low) >= target or exceed(high) <= target:
        raise ValueError("the adjusted estimate lies beyond all bounds; play on, or print the plain one")
    return float(brentq(lambda drift: exceed(drift) - target, low, high, xtol=1e-6 * error))
