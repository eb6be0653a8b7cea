"""How long a sequential test will take, and how often it will pass."""

from __future__ import annotations

import math
from dataclasses import dataclass

from harness.stats.brownian import expected_time, upper_by, upper_probability
from harness.stats.llr import bayes_score
from harness.stats.scale import NELO_PER_SIGMA, score_from_elo
from harness.stats.sprt import Sprt


@dataclass(frozen=True, slots=True)
class Plan:
    """Expected length of a test.

    Attributes
    ----------
    games_h0, games_h1 : float
        Expected games if the truth is elo0, or elo1.
    games_worst : float
        Expected games at the truth where the test takes longest; with α = β, (C·ln((1 − α)/α)/Δ)² where Δ =
        nelo1 − nelo0.
    worst_nelo : float
        That truth, in normalized Elo.
    """

    games_h0: float
    games_h1: float
    games_worst: float
    worst_nelo: float


def _check(draw_ratio: float, deviation: float | None) -> float:
    if not 0.0 <= draw_ratio < 1.0:
        raise ValueError(f"the draw ratio is {draw_ratio}; give a share from 0 up to, not including, 1")
    if deviation is None:
        return math.sqrt(1.0 - draw_ratio) / 2.0
    if not 0.0 < deviation <= 1.0:
        raise ValueError(f"the deviation of a game is {deviation}; give √(gV), above 0 and at most 1")
    return deviation


def to_nelo(sprt: Sprt, elo: float, *, draw_ratio: float = 0.0, deviation: float | None = None) -> float:
    """Convert an Elo of the test's model to normalized Elo.

    Parameters
    ----------
    sprt : Sprt
        Says which model `elo` is in.
    elo : float
        Elo difference.
    draw_ratio : float
        Share of drawn games between equals, in [0, 1); for the logistic and bayesian models.
    deviation : float, optional
        Per-game standard deviation √(gV). Default: √(1 − draw_ratio)/2, games without luck that the swap
        would take out.

    Raises
    ------
    ValueError
        `draw_ratio` or `deviation` is out of range.
    """
    sigma = _check(draw_ratio, deviation)
    if sprt.model == "normalized":
        return elo
    if sprt.model == "logistic":
        score = score_from_elo(elo)
    else:
        score = bayes_score(elo, 400.0 * math.log10((1.0 + draw_ratio) / (1.0 - draw_ratio)))
    return NELO_PER_SIGMA * (score - 0.5) / sigma


def _motion(sprt: Sprt, nelo: float, draw_ratio: float, deviation: float | None) -> tuple[float, float]:
    """Drift per unit of variance, and variance per game, of the LLR when the truth is `nelo`."""
    low = to_nelo(sprt, sprt.elo0, draw_ratio=draw_ratio, deviation=deviation)
    high = to_nelo(sprt, sprt.elo1, draw_ratio=draw_ratio, deviation=deviation)
    step = (high - low) / NELO_PER_SIGMA
    return (nelo - (low + high) / 2.0) / (high - low), step * step


def expected_games(
    sprt: Sprt, elo: float, *, draw_ratio: float = 0.0, deviation: float | None = None
) -> float:
    """Expected number of games when the truth is `elo`, in the unit of the test's model.

    Parameters
    ----------
    sprt : Sprt
        The test.
    elo : float
        True difference.
    draw_ratio, deviation : float
        As for `to_nelo`; they don't matter to the normalized model.

    Returns
    -------
    float
        Games, not blocks. What the test plays on past a bound between two looks isn't in it.

    Raises
    ------
    ValueError
        `draw_ratio` or `deviation` is out of range.

    Notes
    -----
    Wald (1945) in the Brownian limit. Per game the LLR drifts by (t1 − t0)(t − (t0 + t1)/2) and
    varies by (t1 − t0)², t = nelo/C.
    """
    truth = to_nelo(sprt, elo, draw_ratio=draw_ratio, deviation=deviation)
    drift, variance = _motion(sprt, truth, draw_ratio, deviation)
    return expected_time(drift, sprt.upper, -sprt.lower) / variance


def pass_probability(
    sprt: Sprt,
    elo: float,
    *,
    games: float = math.inf,
    draw_ratio: float = 0.0,
    deviation: float | None = None,
) -> float:
    """Probability that H1 is accepted (within `games`) when the truth is `elo`, in the unit of the test's
    model.

    Raises
    ------
    ValueError
        `draw_ratio` or `deviation` is out of range.

    Notes
    -----
    Wald (1945) in the Brownian limit; with a cap on the games, Darling & Siegert (1953).
    """
    truth = to_nelo(sprt, elo, draw_ratio=draw_ratio, deviation=deviation)
    drift, variance = _motion(sprt, truth, draw_ratio, deviation)
    if math.isinf(games):
        return upper_probability(drift, sprt.upper, -sprt.lower)
    return upper_by(games * variance, drift, sprt.upper, -sprt.lower)


def plan(sprt: Sprt, *, draw_ratio: float = 0.0, deviation: float | None = None) -> Plan:
    """Plan a test: expected games at both bounds and at the worst truth.

    Parameters
    ----------
    sprt : Sprt
        The test.
    draw_ratio, deviation : float
        As for `to_nelo`; they don't matter to the normalized model.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        `draw_ratio` or `deviation` is out of range.
    """
    low = to_nelo(sprt, sprt.elo0, draw_ratio=draw_ratio, deviation=deviation)
    high = to_nelo(sprt, sprt.elo1, draw_ratio=draw_ratio, deviation=deviation)
    _, variance = _motion(sprt, low, draw_ratio, deviation)
    a, b = sprt.upper, -sprt.lower
    worst = _worst_drift(a, b)
    return Plan(
        games_h0=expected_time(-0.5, a, b) / variance,
        games_h1=expected_time(0.5, a, b) / variance,
        games_worst=expected_time(worst, a, b) / variance,
        worst_nelo=(low + high) / 2.0 + worst * (high - low),
    )


def _worst_drift(a: float, b: float) -> float:
    """Drift at which the motion takes longest, by golden section; 0 where the barriers are alike."""
    if math.isclose(a, b):
        return 0.0
    low, high = -2.0, 2.0
    golden = (math.sqrt(5.0) - 1.0) / 2.0
    while high - low > 1e-9:
        left, right = high - golden * (high - low), low + golden * (high - low)
        if expected_time(left, a, b) < expected_time(right, a, b):
            low = left
        else:
            high = right
    return (low + high) / 2.0
