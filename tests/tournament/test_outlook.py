"""How long a run still takes, by a clock that the test turns."""

import pytest

from harness.tournament.outlook import Pace


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
