"""A filter of system calls: what no player needs, and what leads out of a box.

Sockets above all: one with a path in the file system is a way to any program that listens there (a container service,
the session's bus, a keeper of keys), and it takes no network. A pair of connected streams is allowed: it leads nowhere.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct

from .system import control

_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _GIVE = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_NUMBER, _MACHINE, _FIRST, _SECOND = 0, 4, 16, 24  # where the arguments' low words lie
_NEW_SPACES = 0x7E020000
_STREAM, _TYPES = 1, 0xF
_OTHER_NUMBERS = 0x40000000

_MACHINES = {
    "x86_64": (0xC000003E, {
        "socket": 41, "socketpair": 53, "clone": 56, "clone3": 435, "ptrace": 101, "unshare": 272, "setns": 308,
        "add_key": 248, "request_key": 249, "keyctl": 250, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
        "io_uring_setup": 425, "process_vm_readv": 310, "process_vm_writev": 311,
    }),
    "aarch64": (0xC00000B7, {
        "socket": 198, "socketpair": 199, "clone": 220, "clone3": 435, "ptrace": 117, "unshare": 97, "setns": 268,
        "add_key": 217, "request_key": 218, "keyctl": 219, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282,
        "io_uring_setup": 425, "process_vm_readv": 270, "process_vm_writev": 271,
    }),
}  # fmt: skip
_LOOKED_INTO = ("socketpair", "clone")
_UNKNOWN = ("clone3", "io_uring_setup")
"""What is refused as if the system didn't know it: there is another way, which libraries then take."""


def filter_calls() -> bool:
    """Have system calls filtered in this process and all that come from it; says whether the system does so.

    The process must not be able to get new privileges any more.
    """
    known = _MACHINES.get(platform.machine())
    if known is None:
        return False
    program = _program(*known)
    code = ctypes.create_string_buffer(program, len(program))
    try:
        control(_SECCOMP, _FILTER, struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code)))
    except OSError:
        return False
    return True


def _program(machine: int, numbers: dict[str, int]) -> bytes:
    """Write the filter: a step is an operation, how far to jump if it holds and if not, and a word."""
    steps = [
        (_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), _refusal(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER), (_AT_LEAST, 0, 1, _OTHER_NUMBERS), _refusal(errno.ENOSYS),
    ]  # fmt: skip
    for name, number in numbers.items():
        if name not in _LOOKED_INTO:
            refusal = _refusal(errno.ENOSYS if name in _UNKNOWN else errno.EACCES)
            steps += [(_EQUAL, 0, 1, number), refusal]
    pair = [(_LOAD, 0, 0, _SECOND), (_AND, 0, 0, _TYPES), (_EQUAL, 1, 0, _STREAM), _refusal(errno.EACCES)]
    child = [(_LOAD, 0, 0, _FIRST), (_ANY_BIT, 0, 1, _NEW_SPACES), _refusal(errno.EPERM)]
    for name, looks in (("socketpair", pair), ("clone", child)):
        steps += [(_EQUAL, 0, len(looks) + 1, numbers[name]), *looks, (_GIVE, 0, 0, _ALLOW)]
    steps.append((_GIVE, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _refusal(number: int) -> tuple[int, int, int, int]:
    return _GIVE, 0, 0, _REFUSE | number
