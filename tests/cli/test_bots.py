"""Players on the command line: listed, shown, and begun from a file that plays at once."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from harness.players.hello import program_description
from tests.cli.calling import call, succeed


@pytest.mark.parametrize("kind", ["compiled", "plain", "batch", "program"])
@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_a_new_player_plays_at_once_and_beats_random(game: str, kind: str) -> None:
    program_description.cache_clear()  # both games' programs are called the same
    made = succeed("bot", "new", "sea_otter", "--game", game, "--kind", kind)
    assert "next: headrace match" in made.err
    words = shlex.split(made.err.partition("next: headrace ")[2])
    target = "exec:python3 ./sea_otter.py" if kind == "program" else "./sea_otter.py"
    assert words == ["match", game, target, "random", "--blocks", "100"]
    found = succeed(*words, "-j", "1", "-q", "--json").object
    assert found["elo_low"] > 0
    assert found["faults_first"] == 0
    shown = succeed("bot", "show", f"{target}:care=0.5", "--json").object
    assert (shown["kind"], shown["game"], shown["parameters"][0]["value"]) == (kind, game, 0.5)
    assert shown["about"].startswith(("Plays", "Brings"))


def test_a_new_player_is_clean_code() -> None:
    for game in ("forecast", "defcon"):
        for kind in ("compiled", "plain", "batch", "program"):
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


def test_a_new_player_called_like_a_stock_one_is_warned_of() -> None:
    assert "banker alone is a stock player" in succeed("bot", "new", "banker", "--game", "defcon", "-q").err
    assert "stock" not in succeed("bot", "new", "otter", "--game", "defcon").err


def test_a_cost_that_nobody_declared_is_not_called_declared() -> None:
    succeed("bot", "new", "otter", "--game", "forecast", "-q")
    assert "200 ns a decision, not declared" in succeed("bot", "show", "./otter.py").out
    assert "ns a decision, declared" in succeed("bot", "show", "greedy", "--game", "forecast").out


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
