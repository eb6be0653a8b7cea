"""Kernels behind their shims: each gets its own arrays, its errors come out, and none runs as another."""

import itertools

import numpy as np
import pytest

from harness.core import kernels
from harness.core.compiler import Entry, i64, integers, record_type, records, types, u64
from harness.core.kernels import DESK, compile_kernel, named, shim_type, sit_down, words_at

VIEW = np.dtype([("number", "i8")], align=True)
PLAYER = types.Tuple((shim_type(VIEW), record_type(DESK)))


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


class Chair:
    """A desk with its arrays."""

    def __init__(self, parameters=(), memory=0, scratch=0):
        self.parameters = np.array(parameters, np.float64)
        self.memory, self.scratch = np.zeros(memory, np.uint64), np.zeros(scratch, np.uint64)
        self.random = np.zeros(1, np.uint64)
        self.desk = records(1, DESK)[0]
        for name in ("parameters", "memory", "scratch"):
            array = getattr(self, name)
            self.desk[name], self.desk[f"{name}_size"] = array.ctypes.data, array.size
        self.desk["random"] = self.random.ctypes.data


def view_of(number: int):
    view = records(1, VIEW)[0]
    view["number"] = number
    return view


def all_in(view, parameters, memory, scratch, random):
    memory[0] += np.uint64(1)
    scratch[1] += np.uint64(2)
    random[0] += np.uint64(3)
    return (
        view.number + np.int64(parameters[0]) + 10 * parameters.size + 100 * memory.size + 1000 * scratch.size
    )


def ask(player, view, rounds, out):
    shim, desk = player
    for place in range(rounds):
        out[place] = shim(view, desk)
    return out[0]


def begin(desk, stream):
    sit_down(desk, stream)
    return np.int64(0)


def test_a_kernel_gets_its_own_arrays():
    chair, other = Chair((4, 0.5), memory=1, scratch=2), Chair((7,), memory=1, scratch=3)
    shim = compile_kernel(all_in, VIEW, "all_in")
    assert shim(view_of(1), chair.desk) == 5 + 20 + 100 + 2000
    assert shim(view_of(-3), other.desk) == 4 + 10 + 100 + 3000
    assert shim(view_of(1), chair.desk) == 5 + 20 + 100 + 2000
    assert (chair.memory[0], chair.scratch.tolist(), chair.random[0]) == (2, [0, 4], 6)
    assert (other.memory[0], other.scratch.tolist(), other.random[0]) == (1, [0, 2, 0], 3)


def test_empty_arrays_are_empty():
    def all_sizes(view, parameters, memory, scratch, random):
        return np.int64(parameters.size + memory.size + scratch.size)

    assert compile_kernel(all_sizes, VIEW, "sizes")(view_of(0), Chair().desk) == 0


def test_a_loop_asks_any_player(tmp_path):
    def next_number(view, parameters, memory, scratch, random):
        memory[0] += np.uint64(view.number)
        return np.int64(memory[0])

    def same_number(view, parameters, memory, scratch, random):
        return view.number

    loop = Entry(ask, i64(PLAYER, record_type(VIEW), i64, integers), tmp_path / "loop")
    out, chair = np.zeros(3, np.int64), Chair(memory=1)
    loop((compile_kernel(next_number, VIEW, "next").compiled(), chair.desk), view_of(5), 3, out)
    assert out.tolist() == [5, 10, 15]
    loop((compile_kernel(same_number, VIEW, "same").compiled(), chair.desk), view_of(5), 3, out)
    assert out.tolist() == [5, 5, 5]


def test_an_error_comes_out_of_the_loop(tmp_path):
    def third_time(view, parameters, memory, scratch, random):
        memory[0] += np.uint64(1)
        if memory[0] == np.uint64(3):
            raise IndexError("the third time")
        return view.number

    loop = Entry(ask, i64(PLAYER, record_type(VIEW), i64, integers), tmp_path / "loop")
    out, chair = np.zeros(5, np.int64), Chair(memory=1)
    with pytest.raises(IndexError, match="the third time"):
        loop((compile_kernel(third_time, VIEW, "third").compiled(), chair.desk), view_of(8), 5, out)
    assert out.tolist() == [8, 8, 0, 0, 0]


def test_sitting_down_clears_the_memory_and_nothing_else(tmp_path):
    chair = Chair((1.5,), memory=3, scratch=2)
    for array in (chair.memory, chair.scratch, chair.random):
        array[:] = 9
    Entry(begin, i64(record_type(DESK), u64), tmp_path / "begin")(chair.desk, np.uint64(2**64 - 1))
    assert chair.memory.tolist() == [0, 0, 0]
    assert chair.scratch.tolist() == [9, 9]
    assert chair.parameters.tolist() == [1.5]
    assert chair.random.tolist() == [2**64 - 1]


def test_a_python_function_is_called(tmp_path):
    def call_back(view, desk):
        return kernels.call_python(desk.callback, view.number)

    asked = []

    def function(number):
        asked.append(number)
        return 10 // number

    chair = Chair()
    chair.desk["callback"] = id(function)
    shim = Entry(call_back, i64(record_type(VIEW), record_type(DESK)), tmp_path / "back")
    answers = [shim(view_of(number), chair.desk) for number in (4, -7, 0, 5)]
    assert answers == [2, -2, kernels.NO_ANSWER, 2]
    assert asked == [4, -7, 0, 5]


def test_words_at_an_address(tmp_path):
    def total(address, size):
        array, found = words_at(address, size), np.int64(0)
        for place in range(array.size):
            found += np.int64(array[place])
        return found

    words = np.array([1, 2, 3], np.uint64)
    summed = Entry(total, i64(u64, i64), tmp_path / "total")
    assert [summed(np.uint64(words.ctypes.data), size) for size in range(4)] == [0, 1, 3, 6]


# -- Names ------------------------------------------------------------------------------------------


def numbered(number: int):
    def kernel(view, parameters, memory, scratch, random):
        return np.int64(number)

    return kernel


def test_kernels_of_one_source_name_stay_apart_in_the_cache():
    made = [(f"kernel-{number}", numbered(number)) for number in range(3)]
    for _ in range(2):  # compiled, then loaded in another order
        for name, act in made:
            assert compile_kernel(act, VIEW, name)(view_of(0), Chair().desk) == int(name[-1])
        made.reverse()


def test_named():
    def act():
        return helper()  # noqa: F821

    again = named(act, "forecast-otter-1/2", helper=lambda: 5)
    assert again() == 5
    assert again.__name__ == again.__qualname__ == "forecast_otter_1_2"
    assert act.__name__ == "act"
    with pytest.raises(NameError):
        act()


def test_fields_of_the_desk_lie_one_after_another():
    offsets = [DESK.fields[name][1] for name in DESK.names]
    assert offsets == list(itertools.islice(itertools.count(0, 8), len(offsets)))
