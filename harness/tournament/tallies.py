"""From counts of blocks by code to what statistics of a match take: tallies, pair tables, scores by seat."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from harness.stats.counts import Tally
from harness.store.blocks import DIGITS, LOST_BY_FAULT

_SCORED = np.array([0, 1, 2, 0, 2])
"""A leg's digit as loss, draw or win."""


def legs_of(codes: npt.NDArray[np.integer], legs: int) -> npt.NDArray[np.int64]:
    """Split blocks' codes into a digit per leg.

    Returns
    -------
    int64 array, shape (blocks, legs)
        See `harness.store.blocks`.
    """
    return codes.astype(np.int64)[:, None] // DIGITS ** np.arange(legs) % DIGITS


def scored(digits: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Turn digits into results: 0 loss, 1 draw, 2 win."""
    return _SCORED[digits]


def count_array(by_code: Mapping[int, int], legs: int) -> npt.NDArray[np.int64]:
    """Turn counts by code into an array, shape (5 ** legs,)."""
    counts = np.zeros(DIGITS**legs, np.int64)
    for code, blocks in by_code.items():
        counts[code] += blocks
    return counts


def tally_of(counts: npt.NDArray[np.int64], legs: int, forfeits: bool = True) -> Tally:
    """Tally a pairing's blocks from its first entrant's view.

    Parameters
    ----------
    counts : int64 array, shape (5 ** legs,)
        Blocks by code.
    legs : int
        Games of a block (1, 2 or 4).
    forfeits : bool
        Whether blocks with a forfeited game count.
    """
    digits = legs_of(np.arange(len(counts)), legs)
    if not forfeits:
        counts = counts * (digits < LOST_BY_FAULT).all(axis=1)
    results = scored(digits)
    blocks = np.bincount(results.sum(axis=1), weights=counts, minlength=2 * legs + 1).astype(np.int64)
    draws = int(counts @ (results == 1).sum(axis=1))
    return Tally(tuple(blocks.tolist()), draws)


def pair_counts(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Count blocks of two legs by both results.

    Returns
    -------
    int64 array, shape (3, 3)
        ``[leg 0's result, leg 1's result]``, each 0 loss, 1 draw, 2 win for the first entrant.
    """
    results = scored(legs_of(np.arange(len(counts)), 2))
    table = np.zeros((3, 3), np.int64)
    np.add.at(table, (results[:, 0], results[:, 1]), counts)
    return table


def fault_counts(counts: npt.NDArray[np.int64], legs: int) -> tuple[int, int]:
    """Count the games that the first and the second entrant lost by faults."""
    digits = legs_of(np.arange(len(counts)), legs)
    own = int(counts @ (digits == LOST_BY_FAULT).sum(axis=1))
    return own, int(counts @ (digits == LOST_BY_FAULT + 1).sum(axis=1))
