"""Processes of players: whose they are, how they end, and that nothing of them is left."""

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

from harness.core.errors import HeadraceError
from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players import box, host, programs
from harness.players import guard as guards
from harness.players.entrants import read_entrants
from harness.players.guard import Guard
from harness.players.limits import Limits
from harness.players.tail import CHARACTERS, LINES, Tail

ONE = """
from harness.players import player

@player(game="forecast")
def NAME(view, parameters, memory, scratch, random):
    return 0
"""
ROOT = Path(__file__).resolve().parents[2]
PLAYERS = Path(__file__).parent / "hosted_players.py"
LOGGER = Path(__file__).parent / "logging_program.py"
GAME = find_game("forecast")
SECONDS = 2.0
APART = {"apart": True}
PATIENT = Limits(patience=20.0)


@pytest.fixture(autouse=True)
def no_program_is_left():
    yield
    programs.end_programs()


def play(first, second="random", blocks=2, limits=PATIENT, **how):
    setting = Setting(GAME, {}, 1, limits=limits, **how)
    entrants = read_entrants([first, second], GAME, isolate=setting.isolate)
    return Pairing(setting, *entrants, True).play(0, blocks)


def hosted(name, p=0, label="x"):
    return f"{PLAYERS}#{name}:label={label},p={p}"


def logger(note, how="plain", label="l"):
    return f'exec:"{sys.executable} {LOGGER} {note} {how}":label={label}'


def told(note):
    """Give the kinds of message that a logging program has got."""
    path = note / "told"
    return path.read_text().split() if path.exists() else []


def started(monkeypatch):
    """Count the processes that are started."""
    commands = []
    real = programs.Program

    def counted(start, *args):
        commands.append(start.command)
        return real(start, *args)

    monkeypatch.setattr(programs, "Program", counted)
    return commands


def processes_of(word):
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if word.encode() in words and state != "Z" and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def wait_for(condition, seconds=SECONDS):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("name", ["Ranked", "RankedBatch"])
def test_an_entrant_s_parameters_are_those_of_its_games(name, monkeypatch):
    """Two entrants of one label, one after the other in one process; the host is the same, and seats the second."""
    commands = started(monkeypatch)
    for p in (0, 1):
        apart, here = play(hosted(name, p), **APART), play(hosted(name, p))
        assert np.array_equal(apart.rows, here.rows)
        assert np.array_equal(apart.actions, here.actions)
    assert len(commands) == 1


def test_another_limit_is_another_program(tmp_path, monkeypatch):
    commands = started(monkeypatch)
    for memory in (600 << 20, 700 << 20, 700 << 20):
        play(logger(tmp_path / "note"), limits=Limits(memory=memory, patience=20), blocks=1)
    assert len(commands) == 2


def test_two_labels_have_hosts_of_their_own(monkeypatch):
    commands = started(monkeypatch)
    for label in ("x", "y"):
        play(hosted("Ranked", label=label), blocks=1, **APART)
    assert len(commands) == 2


def test_few_programs_are_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(programs, "RUNNING", 2)
    for number in range(4):
        play(logger(tmp_path / f"note{number}"), logger(tmp_path / "other", label="o"), blocks=1)
    assert len(programs._running) == 2
    assert told(tmp_path / "note0")[-1] == "quit"


@pytest.mark.parametrize("name", ["Interrupter", "BatchInterrupter"])
def test_an_interrupt_in_a_host_is_the_player_s_own(name):
    played = play(hosted(name), **APART)
    assert [fault.kind for fault in played.faults] == ["crash"] * 4
    assert "KeyboardInterrupt" in played.faults[0].detail


def test_a_host_doesn_t_hear_interrupts():
    assert play(hosted("Interrupter", 1), **APART).faults == []


