"""Brownian motion between two barriers: the limit of a sequential test's LLR, from which its length and its
bias follow.

The motion starts at 0 with drift ν per unit of time and unit variance; the barriers are −b below and a
above (a, b > 0). A test whose LLR drifts by m and varies by v per block is this motion with ν = m/v at time
v·blocks.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_SWITCH = 0.5
"""Time over squared width at which the expansion in images hands over to the one in sines: both are exact
to 1e-12 there.
"""
_TERMS = 12


def upper_probability(drift: float, a: float, b: float) -> float:
    """Probability of leaving through the upper barrier, (1 − e^{2νb})/(e^{−2νa} − e^{2νb}).

    Notes
    -----
    Wald (1945); Cox & Miller, "The Theory of Stochastic Processes" (1965), chapter 5.
    """
    if abs(drift) * (a + b) < 1e-10:
        return b / (a + b)
    if drift > 0:
        return math.expm1(-2 * drift * b) / math.expm1(-2 * drift * (a + b))
    # From the lower side, so that no exponential overflows.
    return math.exp(2 * drift * a) * math.expm1(2 * drift * b) / math.expm1(2 * drift * (a + b))


def expected_time(drift: float, a: float, b: float) -> float:
    """Expected time until a barrier is reached: (aP − b(1 − P))/ν by Wald's identity, ab at ν = 0."""
    if abs(drift) * (a + b) < 1e-6:
        return a * b
    p = upper_probability(drift, a, b)
    return (a * p - b * (1.0 - p)) / drift


@lru_cache(maxsize=8)
def legendre(count: int) -> tuple[Floats, Floats]:
    """Nodes and weights (count,) of Gauss–Legendre quadrature on [−1, 1]; shared, hence read-only."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    nodes.flags.writeable = weights.flags.writeable = False
    return nodes, weights


def upper_by(time: float, drift: float, a: float, b: float) -> float:
    """Probability of having left through the upper barrier by `time`.

    Notes
    -----
    Darling & Siegert (1953); for short times the sum over images of the inverse Gaussian, for
    long ones the sum over sines.
    """
    if time <= 0:
        return 0.0
    w = a + b
    if time < _SWITCH * w * w:
        image: Floats = np.arange(-_TERMS, _TERMS + 1, dtype=np.float64)
        c = a + 2.0 * image * w
        size = np.abs(c)
        root = math.sqrt(time)
        early = _tilted(drift * a - abs(drift) * size, (abs(drift) * time - size) / root)
        late = _tilted(drift * a + abs(drift) * size, (-abs(drift) * time - size) / root)
        return float(np.clip((np.sign(c) * (early + late)).sum(), 0.0, 1.0))
    k: Floats = np.arange(1, 30, dtype=np.float64)
    rate = 0.5 * (drift**2 + (k * math.pi / w) ** 2)
    wave = k * np.where(k % 2, 1.0, -1.0) * np.sin(k * math.pi * b / w)
    tail = math.pi / w**2 * (wave / rate * np.exp(np.minimum(drift * a - rate * time, 700.0))).sum()
    return float(np.clip(upper_probability(drift, a, b) - tail, 0.0, 1.0))


def inside_above(x: float, time: float, drift: float, a: float, b: float) -> float:
    """Probability of being still between the barriers at `time`, at or above `x`.

    Notes
    -----
    Cox & Miller (1965), chapter 5: images for short times, sines for long ones (the latter integrated
    by Gauss and Legendre).
    """
    x = max(x, -b)
    if x >= a:
        return 0.0
    w = a + b
    if time < _SWITCH * w * w:
        image: Floats = np.arange(-_TERMS, _TERMS + 1, dtype=np.float64)
        root = math.sqrt(time)
        total = 0.0
        for sign, shift in ((1.0, 0.0), (-1.0, 2.0 * a)):
            source: Floats = 2.0 * w * image + shift
            top: Floats = (a - source - drift * time) / root
            bottom: Floats = (x - source - drift * time) / root
            # In the upper tail the complement, or two huge equal terms would cancel.
            flip: Floats = np.where(bottom > 0, -1.0, 1.0)
            part = flip * (_tilted(drift * source, flip * top) - _tilted(drift * source, flip * bottom))
            total += sign * float(part.sum())
        return min(max(total, 0.0), 1.0)
    nodes, weights = legendre(64)
    y = (a - x) / 2.0 * nodes + (a + x) / 2.0
    k: Floats = np.arange(1, 30, dtype=np.float64)[:, None]
    rate = 0.5 * (drift**2 + (k * math.pi / w) ** 2)
    waves = np.sin(k * math.pi * b / w) * np.sin(k * math.pi * (y + b) / w)
    density = 2.0 / w * (waves * np.exp(np.minimum(drift * y - rate * time, 700.0))).sum(axis=0)
    return float(np.clip((weights * density).sum() * (a - x) / 2.0, 0.0, 1.0))


def _tilted(exponent: Floats, x: Floats) -> Floats:
    """e^exponent·Φ(x), with the product taken in logarithms."""
    from scipy.special import log_ndtr

    out: Floats = np.exp(np.minimum(exponent + log_ndtr(x), 700.0))
    return out
