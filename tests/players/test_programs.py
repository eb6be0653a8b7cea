"""Players that are programs: the examples, and villains of every kind that a program can be."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from harness.core.errors import DataError
from harness.core.streams import Random, label_word, player_state
from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.replay import trace
from harness.play.setting import Setting
from harness.players.entrants import read_entrants
from harness.players.limits import Limits
from harness.players.programs import NOTE_CHARACTERS, end_programs
from harness.tournament.library import play_experiment
from harness.tournament.plans import make_setting, make_tournament
from harness.tournament.replaying import GameId, record_of_game

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
VILLAIN = Path(__file__).parent / "villain_program.py"
PATIENCE = Limits(patience=2.0)


@pytest.fixture(autouse=True)
def no_program_is_left():
    yield
    end_programs()
    own = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True, check=True).stdout
    mine = [line for line in own.splitlines() if line.split()[0] == str(os.getpid())]
    assert not any("villain_program.py" in line for line in mine)


def play(game, target, blocks=5, limits=PATIENCE, **how):
    description = find_game(game)
    setting = Setting(description, {}, 1, limits=limits, **how)
    return Pairing(
        setting, *read_entrants([target, "random"], description, isolate=setting.isolate), True
    ).play(0, blocks)


def villain(how, *words):
    """Name a villain that goes wrong in game 2 of a run (deal 1, leg 0), which it knows by its seed."""
    stream = player_state(np.uint64(1), np.uint64(1), np.uint64(0), np.uint64(label_word("v")))
    bad_seed = Random([int(stream)]).bits() >> 11
    return python(VILLAIN, how, str(bad_seed), *words) + ":label=v"


def python(path, *words):
    return f'exec:"{sys.executable} {path} {" ".join(words)}"'


def example(name, folder):
    if name == "python":
        return python(EXAMPLES / "program.py")
    if name == "node":
        if shutil.which("node") is None:
            pytest.skip("there is no node")
        return f'exec:"node {EXAMPLES / "program.js"}"'
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = folder / "program"
    subprocess.run(
        [compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, EXAMPLES / "program.c"], check=True
    )
    return f"exec:{program}"


@pytest.mark.parametrize("game", ["forecast", "defcon"])
@pytest.mark.parametrize("name", ["python", "node", "c"])
def test_the_examples_play_whole_games_again_and_again_the_same(game, name, tmp_path):
    target = example(name, tmp_path)
    first, again = play(game, target), play(game, target)
    assert first.faults == []
    assert np.array_equal(first.rows, again.rows)
    assert np.array_equal(first.actions, again.actions)


def test_parameters_of_the_hello_are_checked_and_sent():
    game = find_game("forecast")
    target = python(EXAMPLES / "program.py")
    (entrant,) = read_entrants([f"{target}:hurry=1"], game)
    assert (entrant.description.name, entrant.parameters) == ("PythonProgram", {"hurry": 1.0})
    hurried, free = play("forecast", f"{target}:hurry=1"), play("forecast", target)
    assert not np.array_equal(hurried.rows, free.rows)
    with pytest.raises(Exception, match=r"did you mean .hurry"):
        read_entrants([f"{target}:hury=1"], game)


@pytest.mark.parametrize("game", ["forecast", "defcon"])
@pytest.mark.parametrize(
    ("how", "kind", "detail"),
    [
        ("exits", "exit", "with exit code 9"),
        ("killed", "exit", "by signal SIGKILL"),
        ("silent", "timeout", "no answer in 2 s"),
        ("garbage", "protocol", "not JSON"),
        ("wrong-type", "protocol", '"type":"action"'),
        ("wrong-number", "protocol", '"n":'),
        ("no-string", "protocol", "not a string"),
        ("illegal", "illegal", "zz>q9"),
        ("endless-line", "protocol", "more than"),
        ("closes", "exit", None),
    ],
)
def test_each_fault_is_told_apart_and_costs_one_game(game, how, kind, detail):
    """The villain goes wrong in its third game only: that game is lost, all others are as they would be."""
    bad = play(game, villain(how), blocks=3)
    good = play(game, villain("never"), blocks=3)
    assert [(fault.game, fault.kind) for fault in bad.faults] == [(2, kind)]
    assert detail is None or detail in bad.faults[0].detail
    others = [0, 1, 3, 4, 5]
    assert np.array_equal(bad.rows[:, others], good.rows[:, others])
    if how == "exits":
        failure = bad.faults[0].failure
        assert ("last words" in failure.tail, failure.traceback) == (True, "")


def test_a_late_answer_is_thrown_away():
    late = play("forecast", villain("late"), blocks=3, limits=Limits(patience=0.5))
    assert [fault.kind for fault in late.faults] == ["timeout"]


def test_children_end_with_their_program(tmp_path):
    note = tmp_path / "child"
    play("forecast", villain("spawns", str(note)), blocks=2)
    end_programs()
    child = int(note.read_text())
    for _ in range(50):
        if not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]:
            return
        time.sleep(0.1)
    raise AssertionError("the program's child is still there")


def test_a_limit_of_memory_is_told_apart():
    found = play("forecast", villain("hungry"), blocks=3, limits=Limits(patience=20, memory=512 << 20))
    assert [fault.kind for fault in found.faults] == ["memory"]


def test_a_game_s_time_is_counted():
    slow = play("forecast", villain("slow"), blocks=2, limits=Limits(game_time=0.3, patience=5))
    assert {fault.kind for fault in slow.faults} == {"timeout"}
    assert slow.faults[0].game == 2


SLOW = '''
import time

from harness.players import player


@player(game="forecast")
class Slow:
    """Takes its time."""

    def begin(self, info):
        self.limits = info.limits

    def choose(self, view):
        assert self.limits["game_time"] == 0.1
        time.sleep(0.02)
        return view.legal[0]
'''


@pytest.mark.parametrize("how", [{}, {"isolate": True}])
def test_a_plain_player_s_time_is_counted(tmp_path, how):
    path = tmp_path / "slow.py"
    path.write_text(SLOW)
    slow = play("forecast", str(path), blocks=1, limits=Limits(game_time=0.1, patience=60), **how)
    assert [fault.kind for fault in slow.faults] == ["timeout", "timeout"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("exec:no-such-program-anywhere", "there is no program"),
        ('exec:"/bin/true"', "did not introduce itself: exit"),
        (f'exec:"{sys.executable} -c print(1)"', "did not introduce itself: protocol"),
    ],
)
def test_what_is_no_player_is_refused(command, reason):
    with pytest.raises(DataError, match=reason):
        read_entrants([command], find_game("forecast"))


def test_apart_and_isolated_players_decide_as_in_process(tmp_path):
    """Hosted in a process of its own, boxed or not, a player plays the same games."""
    bots = Path(__file__).resolve().parents[2] / "bots" / "forecast"
    copied = shutil.copy(bots / "example.py", tmp_path / "mine.py")
    inside = play("forecast", str(copied), blocks=3)
    for how in ({"apart": True}, {"isolate": True}):
        hosted = play("forecast", str(copied), blocks=3, limits=replace(PATIENCE, patience=60), **how)
        assert np.array_equal(inside.rows, hosted.rows)
        assert np.array_equal(inside.actions, hosted.actions)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the box needs Linux")
def test_the_box_has_walls(tmp_path):
    """A hostile file, as it is loaded, reaches no network, no file and no name of the person's environment."""
    spy = tmp_path / "spy.py"
    spy.write_text((Path(__file__).parent / "spy.py").read_text())
    secret = tmp_path / "secret"
    os.environ["HEADRACE_TEST_SECRET"] = "x"
    try:
        game = find_game("forecast")
        (entrant,) = read_entrants([str(spy)], game, isolate=True)
    finally:
        del os.environ["HEADRACE_TEST_SECRET"]
    assert not any("spy" in name for name in sys.modules if name.startswith("headrace_player_"))
    assert not secret.exists()
    seen = entrant.description.doc.splitlines()
    walls = {line.split(":")[0]: line.split(":")[1].strip() for line in seen if ":" in line}
    assert walls["environment"] == "hidden"
    assert walls["descriptors"] == "closed"
    missing = {wall for wall in ("network", "files") if walls[wall] != "closed"}
    if missing:
        pytest.skip(f"this system doesn't allow the walls: {missing}")