@pytest.mark.parametrize("how", [APART, {"isolate": True}])
@pytest.mark.parametrize(
    ("p", "kind", "detail"),
    [(0, "exit", "with exit code 7"), (1, "exit", "by signal SIGKILL"), (2, "memory", "limit of 200 MiB")],
)
def test_a_player_s_end_costs_no_host(p, kind, detail, how, monkeypatch):
    """The host goes on with another child: that takes milliseconds, where a host takes a second to start."""
    commands = started(monkeypatch)
    played = play(hosted("Ender", p), limits=Limits(memory=200 << 20, patience=20), blocks=3, **how)
    assert {(fault.game, fault.kind) for fault in played.faults} == {(game, kind) for game in range(6)}
    assert all(detail in fault.detail for fault in played.faults)
    assert len(commands) == 1
    failures = [fault.failure for fault in played.faults]
    assert {failure.traceback.count("\n") > 1 for failure in failures} == {kind == "memory"}
    assert all("said before the end" in failure.tail for failure in failures)


def test_standard_error_is_no_traceback(tmp_path):
    """What earlier games left there depends on who played them where: it doesn't go with what must be the same."""
    played = play(logger(tmp_path / "note", "mutter"), blocks=1)
    (fault,) = played.faults
    assert fault.failure.traceback == ""
    assert set(fault.failure.tail.splitlines()) == {"MemoryError: caught, it goes on"}


def test_words_of_an_earlier_game_are_no_evidence(tmp_path):
    played = play(logger(tmp_path / "note", "mutter"), limits=Limits(memory=500 << 20, patience=20), blocks=1)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [("exit", "it ended with exit code 9")]


def test_a_flood_of_errors_blocks_nobody(tmp_path):
    assert play(logger(tmp_path / "note", "flood"), blocks=1).faults == []
    (program,) = programs._running.values()
    lines = program.tail.splitlines()
    assert lines[-1] == "last"
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= CHARACTERS


def test_a_tail_tells_what_is_new():
    reading, writing = os.pipe()
    tail = Tail(os.fdopen(reading, "rb", 0))
    os.write(writing, b"old\nhalf")
    tail.drain()
    tail.mark()
    assert (tail.text, tail.new) == ("old\nhalf", "")
    os.write(writing, b" new\n")
    os.close(writing)
    tail.drain()
    assert (tail.text, tail.new, tail.read()) == ("old\nhalf new", " new\n", False)


def test_only_hosts_speak_as_hosts(tmp_path):
    played = play(logger(tmp_path / "note", "forge"), blocks=1)
    assert [fault.kind for fault in played.faults] == ["protocol"] * 2


def test_no_end_without_a_game(tmp_path):
    """The opponent raises at its first decision: where that is the game's first, the program is never asked."""
    note = tmp_path / "note"
    play(logger(note), hosted("Raiser"), blocks=3)
    programs.end_programs()
    assert [kind for kind in told(note) if kind in ("game", "end")] == ["game", "end"] * 3


def test_a_hosted_player_hears_of_its_own_games_only(tmp_path, monkeypatch):
    monkeypatch.setenv("HEADRACE_TEST_NOTE", str(tmp_path / "note"))
    play(hosted("Listener"), hosted("Raiser", label="r"), blocks=3, **APART)
    assert (tmp_path / "note").read_text().split() == ["1"] * 3


def test_a_hosted_player_s_end_has_no_more_time_than_its_decisions():
    """Only at first a host may take long, while it compiles: that is no patience with the player's own code."""
    played = play(hosted("Lingerer"), blocks=1, limits=Limits(patience=2.0), **APART)
    assert [(fault.kind, fault.detail) for fault in played.faults] == [("hang", "no answer in 2 s")] * 2


def test_a_pairing_with_a_host_is_given_the_time_that_the_host_may_take():
    for patience in (5.0, 500.0):
        entrants = read_entrants([hosted("Ranked"), "random"], GAME)
        pairing = Pairing(Setting(GAME, {}, 1, limits=Limits(patience=patience), **APART), *entrants, True)
        assert pairing.patience == patience + 2 * 120 + max(120, patience) + 2 * patience


UNFIT = {
    "no player": "x = 1",
    "two players": ONE.replace("NAME", "a") + ONE.replace("NAME", "b"),
    "not compiled": ONE.replace("NAME", "a").replace("return 0", "return {}['a'] + open"),
    "an error": "import nowhere_at_all",
}


