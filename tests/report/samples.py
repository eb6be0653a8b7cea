"""Made-up results that look like real ones: tournaments, matches, histograms of actions and lengths."""

from __future__ import annotations

import numpy as np

from harness.stats.analysis import RatingResult, rate
from harness.stats.deals import DealTable
from harness.stats.tables import PairingTable

NAMES = ["search:iterations=2000", "greedy", "heuristic", "counter", "hoarder", "cautious", "first", "random"]
FORECAST_KINDS = ("draw", "number", "predict", "swap", "remove")
DEFCON_KINDS = ("number", "jack", "queen", "king", "joker", "discard", "disband")


def names(n: int) -> list[str]:
    return NAMES[:n] + [f"player-{k:02d}" for k in range(len(NAMES), n)]


def elos(n: int) -> np.ndarray:
    return np.linspace(180, -220, n) + 25 * np.sin(np.arange(n) * 2.3)


def play(pairs, gaps, deals: int, *, draw: float, spread: float, seed: int) -> DealTable:
    """Play every deal in both seats in every pairing; `gaps` are i's Elo over j, `spread` the luck of a deal."""
    rng = np.random.Generator(np.random.PCG64(seed))
    luck = rng.normal(0, 1, deals) * spread
    swing = np.stack([luck, -luck], axis=-1) + np.array([25.0, -25.0])
    win = (1 - draw) / (1 + 10 ** (-(np.array(gaps)[:, None, None] + swing) / 400))
    u = rng.random(win.shape)
    outcome = np.where(u < win, 2, np.where(u < win + draw, 1, 0))
    counts = (outcome[..., None] == np.arange(3)).astype(np.int32)
    i, j = np.array(pairs).T
    return DealTable(int(max(i.max(), j.max())) + 1, i, j, counts)


def deal_table(n: int, deals: int = 200) -> DealTable:
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    elo = elos(n)
    return play(pairs, [elo[i] - elo[j] for i, j in pairs], deals, draw=0.06, spread=120.0, seed=7)


def result(n: int = 8, deals: int = 200) -> RatingResult:
    return rate(deal_table(n, deals), replicates=200)


def pairing_table(i, j, counts) -> PairingTable:
    return PairingTable(1 + max(*i, *j), np.array(i), np.array(j), np.array(counts, dtype=float))


def lengths(n: int, middle: float, spread: float, *, most: int = 188, seed: int = 3) -> np.ndarray:
    """Games by number of plies."""
    rng = np.random.Generator(np.random.PCG64(seed))
    return np.bincount(np.clip(rng.normal(middle, spread, n), 5, most).astype(int), minlength=most + 1)


def forecast_actions(games: int, style: float, seed: int = 1) -> np.ndarray:
    """Actions by ply and kind: draws first, predictions in the middle, swaps and removes late."""
    rng = np.random.Generator(np.random.PCG64(seed))
    length = np.clip(rng.normal(56, 5, games), 20, 71).astype(int)
    seat = np.arange(games) % 2
    counts = np.zeros((239, 5), np.int64)
    for p in range(72):
        n = int(((length > p) & (p % 2 == seat)).sum())
        t = p / 60
        w = np.array([
            1.3 if p < 10 else 0.55,
            0.05 + 0.5 * t * (0.7 + style) if p > 1 else 0.0,
            (0.35 * style * np.exp(-(((t - 0.25 - 0.4 * style) / 0.22) ** 2)) + 0.03) if p > 1 else 0.0,
            0.16 * t**2 + 0.02 * style if p > 1 else 0.0,
            0.12 * t**1.5 if p > 3 else 0.0,
        ])  # fmt: skip
        counts[p] = rng.multinomial(n, w / w.sum())
    return counts


def defcon_actions(games: int, style: float, seed: int = 1) -> np.ndarray:
    """Actions by ply and kind: six numbers, then all kinds; long thin tails."""
    rng = np.random.Generator(np.random.PCG64(seed))
    length = np.clip(14 + rng.gamma(2.0, 13 + 10 * style, games), 8, 188).astype(int)
    seat = np.arange(games) % 2
    counts = np.zeros((188, 7), np.int64)
    for p in range(188):
        n = int(((length > p) & (p % 2 == seat)).sum())
        t = p / 80
        w = np.array([1.0, 0, 0, 0, 0, 0, 0.0])
        if p >= 6:
            late = np.exp(-t)
            w = np.array([0.5 * late + 0.12, 0.12 + 0.06 * style, 0.1, 0.14 * late + 0.03, 0.03, 0.08, 0.02])
            w[5:] += 0.25 * t * style, 0.05 * t
        counts[p] = rng.multinomial(n, w / w.sum())
    return counts


def walk(looks: int = 120, drift: float = 0.03, seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Games and LLR at each look of a sequential test that accepts H1 at its end."""
    rng = np.random.Generator(np.random.PCG64(seed))
    llr = np.cumsum(rng.normal(drift, 0.18, looks))
    out = np.flatnonzero(np.abs(llr) > 2.944)
    stop = int(out[0]) + 1 if out.size else looks
    return 400 * np.arange(1, stop + 1), llr[:stop]


def cyclic_result(deals: int = 300) -> RatingResult:
    """Five entrants of whom three beat one another in a ring."""
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    gaps = {(0, 1): 60, (1, 2): 80, (0, 2): -50, (0, 3): 90, (1, 3): 40, (2, 3): 100, (3, 4): 120}
    table = play(pairs, [gaps.get(pair, 200) for pair in pairs], deals, draw=0.0, spread=60.0, seed=2)
    return rate(table, replicates=200)