def test_notes_are_kept_with_their_games_and_shown_in_a_trace(tmp_path):
    """What the example says of its decisions comes back with the game, whoever plays it again, and in equal runs."""
    target = python(EXAMPLES / "program.py") + ":label=p,hurry=0.5"
    runs = [
        play_experiment(
            make_tournament(make_setting("forecast"), [target, "random"], blocks=3, keep=keep),
            root=tmp_path,
            slug=f"{keep}{workers}",
            workers=workers,
        )
        for keep, workers in (("rows", 0), ("rows", 2), ("outcomes", 0))
    ]
    traces = [list(trace(record_of_game(run, GameId("p", "random", 1, 1)))) for run in runs]
    assert traces[0] == traces[1] == traces[2]
    said = {
        step["ply"] % 2: {step.get("note") for step in traces[0] if step["action"]} - {None}
        for step in traces[0]
    }
    assert {frozenset(notes) for notes in said.values()} >= {frozenset(("in a hurry", "any of them"))}
    first, second = (sorted((run.path / "games").iterdir())[0].read_bytes() for run in runs[:2])
    assert first == second


def test_a_note_that_is_no_text_is_a_fault():
    played = play("forecast", villain("bad-note"), blocks=3)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [
        ("protocol", "a note that is not a string: 7")
    ]
    assert played.notes == []


def test_a_note_is_cut_and_loses_half_signs():
    played = play("forecast", villain("long-note"), blocks=3)
    (long,) = {note.text for note in played.notes if note.game == 2}
    assert long == "x" * (NOTE_CHARACTERS - 1) + "?"
