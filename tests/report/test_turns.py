import numpy as np

from harness.report.charts.lengths import quantile
from harness.report.charts.turns import by_turn, last_ply, running, shares, smooth, together

COUNTS = np.array([[5, 0], [5, 0], [3, 2], [1, 3], [0, 1]])
"""Ten games, five in each seat."""


def test_turns_join_both_seats():
    assert by_turn(COUNTS).tolist() == [[10, 0], [4, 5], [0, 1]]


def test_running_is_the_share_of_games_that_still_run():
    assert running(COUNTS).tolist() == [1.0, 0.9, 0.1]
    assert running(np.zeros((4, 2), np.int64)).tolist() == [0.0, 0.0]


def test_seats_may_be_unequal():
    only_second = np.array([[0, 0], [4, 0], [0, 0], [1, 1]])
    assert running(only_second).tolist() == [1.0, 0.5]


def test_thin_turns_are_taken_together_from_the_end():
    assert together(np.array([50, 40, 4, 3, 2]), 6) == [(0, 1), (1, 2), (2, 5)]
    assert together(np.array([1, 1]), 6) == [(0, 2)]
    assert together(np.array([], np.int64), 6) == []


def test_shares_sum_to_one():
    found = shares(by_turn(COUNTS), 2)
    assert found.tolist() == [[1.0, 0.0], [0.4, 0.6], [0.4, 0.6]]
    assert shares(np.zeros((2, 3), np.int64)).tolist() == [[0.0] * 3] * 2


def test_the_axis_ends_where_few_games_are_left():
    counts = np.zeros((188, 1), np.int64)
    counts[:2], counts[2:100], counts[100:150] = 1000, 500, 3
    assert last_ply([counts]) == (100, 150)
    assert last_ply([]) == (2, 2)
    assert last_ply([COUNTS]) == (6, 5)


def test_quantiles_of_lengths():
    counts = np.array([0, 0, 1, 2, 1])
    assert [quantile(counts, share) for share in (0.25, 0.5, 0.75)] == [2, 3, 3]
    assert quantile(np.zeros(4, np.int64), 0.5) == 0


def test_smoothing_takes_out_what_changes_from_turn_to_turn():
    turns = np.array([[100, 0], [0, 100]] * 5)
    assert np.allclose(smooth(turns)[1:-1], 50.0)
    assert smooth(turns).sum() == turns.sum()
    steady = np.full((6, 2), 7)
    assert np.allclose(smooth(steady), steady)
