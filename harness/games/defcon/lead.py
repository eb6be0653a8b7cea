"""Who leads: the best two bids of each seat against each other's (rules, sections 6 and 9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.compiler import inline, jit


@jit
def best_two(x: np.int64, y: np.int64, z: np.int64) -> tuple[np.int64, np.int64]:
    """Give the highest and the second of three."""
    high = x if x > y else y
    low = x if x < y else y
    second = high if high < z else z
    return (high if high > z else z), (low if low > second else second)


@inline
def leader(
    a1: np.int64, a2: np.int64, a3: np.int64, b1: np.int64, b2: np.int64, b3: np.int64, both: np.int64
) -> np.int64:
    """Say who leads with these six bids: 0, 1, or −1 for nobody (rules, sections 6 and 9).

    Parameters
    ----------
    a1, a2, a3, b1, b2, b3 : int64
        Each river's value if it is in range, else 0.
    both : int64
        The rule `lead`: 0 pairwise, 1 both.
    """
    best_a, second_a = best_two(a1, a2, a3)
    best_b, second_b = best_two(b1, b2, b3)
    bar_a, bar_b = second_b, second_a
    if both != 0:
        bar_a, bar_b = best_b, best_a
    # A second bid that is beaten strictly needs no look at whether there is one: it would be above 0.
    a = (best_a > best_b) & (second_a > bar_a)
    b = (best_b > best_a) & (second_b > bar_b)
    return np.int64(b) - np.int64(not (a | b))


@jit
def leader_among(bids: Any, rules: Any) -> np.int64:
    """Say who leads with the six bids that an array begins with: 0, 1, or −1 for nobody."""
    return leader(
        np.int64(bids[0]),
        np.int64(bids[1]),
        np.int64(bids[2]),
        np.int64(bids[3]),
        np.int64(bids[4]),
        np.int64(bids[5]),
        rules.lead,
    )


@jit
def leader_of(rivers: Any, rules: Any) -> np.int64:
    """Say who leads: 0, 1, or −1 for nobody."""
    return leader(
        np.int64(rivers[0].bid),
        np.int64(rivers[1].bid),
        np.int64(rivers[2].bid),
        np.int64(rivers[3].bid),
        np.int64(rivers[4].bid),
        np.int64(rivers[5].bid),
        rules.lead,
    )
