"""The walls of a box, put up one after the other; those that the system doesn't allow are named."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from .calls import filter_calls
from .counting import bound_own_space
from .files import move_in
from .rights import drop_rights
from .spaces import NEW_IPC, NEW_MOUNTS, NEW_NETWORK, become_inner, leave_processes, unshared

WALLS = (
    "no network",
    "few files, and none to write",
    "no sight of other processes",
    "no rights of an administrator",
    "no sockets to other programs",
    "a bound on the number of processes",
)
"""What only the system can give."""


def enter(seen: list[str], scratch: str) -> list[str]:
    """Put this process into a box; what goes on there is a child of it, which ends as the child does.

    Parameters
    ----------
    seen : list of str
        Files and folders that can be read there, beside programs and libraries of the system.
    scratch : str
        The one folder that can be written there.

    Returns
    -------
    list of str
        The walls that are missing, in words; empty where all stand.
    """
    if not sys.platform.startswith("linux"):
        return list(WALLS)
    missing: list[str] = []
    root = os.geteuid() == 0
    if leave_processes():
        become_inner(lambda counted: missing.extend(_settle(seen, scratch, counted, root)), counts=root)
    else:
        missing += [*WALLS[:3], *_give_up(), WALLS[5]]
    return missing


def _settle(seen: list[str], scratch: str, counted: bool, root: bool) -> list[str]:
    network, others = unshared(NEW_NETWORK), unshared(NEW_IPC)
    files = own = False
    with suppress(OSError):
        if unshared(NEW_MOUNTS):
            own = move_in(seen, scratch)
            files = True
    if not root:
        counted = bound_own_space()
    missing = _absent(WALLS[:3], (network, files, own and others))
    return [*missing, *_give_up(), *_absent(WALLS[5:], (counted,))]


def _give_up() -> list[str]:
    """Give up all rights, and then what could give new ones."""
    return _absent(WALLS[3:5], (drop_rights(), filter_calls()))


def _absent(walls: tuple[str, ...], stand: tuple[bool, ...]) -> list[str]:
    return [wall for wall, stands in zip(walls, stand, strict=True) if not stands]
