"""Small simulated worlds with known truth, for tests of coverage and error rates."""

from __future__ import annotations

import numpy as np

from harness.stats.deals import DealTable
from harness.stats.models import probabilities


def pairs(
    rng: np.random.Generator, n: int, skill: float, seat: float, deal: float, draw: float = 0.2
) -> np.ndarray:
    """Results (n, 2) of swapped pairs: skill stays, seat and deal change sides."""
    luck = rng.normal(0, deal, n) if deal else np.zeros(n)

    def play(x: np.ndarray) -> np.ndarray:
        win = (1 - draw) / (1 + np.exp(-x))
        u = rng.random(n)
        return np.where(u < win, 2, np.where(u < 1 - draw, 0, 1))

    return np.stack([play(skill + seat + luck), play(skill - seat - luck)], axis=1)


def deal_counts(
    rng: np.random.Generator,
    log_worth: np.ndarray,
    deals: int,
    *,
    log_gamma: float = 0.2,
    nu: float = 0.5,
    affinity: float = 0.6,
    seat_luck: float = 0.8,
) -> np.ndarray:
    """Counts (P, deals, 2, 3) of a round robin whose deals are common to all pairings and favour entrants
    and seats.
    """
    n = len(log_worth)
    i, j = np.triu_indices(n, 1)
    taste, luck = rng.normal(0, affinity, (deals, n)), rng.normal(0, seat_luck, deals)
    counts = np.zeros((len(i), deals, 2, 3), dtype=np.int32)
    for seat, sign in ((0, 1), (1, -1)):
        gap = (log_worth[i] - log_worth[j])[:, None] + (taste[:, i] - taste[:, j]).T
        p = probabilities("davidson", gap + sign * (log_gamma + luck)[None, :], np.log(nu))
        result = (rng.random(gap.shape)[..., None] > p.cumsum(axis=-1)[..., :2]).sum(axis=-1)
        counts[np.arange(len(i))[:, None], np.arange(deals)[None, :], seat, result] = 1
    return counts


def deal_table(rng: np.random.Generator, log_worth: np.ndarray, deals: int, **kwargs: float) -> DealTable:
    i, j = np.triu_indices(len(log_worth), 1)
    return DealTable(len(log_worth), i, j, deal_counts(rng, log_worth, deals, **kwargs))
