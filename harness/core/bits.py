"""Counting and picking bits in 64-bit words, for compiled code (and for plain Python under the debugger)."""

from __future__ import annotations

import numpy as np

from harness.core.compiler import jit

ZERO = np.uint64(0)
ONE = np.uint64(1)
_PAIRS = np.uint64(0x5555555555555555)
_NIBBLES = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@jit
def count(word: np.uint64) -> np.int64:
    """Count the bits that are set; the compiler makes one popcnt of it."""
    word = word - ((word >> _1) & _PAIRS)
    word = (word & _NIBBLES) + ((word >> _2) & _NIBBLES)
    word = (word + (word >> _4)) & _BYTES
    return np.int64((word * _SUM) >> _56)


@jit
def lowest(word: np.uint64) -> np.int64:
    """Give the index (0 to 63) of the lowest set bit; 64 for zero."""
    return count((word & (ZERO - word)) - ONE)


@jit
def drop_lowest(word: np.uint64) -> np.uint64:
    """Clear the lowest set bit."""
    return word & (word - ONE)


@jit
def nth(word: np.uint64, index: np.int64) -> np.int64:
    """Give the position of the set bit with a given rank; 64 where there aren't that many.

    Parameters
    ----------
    word : uint64
        The set.
    index : int64
        Rank from 0, from the lowest bit up.
    """
    # The second way out keeps the compiler from unrolling the loop, which costs a mispredicted branch or two.
    while index > 0:
        if word == ZERO:
            break
        word = word & (word - ONE)
        index -= 1
    return lowest(word)


@jit
def bit(index: np.int64) -> np.uint64:
    """Give the word with one bit set (index 0 to 63)."""
    return ONE << np.uint64(index)


@jit
def has(word: np.uint64, index: np.int64) -> np.bool_:
    """Say whether a bit is set."""
    return np.bool_((word >> np.uint64(index)) & ONE != ZERO)
