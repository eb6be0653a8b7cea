"""Uncertainty of ratings by deal: the fit repeated on resampled deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.deals import DealTable
from harness.stats.newton import Likelihood, maximise
from harness.stats.ratings import RatingFit
from harness.stats.resample import DEFAULT_REPLICATES, interval, resamples
from harness.stats.scale import ELO_PER_NAT
from harness.stats.tables import Floats, PairingTable


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
