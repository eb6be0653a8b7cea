"""Joint ratings of many entrants by maximum likelihood, with Fisher errors."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from harness.stats.graph import Mark, groups, infinite_marks, refuse_unrateable, seat_is_separate
from harness.stats.models import TERMS, RatingModel, probabilities, start_draw
from harness.stats.newton import Likelihood, maximise
from harness.stats.scale import ELO_PER_NAT
from harness.stats.tables import Floats, PairingTable

DEFAULT_PRIOR = 2.0
"""Virtual draws per entrant."""


@dataclass(frozen=True, eq=False, slots=True)
class RatingFit:
    """A fitted model.

    Attributes
    ----------
    model : {"davidson", "rao-kupper", "bradley-terry"}
        The model.
    log_worth : float64 array, shape (n,)
        λ_i = ln π_i, with sum 0 (over the finite ones) or shifted to the anchor. ``±inf`` only without a
        prior.
    covariance : float64 array, shape (n, n)
        Inverse observed information of `log_worth` under the same convention (against the pool's mean, or
        against the anchor).
    log_gamma, log_gamma_error : float or None
        ln γ, the first mover's advantage, and its standard error; None where it isn't fitted.
    draw : float or None
        ν (Davidson) or θ (Rao–Kupper); ``inf`` where every game was drawn; None in Bradley–Terry's model.
    draw_error : float or None
        Standard error of ln ν or ln θ; None where there is none.
    log_likelihood : float
        ln L of the games, without the prior and without the multinomial coefficients.
    prior : float
        Virtual draws per entrant.
    anchor : (int, float) or None
        Entrant and Elo that fix the level.
    marks : tuple of str
        Per entrant ``>``, ``<`` or ``~`` where the plain maximum is infinite, else empty; see
        `harness.stats.graph`.
    groups : list of lists of int
        Entrants by connected group. With more than one, differences between groups come from the prior alone.
    converged : bool
        False where the maximum is infinite in another way (the first mover won every game and there is no
        prior).
    like : Likelihood
        What was maximised.
    params : float64 array, shape (K,)
        Its raw maximum: λ, then ln γ, then the draw parameter's logarithm, as far as fitted.
    """

    model: RatingModel
    log_worth: Floats
    covariance: Floats
    log_gamma: float | None
    log_gamma_error: float | None
    draw: float | None
    draw_error: float | None
    log_likelihood: float
    prior: float
    anchor: tuple[int, float] | None
    marks: tuple[Mark, ...]
    groups: list[list[int]]
    converged: bool
    like: Likelihood
    params: Floats

    @property
    def elo(self) -> Floats:
        """Ratings in Elo, (400/ln 10)·λ, shape (n,)."""
        out: Floats = self.log_worth * ELO_PER_NAT
        return out

    @property
    def elo_error(self) -> Floats:
        """Standard errors of `elo`, shape (n,): against the pool's mean, or against the anchor."""
        out: Floats = np.sqrt(np.maximum(np.diag(self.covariance), 0.0)) * ELO_PER_NAT
        return out

    @property
    def difference_error(self) -> Floats:
        """Standard errors of the differences in Elo, shape (n, n)."""
        v = np.diag(self.covariance)
        finite = np.isfinite(v[:, None] + v[None, :])
        cov = np.where(finite, self.covariance, 0.0)
        out: Floats = np.sqrt(np.maximum(v[:, None] + v[None, :] - 2.0 * cov, 0.0)) * ELO_PER_NAT
        np.fill_diagonal(out, 0.0)
        return out

    @property
    def first_mover_elo(self) -> float | None:
        """The first mover's advantage in Elo, (400/ln 10)·ln γ."""
        return None if self.log_gamma is None else self.log_gamma * ELO_PER_NAT

    @property
    def draw_rate(self) -> float:
        """Draw rate between equals: ν/(2 + ν), (θ − 1)/(θ + 1), or 0."""
        if self.draw is None:
            return 0.0
        if math.isinf(self.draw):
            return 1.0
        return (
            self.draw / (2.0 + self.draw)
            if self.model == "davidson"
            else (self.draw - 1.0) / (self.draw + 1.0)
        )

    @property
    def draw_elo(self) -> float | None:
        """BayesElo's drawelo, 400·log10 θ; None but for Rao–Kupper."""
        if self.model != "rao-kupper" or self.draw is None:
            return None
        return 400.0 * math.log10(self.draw)

    def outcome_probabilities(self) -> Floats:
        """Fitted probabilities of i's loss, draw and win, shape (P, S, 3): by seat (S = 2) where γ was
        fitted, else S = 1.
        """
        u = -math.inf if self.model == "davidson" else 0.0
        if self.draw is not None and self.draw > 0.0:
            u = math.log(self.draw)
        return probabilities(self.model, self.like.differences(self.params[None])[0], u)


