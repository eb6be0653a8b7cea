"""The three models of a game between two entrants, as log-likelihoods with their derivatives.

With x the difference of log worths (the first-mover factor included) and u the draw parameter, the outcome
has three probabilities. Each function takes counts of losses, draws and wins with any leading axes, and
gives the log-likelihood and its first and second derivatives by x and u; all three models are concave in
(x, u) together.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
RatingModel = Literal["davidson", "rao-kupper", "bradley-terry"]


class Terms(NamedTuple):
    """A log-likelihood and its derivatives, all of one shape; ``h**`` are second derivatives and not above
    0 on the diagonal.
    """

    value: Floats
    gx: Floats
    gu: Floats
    hxx: Floats
    hxu: Floats
    huu: Floats


def davidson(x: Floats, u: Floats, counts: Floats) -> Terms:
    """Davidson (1970), with u = ln ν: win : loss : tie = e^{x/2} : e^{−x/2} : ν.

    With a first-mover factor γ, x = ln(γπ_i/π_j) when i is first: γ stands wherever the first one's
    worth does, as after Davidson & Beaver (1977), so that ν/(2 + ν) remains the draw rate of equals. Where γ
    is kept out of the root in the tie's term, ν comes out √γ times as large, and the fit is the same.

    Parameters
    ----------
    x, u : float64 arrays, which broadcast to (...)
        Difference of log worths; log of ν.
    counts : float64 array, shape (..., 3)
        Losses, draws, wins.
    """
    loss, draw, win = counts[..., 0], counts[..., 1], counts[..., 2]
    n = loss + draw + win
    half = x / 2.0
    top = np.maximum(np.abs(half), u)
    a, b, c = np.exp(half - top), np.exp(-half - top), np.exp(u - top)
    total = a + b + c
    a /= total
    b /= total
    c /= total
    value = (win - loss) * half + draw * u - n * (top + np.log(total))
    gap = a - b
    return Terms(
        value,
        0.5 * (win - loss - n * gap),
        draw - n * c,
        -0.25 * n * (a + b - gap * gap),
        0.5 * n * gap * c,
        -n * c * (1.0 - c),
    )


def rao_kupper(x: Floats, u: Floats, counts: Floats) -> Terms:
    """Rao & Kupper (1967), with u = ln θ: win = σ(x − u), loss = σ(−x − u), tie = (e^{2u} − 1)·win·loss;
    BayesElo's model.

    Parameters
    ----------
    x, u : float64 arrays, which broadcast to (...)
        Difference of log worths; log of θ, above 0 where there are draws.
    counts : float64 array, shape (..., 3)
        Losses, draws, wins.
    """
    loss, draw, win = counts[..., 0], counts[..., 1], counts[..., 2]
    up, down = win + draw, loss + draw
    p, q = _sigmoid(x - u), _sigmoid(-x - u)
    curve_p, curve_q = up * p * (1.0 - p), down * q * (1.0 - q)
    e = np.expm1(2.0 * u)
    value = -up * np.logaddexp(0.0, u - x) - down * np.logaddexp(0.0, u + x) + draw * np.log(e)
    return Terms(
        value,
        up * (1.0 - p) - down * (1.0 - q),
        -up * (1.0 - p) - down * (1.0 - q) + draw * 2.0 * (1.0 + 1.0 / e),
        -curve_p - curve_q,
        curve_p - curve_q,
        -curve_p - curve_q - draw * 4.0 * (1.0 + 1.0 / e) / e,
    )


def bradley_terry(x: Floats, _u: Floats, counts: Floats) -> Terms:
    """Bradley & Terry (1952), win = σ(x), with a draw as half a win and half a loss.

    Parameters
    ----------
    x : float64 array, shape (...)
        Difference of log worths. The second argument isn't used.
    counts : float64 array, shape (..., 3)
        Losses, draws, wins.
    """
    up = counts[..., 2] + 0.5 * counts[..., 1]
    down = counts[..., 0] + 0.5 * counts[..., 1]
    p = _sigmoid(x)
    zero = np.zeros_like(p)
    value = -up * np.logaddexp(0.0, -x) - down * np.logaddexp(0.0, x)
    return Terms(value, up * (1.0 - p) - down * p, zero, -(up + down) * p * (1.0 - p), zero, zero)


TERMS = {"davidson": davidson, "rao-kupper": rao_kupper, "bradley-terry": bradley_terry}


def probabilities(model: RatingModel, x: npt.ArrayLike, u: float) -> Floats:
    """Probabilities of loss, draw and win at a difference of log worths.

    Parameters
    ----------
    model : {"davidson", "rao-kupper", "bradley-terry"}
        Bradley–Terry has no draws.
    x : float array, shape (...)
        Difference of log worths, the first-mover factor included.
    u : float
        ln ν or ln θ; ``-inf`` in Davidson's model, 0 in Rao–Kupper's, for no draws.

    Returns
    -------
    float64 array, shape (..., 3)
    """
    d = np.asarray(x, dtype=np.float64)
    if model == "davidson" and math.isinf(u) and u > 0:
        out = np.zeros((*d.shape, 3))
        out[..., 1] = 1.0
        return out
    if model == "davidson":
        logits = np.stack([-d / 2.0, np.full_like(d, u), d / 2.0], axis=-1)
        e = np.exp(logits - logits.max(axis=-1, keepdims=True))
        shares: Floats = e / e.sum(axis=-1, keepdims=True)
        return shares
    shift = u if model == "rao-kupper" else 0.0
    win, loss = _sigmoid(d - shift), _sigmoid(-d - shift)
    return np.stack([loss, np.maximum(1.0 - win - loss, 0.0), win], axis=-1)


def start_draw(model: RatingModel, draw_rate: float) -> float:
    """Draw parameter u at which equals draw with that rate: ν/(2 + ν), or (θ − 1)/(θ + 1)."""
    if model == "davidson":
        return math.log(2.0 * draw_rate / (1.0 - draw_rate))
    if model == "rao-kupper":
        return math.log((1.0 + draw_rate) / (1.0 - draw_rate))
    return 0.0


def _sigmoid(x: Floats) -> Floats:
    e = np.exp(-np.abs(x))
    out: Floats = np.where(x >= 0, 1.0, e) / (1.0 + e)
    return out
