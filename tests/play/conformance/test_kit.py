"""The stock players pass the kit, and each villain fails the check that it should fail."""

import shlex
import sys
from pathlib import Path

import pytest

from harness.games import find_game
from harness.play.conformance.case import Plan
from harness.play.conformance.kit import check_player
from harness.players.entrants import read_entrant
from harness.players.finder import stock_players
from harness.players.programs import end_programs

HERE = Path(__file__).parent
GAMES = ("forecast", "defcon")
STOCK = [(game, name) for game in GAMES for name in stock_players(game)]


def check(game, target, positions=60, patience=60.0):
    described = find_game(game)
    plan = Plan(read_entrant(target, described), described, positions, patience=patience)
    return {result.name: result for result in check_player(plan)}


def villain(name):
    return f"{HERE / 'villains.py'}#{name}"


def failed(results):
    return [name for name, result in results.items() if not result.ok]


@pytest.mark.parametrize(("game", "name"), STOCK)
def test_stock_players_pass(game, name):
    results = check(game, name)
    assert failed(results) == [], results
    assert {"worker", "legal", "changes nothing", "same seed", "no leak", "parameters", "time"} <= set(
        results
    )
    assert not any(result.verdict == "skipped" for result in results.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["Honest", "Many"])
def test_honest_plain_and_batch_players_pass(game, name):
    assert failed(check(game, villain(name))) == []


@pytest.mark.parametrize(
    ("game", "name", "check_name", "detail"),
    [
        ("forecast", "full_hand", "legal", "illegal: draw at"),
        ("defcon", "OneCard", "legal", "illegal: 'pass' at"),
        ("defcon", "Replies", "legal", "crash: RuntimeError: what now? at"),
        ("forecast", "writes", "changes nothing", "writes to its view (hand) at"),
        ("defcon", "Scribbles", "changes nothing", "writes to its view (rivers) at"),
        ("forecast", "tunes_itself", "changes nothing", "writes to its parameters"),
        ("forecast", "OwnRules", "changes nothing", "writes to the rules"),
        ("forecast", "out_of_range", "bounds", "an index out of range at"),
        ("forecast", "too_far", "parameters", "with rank=45 illegal: "),
        ("forecast", "Peeks", "no leak", "where only hidden cards differ"),
    ],
)
def test_villains_fail_the_check_that_is_for_them(game, name, check_name, detail):
    results = check(game, villain(name))
    assert failed(results)[-1:] == [check_name], results
    assert detail in results[check_name].detail
    assert results[check_name].remedy
    assert "crash" not in detail or "villains.py" in results[check_name].trace


@pytest.mark.parametrize("name", ["Clock", "Process", "OwnRandom", "Counts", "remembers", "Neighbours"])
def test_players_that_do_not_repeat_themselves_fail(name):
    results = check("forecast", villain(name))
    assert set(failed(results)) & {"worker", "same seed"} == set(failed(results)) != set()
    if "same seed" in failed(results):
        assert results["no leak"].verdict == results["parameters"].verdict == "skipped"


def test_a_parameter_without_effect_is_a_warning():
    results = check("forecast", villain("ignores"))
    assert failed(results) == []
    assert results["parameters"].verdict == "warning"
    assert results["parameters"].detail.startswith("idle: no value of it changes an action")


def test_a_player_that_hangs_is_asked_no_more():
    results = check("forecast", villain("Waits"), patience=1.0)
    assert list(results) == ["worker"]
    assert results["worker"].detail == "it made no decision in 1 s"


def test_a_player_that_ends_its_process_is_asked_no_more():
    results = check("forecast", villain("Kills"))
    assert list(results) == ["worker"]
    assert results["worker"].detail == "it ended with exit code 7"


@pytest.mark.parametrize(("argument", "wrong"), [("", set()), ("clock", {"worker", "same seed"})])
def test_programs(argument, wrong):
    command = shlex.join([sys.executable, str(HERE / "program.py"), *argument.split()])
    try:
        results = check("forecast", f"exec:{command}")
    finally:
        end_programs()
    assert bool(failed(results)) == bool(wrong)
    assert set(failed(results)) <= wrong


def test_a_cost_that_nobody_declared_is_not_called_declared(tmp_path):
    source = (
        "import time\nfrom harness.players import player\n\n\n@player(game='forecast'{})\nclass Otter:\n"
        "    def choose(self, view):\n        time.sleep(0.0005)\n        return view.legal[0]\n"
    )
    path = tmp_path / "otter.py"
    for declared, words in (
        ("", "it declares no cost and is taken to need 2 µs"),
        (", cost=900", "its declared cost is 900 ns"),
    ):
        path.write_text(source.format(declared))
        found = check("forecast", str(path), positions=30)["time"]
        assert found.verdict == "warning"
        assert words in found.detail
