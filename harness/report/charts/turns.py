"""Actions by turn of two plies, one of each seat: their shares, and how many games still run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from harness.stats.tables import Floats

Ints = npt.NDArray[np.int64]

LEFT = 0.01
"""The axis ends where fewer than this share of all games is left."""

ENOUGH = 100
"""Turns with fewer actions than this are taken together with their neighbours."""


def running(counts: Ints) -> Floats:
    """Give the share of a player's games that still run, by turn of two plies.

    Parameters
    ----------
    counts : int64 array, shape (plies, kinds)
        Its actions.

    Returns
    -------
    float64 array, shape (ceil(plies / 2),)
        Both seats together; 0 without games.
    """
    turns = by_turn(counts).sum(axis=1)
    out: Floats = turns / max(float(turns[0]), 1.0)
    return out


def by_turn(counts: Ints) -> Ints:
    """Add up plies by twos: shape (ceil(plies / 2), kinds)."""
    even = counts if len(counts) % 2 == 0 else np.vstack([counts, np.zeros_like(counts[:1])])
    out: Ints = even.reshape(-1, 2, counts.shape[1]).sum(axis=1)
    return out


def together(sizes: Ints | Floats, enough: int = ENOUGH) -> list[tuple[int, int]]:
    """Divide turns into ranges [start, stop) of `enough` actions or more, from the end on.

    Parameters
    ----------
    sizes : array, shape (turns,)
        Actions of each turn.
    enough : int
        A range ends as soon as it has so many; the first may have fewer.
    """
    ranges = []
    stop = len(sizes)
    while stop:
        start = stop - 1
        while start and sizes[start:stop].sum() < enough:
            start -= 1
        ranges.append((start, stop))
        stop = start
    return ranges[::-1]


def smooth(turns: Ints) -> Floats:
    """Take every turn together with its neighbours, 1 : 2 : 1.

    Players whose hand is full draw and play by turns, so that raw shares swing from turn to turn; these
    weights leave nothing of a swing of two turns.
    """
    padded = np.pad(turns.astype(np.float64), ((1, 1), (0, 0)), mode="edge")
    out: Floats = (padded[:-2] + 2.0 * padded[1:-1] + padded[2:]) / 4.0
    return out


def shares(turns: Ints | Floats, enough: int = ENOUGH) -> Floats:
    """Give the share of each kind at each turn.

    Parameters
    ----------
    turns : array, shape (turns, kinds)
        Actions, smoothed or not.
    enough : int
        As for `together`: turns of one range have the same shares.

    Returns
    -------
    float64 array, shape (turns, kinds)
        Rows sum to 1, or to 0 without actions.
    """
    out = np.zeros(turns.shape)
    for start, stop in together(turns.sum(axis=1), enough):
        counts = turns[start:stop].sum(axis=0)
        out[start:stop] = counts / max(float(counts.sum()), 1e-9)
    return out


def last_ply(all_counts: Sequence[Ints]) -> tuple[int, int]:
    """Give where the axis ends, and the length of the longest game."""
    if not all_counts:
        return 2, 2
    total = np.sum([counts.sum(axis=1) for counts in all_counts], axis=0)
    longest = int(np.flatnonzero(total).max(initial=0)) + 1
    left = running(total[:, None])
    enough = np.flatnonzero(left >= LEFT)
    last = 2 * (int(enough.max()) + 1) if enough.size else 2
    return min(last, longest + longest % 2), longest
