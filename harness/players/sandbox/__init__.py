"""A box for a player that isn't trusted: no network, few files and none to write, no rights, bounded resources.

Run by the words that `boxed_words` writes, which load this folder alone, and not the engine: a process puts itself into
the box and becomes the command there. Each wall that the system doesn't allow is named, so that a person knows what is
missing. (Linux: namespaces; elsewhere only the bounds on resources.)
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from .files import SCRATCH_BYTES
from .spaces import end_with_parent
from .walls import WALLS, enter

__all__ = [
    "MISSING",
    "SCRATCH_BYTES",
    "WALLS",
    "bound_memory",
    "boxed_environment",
    "boxed_words",
    "end_with_parent",
    "main",
]

MISSING = "HEADRACE_MISSING_WALLS"
"""The name in a host's environment of the walls that are missing, as a JSON list."""
OPEN_FILES = 256
WRITTEN_BYTES = 64 << 20
"""What a boxed player may have open, and may write to one file."""

_BOX = "HEADRACE_BOX"
_START = "import sys; sys.path.append({!r}); import sandbox; sandbox.main(sys.argv[1:])"
_NOT_FOUND = 127
_BOUNDS = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: OPEN_FILES,
    resource.RLIMIT_FSIZE: WRITTEN_BYTES,
}


def boxed_words(command: list[str]) -> list[str]:
    """Write the command line of a process in a box, which its environment describes (`boxed_environment`)."""
    start = _START.format(str(Path(__file__).resolve().parent.parent))
    return [sys.executable, "-I", "-S", "-c", start, *command]


def boxed_environment(scratch: Path, seen: list[str], memory: int | None, host: bool) -> dict[str, str]:
    """Describe a box.

    Parameters
    ----------
    scratch : Path
        The one folder in which it may write; what it writes there is gone when it ends.
    seen : list of str
        Files and folders that it may read, beside programs and libraries of the system.
    memory : int or None
        Bytes of address space that it may have.
    host : bool
        Whether it asks for the walls that are missing (`MISSING`); else they are written to standard error.
    """
    return {_BOX: json.dumps({"scratch": str(scratch), "seen": seen, "memory": memory, "host": host})}


def main(command: list[str]) -> None:
    """Go into a box and become a command."""
    told: dict[str, Any] = json.loads(os.environ.pop(_BOX))
    folder = os.getcwd()
    missing = enter(told["seen"], told["scratch"])
    _bound(_BOUNDS)
    bound_memory(told["memory"])
    with suppress(OSError):  # it isn't shown
        os.chdir(folder)
    if told["host"]:
        os.environ[MISSING] = json.dumps(missing)
    else:
        for wall in missing:
            print(f"this system doesn't allow {wall}", file=sys.stderr, flush=True)
    os.closerange(3, OPEN_FILES)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]} can't be run in a box: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(_NOT_FOUND)


def bound_memory(memory: int | None) -> None:
    """Bound the address space of this process, in bytes."""
    if memory is not None:
        _bound({resource.RLIMIT_AS: memory})


def _bound(bounds: dict[int, int]) -> None:
    for what, most in bounds.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
