"""The named columns of Defcon's rows, unpacked from their words for analysis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.games.defcon.cards import RIVERS
from harness.games.defcon.layout import ACTION_KINDS, COUNT_BITS, VALUE_BITS

Words = npt.NDArray[np.uint64]

SETS = ("opening", "drawn", "played")
"""The sets of cards in a row, each for both seats."""


def unpack_rows(columns: Mapping[str, Words]) -> dict[str, npt.NDArray[Any]]:
    """Unpack a game's words.

    Parameters
    ----------
    columns : mapping of str to uint64 array, shape (n,)
        Words named in `layout.COLUMNS`; those that are absent are left out.

    Returns
    -------
    dict of str to array, shape (n,)
        ``opening_P``, ``drawn_P``, ``played_P`` (uint64): the sets of cards, bit n for card n, that seat P had in
        its opening hand, had in hand at any time, and played to the table; ask them with `holds`.
        ``count_P_K`` (uint8): its actions of kind K; ``count_P_foreign``: its attachments to the rival's rivers.
        ``value_R`` (uint16): the final value of river R, at most 1023.
    """
    unpacked: dict[str, npt.NDArray[Any]] = {}
    for seat in "ab":
        for name in (f"{what}_{seat}" for what in SETS):
            if name in columns:
                unpacked[name] = columns[name]
        if f"counts_{seat}" in columns:
            for place, kind in enumerate((*ACTION_KINDS, "foreign")):
                counter = _bits(columns[f"counts_{seat}"], place * COUNT_BITS, COUNT_BITS)
                unpacked[f"count_{seat}_{kind}"] = counter.astype(np.uint8)
    if "values" in columns:
        for place, river in enumerate(RIVERS):
            value = _bits(columns["values"], place * VALUE_BITS, VALUE_BITS)
            unpacked[f"value_{river}"] = value.astype(np.uint16)
    return unpacked


def holds(sets: Words, card: int) -> npt.NDArray[np.bool_]:
    """Say of many sets whether they hold a card (by its number)."""
    return _bits(sets, card, 1).astype(np.bool_)


def _bits(words: Words, shift: int, width: int) -> Words:
    return (words >> np.uint64(shift)) & np.uint64((1 << width) - 1)
