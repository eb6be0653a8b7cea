"""The ledger: one line for each finished job, by which a run is resumed and its counts are known.

A **code** is a block's result in base 5 over its legs, leg 0 the least digit, each digit the first entrant's
result (`harness.store.blocks`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from harness.core.errors import DataError
from harness.core.files import Appender, canonical_line, read_bytes, write_bytes
from harness.players.strict_json import RepeatedKeyError, load_once

NAME = "ledger.jsonl"

Count = Annotated[int, Meta(ge=0)]
Code = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,2})$")]
_TIMES = ("seconds", "finished")


class JobRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished job.

    Attributes
    ----------
    job : int
        Its number in the source's order.
    first, second : str
        The pairing's labels.
    deal, blocks, legs : int
        The first deal, how many deals (blocks), and the games of each.
    blocks_by_result : dict of str to int
        Code → number of blocks.
    plies : int
        Of all its games.
    faults : tuple of (label, kind, count)
        Games lost by faults.
    shard, checksum : str or None
        The shard's path in the run folder and its checksum; None without a shard.
    seconds : float
        How long it took.
    finished : str
        When, in ISO form.
    """

    job: Count
    first: str
    second: str
    deal: Count
    blocks: Annotated[int, Meta(ge=1)]
    legs: Annotated[int, Meta(ge=1, le=4)]
    blocks_by_result: dict[Code, Count]
    plies: Count
    faults: tuple[tuple[str, str, Count], ...] = ()
    shard: str | None = None
    checksum: str | None = None
    seconds: float = 0.0
    finished: str = ""

    @property
    def games(self) -> int:
        """How many games it holds."""
        return self.blocks * self.legs

    def line(self, times: bool = True) -> bytes:
        """Write its line, whole or without what differs from run to run."""
        fields = msgspec.to_builtins(self)
        return canonical_line(fields if times else {k: v for k, v in fields.items() if k not in _TIMES})

    def agrees(self, other: JobRecord) -> bool:
        """Say whether another record tells the same, times apart."""
        return self.line(times=False) == other.line(times=False)

    def problems(self) -> list[str]:
        """Name what can't be true of it."""
        found = []
        if sum(self.blocks_by_result.values()) != self.blocks:
            found.append(f"its results count {sum(self.blocks_by_result.values())} blocks, not {self.blocks}")
        found += [f"code {code} is none of {self.legs} legs" for code in self.blocks_by_result
                  if int(code) >= 5**self.legs]  # fmt: skip
        if (self.shard is None) != (self.checksum is None):
            found.append("a shard and its checksum go together")
        return found


def read_records(path: Path) -> tuple[dict[int, JobRecord], int]:
    """Read a ledger.

    A last line without its newline is the trace of an interrupted write and doesn't count.

    Returns
    -------
    dict of int to JobRecord
        By job, in the order of the file.
    int
        The bytes of all whole lines.

    Raises
    ------
    DataError
        Any other damage: the message names the line and how to mend it.
    """
    data = read_bytes(path) if path.exists() else b""
    whole = data.rfind(b"\n") + 1
    records: dict[int, JobRecord] = {}
    for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
        record = _decode(line, path, number)
        before = records.setdefault(record.job, record)
        if before is not record and not before.agrees(record):
            raise DataError(
                f"{path}, line {number}: job {record.job} stands there again with other results",
                "delete both lines and resume: the job is played again",
            )
    return records, whole


_decoder = msgspec.json.Decoder(JobRecord)
_encoder = msgspec.json.Encoder(order="sorted")


def _as_written(record: JobRecord, line: bytes) -> bool:
    """Say whether a line is a record as `JobRecord.line` writes it, spaces apart: it has no key twice then.

    Looking for those takes five times as long as all else, and a ledger has very many lines.
    """
    return _encoder.encode(record).replace(b" ", b"") == line.replace(b" ", b"")


def _decode(line: bytes, path: Path, number: int) -> JobRecord:
    try:
        record = _decoder.decode(line)
        problems = record.problems()
        if not _as_written(record, line):
            load_once(line, str(path))
    except RepeatedKeyError as error:
        problems = [f'the key "{error.key}" stands twice in one object']
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        problems = [str(error).replace("`", "")]
    if problems:
        raise DataError(
            f"{path}, line {number} is damaged ({'; '.join(problems)})",
            "delete that line and resume: its job is played again",
        )
    return record


class Ledger:
    """A run's ledger.

    Parameters
    ----------
    path : Path
        The file; it may be missing.
    write : bool
        Whether it is to be written; then a torn last line is cut off at once.

    Attributes
    ----------
    records : dict of int to JobRecord
        The finished jobs, in the order in which they finished.
    """

    def __init__(self, path: Path, write: bool = False) -> None:
        self.path = path
        self.records, whole = read_records(path)
        self._file: Appender | None = None
        if write:
            self._file = Appender(path)
            if path.stat().st_size > whole:
                self._file.truncate(whole)

    def __contains__(self, job: int) -> bool:
        return job in self.records

    def __len__(self) -> int:
        return len(self.records)

    def in_order(self) -> list[JobRecord]:
        """List the finished jobs by number."""
        return sorted(self.records.values(), key=lambda record: record.job)

    def append(self, record: JobRecord) -> None:
        """Add a finished job; it is on the disk when this returns.

        Raises
        ------
        DataError
            The job stands there with other results.
        HeadraceError
            The file can't be written.
        """
        before = self.records.get(record.job)
        if before is not None:
            if not before.agrees(record):
                raise DataError(
                    f"job {record.job} stands in {self.path} with other results",
                    "delete its line and resume: the job is played again",
                )
            return
        self._writer().append(record.line())
        self.records[record.job] = record

    def drop(self, jobs: Iterable[int]) -> list[JobRecord]:
        """Take jobs out, so that they count as never played; returns what was known of them."""
        dropped = [self.records[job] for job in jobs if job in self.records]
        if dropped:
            self._writer().close()
            gone = {record.job for record in dropped}
            self.records = {job: record for job, record in self.records.items() if job not in gone}
            write_bytes(self.path, *(record.line() for record in self.records.values()))
            self._file = Appender(self.path)
        return dropped

    def sorted_without_times(self) -> bytes:
        """Give the lines sorted by job and without times: equal for equal runs, byte by byte."""
        return b"".join(record.line(times=False) for record in self.in_order())

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _writer(self) -> Appender:
        if self._file is None:
            raise ValueError(f"{self.path} is open for reading only")
        return self._file
