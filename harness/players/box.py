"""How a host process is started: beside this one, or in a box."""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.util import Finalize
from pathlib import Path

from harness.players.limits import HOST_BYTES
from harness.players.sandbox import boxed_environment, boxed_words
from harness.players.sandbox.counting import PREFIX, remove_left_groups
from harness.players.seen import seen_by_host, seen_by_program

_KEPT = ("PATH", "PYTHONPATH", "LANG", "LC_ALL")


@dataclass(frozen=True)
class HostCommand:
    """A host's or a program's command line and environment.

    Attributes
    ----------
    command : str
        The words, quoted.
    environment : dict or None
        None for that of this process.
    bounded : bool
        Whether the process bounds its own memory.
    host : bool
        Whether it is a host, and may say what its player did.
    """

    command: str
    environment: dict[str, str] | None = None
    bounded: bool = False
    host: bool = False


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
        Bytes of address space that the player may have there, beside `HOST_BYTES`.
    """
    most = 0 if memory is None else memory + HOST_BYTES
    words = [sys.executable, "-m", "harness.players.host", game, address, str(most)]
    if not boxed:
        return HostCommand(shlex.join(words), None, bounded=True, host=True)
    return _boxed(words, seen_by_host(address), most or None, host=True)


def boxed_command(command: str, memory: int | None = None) -> HostCommand:
    """Say how to run any program in a box."""
    return _boxed(shlex.split(command), seen_by_program(command), memory, host=False)


def _boxed(words: list[str], seen: list[str], memory: int | None, host: bool) -> HostCommand:
    scratch = _scratch()
    environment = {**_reduced_environment(scratch), **boxed_environment(scratch, seen, memory, host)}
    return HostCommand(shlex.join(boxed_words(words)), environment, bounded=True, host=host)


def _reduced_environment(scratch: Path) -> dict[str, str]:
    """Give the environment of a boxed process: what finds programs and packages, and nothing of the person's."""
    return {
        **{name: os.environ[name] for name in _KEPT if name in os.environ},
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "NUMBA_CACHE_DIR": str(scratch / "compiled"),
    }


def remove_scratch() -> None:
    """Remove this process' folder, when all its boxes are gone; the next box makes another one.

    What processes that were killed have left goes with it, such as workers at a second interrupt.
    """
    global _own
    own, _own = _own, None
    if own is None or own.process != os.getpid():  # forked since: it is the other process' own
        return
    shutil.rmtree(own.path, ignore_errors=True)
    os.close(own.lock)
    _remove_left_folders()
    remove_left_groups()


@dataclass(frozen=True)
class _Scratch:
    """The folder of a process, and the descriptor that holds its lock."""

    process: int
    path: Path
    lock: int


_own: _Scratch | None = None


def _scratch() -> Path:
    """Give the folder on which boxes mount their own, made once; what they write there is never seen here.

    It is locked as long as this process lives. So one that was killed leaves a folder that the next one removes.
    """
    global _own
    if _own is None or _own.process != os.getpid():
        _remove_left_folders()
        _own = _new_scratch()
        Finalize(None, remove_scratch, exitpriority=0)
    return _own.path


def _new_scratch() -> _Scratch:
    while True:
        path = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = _locked(path)
        if lock is None:  # another process has just taken it for one that was left
            continue
        if path.is_dir():
            return _Scratch(os.getpid(), path, lock)
        os.close(lock)


def _remove_left_folders() -> None:
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        lock = _locked(path)
        if lock is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(lock)


def _locked(path: Path) -> int | None:
    """Lock a folder of this user; gives the descriptor that holds the lock, or None if another process has it."""
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    with suppress(OSError):
        if os.fstat(folder).st_uid == os.geteuid():
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return folder
    os.close(folder)
    return None
