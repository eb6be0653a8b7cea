"""α-rank: the long-run shares of strategies in a population where the better-paid are imitated."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.stats.tables import Floats


def fixation(payoffs: npt.ArrayLike, *, population: int, alpha: float) -> Floats:
    """Probability that one mutant r takes over a population of s.

    Parameters
    ----------
    payoffs : float array, shape (n, n)
        ``payoffs[r, s]``: what r gets against s.
    population : int
        m, at least 2.
    alpha : float
        Selection intensity, at least 0.

    Returns
    -------
    float64 array, shape (n, n)
        ρ_rs in row r, column s, in (0, 1]; the diagonal is 1/m.

    Raises
    ------
    ValueError
        The matrix isn't square and finite, or a number is out of range.

    Notes
    -----
    Omidshafiei et al., "α-Rank: multi-agent evaluation by evolution", Sci. Rep. 9 (2019),
    for one population: ρ_rs = [1 + Σ_{l=1}^{m−1} Π_{k≤l} e^{−α(f_r(k) − f_s(k))}]^−1.
    """
    a = np.asarray(payoffs, dtype=np.float64)
    if a.ndim != 2 or a.shape[0] != a.shape[1] or a.shape[0] < 1 or not np.isfinite(a).all():
        raise ValueError(f"payoffs of shape {a.shape}; give a finite n × n matrix")
    if population < 2:
        raise ValueError(f"a population of {population}; give at least 2")
    if not alpha >= 0:
        raise ValueError(f"alpha is {alpha}; give 0 or more")
    m = population
    k = np.arange(1, m)[:, None, None]
    own, other = np.diag(a)[:, None], np.diag(a)[None, :]
    mutant = ((k - 1) * own + (m - k) * a) / (m - 1)
    resident = ((m - k - 1) * other + k * a.T) / (m - 1)
    logs = np.cumsum(-alpha * (mutant - resident), axis=0)
    top = np.maximum(logs.max(axis=0), 0.0)
    out: Floats = np.exp(-top) / (np.exp(-top) + np.exp(logs - top).sum(axis=0))
    return out


def alpha_rank(payoffs: npt.ArrayLike, *, population: int = 50, alpha: float = 1.0) -> Floats:
    """Stationary distribution over strategies of one population.

    Parameters
    ----------
    payoffs : float array, shape (n, n)
        ``payoffs[r, s]``: what r gets against s.
    population : int
        m, at least 2.
    alpha : float
        Selection intensity. The ranking at high intensity is the limit; it is reached when α times the
        payoff differences is well above 1.

    Returns
    -------
    float64 array, shape (n,)
        Shares, sum 1.

    Raises
    ------
    ValueError
        As for `fixation`.

    Notes
    -----
    Omidshafiei et al. (2019): C_{s→r} = ρ_rs/(n − 1). The distribution is found by
    elimination without subtraction (Grassmann, Taksar & Heyman 1985), which keeps its precision where rates
    differ by a hundred powers of ten.
    """
    rho = fixation(payoffs, population=population, alpha=alpha)
    n = len(rho)
    if n == 1:
        return np.ones(1)
    # A rate of exactly 0 would be an underflow, and could cut the chain in two.
    rate = np.maximum(rho.T, 1e-300) / (n - 1)
    for last in range(n - 1, 0, -1):
        rate[:last, last] /= rate[last, :last].sum()
        rate[:last, :last] += np.outer(rate[:last, last], rate[last, :last])
    shares = np.ones(n)
    for k in range(1, n):
        shares[k] = shares[:k] @ rate[:k, k]
    out: Floats = shares / shares.sum()
    return out
