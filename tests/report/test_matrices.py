import json

import numpy as np
import pytest

from harness.report.matrices import WIDEST, crosstable, difference_matrix, los_matrix
from harness.report.ratings import rating_table
from harness.report.scores import by_mean_score, by_rating, pair_scores, score_matrix
from harness.report.tables import render
from harness.stats.analysis import rate
from harness.stats.counts import Tally
from harness.stats.deals import DealTable
from harness.stats.estimate import estimate
from tests.report import samples

TABLE = samples.pairing_table([0, 0], [1, 2], [[[4, 0, 6], [4, 2, 4]], [[0, 0, 10], [0, 0, 10]]])
LABELS = ["x", "=y", "z"]


def test_crosstable_shows_scores_and_keeps_everything():
    text = render(crosstable(TABLE, LABELS))
    lines = text.splitlines()
    assert lines[0] == "Score of the row against the column, per cent (20 games a pairing, ± 95 %)"
    assert lines[4].split() == ["1", "x", "·", "55.0", "±20.8", "100.0", "−16.1"]
    assert lines[5].split() == ["2", "=y", "45.0", "±20.8", "·"]
    assert lines[6].split() == ["3", "z", "0.0", "+16.1", "·"]
    assert lines[8].startswith(
        "± is the longer arm of the 95 % interval (+ or − its only one, at 0 and 100 %), Wils"
    )
    rows = json.loads(render(crosstable(TABLE, LABELS), "json"))
    assert [(row["first"], row["second"]) for row in rows] == [("x", "=y"), ("x", "z")]
    assert rows[0] | {"score": 0.55, "games": 20, "wins": 10, "draws": 2, "losses": 8} == rows[0]
    assert rows[1]["elo"] == "inf"
    assert rows[1]["score_high"] == 1.0
    assert render(crosstable(TABLE, LABELS), "csv").splitlines()[1].startswith("x,'=y,20,10,2,8,0.55,")


def test_unequal_games_are_written_in_the_cells():
    table = samples.pairing_table([0, 0], [1, 2], [[[4, 0, 6], [4, 2, 4]], [[1, 0, 3], [0, 0, 2]]])
    text = render(crosstable(table, LABELS))
    assert "55.0 ±20.8 (20)" in text
    assert "a pairing" not in text


def test_blocks_make_better_intervals():
    first, second = Tally((4, 0, 2, 0, 4)), Tally((0, 0, 0, 0, 10))
    table = samples.pairing_table([0, 0], [1, 2], [[[5, 0, 5], [5, 0, 5]], [[0, 0, 10], [0, 0, 10]]])
    known = pair_scores(table, 0.95, [estimate(first), estimate(second)])
    assert known.low[0] == pytest.approx(0.5 - estimate(first).score_error)
    assert 0.8 < known.low[1] < 0.9
    assert "from blocks" in render(crosstable(table, LABELS, estimates=[estimate(first), estimate(second)]))
    with pytest.raises(ValueError, match="1 estimates for 2 pairings"):
        pair_scores(table, 0.95, [estimate(first)])


def test_a_pairing_without_games_is_empty_and_not_nan():
    table = samples.pairing_table(
        [0, 0, 1], [1, 2, 2], [[[4, 0, 6], [4, 2, 4]], [[1, 0, 3], [0, 0, 2]], np.zeros((2, 3))]
    )
    for form in ("table", "csv", "json", "md"):
        assert "nan" not in render(crosstable(table, LABELS), form).lower()


def test_many_entrants_are_listed_by_pairing():
    n = WIDEST + 1
    table = samples.deal_table(n, 4).total()
    text = render(crosstable(table, samples.names(n)))
    assert text.startswith("Pairings, seen from the first")
    assert text.count("\n") > n * (n - 1) // 2


def test_matrices_are_antisymmetric_and_ordered():
    matrix = score_matrix(TABLE)
    assert matrix.score[0, 1] + matrix.score[1, 0] == pytest.approx(1.0)
    assert matrix.low[1, 0] == pytest.approx(1.0 - matrix.high[0, 1])
    assert np.isnan(matrix.score[1, 2])
    assert matrix.equal_games == 20
    assert by_mean_score(matrix) == [0, 1, 2]
    assert by_rating(np.array([1.0, np.inf, np.nan, -3.0])) == [1, 0, 3, 2]


def test_differences_and_superiority():
    result = samples.result(8, 60)
    names = samples.names(8)
    for table in (difference_matrix(result, names), los_matrix(result, names)):
        rows = json.loads(render(table, "json"))
        assert len(rows) == 28
        assert all(row["difference"] >= 0 for row in rows)
        assert "bootstrap by deal" in render(table)
    first = json.loads(render(difference_matrix(result, names), "json"))[0]
    assert f"{first['difference']:+.1f} ±" in render(difference_matrix(result, names))
    many = samples.result(WIDEST + 1, 8)
    assert "interval" in render(los_matrix(many, samples.names(WIDEST + 1)))


def test_what_a_bootstrap_never_varied_has_no_interval():
    counts = np.zeros((1, 64, 2, 3), np.int32)
    counts[..., 2] = 1
    result = rate(DealTable(2, np.array([0]), np.array([1]), counts), replicates=200)
    text = render(difference_matrix(result, ["a", "b"]))
    assert "±  n/a" in text
    assert "± 0.0" not in text.replace("  ", " ")
    ratings = render(rating_table(result, ["a", "b"]))
    assert all(line.split()[3] == "n/a" for line in ratings.splitlines()[4:6])
    assert "First mover: these games tell nothing of its advantage." in ratings


def test_superiority_is_never_certain():
    counts = [[[0, 0, 999], [0, 0, 999]]]
    text = render(los_matrix(rate(samples.pairing_table([0], [1], counts)), ["a", "b"]))
    assert ">99.9" in text
    assert "100.0" not in text
