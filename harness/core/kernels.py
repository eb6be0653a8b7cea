"""Players' kernels: the signature that authors write, and the two pointers by which a game's loop calls it.

An author's kernel takes five arguments, four of them arrays. Handing those over at each decision
costs more than the decision (28 words on the stack), so a loop calls a **shim** ``(view, desk)``: the desk is a
record with the addresses of a player's arrays, and the shim, into which the author's kernel is inlined, makes arrays
of them again. The shim names the kernel as a global, not as a closure: closures over compiled code are never cached.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from harness.core.compiler import (
    Entry,
    checked,
    disabled,
    engine_cache,
    floats,
    i64,
    inline,
    jit,
    numba,
    record_type,
    types,
    words,
)

DESK = np.dtype(
    [
        ("parameters", "u8"),
        ("parameters_size", "i8"),
        ("memory", "u8"),
        ("memory_size", "i8"),
        ("scratch", "u8"),
        ("scratch_size", "i8"),
        ("random", "u8"),
        ("callback", "u8"),
    ],
    align=True,
)
"""What lies before a player: addresses and sizes of its arrays; for plain players the address of a Python function."""


NO_ANSWER = -0x4E4F_414E_5357_4552  # "NOANSWER": no player gives it by mistake
"""What `call_python` gives where the function raised all the same: an interrupt came before its first line."""


def shim_type(view: np.dtype[Any]) -> Any:
    """Give the first-class function type by which a game's loop takes any player."""
    return types.FunctionType(i64(record_type(view), record_type(DESK)))


def _array_intrinsic(array: Any) -> Any:
    """Make the intrinsic (address, size) → array, without a call and without reference counts."""

    @numba.extending.intrinsic
    def array_at(typing_context: Any, address: Any, size: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from numba.np.arrayobj import make_array, populate_array

            made = make_array(array)(context, builder)
            item = context.get_constant(types.intp, 8)
            data = builder.inttoptr(arguments[0], context.get_data_type(array.dtype).as_pointer())
            populate_array(made, data, [arguments[1]], [item], item, None)
            return made._getvalue()

        return array(types.uint64, types.int64), generate

    return array_at


@numba.extending.intrinsic
def _call_python(typing_context: Any, address: Any, argument: Any) -> Any:
    """Call a Python function from compiled code: a quarter of what a C callback made by ctypes costs."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        python = context.get_python_api(builder)
        lock = python.gil_ensure()
        function = builder.inttoptr(arguments[0], python.pyobj)
        number = python.long_from_longlong(arguments[1])
        answer = python.call_function_objargs(function, [number])
        python.decref(number)
        raised = builder.icmp_unsigned("==", answer, answer.type(None))
        with builder.if_else(raised) as (without, given):
            with without:
                python.err_clear()
                nothing, where_not = context.get_constant(types.int64, NO_ANSWER), builder.block
            with given:
                value, where = python.long_as_longlong(answer), builder.block
                python.decref(answer)
        chosen = builder.phi(value.type)
        chosen.add_incoming(nothing, where_not)
        chosen.add_incoming(value, where)
        python.gil_release(lock)
        return chosen

    return types.int64(types.uint64, types.int64), generate


def _array_from_address(address: int, size: int, kind: Any) -> np.ndarray[Any, Any]:
    return np.ctypeslib.as_array((kind * int(size)).from_address(int(address)))


if disabled():

    def words_at(address: Any, size: Any) -> Any:
        """Give the uint64 array at an address."""
        return _array_from_address(address, size, ctypes.c_uint64)

    def floats_at(address: Any, size: Any) -> Any:
        """Give the float64 array at an address."""
        return _array_from_address(address, size, ctypes.c_double)

    def call_python(address: Any, argument: Any) -> Any:
        """Call the Python function at an address: it takes an int and returns one, and must not raise."""
        return ctypes.cast(int(address), ctypes.py_object).value(int(argument))

else:
    words_at = _array_intrinsic(words)
    floats_at = _array_intrinsic(floats)
    call_python = _call_python


@jit
def sit_down(desk: Any, stream: np.uint64) -> None:
    """Make a player's desk ready for a new game: empty memory, its own random stream."""
    memory = words_at(desk.memory, desk.memory_size)
    for i in range(memory.size):
        memory[np.uint64(i)] = np.uint64(0)
    words_at(desk.random, 1)[0] = stream


def _shim(view: Any, desk: Any) -> Any:
    answer = act(  # type: ignore[name-defined]  # noqa: F821
        view,
        floats_at(desk.parameters, desk.parameters_size),
        words_at(desk.memory, desk.memory_size),
        words_at(desk.scratch, desk.scratch_size),
        words_at(desk.random, 1),
    )
    return answer | 0  # what isn't a whole number is refused, where the signature alone would cut it to one


def named(function: Callable[..., Any], name: str, **names: Any) -> Callable[..., Any]:
    """Give a function again under a name of its own.

    The compiler tells machine code apart by a function's name and by numbers that start anew in each process: of two
    functions of one name, loaded from caches that two processes wrote, one would run as the other.

    Parameters
    ----------
    function : callable
        What is named.
    name : str
        Its new name; signs that a name can't have become "_".
    **names
        Globals that it sees besides its module's.
    """
    word = re.sub(r"\W", "_", name)
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, word)
    copy.__qualname__ = word
    return copy


def compile_kernel(act: Callable[..., Any], view: np.dtype[Any], name: str, *, bounds: bool = False) -> Entry:
    """Compile an author's kernel behind its shim.

    Parameters
    ----------
    act : callable
        The author's function, plain Python in the compiler's subset.
    view : dtype
        The view record of its game.
    name : str
        A name that is this kernel's alone and changes with its sources; it names the cache's folder, too.
    bounds : bool
        Whether an index out of range raises IndexError, in the kernel and all that it calls; slower.

    Returns
    -------
    Entry
        The shim, compiled at its first use.
    """
    if bounds:
        name = f"{name}-bounds"
    compiled = act if disabled() else checked(act) if bounds else inline(act)
    shim = named(_shim, f"shim_{name}", act=compiled)
    return Entry(shim, i64(record_type(view), record_type(DESK)), engine_cache() / name)
