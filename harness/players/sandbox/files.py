"""The files of a box: a root of its own that holds only what is shown, for reading."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from glob import glob
from itertools import chain

from .system import call, system_call

SCRATCH_BYTES = 256 << 20
"""What a boxed player may write in all (its machine code, above all)."""
SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store",
    "/sys/devices/system/cpu",
    *(f"/etc/{name}" for name in (
        "alternatives", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias", "localtime",
        "nsswitch.conf", "passwd", "timezone", "java*", "julia", "mono", "perl", "R",
    )),
)  # fmt: skip
"""What each box shows: programs and libraries of the system, and what they look up; patterns of paths."""
STREAMS = {"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
DEVICES = ("null", "zero", "full", "random", "urandom")

_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 1, 2, 4, 8
_BIND, _RECURSIVE, _PRIVATE, _DETACH = 1 << 12, 1 << 14, 1 << 18, 2
_HERE, _AT_RECURSIVE = -100, 0x8000


@dataclass
class Plan:
    """What a root holds.

    Attributes
    ----------
    links : dict
        Symbolic links: where → to what.
    shown : set of str
        Files and folders, none of them inside another one.
    """

    links: dict[str, str] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)


def plan(paths: Iterable[str]) -> Plan:
    """Plan a root in which paths lead where they lead here, through the same links; what isn't there is left out."""
    found = Plan()
    for path in paths:
        if os.path.exists(path):
            _follow(os.path.abspath(path), found)
    found.shown = {path for path in found.shown if not _inside(path, found.shown - {path})}
    found.links = {path: to for path, to in found.links.items() if not _inside(path, found.shown)}
    return found


def _follow(path: str, found: Plan) -> None:
    here = "/"
    names = path.strip("/").split("/")
    for place, name in enumerate(names):
        here = os.path.join(here, name)
        if os.path.islink(here):
            found.links[here] = os.readlink(here)
            target = os.path.join(os.path.dirname(here), os.readlink(here), *names[place + 1 :])
            if len(found.links) < 1000:  # no loop: the path exists
                _follow(os.path.normpath(target), found)
            return
    found.shown.add(path)


def _inside(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def move_in(paths: Iterable[str], scratch: str) -> bool:
    """Change this process' root for one that shows some paths, and a scratch folder to write to.

    Parameters
    ----------
    paths : iterable of str
        What is shown, beside `SYSTEM`.
    scratch : str
        An empty folder; what is written there is gone when the last process of the box ends.

    Returns
    -------
    bool
        Whether ``/proc`` shows the processes of the box only; else it shows all.

    Raises
    ------
    OSError
        If the system doesn't allow it; nothing is changed then.
    """
    scratch = os.path.realpath(scratch)
    call("mount", b"none", b"/", None, _PRIVATE | _RECURSIVE, None)
    _mount_tmpfs(scratch, "mode=755")
    try:
        _fill(scratch, plan([*chain.from_iterable(map(glob, SYSTEM)), *paths]))
        own = _finish(scratch)
        os.chdir(scratch)
        system_call("pivot_root", b".", b".")
        call("umount2", b".", _DETACH)
        os.chdir("/")
    except OSError:
        os.chdir("/")
        with suppress(OSError):
            call("umount2", os.fsencode(scratch), _DETACH)
        raise
    return own


def _fill(root: str, planned: Plan) -> None:
    for path in sorted(planned.shown):
        _make_place(path, root + path)
        _bind(path, root + path)
    for path, to in planned.links.items():
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        os.symlink(to, root + path)
    os.makedirs(root + root, exist_ok=True)
    os.makedirs(f"{root}/proc", exist_ok=True)
    for device in DEVICES:
        _make_place(f"/dev/{device}", f"{root}/dev/{device}")
    for name, stream in STREAMS.items():
        os.symlink(f"/proc/self/{stream}", f"{root}/dev/{name}")


def _finish(root: str) -> bool:
    """Make all of it read-only; then mount what has other flags."""
    _change(root, _READ_ONLY | _NO_SETUID | _NO_DEVICES)
    for device in DEVICES:
        _bind(f"/dev/{device}", f"{root}/dev/{device}")
        _change(
            f"{root}/dev/{device}", _READ_ONLY | _NO_SETUID
        )  # it can still be written to, but not taken away
    own = True
    try:
        flags = _READ_ONLY | _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS
        call("mount", b"proc", os.fsencode(f"{root}/proc"), b"proc", flags, None)
    except OSError:
        own = False
        _bind("/proc", f"{root}/proc")
        _change(f"{root}/proc", _READ_ONLY | _NO_SETUID | _NO_DEVICES)
    _mount_tmpfs(root + root, f"size={SCRATCH_BYTES},mode=700")
    return own


def _make_place(path: str, place: str) -> None:
    if os.path.isdir(path):
        os.makedirs(place, exist_ok=True)
        return
    os.makedirs(os.path.dirname(place), exist_ok=True)
    os.close(os.open(place, os.O_CREAT | os.O_RDONLY, 0o644))


def _change(place: str, flags: int) -> None:
    """Give flags to a mount and all below it."""
    attributes = struct.pack("=QQQQ", flags, 0, 0, 0)
    system_call("mount_setattr", _HERE, os.fsencode(place), _AT_RECURSIVE, attributes, len(attributes))


def _bind(path: str, place: str) -> None:
    call("mount", os.fsencode(path), os.fsencode(place), None, _BIND | _RECURSIVE, None)


def _mount_tmpfs(place: str, options: str) -> None:
    call("mount", b"tmpfs", os.fsencode(place), b"tmpfs", _NO_SETUID | _NO_DEVICES, options.encode())
