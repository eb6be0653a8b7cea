"""A program's command: its words, the files that it names, their hash, and how it ought to be started."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from pathlib import Path

from harness.core.errors import DataError

PREFIX = "exec:"
"""What an entrant that is a program begins with; its command follows."""


def program_script(command: str) -> Path:
    """Give what a program is known by: the last word of its command that is an existing file, else its first.

    ``python3 otter.py`` is known by otter.py, ``otter --fast`` by otter.
    """
    words = shlex.split(command)
    files = [word for word in words if Path(word).is_file()]
    return Path((files or words)[-1 if files else 0])


def program_hash(command: str) -> str:
    """Name a program's present files: the program itself and each argument that is a file.

    Raises
    ------
    DataError
        If there is no such program, or it can't be started.
    """
    words = shlex.split(command)
    program = _executable(words[0] if words else "")
    digest = hashlib.blake2b(digest_size=8)
    for word in [program, *words[1:]]:
        path = Path(word)
        digest.update(path.name.encode() + b"\0")
        if path.is_file():
            digest.update(_contents(path))
    return digest.hexdigest()


def _executable(word: str) -> str:
    """Find the program that a command begins with, as the system will."""
    if not word:
        raise DataError("there is no program in an empty command", "give its path")
    program = shutil.which(word)
    if program is None:
        if os.sep in word and Path(word).is_file():
            raise DataError(f"{word} is not executable", f"chmod +x {shlex.quote(word)}")
        if Path(word).is_file():
            raise DataError(f"there is no program {word} on the PATH", f"give its path: ./{word}")
        raise DataError(f"there is no program {word}", "give its path")
    _check_interpreter(Path(program))
    return program


def _check_interpreter(program: Path) -> None:
    """Refuse a script whose first line names an interpreter that isn't there: the system would say the script isn't."""
    try:
        with program.open("rb") as file:
            first = file.readline(256)
    except OSError:  # it may be run, but not read
        return
    if not first.startswith(b"#!"):
        return
    # The system ends the interpreter's name at a blank only: the carriage return of another system belongs to it.
    name = os.fsdecode(first[2:].replace(b"\t", b" ").strip(b" \n").split(b" ")[0])
    if name and not Path(name).is_file():
        raise DataError(
            f"the interpreter of {program}, {name!a} in its first line, is missing",
            "mend the line that begins with #!" + (", which ends with \\r" if name.endswith("\r") else ""),
        )


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"can't read {path}: {error}", "its contents name the program") from None
