"""`rate`: from the counts of a tournament to all that its rating table shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.stats.bootstrap import RatingSamples, centred, refit, rows_of
from harness.stats.deals import DealTable
from harness.stats.fit import Goodness, goodness_of_fit
from harness.stats.hodge import CyclicTest, cyclic_test, fitted_log_odds, log_odds, null_by_deal, null_by_game
from harness.stats.models import RatingModel
from harness.stats.rates import PerEntrant, Rates, rates_of, share
from harness.stats.ratings import DEFAULT_PRIOR, RatingFit, fit_ratings
from harness.stats.resample import DEFAULT_REPLICATES, interval, resamples
from harness.stats.scale import ELO_PER_NAT, normal_cdf, z_value
from harness.stats.tables import Floats, PairingTable


@dataclass(frozen=True, eq=False, slots=True)
class RatingResult:
    """All that a rating table shows; entrants are named by their index.

    Attributes
    ----------
    fit : RatingFit
        The model: marks, groups, γ, draw parameter, Fisher covariance.
    confidence : float
        Level of all intervals.
    by_deal : bool
        True where the intervals are percentiles of a bootstrap by deal; False where they are Fisher's and
        Wilson's.
    elo, elo_low, elo_high, elo_error : float64 arrays, shape (n,)
        Ratings, their interval against the pool's mean (or the anchor), and its half-width.
    fisher_error : float64 array, shape (n,)
        z times Fisher's standard error.
    difference, difference_low, difference_high : float64 arrays, shape (n, n)
        r_i − r_j in Elo with its interval.
    los : float64 array, shape (n, n)
        Likelihood that i is stronger than j, in [0, 1]; ½ on the diagonal.
    score, draws : Rates
        Mean score, and share of games drawn.
    score_first, score_second : Rates or None
        Mean score in each seat; None where the seats aren't known.
    first_mover_elo : (float, float, float) or None
        The first mover's advantage in Elo with its interval.
    goodness : Goodness
        G² of the fit.
    table : PairingTable
        The games that were rated; the axis P below is its.
    log_odds : float64 array, shape (P,)
        Log-odds of each pairing in nats, half a point added to both sides.
    log_odds_null : float64 array, shape (R, P)
        Replicates of them in a world without cycles.
    samples : RatingSamples or None
        Bootstrap replicates of the fit.
    log_odds_samples : float64 array, shape (R, P), or None
        Bootstrap replicates of the log-odds, for cycles and the frequency of Nash supports.
    notes : tuple of str
        What a reader must be told below the table.
    """

    fit: RatingFit
    confidence: float
    by_deal: bool
    elo: Floats
    elo_low: Floats
    elo_high: Floats
    elo_error: Floats
    fisher_error: Floats
    difference: Floats
    difference_low: Floats
    difference_high: Floats
    los: Floats
    score: Rates
    draws: Rates
    score_first: Rates | None
    score_second: Rates | None
    first_mover_elo: tuple[float, float, float] | None
    goodness: Goodness
    table: PairingTable
    log_odds: Floats
    log_odds_null: Floats
    samples: RatingSamples | None
    log_odds_samples: Floats | None
    notes: tuple[str, ...]

    def cyclic(self) -> CyclicTest:
        """Test the log-odds for cycles (see `harness.stats.hodge`)."""
        return cyclic_test(self.table.entrants, self.table.i, self.table.j, self.log_odds, self.log_odds_null)


def rate(
    table: DealTable | PairingTable,
    *,
    model: RatingModel = "davidson",
    first_mover: bool | None = None,
    prior: float = DEFAULT_PRIOR,
    anchor: tuple[int, float] | None = None,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = 1,
    common: bool = True,
    confidence: float = 0.95,
) -> RatingResult:
    """Rate the entrants of a tournament.

    Parameters
    ----------
    table : DealTable or PairingTable
        Counts by bag of deals, for intervals by bootstrap; or counts alone, for Fisher's and Wilson's
        intervals. To rate without forfeits, give a table without their blocks.
    model, first_mover, prior, anchor
        As for `harness.stats.ratings.fit_ratings`.
    replicates, seed, common
        As for `harness.stats.bootstrap.resamples`.
    confidence : float
        Level of all intervals.

    Returns
    -------
    RatingResult

    Raises
    ------
    ValueError
        As for `fit_ratings` and `resamples`.

    Notes
    -----
    See `harness.stats.ratings`, `harness.stats.bootstrap`, `harness.stats.fit` for methods and
    sources. Rates of exactly 0 or 1, which a bootstrap can't vary, have Wilson's interval (1927). 50
    entrants, ten million games, 2,000 bags and 1,000 replicates take about three seconds of processor time.
    """
    z = z_value(confidence)
    total = table.total() if isinstance(table, DealTable) else table
    fit = fit_ratings(total, model=model, first_mover=first_mover, prior=prior, anchor=anchor)
    notes = _notes(fit, table)
    played = total.select(total.games > 0)
    observed = PerEntrant(played)(played.counts[None])
    samples, odds, rates = None, None, None
    if isinstance(table, DealTable) and table.bags > 1:
        samples, odds, rates = _bootstrap(table, played, fit, replicates, seed, common)
    values = rates_of(observed, rates, z, confidence)
    elo, fisher = fit.elo, z * fit.elo_error
    with np.errstate(invalid="ignore"):
        gap = np.nan_to_num(elo[:, None] - elo[None, :], nan=0.0, posinf=np.inf, neginf=-np.inf)
    if samples is not None:
        low, high = samples.elo_interval(confidence)
        gap_low, gap_high = samples.difference_interval(confidence)
        los = samples.los()
    else:
        low, high = _around(elo, fisher)
        gap_low, gap_high = _around(gap, z * fit.difference_error)
        los = _fisher_los(gap, fit.difference_error)
    with np.errstate(invalid="ignore"):
        half = np.nan_to_num((high - low) / 2.0, nan=np.inf, posinf=np.inf)
    fitted_rows = rows_of(fit.like, played)
    inner = played.select(fitted_rows)
    log_odds_inner = log_odds(inner.counts)
    if odds is not None:
        null = null_by_deal(fitted_log_odds(inner, fit), log_odds_inner, odds[:, fitted_rows])
    else:
        null = null_by_game(inner, fit, replicates=replicates, seed=seed)
    return RatingResult(
        fit=fit,
        confidence=confidence,
        by_deal=samples is not None,
        elo=elo,
        elo_low=low,
        elo_high=high,
        elo_error=half,
        fisher_error=fisher,
        difference=gap,
        difference_low=gap_low,
        difference_high=gap_high,
        los=los,
        score=values["score"],
        draws=values["draws"],
        score_first=values["first"] if played.seats_known else None,
        score_second=values["second"] if played.seats_known else None,
        first_mover_elo=_first_mover(fit, samples, z, confidence),
        goodness=goodness_of_fit(total, fit),
        table=inner,
        log_odds=log_odds_inner,
        log_odds_null=null,
        samples=samples,
        log_odds_samples=None if odds is None else odds[:, fitted_rows],
        notes=notes,
    )


def _notes(fit: RatingFit, table: DealTable | PairingTable) -> tuple[str, ...]:
    notes = []
    if len(fit.groups) > 1:
        named = "; ".join("{" + ", ".join(map(str, g)) + "}" for g in fit.groups)
        notes.append(
            f"no games connect the groups {named}: differences between them come from the prior alone"
        )
    if any(fit.marks):
        notes.append(
            "> and < mark ratings without a finite maximum-likelihood estimate: only the prior holds them"
        )
    if not fit.converged:
        notes.append("the likelihood has no finite maximum: the first mover's advantage is out of bounds")
    if isinstance(table, PairingTable) or table.bags < 2:
        notes.append("the deals aren't known: intervals treat every game as independent")
    elif table.bags < 50:
        notes.append(f"only {table.bags} deals: intervals by bootstrap are too narrow with so few")
    return tuple(notes)


def _bootstrap(
    table: DealTable, played: PairingTable, fit: RatingFit, replicates: int, seed: int, common: bool
) -> tuple[RatingSamples, Floats, dict[str, Floats]]:
    """One pass over the resampled tables: refitted ratings, log-odds (R, P), and rates (R, n) by name."""
    keep, inner = rows_of(played, table), rows_of(fit.like, played)
    sums = PerEntrant(played)
    params, odds, rates = [], [], []
    for chunk in resamples(table, replicates=replicates, seed=seed, common=common):
        counts = chunk[:, keep]
        params.append(refit(fit, counts[:, inner]))
        odds.append(log_odds(counts))
        rates.append({name: share(*pair) for name, pair in sums(counts).items()})
    stacked = {name: np.concatenate([r[name] for r in rates]) for name in rates[0]}
    return centred(fit, np.concatenate(params)), np.concatenate(odds), stacked


def _around(value: Floats, half: Floats) -> tuple[Floats, Floats]:
    """Ends of an interval; (−inf, inf) where nothing is known, an infinite value itself where the error is
    infinite too.
    """
    with np.errstate(invalid="ignore"):
        low, high = value - half, value + half
    return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)


def _fisher_los(gap: Floats, error: Floats) -> Floats:
    out = np.full(gap.shape, 0.5)
    for i, j in np.argwhere((error > 0) & np.isfinite(error) & np.isfinite(gap)).tolist():
        out[i, j] = normal_cdf(gap[i, j] / error[i, j])
    out[gap == np.inf], out[gap == -np.inf] = 1.0, 0.0
    return out


def _first_mover(
    fit: RatingFit, samples: RatingSamples | None, z: float, confidence: float
) -> tuple[float, float, float] | None:
    if fit.log_gamma is None or fit.log_gamma_error is None:
        return None
    value = fit.log_gamma * ELO_PER_NAT
    if samples is not None and samples.log_gamma is not None:
        low, high = interval(samples.log_gamma, confidence)
        return value, float(low) * ELO_PER_NAT, float(high) * ELO_PER_NAT
    half = z * fit.log_gamma_error * ELO_PER_NAT
    return value, value - half, value + half
