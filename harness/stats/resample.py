"""Resampling by deal: luck is shared by the legs of a deal, and by all the pairings that play it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from harness.stats.deals import DealTable
from harness.stats.scale import z_value
from harness.stats.tables import Floats

DEFAULT_REPLICATES = 1000
_CHUNK = 400_000
"""Cells (replicates × pairings × seats) in work at a time: what stays in the processor's cache."""


def weights(replicates: int, bags: int, seed: int) -> npt.NDArray[np.int64]:
    """Draw how often each bag stands in each replicate: multinomial, `bags` draws with replacement.

    Parameters
    ----------
    replicates, bags : int
        R and B.
    seed : int
        Seed of numpy's PCG64.

    Returns
    -------
    int64 array, shape (R, B)
        Every row sums to B.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    picks = rng.integers(0, bags, size=(replicates, bags))
    picks += np.arange(replicates)[:, None] * bags
    return np.bincount(picks.ravel(), minlength=replicates * bags).reshape(replicates, bags)


def resamples(
    table: DealTable, *, replicates: int = DEFAULT_REPLICATES, seed: int = 1, common: bool = True
) -> Iterator[Floats]:
    """Resample a table by deals.

    Parameters
    ----------
    table : DealTable
        Counts by pairing and bag of deals.
    replicates : int
        R, at least 100.
    seed : int
        Seed: the same one gives the same replicates.
    common : bool
        True where all pairings played the same deals: every pairing then gets the same resampled deals, and
        what a deal did to all of them stays together. False where the deals of each pairing are its own:
        the replicates are then shuffled apart by pairing.

    Yields
    ------
    float64 array, shape (r, P, 2, 3)
        Counts of the next r replicates, in order; R in all.

    Raises
    ------
    ValueError
        There are too few replicates or fewer than two bags.

    Notes
    -----
    The bootstrap of Efron (1979) with the deal as the unit. Up to 2,000 deals a bag is one deal
    and the resampling is exact. With more, bags of equal size are resampled in place of deals, which
    estimates the same variance: the mean of m independent deals varies by 1/m of one deal, and B bags of m
    stand for Bm deals. What is lost is precision: an error estimated from B bags has a relative standard
    deviation of 1/√(2B), 1.6 % at 2,000.
    """
    if replicates < 100:
        raise ValueError(f"{replicates} replicates are too few for an interval; give at least 100")
    if table.bags < 2:
        raise ValueError("one bag of deals can't be resampled; split the deals into more (see bag_count)")
    w = weights(replicates, table.bags, seed)
    pairings = len(table.i)
    order = None
    if not common:
        rng = np.random.Generator(np.random.PCG64([seed, 1]))
        order = rng.permuted(np.tile(np.arange(replicates), (pairings, 1)), axis=1)
    flat = np.empty((replicates, pairings, 6))
    # One matrix product per group of pairings; in floats, whose products of whole numbers below 2^53 are
    # exact.
    w_float = w.astype(np.float64)
    group = max(1, 4_000_000 // (6 * table.bags))
    for begin in range(0, pairings, group):
        part = table.counts[begin : begin + group].astype(np.float64)
        cells = part.transpose(1, 0, 2, 3).reshape(table.bags, -1)
        flat[:, begin : begin + group] = (w_float @ cells).reshape(replicates, -1, 6)
    if order is not None:
        flat = flat[order.T, np.arange(pairings)]
    out = flat.reshape(replicates, pairings, 2, 3)
    size = max(16, _CHUNK // max(1, 2 * pairings))
    for begin in range(0, replicates, size):
        yield out[begin : begin + size]


def interval(samples: Floats, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Percentile interval along the first axis.

    Parameters
    ----------
    samples : float array, shape (R, ...)
        Replicates.
    confidence : float
        Level, inside (0, 1).

    Returns
    -------
    low, high : float64 arrays, shape (...)

    Raises
    ------
    ValueError
        `confidence` is out of range.

    Notes
    -----
    Efron & Tibshirani, "An Introduction to the Bootstrap" (1993), the percentile interval.
    """
    z_value(confidence)
    tail = (1.0 - confidence) / 2.0
    with np.errstate(invalid="ignore"):
        low, high = np.quantile(samples, (tail, 1.0 - tail), axis=0)
    # Interpolating between two equal infinities gives nan.
    fixed = np.isinf(samples).all(axis=0)
    return np.where(fixed, samples[0], low), np.where(fixed, samples[0], high)
