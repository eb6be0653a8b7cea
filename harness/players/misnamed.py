"""What may have been meant by a player's name or path under which nothing is found."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from harness.core.errors import UsageError, did_you_mean


def unknown_player(target: str, path: Path, known: Sequence[str]) -> UsageError:
    """Refuse a name that nobody has.

    Parameters
    ----------
    target : str
        How the player was asked for.
    path : Path
        The same as a path.
    known : sequence of str
        The names that are known.
    """
    name, colon, rest = target.partition(":")
    if colon and (name in known or (path.parent / name).is_file()):
        return _no_parameter(target, rest)
    message = f'unknown player "{target}"'
    script = path.parent / f"{path.name}.py"
    if script.is_file():
        return UsageError(message, f'a file is given by its path: did you mean "./{script.name}"?')
    if path.is_file():
        return UsageError(message, f'a program is given by its command: did you mean "exec:./{path.name}"?')
    hint = did_you_mean(target, known)
    if hint.endswith("?"):
        return UsageError(message, f"{hint} A file is given by its path")
    return UsageError(message, f"{hint}; a file is given by its path")


def no_file(target: str, path: Path) -> UsageError:
    """Refuse a path at which there is no file."""
    name, colon, rest = str(path).partition(":")
    if colon and Path(name).is_file():
        return _no_parameter(target, rest)
    if path.is_dir():
        return UsageError(f"{path} is a folder", "give the path of a player's file in it")
    stems = [file.stem for file in path.parent.glob("*.py")] if path.parent.is_dir() else []
    near = get_close_matches(path.stem, stems, n=1, cutoff=0.6)
    hint = (
        f'did you mean "{_as_path(path.with_name(near[0] + ".py"))}"?'
        if near
        else "give a Python file's path"
    )
    return UsageError(f"there is no player file {path}", hint)


def _as_path(path: Path) -> str:
    return str(path) if "/" in str(path) else f"./{path}"


def _no_parameter(target: str, rest: str) -> UsageError:
    return UsageError(f'"{rest}" in "{target}" is not key=value', "write TARGET:key=value,key=value")
