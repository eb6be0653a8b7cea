"""What a boxed process may read, beside programs and libraries of the system: only what it plays with."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_OPEN_TO_MANY = (
    "/",
    "/tmp",
    "/var/tmp",
    "/var",
    "/run",
    "/home",
    "/root",
    "/etc",
    "/dev",
    "/dev/shm",
    "/proc",
    "/sys",
)
_PARTS = ("bin", "lib", "lib64", "libexec", "pyvenv.cfg")
"""What a program's installation holds, beside one another."""


def seen_by_host(address: str) -> list[str]:
    """Say what a hosted player may read: its folder, Python with its packages, and the harness.

    Parameters
    ----------
    address : str
        The player's file, with its name after ``#`` if it has several.
    """
    path = address if os.path.exists(address) else address.rpartition("#")[0]
    return list(dict.fromkeys([*_python(), str(_PACKAGE), *_packages(), *_around(path)]))


def seen_by_program(command: str) -> list[str]:
    """Say what a program may read: its installation, the folders of its arguments, and the present folder."""
    program, *arguments = shlex.split(command)
    found = shutil.which(program)
    seen = [*_python(), *(_installation(os.path.abspath(found)) if found else [])]
    for argument in arguments:
        seen += _around(os.path.abspath(argument)) if os.path.exists(argument) else []
    seen += [] if _is_wide(os.getcwd()) else [os.getcwd()]
    return list(dict.fromkeys(seen))


def _python() -> list[str]:
    return [sys.prefix, sys.base_prefix]


def _packages() -> list[str]:
    """Say where packages are found beside Python's own folder: the person's own, and those named on purpose."""
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    found = [
        path
        for path in sys.path
        if path in named or os.path.basename(path) in ("site-packages", "dist-packages")
    ]
    return [os.path.abspath(path) for path in found if path and not _is_wide(path)]


def _around(path: str) -> list[str]:
    """Give a file's folder; the file alone where its folder holds what has nothing to do with it."""
    real = os.path.realpath(path)
    if os.path.isdir(real):
        return [] if _is_wide(real) else [path]
    return [path] if _is_wide(os.path.dirname(path)) else [os.path.dirname(path), real]


def _is_wide(folder: str) -> bool:
    """Say whether a folder is the person's home, or above that, or one for all and everything."""
    real = Path(folder).resolve()
    home = Path(os.path.expanduser("~")).resolve()
    many = {Path(other).resolve() for other in (*_OPEN_TO_MANY, tempfile.gettempdir())}
    return real in many or home.is_relative_to(real)


def _installation(program: str) -> list[str]:
    """Give a program with what is installed beside its folder, and so for each program that a link leads to."""
    seen = [program]
    for _ in range(40):  # no system follows more links
        folder = os.path.dirname(program)
        above = os.path.dirname(folder)
        if os.path.basename(folder) == "bin":
            seen += [os.path.join(above, part) for part in _PARTS]
        elif (
            os.path.basename(folder) == "shims"
        ):  # of pyenv and its like: they choose among what lies beside them
            seen.append(above)
        elif not _is_wide(folder):
            seen.append(folder)
        if not os.path.islink(program):
            break
        program = os.path.normpath(os.path.join(folder, os.readlink(program)))
    return [path for path in seen if os.path.exists(path) and not _is_wide(path)]
