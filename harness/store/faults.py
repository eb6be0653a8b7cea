"""Faults: each that is kept as a file of its own, with what its author needs to see it happen again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from harness.core.errors import DataError
from harness.core.files import canonical_json, make_folder, read_bytes, remove, write_bytes
from harness.store.decoding import decode_document
from harness.store.ledger import JobRecord

SCHEMA = 1
KEPT_PER_JOB = 3
"""Faults that a job keeps for each player and kind: its first ones."""
KEPT = 20
"""Faults that a run keeps for each player and kind: those of its first jobs."""

Count = Annotated[int, Meta(ge=0)]
_QUOTED_PATH = re.compile(r"""(["'])/(?:[^"'\n]*/)?([^"'/\n]+)\1""")
_PATH = re.compile(r"(?<![\w.:/])/(?:[^/\s'\"():,]+/)+(?=[^/\s'\"():,]+)")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")


class Fault(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that a player lost by a fault.

    Attributes
    ----------
    job, deal, leg : int
        Where it happened.
    player : str
        The label of the player at fault.
    kind : str
        One of `harness.games.outcome.FAULTS`.
    detail : str
        What happened, in a line.
    traceback : str or None
        Of the player's exception, or a program's last lines; without this machine's paths.
    record : dict
        The game's record (protocol, section 1).
    replay : str
        The command that shows the game.
    here : dict or None
        Times and paths of this run; equal runs may differ in it, and in the command, which names the run.
    """

    job: Count
    deal: Count
    leg: Count
    player: str
    kind: str
    detail: str
    record: dict[str, Any]
    replay: str
    traceback: str | None = None
    here: dict[str, Any] | None = None
    schema: int = SCHEMA

    @property
    def file_name(self) -> str:
        """The file's name."""
        return f"{self.job}-{self.deal}-{self.leg}.json"

    def encode(self) -> bytes:
        """Write it as canonical JSON."""
        return canonical_json(msgspec.to_builtins(self))

    def covered(self) -> bytes:
        """Give the bytes that are equal for equal runs."""
        return msgspec.structs.replace(self, here=None, replay="").encode()


class FaultQuota:
    """Says which faults a job keeps: its first few of each player and kind, whatever ran beside it."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str]] = Counter()

    def admits(self, player: str, kind: str) -> bool:
        """Count a fault, in the order of the job's games, and say whether to keep it."""
        self._seen[player, kind] += 1
        return self._seen[player, kind] <= KEPT_PER_JOB


def without_machine(text: str) -> str:
    """Take out of a traceback or message what differs between machines: folders and addresses."""
    return _ADDRESS.sub("0x…", _PATH.sub("", _QUOTED_PATH.sub(r"\1\2\1", text)))


def write_fault(folder: Path, fault: Fault) -> None:
    """Write a fault's file into a run's `faults` folder, which is made where it is missing."""
    make_folder(folder)
    write_bytes(folder / fault.file_name, fault.encode())


def read_fault(path: Path) -> Fault:
    """Read a fault's file; raises DataError if it is damaged."""
    return decode_document(read_bytes(path), Fault, SCHEMA, path, "delete that file")


def read_faults(folder: Path) -> Iterator[Fault]:
    """Read all faults of a run, by job, deal and leg."""
    yield from map(read_fault, _files(folder))


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*-*-*.json"), key=_place)


def _place(path: Path) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in path.stem.split("-"))


def settle_faults(folder: Path, records: Iterable[JobRecord]) -> None:
    """Remove the faults beyond what a run keeps.

    Which are kept follows from the finished jobs in order alone, so any number of workers and any
    interruptions come to the same; removing early removes nothing that would be kept later.

    Parameters
    ----------
    folder : Path
        The run's `faults` folder.
    records : iterable of JobRecord
        All finished jobs.
    """
    before: Counter[tuple[str, str]] = Counter()
    room: dict[tuple[int, str, str], int] = {}
    for record in sorted(records, key=lambda record: record.job):
        for player, kind, count in record.faults:
            room[record.job, player, kind] = KEPT - before[player, kind]
            before[player, kind] += min(count, KEPT_PER_JOB)
    for path in _files(folder):
        with suppress(DataError):  # a damaged one is named by `headrace run verify`, and stops no run
            fault = read_fault(path)
            key = (fault.job, fault.player, fault.kind)
            if key not in room:
                continue
            room[key] -= 1
            if room[key] < 0:
                remove(path)