@pytest.mark.parametrize("what", UNFIT)
def test_what_an_unfit_player_lacks_is_said_alike_with_and_without_a_box(what, tmp_path):
    """It ends the run, as it does without a host: nothing is scored."""
    path = tmp_path / "unfit.py"
    path.write_text(UNFIT[what])
    said = []
    for isolate in (False, True):
        with pytest.raises(HeadraceError) as caught:
            play(str(path), blocks=1, isolate=isolate)
        said.append((type(caught.value), str(caught.value)))
    assert said[0] == said[1]


def test_a_player_that_could_play_loses_games_where_it_can_t_be_loaded_again(tmp_path):
    """Its process ends, and the next one finds a broken file: that is its own fault, and stops no run."""
    path = tmp_path / "breaking.py"
    path.write_text(PLAYERS.read_text())
    entrants = read_entrants([f"{path}#Ender:p=0", "random"], GAME)
    pairing = Pairing(Setting(GAME, {}, 1, limits=PATIENT, **APART), *entrants, True)
    pairing.play(0, 1)
    path.write_text("def")
    faults = pairing.play(1, 1).faults
    assert [fault.kind for fault in faults] == ["exit"] * 2
    assert "breaking.py, line 1" in faults[0].failure.detail


def test_a_changed_player_is_loaded_anew(tmp_path):
    path = tmp_path / "changing.py"
    for name in ("first", "second"):
        path.write_text(ONE.replace("NAME", name))
        (entrant,) = read_entrants([str(path)], GAME, isolate=True)
        assert entrant.description.name == name


RUN = """
import sys
from pathlib import Path

from harness.players.limits import Limits
from harness.tournament.library import make_setting, make_tournament, play_experiment

if __name__ == "__main__":
    setting = make_setting("forecast", limits=Limits(memory=1 << 30, patience=600.0), {how})
    field = sys.argv[2:]
    experiment = make_tournament(setting, field, blocks=2, max_faults=1.0)
    play_experiment(experiment, root=Path(sys.argv[1]), workers={workers})
"""


