"""No rights of an administrator: a boxed process has no capability, and no way to one.

It keeps its user, also where that is root: the player's folder and the Python installation may be readable by their
owner alone, so another user could not play. Without capabilities, root is the owner of its files and no more.
"""

from __future__ import annotations

import ctypes
import os
import struct
from contextlib import suppress

from .system import control, system_call

_DROP_BOUND, _AMBIENT, _CLEAR_AMBIENT, _SECURE_BITS, _NO_NEW_PRIVILEGES = 24, 47, 4, 28, 38
_ALL_LOCKED = (
    0b1110_1111  # nothing is given for being root, for a change of user, or as ambient; and so it stays
)
_HEADER = struct.pack("=Ii", 0x20080522, 0)  # the version of the call, and this process
_NONE = bytes(24)


def drop_rights() -> bool:
    """Drop all capabilities for good; says whether none is left."""
    with suppress(OSError):
        control(_NO_NEW_PRIVILEGES, 1)
    for step in (_leave_groups, _lock, _drop_bound):
        with suppress(OSError):  # who never had a right can't drop it
            step()
    with suppress(OSError):
        control(_AMBIENT, _CLEAR_AMBIENT)
    return _set_none() and _held() == _NONE


def _leave_groups() -> None:
    os.setgroups([])


def _lock() -> None:
    control(_SECURE_BITS, _ALL_LOCKED)


def _drop_bound() -> None:
    for capability in range(64):  # beyond the last one the call fails
        control(_DROP_BOUND, capability)


def _set_none() -> bool:
    with suppress(OSError):
        system_call("capset", _HEADER, _NONE)
        return True
    return False


def _held() -> bytes:
    """Read the effective, permitted and inheritable capabilities of this process."""
    held = ctypes.create_string_buffer(len(_NONE))
    system_call("capget", _HEADER, held)
    return held.raw
