"""The loop in C plays the games of the compiled engine: equal rows, by a checksum over all of them."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from harness.core.streams import label_word, mix
from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players.entrants import read_entrants

SOURCE = Path(__file__).resolve().parents[2] / "bench" / "forecast.c"
COMPILER = shutil.which("cc") or shutil.which("gcc")


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_equal_rows(tmp_path):
    program = tmp_path / "forecast"
    subprocess.run([COMPILER, "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, SOURCE], check=True)
    game = find_game("forecast")
    played = Pairing(Setting(game, {}, 11), *read_entrants(["random", "random"], game)).play(0, 300)
    check = np.uint64(0)
    for word in played.rows.T.ravel():
        check = mix(check ^ word)
    words = [11, 600, label_word("random"), label_word("random#2")]
    for mode in ("full", "bare"):
        done = subprocess.run([program, mode, *map(str, words)], capture_output=True, check=True)
        told = json.loads(done.stdout)
        assert told["decisions"] == played.histogram.sum()
        if mode == "full":
            assert told["check"] == int(check)
