"""Newton's method on the joint log-likelihood of many entrants, for many tables of counts at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from harness.stats.models import TERMS, RatingModel, Terms
from harness.stats.tables import Floats, Ints

_LONGEST = 1.5
"""Longest step of any parameter, in nats: farther out the quadratic says nothing of these likelihoods."""


@dataclass(frozen=True, eq=False)
class Likelihood:
    """What is maximised; the parameters are the log worths λ (n), then η = ln γ if fitted, then the draw
    parameter u if fitted.

    Parameters
    ----------
    model : {"davidson", "rao-kupper", "bradley-terry"}
        Model of one game.
    entrants : int
        n.
    i, j : int64 array, shape (P,)
        Entrants of each pairing.
    first_mover, draws : bool
        Whether η and u are fitted.
    prior : float
        Virtual draws per entrant against the average entrant: each adds −ln(2 cosh(λ/2)), and the same for η.
    """

    model: RatingModel
    entrants: int
    i: Ints
    j: Ints
    first_mover: bool
    draws: bool
    prior: float

    @property
    def size(self) -> int:
        """Number of parameters."""
        return self.entrants + self.first_mover + self.draws

    @cached_property
    def incidence(self) -> Floats:
        """Shape (P, n): +1 at i, −1 at j."""
        d = np.zeros((len(self.i), self.entrants))
        rows = np.arange(len(self.i))
        d[rows, self.i], d[rows, self.j] = 1.0, -1.0
        return d

    @cached_property
    def idle(self) -> Ints:
        """Entrants without a pairing."""
        return np.setdiff1d(np.arange(self.entrants), np.concatenate([self.i, self.j]))

    def pool(self, counts: Floats) -> Floats:
        """Take the seats of counts (R, P, 2, 3) together where they don't matter: (R, P, 1, 3)."""
        return counts if self.first_mover else counts.sum(axis=2, keepdims=True)

    def differences(self, params: Floats) -> Floats:
        """Difference of log worths, seat included, shape (R, P, S), for params (R, K)."""
        lam = params[:, : self.entrants]
        x: Floats = (lam[:, self.i] - lam[:, self.j])[:, :, None]
        if not self.first_mover:
            return x
        eta = params[:, self.entrants, None, None]
        signed: Floats = x + eta * np.array([1.0, -1.0])
        return signed

    def terms(self, params: Floats, pooled: Floats) -> Terms:
        """Evaluate the model, every array (R, P, S)."""
        u = params[:, -1, None, None] if self.draws else np.zeros((len(params), 1, 1))
        return TERMS[self.model](self.differences(params), u, pooled)

    def value(self, params: Floats, pooled: Floats) -> Floats:
        """Penalised log-likelihood, shape (R,)."""
        out: Floats = self.terms(params, pooled).value.sum(axis=(1, 2)) + self._prior_value(params)
        return out

    def _prior_value(self, params: Floats) -> Floats:
        x = params[:, : self.entrants + self.first_mover]
        out: Floats = -self.prior * np.logaddexp(x / 2.0, -x / 2.0).sum(axis=1)
        return out

    def derivatives(self, params: Floats, pooled: Floats) -> tuple[Floats, Floats, Floats]:
        """Penalised log-likelihood (R,), gradient (R, K), and information (minus the Hessian) (R, K, K)."""
        t = self.terms(params, pooled)
        n, replicates = self.entrants, len(params)
        d = self.incidence
        grad = np.empty((replicates, self.size))
        info = np.zeros((replicates, self.size, self.size))
        grad[:, :n] = _over_seats(t.gx) @ d
        h = _over_seats(t.hxx)
        info[:, self.i, self.j] = h
        info[:, self.j, self.i] = h
        diagonal = np.arange(n)
        info[:, diagonal, diagonal] = -(h @ np.abs(d))
        if self.first_mover:
            grad[:, n] = (t.gx[..., 0] - t.gx[..., 1]).sum(axis=1)
            self._border(info, n, (t.hxx[..., 0] - t.hxx[..., 1]) @ d)
            info[:, n, n] = -h.sum(axis=1)
        if self.draws:
            grad[:, -1] = t.gu.sum(axis=(1, 2))
            self._border(info, self.size - 1, _over_seats(t.hxu) @ d)
            info[:, -1, -1] = -t.huu.sum(axis=(1, 2))
            if self.first_mover:
                cross = (t.hxu[..., 0] - t.hxu[..., 1]).sum(axis=1)
                info[:, n, -1] = info[:, -1, n] = -cross
        self._add_prior(params, grad, info)
        return t.value.sum(axis=(1, 2)) + self._prior_value(params), grad, info

    def _border(self, info: Floats, k: int, h: Floats) -> None:
        info[:, : self.entrants, k] = -h
        info[:, k, : self.entrants] = -h

    def _add_prior(self, params: Floats, grad: Floats, info: Floats) -> None:
        n = self.entrants
        if self.prior == 0.0:
            # The likelihood doesn't know the level of the λ; this fixes their sum and changes no
            # difference. Nor does it know anything of entrants without games, who stay where they are.
            info[:, :n, :n] += 1.0
            info[:, self.idle, self.idle] += 1.0
            return
        count = n + self.first_mover
        x = params[:, :count]
        grad[:, :count] -= 0.5 * self.prior * np.tanh(x / 2.0)
        k = np.arange(count)
        info[:, k, k] += 0.25 * self.prior / np.cosh(x / 2.0) ** 2


