"""How long a test takes: the planner's published table, and passage times against closed forms and each
other.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats import brownian
from harness.stats.brownian import expected_time, inside_above, upper_by, upper_probability
from harness.stats.plan import expected_games, pass_probability, plan, to_nelo
from harness.stats.sprt import Sprt

drifts, barriers = st.floats(-3, 3), st.floats(0.5, 5)


@pytest.mark.parametrize(
    ("width", "games"), [(1, 1_046_535), (2, 261_634), (3, 116_282), (4, 65_408), (5, 41_861), (10, 10_465)]
)
def test_worst_case(width: float, games: int) -> None:
    p = plan(Sprt(-1, -1 + width))
    assert round(p.games_worst) == games
    assert p.worst_nelo == pytest.approx(-1 + width / 2)


@pytest.mark.parametrize(("width", "games"), [(2, 159_942), (5, 25_591)])
def test_at_the_bounds(width: float, games: int) -> None:
    p = plan(Sprt(0, width))
    assert round(p.games_h1) == round(p.games_h0) == games
    assert expected_games(Sprt(0, width), width) == pytest.approx(p.games_h1)
    assert expected_games(Sprt(0, width), width / 2) == pytest.approx(p.games_worst)


def test_unequal_errors() -> None:
    test = Sprt(0, 2, alpha=0.05, beta=0.2)
    p = plan(test)
    around = [expected_games(test, p.worst_nelo + d) for d in (-0.02, 0.02)]
    assert p.games_worst >= max(around)
    assert p.games_worst > max(p.games_h0, p.games_h1)


def test_pass_probability_is_alpha_and_power() -> None:
    test = Sprt(0, 2, alpha=0.03, beta=0.1)
    assert pass_probability(test, 0) == pytest.approx(0.03)
    assert pass_probability(test, 2) == pytest.approx(0.9)
    assert pass_probability(test, 2, games=1000) < pass_probability(test, 2, games=100_000) < 0.9
    assert pass_probability(test, 2, games=1e7) == pytest.approx(0.9)


def test_other_models() -> None:
    # With no draws a game's deviation is ½, so 1 Elo is C·(ln 10/1600)·2 = 1 normalized Elo, near 0.
    assert to_nelo(Sprt(model="logistic"), 1) == pytest.approx(1, rel=1e-5)
    assert to_nelo(Sprt(model="logistic"), 1, draw_ratio=0.75) == pytest.approx(2, rel=1e-5)
    assert to_nelo(Sprt(model="logistic"), 1, deviation=0.25) == pytest.approx(2, rel=1e-5)
    assert plan(Sprt(0, 2, model="logistic"), draw_ratio=0.75).games_h1 == pytest.approx(
        plan(Sprt(0, 4)).games_h1, rel=1e-4
    )
    half = plan(Sprt(0, 2, model="bayesian"), draw_ratio=0.5)
    assert half.games_h1 < plan(Sprt(0, 2)).games_h1
    with pytest.raises(ValueError, match="draw ratio"):
        plan(Sprt(), draw_ratio=1)
    with pytest.raises(ValueError, match="deviation"):
        plan(Sprt(), deviation=0)


@given(drifts, barriers, barriers)
def test_optional_stopping(drift: float, a: float, b: float) -> None:
    p = upper_probability(drift, a, b)
    assert 0 <= p <= 1
    # exp(−2νX) is a martingale.
    if abs(drift) > 1e-3:
        assert p * math.exp(-2 * drift * a) + (1 - p) * math.exp(2 * drift * b) == pytest.approx(1, rel=1e-6)
    assert upper_probability(-drift, b, a) == pytest.approx(1 - p, abs=1e-9)
    assert expected_time(drift, a, b) == pytest.approx(expected_time(-drift, b, a), rel=1e-6)


@given(drifts, barriers, barriers, st.floats(0.01, 60))
def test_everything_is_somewhere(drift: float, a: float, b: float, time: float) -> None:
    up, down = upper_by(time, drift, a, b), upper_by(time, -drift, b, a)
    assert up + down + inside_above(-b, time, drift, a, b) == pytest.approx(1, abs=1e-7)


@given(drifts, barriers, barriers, st.floats(0, 1))
def test_both_expansions_agree(drift: float, a: float, b: float, where: float) -> None:
    time, x = 0.5 * (a + b) ** 2, -b + where * (a + b)
    values = []
    for switch in (0.4, 0.6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(brownian, "_SWITCH", switch)
            values.append((upper_by(time, drift, a, b), inside_above(x, time, drift, a, b)))
    assert values[0] == pytest.approx(values[1], abs=1e-8)


def test_limits() -> None:
    assert upper_by(0, 1, 1, 1) == 0
    assert upper_by(1e4, 0.1, 2, 3) == pytest.approx(upper_probability(0.1, 2, 3))
    assert inside_above(5, 1, 0, 2, 2) == 0
    # A far lower barrier leaves the reflection principle: P = 2Φ(−a/√t).
    assert upper_by(4, 0, 2, 60) == pytest.approx(0.31731, abs=1e-5)


def test_against_a_walk() -> None:
    rng = np.random.default_rng(3)
    steps = rng.normal(0.3 * 0.01, 0.1, size=(2000, 400))
    path = steps.cumsum(axis=1)
    up, down = (path >= 1.2).argmax(axis=1), (path <= -1.0).argmax(axis=1)
    hit_up, hit_down = path.max(axis=1) >= 1.2, path.min(axis=1) <= -1.0
    first = hit_up & (~hit_down | (up < down))
    over = 0.5826 * 0.1
    assert first.mean() == pytest.approx(upper_by(4, 0.3, 1.2 + over, 1.0 + over), abs=0.035)
