"""A bound on how many processes and threads a box holds."""

from __future__ import annotations

import os
import platform
import resource
import time
from contextlib import suppress
from pathlib import Path

PROCESSES = 512
"""Enough for the threads of numerical libraries on a machine with hundreds of processors."""
PREFIX = "headrace-box-"
"""How the groups and the folders of boxes are called."""
_GROUPS = Path("/sys/fs/cgroup")
_COUNTED_IN_SPACES = (5, 14)
"""The Linux from which on a space of users has a count of its own; before that, all of the person's processes count."""


def bound_own_space() -> bool:
    """Bound the processes in a space of users of their own; says whether the system counts them apart."""
    version = tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2] if part.isdigit())
    if version < _COUNTED_IN_SPACES:
        return False
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
        return True
    return False


class Counted:
    """A control group for one box, for root's processes: the bound by user doesn't hold for them.

    Parameters
    ----------
    process : int
        The first process of the box.
    """

    def __init__(self, process: int) -> None:
        self._folder: Path | None = None
        for parent in _parents():
            _remove_left(parent)
            if self._made(parent / f"{PREFIX}{os.getpid()}", process):
                break

    @property
    def stands(self) -> bool:
        """Whether the processes are counted."""
        return self._folder is not None

    def remove(self) -> None:
        """Remove the group when its processes have ended; the system may need a moment to see that."""
        for _ in range(20):
            if self._folder is None or _removed(self._folder):
                return
            time.sleep(0.005)

    def _made(self, folder: Path, process: int) -> bool:
        try:
            folder.mkdir()
            if not (folder / "pids.max").exists():  # in this hierarchy nothing is counted
                raise OSError
            (folder / "pids.max").write_text(str(PROCESSES))
            (folder / "cgroup.procs").write_text(str(process))
        except OSError:
            _removed(folder)
            return False
        self._folder = folder
        return True


def _parents() -> list[Path]:
    """Say where a group may be made: under this process' own where processes have a hierarchy of their own, else
    beside it, since one that holds processes can't divide its means there.
    """
    found = []
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, kinds, own = line.split(":", 2)
            if "pids" in kinds.split(","):
                found.append(_GROUPS / "pids" / own.lstrip("/"))
            elif not kinds:
                found.append((_GROUPS / own.lstrip("/")).parent if own != "/" else _GROUPS)
    return found


def remove_left_groups() -> None:
    """Remove the groups of boxes that were killed."""
    for parent in _parents() if os.geteuid() == 0 else []:
        _remove_left(parent)


def _remove_left(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        if not Path("/proc", folder.name.removeprefix(PREFIX)).exists():
            _removed(folder)


def _removed(folder: Path) -> bool:
    with suppress(OSError):
        folder.rmdir()
    return not folder.exists()
