"""Records as blocks of memory: laid out on cache lines, and copied as one."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.compiler import disabled, numba, types

CACHE_LINE = 64


def aligned_records(count: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Make `count` zeroed records, as `compiler.records` does, the first of them at the start of a cache line."""
    raw = np.zeros(count * dtype.itemsize + CACHE_LINE, np.uint8)
    first = -raw.ctypes.data % CACHE_LINE
    made = raw[first : first + count * dtype.itemsize].view(dtype)
    return made.view(np.recarray) if disabled() else made


@numba.extending.intrinsic
def _copy_block(typing_context: Any, target: Any, source: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        byte = ir.IntType(8).as_pointer()
        copy = builder.module.declare_intrinsic("llvm.memcpy", [byte, byte, ir.IntType(64)])
        to, of = (builder.bitcast(pointer, byte) for pointer in arguments)
        size = context.get_constant(types.intp, signature.args[0].size)
        builder.call(copy, [to, of, size, ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return (types.void(target, source), generate) if target == source else None


def _copy_fields(target: Any, source: Any) -> None:
    for name in target.dtype.names:
        target[name] = source[name]


copy_record = _copy_fields if disabled() else _copy_block
"""``copy_record(target, source)``: make one record of a dtype equal to another, at once.

The compiler's own assignment goes item by item.
"""
