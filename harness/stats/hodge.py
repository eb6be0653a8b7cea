"""How much of the log-odds between entrants no ratings can explain: the cyclic part of the matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stats.ratings import RatingFit
from harness.stats.tables import Floats, Ints, PairingTable

PSEUDO = 0.5
"""Added to both entrants' points of a pairing, so that a clean sweep has finite odds (Haldane 1956,
Anscombe 1956).
"""


@dataclass(frozen=True, eq=False, slots=True)
class HodgeSplit:
    """A matrix of log-odds split into what ratings explain and what they don't.

    Attributes
    ----------
    potential : float64 array, shape (..., n)
        The ratings that explain most, in nats, sum 0 over each connected group.
    cyclic : float64 array, shape (..., P)
        What is left of each pairing's log-odds.
    share : float64 array, shape (...)
        |cyclic|² over the whole, in [0, 1]; 0 where all log-odds are 0.
    """

    potential: Floats
    cyclic: Floats
    share: Floats


@dataclass(frozen=True, slots=True)
class CyclicTest:
    """The cyclic share against what noise alone would give.

    Attributes
    ----------
    share : float
        Cyclic share of the observed log-odds.
    expected : float
        Its bootstrap expectation under no cycles.
    excess : float
        `share` − `expected`; at or below 0 nothing speaks for cycles.
    p : float
        One-sided, (1 + replicates at or above `share`)/(1 + replicates).
    """

    share: float
    expected: float
    excess: float
    p: float


def log_odds(counts: npt.ArrayLike, pseudo: float = PSEUDO) -> Floats:
    """Log-odds of i against j in each pairing, draws as half points.

    Parameters
    ----------
    counts : array, shape (..., P, 2, 3)
        Counts by seat and result of i.
    pseudo : float
        Points added to both sides.

    Returns
    -------
    float64 array, shape (..., P)
        ln((w + d/2 + pseudo)/(l + d/2 + pseudo)) in nats; 0 where nothing was played.
    """
    c = np.asarray(counts, dtype=np.float64)
    loss, draw, win = (c[..., k].sum(axis=-1) for k in range(3))
    half = 0.5 * draw + pseudo
    out: Floats = np.log((win + half) / (loss + half))
    return out


def log_odds_matrix(entrants: int, i: Ints, j: Ints, values: Floats, fill: Floats | None = None) -> Floats:
    """Antisymmetric matrix of a pairing list.

    Parameters
    ----------
    entrants : int
        n.
    i, j : int64 array, shape (P,)
        Pairings.
    values : float64 array, shape (..., P)
        Log-odds of i against j; leading axes are replicates.
    fill : float64 array, shape (n,), optional
        Ratings in nats whose differences stand where nothing was played; 0 otherwise.

    Returns
    -------
    float64 array, shape (..., n, n)
    """
    out = np.zeros((*values.shape[:-1], entrants, entrants))
    if fill is not None:
        out += fill[:, None] - fill[None, :]
    out[..., i, j], out[..., j, i] = values, -values
    return out


def hodge_split(entrants: int, i: Ints, j: Ints, values: npt.ArrayLike) -> HodgeSplit:
    """Project log-odds on differences of ratings by least squares, every played pairing having the same
    weight.

    Parameters
    ----------
    entrants : int
        n.
    i, j : int64 array, shape (P,)
        The pairings that were played.
    values : float array, shape (..., P)
        Log-odds of i against j; leading axes are replicates.

    Returns
    -------
    HodgeSplit

    Notes
    -----
    Jiang, Lim, Yao & Ye, "Statistical ranking and combinatorial Hodge theory", Math. Program. 127 (2011),
    the decomposition by least squares. Where pairings are missing the remainder also holds the harmonic
    part, cycles of more than three.
    """
    y = np.asarray(values, dtype=np.float64)
    d = np.zeros((len(i), entrants))
    rows = np.arange(len(i))
    d[rows, i], d[rows, j] = 1.0, -1.0
    potential = y @ d @ np.linalg.pinv(d.T @ d, hermitian=True)
    cyclic = y - potential @ d.T
    whole = (y * y).sum(axis=-1)
    part = (cyclic * cyclic).sum(axis=-1)
    share = np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
    return HodgeSplit(potential, cyclic, np.clip(share, 0.0, 1.0))


def fitted_log_odds(table: PairingTable, fit: RatingFit, pseudo: float = PSEUDO) -> Floats:
    """Log-odds (P,) that the fitted model, which knows no cycles, expects in each pairing of `table` that
    was fitted.
    """
    pooled = fit.like.pool(table.counts[None])[0]
    return log_odds(pooled.sum(axis=-1, keepdims=True) * fit.outcome_probabilities(), pseudo)


def null_by_deal(fitted: Floats, observed: Floats, samples: Floats) -> Floats:
    """Replicates of the log-odds in a world without cycles, with the noise that the bootstrap by deal saw.

    Parameters
    ----------
    fitted : float64 array, shape (P,)
        What the fitted model expects (`fitted_log_odds`).
    observed : float64 array, shape (P,)
        Log-odds of the games.
    samples : float64 array, shape (R, P)
        Log-odds of the resampled games.

    Returns
    -------
    float64 array, shape (R, P)
        fitted + (samples − observed): a bootstrap of residuals.
    """
    out: Floats = fitted + (samples - observed)
    return out


def null_by_game(table: PairingTable, fit: RatingFit, *, replicates: int = 1000, seed: int = 1) -> Floats:
    """Replicates of the log-odds (R, P) when every game is drawn anew from the fitted model: for tables
    without deals.
    """
    pooled = fit.like.pool(table.counts[None])[0]
    n = pooled.sum(axis=-1).astype(np.int64)
    p = fit.outcome_probabilities()
    rng = np.random.Generator(np.random.PCG64(seed))
    return log_odds(rng.multinomial(n, p / p.sum(axis=-1, keepdims=True), size=(replicates, *n.shape)))


def cyclic_test(entrants: int, i: Ints, j: Ints, observed: Floats, null: Floats) -> CyclicTest:
    """Test whether the log-odds are more cyclic than noise makes them.

    Parameters
    ----------
    entrants : int
        n.
    i, j : int64 array, shape (P,)
        Pairings.
    observed : float64 array, shape (P,)
        Log-odds of the games.
    null : float64 array, shape (R, P)
        Replicates without cycles: `null_by_deal` or `null_by_game`.

    Returns
    -------
    CyclicTest
    """
    share = float(hodge_split(entrants, i, j, observed).share)
    by_chance = hodge_split(entrants, i, j, null).share
    expected = float(by_chance.mean())
    # Two roundings of one number must not count as a difference.
    p = (1.0 + float((by_chance >= share - 1e-12).sum())) / (1.0 + len(by_chance))
    return CyclicTest(share, expected, share - expected, p)
