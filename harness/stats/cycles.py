"""The strongest cycles of three: i beats j, j beats k, and k beats i."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.stats.hodge import log_odds_matrix
from harness.stats.resample import interval
from harness.stats.tables import Floats, Ints


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three entrants of whom each beat the next.

    Attributes
    ----------
    entrants : (int, int, int)
        i beat j, j beat k, k beat i.
    log_odds : (float, float, float)
        The three legs i–j, j–k, k–i in nats, all above 0.
    curl : float
        Their sum: 0 where ratings explain the three.
    low, high : float
        Percentile interval of the curl.
    frequency : float
        Share of replicates in which all three legs point the same way round.
    """

    entrants: tuple[int, int, int]
    log_odds: tuple[float, float, float]
    curl: float
    low: float
    high: float
    frequency: float


def strongest_cycles(
    entrants: int,
    i: Ints,
    j: Ints,
    observed: Floats,
    samples: Floats,
    *,
    top: int = 10,
    confidence: float = 0.95,
) -> list[Cycle]:
    """List the 3-cycles with the largest curl.

    Parameters
    ----------
    entrants : int
        n.
    i, j : int64 array, shape (P,)
        Pairings.
    observed : float64 array, shape (P,)
        Log-odds of the games.
    samples : float64 array, shape (R, P)
        Log-odds of the resampled games.
    top : int
        Cycles at most.
    confidence : float
        Level of the intervals, which aren't corrected for having picked the strongest of many.

    Returns
    -------
    list of Cycle
        The strongest first; empty where nobody beat, was beaten by, and so on.

    Notes
    -----
    The curl of Jiang et al. (2011).
    """
    m = log_odds_matrix(entrants, i, j, observed)
    number = np.full((entrants, entrants), -1, dtype=np.int64)
    number[i, j] = number[j, i] = np.arange(len(i))
    sign = np.zeros((entrants, entrants))
    sign[i, j], sign[j, i] = 1.0, -1.0
    beats = m > 0
    found: list[tuple[float, int, int, int]] = []
    for a in range(entrants):
        # Every cycle once: `a` is its lowest index.
        legs = beats[a, :, None] & beats & beats[:, a][None, :]
        legs[: a + 1], legs[:, : a + 1] = False, False
        for b, c in np.argwhere(legs).tolist():
            found.append((float(m[a, b] + m[b, c] + m[c, a]), a, b, c))
    found.sort(key=lambda cycle: (-cycle[0], cycle[1:]))
    out = []
    for curl, a, b, c in found[:top]:
        ring = ((a, b), (b, c), (c, a))
        legs3 = np.stack([sign[x, y] * samples[:, number[x, y]] for x, y in ring])
        low, high = interval(legs3.sum(axis=0), confidence)
        odds = (float(m[a, b]), float(m[b, c]), float(m[c, a]))
        out.append(
            Cycle((a, b, c), odds, curl, float(low), float(high), float((legs3 > 0).all(axis=0).mean()))
        )
    return out