def _over_seats(values: Floats) -> Floats:
    """Sum over the last axis of length 1 or 2: (R, P, S) to (R, P). Numpy's own sum is slow over so short
    an axis.
    """
    return values[..., 0] if values.shape[-1] == 1 else values[..., 0] + values[..., 1]


def maximise(
    like: Likelihood, counts: Floats, start: Floats, *, tolerance: float = 1e-10, rounds: int = 60
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Maximise the penalised log-likelihood of R tables, each on its own.

    Parameters
    ----------
    like : Likelihood
        What is maximised.
    counts : float64 array, shape (R, P, 2, 3)
        Counts.
    start : float64 array, shape (R, K)
        Starting values.
    tolerance : float
        A table is done when its longest step is below this. Newton's error after a step of s is of the
        order of s².
    rounds : int
        Steps at most.

    Returns
    -------
    params : float64 array, shape (R, K)
    done : bool array, shape (R,)
        False where the rounds ran out: the maximum is infinite, or nearly so.
    """
    params = np.array(start, dtype=np.float64)
    pooled = like.pool(counts)
    done = np.zeros(len(params), dtype=bool)
    for _ in range(rounds):
        live = np.flatnonzero(~done)
        if len(live) == 0:
            break
        whole = len(live) == len(params)
        here = pooled if whole else pooled[live]
        old = params[live]
        value, grad, info = like.derivatives(old, here)
        # So small beside any information that it moves nothing, and large enough that an empty direction
        # can be solved.
        k = np.arange(like.size)
        info[:, k, k] += 1e-12
        step = np.asarray(np.linalg.solve(info, grad[..., None])[..., 0], dtype=np.float64)
        step *= np.minimum(1.0, _LONGEST / np.maximum(np.abs(step).max(axis=1), 1e-300))[:, None]
        if like.model == "rao-kupper" and like.draws:
            # ln θ stays above 0.
            step[:, -1] = np.maximum(step[:, -1], -0.75 * old[:, -1])
        longest: Floats = np.abs(step).max(axis=1)
        params[live] = old + _shorten(like, here, old, step, value, longest)
        done[live] = longest < tolerance
    return params, done


def _shorten(
    like: Likelihood, counts: Floats, old: Floats, step: Floats, value: Floats, longest: Floats
) -> Floats:
    """Halve long steps that lead down; short ones can't, since the likelihood is concave."""
    check = np.flatnonzero(longest > 0.3)
    for _ in range(10):
        if len(check) == 0:
            break
        lower = like.value(old[check] + step[check], counts[check]) < value[check] - 1e-9 * np.abs(
            value[check]
        )
        check = check[lower]
        step[check] /= 2.0
    return step
