"""Spaces of a box's own: processes, network, file systems; and the first process that keeps them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from .counting import Counted
from .system import call, control

_NEW_USERS, _NEW_PROCESSES = 0x10000000, 0x20000000
NEW_NETWORK, NEW_MOUNTS, NEW_IPC = 0x40000000, 0x00020000, 0x08000000
_DEATH_SIGNAL, _DUMPABLE = 1, 4


def end_with_parent() -> None:
    """Have this process killed when its parent ends, however that goes."""
    with suppress(OSError):
        control(_DEATH_SIGNAL, signal.SIGKILL)


def leave_processes() -> bool:
    """Have the next child be the first process of a space of processes; says whether the system allowed it.

    Who may not do that by right goes into a space of users of its own for it, in which it may.
    """
    if os.geteuid() == 0 and unshared(_NEW_PROCESSES):
        return True
    user, group = os.geteuid(), os.getegid()
    if not unshared(_NEW_USERS | _NEW_PROCESSES):
        return False
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def unshared(spaces: int) -> bool:
    """Go into new spaces; says whether the system allowed it."""
    try:
        call("unshare", spaces)
    except OSError:
        return False
    return True


def become_inner(settle: Callable[[bool], None], counts: bool) -> None:
    """Go on as a child of the box's first process. This one waits for it, and ends as the child does.

    The first process is ours, and no process of the box can reach it: it ends when this one does, and with it the
    system ends all that is in the box, whatever a player has made of its own process.

    Parameters
    ----------
    settle : callable
        What the first process does before its child begins; it is told whether a control group bounds the processes.
    counts : bool
        Whether a control group is to bound them, as those of root need it.
    """
    null = os.open("/dev/null", os.O_RDWR)
    go, allow = os.pipe()
    hear, say = os.pipe()
    first = os.fork()
    if first:
        os.close(go)
        os.close(say)
        counted = Counted(first) if counts else None
        with suppress(OSError):  # it has been killed
            os.write(allow, b"1" if counted and counted.stands else b"0")
        _watch(first, null, hear, counted)
    os.close(allow)
    os.close(hear)
    os.setsid()  # a signal to the player's group must not reach the one that waits outside
    end_with_parent()
    word = os.read(go, 1)
    if not word:  # its parent has ended already
        os._exit(1)
    os.close(go)
    settle(word == b"1")
    control(_DUMPABLE, 0)
    end_with_parent()  # again: a change of rights may have taken it back
    child = os.fork()
    if child:
        _keep(child, null, say)


def _watch(first: int, null: int, hear: int, counted: Counted | None) -> None:
    """Wait for the box's end, and end as its player did."""
    _close_streams(null)
    _, status = os.waitpid(first, 0)
    if counted is not None:
        counted.remove()
    told = os.read(hear, 32)
    code = os.waitstatus_to_exitcode(int(told) if told else status)
    if code < 0:
        with suppress(OSError):  # SIGKILL has no other way
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 1)


def _keep(child: int, null: int, say: int) -> None:
    """Be the first process: reap what is left to it until its child ends, and tell how."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which the first process of a space doesn't get from within
    _close_streams(null)
    while True:
        process, status = os.wait()
        if process == child:
            os.write(say, b"%d" % status)
            os._exit(0)


def _close_streams(null: int) -> None:
    """Leave the standard streams to the player: who reads them must see when it closes them."""
    for stream in range(3):
        os.dup2(null, stream)
    os.close(null)
