"""Seat, deal and the rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats.counts import Tally, pair_table
from harness.stats.estimate import moments
from harness.stats.luck import luck_of_the_deal
from tests.stats.worlds import pairs

results = st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=2), min_size=2, max_size=60)


@given(results)
def test_identity(rows: list[list[int]]) -> None:
    r = np.array(rows) / 2
    e = luck_of_the_deal(rows, replicates=100)
    assert e.game_variance == pytest.approx(r.var(), abs=1e-12)
    assert e.block_variance == pytest.approx(moments(Tally.from_results(rows))[1], abs=1e-12)
    assert e.luck_variance == pytest.approx(r.var() - 2 * r.mean(axis=1).var(), abs=1e-12)
    assert e.seat_variance == pytest.approx(((r[:, 0].mean() - r[:, 1].mean()) / 2) ** 2, abs=1e-12)
    assert e.deal_variance == pytest.approx(-np.cov(r.T, bias=True)[0, 1], abs=1e-12)
    for share in (e.luck, e.seat, e.deal):
        if share is not None:
            assert 0 <= share.low <= share.high <= 1
            assert share.value == max(share.raw, 0)
            assert share.negative == (share.raw < 0)


@given(results)
def test_table_and_rows_are_the_same(rows: list[list[int]]) -> None:
    assert luck_of_the_deal(rows, replicates=100) == luck_of_the_deal(pair_table(rows), replicates=100)


def test_first_leg() -> None:
    rows = pairs(np.random.default_rng(1), 500, 0.2, 0.3, 0.5)
    a, b = luck_of_the_deal(rows), luck_of_the_deal(rows[:, ::-1], first_leg=1)
    assert a == b
    assert a.score_first == pytest.approx(rows[:, 0].mean() / 2)


def test_the_whole_is_luck_where_seats_decide() -> None:
    e = luck_of_the_deal([[2, 0]] * 40)
    assert (e.luck.value, e.seat.value, e.deal.value) == (1, 1, 0)
    e = luck_of_the_deal([[2, 0], [0, 2]] * 40)
    assert e.deal.value == pytest.approx(1)
    assert e.seat.value == 0
    assert e.seat.low == 0


def test_a_negative_estimate_is_printed_as_nothing() -> None:
    e = luck_of_the_deal([[2, 2], [0, 0]] * 50)
    assert e.deal.negative
    assert e.deal.value == e.deal.low == e.deal.high == 0
    assert e.deal.raw == pytest.approx(-1)


def test_no_variance_no_shares() -> None:
    for code in (0, 1, 2):
        e = luck_of_the_deal([[code, code]] * 10)
        assert e.luck is e.seat is e.deal is None


def test_ten_million_blocks_cost_nothing() -> None:
    rows = np.array(
        [[1_000_000, 2_000_000, 500_000], [800_000, 900_000, 1_000_000], [700_000, 1_500_000, 1_600_000]]
    )
    e = luck_of_the_deal(rows)
    assert e.blocks == 10_000_000
    assert e.luck.high - e.luck.low < 0.002


def test_seeds() -> None:
    rows = pairs(np.random.default_rng(1), 200, 0, 0.2, 0.5)
    assert luck_of_the_deal(rows, seed=3) == luck_of_the_deal(rows, seed=3)
    assert luck_of_the_deal(rows, seed=3) != luck_of_the_deal(rows, seed=4)


def test_refused() -> None:
    with pytest.raises(ValueError, match="no blocks"):
        luck_of_the_deal(np.zeros((3, 3), dtype=int))
    with pytest.raises(ValueError, match="leg 0 or in leg 1"):
        luck_of_the_deal([[0, 1]], first_leg=2)
    with pytest.raises(ValueError, match="too few"):
        luck_of_the_deal([[0, 1]], replicates=10)
    with pytest.raises(ValueError, match="negative"):
        luck_of_the_deal([[0, 1, 2], [0, 0, 0], [0, 0, -1]])
    with pytest.raises(ValueError, match="raw pairs"):
        luck_of_the_deal([[0, 1, 2, 0]])
