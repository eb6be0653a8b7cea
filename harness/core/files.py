"""Safe file writes: a file, or an appended line, stands whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from harness.core.errors import HeadraceError

Bytes = bytes | bytearray | memoryview

_REMEDIES = {
    errno.ENOSPC: "free some space on that disk and run it again; what was finished is kept",
    errno.EDQUOT: "your quota on that disk is used up: free some space and run it again",
    errno.EACCES: "you may not write there: choose another folder, or change its permissions",
    errno.EPERM: "you may not write there: choose another folder, or change its permissions",
    errno.EROFS: "that disk is mounted read-only: choose another folder",
    errno.ENOENT: "the folder is gone: make it again, or choose another one",
    errno.ENOTDIR: "a file stands where a folder is needed: move it away, or choose another folder",
    errno.EISDIR: "a folder stands where the file should be: move it away",
    errno.ENAMETOOLONG: "the name is too long: choose a shorter one",
    errno.EMFILE: "too many files are open: raise the limit (ulimit -n) or use fewer workers",
    errno.EIO: "the disk reports an error: check it, or choose another one",
}
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)


def checksum(data: Bytes) -> str:
    """Give the checksum of bytes: blake2b of 128 bits, in 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


@contextmanager
def explained(what: str, path: Path) -> Iterator[None]:
    """Turn the system's errors into one that says what failed, where, and how to mend it.

    Parameters
    ----------
    what : str
        What couldn't be done ("write", "read", …).
    path : Path
        To which file or folder.

    Raises
    ------
    HeadraceError
        In place of an OSError.
    """
    try:
        yield
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number else str(error)
        remedy = _REMEDIES.get(number, "check the folder and the disk, then run it again")
        raise HeadraceError(f"can't {what} {path} ({reason})", remedy) from error


def canonical_json(value: Any) -> bytes:
    """Write a value as JSON in the one form that the project uses.

    Returns
    -------
    bytes
        UTF-8, keys sorted, a newline at the end. An object's outermost fields stand on a line each, so that
        people can read and compare it; all else is compact.

    Raises
    ------
    ValueError, TypeError
        A number is infinite or not a number, or a value has no form in JSON.
    """
    if isinstance(value, Mapping) and value:
        fields = (f"{_dense(key)}: {_dense(value[key])}" for key in sorted(value))
        text = "{\n  " + ",\n  ".join(fields) + "\n}\n"
    else:
        text = _dense(value) + "\n"
    return _utf8(text)


def canonical_line(value: Any) -> bytes:
    """Write a value as JSON on one line: UTF-8, keys sorted, a newline at the end."""
    return _utf8(_dense(value) + "\n")


def _dense(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def _utf8(text: str) -> bytes:
    # Halves of surrogate pairs (from names of files that aren't UTF-8) become escapes, which JSON knows.
    return text.encode("utf-8", "backslashreplace")


def is_temporary(name: str) -> bool:
    """Say whether a file of that name is what an interrupted write left."""
    return name.startswith(".") and name.endswith(".tmp")


def write_bytes(path: Path, *parts: Bytes) -> None:
    """Write a file so that it stands whole under its name or, whatever happens, as it was before.

    It is written under a temporary name in the same folder, synced and renamed; then the folder is synced.

    Raises
    ------
    HeadraceError
        It can't be written: no space, no permission, no such folder.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    with explained("write", path):
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            try:
                for part in parts:
                    _write_all(handle, part)
                os.fsync(handle)
            finally:
                os.close(handle)
            os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        sync_folder(path.parent)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, safely (see `write_bytes`)."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_json(path: Path, value: Any) -> None:
    """Write a value as canonical JSON, safely (see `write_bytes`)."""
    write_bytes(path, canonical_json(value))


def read_bytes(path: Path) -> bytes:
    """Read a file; raises HeadraceError where that fails."""
    with explained("read", path):
        return path.read_bytes()


def remove(path: Path) -> None:
    """Remove a file, which may be gone already; raises HeadraceError where that fails."""
    with explained("remove", path):
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are missing; raises HeadraceError where that fails."""
    with explained("make the folder", path):
        path.mkdir(parents=True, exist_ok=True)


def sync_folder(path: Path) -> None:
    """Have a folder's names on the disk, so that a new name survives a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(handle)


def _write_all(handle: int, data: Bytes) -> None:
    rest = memoryview(data).cast("B")
    while rest:
        rest = rest[os.write(handle, rest) :]


class Appender:
    """A file to which whole lines are appended, each on the disk before `append` returns.

    Parameters
    ----------
    path : Path
        Made where it is missing.

    Raises
    ------
    HeadraceError
        It can't be opened or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with explained("open", path):
            self._handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            sync_folder(path.parent)

    def append(self, line: bytes) -> None:
        """Append one line that ends in a newline, with a single write; on failure nothing of it stays."""
        with explained("append to", self.path):
            before = os.fstat(self._handle).st_size
            if os.write(self._handle, line) != len(line):
                os.ftruncate(self._handle, before)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._handle)

    def truncate(self, size: int) -> None:
        """Cut the file to its first bytes."""
        with explained("cut", self.path):
            os.ftruncate(self._handle, size)
            os.fsync(self._handle)

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
