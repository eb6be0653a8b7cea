"""The stock players of Forecast: they keep to the rules everywhere, repeat themselves, and rank as they should."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from harness.core.compiler import records
from harness.games import find_game
from harness.games.forecast import kit
from harness.games.forecast.layout import VIEW, stack_bits
from harness.games.options import Rules
from harness.games.outcome import unpack
from harness.play.pairing import Pairing
from harness.play.played import Played
from harness.play.setting import Setting
from harness.players.entrants import read_entrants

ROOT = Path(__file__).parents[2]
GAME = find_game("forecast")
QUICK_DREAMER = "dreamer:iterations=1,looks=1"
BOTS = ("random", "greedy", "banker", "saboteur", "sprinter", "heuristic", QUICK_DREAMER)
COMPILED_PAIRS = (*pairwise(BOTS), ("heuristic", "random"))

SETTINGS: dict[str, tuple[Rules, str]] = {
    "default": ({}, "standard"),
    "calm": ({"hand_limit": 7}, "calm"),
    "storm": ({"hand_limit": 1}, "storm"),
    "long": ({"exact": 9, "over": -9, "miss": 9}, "long"),
    "nothing pays": ({"exact": 0, "over": 0, "miss": 0}, "standard"),
    "no numbers": ({}, "0,0,0,5,5,5,5,5"),
    "only numbers": ({"hand_limit": 2}, "10,10,10,0,0,0,0,0"),
    "one kind of prediction": ({}, "3,3,3,0,0,9,1,1"),
    "largest": ({}, "15,15,15,15,15,15,15,15"),
    "one card": ({}, "1,0,0,0,0,0,0,0"),
}


def play(first: str, second: str, blocks: int, rules: Rules | None = None, deck: str = "standard") -> Played:
    entrants = read_entrants([first, second], GAME)
    setting = Setting(GAME, rules or {}, seed=11, deck=GAME.read_deck(deck))
    return Pairing(setting, *entrants).play(0, blocks)


def interval(played: Played) -> tuple[float, float]:
    """Give the 95 % interval of the first's score, block by block."""
    winner, seat = unpack(played.rows[0], "winner"), unpack(played.rows[0], "first_seat")
    scores = np.where(winner == 2, 0.5, winner == seat).reshape(-1, played.legs).mean(1)
    margin = 1.96 * scores.std(ddof=1) / np.sqrt(len(scores))
    return scores.mean() - margin, scores.mean() + margin


@pytest.mark.parametrize("name", SETTINGS)
def test_compiled_players_only_play_legal_actions(name: str) -> None:
    rules, deck = SETTINGS[name]
    for first, second in COMPILED_PAIRS:
        played = play(first, second, 100, rules, deck)
        assert played.faults == []
        assert played.games == 200


@pytest.mark.parametrize("name", SETTINGS)
def test_the_example_only_plays_legal_actions(name: str) -> None:
    rules, deck = SETTINGS[name]
    assert play("example", "heuristic", 6, rules, deck).faults == []


@pytest.mark.parametrize(("first", "second"), COMPILED_PAIRS)
def test_the_same_seed_gives_the_same_games(first: str, second: str) -> None:
    assert np.array_equal(play(first, second, 50).rows, play(first, second, 50).rows)


@pytest.mark.parametrize(
    ("better", "worse", "blocks"),
    [
        ("greedy", "random", 500),
        ("banker", "random", 500),
        ("saboteur", "random", 500),
        ("sprinter", "random", 500),
        ("example", "random", 60),
        ("dreamer", "random", 60),
        ("heuristic", "greedy", 1000),
        ("heuristic", "banker", 1000),
        ("heuristic", "saboteur", 1000),
        ("heuristic", "sprinter", 1000),
    ],
)
def test_players_rank_as_they_should(better: str, worse: str, blocks: int) -> None:
    low, _ = interval(play(better, worse, blocks))
    assert low > 0.55


@pytest.mark.parametrize("numbers", [(), (1,), (3,), (1, 2), (2, 3), (3, 1), (3, 3)])
@pytest.mark.parametrize("slot", range(5))
def test_what_a_remove_would_leave(numbers: tuple[int, ...], slot: int) -> None:
    others = sum(stack_bits(other, (3, 3)) for other in range(5) if other != slot)
    table = np.uint64(stack_bits(slot, numbers) | others)
    assert kit.number_beneath(table, np.int64(slot)) == (numbers[0] if len(numbers) == 2 else 0)


def test_what_a_prediction_pays() -> None:
    view = records(1, VIEW)[0]
    view["exact"], view["over"], view["miss"] = 3, 2, -4
    pays = [[kit.payoff(view, np.int64(number), np.int64(top)) for top in range(4)] for number in (1, 2, 3)]
    assert pays == [[-4, 3, 2, 2], [-4, -4, 6, 2], [-4, -4, -4, 9]]


PLAIN_PYTHON = """
from harness.core.compiler import disabled
from tests.players.test_forecast_bots import COMPILED_PAIRS, play

assert disabled()
for pair in COMPILED_PAIRS:
    played = play(*pair, 1)
    assert played.faults == [], played.faults
    print(pair, played.rows[0].tolist())
"""


def test_they_run_as_plain_python_and_play_the_same_games() -> None:
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "ignore",
    }
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_PYTHON], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    compiled = [f"{pair} {play(*pair, 1).rows[0].tolist()}" for pair in COMPILED_PAIRS]
    assert done.stdout.splitlines() == compiled
