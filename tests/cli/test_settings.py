"""Where values come from: command line, environment, headrace.toml, default; and what a file may say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call, succeed

MATCH = ("match", "forecast", "greedy", "random", "--dry-run", "--json")


def planned(*more: str) -> dict[str, Any]:
    found: dict[str, Any] = succeed(*MATCH, *more).object
    return found


def write(text: str, name: str = "headrace.toml") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def test_defaults() -> None:
    assert (planned()["seed"], planned()["blocks"], planned()["rules"]) == (1, 10_000, {})


def test_the_nearer_place_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    write("seed = 2\nblocks = 20")
    assert (planned()["seed"], planned()["blocks"]) == (2, 20)
    monkeypatch.setenv("HEADRACE_SEED", "3")
    assert (planned()["seed"], planned()["blocks"]) == (3, 20)
    assert planned("--seed", "4")["seed"] == 4


def test_blocks_and_games_exclude_each_other_in_one_place_only(monkeypatch: pytest.MonkeyPatch) -> None:
    write("blocks = 20")
    assert planned("--games", "100")["games"] == 100
    monkeypatch.setenv("HEADRACE_GAMES", "60")
    assert planned()["games"] == 60
    assert planned("--pairs", "7")["blocks"] == 7
    assert call(*MATCH, "--games", "4", "--blocks", "4").code == 2


def test_rules_from_a_file_and_from_the_command_line() -> None:
    write("rules = { exact = 3, hand_limit = 4 }")
    assert planned()["rules"] == {"exact": 3, "hand_limit": 4}
    write('rules = "exact=3"')
    assert planned()["rules"] == {"exact": 3}
    assert planned("--rules", "over=2", "--rules", "miss=0,exact=1")["rules"] == {
        "exact": 1,
        "over": 2,
        "miss": 0,
    }


def test_another_file_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    write("seed = 2")
    write("seed = 5", "other/settings.toml")
    assert planned("--config", "other/settings.toml")["seed"] == 5
    monkeypatch.setenv("HEADRACE_CONFIG", "other/settings.toml")
    assert planned()["seed"] == 5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sede = 2", 'did you mean "seed"'),
        ("[player.x]\ntarget = 'greedy'", 'did you mean "players"'),
        ("[seed]\nx = 1", "is a table"),
        ("seed = -1", "seed in headrace.toml: -1 is out of range"),
        ("seed = 1.5", "not a whole number"),
        ("blocks = 'many'", "blocks in headrace.toml"),
        ("swap = 'seat'", 'did you mean "seats"?'),
        ("rules = { exakt = 3 }", 'did you mean "exact"'),
        ("seed = ", "is not TOML"),
        ("seed = " + "9" * 5000, "is not TOML"),
        ("seed = 99999999999999999999999", "99999999999999999999999 is out of range; give 0 to"),
        ("players = 3", "are not tables"),
        ("[players.x]\nparameters = {}", "has no target"),
        ("[players.x]\ntarget = 'greedy'\ncolour = 3", 'unknown key "colour"'),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(text: str, told: str) -> None:
    write(text)
    called = call(*MATCH)
    assert called.code in (2, 4)
    assert told in called.err
    assert "Traceback" not in called.err


def test_the_environment_is_named_where_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADRACE_BLOCKS", "none")
    assert "HEADRACE_BLOCKS in the environment" in call(*MATCH).err


def test_named_players() -> None:
    succeed("bot", "new", "otter", "--game", "forecast", "--out", "bots/otter.py", "-q")
    write(
        '[players.bold]\ntarget = "otter.py"\nparameters = { care = 0.25 }\n[players.chance]\ntarget = "random"',
        "bots/settings.toml",
    )
    settings = ("--config", "bots/settings.toml")
    plan = succeed(
        "tournament", "forecast", "bold", "chance", "bold:care=0.5", "--dry-run", "--json", *settings
    )
    assert plan.object["entrants"] == ["bold", "chance", "bold:care=0.5"]
    shown = succeed("bot", "show", "bold", "--json", *settings).object
    assert shown["parameters"][0]["value"] == 0.25
    names = [row["name"] for row in succeed("bot", "list", "forecast", "--json", *settings).object]
    assert {"bold", "chance", "greedy"} <= set(names)
    called = call("match", "forecast", "bodl", "random", *settings)
    assert 'did you mean "bold"' in called.err


def test_help_doesn_t_look_at_a_broken_file() -> None:
    write("nonsense")
    assert call("match", "--help").code == 0
