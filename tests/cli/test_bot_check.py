"""`headrace bot check` and `headrace bot bench`: reports for people and programs, and the exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import call, succeed

VILLAINS = Path(__file__).resolve().parents[1] / "play" / "conformance" / "villains.py"


def test_a_player_that_passes() -> None:
    called = succeed("bot", "check", "random", "--game", "forecast", "--positions", "30")
    lines = called.out.splitlines()
    assert [line[:4].strip() for line in lines if line[:4].strip()][:6] == ["ok"] * 6
    assert "random in forecast: 30 positions, seed 1" in called.err


def test_a_player_that_fails_for_programs() -> None:
    called = call("bot", "check", f"{VILLAINS}#writes", "--positions", "30", "--json", "-q")
    assert called.code == 1
    assert "fails: changes nothing" in called.err
    verdicts = {row["check"]: row["verdict"] for row in called.object}
    assert verdicts["changes nothing"] == "failed"
    assert verdicts["legal"] == "ok"


def test_a_player_that_fails_for_people() -> None:
    called = call("bot", "check", f"{VILLAINS}#Replies", "--positions", "30", "-q")
    assert called.code == 1
    assert "FAIL  legal            crash: RuntimeError: what now? at " in called.out
    assert 'raise RuntimeError("what now?")' in called.out


@pytest.mark.parametrize("command", ["check", "bench"])
def test_a_player_that_does_not_compile_is_told_with_its_line(command: str) -> None:
    Path("otter.py").write_text(
        "from harness.players import player\n@player(game='forecast')\n"
        "def otter(view, parameters, memory, scratch, random):\n    return view.legl\n",
        "utf-8",
    )
    called = call("bot", command, "./otter.py", "--positions", "30", "-q")
    assert called.code == 4
    path = Path("otter.py").resolve()
    assert (
        called.err
        == f'headrace: {path}, line 4: a view has no field "legl"; did you mean "legal" or "left"?\n'
    )


def test_a_player_that_never_answers_passes_nothing() -> None:
    Path("otter.py").write_text(
        "from harness.players import player\n@player(game='forecast')\nclass Otter:\n"
        "    def choose(self, view): return view.lgl\n",
        "utf-8",
    )
    called = call("bot", "check", "./otter.py", "--positions", "30", "--json")
    verdicts = {row["check"]: row["verdict"] for row in called.object}
    assert called.code == 1
    assert verdicts.pop("legal") == "failed"
    assert len(verdicts) == 6
    assert set(verdicts.values()) == {"skipped"}


def test_times_by_ply() -> None:
    rows = succeed("bot", "bench", "random", "--game", "forecast", "--positions", "200", "--json").object
    assert [row["first_ply"] for row in rows[:-1]] == list(range(0, 10 * len(rows) - 10, 10))
    assert sum(row["decisions"] for row in rows[:-1]) == rows[-1]["decisions"] >= 200
    assert all(0 <= row["median_ns"] <= row["p90_ns"] <= row["p99_ns"] <= row["max_ns"] for row in rows)
    shown = succeed("bot", "bench", "random", "--game", "forecast", "--positions", "30").out
    assert "0 to 9" in shown
    assert "99 in 100" in shown


def test_a_player_that_cannot_be_measured() -> None:
    called = call("bot", "bench", f"{VILLAINS}#Kills", "--positions", "10")
    assert called.code == 4
    assert "it ended with exit code 7; see headrace bot check" in called.err
