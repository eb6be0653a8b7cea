"""What a person sees while games are played, without a terminal and with one."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from harness.cli import progress
from harness.cli.console import Console
from harness.cli.playing import announce_compilation
from harness.cli.progress import Leader, Progress, SprtStanding
from harness.core import compiler
from harness.games import find_game
from harness.players.entrants import read_entrants
from harness.tournament.jobs import Job, Report

LL, WW = 0, 12
"""Codes of blocks that the first entrant lost and won in both legs."""


def report(number: int, first: int, second: int, blocks: int, code: int) -> Report:
    return Report(Job(number, first, second, 0, blocks), {code: blocks}, 0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_leader_is_who_scores_best() -> None:
    leader = Leader(("a", "b", "c"), 2)
    assert leader.words() == ""
    leader.accept(report(0, 0, 1, 10, LL))
    assert leader.words() == "leader b"
    leader.accept(report(1, 1, 2, 30, LL))
    assert leader.words() == "leader c"


def test_a_test_tells_its_ratio() -> None:
    standing = SprtStanding({"elo0": 0.0, "elo1": 5.0, "batch": 10, "cap": 100}, 2)
    assert standing.words() == ""
    standing.accept(report(0, 0, 1, 10, WW))
    assert standing.words().startswith("LLR ")


def test_plain_lines_come_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with Progress(Console(), 400, 2, Leader(("a", "b"), 2), done={0}) as watch:
        watch.accepted(report(0, 0, 1, 100, WW))
        watch.tick()
        assert capsys.readouterr().err == ""
        now = 20.0  # until here the engine was compiled
        watch.accepted(report(1, 0, 1, 20, WW))
        watch.tick()
        assert capsys.readouterr().err == ""
        now = 30.0
        watch.accepted(report(2, 0, 1, 30, WW))
        watch.tick()
        line = capsys.readouterr().err
        assert line == "300 of 400 games, 6 games/s, 17 s left, leader a\n"
        now = 59.0
        watch.tick()
        assert capsys.readouterr().err == ""
    assert watch.played == 100


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(), 0.0
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with Progress(Console(), 400, 2, Leader(("a", "b"), 2)) as watch:
        now = 60.0
        watch.accepted(report(0, 0, 1, 50, WW))
        now = 62.0
        watch.accepted(report(1, 0, 1, 50, WW))
        watch.tick()
    shown = terminal.getvalue()
    assert "leader a" in shown
    assert "50%" in shown
    assert "50 games/s, 4.0 s left, leader a" in shown


def test_quiet_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress(Console(quiet=True), 400, 2, Leader(("a", "b"), 2)) as watch:
        watch.accepted(report(0, 0, 1, 100, WW))
        watch.tick()
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(
    ("color", "no_color", "terminal", "expected"),
    [
        ("auto", "", True, True), ("auto", "", False, False), ("auto", "1", True, False),
        ("always", "1", False, True), ("never", "", True, False),
    ],
)  # fmt: skip
def test_colours(
    color: str, no_color: str, terminal: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    assert Console(color=color).colored(Terminal() if terminal else io.StringIO()) is expected


def test_the_first_compilation_is_announced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiler, "engine_cache", lambda: tmp_path)
    field = read_entrants(["greedy", "random", "random:label=chance"], find_game("forecast"))
    announce_compilation(Console(), "forecast", field)
    assert capsys.readouterr().err == "compiling the engine, once: about 12 s\n"