@pytest.fixture
def temporary():
    """Give a folder with a name that is short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="hr") as folder:
        yield Path(folder)


def run(folder, temporary, *field, workers=1, **how):
    """Start a run in a process of its own, with a folder of its own for what is temporary."""
    script = folder / "run.py"
    script.write_text(RUN.format(how=", ".join(f"{k}={v}" for k, v in how.items()), workers=workers))
    return subprocess.Popen(
        [sys.executable, str(script), str(folder), *field],
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
    )


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks at processes in /proc")
@pytest.mark.parametrize("isolate", [False, True])
def test_nothing_spins_on_when_a_worker_is_killed(tmp_path, temporary, isolate):
    """A hosted player and a program, with a child that has left its group, in endless loops; their worker is killed."""
    players = tmp_path / "spinning.py"
    players.write_text(PLAYERS.read_text())
    note = tmp_path / "note"
    parent = run(tmp_path, temporary, logger(note, "spin"), f"{players}#Spinner:label=s", isolate=isolate)
    try:
        assert wait_for(lambda: any("while True" in command_of(p) for p in processes_of(str(note))), 60)
        assert wait_for(lambda: any(map(spins, processes_of(str(players)))), 60)
        time.sleep(2)  # until then it may have been busy with its start
        assert any(map(spins, processes_of(str(players))))
        left = {*processes_of(str(note)), *processes_of(str(players))} - {parent.pid}
        parents = {parent_of(process) for process in left}
        (worker,) = {process for process in parents - left if "forkserver" in command_of(process)}
        os.kill(worker, signal.SIGKILL)
        assert wait_for(lambda: not any(alive(process) for process in left))
    finally:
        for process in [parent.pid, *processes_of(str(tmp_path))]:
            os.kill(process, signal.SIGKILL)
        parent.wait()
        parent.stderr.close()


def spins(process):
    """Say whether a process is hosted and takes all the time that there is."""
    try:
        if "harness.players.host" not in command_of(process):
            return False
        before = ticks(process)
        time.sleep(0.4)
        return ticks(process) - before > 5
    except OSError:
        return False


def ticks(process):
    """Give the time that a process has taken, in hundredths of a second."""
    return sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))


def command_of(process):
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("workers", [0, 1])
def test_a_worker_says_quit_and_leaves_no_folder(tmp_path, temporary, workers):
    """As much as the process of the run itself: both end their programs in good order."""
    note = tmp_path / "note"
    parent = run(tmp_path, temporary, logger(note), hosted("Ranked"), workers=workers, isolate=True)
    _, said = parent.communicate()
    assert parent.returncode == 0, said
    assert list(temporary.glob("headrace-box-*")) == []


@pytest.mark.parametrize("workers", [0, 1])
def test_a_program_hears_quit(tmp_path, temporary, workers):
    note = tmp_path / "note"
    parent = run(tmp_path, temporary, logger(note), "random", workers=workers)
    _, said = parent.communicate()
    assert parent.returncode == 0, said
    kinds = told(note)
    assert kinds[-1] == "quit"
    assert kinds.count("quit") == kinds.count("hello")


def test_a_folder_that_was_left_is_removed_and_one_in_use_is_not(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, used = tmp_path / "headrace-box-left", tmp_path / "headrace-box-used"
    (left / "inside").mkdir(parents=True)
    used.mkdir()
    lock = os.open(used, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    monkeypatch.setattr(box, "_own", None)
    made = box._scratch()
    assert sorted(tmp_path.iterdir()) == sorted([made, used])
    box._remove_left_folders()
    assert made.is_dir()  # its lock is this process' own
    os.close(lock)
    left.mkdir()  # by a worker that was killed, for one
    box.remove_scratch()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks at descriptors in /proc")
def test_a_folder_holds_a_descriptor_only_while_it_is_there(monkeypatch):
    monkeypatch.setattr(box, "_own", None)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        box._scratch()
        box.remove_scratch()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_process_that_a_player_has_forked_ends_no_programs(tmp_path):
    play(logger(tmp_path / "note"), blocks=1)
    (program,) = programs._running.values()
    child = os.fork()
    if child == 0:
        programs.end_programs()
        os._exit(0)
    os.waitpid(child, 0)
    assert program.running
    assert told(tmp_path / "note")[-1] != "quit"


@pytest.mark.timeout(30)
def test_a_guard_is_closed_though_its_pipe_is_held_open():
    """By a child that a player has forked, for one."""
    guard = Guard()
    sleeper = subprocess.Popen(["sleep", "60"], start_new_session=True)
    guard.watch(sleeper.pid, b"A=1")
    held = os.dup(guard._process.stdin.fileno())
    guard.close()
    os.close(held)
    assert sleeper.wait(5) == -signal.SIGKILL


def test_what_is_started_while_all_are_ended_is_ended_too(monkeypatch):
    sleepers = [subprocess.Popen(["sleep", "60"]) for _ in range(2)]
    rounds = [{sleepers[0].pid}, {sleeper.pid for sleeper in sleepers}, set()]
    monkeypatch.setattr(guards, "_marked", lambda _: rounds.pop(0))
    guards.end_all([], [b"A=1"])
    assert [sleeper.wait(5) for sleeper in sleepers] == [-signal.SIGKILL] * 2
    assert rounds == []


def test_a_host_forks_without_a_warning(monkeypatch):
    """Python 3.12 warns of the threads of numerical libraries; it would stand in what is kept with a fault."""
    said = "This process (pid=7) is multi-threaded, use of fork() may lead to deadlocks in the child."
    monkeypatch.setattr(os, "fork", lambda: warnings.warn(said, DeprecationWarning, stacklevel=2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        host._fork()


def test_a_guard_that_was_killed_is_started_again():
    guard = Guard()
    sleepers = [subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(3)]
    try:
        guard.watch(sleepers[0].pid, b"A=1")
        guard._process.kill()
        guard._process.wait()
        guard.watch(sleepers[1].pid, b"A=2")
        guard.watch(sleepers[2].pid, b"A=3")
        guard.forget(sleepers[2].pid)
        guard._process.stdin.close()
        guard._process.wait(5)
        assert [sleeper.wait(5) for sleeper in sleepers[:2]] == [-signal.SIGKILL] * 2
        assert sleepers[2].poll() is None
    finally:
        for sleeper in sleepers:
            sleeper.kill()
            sleeper.wait()
