"""The named columns of Forecast's rows, unpacked from their words for analysis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.games.forecast.cards import KINDS, SLOTS

_COLUMN_SIGNS = ("1", "2", "3", "p1", "p2", "p3", "swap", "remove")
"""Kinds as parts of column names, in the order of the kinds."""

Words = npt.NDArray[np.uint64]


def _bits(words: Words, shift: int, width: int) -> npt.NDArray[np.uint8]:
    return ((words >> np.uint64(shift)) & np.uint64((1 << width) - 1)).astype(np.uint8)


def unpack_rows(columns: Mapping[str, Words]) -> dict[str, npt.NDArray[Any]]:
    """Unpack a game's words.

    Parameters
    ----------
    columns : mapping of str to uint64 array, shape (n,)
        Words named in `layout.COLUMNS`; those that are absent are left out.

    Returns
    -------
    dict of str to uint8 array, shape (n,)
        ``base_S`` and ``top_S``: the numbers of slot S, 0 for none; ``predicted_P_S``: what seat P
        predicted there; ``held_P_K``: cards of kind K left in hand; ``played_P_K``: cards of kind K played;
        ``drawn_P_K``: cards of kind K that the seat drew.
    """
    unpacked: dict[str, npt.NDArray[Any]] = {}
    if "table" in columns:
        unpacked |= _unpack_table(columns["table"])
    for seat in "ab":
        held, played = columns.get(f"hand_{seat}"), columns.get(f"played_{seat}")
        for kind in range(KINDS):
            name = f"{seat}_{_COLUMN_SIGNS[kind]}"
            if held is not None:
                unpacked[f"held_{name}"] = _bits(held, 5 * kind, 5)
            if played is not None:
                unpacked[f"played_{name}"] = _bits(played, 8 * kind, 8)
            if held is not None and played is not None:
                unpacked[f"drawn_{name}"] = unpacked[f"held_{name}"] + unpacked[f"played_{name}"]
    return unpacked


def _unpack_table(table: Words) -> dict[str, npt.NDArray[Any]]:
    def number(shift: int) -> npt.NDArray[np.uint8]:
        high = np.left_shift(_bits(table, shift + 5, 1), np.uint8(1), dtype=np.uint8)
        return np.bitwise_or(_bits(table, shift, 1), high, dtype=np.uint8)

    unpacked: dict[str, npt.NDArray[Any]] = {}
    for slot in range(SLOTS):
        unpacked[f"base_{slot + 1}"] = number(slot)
        unpacked[f"top_{slot + 1}"] = number(slot + 10)
        unpacked[f"predicted_a_{slot + 1}"] = number(slot + 20)
        unpacked[f"predicted_b_{slot + 1}"] = number(slot + 30)
    return unpacked
