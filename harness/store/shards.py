"""Shards: a job's games as one Parquet file, a row a game, or a byte a block where only outcomes are kept; read here.

`harness.store.shard_writing` writes them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from harness.core.errors import DataError
from harness.core.files import checksum, read_bytes
from harness.store.blocks import Codes, block_codes, unpack_codes

SCHEMA = 1

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]
Log = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]
"""Actions of games: game g's are those from offsets[g] to offsets[g + 1]."""

ABOUT, HISTOGRAM = b"headrace", b"histogram"
"""What a shard says of itself, and how often which kind of action was played at which ply: beside the columns."""
RUN = "run"
"""Under this a shard's `about` holds the fingerprint of its run and pairing (`Manifest.fingerprint`)."""
LABELS = ("first", "second")
ACTIONS, NOTES = "actions", "notes"
BYTE, MASK = "block", "rival_faults"
"""Names of columns; those of the game's words are the game's."""
_REMEDY = "delete the file and resume the run: its job is played again"


@dataclass(frozen=True, eq=False)
class Shard:
    """What a shard holds.

    Attributes
    ----------
    first, second : str
        The labels of the pairing.
    legs : int
        Games a block.
    deals : int64 array
        Shape (games,) where rows are kept, else (blocks,).
    columns : dict of str to uint64 array, shape (games,)
        The words that were asked for; empty where only outcomes are kept.
    log : (int32 array, shape (games + 1,); uint16 array) or None
        Offsets and actions, where they were kept and asked for.
    kept : uint16 array or None
        The blocks' codes where only outcomes are kept.
    histogram : int64 array, shape (2, plies, kinds)
        Actions by entrant, ply and kind.
    about : dict of str to str
        What else the writer said of it.
    """

    first: str
    second: str
    legs: int
    deals: Integers
    columns: Mapping[str, Words]
    log: Log | None
    kept: Codes | None
    histogram: Integers
    about: Mapping[str, str]

    def blocks(self) -> tuple[Integers, Codes]:
        """Give each block's deal and code, both of shape (blocks,)."""
        if self.kept is not None:
            return self.deals, self.kept
        return self.deals[:: self.legs], block_codes(self.columns["outcome"], self.legs)


def _array(column: Any) -> npt.NDArray[Any]:
    """Give arrow's numbers as an array. Its own ways would import pandas first: half a second in each worker."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    kind = np.dtype(whole.type.to_pandas_dtype())
    if not len(whole):
        return np.zeros(0, kind)
    return np.frombuffer(whole.buffers()[1], kind, len(whole), whole.offset * kind.itemsize)


def read_shard(path: Path, expected: str | None = None, columns: Sequence[str] | None = None) -> Shard:
    """Read a shard.

    Parameters
    ----------
    path : Path
        The file.
    expected : str, optional
        Its checksum in the ledger, which the file's must equal.
    columns : sequence of str, optional
        The words to read, `actions` among them or not; all if left out.

    Raises
    ------
    DataError
        It is missing, damaged or has another checksum.
    """
    with _reading(path):
        data = _checked_bytes(path, expected)
        file = pq.ParquetFile(pa.BufferReader(data))
        facts, histogram = _read_facts(file.metadata.metadata, path)
        if facts["kind"] == "outcomes":
            return _read_outcomes(file, facts, histogram)
        return _read_rows(file, facts, histogram, columns)


def _checked_bytes(path: Path, expected: str | None) -> bytes:
    data = read_bytes(path)
    if expected is not None and checksum(data) != expected:
        raise DataError(f"{path} isn't what was written (its checksum differs from the ledger's)", _REMEDY)
    return data


def read_about(path: Path) -> dict[str, str]:
    """Read what a shard's writer said of it, from the end of the file.

    Raises
    ------
    DataError
        It is missing or damaged.
    """
    with _reading(path):
        return dict(_read_facts(pq.read_metadata(path).metadata, path)[0]["about"])


def read_notes(path: Path, game: int, expected: str | None = None) -> dict[int, str]:
    """Read what players said of one game's decisions, by ply; a file without any notes is only opened.

    Parameters
    ----------
    path : Path
        The shard.
    game : int
        Its row.
    expected : str, optional
        Its checksum in the ledger, where the file hasn't been compared with it just now.

    Raises
    ------
    DataError
        As for `read_shard`.
    """
    with _reading(path), pq.ParquetFile(path) as file:
        if NOTES not in file.schema_arrow.names:
            return {}
        if expected is not None:
            _checked_bytes(path, expected)
        group, place = _group_of(file.metadata, game)
        said = file.read_row_group(group, columns=[NOTES])[NOTES][place].as_py()
        return {note["ply"]: note["text"] for note in said}


def _group_of(metadata: Any, game: int) -> tuple[int, int]:
    """Give the group of rows in which a row stands, and its place there."""
    for group in range(metadata.num_row_groups):
        rows = metadata.row_group(group).num_rows
        if game < rows:
            return group, game
        game -= rows
    raise IndexError("it has fewer games")


def read_histogram(path: Path) -> Integers:
    """Read a shard's histogram alone, int64 of shape (2, plies, kinds), from the end of the file.

    Raises
    ------
    DataError
        It is missing or damaged.
    """
    with _reading(path):
        return _read_facts(pq.read_metadata(path).metadata, path)[1]


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn whatever a missing or damaged file does to the reader into one error that names it."""
    if not path.exists():
        raise DataError(f"{path} is missing", "resume the run: its job is played again")
    try:
        yield
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError, IndexError) as error:
        raise DataError(f"{path} is damaged ({error})", _REMEDY) from error


