"""Whole runs in processes of their own: the same bytes for any number of workers and any interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.store.folder import RunFolder
from harness.store.ledger import NAME
from harness.store.verify import fingerprints

ROOT = Path(__file__).resolve().parents[2]
OTTER = '''
import os
import time

from harness.players import player

NAP = float(os.environ.get("OTTER_NAP", "0"))


@player(game="forecast", cost=2_000_000)
class Otter:
    """Plays anything legal; says nonsense now and then, and sleeps where the environment says so."""

    def begin(self, info):
        self.rng = info.rng

    def choose(self, view):
        time.sleep(NAP)
        return "nonsense" if self.rng.below(3_000) == 0 else self.rng.choice(view.legal)
'''
FIELD = ("greedy", "random", "./otter.py", "random:label=chance")
OPTIONS = ("--blocks", "150", "--max-faults", "20%", "-q")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("otter.py").write_text(OTTER, "utf-8")
    return tmp_path


def start(*arguments: str, nap: float = 0.0) -> subprocess.Popen[str]:
    """Start a command as the leader of a group of its own, as a terminal does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HEADRACE_")}
    environment |= {"OTTER_NAP": str(nap), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "harness", *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def finish(process: subprocess.Popen[str], code: int = 0) -> tuple[str, str]:
    out, err = process.communicate(timeout=120)
    assert process.returncode == code, err
    assert "Traceback" not in err
    return out, err


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    return finish(start(*arguments), code)


def tournament(out: str, workers: int) -> tuple[str, ...]:
    return ("tournament", "forecast", *FIELD, *OPTIONS, "--out", out, "-j", str(workers))


def covered(path: str) -> dict[str, str]:
    return fingerprints(RunFolder.open(Path(path)))


def wait_for_jobs(path: str, jobs: int) -> None:
    """Wait until a run's ledger has some lines, but not all."""
    ledger = Path(path, NAME)
    end = time.monotonic() + 60.0
    while time.monotonic() < end:
        if ledger.is_file() and ledger.read_bytes().count(b"\n") >= jobs:
            return
        time.sleep(0.02)
    raise AssertionError("no job was finished in time")


def processes_of(session: int) -> list[int]:
    """List the processes of a session that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def test_any_number_of_workers_gives_the_same_bytes() -> None:
    outs = [run(*tournament(f"with-{workers}", workers))[0] for workers in (1, 2)]
    one, two = covered("with-1"), covered("with-2")
    assert one == two
    assert {"ratings.csv", "crosstable.csv", NAME} < set(one)
    assert any(name.startswith("faults/") for name in one)
    assert outs[0] == outs[1]
    assert [path.read_bytes() for path in sorted(Path("with-1/games").iterdir())] == [
        path.read_bytes() for path in sorted(Path("with-2/games").iterdir())
    ]
    _, err = run("run", "verify", "with-1", "--against", "with-2")
    assert "are equal in all" in err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_a_killed_and_an_interrupted_run_come_to_the_same_bytes() -> None:
    killed = start(*tournament("run", 2), nap=0.0005)
    wait_for_jobs("run", 3)
    killed.kill()
    killed.communicate()
    end = time.monotonic() + 20.0
    while processes_of(killed.pid) and time.monotonic() < end:
        time.sleep(0.05)
    assert not processes_of(killed.pid), "workers outlived their parent"
    kept = len(RunFolder.open(Path("run")).ledger)
    assert kept >= 3

    interrupted = start("run", "resume", "run", "-j", "2", nap=0.0005)
    wait_for_jobs("run", kept + 2)
    os.killpg(interrupted.pid, signal.SIGINT)
    _, err = finish(interrupted, 130)
    assert "headrace run resume run" in err.splitlines()[-1]
    state = run("run", "show", "run", "--format", "csv", "-q")[0]
    assert "unfinished" in state

    run("run", "resume", "run", "-j", "1", "-q")
    run(*tournament("whole", 2))
    assert covered("run") == covered("whole")


def test_a_changed_player_is_refused() -> None:
    run("match", "forecast", "./otter.py", "random", "--blocks", "20", "-q", "--out", "run", "-j", "1")
    Path("otter.py").write_text(OTTER.replace("3_000", "2_000"), "utf-8")
    for command in (("resume", "run"), ("extend", "run", "--blocks", "40")):
        _, err = run("run", *command, code=4)
        assert "code of Otter" in err or "code of otter" in err
    Path("otter.py").write_text(OTTER, "utf-8")
    run("run", "extend", "run", "--blocks", "40", "-q", "-j", "1")


def test_a_run_is_written_by_one_process_at_a_time() -> None:
    first = start(*tournament("run", 1), nap=0.0005)
    wait_for_jobs("run", 1)
    _, err = run("run", "resume", "run", code=2)
    assert "another headrace writes" in err
    os.killpg(first.pid, signal.SIGINT)
    finish(first, 130)
