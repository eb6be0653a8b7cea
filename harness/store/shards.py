"""Shards: a job's games as one Parquet file, a row a game, or a byte a block where only outcomes are kept.

Measured with 250,000 rows of random Forecast games: splitting the words' bytes into streams and
packing those with LZ4 costs least in all (encoding, checksum, disk); zstd is smaller and slower, plain words
are quicker to encode and then cost more to sum and to sync. The labels are dictionaries of one entry.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from harness.core.errors import DataError
from harness.core.files import canonical_line, checksum, make_folder, read_bytes, write_bytes
from harness.store.blocks import Codes, block_codes, pack_codes, unpack_codes

SCHEMA = 1

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]
Note = tuple[int, int, str]
Log = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]
"""Actions of games: game g's are those from offsets[g] to offsets[g + 1]."""

_ABOUT, _HISTOGRAM = b"headrace", b"histogram"
RUN = "run"
"""Under this a shard's `about` holds the fingerprint of its run and pairing (`Manifest.fingerprint`)."""
_LABELS = ("first", "second")
_NOTES = "notes"
_BYTE, _MASK = "block", "rival_faults"
_ROWS_A_GROUP = 1 << 20
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


def write_shard(
    path: Path,
    first: str,
    second: str,
    deals: Integers,
    legs: int,
    columns: Mapping[str, Words],
    histogram: Integers,
    log: Log | None = None,
    about: Mapping[str, str] | None = None,
    notes: Sequence[Note] = (),
) -> str:
    """Write a job's games, a row each, a block's legs behind one another.

    The same arguments give the same bytes.

    Parameters
    ----------
    path : Path
        The file; it stands whole under this name or not at all.
    first, second : str
        The labels of the pairing.
    deals : int64 array, shape (games,)
        Each game's deal.
    legs : int
        Games a block.
    columns : mapping of str to uint64 array, shape (games,)
        The game's words in their order, `outcome` first.
    histogram : int64 array, shape (2, plies, kinds)
        Actions by entrant, ply and kind.
    log : (int32 array, shape (games + 1,); uint16 array), optional
        Actions of all games (indexes into the legal lists), and where each game's begin.
    about : mapping of str to str, optional
        What else the file should say of itself (game, version, seed, …).
    notes : sequence of (game, ply, text)
        What players said of decisions, in order; the game is its row.

    Returns
    -------
    str
        The file's checksum.

    Raises
    ------
    HeadraceError
        It can't be written.
    """
    arrays = [_constant(first, len(deals)), _constant(second, len(deals)), _numbers(deals)]
    names = [*_LABELS, "deal", *columns]
    arrays += [_numbers(words) for words in columns.values()]
    split = dict.fromkeys(("deal", *columns), "BYTE_STREAM_SPLIT")
    if log is not None:
        offsets, actions = log
        arrays.append(pa.ListArray.from_arrays(_numbers(offsets), _numbers(actions)))
        names.append("actions")
    if notes:
        arrays.append(_note_lists(notes, len(deals)))
        names.append(_NOTES)
    facts = _facts("rows", first, second, legs, histogram, about)
    return _write(path, pa.table(arrays, names=names), facts, [*_LABELS, "actions"], split)


def write_outcomes(
    path: Path,
    first: str,
    second: str,
    first_deal: int,
    legs: int,
    codes: Codes,
    histogram: Integers,
    about: Mapping[str, str] | None = None,
) -> str:
    """Write a job's blocks, a byte each, for runs that keep outcomes only.

    Parameters
    ----------
    first_deal : int
        The deal of the first block; the others follow.
    codes : uint16 array, shape (blocks,)
        See `harness.store.blocks`.
    path, first, second, legs, histogram, about
        As for `write_shard`.

    Returns
    -------
    str
        The file's checksum.
    """
    size, mask = pack_codes(codes, legs)
    facts = _facts(
        "outcomes", first, second, legs, histogram, {**(about or {}), "first_deal": str(first_deal)}
    )
    table = pa.table([_numbers(size), _numbers(mask)], names=[_BYTE, _MASK])
    return _write(path, table, facts, [_BYTE, _MASK], {})


