"""A folder of its own for each test of the command line, and small runs that many of them read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.calling import succeed


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, and without what the environment says of Headrace."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("HEADRACE_") and name != "HEADRACE_PRELOAD":
            monkeypatch.delenv(name)
    return tmp_path


@pytest.fixture(scope="session")
def match_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a finished match of greedy against random."""
    path = tmp_path_factory.mktemp("runs") / "match"
    succeed("match", "forecast", "greedy", "random", "--blocks", "300", "-j", "1", "-q", "--out", str(path))
    return path


@pytest.fixture(scope="session")
def tournament_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a finished tournament of greedy and two random players."""
    path = tmp_path_factory.mktemp("runs") / "tournament"
    field = ("greedy", "random", "random:label=chance")
    succeed("tournament", "forecast", *field, "--blocks", "200", "-j", "1", "-q", "--out", str(path))
    return path
