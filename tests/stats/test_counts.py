"""Tallies: checks, identities, arithmetic."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats.counts import Tally, pair_table

results = st.sampled_from([1, 2, 4]).flatmap(
    lambda g: st.lists(st.lists(st.integers(0, 2), min_size=g, max_size=g), min_size=1, max_size=30)
)


@given(results)
def test_identities(rows: list[list[int]]) -> None:
    r = np.array(rows)
    t = Tally.from_results(r)
    assert t.legs == r.shape[1]
    assert t.total == len(r)
    assert (t.wins, t.draws, t.losses) == tuple(int((r == code).sum()) for code in (2, 1, 0))
    assert t.wins + t.draws + t.losses == t.games == r.size
    assert 2 * t.wins + t.draws == sum(i * n for i, n in enumerate(t.blocks)) == 2 * t.points
    assert Tally.from_blocks(t.blocks, wins=t.wins, draws=t.draws, losses=t.losses) == t


@given(results)
def test_swapping_twice_is_nothing(rows: list[list[int]]) -> None:
    t = Tally.from_results(rows)
    assert t.swapped() == Tally.from_results(2 - np.array(rows))
    assert t.swapped().swapped() == t
    assert t.swapped().wins == t.losses


@given(results, st.integers(0, 30))
def test_addition(rows: list[list[int]], cut: int) -> None:
    r = np.array(rows)
    whole = Tally.from_results(r)
    a = Tally.from_results(r[:cut]) if cut else Tally.empty(r.shape[1])
    b = Tally.from_results(r[cut:]) if cut < len(r) else Tally.empty(r.shape[1])
    assert a + b == b + a == whole
    assert whole - a == b
    assert whole + Tally.empty(whole.legs) == whole


@given(st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=2), min_size=1, max_size=30))
def test_raw_pairs(rows: list[list[int]]) -> None:
    table = pair_table(rows)
    t = Tally.from_pairs(table)
    assert t == Tally.from_results(rows)
    assert t.pairs_dd == table[1, 1]
    assert t.pairs_wl == table[0, 2] + table[2, 0]


def test_draws_unknown() -> None:
    t = Tally((1, 2, 3, 4, 5))
    assert t.draws is t.wins is t.losses is t.pairs_dd is t.pairs_wl is None
    assert t.games == 30
    assert (t + Tally((1, 0, 0, 0, 0), 0)).draws is None


@pytest.mark.parametrize(
    ("counts", "draws", "words"),
    [
        ((1, 2), None, "2 counts given"),
        ((), None, "0 counts given"),
        ((1, -2, 3), None, "draws is -2.*negative"),
        ((1, 2.5, 3), None, "whole numbers"),
        ((float("nan"), 2, 3), None, "whole numbers"),
        ((0, 0, 3, 0, 0), 3, "impossible"),
        ((0, 0, 3, 0, 0), 8, "impossible"),
        ((0, 1, 0, 1, 0), 0, "impossible"),
        ((1, 2, 3), 3, "leave draws out"),
        ((0, 0, 1, 0, 0), -2, "negative"),
    ],
)
def test_refused(counts: tuple, draws: int | None, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Tally(counts, draws)


def test_games_that_contradict_blocks_are_refused() -> None:
    good = {"wins": 3, "draws": 2, "losses": 1}
    assert Tally.from_blocks((0, 0, 2, 0, 1), **good).pairs_dd == 1
    with pytest.raises(ValueError, match="not the 6 games"):
        Tally.from_blocks((0, 0, 2, 0, 1), wins=3, draws=2, losses=2)
    with pytest.raises(ValueError, match="entrant's view"):
        Tally.from_blocks((0, 0, 2, 0, 1), wins=1, draws=2, losses=3)


def test_other_refusals() -> None:
    with pytest.raises(ValueError, match="blocks of 1 and of 2"):
        Tally((1, 2, 3)) + Tally.empty(2)
    with pytest.raises(ValueError, match="negative"):
        Tally((1, 2, 3)) - Tally((2, 2, 3))
    with pytest.raises(ValueError, match="1, 2 or 4"):
        Tally.empty(3)
    with pytest.raises(ValueError, match="block 1, leg 0 is 3"):
        Tally.from_results([[0, 1], [3, 2]])
    with pytest.raises(ValueError, match="shape"):
        Tally.from_results([0, 1, 2])
    with pytest.raises(ValueError, match="blocks of 2"):
        pair_table([[1]])
    with pytest.raises(ValueError, match="3 × 3"):
        Tally.from_pairs([[1, 2]])
