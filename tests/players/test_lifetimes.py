"""How long players' processes last, and what they leave: nothing, however their harness ends."""

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import pytest

from harness.players import box, host, programs
from harness.players import guard as guards
from harness.players.guard import Guard
from tests.players.hosting import (
    PLAYERS,
    ROOT,
    hosted,
    logger,
    play,
    processes_of,
    told,
    wait_for,
)


@pytest.fixture(autouse=True)
def no_program_is_left():
    yield
    programs.end_programs()


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
