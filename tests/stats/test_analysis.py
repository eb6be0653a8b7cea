"""`rate`: all that a rating table shows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.stats.analysis import rate
from harness.stats.deals import DealTable
from harness.stats.tables import PairingTable
from tests.stats.gold import baseball, pudding
from tests.stats.worlds import deal_table

WORTH = np.array([-0.5, 0.0, 0.1, 0.4])


@pytest.fixture(scope="module")
def table() -> DealTable:
    return deal_table(np.random.default_rng(6), WORTH, 400)


def test_by_deal(table: DealTable) -> None:
    r = rate(table, replicates=300)
    assert r.by_deal
    assert r.notes == ()
    assert (r.elo_low < r.elo).all()
    assert (r.elo < r.elo_high).all()
    assert r.elo_error == pytest.approx((r.elo_high - r.elo_low) / 2)
    assert r.elo_error == pytest.approx(r.fisher_error, rel=0.3)
    assert r.difference == pytest.approx(r.elo[:, None] - r.elo[None, :])
    assert r.los[3, 0] == 1
    low, value, high = r.first_mover_elo[1], r.first_mover_elo[0], r.first_mover_elo[2]
    assert low < value < high
    assert r.samples.log_worth.shape == (300, 4)
    assert r.log_odds_samples.shape == r.log_odds_null.shape == (300, 6)


def test_rates_are_those_of_the_games(table: DealTable) -> None:
    r = rate(table, replicates=300)
    total = table.total()
    for k in range(4):
        mine = total.counts[total.i == k].sum(axis=0) + total.counts[total.j == k][:, ::-1, ::-1].sum(axis=0)
        points = mine @ [0, 0.5, 1]
        assert r.score.games[k] == mine.sum() == 2400
        assert r.score.value[k] == pytest.approx(points.sum() / mine.sum())
        assert r.score_first.value[k] == pytest.approx(points[0] / mine[0].sum())
        assert r.score_second.value[k] == pytest.approx(points[1] / mine[1].sum())
        assert r.draws.value[k] == pytest.approx(mine[:, 1].sum() / mine.sum())
    for rates in (r.score, r.draws, r.score_first, r.score_second):
        assert (rates.low < rates.value).all()
        assert (rates.value < rates.high).all()
    assert np.average(r.score.value, weights=r.score.games) == pytest.approx(0.5)


def test_the_same_seed_gives_the_same_numbers(table: DealTable) -> None:
    a, b = rate(table, replicates=200, seed=4), rate(table, replicates=200, seed=4)
    assert np.array_equal(a.difference_low, b.difference_low)
    assert np.array_equal(a.score.high, b.score.high)
    assert a.cyclic() == b.cyclic()


def test_without_deals() -> None:
    r = rate(pudding())
    assert not r.by_deal
    assert r.samples is r.log_odds_samples is r.score_first is r.score_second is r.first_mover_elo is None
    assert r.elo_error == pytest.approx(r.fisher_error)
    assert r.los + r.los.T == pytest.approx(np.ones((6, 6)))
    assert "independent" in r.notes[0]
    assert 0 < r.cyclic().p <= 1
    home = rate(baseball(), prior=0).first_mover_elo
    assert home == pytest.approx((52.51, 52.51 - 1.96 * 22.747, 52.51 + 1.96 * 22.747), abs=0.05)


def test_two_ways_of_rating_agree(table: DealTable) -> None:
    a, b = rate(table, replicates=200), rate(table.total())
    assert a.elo == pytest.approx(b.elo)
    assert a.goodness == b.goodness
    assert a.score.low == pytest.approx(b.score.low, abs=0.01)


def test_notes() -> None:
    apart = np.zeros((4, 4))
    apart[0, 1] = apart[1, 0] = apart[2, 3] = 5
    r = rate(PairingTable.from_crosstable(apart))
    assert any("{0, 1}; {2, 3}" in note for note in r.notes)
    assert any("> and < mark" in note for note in r.notes)
    few = deal_table(np.random.default_rng(0), WORTH, 20)
    assert any("only 20 deals" in note for note in rate(few, replicates=100).notes)
    single = DealTable(4, few.i, few.j, few.counts.sum(axis=1, keepdims=True))
    assert not rate(single, replicates=100).by_deal


def test_a_sweep_has_an_interval_and_a_mark() -> None:
    counts = np.zeros((3, 60, 2, 3), dtype=np.int32)
    counts[0, :, :, 2] = counts[1, :, :, 2] = 1
    counts[2, :40, :, 2], counts[2, 40:, :, 0] = 1, 1
    r = rate(DealTable(3, [0, 0, 1], [1, 2, 2], counts), replicates=200)
    assert r.fit.marks[0] == ">"
    assert np.isfinite(r.elo).all()
    assert r.score.value[0] == r.score.high[0] == 1
    assert 0.97 < r.score.low[0] < 1
    bare = rate(DealTable(3, [0, 0, 1], [1, 2, 2], counts), replicates=200, prior=0)
    assert bare.elo[0] == bare.elo_low[0] == bare.elo_high[0] == math.inf
    for name in (
        "elo",
        "elo_low",
        "elo_high",
        "elo_error",
        "difference",
        "difference_low",
        "difference_high",
        "los",
    ):
        assert not np.isnan(getattr(bare, name)).any()
    for sweep in (rate(DealTable(3, [0, 0, 1], [1, 2, 2], counts).total(), prior=0), bare):
        assert not np.isnan(sweep.los).any()
        assert not np.isnan(sweep.difference_low).any()


def test_an_entrant_without_games() -> None:
    table = deal_table(np.random.default_rng(0), WORTH, 60)
    wider = DealTable(5, table.i, table.j, table.counts)
    r = rate(wider, replicates=100)
    assert r.score.games[4] == 0
    assert (r.score.value[4], r.score.low[4], r.score.high[4]) == (0, 0, 1)
    assert r.fit.groups == [[0, 1, 2, 3], [4]]
    assert r.elo[4] == pytest.approx(-r.elo[:4].sum())


def test_pairings_without_games_are_left_out() -> None:
    table = deal_table(np.random.default_rng(0), WORTH, 60)
    counts = table.counts.copy()
    counts[2] = 0
    r = rate(DealTable(4, table.i, table.j, counts), replicates=100)
    assert len(r.table.i) == len(r.log_odds) == r.log_odds_samples.shape[1] == 5


def test_anchored() -> None:
    r = rate(deal_table(np.random.default_rng(0), WORTH, 60), replicates=100, anchor=(0, 1000.0))
    assert (r.elo[0], r.elo_low[0], r.elo_high[0]) == pytest.approx((1000, 1000, 1000))
    assert r.fisher_error[0] == 0
