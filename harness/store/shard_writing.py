"""Shards written: a job's games as one Parquet file (`harness.store.shards`), the same bytes for the same games.

Measured with 250,000 rows of random Forecast games: splitting the words' bytes into streams and
packing those with LZ4 costs least in all (encoding, checksum, disk); zstd is smaller and slower, plain words
are quicker to encode and then cost more to sum and to sync. The labels are dictionaries of one entry.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from harness.core.files import canonical_line, checksum, make_folder, write_bytes
from harness.store.blocks import Codes, pack_codes
from harness.store.shards import (
    ABOUT,
    ACTIONS,
    BYTE,
    HISTOGRAM,
    LABELS,
    MASK,
    NOTES,
    SCHEMA,
    Integers,
    Log,
    Words,
)

Note = tuple[int, int, str]
_ROWS_A_GROUP = 1 << 20


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
    names = [*LABELS, "deal", *columns]
    arrays += [_numbers(words) for words in columns.values()]
    split = dict.fromkeys(("deal", *columns), "BYTE_STREAM_SPLIT")
    if log is not None:
        offsets, actions = log
        arrays.append(pa.ListArray.from_arrays(_numbers(offsets), _numbers(actions)))
        names.append(ACTIONS)
    if notes:
        arrays.append(_note_lists(notes, len(deals)))
        names.append(NOTES)
    facts = _facts("rows", first, second, legs, histogram, about)
    return _write(path, pa.table(arrays, names=names), facts, [*LABELS, ACTIONS], split)


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
    table = pa.table([_numbers(size), _numbers(mask)], names=[BYTE, MASK])
    return _write(path, table, facts, [BYTE, MASK], {})


def _constant(label: str, rows: int) -> Any:
    return pa.DictionaryArray.from_arrays(_numbers(np.zeros(rows, np.int8)), _strings([label.encode()]))


def _strings(texts: Sequence[bytes]) -> Any:
    """Give texts as arrow's array, with offsets of 64 bits: a job's notes may take more than 2 GiB."""
    ends = text_ends([len(text) for text in texts])
    data = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(texts))]
    return pa.Array.from_buffers(pa.large_string(), len(texts), data)


def text_ends(sizes: Sequence[int]) -> Integers:
    """Give where texts behind one another begin and end: int64 of shape (texts + 1,), from their sizes in bytes."""
    return np.cumsum([0, *sizes], dtype=np.int64)


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
    return {ABOUT: canonical_line(facts), HISTOGRAM: base64.b64encode(cells)}


def _write(
    path: Path,
    table: Any,
    facts: Mapping[bytes, bytes],
    dictionaries: Sequence[str],
    encodings: Mapping[str, str],
) -> str:
    sink = pa.BufferOutputStream()
    lists = [f"{ACTIONS}.list.element" if name == ACTIONS else name for name in dictionaries]
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
