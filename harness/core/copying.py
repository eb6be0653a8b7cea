"""Copying a record as one block: numba's own assignment of records goes field by field."""

from __future__ import annotations

from typing import Any

from harness.core.compiler import disabled, numba, types


@numba.extending.intrinsic
def _copy_record(typing_context: Any, target: Any, source: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        byte = ir.IntType(8).as_pointer()
        size = context.get_constant(types.intp, signature.args[0].size)
        to, of = (builder.bitcast(pointer, byte) for pointer in arguments)
        memcpy = builder.module.declare_intrinsic("llvm.memcpy", [byte, byte, ir.IntType(64)])
        memcpy_call = builder.call(memcpy, [to, of, size, ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    if target != source:
        return None
    return types.void(target, source), generate


def _copy_fields(target: Any, source: Any) -> None:
    for name in target.dtype.names:
        target[name] = source[name]


copy_record = _copy_fields if disabled() else _copy_record
"""``copy_record(target, source)``: make one record of a dtype equal to another."""
