"""The stock players of Defcon: they keep to the rules everywhere, repeat themselves, and rank as they should."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from harness.games import find_game
from harness.games.options import Rules
from harness.games.outcome import unpack
from harness.play.pairing import Pairing
from harness.play.played import Played
from harness.play.setting import Setting
from harness.players.entrants import read_entrants

ROOT = Path(__file__).parents[2]
GAME = find_game("defcon")
BOTS = ("random", "greedy", "heuristic", "raider", "builder", "miser")
COMPILED_PAIRS = (*pairwise(BOTS), ("miser", "random"))

SETTINGS: dict[str, tuple[Rules, str]] = {
    "default": ({}, "full"),
    "variant": ({"suit_match": "keeps", "lead": "both", "exhaustion": "draw"}, "tens"),
    "no modifiers": ({}, "numbers"),
    "crowded": ({"max_attachments": 1, "low": 10, "high": 60}, "builder"),
    "narrow": ({"low": 1, "high": 1}, "wrecker"),
    "out of reach": ({"low": 900, "high": 999}, "full"),
}


def play(first: str, second: str, blocks: int, rules: Rules | None = None, deck: str = "full") -> Played:
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
    assert np.array_equal(play(first, second, 30).rows, play(first, second, 30).rows)


@pytest.mark.parametrize(
    ("better", "worse", "blocks"),
    [
        ("greedy", "random", 500),
        ("heuristic", "greedy", 1000),
        ("raider", "greedy", 1000),
        ("miser", "greedy", 1000),
        ("builder", "random", 500),
        ("example", "random", 40),
    ],
)
def test_players_rank_as_they_should(better: str, worse: str, blocks: int) -> None:
    low, _ = interval(play(better, worse, blocks))
    assert low > 0.55


def test_games_end_by_a_lead_that_holds_and_soon() -> None:
    outcomes = play("heuristic", "greedy", 500).rows[0]
    assert unpack(outcomes, "plies").mean() < 60
    assert (unpack(outcomes, "reason") == 1).mean() > 0.95


PLAIN_PYTHON = """
from harness.core.compiler import disabled
from tests.players.test_defcon_bots import COMPILED_PAIRS, play

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
