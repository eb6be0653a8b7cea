"""Runs by name: the folders under a root, and the one that a person means."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from harness.core.errors import UsageError, did_you_mean
from harness.store import ledger
from harness.store.folder import MANIFEST, file_names

NEWEST = 3
"""So many runs are named to somebody who asks for one that isn't there."""
RESULTS = Path("results")
"""Where runs lie if nothing else is said."""


def check_root(root: Path) -> None:
    """Refuse a root under which no runs can lie.

    Raises
    ------
    UsageError
        Something else than a folder stands there.
    """
    if os.path.lexists(root) and not root.is_dir():
        raise UsageError(
            f"{root} is not a folder, but runs are kept in a folder of that name",
            "move it away, or work in another folder",
        )


def list_runs(root: Path) -> list[Path]:
    """List the run folders under a root, the one that was worked on last at the end.

    Raises
    ------
    UsageError
        The root is something else than a folder; one that is missing has no runs.
    """
    check_root(root)
    found = [root / name for name in file_names(root) if (root / name / MANIFEST).is_file()]
    return sorted(found, key=lambda path: (_worked_on(path), path.name))


def _worked_on(path: Path) -> float:
    files = (path / MANIFEST, path / ledger.NAME)
    return max(file.stat().st_mtime for file in files if file.exists())


def find_run(name: str, root: Path) -> Path:
    """Find a run by its folder's path, its name under the root, or ``last``.

    Raises
    ------
    UsageError
        There is none; the message names those that may have been meant.
    """
    if name == "last":
        runs = list_runs(root)
        if not runs:
            raise UsageError(
                f"there is no run in {root} yet",
                "play one: headrace match or headrace tournament; runs made with --out are named by their folder",
            )
        return runs[-1]
    path = Path(name).expanduser()
    for place in (root / name, path):
        if (place / MANIFEST).is_file():
            return place
    if path.is_dir():
        raise UsageError(f"{name} is a folder, but no run: it has no {MANIFEST}", _instead(path, root))
    raise UsageError(f'no run "{name}" in {root}', _instead(path, root))


def _instead(path: Path, root: Path) -> str:
    """Name what may have been meant: the nearest names, and the newest runs, never a whole folder of them."""
    names: Sequence[str] = [run.name for run in list_runs(root)]
    if not names:
        return (
            "there is none yet: play one with headrace match or headrace tournament; runs made with --out are named by "
            "their folder"
        )
    near = did_you_mean(path.name, names)
    newest = ", ".join(reversed(names[-NEWEST:]))
    folder = "" if root == RESULTS else f" {shlex.quote(str(root))}"
    words = [near] if near.startswith("did you mean") else []
    words.append(f"newest: {newest}; all: headrace run list{folder}")
    return " ".join(words)
