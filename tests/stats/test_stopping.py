"""The estimate that is adjusted for a sequential stop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.stats import stopping
from harness.stats.counts import Tally
from harness.stats.estimate import estimate
from harness.stats.scale import score_from_elo
from harness.stats.sprt import Sprt
from harness.stats.stopping import adjusted_estimate

PASSED = Tally((127, 4883, 10712, 5150, 104))
TEST = Sprt(-1.75, 0.25)


def test_one_look_needs_no_adjustment() -> None:
    e = adjusted_estimate(PASSED, TEST, every=PASSED.total)
    plain = estimate(PASSED)
    assert e.decision == "H1"
    assert e.nelo == pytest.approx(plain.nelo, rel=0.01)
    assert e.nelo_high - e.nelo_low == pytest.approx(2 * plain.nelo_error, rel=0.01)
    assert score_from_elo(e.elo) == pytest.approx(plain.score, abs=1e-4)


def test_a_pass_is_taken_down_and_a_fail_up() -> None:
    plain = estimate(PASSED)
    up = adjusted_estimate(PASSED, TEST, every=100)
    assert up.nelo_low < up.nelo < plain.nelo
    down = adjusted_estimate(PASSED.swapped(), Sprt(-0.25, 1.75), every=100)
    assert down.decision == "H0"
    assert (down.nelo, down.nelo_low, down.nelo_high) == pytest.approx(
        (-up.nelo, -up.nelo_high, -up.nelo_low), rel=1e-4
    )
    assert down.elo == pytest.approx(-up.elo, rel=1e-4)


def test_fine_and_coarse_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for tally in (PASSED, Tally((40, 2000, 4300, 2050, 38))):
        values = []
        for fine in (10.0, 1000.0):
            monkeypatch.setattr(stopping, "_FINE", fine)
            e = adjusted_estimate(tally, TEST, every=400)
            values.append((e.nelo, e.nelo_low, e.nelo_high))
        width = values[0][2] - values[0][1]
        assert np.abs(np.subtract(*values)).max() < 0.03 * width


def test_at_the_cap() -> None:
    tally = Tally((400, 2000, 4100, 2050, 402))
    e = adjusted_estimate(tally, Sprt(0, 5), every=50)
    assert e.decision is None
    assert e.nelo_low < e.nelo < e.nelo_high
    assert e.nelo == pytest.approx(estimate(tally).nelo, abs=3)


@pytest.mark.parametrize("model", ["logistic", "bayesian", "normalized"])
def test_models_agree(model: str) -> None:
    tally = Tally.from_games(2710, 5000, 2500)
    # All three bounds are about ⟨0, 5⟩ normalized Elo.
    top = {"normalized": 5.0, "logistic": 3.57, "bayesian": 4.75}[model]
    e = adjusted_estimate(tally, Sprt(0, top, model=model), every=200)
    assert e.decision == "H1"
    assert e.nelo == pytest.approx(8.9, abs=0.1)


def test_steps_by_squaring_are_steps() -> None:
    rng = np.random.default_rng(0)
    chain = rng.dirichlet(np.ones(4), size=4)
    state = rng.dirichlet(np.ones(4))
    for steps in (0, 1, 2, 7, 12):
        assert stopping._advance(state, chain, steps) == pytest.approx(
            state @ np.linalg.matrix_power(chain, steps)
        )


def test_refused() -> None:
    with pytest.raises(ValueError, match="all blocks scored the same"):
        adjusted_estimate(Tally((0, 0, 9)), Sprt(), every=1)
    with pytest.raises(ValueError, match="at least one block"):
        adjusted_estimate(PASSED, TEST, every=0)
    with pytest.raises(ValueError, match="no blocks"):
        adjusted_estimate(Tally.empty(), TEST, every=1)
    assert not math.isnan(adjusted_estimate(Tally((0, 1, 9)), Sprt(0, 5), every=1).nelo)


def test_a_match_that_stops_at_its_first_look_needs_no_adjustment():
    """There was one look, so the plain estimate is the one; also where the difference is large."""
    tally = Tally((26, 27, 440, 163, 1976))
    plain, adjusted = estimate(tally), adjusted_estimate(tally, Sprt(0, 5), every=tally.total)
    assert adjusted.elo == pytest.approx(plain.elo, abs=1e-6)
    assert adjusted.nelo == pytest.approx(plain.nelo, abs=1e-6)
