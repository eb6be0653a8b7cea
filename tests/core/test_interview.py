"""Interviews: the loop that asks one player outside of any game; and kernels whose indexes are checked."""

import time

import numpy as np
import pytest

from harness.core.compiler import checked, jit, records
from harness.core.interview import AT, STOP, interviewer, stream_of
from harness.core.kernels import compile_kernel
from harness.core.streams import player_state
from tests.core.test_kernels import Chair

VIEW = np.dtype([("seat", "i8"), ("number", "i8")], align=True)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


def interview(act, numbers, starts, memory=1, scratch=0, name="act"):
    chair = Chair(memory=memory, scratch=scratch)
    size = len(numbers)
    shown, seats = records(size, VIEW), records(2, VIEW)
    shown["number"], shown["seat"] = numbers, np.arange(size) % 2
    answers, times, changed = (np.zeros(size, np.int64) for _ in range(3))
    cursor, dial = np.array([0, size], np.int64), np.zeros(2, np.int64)

    def ask():
        return interviewer(VIEW, "test")(
            (compile_kernel(act, VIEW, name).compiled(), chair.desk), seats,
            seats.view(np.uint64).reshape(2, -1), shown, shown.view(np.uint64).reshape(size, -1),
            np.array(starts, np.int64), np.full(size, 7, np.uint64), np.array([3, 5], np.uint64),
            np.uint64(dial.ctypes.data), dial, answers, times, changed, cursor,
        )  # fmt: skip

    return ask, answers, times, changed, cursor


def adds_up(view, parameters, memory, scratch, random):
    memory[0] += np.uint64(view.number)
    return np.int64(memory[0])


def test_memory_lasts_for_a_game():
    ask, answers, times, changed, _ = interview(adds_up, [1, 2, 3, 4], [0, -1, 1, -1])
    assert ask() == 4
    assert answers.tolist() == [1, 3, 3, 7]
    assert not changed.any()
    assert (times >= 0).all()


def test_streams_are_those_of_games():
    def draws(view, parameters, memory, scratch, random):
        return np.int64(random[0] >> np.uint64(1))

    ask, answers, *_ = interview(draws, [0, 0], [0, 1], name="draws")
    ask()
    assert answers.tolist() == [int(stream_of(*map(np.uint64, (3, 7, leg, 5)))) >> 1 for leg in (0, 1)]
    assert int(stream_of(*map(np.uint64, (3, 7, 1, 5)))) == int(player_state(*map(np.uint64, (3, 7, 1, 5))))


def test_a_written_view_is_told():
    def writes(view, parameters, memory, scratch, random):
        if view.number == 2:
            view.number = 9
        return np.int64(0)

    ask, _, _, changed, _ = interview(writes, [1, 2, 3], [0, -1, -1], name="writes")
    ask()
    assert changed.tolist() == [0, 1, 0]


def test_it_stops_behind_an_answer_below_zero_and_goes_on_where_it_is():
    def negative(view, parameters, memory, scratch, random):
        return -view.number

    ask, answers, *_, cursor = interview(negative, [0, 4, 0, 0], [0, -1, -1, -1], name="negative")
    assert ask() == 2
    assert ask() == 4
    assert answers.tolist() == [0, -4, 0, 0]
    assert cursor.tolist() == [4, 4]
    assert (AT, STOP) == (0, 1)


def test_it_stands_where_a_kernel_raised():
    def raises(view, parameters, memory, scratch, random):
        if view.number == 3:
            raise ValueError("three")
        return view.number

    ask, answers, *_, cursor = interview(raises, [1, 3, 2], [0, -1, -1], name="raises")
    with pytest.raises(ValueError, match="three"):
        ask()
    assert (answers[0], cursor[AT]) == (1, 1)


def test_the_clock_goes():
    def slow(view, parameters, memory, scratch, random):
        total = np.uint64(view.number)
        for _ in range(view.number):
            total = total * np.uint64(6364136223846793005) + (total >> np.uint64(7))
        return np.int64(total >> np.uint64(1))

    ask, _, times, *_ = interview(slow, [10, 3_000_000], [0, -1], name="slow")
    began = time.perf_counter_ns()
    ask()
    passed = time.perf_counter_ns() - began
    assert 100_000 < times[1] < passed
    assert times[0] < times[1]


@jit
def word_at(found, place):
    return np.int64(found[place])


def test_checked_functions_raise_where_an_index_is_out_of_range_in_a_helper_too():
    def direct(found, place):
        return np.int64(found[place])

    def through(found, place):
        return word_at(found, place)

    def enclosed(helper):
        def through_a_cell(found, place):
            return helper(found, place)

        return through_a_cell

    found = np.arange(3, dtype=np.uint64)
    for function in (direct, through, enclosed(word_at)):
        compiled = checked(function)
        assert compiled(found, 2) == 2
        with pytest.raises(IndexError, match="out of bounds"):
            compiled(found, 3)


def test_bounds_of_a_kernel():
    def reads(view, parameters, memory, scratch, random):
        return word_at(scratch, view.number)

    for bounds in (False, True):
        shim = compile_kernel(reads, VIEW, "reads", bounds=bounds)
        chair = Chair(scratch=8)
        chair.scratch[:] = np.arange(8)
        view = records(1, VIEW)[0]
        view["number"] = 5
        assert shim(view, chair.desk) == 5
    view["number"] = 8
    with pytest.raises(IndexError):
        shim(view, chair.desk)