def _constant(label: str, rows: int) -> Any:
    text = label.encode()
    return pa.DictionaryArray.from_arrays(_numbers(np.zeros(rows, np.int8)), _strings([text]))


def _strings(texts: Sequence[bytes]) -> Any:
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    data = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(texts))]
    return pa.Array.from_buffers(pa.string(), len(texts), data)


def _note_lists(notes: Sequence[Note], games: int) -> Any:
    """Give each game's notes as a list of plies with their texts."""
    starts = np.searchsorted([game for game, _, _ in notes], np.arange(games + 1)).astype(np.int32)
    plies = _numbers(np.array([ply for _, ply, _ in notes], np.int16))
    texts = _strings([text.encode() for _, _, text in notes])
    both = pa.StructArray.from_arrays([plies, texts], ["ply", "text"])
    return pa.ListArray.from_arrays(_numbers(starts), both)


def _numbers(array: npt.NDArray[Any]) -> Any:
    """Give numbers as arrow's array. `pa.array` would import pandas first: half a second in each worker."""
    whole = np.ascontiguousarray(array)
    return pa.Array.from_buffers(pa.from_numpy_dtype(whole.dtype), len(whole), [None, pa.py_buffer(whole)])


def _array(column: Any) -> npt.NDArray[Any]:
    """Give arrow's numbers as an array; the pair of `_numbers`, for the same reason."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    kind = np.dtype(whole.type.to_pandas_dtype())
    if not len(whole):
        return np.zeros(0, kind)
    return np.frombuffer(whole.buffers()[1], kind, len(whole), whole.offset * kind.itemsize)


def _facts(
    kind: Literal["rows", "outcomes"],
    first: str,
    second: str,
    legs: int,
    histogram: Integers,
    about: Mapping[str, str] | None,
) -> dict[bytes, bytes]:
    """Make the file's own description; the histogram without the plies that no game reached, as text."""
    reached = np.flatnonzero(histogram.any(axis=(0, 2)))
    plies = int(reached[-1]) + 1 if len(reached) else 0
    cells = np.ascontiguousarray(histogram[:, :plies], "<i8").tobytes()
    facts = {
        "schema": SCHEMA, "kind": kind, "first": first, "second": second, "legs": legs,
        "histogram": list(histogram.shape), "about": dict(about or {}),
    }  # fmt: skip
    return {_ABOUT: canonical_line(facts), _HISTOGRAM: base64.b64encode(cells)}


def _write(
    path: Path,
    table: Any,
    facts: Mapping[bytes, bytes],
    dictionaries: Sequence[str],
    encodings: Mapping[str, str],
) -> str:
    sink = pa.BufferOutputStream()
    lists = ["actions.list.element" if name == "actions" else name for name in dictionaries]
    options = {"compression": "lz4", "use_dictionary": lists, "column_encoding": dict(encodings) or None}
    with pq.ParquetWriter(
        sink, table.schema, write_statistics=False, store_schema=False, **options
    ) as writer:
        writer.write_table(table, _ROWS_A_GROUP)
        writer.add_key_value_metadata(facts)
    data = memoryview(sink.getvalue())
    make_folder(path.parent)
    write_bytes(path, data)
    return checksum(data)


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
    data = _checked_bytes(path, expected)
    with _damage(path):
        file = pq.ParquetFile(pa.BufferReader(data))
        facts, histogram = _read_facts(file.metadata.metadata, path)
        if facts["kind"] == "outcomes":
            return _read_outcomes(file, facts, histogram)
        return _read_rows(file, facts, histogram, columns)


