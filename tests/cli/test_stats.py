"""The calculator, on published numbers."""

from __future__ import annotations

import pytest

from tests.cli.calling import call, succeed


def test_elo_of_published_counts() -> None:
    found = succeed("stats", "elo", "34", "54", "63", "64", "75", "--json").object
    assert found["elo"] == pytest.approx(55.58, abs=0.005)
    assert found["elo_error"] == pytest.approx(27.65, abs=0.005)
    assert found["nelo"] == pytest.approx(57.94, abs=0.005)
    assert (found["games"], found["wins"]) == (580, None)
    text = succeed("stats", "elo", "96", "111", "136").out
    assert "40.7 ± 30.4" in text
    assert "Faults" not in text


def test_counts_in_one_word_and_with_draws() -> None:
    one = succeed("stats", "elo", "[34, 54, 63, 64, 75]", "--draws", "120", "--json").object
    assert (one["draws"], one["wins"] + one["losses"]) == (120, 460)


def test_all_wins_are_infinite_and_still_json() -> None:
    found = succeed("stats", "elo", "0", "0", "9", "--json").object
    assert (found["elo"], found["los"]) == ("inf", None)


def test_sprt_of_published_counts() -> None:
    counts = ("365", "16618", "36229", "16974", "390")
    found = succeed("stats", "sprt", *counts, "--test", "elo0=0 elo1=2", "--json").object
    assert found["llr"] == pytest.approx(2.250368, abs=1e-6)
    assert found["decision"] is None
    assert "goes on" in succeed("stats", "sprt", *counts).out
    counts = ("127", "4883", "10712", "5150", "104")
    assert succeed("stats", "sprt", *counts, "--test", "no-regression", "--json").object["decision"] == "H1"


def test_plan() -> None:
    found = succeed("stats", "plan", "--test", "improve", "--json").object
    assert (round(found["games_worst"]), round(found["games_h1"])) == (261_634, 159_942)
    more = succeed("stats", "plan", "--elo", "1", "--games", "100000", "--json").object
    assert 0.0 < more["pass_probability"] < 0.5


def test_counts_and_tests_as_options() -> None:
    single = succeed("stats", "elo", "--wdl", "136,96,111", "--json").object
    assert single == succeed("stats", "elo", "96", "111", "136", "--json").object
    blocks = succeed("stats", "elo", "--penta", "34,54,63,64,75", "--json").object
    assert blocks["elo"] == pytest.approx(55.58, abs=0.005)
    counts = ("--penta", "365,16618,36229,16974,390")
    found = succeed("stats", "sprt", *counts, "--elo0", "0", "--elo1", "2", "--json").object
    assert found["llr"] == pytest.approx(2.250368, abs=1e-6)
    options = (
        "--elo0",
        "0",
        "--elo1",
        "5",
        "--alpha",
        "0.05",
        "--beta",
        "0.05",
        "--games-per-second",
        "1000",
    )
    planned = succeed("stats", "plan", *options, "--true-elo", "2", "--json").object
    assert (round(planned["games_worst"]), round(planned["games_h1"])) == (41_861, 25_591)
    assert planned["seconds_worst"] == pytest.approx(41.861, abs=0.001)
    assert planned["games_at_elo"] > 0
    for bad in (("--wdl", "1,2"), ("--penta", "1,2,3"), (), ("1", "2", "3", "--wdl", "1,2,3")):
        assert call("stats", "elo", *bad).code == 2
    assert "negative" in call("stats", "elo", "--wdl", "1,-2,3").err
    assert "below" in call("stats", "plan", "--elo0", "5", "--elo1", "0").err


def test_bad_counts_are_refused_with_the_reason() -> None:
    assert "can't be negative" in call("stats", "elo", "1", "-2", "3").err
    assert "whole numbers" in call("stats", "elo", "1", "2.5", "3").err
    assert "give 3" in call("stats", "elo", "1", "2").err
    assert "impossible" in call("stats", "elo", "1", "2", "3", "4", "5", "--draws", "99").err


@pytest.mark.parametrize("digit", ["٣", "３", "३"])
def test_digits_of_other_scripts_are_no_counts(digit: str) -> None:
    for counts in ((digit, "2", "3"), ("--wdl", f"1,{digit},3"), ("1", "2", "3", "4", "5", "--draws", digit)):
        called = call("stats", "elo", *counts)
        assert (called.code, called.out) == (2, "")
        assert f'"{digit}" is not a number' in called.err
    assert "0 to 9" in call("stats", "plan", "--test", f"elo1={digit}").err


def test_one_game_is_no_games() -> None:
    assert succeed("stats", "elo", "0", "0", "1").out.startswith("Estimates from 1 game\n")
    assert succeed("stats", "sprt", "0", "0", "1").out.startswith("Sequential test on 1 game\n")


def test_forms() -> None:
    assert succeed("stats", "elo", "1", "2", "3", "--format", "csv").out.startswith("games,wins,")
    assert succeed("stats", "plan", "--format", "md").out.startswith("**Expected")
