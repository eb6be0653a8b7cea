"""Log-likelihood ratios of the generalized sequential probability ratio test (GSPRT) on block counts.

All functions are vectorised: counts may have leading axes, one test each, and every row's result is the
same as when it is computed alone (finished rows are frozen), so that a decision can't depend on its
company.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.stats.scale import ELO_PER_NAT, NELO_PER_SIGMA

Floats = npt.NDArray[np.float64]

REPLACEMENT = 1e-3
"""What a count of 0 becomes, as in fishtest and fastchess: without it the likelihood under a bound may be
0.
"""

_ROUNDS = 10
_SETTLED = 1e-9
_INSIDE = 1.0 - 1e-14


def _prepare(counts: npt.ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return N (...), frequencies (..., k) and block scores (k,)."""
    n = np.array(counts, dtype=np.float64)
    if n.ndim == 0 or n.shape[-1] not in (3, 5, 9):
        raise ValueError(f"counts have shape {n.shape}; give 3, 5 or 9 block counts on the last axis")
    if not (n >= 0).all():
        raise ValueError("a block count is negative or not a number; counts are 0 or more")
    n[n == 0] = REPLACEMENT
    total = n.sum(axis=-1)
    return total, n / total[..., None], np.linspace(0.0, 1.0, n.shape[-1])


def _tilt(p: Floats, x: Floats) -> Floats:
    """Solve Σ p x/(1 + θx) = 0 for θ in (−1/max x, −1/min x), for each row of p and x (rows, k).

    The sum falls strictly from +∞ to −∞, so Newton's method is kept inside a shrinking bracket.
    """
    # A hair inside, where the sum is still finite; a root is at least 1e-12 from an end, relatively, up to
    # 1e9 blocks.
    low, high = -_INSIDE / x.max(axis=1), -_INSIDE / x.min(axis=1)
    theta = np.zeros(len(p))
    active = np.ones(len(p), dtype=bool)
    for _ in range(200):
        t, q, y = theta[active], p[active], x[active]
        ratio = y / (1.0 + t[:, None] * y)
        value = (q * ratio).sum(axis=1)
        low[active] = np.where(value > 0, t, low[active])
        high[active] = np.where(value > 0, high[active], t)
        step = t + value / (q * ratio**2).sum(axis=1)
        lo, hi = low[active], high[active]
        # Closed ends: at the root the step is often exactly an end of the bracket.
        new = np.where((step >= lo) & (step <= hi), step, (lo + hi) / 2.0)
        theta[active] = new
        active[active] = (np.abs(new - t) > 1e-15 * (1.0 + np.abs(t))) & (value != 0)
        if not active.any():
            break
    return theta


def _mean_mle(p: Floats, a: Floats, s: float) -> Floats:
    """MLE of the frequencies (rows, k) under a mean score s: p_i/(1 + θ(a_i − s))."""
    x = np.broadcast_to(a - s, p.shape)
    out: Floats = p / (1.0 + _tilt(p, x)[:, None] * x)
    return out


def _t_mle(p: Floats, a: Floats, t: float) -> Floats:
    """MLE of the frequencies (rows, k) under (μ − ½)/σ = t, by at most ten rounds of a linearised
    constraint.
    """
    q = np.full_like(p, 1.0 / len(a))
    active = np.ones(len(p), dtype=bool)
    for _ in range(_ROUNDS):
        old = q[active]
        mu = (old * a).sum(axis=1, keepdims=True)
        sigma = np.sqrt((old * (a - mu) ** 2).sum(axis=1, keepdims=True))
        phi = a - 0.5 - 0.5 * t * sigma * (1.0 + ((a - mu) / sigma) ** 2)
        if not ((phi.max(axis=1) > 0).all() and (phi.min(axis=1) < 0).all()):
            raise ValueError(
                "no block distribution has a normalized Elo that large; bring the test's bounds closer to 0"
            )
        new = p[active] / (1.0 + _tilt(p[active], phi)[:, None] * phi)
        q[active] = new
        active[active] = np.abs(new - old).max(axis=1) >= _SETTLED
        if not active.any():
            break
    return q


