"""How far a run is, and how long it still takes, by a clock that the test turns."""

import shutil

import pytest

from harness import match
from harness.cli.results import judge
from harness.core.errors import GateNotMet
from harness.stats.sprt import Sprt
from harness.store.folder import RunFolder
from harness.tournament.opened import Run
from harness.tournament.outlook import Pace, state_of
from harness.tournament.planned import shortfall
from tests.cli.calling import succeed


class Clock:
    """Stands still until it is set."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_compiling_is_no_part_of_the_pace(clock):
    pace = Pace(clock)
    clock.now += 60.0  # the engine and the players are compiled
    pace.add(50)
    for _ in range(10):
        clock.now += 0.5
        pace.add(200)
    assert pace.rate == pytest.approx(400.0)
    assert pace.left(8_000) == pytest.approx(20.0)


def test_nothing_is_said_before_anything_is_known(clock):
    pace = Pace(clock)
    assert (pace.rate, pace.left(100)) == (None, None)
    clock.now += 60.0
    pace.add(50)
    clock.now += 5.0
    assert (pace.rate, pace.left(100)) == (None, None)
    pace.add(100)
    assert pace.left(100) == pytest.approx(5.0)


def test_jobs_that_end_together_at_first_say_nothing_yet(clock):
    pace = Pace(clock)
    pace.add(500)
    clock.now += 0.01
    pace.add(500)
    assert pace.rate is None
    clock.now += 1.99
    assert pace.rate == pytest.approx(250.0)


def test_a_stall_slows_the_pace(clock):
    pace = Pace(clock)
    pace.add(10)
    clock.now += 10.0
    pace.add(1000)
    assert pace.left(1000) == pytest.approx(10.0)
    clock.now += 10.0
    assert pace.left(1000) == pytest.approx(20.0)


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    """Play a test that takes a few looks to accept H0."""
    path = tmp_path_factory.mktemp("outlook") / "run"
    run = match("forecast", "random", "random", blocks=100_000, out=path, workers=0, sprt=Sprt(3.0, 6.0))
    assert len(run.reader.runs[0].ledger) >= 3
    return path


def test_a_test_has_decided_what_its_whole_ledger_says(decided):
    run = Run([decided])
    assert state_of(run).word == "H0 accepted"
    assert shortfall(RunFolder.open(decided)) is None
    with pytest.raises(GateNotMet, match="H0 was accepted"):
        judge(run)


@pytest.mark.parametrize("lost", [0, 1])
def test_jobs_behind_a_gap_decide_nothing(decided, tmp_path, lost):
    path = shutil.copytree(decided, tmp_path / "run")
    with RunFolder.open(path, write=True) as folder:
        folder.drop_jobs([lost])
    run = Run([path])
    assert state_of(run).word == "unfinished"
    assert state_of(run).following(path) == f"headrace run resume {path}"
    assert "the test hasn't decided" in shortfall(RunFolder.open(path))
    judge(run)
    assert "unfinished" in succeed("run", "show", str(path)).out
    assert succeed("run", "list", str(tmp_path), "--json").object[0]["state"] == "unfinished"