def _read_facts(metadata: Mapping[bytes, bytes] | None, path: Path) -> tuple[dict[str, Any], Integers]:
    if not metadata or ABOUT not in metadata:
        raise DataError(f"{path} was not written by headrace", "move it out of the run folder")
    facts = json.loads(metadata[ABOUT])
    if facts["schema"] != SCHEMA:
        raise DataError(
            f"{path} has schema {facts['schema']}, and this version of headrace reads schema {SCHEMA}",
            "read it with the headrace that made it",
        )
    entrants, plies, kinds = facts["histogram"]
    cells = np.frombuffer(base64.b64decode(metadata[HISTOGRAM]), "<i8").reshape(entrants, -1, kinds)
    histogram = np.zeros((entrants, plies, kinds), np.int64)
    histogram[:, : cells.shape[1]] = cells
    return facts, histogram


def _read_rows(file: Any, facts: dict[str, Any], histogram: Integers, columns: Sequence[str] | None) -> Shard:
    there = [name for name in file.schema_arrow.names if name not in (*LABELS, NOTES)]
    wanted = there if columns is None else ["deal", *(name for name in there if name in columns)]
    absent = set(columns or ()) - set(there) - {ACTIONS}
    if absent:
        raise KeyError(f"no column {', '.join(sorted(absent))}")
    table = file.read(columns=list(dict.fromkeys(wanted))).combine_chunks()
    words = {name: _array(table[name]) for name in table.column_names if name != ACTIONS}
    deals = words.pop("deal")
    log = None
    if ACTIONS in table.column_names:
        lists = table[ACTIONS].combine_chunks()
        log = (_array(lists.offsets), _array(lists.flatten()))
    return Shard(
        facts["first"], facts["second"], facts["legs"], deals, words, log, None, histogram, facts["about"]
    )  # fmt: skip


def _read_outcomes(file: Any, facts: dict[str, Any], histogram: Integers) -> Shard:
    table = file.read().combine_chunks()
    codes = unpack_codes(_array(table[BYTE]), _array(table[MASK]), facts["legs"])
    about = dict(facts["about"])
    first = int(about.pop("first_deal"))
    deals = np.arange(first, first + len(codes), dtype=np.int64)
    return Shard(
        facts["first"], facts["second"], facts["legs"], deals, {}, None, codes, histogram, about
    )  # fmt: skip
