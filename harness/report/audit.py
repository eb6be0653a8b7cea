"""Whether a run's folder holds what its games give: ledger, shards and faults, jobs, and the CSV files."""

from __future__ import annotations

import csv
import io
import math
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from harness.report.finish import csv_files, results_of
from harness.store import verify
from harness.store.folder import RunFolder
from harness.tournament.audit import foreign_jobs, shortfall
from harness.tournament.opened import Run

_TOLERANCE = 1e-6
"""Relative: other machines' libraries may round the last digits of a rating differently."""
_CONFIDENCE = 0.95


def damage(folder: RunFolder) -> Iterator[str]:
    """Name each thing in a run's folder that isn't as its games and its manifest have it, with the remedy.

    The CSV files are only compared if the run is finished and all else is sound: they are made from it.
    """
    sound = True
    for problem in (*verify.damage(folder), *foreign_jobs(folder)):
        sound = False
        yield problem
    if sound and shortfall(folder) is None:
        yield from stale_tables(folder)


def stale_tables(folder: RunFolder) -> Iterator[str]:
    """Name the CSV files that aren't what the games give, with where they differ first and the remedy."""
    there = {
        name: path for name in ("ratings.csv", "crosstable.csv") if (path := folder.path / name).exists()
    }
    if not there:
        return
    held = {name: _cells(path.read_text("utf-8", "replace")) for name, path in there.items()}
    found: dict[str, str] = {}
    for confidence in _confidences(folder):
        given = _given(folder.path, confidence)
        found = {name: why for name, cells in held.items() if (why := _difference(cells, given[name]))}
        if not found:
            return
    remedy = f"headrace run resume {shlex.quote(str(folder.path))} writes it anew"
    yield from (f"{there[name]} isn't what the games give: {why}; {remedy}" for name, why in found.items())


def _given(path: Path, confidence: float) -> dict[str, list[list[str]]]:
    results = results_of(Run([path]), confidence=confidence)
    return {name: _cells(text) for name, text in csv_files(results).items()}


def _confidences(folder: RunFolder) -> Sequence[float]:
    """Give the levels at which the intervals may have been written: that of the run's command, and the usual one."""
    words = folder.manifest.made.command
    said = [word.partition("=")[2] for word in words if word.startswith("--confidence=")]
    said += [after for word, after in pairwise(words) if word == "--confidence"]
    try:
        return [_CONFIDENCE, *(float(word) for word in said)]
    except ValueError:
        return [_CONFIDENCE]


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
