import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec import structs

from harness.core.errors import DataError, UsageError
from harness.store import folder as folder_module
from harness.store import locks
from harness.store.folder import RunFolder
from harness.store.runs import find_run, list_runs
from harness.store.verify import unsound_files
from tests.store.samples import manifest, play, write_job

ROOT = Path(__file__).resolve().parents[2]
DAY = "2026-01-02"


@pytest.fixture
def run(tmp_path):
    with RunFolder.create(tmp_path / "results", "a b", manifest(), DAY) as run:
        yield run


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_run_is_made_once_and_never_over_another(tmp_path):
    root = tmp_path / "some" / "results"
    runs = [RunFolder.create(root, "ann vs bob/x:y=1", manifest(), DAY) for _ in range(3)]
    base = "2026-01-02-forecast-ann-vs-bob-x-y-1"
    assert [run.path.name for run in runs] == [base, f"{base}-2", f"{base}-3"]
    assert names(runs[0].path) == [".lock", "ledger.jsonl", "manifest.json"]
    assert RunFolder.create(root, "…", manifest(), DAY).path.name == "2026-01-02-forecast-tournament"
    with pytest.raises(
        UsageError, match=r"is a run already, .*: headrace run resume .* --blocks N, or choose"
    ):
        RunFolder.create_at(runs[0].path, manifest())
    with pytest.raises(
        UsageError, match="is not empty, and a run is never written over: give a new or an empty"
    ):
        RunFolder.create_at(root, manifest())
    assert RunFolder.create_at(tmp_path / "own", manifest()).path == tmp_path / "own"


def test_one_process_writes_and_others_read(run):
    play(run, 0)
    with pytest.raises(UsageError, match="another headrace writes"):
        RunFolder.open(run.path, write=True)
    with RunFolder.open(run.path) as reading:
        assert reading.manifest == run.manifest
        assert list(reading.ledger.records) == [0]
        assert not reading.writable
    run.close()
    with RunFolder.open(run.path, write=True) as again:
        assert again.writable
        play(again, 1)


