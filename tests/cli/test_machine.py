"""Measuring and checking this machine: `bench` and `doctor`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from harness.games import GAMES
from harness.tournament import checkup
from tests.cli.calling import call, succeed


def test_bench_measures_games_and_rows() -> None:
    found = succeed("bench", "forecast", "--games", "200", "--no-start", "--json").object
    assert found["games"] == 200
    assert found["games_per_s"] > 0
    assert found["decisions_per_s"] == pytest.approx(found["games_per_s"] * found["plies_per_game"], rel=1e-3)
    assert 20 < found["plies_per_game"] < 80
    assert "start_cold_s" not in found
    shown = succeed("bench", "defcon", "--games", "20", "--no-start", "-j", "1").out
    for name in ("engine", "decisions", "with rows", "1 worker "):
        assert name in shown


def test_doctor_knows_what_the_engines_compute() -> None:
    called = call("doctor", "--json")
    findings = {row["check"]: row for row in called.object}
    for game in GAMES:
        assert findings[f"{game} engine"]["good"]
        assert "plays the known games" in findings[f"{game} engine"]["detail"]
    assert findings["workers"]["good"]
    assert findings["compiler"]["good"]
    assert called.code == (0 if all(row["good"] for row in findings.values()) else 1)


def test_doctor_finds_an_engine_that_computes_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {game: replace(known, depth=1, nodes=7) for game, known in checkup.KNOWN.items()}
    monkeypatch.setattr(checkup, "KNOWN", wrong)
    called = call("doctor")
    assert called.code == 1
    assert "BAD  forecast engine" in called.out
    assert "headrace: not well:" in called.err


def test_a_lock_is_compared_with_what_is_installed() -> None:
    from importlib.metadata import version

    lock = Path("requirements.lock")
    lock.write_text(f"# pins\nnumpy=={version('numpy')}\nclick==0.1\nnot-there==1\n", "utf-8")
    assert checkup.lock_file() == lock
    assert checkup.lock_drift(lock) == [f"click {version('click')}, pinned 0.1"]
