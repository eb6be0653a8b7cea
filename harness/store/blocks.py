"""Results of blocks as small numbers: codes in base 5, and the bytes in base 4 of runs that keep outcomes.

A block's **code** has one digit for each leg, leg 0 the least, from the first entrant's point of view::

    0 loss   1 draw   2 win   3 lost by its own fault   4 won by the rival's fault

Its **byte** has base 4 (0 loss, 1 draw, 2 win, 3 a forfeit); who forfeited stands beside it, in a mask with
bit l set where leg l was the rival's fault, which is zero in nearly all blocks and takes no space.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from harness.games.outcome import FIELDS

LOSS, DRAW, WIN, LOST_BY_FAULT, WON_BY_FAULT = range(5)
DIGITS: Final = 5
MAX_LEGS: Final = 4

Codes = npt.NDArray[np.uint16]
Small = npt.NDArray[np.uint8]

_FAULT_SHIFT, _FAULT_MASK = FIELDS["fault"]
# By the low three bits of an outcome word: the winner (0 a, 1 b, 2 none) and, in bit 2, the first's seat.
_BY_ENDING: Final = np.array([WIN, LOSS, DRAW, DRAW, LOSS, WIN, DRAW, DRAW], np.uint8)
_BY_FAULT: Final = np.array([LOST_BY_FAULT, DRAW, WON_BY_FAULT], np.uint8)
assert FIELDS["winner"] == (0, 3)
assert FIELDS["first_seat"] == (2, 1)


def game_results(outcomes: npt.NDArray[np.uint64]) -> Small:
    """Give the first entrant's results.

    Parameters
    ----------
    outcomes : uint64 array, shape (n,)
        Outcome words.

    Returns
    -------
    uint8 array, shape (n,)
        A digit each (see the module).
    """
    results: Small = _BY_ENDING[outcomes.astype(np.uint8) & np.uint8(7)]
    forfeits = np.flatnonzero(outcomes & np.uint64(_FAULT_MASK << _FAULT_SHIFT))
    results[forfeits] = _BY_FAULT[results[forfeits]]
    return results


def block_codes(outcomes: npt.NDArray[np.uint64], legs: int) -> Codes:
    """Give the codes of blocks.

    Parameters
    ----------
    outcomes : uint64 array, shape (blocks × legs,)
        Outcome words, a block's legs in order behind one another.
    legs : int
        1 to 4.

    Returns
    -------
    uint16 array, shape (blocks,)
    """
    results = game_results(outcomes).reshape(-1, legs)
    codes = results[:, 0].astype(np.uint16)
    for leg in range(1, legs):
        codes += results[:, leg] * np.uint16(DIGITS**leg)
    return codes


def digits(code: int, legs: int) -> tuple[int, ...]:
    """Give a code's digits, leg 0 first."""
    return tuple(code // DIGITS**leg % DIGITS for leg in range(legs))


def count_codes(codes: Codes) -> dict[str, int]:
    """Count blocks by code, as a ledger line holds them."""
    counts = np.bincount(codes)
    return {str(code): int(counts[code]) for code in np.flatnonzero(counts)}


@cache
def _code_table(legs: int) -> tuple[Small, Small]:
    """Give the byte and the mask of each code."""
    all_digits = [digits(code, legs) for code in range(DIGITS**legs)]
    size = [sum(min(d, LOST_BY_FAULT) << 2 * leg for leg, d in enumerate(row)) for row in all_digits]
    mask = [sum((d == WON_BY_FAULT) << leg for leg, d in enumerate(row)) for row in all_digits]
    return np.array(size, np.uint8), np.array(mask, np.uint8)


def pack_codes(codes: Codes, legs: int) -> tuple[Small, Small]:
    """Turn codes into bytes and masks."""
    size, mask = _code_table(legs)
    return size[codes], mask[codes]


def unpack_codes(size: Small, mask: Small, legs: int) -> Codes:
    """Turn bytes and masks into codes; the pair of `pack_codes`."""
    table: npt.NDArray[Any] = np.zeros((256, 1 << MAX_LEGS), np.uint16)
    by_size, by_mask = _code_table(legs)
    table[by_size, by_mask] = np.arange(DIGITS**legs)
    codes: Codes = table[size, mask]
    return codes