def _checked_bytes(path: Path, expected: str | None) -> bytes:
    if not path.exists():
        raise DataError(f"{path} is missing", "resume the run: its job is played again")
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
    if not path.exists():
        raise DataError(f"{path} is missing", "resume the run: its job is played again")
    with _damage(path):
        return dict(_read_facts(pq.read_metadata(path).metadata, path)[0]["about"])


def read_notes(path: Path, expected: str, game: int) -> dict[int, str]:
    """Read what players said of one game's decisions, by ply.

    Parameters
    ----------
    path : Path
        The shard.
    expected : str
        Its checksum in the ledger.
    game : int
        Its row.

    Raises
    ------
    DataError
        As for `read_shard`.
    """
    data = _checked_bytes(path, expected)
    with _damage(path):
        file = pq.ParquetFile(pa.BufferReader(data))
        if _NOTES not in file.schema_arrow.names:
            return {}
        said = file.read(columns=[_NOTES])[_NOTES][game].as_py()
        return {note["ply"]: note["text"] for note in said}


def read_histogram(path: Path) -> Integers:
    """Read a shard's histogram alone, int64 of shape (2, plies, kinds), from the end of the file.

    Raises
    ------
    DataError
        It is missing or damaged.
    """
    if not path.exists():
        raise DataError(f"{path} is missing", "resume the run: its job is played again")
    with _damage(path):
        return _read_facts(pq.read_metadata(path).metadata, path)[1]


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Turn whatever a damaged file does to the reader into one error that names it."""
    try:
        yield
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError, IndexError) as error:
        raise DataError(f"{path} is damaged ({error})", _REMEDY) from error


def _read_facts(metadata: Mapping[bytes, bytes] | None, path: Path) -> tuple[dict[str, Any], Integers]:
    if not metadata or _ABOUT not in metadata:
        raise DataError(f"{path} was not written by headrace", "move it out of the run folder")
    facts = json.loads(metadata[_ABOUT])
    if facts["schema"] != SCHEMA:
        raise DataError(
            f"{path} has schema {facts['schema']}, and this version of headrace reads schema {SCHEMA}",
            "read it with the headrace that made it",
        )
    entrants, plies, kinds = facts["histogram"]
    cells = np.frombuffer(base64.b64decode(metadata[_HISTOGRAM]), "<i8").reshape(entrants, -1, kinds)
    histogram = np.zeros((entrants, plies, kinds), np.int64)
    histogram[:, : cells.shape[1]] = cells
    return facts, histogram


def _read_rows(file: Any, facts: dict[str, Any], histogram: Integers, columns: Sequence[str] | None) -> Shard:
    there = [name for name in file.schema_arrow.names if name not in (*_LABELS, _NOTES)]
    wanted = there if columns is None else ["deal", *(name for name in there if name in columns)]
    absent = set(columns or ()) - set(there) - {"actions"}
    if absent:
        raise KeyError(f"no column {', '.join(sorted(absent))}")
    table = file.read(columns=list(dict.fromkeys(wanted))).combine_chunks()
    words = {name: _array(table[name]) for name in table.column_names if name != "actions"}
    deals = words.pop("deal")
    log = None
    if "actions" in table.column_names:
        lists = table["actions"].combine_chunks()
        log = (_array(lists.offsets), _array(lists.flatten()))
    return Shard(
        facts["first"], facts["second"], facts["legs"], deals, words, log, None, histogram, facts["about"]
    )  # fmt: skip


def _read_outcomes(file: Any, facts: dict[str, Any], histogram: Integers) -> Shard:
    table = file.read().combine_chunks()
    codes = unpack_codes(_array(table[_BYTE]), _array(table[_MASK]), facts["legs"])
    about = dict(facts["about"])
    first = int(about.pop("first_deal"))
    deals = np.arange(first, first + len(codes), dtype=np.int64)
    return Shard(
        facts["first"], facts["second"], facts["legs"], deals, {}, None, codes, histogram, about
    )  # fmt: skip
