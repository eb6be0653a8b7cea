"""What players leave behind in their workers, and what becomes of workers that can't begin."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from harness.core.errors import DataError
from harness.tournament.library import make_setting, make_tournament, play_experiment

PLAYERS = '''
import os
import threading
import time

from harness.players import player


class First:
    def choose(self, view):
        return view.legal[0]


@player(game="forecast")
class Threads(First):
    """Leaves a thread that never ends in each game."""

    def begin(self, info):
        threading.Thread(target=time.sleep, args=(3600,)).start()


@player(game="forecast")
class Forks(First):
    """Its process is two from the first game on."""

    forked = False

    def begin(self, info):
        if not Forks.forked:
            Forks.forked = True
            os.fork()


@player(game="forecast")
class Stays(First):
    """Its process has a child, from the last games on, that does nothing."""

    games = 0

    def begin(self, info):
        Stays.games += 1
        if Stays.games == 30 and os.fork() == 0:
            time.sleep(100)
            os._exit(0)


@player(game="forecast")
class Plays(First):
    """Does nothing else."""

'''


WARNS = """
import warnings

warnings.simplefilter("error")
"""
REFUSES = """
from multiprocessing import parent_process

if parent_process() is not None:
    raise RuntimeError("not in a worker")
"""


def play(folder, name, more="", opponent="random"):
    (folder / "players.py").write_text(PLAYERS + more)
    setting = make_setting("forecast")
    field = [f"{folder / 'players.py'}#{name}:label=p", opponent]
    return play_experiment(make_tournament(setting, field, blocks=20), root=folder, slug=name, workers=1)


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    return play(tmp_path_factory.mktemp("honest"), "Plays").games()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["Threads", "Forks"])
def test_a_run_ends_whatever_its_players_leave(tmp_path, honest, name):
    games = play(tmp_path, name).games()
    assert games["fault"].isna().all()
    assert games["plies"].tolist() == honest["plies"].tolist()
    assert len(games) == 40


@pytest.mark.timeout(60)
def test_a_run_ends_though_its_forked_worker_has_a_program(tmp_path):
    """The child holds the pipe of the program's guard open."""
    program = Path(__file__).resolve().parents[2] / "docs" / "examples" / "program.py"
    games = play(tmp_path, "Stays", opponent=f'exec:"{sys.executable} {program}"').games()
    assert games["fault"].isna().all()
    assert len(games) == 40


def test_warnings_that_a_player_made_errors_are_nobody_s_fault(tmp_path, honest):
    assert play(tmp_path, "Plays", WARNS).games()["plies"].tolist() == honest["plies"].tolist()


def test_a_player_that_cannot_be_loaded_in_a_worker_is_named(tmp_path):
    with pytest.raises(DataError, match=r"players\.py.*not in a worker"):
        play(tmp_path, "Plays", REFUSES)


def test_a_command_ends_though_its_player_has_left_threads(tmp_path):
    (tmp_path / "players.py").write_text(PLAYERS)
    entry = "import sys; from harness.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", entry, "bot", "check", f"{tmp_path / 'players.py'}#Threads", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
