"""Players on the command line: listed, shown, and begun from a file that plays at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import call, succeed


@pytest.mark.parametrize("kind", ["compiled", "plain"])
@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_a_new_player_plays_at_once_and_beats_random(game: str, kind: str) -> None:
    made = succeed("bot", "new", "sea_otter", "--game", game, "--kind", kind)
    assert "next: headrace match" in made.err
    words = made.err.partition("next: headrace ")[2].split()
    assert words == ["match", game, "./sea_otter.py", "random", "--blocks", "100"]
    found = succeed(*words, "-j", "1", "-q", "--json").object
    assert found["elo_low"] > 0
    assert found["faults_first"] == 0
    shown = succeed("bot", "show", "./sea_otter.py:care=0.5", "--json").object
    assert (shown["kind"], shown["game"], shown["parameters"][0]["value"]) == (kind, game, 0.5)
    assert shown["about"].startswith(("Plays", "Brings"))


def test_a_new_player_is_clean_code() -> None:
    for game in ("forecast", "defcon"):
        for kind in ("compiled", "plain"):
            succeed("bot", "new", f"{game}_{kind}", "--game", game, "--kind", kind, "-q")
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "E,F,W,I,UP,B",
        "--line-length",
        "120",
    ]
    done = subprocess.run([*command, "."], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_nothing_is_written_over() -> None:
    Path("otter.py").write_text("mine", "utf-8")
    called = call("bot", "new", "otter", "--game", "forecast")
    assert called.code == 2
    assert "otter.py is there already" in called.err
    assert Path("otter.py").read_text("utf-8") == "mine"
    assert (
        succeed("bot", "new", "otter", "--game", "forecast", "--out", "new/otter.py").out == "new/otter.py\n"
    )


def test_list() -> None:
    rows = succeed("bot", "list", "--json").object
    assert {("forecast", "random"), ("forecast", "greedy"), ("defcon", "random")} <= {
        (row["game"], row["name"]) for row in rows
    }
    assert all(row["origin"] == "stock" and row["about"] for row in rows)
    assert {row["game"] for row in succeed("bot", "list", "defcon", "--json").object} == {"defcon"}
    assert "greedy" in succeed("bot", "list", "forecast").out


def test_show_tells_both_games() -> None:
    text = succeed("bot", "show", "random").out
    assert text.count("Plays any legal action") == 2
    assert succeed("bot", "show", "random", "--game", "defcon").out.count("Plays any legal action") == 1


def test_a_broken_file_is_told_with_the_reason() -> None:
    Path("broken.py").write_text("from nowhere import nothing\n", "utf-8")
    called = call("bot", "show", "./broken.py")
    assert called.code == 4
    assert "nowhere" in called.err
    assert "Traceback" not in called.err
