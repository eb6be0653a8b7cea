import json
import math

import numpy as np
import pytest

from harness.report.ratings import rating_table
from harness.report.tables import render
from harness.stats.analysis import rate
from harness.stats.tables import PairingTable
from tests.report import samples

GOLDEN = """\
Ratings: 3 entrants, 60 games

rank  player    Elo  ± 95 %  games     score %    draws %      as a %      as b %  faults
----  ------  -----  ------  -----  ----------  ---------  ----------  ----------  ------
   1  y        83.1    78.5     40  66.2 ±15.5  2.5 ±10.4  75.0 ±21.9  57.5 ±21.1       0
   2  x|1      -6.4    75.5     40  48.8 ±14.9  7.5 ±12.4  60.0 ±21.3  37.5 ±21.6       2
   3  z       -76.7    78.1     40  35.0 ±15.5  5.0 ±11.5  42.5 ±21.1  27.5 ±21.9       0
"""


def small(**options):
    table = samples.pairing_table(
        [0, 0, 1], [1, 2, 2], [[[4, 1, 5], [7, 0, 3]], [[3, 1, 6], [5, 1, 4]], [[2, 0, 8], [3, 0, 7]]]
    )
    return rate(table, **options)


def test_golden():
    text = render(rating_table(small(), ["x|1", "y", "z"], {"x|1": 2}))
    assert text.startswith(GOLDEN)
    notes = " ".join(text[len(GOLDEN) :].split())
    assert "Elo against the pool's mean, which is 0; ± is half its 95 % interval, from Fisher's" in notes
    assert "Model: Davidson, with a first-mover factor" in notes
    assert "prior: 2 virtual draws each" in notes
    assert "First mover: +" in notes
    assert "Everyone had each seat in half of its games" in notes
    assert "The deals aren't known" in notes


def test_bootstrap_says_so_and_sorts_by_elo():
    result = samples.result(8, 60)
    table = rating_table(result, samples.names(8))
    elo = [row["elo"] for row in table.rows]
    assert elo == sorted(elo, reverse=True)
    assert [row["rank"] for row in table.rows] == list(range(1, 9))
    assert "bootstrap by deal (200 replicates)" in render(table).replace("\n  ", " ")
    assert "faults" not in table.fields


def test_no_rate_without_its_games_and_interval():
    row = rating_table(small(), ["x", "y", "z"]).rows[0]
    for name, games in (
        ("score", "games"),
        ("draws", "games"),
        ("score_a", "games_a"),
        ("score_b", "games_b"),
    ):
        assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
        assert row[games] > 0


def test_the_games_in_each_seat_are_shown_where_they_differ():
    table = samples.pairing_table([0, 0], [1, 2], [[[4, 1, 5], [0, 0, 3]], [[3, 1, 6], [5, 1, 4]]])
    text = render(rating_table(rate(table), ["x", "y", "z"]))
    assert "games as a" in text
    assert "half of its games" not in text


def test_unconnected_groups_stand_apart_and_are_named():
    table = samples.pairing_table([0, 2], [1, 3], [[[4, 1, 5], [4, 1, 5]], [[3, 1, 6], [5, 1, 4]]])
    text = render(rating_table(rate(table), ["one", "two", "three", "four"]))
    assert "Group 1 of 2 (2 entrants), which no games connect with the others" in text
    assert "Group 2 of 2" in text
    assert "{one, two}; {three, four}" in text.replace("\n  ", " ")
    rows = json.loads(render(rating_table(rate(table), ["one", "two", "three", "four"]), "json"))
    assert [row["group"] for row in rows] == [1, 1, 2, 2]
    assert [row["rank"] for row in rows] == [1, 2, 1, 2]


UNBOUNDED = ([0, 0, 1], [1, 2, 2], [[[0, 0, 9], [0, 0, 9]], [[0, 0, 9], [0, 0, 9]], [[4, 1, 5], [3, 1, 6]]])


def test_ratings_that_only_the_prior_holds_are_marked():
    table = rating_table(rate(samples.pairing_table(*UNBOUNDED)), ["top", "x", "y"])
    assert table.rows[0]["mark"] == ">"
    line = render(table).splitlines()[4]
    assert f">{table.rows[0]['elo']:.1f}" in line
    assert "100.0 − 9.6" in line
    assert "(+ or − its only one, at 0 and 100 %)" in render(table).replace("\n ", "")
    assert "its only one" not in render(rating_table(small(), ["x", "y", "z"]))


def test_infinite_ratings_without_a_prior():
    table = rating_table(rate(samples.pairing_table(*UNBOUNDED), prior=0.0), ["top", "x", "y"])
    assert table.rows[0]["elo"] == math.inf
    assert " inf " in render(table).splitlines()[4]
    assert json.loads(render(table, "json"))[0]["elo"] == "inf"
    assert "nan" not in render(table, "csv")


def test_the_anchor_is_named():
    text = render(rating_table(small(anchor=(2, 1500.0)), ["x", "y", "z"]))
    assert "Elo against the anchor, z = 1500.0" in text


def test_games_that_were_left_out_are_told():
    assert "60 of 64 games rated" in rating_table(small(), ["x", "y", "z"], games=64).title


@pytest.mark.parametrize("model", ["rao-kupper", "bradley-terry"])
def test_other_models(model):
    text = render(rating_table(small(model=model), ["x", "y", "z"]))
    assert {"rao-kupper": "Model: Rao–Kupper", "bradley-terry": "Model: Bradley–Terry"}[model] in text


def test_seats_that_are_not_known_have_no_columns():
    table = PairingTable.from_crosstable(np.array([[0, 6, 7], [4, 0, 5], [3, 5, 0]]))
    text = render(rating_table(rate(table), ["x", "y", "z"]))
    assert "as a" not in text
    assert "without a first-mover factor" in text
