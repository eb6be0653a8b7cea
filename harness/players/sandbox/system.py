"""Calls of Linux that Python has no name for."""

from __future__ import annotations

import ctypes
import os
import platform

NUMBERS = {
    "x86_64": {"pivot_root": 155, "mount_setattr": 442, "capget": 125, "capset": 126},
    "aarch64": {"pivot_root": 41, "mount_setattr": 442, "capget": 90, "capset": 91},
}
"""Of system calls that the C library doesn't offer, by machine."""

Argument = int | bytes | ctypes.Array[ctypes.c_char] | None
"""A number, or something in memory, of which the call gets the address."""

_libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Argument) -> int:
    """Call a function of the C library.

    Raises
    ------
    OSError
        If it fails, or the library doesn't have it.
    """
    function = getattr(_libc, name, None)
    if function is None:
        raise OSError(f"there is no {name}")
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = function(*words)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def system_call(name: str, *arguments: Argument) -> int:
    """Call what only has a number (`NUMBERS`).

    Raises
    ------
    OSError
        If it fails, or its number isn't known on this machine.
    """
    number = NUMBERS.get(platform.machine(), {}).get(name)
    if number is None:
        raise OSError(f"the number of {name} isn't known here")
    return call("syscall", number, *arguments)


def control(option: int, *arguments: int | bytes) -> int:
    """Call prctl.

    Raises
    ------
    OSError
        If it fails.
    """
    return call("prctl", option, *[*arguments, 0, 0, 0, 0][:4])
