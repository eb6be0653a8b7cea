"""How a host process is started: beside this one, or in a box."""

from __future__ import annotations

import atexit
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harness.players.limits import HOST_BYTES
from harness.players.sandbox import reduced_environment


@dataclass(frozen=True)
class HostCommand:
    """A host's command line and environment.

    Attributes
    ----------
    command : str
        The words, quoted.
    environment : dict or None
        None for that of this process.
    """

    command: str
    environment: dict[str, str] | None


def host_command(game: str, address: str, boxed: bool, memory: int | None = None) -> HostCommand:
    """Say how to host a player.

    Parameters
    ----------
    game : str
        What it plays.
    address : str
        By what the player is found.
    boxed : bool
        Whether its process goes into a box before the player is loaded.
    memory : int, optional
        Bytes of address space that the player may have there.
    """
    words = [sys.executable, "-m", "harness.players.host", game, address]
    if not boxed:
        return HostCommand(shlex.join(words), None)
    scratch = _scratch()
    most = 0 if memory is None else memory + HOST_BYTES
    return HostCommand(shlex.join([*words, str(scratch), str(most)]), reduced_environment(scratch))


def boxed_command(command: str, memory: int | None = None) -> HostCommand:
    """Say how to run any program in a box."""
    scratch = _scratch()
    words = [
        sys.executable,
        "-m",
        "harness.players.sandbox",
        str(scratch),
        str(memory or 0),
        *shlex.split(command),
    ]
    return HostCommand(shlex.join(words), reduced_environment(scratch))


@cache
def _scratch() -> Path:
    """Make the folder on which boxes mount their own; what they write there is never seen here."""
    path = Path(tempfile.mkdtemp(prefix="headrace-box-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path
