"""Resampling by deal."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.stats.bootstrap import bootstrap_ratings, refit, rows_of
from harness.stats.deals import DealTable
from harness.stats.newton import maximise
from harness.stats.ratings import fit_ratings
from harness.stats.resample import interval, resamples, weights
from harness.stats.tables import PairingTable
from tests.stats.worlds import deal_table

WORTH = np.array([-0.6, -0.1, 0.2, 0.5])


@pytest.fixture(scope="module")
def table() -> DealTable:
    return deal_table(np.random.default_rng(12), WORTH, 300)


def test_weights() -> None:
    w = weights(500, 40, 7)
    assert (w.sum(axis=1) == 40).all()
    assert w.mean() == 1
    assert w.var() == pytest.approx(1 - 1 / 40, rel=0.05)
    assert np.array_equal(w, weights(500, 40, 7))
    assert not np.array_equal(w, weights(500, 40, 8))


def test_every_pairing_gets_the_same_deals(table: DealTable) -> None:
    drawn = np.concatenate(list(resamples(table, replicates=200, seed=3)))
    by_hand = np.tensordot(weights(200, table.bags, 3), table.counts, axes=(1, 1))
    assert np.array_equal(drawn, by_hand)


def test_own_deals_are_shuffled_apart() -> None:
    table = deal_table(np.random.default_rng(12), WORTH, 300, seat_luck=3.0)
    together = np.concatenate(list(resamples(table, replicates=400)))
    apart = np.concatenate(list(resamples(table, replicates=400, common=False)))
    # The same replicates per pairing, in another order each.
    for p in range(len(table.i)):
        assert sorted(together[:, p, 0, 2].tolist()) == sorted(apart[:, p, 0, 2].tolist())
    assert not np.array_equal(together, apart)
    wins = (together[..., 0, 2], apart[..., 0, 2])
    linked, free = (np.abs(np.corrcoef(w.T)[np.triu_indices(6, 1)]).mean() for w in wins)
    assert free < 0.1 < linked


def test_seeds(table: DealTable) -> None:
    fit = fit_ratings(table.total())
    a, b, c = (bootstrap_ratings(table, fit, replicates=100, seed=s).log_worth for s in (5, 5, 6))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)


def test_a_warm_start_finds_the_maximum(table: DealTable) -> None:
    fit = fit_ratings(table.total())
    counts = next(iter(resamples(table, replicates=100)))
    cold, done = maximise(fit.like, counts, np.zeros((len(counts), fit.like.size)))
    assert done.all()
    assert refit(fit, counts) == pytest.approx(cold, abs=1e-7)


def test_bags_agree_with_single_deals() -> None:
    rng = np.random.default_rng(21)
    exact = deal_table(rng, WORTH, 8000)
    bags = DealTable(4, exact.i, exact.j, exact.counts.reshape(6, 10, 800, 2, 3).sum(axis=1, dtype=np.int32))
    fit = fit_ratings(exact.total())
    assert np.array_equal(bags.total().counts, exact.total().counts)
    one = bootstrap_ratings(exact, fit, replicates=2000, seed=1)
    other = bootstrap_ratings(bags, fit, replicates=2000, seed=2)
    # Each standard deviation carries 1.6 % of noise from 2,000 replicates and 2.5 % from 800 bags.
    assert one.log_worth.std(axis=0) == pytest.approx(other.log_worth.std(axis=0), rel=0.11)
    for a, b in zip(one.elo_interval(), other.elo_interval(), strict=True):
        assert a == pytest.approx(b, abs=0.15 * np.ptp(one.elo_interval(), axis=0).mean())


def test_against_fisher_where_games_are_independent() -> None:
    table = deal_table(np.random.default_rng(2), WORTH, 1500, affinity=0.0, seat_luck=0.0)
    fit = fit_ratings(table.total())
    samples = bootstrap_ratings(table, fit, replicates=1000, common=False)
    assert samples.log_worth.std(axis=0) == pytest.approx(np.sqrt(np.diag(fit.covariance)), rel=0.12)
    assert samples.log_gamma.std() == pytest.approx(fit.log_gamma_error, rel=0.12)
    assert samples.log_draw.std() == pytest.approx(fit.draw_error, rel=0.12)


def test_differences_and_los(table: DealTable) -> None:
    fit = fit_ratings(table.total())
    samples = bootstrap_ratings(table, fit, replicates=300)
    assert samples.log_worth.sum(axis=1) == pytest.approx(np.zeros(300), abs=1e-9)
    low, high = samples.difference_interval()
    assert low == pytest.approx(-high.T)
    assert (np.diag(low) == 0).all()
    gap = (samples.log_worth[:, 0] - samples.log_worth[:, 3]) * 400 / math.log(10)
    assert (low[0, 3], high[0, 3]) == pytest.approx(np.quantile(gap, (0.025, 0.975)))
    los = samples.los()
    assert los + los.T == pytest.approx(np.ones((4, 4)))
    assert los[3, 0] == 1
    # Differences are surer than two ratings taken apart would make them.
    one = samples.elo_interval()
    assert (high - low)[0, 3] < (one[1] - one[0])[[0, 3]].sum()


def test_an_anchor_holds_in_every_replicate(table: DealTable) -> None:
    fit = fit_ratings(table.total(), anchor=(1, 100.0))
    low, high = bootstrap_ratings(table, fit, replicates=100).elo_interval()
    assert low[1] == pytest.approx(100)
    assert high[1] == pytest.approx(100)


def test_infinite_ratings_stay_infinite() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 4, size=(10, 30, 2, 3)).astype(np.int32)
    i, j = np.triu_indices(5, 1)
    counts[i == 0, :, :, :2] = 0
    counts[i == 1, :, :, :2] = 0
    table = DealTable(5, i, j, counts)
    fit = fit_ratings(table.total(), prior=0)
    # 0 beat everyone and 1 everyone but 0: both are out of reach of the other three.
    assert fit.marks == (">", ">", "", "", "")
    samples = bootstrap_ratings(table, fit, replicates=100)
    low, high = samples.elo_interval()
    assert (low[:2] == math.inf).all()
    assert (high[:2] == math.inf).all()
    assert np.isfinite(low[2:]).all()
    gap_low, gap_high = samples.difference_interval()
    assert not np.isnan(gap_low).any()
    assert (gap_low[0, 1], gap_high[0, 1]) == (-math.inf, math.inf)
    assert (gap_low[0, 3], gap_high[3, 0]) == (math.inf, -math.inf)
    assert samples.los()[0, 1:].tolist() == [0.5, 1, 1, 1]


def test_replicates_without_draws() -> None:
    counts = np.zeros((1, 6, 2, 3), dtype=np.int32)
    counts[0, :, :, 2], counts[0, :3, :, 0] = 1, 1
    counts[0, 0, 0] = 0, 1, 0
    table = DealTable(2, [0], [1], counts)
    for model in ("davidson", "rao-kupper"):
        samples = bootstrap_ratings(table, fit_ratings(table.total(), model=model), replicates=300)
        assert np.isfinite(samples.log_worth).all()


def test_interval_of_infinities() -> None:
    low, high = interval(np.array([[np.inf, 1.0], [np.inf, 2.0], [np.inf, 3.0]]), 0.5)
    assert (low.tolist(), high.tolist()) == ([math.inf, 1.5], [math.inf, 2.5])


def test_refused(table: DealTable) -> None:
    fit = fit_ratings(table.total())
    with pytest.raises(ValueError, match="too few"):
        bootstrap_ratings(table, fit, replicates=10)
    with pytest.raises(ValueError, match="one bag"):
        next(resamples(DealTable(4, table.i, table.j, table.counts[:, :1])))
    with pytest.raises(ValueError, match=r"pairing \(0, 2\)"):
        rows_of(fit.like, PairingTable(4, [0], [1], np.ones((1, 2, 3))))
