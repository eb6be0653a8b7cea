"""A box for a player that isn't trusted: no network, a read-only file system, no descriptors, bounded resources.

The process puts itself into the box before it loads the player. Each wall that the system doesn't allow is named, so
that a person knows what is missing. (Linux: namespaces; elsewhere only the bounds on resources.)
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path

_NEW_USER, _NEW_NETWORK, _NEW_MOUNTS = 0x10000000, 0x40000000, 0x00020000
_NEW_IPC, _NEW_PROCESSES = 0x08000000, 0x20000000
_PRIVATE, _RECURSIVE = 1 << 18, 1 << 14
_NO_SETUID, _NO_DEVICES = 2, 4
_MOUNT_SETATTR, _AT_RECURSIVE, _READ_ONLY = 442, 0x8000, 1
_HERE = -100
_NO_NEW_PRIVILEGES = 38
_DEATH_SIGNAL = 1

WALLS = ("no network", "a read-only file system", "no sight of other processes")
"""What only the system can give."""
OPEN_FILES = 256
WRITTEN_BYTES = 64 << 20
SCRATCH_BYTES = 256 << 20
"""What a boxed player may have open, may write to one file, and may write in all (its machine code, above all)."""

_BOUNDS = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: OPEN_FILES,
    resource.RLIMIT_FSIZE: WRITTEN_BYTES,
}


class _Attributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64), ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64), ("user_namespace", ctypes.c_uint64),
    )  # fmt: skip


def reduced_environment(scratch: Path) -> dict[str, str]:
    """Give the environment of a boxed process: what finds programs and packages, and nothing of the person's."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG", "LC_ALL") if name in os.environ}
    return {
        **kept,
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "NUMBA_CACHE_DIR": str(scratch / "compiled"),
    }


def enter(scratch: Path, memory: int | None = None) -> list[str]:
    """Put this process into the box.

    Parameters
    ----------
    scratch : Path
        The one folder in which it may write; what it writes there is gone when it ends.
    memory : int, optional
        Bytes of address space that it may have.

    Returns
    -------
    list of str
        The walls that are missing, in words; empty where all stand.
    """
    missing = []
    if not sys.platform.startswith("linux"):
        missing = list(WALLS)
    else:
        libc = ctypes.CDLL(None, use_errno=True)
        if not _unshare(libc):
            missing = list(WALLS)
        else:
            _become_first_process(libc)
            if not _read_only(libc, scratch):
                missing.append(WALLS[1])
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _bound(_BOUNDS)
    bound_memory(memory)
    _close_descriptors()
    return missing


def _unshare(libc: ctypes.CDLL) -> bool:
    spaces = _NEW_NETWORK | _NEW_MOUNTS | _NEW_IPC | _NEW_PROCESSES
    if os.geteuid() == 0 and libc.unshare(spaces) == 0:
        return True
    user, group = os.geteuid(), os.getegid()
    if libc.unshare(_NEW_USER | spaces) != 0:
        return False
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def end_with_parent(libc: ctypes.CDLL | None = None) -> None:
    """Have this process killed when its parent ends, however that goes (Linux)."""
    if sys.platform.startswith("linux"):
        (libc or ctypes.CDLL(None)).prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def _become_first_process(libc: ctypes.CDLL) -> None:
    """Go on as the first process of the new space of processes; this one waits for it, and ends as it does."""
    child = os.fork()
    if not child:
        end_with_parent(libc)
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code < 0:
            with suppress(OSError):  # SIGKILL has no other way
                signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
        os._exit(code if code >= 0 else 1)


def _read_only(libc: ctypes.CDLL, scratch: Path) -> bool:
    if libc.mount(b"none", b"/", None, _PRIVATE | _RECURSIVE, None) != 0:
        return False
    attributes = _Attributes(set=_READ_ONLY)
    size = ctypes.sizeof(attributes)
    if libc.syscall(_MOUNT_SETATTR, _HERE, b"/", _AT_RECURSIVE, ctypes.byref(attributes), size) != 0:
        return False
    options = f"size={SCRATCH_BYTES},mode=700".encode()
    return bool(libc.mount(b"tmpfs", os.fsencode(scratch), b"tmpfs", _NO_SETUID | _NO_DEVICES, options) == 0)


def bound_memory(memory: int | None) -> None:
    """Bound the address space of this process, in bytes."""
    if memory is not None:
        _bound({resource.RLIMIT_AS: memory})


def _bound(bounds: dict[int, int]) -> None:
    for what, most in bounds.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _close_descriptors() -> None:
    os.closerange(3, OPEN_FILES)


if __name__ == "__main__":  # run any program in a box: SCRATCH MEMORY COMMAND…
    for wall in enter(Path(sys.argv[1]), int(sys.argv[2]) or None):
        print(f"this system doesn't allow {wall}", file=sys.stderr)
    os.execvp(sys.argv[3], sys.argv[3:])
