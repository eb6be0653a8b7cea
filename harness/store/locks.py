"""The lock of a run's folder: one process writes it, and the system lets go when that process ends, however it does."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from harness.core.errors import HeadraceError, UsageError
from harness.core.files import explained

LOCK = ".lock"
_TRIES, _SECONDS = 4, 0.02
"""So often and so far apart is the lock asked for: who only looks whether it is held holds it for a moment."""


def lock_folder(path: Path) -> int:
    """Lock a folder for this process alone.

    Returns
    -------
    int
        The lock, which is let go when it is closed (`os.close`).

    Raises
    ------
    UsageError
        Another process holds it.
    HeadraceError
        It can't be locked.
    """
    with explained("lock", path):
        handle = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock_soon(handle)
    except BlockingIOError:
        os.close(handle)
        raise UsageError(
            f"another headrace writes {path} at this moment", "wait for it or stop it, then try again"
        ) from None
    except OSError as error:
        os.close(handle)
        reason = f"can't lock {path} ({error.strerror})"
        raise HeadraceError(reason, "keep runs on a disk that knows locks") from error
    return handle


def _lock_soon(handle: int) -> None:
    for tried in range(1, _TRIES + 1):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if tried == _TRIES:
                raise
            time.sleep(_SECONDS)


def is_locked(path: Path) -> bool:
    """Say whether somebody holds a folder's lock, as far as the system tells; nothing is written."""
    try:
        handle = os.open(path / LOCK, os.O_RDONLY)
    except OSError:  # no lock, or none that may be looked at: nobody is known to hold it
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(handle)
    return False
