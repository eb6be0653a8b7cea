import logging
import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest

from harness.core import logs
from harness.core.errors import HeadraceError
from tests.core.log_workers import LINES

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO (\S+)\[\d+\] harness\.\w+: (?:worker \d+|parent) line (\d+)( x*)?"
)


def run_script(*arguments):
    command = [sys.executable, "-m", "tests.core.log_workers", *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_many_processes_write_whole_lines_and_none_is_lost(tmp_path):
    done = run_script("many", tmp_path / "run.log")
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "run.log").read_text(encoding="utf-8")
    lines = defaultdict(list)
    others = []
    for line in text.splitlines():
        match = LINE.fullmatch(line)
        if match:
            lines[match[1]].append(int(match[2]))
        else:
            others.append(line)
    assert len(lines) == 5
    assert all(numbers == list(range(LINES)) for numbers in lines.values())
    assert sum("ValueError: with a traceback" in line for line in others) == 4
    assert sum("ERROR" in line for line in others) == 4
    assert "not logged" not in text
    assert "after the log" not in text


def test_a_worker_killed_while_it_writes_holds_up_nobody(tmp_path):
    done = run_script("wedged", tmp_path / "run.log")
    assert (done.returncode, done.stderr) == (0, "")
    assert "before" in (tmp_path / "run.log").read_text(encoding="utf-8")


def test_closing_waits_as_long_as_lines_come(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "PATIENCE", 0.2)
    emit = logs._LogFile.emit
    monkeypatch.setattr(logs._LogFile, "emit", lambda *given: (time.sleep(0.01), emit(*given)))
    with logs.open_log(tmp_path / "run.log"):
        for line in range(100):
            logging.getLogger("harness.test").info("line %d", line)
    assert (tmp_path / "run.log").read_text(encoding="utf-8").endswith("line 99\n")


def test_a_second_log_goes_on_behind_the_first(tmp_path):
    for line in ("one", "two"):
        with logs.open_log(tmp_path / "run.log"):
            logging.getLogger("harness.test").info(line)
    text = (tmp_path / "run.log").read_text(encoding="utf-8")
    assert [line.rsplit(" ", 1)[1] for line in text.splitlines()] == ["one", "two"]


def test_a_log_that_cannot_be_opened_says_so(tmp_path):
    with (
        pytest.raises(HeadraceError, match=r"can't open the log .*folder is gone"),
        logs.open_log(tmp_path / "no/x"),
    ):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_told_once_and_stops_nothing(capsys):
    with logs.open_log(Path("/dev/full")) as log:
        for _ in range(3):
            logging.getLogger("harness.test").info("line")
    assert "No space" in log.failure
    assert capsys.readouterr().err == ""
