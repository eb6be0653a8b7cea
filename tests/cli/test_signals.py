"""Interrupts of real processes: the first one ends a run in good order, the second one at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.cli.signals import SAME_SECONDS, ending_in_order
from harness.report.audit import damage
from harness.store.folder import RunFolder
from tests.cli.calling import succeed

ROOT = Path(__file__).resolve().parents[2]
SLEEPER = """
import os
import time
from pathlib import Path

from harness.players import player


@player(game="forecast", cost=2_000_000)
class Sleeper:
    \"\"\"Plays the first legal action, after a nap.\"\"\"

    def choose(self, view):
        Path("awake").touch()
        time.sleep(float(os.environ["NAP"]))
        return view.legal[0]
"""
STOPPING = "headrace: stopping when the jobs at work are finished; interrupt again to end at once"
STOPPED = "headrace: stopped; what was finished is kept; go on with: headrace run resume run"

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a match of a slow player in a group of its own, and leave nothing of it behind."""
    Path("sleeper.py").write_text(SLEEPER, "utf-8")
    begun: list[subprocess.Popen[str]] = []

    def start(nap: float, *options: str) -> subprocess.Popen[str]:
        begun.append(
            subprocess.Popen(
                [sys.executable, "-m", "harness", "match", "forecast", "./sleeper.py", "random",
                 "--blocks", "2000", "-j", "1", "--out", "run", *options],
                env=os.environ | {"NAP": str(nap), "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            )
        )  # fmt: skip
        return begun[-1]

    yield start
    for process in begun:
        if group_lives(process):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def group_lives(process: subprocess.Popen[str]) -> bool:
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def ledger_lines() -> int:
    path = Path("run/ledger.jsonl")
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_first_signal_drains_and_says_how_to_go_on(start: Start, number: signal.Signals) -> None:
    process = start(0.0)
    wait_for(lambda: ledger_lines() > 0)
    time.sleep(0.3)
    before = ledger_lines()
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    said = err.splitlines()
    assert said[-2:] == [STOPPING, STOPPED]
    assert ledger_lines() > before, "the job at work was not finished"
    assert list(damage(RunFolder.open(Path("run")))) == []
    assert succeed("run", "show", "run", "--json").object["state"] == "unfinished"


def test_a_quiet_run_says_only_how_to_go_on(start: Start) -> None:
    process = start(0.0, "-q")
    wait_for(lambda: ledger_lines() > 0)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=60)[1].count("\n") == 1
    assert process.returncode == 130


def test_the_second_signal_ends_at_once_and_workers_with_it(start: Start) -> None:
    process = start(600.0)
    wait_for(Path("awake").exists)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGTERM)  # as `timeout` does it: the same one, twice
    time.sleep(2 * SAME_SECONDS)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=5) == 130
    wait_for(lambda: not group_lives(process), 10.0)
    assert process.communicate()[1].splitlines()[-2:] == [STOPPING, STOPPED]


def test_a_signal_for_the_whole_group_is_no_mess(start: Start) -> None:
    """As `timeout` and systemd send it: the workers die of it, so that nothing can be finished."""
    process = start(600.0)
    wait_for(Path("awake").exists)
    os.killpg(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-2:] == [STOPPING, STOPPED]
    assert "Traceback" not in err
    wait_for(lambda: not group_lives(process), 10.0)


def test_handlers_are_given_back_and_what_is_ignored_stays_so() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    old = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with ending_in_order():
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGINT) is not before[0]
    finally:
        signal.signal(signal.SIGTERM, old)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
