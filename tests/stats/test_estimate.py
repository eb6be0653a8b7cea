"""Point estimates of a match, against fastchess's published tests."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats.counts import Tally
from harness.stats.estimate import estimate, moments
from harness.stats.scale import NELO_PER_SIGMA, elo_from_score, normal_cdf, score_from_elo, z_value
from tests.stats.gold import ELO

blocks = (
    st.sampled_from([3, 5, 9])
    .flatmap(lambda k: st.lists(st.integers(0, 500), min_size=k, max_size=k))
    .filter(any)
)


@pytest.mark.parametrize(("counts", "score", "elo", "error", "nelo", "nelo_error", "los"), ELO)
def test_gold(
    counts: list[int], score: float, elo: float, error: float, nelo: float, nelo_error: float, los: float
) -> None:
    e = estimate(Tally(tuple(counts)))
    assert e.score == pytest.approx(score, abs=5e-5)
    assert e.elo == pytest.approx(elo, abs=0.005)
    assert e.elo_error == pytest.approx(error, abs=0.005)
    assert e.nelo == pytest.approx(nelo, abs=0.005)
    assert e.nelo_error == pytest.approx(nelo_error, abs=0.005)
    assert e.los == pytest.approx(los / 100, abs=5e-5)


def test_constants() -> None:
    assert pytest.approx(347.43558552, abs=1e-8) == NELO_PER_SIGMA
    assert z_value(0.95) == pytest.approx(1.959963985, abs=1e-9)
    assert normal_cdf(1.959963985) == pytest.approx(0.975, abs=1e-10)
    assert normal_cdf(-30) > 0
    with pytest.raises(ValueError, match="between 0 and 1"):
        z_value(95)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(elo: float) -> None:
    s = score_from_elo(elo)
    assert 0 < s < 1
    assert s == pytest.approx(1 / (1 + 10 ** (-elo / 400)), rel=1e-12)
    if abs(elo) < 1000:
        assert elo_from_score(s) == pytest.approx(elo, abs=1e-6)


def test_ends_of_the_scale() -> None:
    assert elo_from_score(0) == elo_from_score(-0.1) == -math.inf
    assert elo_from_score(1) == elo_from_score(1.1) == math.inf
    assert score_from_elo(math.inf) == 1
    assert score_from_elo(-math.inf) == 0


@given(blocks)
def test_moments_are_those_of_the_blocks(counts: list[int]) -> None:
    scores = np.repeat(np.linspace(0, 1, len(counts)), counts)
    s, v = moments(Tally(tuple(counts)))
    assert s == pytest.approx(scores.mean())
    assert v == pytest.approx(scores.var(), abs=1e-12)


@given(blocks)
def test_the_other_view_is_the_mirror(counts: list[int]) -> None:
    a, b = estimate(Tally(tuple(counts))), estimate(Tally(tuple(counts[::-1])))
    assert a.score + b.score == pytest.approx(1)
    assert a.elo == pytest.approx(-b.elo, abs=1e-9)
    assert a.nelo == pytest.approx(-b.nelo, abs=1e-9)
    assert a.elo_low == pytest.approx(-b.elo_high, abs=1e-9)
    assert a.draw_ratio == b.draw_ratio
    if a.los is not None and b.los is not None:
        assert a.los + b.los == pytest.approx(1)


@given(blocks)
def test_nothing_is_ever_nan(counts: list[int]) -> None:
    e = estimate(Tally(tuple(counts)))
    values = [getattr(e, name) for name in e.__dataclass_fields__ if name != "tally"]
    assert not any(v is not None and math.isnan(v) for v in values)
    assert e.elo_low <= e.elo <= e.elo_high
    assert e.elo_error >= 0


def test_a_bot_against_itself() -> None:
    e = estimate(Tally((0, 0, 50, 0, 0)))
    assert (e.elo, e.elo_error, e.nelo, e.nelo_error) == (0, 0, 0, 0)
    assert e.los is None
    assert e.pair_ratio is None
    assert e.draw_ratio == 1


def test_all_wins() -> None:
    e = estimate(Tally.from_games(20, 0, 0))
    assert e.elo == e.elo_error == e.elo_high == e.nelo == e.nelo_error == e.pair_ratio == math.inf
    # Clopper and Pearson: 20 of 20 is at least 0.025^(1/20).
    assert e.elo_low == pytest.approx(elo_from_score(0.025 ** (1 / 20)))
    assert estimate(Tally.from_games(0, 0, 20)).elo_high == pytest.approx(-e.elo_low)


def test_ratios() -> None:
    e = estimate(Tally((1, 2, 3, 4, 5)))
    assert e.pair_ratio == 3
    assert e.draw_ratio == 0.2
    assert estimate(Tally((0, 0, 3, 1, 0))).pair_ratio == math.inf


def test_confidence() -> None:
    wide, usual = estimate(Tally((10, 20, 15)), 0.99), estimate(Tally((10, 20, 15)))
    assert wide.score_error / usual.score_error == pytest.approx(2.5758293 / 1.9599640)


def test_an_empty_match_is_refused() -> None:
    with pytest.raises(ValueError, match="no blocks"):
        estimate(Tally.empty())
