"""The sources of a player: its file and every module that it imports from its own folder, under one hash."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

from harness.core.errors import DataError


def player_sources(path: Path) -> list[Path]:
    """List a player's file and the modules of its folder that it imports, directly or through others.

    Parameters
    ----------
    path : Path
        The player's file.

    Returns
    -------
    list of Path
        Sorted, the player's file among them.

    Raises
    ------
    DataError
        If a file can't be read or isn't Python.
    """
    folder = path.parent
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        waiting.extend(_imported(file, folder))
    return sorted(found)


def player_hash(path: Path) -> str:
    """Name a player's present sources: 16 hexadecimal digits.

    Raises
    ------
    DataError
        If a source can't be read or isn't Python.
    """
    digest = hashlib.blake2b(digest_size=8)
    for file in player_sources(path):
        digest.update(file.relative_to(path.parent).as_posix().encode() + b"\0")
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(file.read_bytes(), filename=file.name)
    except SyntaxError as error:
        raise DataError(f"{file}, line {error.lineno}: {error.msg}", "mend the player's file") from None
    except (OSError, ValueError) as error:
        raise DataError(f"can't read {file}: {error}", "give a Python file") from None
    for node in ast.walk(tree):
        for base, name in _names(node, file.parent, folder):
            yield from _files(base, name)


def _names(node: ast.AST, here: Path, folder: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(node, ast.Import):
        yield from ((folder, alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = folder if node.level == 0 else here
        for _ in range(node.level - 1):
            base = base.parent
        if node.module:
            yield base, node.module
        prefix = f"{node.module}." if node.module else ""
        yield from ((base, prefix + alias.name) for alias in node.names)


def _files(base: Path, name: str) -> Iterator[Path]:
    path = base.joinpath(*name.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            yield candidate