def fit_ratings(
    table: PairingTable,
    *,
    model: RatingModel = "davidson",
    first_mover: bool | None = None,
    prior: float = DEFAULT_PRIOR,
    anchor: tuple[int, float] | None = None,
) -> RatingFit:
    """Fit one number per entrant.

    Parameters
    ----------
    table : PairingTable
        The games. To rate without forfeits, give a table without their blocks.
    model : {"davidson", "rao-kupper", "bradley-terry"}
        Bradley–Terry takes a draw as half a win and half a loss.
    first_mover : bool, optional
        Whether a first-mover factor γ is fitted. Default: where the seats are known and can be told from
        strength.
    prior : float
        Virtual draws per entrant, 0 or more, played against the average entrant, in Bradley–Terry's sense:
        each adds ln σ(λ)/2 + ln σ(−λ)/2, so that neither the draw parameter nor γ is moved by them. Two of
        them are the standard logistic prior on λ. Where γ is fitted, ln γ has the same prior.
    anchor : (int, float), optional
        An entrant and its Elo. Without one the ratings have sum 0.

    Returns
    -------
    RatingFit

    Raises
    ------
    ValueError
        There are no games, the seats aren't known but γ is asked for, the prior is negative, the anchor
        doesn't exist or has no finite rating, or, without a prior, some entrants can't be compared (the
        groups are named).

    Notes
    -----
    Davidson, JASA 65 (1970); Davidson & Beaver, Biometrics 33 (1977); Rao & Kupper, JASA
    62 (1967); Bradley & Terry (1952). The maximiser is Newton's with the exact Hessian; all three
    likelihoods are concave in the logarithms used.
    """
    if prior < 0 or not math.isfinite(prior):
        raise ValueError(f"the prior is {prior}; give 0 or more virtual draws per entrant")
    if first_mover and not table.seats_known:
        raise ValueError(
            "a first-mover factor needs the seats, and this table doesn't know them; fit without it"
        )
    if model not in TERMS:
        raise ValueError(f"unknown model {model!r}; known are {', '.join(TERMS)}")
    n = table.entrants
    if anchor is not None and not 0 <= anchor[0] < n:
        raise ValueError(f"the anchor is entrant {anchor[0]}, but there are 0…{n - 1}")
    table = table.select(table.games > 0)
    if len(table.i) == 0:
        raise ValueError("no games to rate; play some first")
    parts, marks = groups(table), infinite_marks(table)
    if prior == 0.0:
        refuse_unrateable(parts, marks)
    seats = table.seats_known and seat_is_separate(table) if first_mover is None else first_mover
    if first_mover and not seat_is_separate(table):
        raise ValueError(
            "the seats follow the entrants, so seat and strength can't be told apart; "
            "swap seats, or fit without γ"
        )
    plain = [k for k in range(n) if not marks[k]]
    inner = table
    if prior == 0.0 and len(plain) < n:
        inside = np.isin(table.i, plain) & np.isin(table.j, plain)
        inner = table.select(inside)
    like, params, draw, done = _maximum(inner, model, seats, prior)
    lam, cov, spread = _centre(like, params, inner, anchor, plain if inner is not table else list(range(n)))
    for k, mark in enumerate(marks):
        if prior == 0.0 and mark:
            lam[k] = math.inf if mark == ">" else -math.inf
    return RatingFit(
        model=model,
        log_worth=lam,
        covariance=cov,
        log_gamma=float(params[n]) if seats else None,
        log_gamma_error=float(spread[n]) if seats else None,
        draw=draw,
        draw_error=float(spread[-1]) if like.draws else None,
        log_likelihood=_plain_value(like, params, inner, draw),
        prior=prior,
        anchor=anchor,
        marks=marks,
        groups=parts,
        converged=done,
        like=like,
        params=params,
    )


def _maximum(
    table: PairingTable, model: RatingModel, seats: bool, prior: float
) -> tuple[Likelihood, Floats, float | None, bool]:
    """Maximise; return the likelihood, its raw maximum, the draw parameter, and whether the steps came to
    rest.
    """
    n, sums = table.entrants, table.counts.sum(axis=(0, 1))
    total = float(sums.sum())
    rate = float(sums[1]) / total if total else 0.0
    free = model != "bradley-terry" and 0.0 < rate < 1.0
    # Without draws the three models are one; with nothing else, all worths are equal whatever the draw
    # parameter.
    inner: RatingModel = model if free else "bradley-terry"
    like = Likelihood(inner, n, table.i, table.j, seats, free, prior)
    start = np.zeros(like.size)
    if free:
        start[-1] = start_draw(model, rate)
    params, done = maximise(like, table.counts[None], start[None])
    draw: float | None = None
    if free:
        draw = math.exp(float(params[0, -1]))
    elif model != "bradley-terry":
        draw = math.inf if rate == 1.0 else 0.0 if model == "davidson" else 1.0
    return like, params[0], draw, bool(done[0])


def _centre(
    like: Likelihood,
    params: Floats,
    table: PairingTable,
    anchor: tuple[int, float] | None,
    finite: list[int],
) -> tuple[Floats, Floats, Floats]:
    """Fix the level: return λ (n,), its covariance (n, n), and the raw parameters' standard errors (K,)."""
    n = like.entrants
    lam, cov = np.zeros(n), np.full((n, n), math.inf)
    spread = np.full(like.size, math.inf)
    keep = np.array([*finite, *range(n, like.size)], dtype=np.int64)
    _, _, info = like.derivatives(params[None], like.pool(table.counts[None]))
    k = np.arange(like.size)
    info[:, k, k] += 1e-12
    full = np.linalg.inv(info[0][np.ix_(keep, keep)])
    spread[keep] = np.sqrt(np.maximum(np.diag(full), 0.0))
    m = len(finite)
    if m:
        weights = np.full(m, 1.0 / m)
        shift = 0.0
        if anchor is not None:
            if anchor[0] not in finite:
                raise ValueError(
                    f"entrant {anchor[0]} has no finite rating; anchor another, or rate with a prior"
                )
            weights = np.zeros(m)
            weights[finite.index(anchor[0])] = 1.0
            shift = anchor[1] / ELO_PER_NAT
        contrast = np.eye(m) - weights[None, :]
        lam[finite] = contrast @ params[finite] + shift
        cov[np.ix_(finite, finite)] = contrast @ full[:m, :m] @ contrast.T
    return lam, cov, spread


def _plain_value(like: Likelihood, params: Floats, table: PairingTable, draw: float | None) -> float:
    if draw is not None and math.isinf(draw):
        return 0.0
    value = like.terms(params[None], like.pool(table.counts[None])).value.sum()
    return float(value)