def test_a_lock_ends_with_its_process(run):
    run.close()
    script = (
        "import os, signal, sys; from pathlib import Path; from harness.store.folder import RunFolder;"
        "run = RunFolder.open(Path(sys.argv[1]), write=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, run.path], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == -signal.SIGKILL
    RunFolder.open(run.path, write=True).close()


def test_what_an_interruption_left_is_removed(run):
    for job in range(3):
        play(run, job)
    write_job(run.path, 7)
    for name in (
        "games/.000009.parquet.1a2b.tmp",
        ".ratings.csv.1a2b.tmp",
        "faults/7-1-0.json",
        "faults/1-1-0.json",
    ):
        run.write_text(name, "x")
    run.write_text("games/notes.txt", "a person's own")
    run.close()
    (run.path / "games/000001.parquet").unlink()
    with open(run.path / "ledger.jsonl", "ab") as ledger:
        ledger.write(b'{"job": 8, "fi')
    with RunFolder.open(run.path) as reading:
        assert list(reading.ledger.records) == [0, 1, 2]
        assert (run.path / "games/000007.parquet").exists()
    with RunFolder.open(run.path, write=True) as again:
        assert again.lost == (1,)
        assert list(again.ledger.records) == [0, 2]
        assert names(run.path / "games") == ["000000.parquet", "000002.parquet", "notes.txt"]
        assert names(run.path / "faults") == []
        assert names(run.path) == [".lock", "faults", "games", "ledger.jsonl", "manifest.json"]
        play(again, 1)
    assert list(RunFolder.open(run.path).ledger.records) == [0, 2, 1]


def test_jobs_finished_after_a_decision_are_dropped(run):
    for job in range(4):
        play(run, job)
        run.write_text(f"faults/{job}-1-0.json", "x")
    run.drop_jobs([2, 3])
    assert list(run.ledger.records) == [0, 1]
    assert names(run.path / "games") == ["000000.parquet", "000001.parquet"]
    assert names(run.path / "faults") == ["0-1-0.json", "1-1-0.json"]
    run.drop_jobs([])


def test_leftovers_are_no_files_of_finished_jobs_and_none_of_a_person_s(run):
    play(run, 1)
    write_job(run.path, 7)
    for name in (
        "games/.000009.parquet.1a2b.tmp", ".ratings.csv.1a2b.tmp", "faults/7-1-0.json", "faults/1-1-0.json",
        "games/notes.txt", "games/other.csv", "faults/mine.json", "faults/²-1-0.json",
    ):  # fmt: skip
        run.write_text(name, "x")
    left = [
        ".ratings.csv.1a2b.tmp", "games/.000009.parquet.1a2b.tmp", "games/000007.parquet", "faults/7-1-0.json"
    ]  # fmt: skip
    assert [path.relative_to(run.path).as_posix() for path in run.leftovers()] == left
    assert [path.relative_to(run.path).as_posix() for path in run.strays()] == left[2:]
    run.remove_strays()
    assert [path.relative_to(run.path).as_posix() for path in run.leftovers()] == left[:2]
    run.close()
    with RunFolder.open(run.path, write=True) as again:
        assert again.leftovers() == []
        assert names(run.path / "games") == ["000001.parquet", "notes.txt", "other.csv"]


def test_a_run_that_somebody_writes_is_busy(run):
    reading = RunFolder.open(run.path)
    assert (reading.busy, run.busy) == (True, False)
    run.close()
    assert (reading.busy, run.busy) == (False, False)
    (run.path / ".lock").unlink()
    assert not reading.busy
    assert not (run.path / ".lock").exists()


def test_who_only_looks_at_the_lock_keeps_nobody_from_writing(run, monkeypatch):
    run.close()
    looking = os.open(run.path / ".lock", os.O_RDONLY)
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr(locks.time, "sleep", lambda _: os.close(looking))
    RunFolder.open(run.path, write=True).close()


def test_the_manifest_is_read_when_nobody_else_can_change_it(run, monkeypatch):
    """Another process let the run grow just before this one got the lock: nothing stale is written back."""
    run.close()
    lock = folder_module.lock_folder

    def lock_late(path):
        with monkeypatch.context() as still:
            still.setattr(folder_module, "lock_folder", lock)
            with RunFolder.open(path, write=True) as other:
                other.save_manifest(structs.replace(other.manifest, max_faults=0.5))
        return lock(path)

    monkeypatch.setattr(folder_module, "lock_folder", lock_late)
    with RunFolder.open(run.path, write=True) as late:
        assert late.manifest.max_faults == 0.5


def test_two_that_begin_in_one_folder_are_told_apart(tmp_path, monkeypatch):
    """The slower one finds a run there when it has the lock, and leaves it alone; a lock alone is no run."""
    path = tmp_path / "new"
    path.mkdir()
    (path / ".lock").touch()
    lock = folder_module.lock_folder

    def lock_late(where):
        with monkeypatch.context() as still:
            still.setattr(folder_module, "lock_folder", lock)
            RunFolder.create_at(where, manifest(seed=5)).close()
        return lock(where)

    monkeypatch.setattr(folder_module, "lock_folder", lock_late)
    with pytest.raises(UsageError, match="is a run already"):
        RunFolder.create_at(path, manifest(seed=6))
    monkeypatch.undo()
    assert RunFolder.open(path).manifest.seed == 5


def test_texts_are_written_safely(run):
    run.write_csv("ratings.csv", ["name", "elo"], [["a,b", 1.5], ["c", None]])
    assert (run.path / "ratings.csv").read_bytes() == b'name,elo\n"a,b",1.5\nc,\n'
    assert run.write_json("charts/x.json", {"b": 1, "a": 2}).read_bytes() == b'{\n  "a": 2,\n  "b": 1\n}\n'
    longer = manifest(max_faults=0.5)
    run.save_manifest(longer)
    assert RunFolder.open(run.path).manifest == longer


def test_what_is_no_run_is_told(tmp_path, run):
    with pytest.raises(UsageError, match="is no run folder"):
        RunFolder.open(tmp_path)
    run.close()
    run.write_text("manifest.json", "{}")
    for write in (False, True):
        with pytest.raises(DataError, match='field "schema" is missing'):
            RunFolder.open(run.path, write)
    run.write_text("manifest.json", manifest().encode().decode())
    run.write_text("ledger.jsonl", "x\n")
    for _ in range(2):
        with pytest.raises(DataError, match=r"ledger\.jsonl, line 1 is damaged"):
            RunFolder.open(run.path, write=True)


def test_runs_are_found(tmp_path):
    root = tmp_path / "results"
    with pytest.raises(UsageError, match=r"there is no run in .* yet"):
        find_run("last", root)
    assert list_runs(root) == []
    one, two = (RunFolder.create(root, slug, manifest(), DAY) for slug in ("one", "two"))
    (root / "not-a-run").mkdir()
    os.utime(one.path / "manifest.json", (1, 1))
    os.utime(one.path / "ledger.jsonl", (1, 1))
    assert list_runs(root) == [one.path, two.path]
    assert find_run("last", root) == two.path
    os.utime(one.path / "ledger.jsonl")
    assert find_run("last", root) == one.path
    assert find_run(two.path.name, root) == two.path
    assert find_run(str(one.path), Path("elsewhere")) == one.path
    with pytest.raises(UsageError, match=r'did you mean .*"2026-01-02-forecast-two"'):
        find_run("2026-01-02-forecast-twoo", root)


WRITER = """
import sys
import time
from pathlib import Path
from harness.store.folder import RunFolder
from tests.store.samples import play
run = RunFolder.open(Path(sys.argv[1]), write=True)
for job in range(len(run.ledger), 10_000):
    play(run, job, deal=50 * job)
    print(job, flush=True)
"""


def test_after_a_kill_at_any_moment_the_run_goes_on(run):
    run.close()
    before = 0
    for seconds in (0.01, 0.03, 0.05):
        command = [sys.executable, "-c", WRITER, str(run.path)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, bufsize=0) as writer:
            writer.stdout.readline()
            time.sleep(seconds)
            writer.kill()
        with RunFolder.open(run.path, write=True) as again:
            jobs = list(again.ledger.records)
            assert jobs == list(range(len(jobs)))
            assert len(jobs) > before
            before = len(jobs)
            assert names(run.path / "games") == [f"{job:06d}.parquet" for job in jobs]
            assert list(unsound_files(again)) == []
