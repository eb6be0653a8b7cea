"""Runs that were tampered with, and players that get in the way: told in one line, with the right code."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.cli.calling import call

PLAYERS = '''
from harness.players import player

print("loaded")


@player(game="forecast")
class Loud:
    """Prints whatever it does."""

    def begin(self, info):
        print("begins")

    def choose(self, view):
        print("chooses")
        return view.legal[0]


@player(game="forecast")
class Stops:
    """Raises what Ctrl-C raises."""

    def choose(self, view):
        raise KeyboardInterrupt
'''


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for name, seed in (("base", "7"), ("other", "8")):
        called = call(
            "tournament", "forecast", "greedy", "random", "--blocks", "60", "--seed", seed, "-j", "1", "-q",
            "--out", str(folder / name),
        )  # fmt: skip
        assert called.code == 0
    return folder


@pytest.fixture
def run(base, tmp_path):
    shutil.copytree(base / "base", tmp_path / "run")
    return tmp_path / "run"


def edit(run, **changes):
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, **changes}))


def refused(*words):
    called = call(*words)
    assert called.code == 4, called.err
    assert "Traceback" not in called.err
    return called.err


def test_games_of_another_run_are_refused(base, run):
    shutil.copy(base / "other" / "games" / "000000.parquet", run / "games" / "000000.parquet")
    shutil.copy(base / "other" / "ledger.jsonl", run / "ledger.jsonl")
    for command in (("run", "resume"), ("rate",)):
        assert "games of another run" in refused(*command, str(run))
    assert "games of another run" in refused("run", "verify", str(run))


@pytest.mark.parametrize("changes", [{"seed": 9}, {"rules": {"exact": 3}}, {"swap": "both"}])
def test_an_edited_manifest_is_refused(run, changes):
    edit(run, **changes)
    refused("run", "resume", str(run))


@pytest.mark.parametrize("changes", [{"rules": {"exact": 99}}, {"game": "poker"}, {"sprt": {"elo0": 0}}])
def test_a_manifest_that_cannot_be_is_data_that_does_not_match(run, changes):
    edit(run, **changes)
    refused("run", "resume", str(run))


def test_files_without_a_ledger_line_are_named(run):
    shutil.copy(run / "games" / "000000.parquet", run / "games" / "zzz.parquet")
    called = call("run", "verify", str(run))
    assert "games/zzz.parquet" in called.err
    assert called.code == 0  # no game of the run is wrong
    assert call("run", "resume", str(run)).code == 0
    assert not (run / "games" / "zzz.parquet").exists()


def test_what_players_print_is_not_among_the_results(tmp_path):
    (tmp_path / "loud.py").write_text(PLAYERS)
    words = ("match", "forecast", f"{tmp_path / 'loud.py'}#Loud", "greedy", "--blocks", "5", "-j", "1")
    called = call(*words, "--json", "--out", str(tmp_path / "run"))
    assert called.code == 0
    assert called.object


def test_what_players_print_is_seen_all_the_same(tmp_path):
    """Also where standard error is a file, which the interpreter would write to late, or never."""
    (tmp_path / "loud.py").write_text(PLAYERS)
    entry = "import sys; from harness.cli.main import main; sys.exit(main())"
    words = ("match", "forecast", f"{tmp_path / 'loud.py'}#Loud", "greedy", "--blocks", "2", "-j", "1")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [sys.executable, "-c", entry, *words, "--out", str(tmp_path / "run")],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr.count("begins") == 4
    assert done.stderr.count("chooses") > 20
    assert "chooses" not in done.stdout


def test_a_player_that_raises_an_interrupt_crashes(tmp_path):
    (tmp_path / "stops.py").write_text(PLAYERS)
    words = ("match", "forecast", f"{tmp_path / 'stops.py'}#Stops", "greedy", "--blocks", "5", "-j", "1")
    called = call(*words, "--max-faults", "100%", "--out", str(tmp_path / "run"))
    assert called.code == 0
    assert "Stops 10" in called.out


@pytest.mark.parametrize(
    "words",
    [
        ("match", "forecast", "exec:'", "greedy"),
        ("match", "forecast", "greedy:label=", "random"),
        ("match", "forecast", "greedy", "random", "--sprt", ""),
        ("match", "forecast", "greedy", "random", "--out", ""),
        ("stats", "plan", "--elo0", "0", "--elo1", "1e-300"),
    ],
)
def test_empty_and_extreme_words_are_refused(words):
    called = call(*words)
    assert called.code == 2
    assert "Traceback" not in called.err


def test_a_sequential_match_stops_at_its_blocks(tmp_path):
    words = (
        "match",
        "forecast",
        "greedy",
        "greedy:label=g2",
        "--sprt",
        "elo0=0 elo1=5",
        "--blocks",
        "40",
        "-j",
        "1",
    )
    called = call(*words, "--json", "--out", str(tmp_path / "run"))
    assert called.code == 1
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["sprt"]["cap"] == 40
