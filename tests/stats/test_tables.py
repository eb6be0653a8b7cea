"""Tables of many entrants, and their bags of deals."""

from __future__ import annotations

import numpy as np
import pytest

from harness.stats.deals import DealCounter, DealTable, bag_count
from harness.stats.tables import PairingTable
from tests.stats.gold import baseball, pudding


def test_columns_and_matrices_are_the_same() -> None:
    table = baseball()
    assert len(table.i) == 21
    again = PairingTable.from_columns(
        table.i,
        table.j,
        (table.counts[:, 0, 2], table.counts[:, 0, 1], table.counts[:, 0, 0]),
        (table.counts[:, 1, 0], table.counts[:, 1, 1], table.counts[:, 1, 2]),
    )
    assert np.array_equal(again.counts, table.counts)
    # Baltimore at home against Boston 1–6, in Boston the home team won 6–0.
    assert table.counts[0].tolist() == [[6, 0, 1], [6, 0, 0]]


def test_crosstable_has_no_seats() -> None:
    table = pudding()
    assert not table.seats_known
    assert table.games.sum() == sum((57, 47, 48, 54, 51, 54, 50, 48, 48, 47, 51, 54, 41, 51, 44))
    assert table.counts[:, 1].sum() == 0


@pytest.mark.parametrize(
    ("i", "j", "words"),
    [
        ([0, 1], [1, 0], "paired twice"),
        ([0], [0], "with itself"),
        ([0], [3], "outside 0…2"),
        ([0, 1], [2], "one length"),
    ],
)
def test_pairings_are_checked(i: list[int], j: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        PairingTable(3, i, j, np.zeros((len(i), 2, 3)))


def test_counts_are_checked() -> None:
    with pytest.raises(ValueError, match=r"\(1, 2, 3\) is needed"):
        PairingTable(3, [0], [1], np.zeros((1, 3)))
    with pytest.raises(ValueError, match="negative"):
        PairingTable(3, [0], [1], np.full((1, 2, 3), -1))
    with pytest.raises(ValueError, match="at least two"):
        PairingTable(1, [], [], np.zeros((0, 2, 3)))
    with pytest.raises(ValueError, match="n × n"):
        PairingTable.from_crosstable([[0, 1]])
    with pytest.raises(ValueError, match="n × n"):
        PairingTable.from_matrices([[0]], [[0]], [[0, 1]])
    with pytest.raises(ValueError, match="not symmetric"):
        PairingTable.from_crosstable([[0, 1], [1, 0]], [[0, 1], [2, 0]])


def test_games_fall_into_bags() -> None:
    counter = DealCounter(3, [(0, 1), (0, 2), (1, 2)], bags=4)
    counter.add([0, 0, 2], [0, 5, 7], [0, 1, 1], [2, 0, 1])
    table = counter.table()
    counter.add(1, np.arange(8), 0, 1)
    assert table.bags == 4
    assert table.counts[0, 0, 0].tolist() == [0, 0, 1]
    assert table.counts[0, 1, 1].tolist() == [1, 0, 0]
    assert table.counts[2, 3, 1].tolist() == [0, 1, 0]
    assert table.counts.sum() == 3
    assert counter.table().counts[1, :, 0, 1].tolist() == [2, 2, 2, 2]
    double = table + table
    assert np.array_equal(double.total().counts, 2 * table.total().counts)
    assert table.total().seats_known


def test_bags_are_checked() -> None:
    table, counter = DealTable.empty(3, [(0, 1)], bags=4), DealCounter(3, [(0, 1)], bags=4)
    for arguments, words in (
        (([1], [0], [0], [0]), "pairing"),
        (([0], [0], [2], [0]), "seat"),
        (([0], [0], [0], [3]), "result"),
        (([0], [-1], [0], [0]), "negative number"),
    ):
        with pytest.raises(ValueError, match=words):
            counter.add(*arguments)
    with pytest.raises(ValueError, match="different pairings or bags"):
        table + DealTable.empty(3, [(0, 1)], bags=5)
    with pytest.raises(ValueError, match="at least one"):
        DealTable.empty(3, [(0, 1)], bags=0)
    with pytest.raises(ValueError, match="bags, 2 seats"):
        DealTable(3, [0], [1], np.zeros((1, 2, 3)))


def test_bag_count() -> None:
    assert bag_count(30, 5) == 30
    assert bag_count(10**7, 5) == 2000
    assert bag_count(4000, 1225) == 2000
    assert 200 <= bag_count(4000, 10_000) < 2000
    assert bag_count(50, 10_000_000) == 50
    with pytest.raises(ValueError, match="play something"):
        bag_count(0, 1)