def _ratio(total: Floats, p: Floats, p0: Floats, p1: Floats) -> Floats:
    out: Floats = total * (p * np.log(p1 / p0)).sum(axis=-1).reshape(total.shape)
    return out


def llr_logistic(counts: npt.ArrayLike, score0: float, score1: float) -> Floats:
    """LLR of mean score `score1` against `score0`.

    Parameters
    ----------
    counts : array, shape (..., 2g + 1)
        Block counts in rising order of score; a 0 becomes 0.001.
    score0, score1 : float
        Mean scores under H0 and H1, inside (0, 1).

    Returns
    -------
    float64 array, shape (...)
        N Σ p_i ln(p_i(s1)/p_i(s0)).

    Raises
    ------
    ValueError
        The counts have a wrong shape or sign, or a score lies outside (0, 1).

    Notes
    -----
    Van den Bergh, ``support_MLE_multinomial.pdf`` (cantate.be/Fishtest), proposition 1.1;
    fishtest's ``LLRcalc``.
    """
    for s in (score0, score1):
        if not 0.0 < s < 1.0:
            raise ValueError(f"a mean score under test is {s}; bounds lie strictly between 0 and 1")
    total, p, a = _prepare(counts)
    rows = p.reshape(-1, len(a))
    return _ratio(total, rows, _mean_mle(rows, a, score0), _mean_mle(rows, a, score1))


def llr_normalized(counts: npt.ArrayLike, nelo0: float, nelo1: float) -> Floats:
    """LLR of normalized Elo `nelo1` against `nelo0`.

    Parameters
    ----------
    counts : array, shape (..., 2g + 1)
        Block counts in rising order of score; a 0 becomes 0.001.
    nelo0, nelo1 : float
        Normalized Elo per game under H0 and H1; per block t_j = √g·nelo_j/C.

    Returns
    -------
    float64 array, shape (...)

    Raises
    ------
    ValueError
        The counts have a wrong shape or sign, or a bound is so far out that no distribution has it.

    Notes
    -----
    Van den Bergh, "Comments on Normalized Elo" (``normalized_elo_practical.pdf``), section 4.1; fishtest's
    ``MLE_t_value``: start uniform, at most 10 rounds.
    """
    total, p, a = _prepare(counts)
    rows = p.reshape(-1, len(a))
    scale = np.sqrt((len(a) - 1) / 2) / NELO_PER_SIGMA
    return _ratio(total, rows, _t_mle(rows, a, nelo0 * scale), _t_mle(rows, a, nelo1 * scale))


def draw_elo(wins: float, draws: float, losses: float) -> float:
    """BayesElo's drawelo of single games, 200·log10[(1 − l)(1 − w)/(lw)], with counts of 0 replaced by 0.001.

    Raises
    ------
    ValueError
        A count is negative.
    """
    _, p, _ = _prepare([losses, draws, wins])
    loss, win = float(p[0]), float(p[2])
    return 200.0 * float(np.log10((1.0 - loss) * (1.0 - win) / (loss * win)))


def bayes_score(elo: float, drawelo: float) -> float:
    """Mean score at a BayesElo difference: P(win) = L(elo − drawelo), P(loss) = L(−elo − drawelo).

    Parameters
    ----------
    elo, drawelo : float
        In Elo.

    Returns
    -------
    float
        (1 + P(win) − P(loss))/2.

    Notes
    -----
    Coulom, "Whole-history rating" (2008) and BayesElo's documentation; it is Rao–Kupper with
    drawelo = 400·log10 θ.
    """
    win = 1.0 / (1.0 + np.exp((drawelo - elo) / ELO_PER_NAT))
    loss = 1.0 / (1.0 + np.exp((drawelo + elo) / ELO_PER_NAT))
    return float(1.0 + win - loss) / 2.0
