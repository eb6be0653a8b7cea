"""Runs by name: the folders under a root, and the one that a person means."""

from __future__ import annotations

from pathlib import Path

from harness.core.errors import UsageError, did_you_mean
from harness.store import ledger
from harness.store.folder import MANIFEST, file_names


def list_runs(root: Path) -> list[Path]:
    """List the run folders under a root, the one that was worked on last at the end."""
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
    runs = list_runs(root)
    if name == "last":
        if not runs:
            raise UsageError(
                f"there is no run in {root} yet", "play one: headrace match or headrace tournament"
            )
        return runs[-1]
    for path in (root / name, Path(name).expanduser()):
        if (path / MANIFEST).is_file():
            return path
    raise UsageError(
        f'no run "{name}" in {root}', did_you_mean(Path(name).name, (path.name for path in runs))
    )
