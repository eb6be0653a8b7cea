"""Nash averaging: who is played by an opponent that can't be exploited, and what everyone scores against
it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.tables import Floats

_POSITIVE = 1e-7
"""A probability below this is the solver's zero."""


@dataclass(frozen=True, eq=False, slots=True)
class NashAverage:
    """The maximum-entropy equilibrium of a symmetric zero-sum game.

    Attributes
    ----------
    p : float64 array, shape (n,)
        Probabilities, sum 1.
    skill : float64 array, shape (n,)
        A p, in the unit of A: 0 for everyone in the support, at most 0 for the others.
    frequency : float64 array, shape (n,), or None
        Share of bootstrap replicates in which the entrant is in the support; None without replicates.
    """

    p: Floats
    skill: Floats
    frequency: Floats | None = None


def _check(matrix: npt.ArrayLike) -> Floats:
    a = np.asarray(matrix, dtype=np.float64)
    if a.ndim != 2 or a.shape[0] != a.shape[1] or a.shape[0] < 1:
        raise ValueError(f"the matrix has shape {a.shape}; give n × n log-odds")
    if not np.isfinite(a).all():
        raise ValueError(
            "the matrix holds an infinite number or none; use log-odds with half a point added to both sides"
        )
    if not np.allclose(a, -a.T, atol=1e-9 * max(1.0, float(np.abs(a).max()))):
        raise ValueError("the matrix is not antisymmetric; entry (i, j) must be minus entry (j, i)")
    return a


def _best(a: Floats, objective: Floats) -> Floats:
    """Equilibrium {p ≥ 0, Σp = 1, A p ≤ 0} that maximises a linear objective."""
    from scipy.optimize import linprog

    n = len(a)
    result = linprog(
        -objective,
        A_ub=a,
        b_ub=np.zeros(n),
        A_eq=np.ones((1, n)),
        b_eq=[1.0],
        bounds=(0.0, None),
        method="highs",
    )
    if result.x is None:
        raise ValueError(f"the equilibrium could not be solved for: {result.message}")
    p = np.where(result.x > _POSITIVE, result.x, 0.0)
    out: Floats = p / p.sum()
    return out


def _support(a: Floats) -> npt.NDArray[np.bool_]:
    """Entrants that some equilibrium plays."""
    n = len(a)
    seen = _best(a, np.zeros(n)) > 0
    for k in range(n):
        if not seen[k]:
            seen |= _best(a, np.eye(n)[k]) > 0
    return seen


def max_entropy_nash(matrix: npt.ArrayLike) -> Floats:
    """Maximum-entropy Nash equilibrium of an antisymmetric payoff matrix.

    Parameters
    ----------
    matrix : float array, shape (n, n)
        What the row wins from the column; log-odds in any unit.

    Returns
    -------
    float64 array, shape (n,)

    Raises
    ------
    ValueError
        The matrix isn't square, finite and antisymmetric.

    Notes
    -----
    Balduzzi, Tuyls, Pérolat & Graepel, "Re-evaluating evaluation" (2018). Equilibria
    form a polytope: linear programs find which entrants it plays at all, and then the entropy is maximised
    through its convex dual, p ∝ exp(−Aᵀy).
    """
    a = _check(matrix)
    size = float(np.abs(a).max())
    if size == 0.0:
        return np.full(len(a), 1.0 / len(a))
    a = a / size
    played = _support(a)
    inner, outer = a[np.ix_(played, played)], a[np.ix_(~played, played)]
    out = np.zeros(len(a))
    out[played] = _entropy(inner, outer)
    return out


def _entropy(equal: Floats, below: Floats) -> Floats:
    """Maximise entropy over q > 0, Σq = 1, equal @ q = 0, below @ q ≤ 0, by the dual with multipliers y
    free and μ ≥ 0.
    """
    from scipy.optimize import minimize

    m = np.concatenate([equal, below])

    def dual(y: Floats) -> tuple[float, Floats]:
        z = -(y @ m)
        top = float(z.max())
        e = np.exp(z - top)
        q = e / e.sum()
        return top + float(np.log(e.sum())), -(m @ q)

    free: list[tuple[float | None, float | None]] = [(None, None)] * len(equal)
    bounds = free + [(0.0, None)] * len(below)
    result = minimize(
        dual,
        np.zeros(len(m)),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-12, "maxcor": 30},
    )
    y = np.asarray(result.x, dtype=np.float64)
    z = -(y @ m)
    e = np.exp(z - z.max())
    q: Floats = e / e.sum()
    # The dual's last digits: project on the equalities, which the solver meets to about 1e-8 only.
    return _polish(q, equal, below)


def _polish(q: Floats, equal: Floats, below: Floats) -> Floats:
    """Newton steps to the nearest point, in relative entropy, that meets the equalities and the
    inequalities that bind.
    """
    near = below[below @ q > -1e-7] if len(below) else below
    m = np.concatenate([equal, near, np.ones((1, len(q)))])
    goal = np.zeros(len(m))
    goal[-1] = 1.0
    best = q
    for _ in range(5):
        gap = goal - m @ best
        step = best * (m.T @ np.linalg.lstsq((m * best) @ m.T, gap, rcond=1e-12)[0])
        if not (best + step > 0).all():
            break
        best = best + step
    return best


def nash_average(matrix: npt.ArrayLike, samples: npt.ArrayLike | None = None) -> NashAverage:
    """Rate entrants by what they score against the maximum-entropy equilibrium.

    Parameters
    ----------
    matrix : float array, shape (n, n)
        Antisymmetric log-odds.
    samples : float array, shape (R, n, n), optional
        The same of resampled games, for the frequency of each entrant's support; 200 will do. One
        equilibrium is solved for in each: noisy matrices have only one.

    Returns
    -------
    NashAverage

    Raises
    ------
    ValueError
        A matrix isn't square, finite and antisymmetric.

    Notes
    -----
    Balduzzi et al. (2018): the Nash averaging of A is (p, A p).
    """
    a = _check(matrix)
    p = max_entropy_nash(a)
    frequency = None
    if samples is not None:
        stack = np.asarray(samples, dtype=np.float64)
        played = [_best(_check(s) / max(float(np.abs(s).max()), 1e-300), np.zeros(len(a))) > 0 for s in stack]
        frequency = np.mean(played, axis=0)
    return NashAverage(p, a @ p, frequency)
