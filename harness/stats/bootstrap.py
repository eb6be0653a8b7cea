"""Resampling by deal: the uncertainty of ratings when luck is shared by the legs of a deal and by all
pairings that play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.newton import Likelihood, maximise
from harness.stats.ratings import RatingFit
from harness.stats.scale import ELO_PER_NAT, z_value
from harness.stats.tables import DealTable, Floats, PairingTable

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

    Notes ----- The bootstrap of Efron (1979) with the deal as the unit. Up to 2,000 deals a bag is one deal
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


@dataclass(frozen=True, eq=False, slots=True)
class RatingSamples:
    """Bootstrap replicates of a fit.

    Attributes
    ----------
    log_worth : float64 array, shape (R, n)
        λ, with each replicate's sum 0, or shifted to the anchor.
    log_gamma : float64 array, shape (R,), or None
        ln γ where it is fitted.
    log_draw : float64 array, shape (R,), or None
        ln ν or ln θ where it is fitted.
    """

    log_worth: Floats
    log_gamma: Floats | None
    log_draw: Floats | None

    def elo_interval(self, confidence: float = 0.95) -> tuple[Floats, Floats]:
        """Percentile interval of the ratings in Elo: low and high, each (n,)."""
        low, high = interval(self.log_worth, confidence)
        return low * ELO_PER_NAT, high * ELO_PER_NAT

    def difference_interval(self, confidence: float = 0.95) -> tuple[Floats, Floats]:
        """Percentile interval of every difference r_i − r_j in Elo: low and high, each (n, n), with 0 on
        the diagonal.

        Between two entrants at infinity on the same side it is (−inf, inf).
        """
        n = self.log_worth.shape[1]
        low, high = np.zeros((n, n)), np.zeros((n, n))
        for i in range(n - 1):
            gap = _gaps(self.log_worth, i)[:, i + 1 :]
            low[i, i + 1 :], high[i, i + 1 :] = interval(gap, confidence)
            high[i, i + 1 :][np.isnan(gap).any(axis=0)] = np.inf
            low[i, i + 1 :][np.isnan(gap).any(axis=0)] = -np.inf
        lower = np.tril_indices(n, -1)
        low[lower], high[lower] = -high.T[lower], -low.T[lower]
        return low * ELO_PER_NAT, high * ELO_PER_NAT

    def los(self) -> Floats:
        """LOS_ij, shape (n, n): the share of replicates in which i is above j, ties as halves; ½ on the
        diagonal.
        """
        n = self.log_worth.shape[1]
        out = np.full((n, n), 0.5)
        for i in range(n):
            gap = _gaps(self.log_worth, i)
            out[i] = 0.5 + 0.5 * ((gap > 0).mean(axis=0) - (gap < 0).mean(axis=0))
        return out


def _gaps(log_worth: Floats, i: int) -> Floats:
    """λ_i − λ_j for all j; nan between equal infinities."""
    with np.errstate(invalid="ignore"):
        out: Floats = log_worth[:, i, None] - log_worth
    return out


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
    Efron & Tibshirani, "An Introduction to the Bootstrap" (1993), 13.3.
    """
    z_value(confidence)
    tail = (1.0 - confidence) / 2.0
    with np.errstate(invalid="ignore"):
        low, high = np.quantile(samples, (tail, 1.0 - tail), axis=0)
    # Interpolating between two equal infinities gives nan.
    fixed = np.isinf(samples).all(axis=0)
    return np.where(fixed, samples[0], low), np.where(fixed, samples[0], high)


def refit(fit: RatingFit, counts: Floats) -> Floats:
    """Fit resampled counts, starting from the fit to all games.

    Parameters
    ----------
    fit : RatingFit
        The fit to the whole table.
    counts : float64 array, shape (R, P, 2, 3)
        Resampled counts of the pairings of ``fit.like``, in its order.

    Returns
    -------
    float64 array, shape (R, K)
        Raw parameters. Newton's steps stop below 1e-4 nats, so that the error left is of the order of 1e-8.
    """
    like = fit.like
    start = np.broadcast_to(fit.params, (len(counts), like.size))
    if like.draws:
        counts = _keep_a_trace(counts)
    return maximise(like, counts, start, tolerance=1e-4, rounds=40)[0]


def _keep_a_trace(counts: Floats) -> Floats:
    """Give replicates without any draw (or with nothing but draws) a thousandth of one of the other kind.

    Their draw parameter would be infinite, which says nothing of the worths and takes many steps to find out.
    """
    draws = counts[..., 1].sum(axis=(1, 2))
    others = counts[..., 0].sum(axis=(1, 2)) + counts[..., 2].sum(axis=(1, 2))
    if (draws > 0).all() and (others > 0).all():
        return counts
    out = counts.copy()
    out[draws == 0, :, :, 1] += 1e-3 / (counts.shape[1] * 2)
    out[others == 0, :, :, 0] += 5e-4 / (counts.shape[1] * 2)
    out[others == 0, :, :, 2] += 5e-4 / (counts.shape[1] * 2)
    return out


def rows_of(like: Likelihood | PairingTable, table: DealTable | PairingTable) -> npt.NDArray[np.int64]:
    """Rows of `table` that hold the pairings of `like`, in the order of `like`.

    Raises
    ------
    ValueError
        A pairing of the fit isn't in the table.
    """
    where = {(a, b): k for k, (a, b) in enumerate(zip(table.i.tolist(), table.j.tolist(), strict=True))}
    try:
        found = [where[pair] for pair in zip(like.i.tolist(), like.j.tolist(), strict=True)]
    except KeyError as error:
        raise ValueError(
            f"pairing {error.args[0]} of the fit isn't in the table of deals; fit that table's total"
        ) from None
    return np.array(found, dtype=np.int64)


def centred(fit: RatingFit, params: Floats) -> RatingSamples:
    """Bring raw parameters (R, K) to the level of the fit: sum 0 over its finite ratings, or the anchor."""
    n = fit.like.entrants
    lam = params[:, :n]
    finite = np.isfinite(fit.log_worth)
    if fit.anchor is None:
        lam = lam - lam[:, finite].mean(axis=1, keepdims=True) if finite.any() else lam
    else:
        lam = lam - lam[:, [fit.anchor[0]]] + fit.anchor[1] / ELO_PER_NAT
    lam = np.where(finite, lam, fit.log_worth)
    gamma = params[:, n] if fit.like.first_mover else None
    return RatingSamples(lam, gamma, params[:, -1] if fit.like.draws else None)


def bootstrap_ratings(
    table: DealTable,
    fit: RatingFit,
    *,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = 1,
    common: bool = True,
) -> RatingSamples:
    """Refit the ratings to resampled deals.

    Parameters
    ----------
    table : DealTable
        Counts by bag.
    fit : RatingFit
        The fit to ``table.total()``.
    replicates, seed, common
        As for `resamples`.

    Returns
    -------
    RatingSamples

    Raises
    ------
    ValueError
        As for `resamples`, or if the fit belongs to another table.
    """
    rows = rows_of(fit.like, table)
    chunks = resamples(table, replicates=replicates, seed=seed, common=common)
    return centred(fit, np.concatenate([refit(fit, chunk[:, rows]) for chunk in chunks]))
