"""Whether a run's folder holds what its games give: ledger, shards and faults, jobs, and the CSV files."""

from __future__ import annotations

import csv
import io
import itertools
import math
import shlex
from collections.abc import Iterator

from harness.report.finish import csv_files, results_of
from harness.report.text import plain
from harness.store.folder import RunFolder
from harness.store.verify import unsound_files
from harness.tournament.opened import Run
from harness.tournament.planned import foreign_jobs, shortfall

_TOLERANCE = 1e-6
"""Relative: other machines' libraries may round the last digits of a rating differently."""
_NAMED = 3
"""So many files are named, the others counted."""


def damage(folder: RunFolder) -> Iterator[str]:
    """Name each thing in a run's folder that isn't as its games and its manifest have it, with the remedy.

    The CSV files are only compared if the run is finished and all else is sound: they are made from it.
    """
    sound = True
    for problem in itertools.chain(unsound_files(folder), foreign_jobs(folder)):
        sound = False
        yield problem
    if sound and not folder.busy and shortfall(folder) is None:
        yield from stale_tables(folder)


def remarks(folder: RunFolder) -> Iterator[str]:
    """Say what of a sound run isn't there yet, or is there too much, though it isn't damaged; and how to go on."""
    missing = shortfall(folder)
    if folder.busy:
        yield f"{missing or 'all jobs are played'}; the run is being played now"
        return
    resume = f"headrace run resume {shlex.quote(str(folder.path))}"
    if missing is not None:
        yield f"{missing}; go on with: {resume}"
    left = folder.leftovers()
    if left:
        named = ", ".join(plain(str(path.relative_to(folder.path))) for path in left[:_NAMED])
        more = f" and {len(left) - _NAMED:,} more" if len(left) > _NAMED else ""
        yield f"files of no finished job: {named}{more}; {resume} removes them"


def stale_tables(folder: RunFolder) -> Iterator[str]:
    """Name the CSV files that aren't what the games give, with where they differ first and the remedy."""
    there = {
        name: path for name in ("ratings.csv", "crosstable.csv") if (path := folder.path / name).exists()
    }
    if not there:
        return
    given = csv_files(results_of(Run([folder.path]), confidence=folder.manifest.confidence))
    remedy = f"headrace run resume {shlex.quote(str(folder.path))} writes it anew"
    for name, path in there.items():
        why = _difference(_cells(path.read_text("utf-8", "replace")), _cells(given[name]))
        if why:
            yield f"{path} isn't what the games give: {why}; {remedy}"


def _cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def _difference(held: list[list[str]], given: list[list[str]]) -> str:
    """Say where two tables differ first; nothing where they are the same."""
    if len(held) != len(given):
        return f"it has {len(held):,} lines, not {len(given):,}"
    for line, (mine, theirs) in enumerate(zip(held, given, strict=True), 1):
        if len(mine) != len(theirs):
            return f"line {line} has {len(mine)} fields, not {len(theirs)}"
        for name, cell, right in zip(given[0], mine, theirs, strict=True):
            if not _alike(cell, right):
                return f"line {line}, {name} is {cell or 'empty'}, not {right or 'empty'}"
    return ""


def _alike(cell: str, right: str) -> bool:
    if cell == right:
        return True
    try:
        return math.isclose(float(cell), float(right), rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    except ValueError:
        return False
