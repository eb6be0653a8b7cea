"""The loop in C plays the games of the compiled engine: equal rows, by a checksum over all of them."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from harness.core.streams import label_word, mix
from harness.games.outcome import unpack
from tests.games.defcon import players
from tests.games.defcon.table import Batch, Chair

SOURCE = Path(__file__).resolve().parents[2] / "bench" / "defcon.c"
COMPILER = shutil.which("cc") or shutil.which("gcc")
OPTIONS = ("suit_match", "lead", "exhaustion", "max_attachments", "low", "high")
CODES = {"turns": 0, "keeps": 1, "pairwise": 0, "both": 1, "loses": 0, "draw": 1}
DEFAULT = {
    "suit_match": "turns",
    "lead": "pairwise",
    "exhaustion": "loses",
    "max_attachments": 0,
    "low": 21,
    "high": 26,
}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if COMPILER is None:
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("bench") / "defcon"
    subprocess.run([COMPILER, "-O2", "-Wall", "-Wextra", "-Werror", "-o", path, SOURCE], check=True)
    return path


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"suit_match": "keeps", "lead": "both", "exhaustion": "draw", "max_attachments": 1},
        {"max_attachments": 2, "low": 5, "high": 60},
    ],
)
def test_equal_rows(program, rules):
    games = 400
    numbers = [CODES.get(value, value) for value in {**DEFAULT, **rules}.values()]
    words = [11, games, label_word("first"), label_word("second"), *numbers]
    told = [
        json.loads(subprocess.run([program, mode, *map(str, words)], capture_output=True, check=True).stdout)
        for mode in ("full", "bare")
    ]
    chairs = Chair(players.uniform_player), Chair(players.uniform_player)
    played = Batch(*chairs, rules=rules, swap="orders", seed=11, games=2 * games, log=False).run_all()
    rows = np.ascontiguousarray(played.rows[:, ::2])
    check = np.uint64(0)
    for word in rows.ravel():
        check = mix(check ^ word)
    winners = np.bincount(unpack(rows[0], "winner"), minlength=3).tolist()
    plies = int(unpack(rows[0], "plies").sum())
    assert told[0]["check"] == int(check)
    assert [(one["games"], one["decisions"], one["winners"]) for one in told] == [(games, plies, winners)] * 2
