"""The best immediate gain: what most people play in their first game."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.forecast.kit import (
    FIRST_NUMBER,
    FIRST_PREDICTION,
    FIRST_REMOVE,
    FIRST_SWAP,
    NUMBER_OF,
    SECOND_OF,
    SLOT_OF,
    below,
    bit,
    count,
    drop_lowest,
    has,
    lowest,
    nth,
    number_beneath,
    payoff,
    predicted_number,
    top_number,
    unseen_count,
)
from harness.players import jit, player

DRAW = np.uint64(1)


@jit
def rival_payoff(view: Any, top: np.int64) -> float:
    """Expect what a rival's unknown prediction pays under a top number, by counting the cards not yet seen."""
    cards, total = np.int64(0), np.int64(0)
    for number in range(1, 4):
        copies = unseen_count(view, number + 2)
        total += copies * payoff(view, number, top)
        cards += copies
    return total / cards if cards > 0 else 0.0


@jit
def slot_lead(view: Any, slot: np.int64, top: np.int64, expected: Any) -> float:
    """Give the own payoff on a slot less the rival's expected one, with any number on top of it."""
    mine = predicted_number(view.predicted, slot)
    lead = np.float64(payoff(view, mine, top) if mine > 0 else 0)
    return lead - expected[top] if has(view.rival_predicted, slot) else lead


@jit
def gain(view: Any, action: np.int64, expected: Any) -> float:
    """Give by how much an action moves the lead that can be seen now; a draw moves nothing."""
    slot = np.int64(SLOT_OF[action])
    top = top_number(view.table, slot)
    if action < FIRST_NUMBER:
        return 0.0
    if FIRST_PREDICTION <= action < FIRST_SWAP:
        return np.float64(payoff(view, np.int64(NUMBER_OF[action]), top))
    before = slot_lead(view, slot, top, expected)
    if action < FIRST_PREDICTION:
        return slot_lead(view, slot, np.int64(NUMBER_OF[action]), expected) - before
    if action >= FIRST_REMOVE:
        return slot_lead(view, slot, number_beneath(view.table, slot), expected) - before
    second = np.int64(SECOND_OF[action])
    other = top_number(view.table, second)
    return (
        slot_lead(view, slot, other, expected)
        + slot_lead(view, second, top, expected)
        - slot_lead(view, second, other, expected)
        - before
    )


@player(game="forecast", cost=150)
def greedy(view: Any, _parameters: Any, _memory: Any, _scratch: Any, random: Any) -> np.int64:
    """Plays for the largest gain at once, on the score that it would have if the game ended now.

    Its own predictions it knows; a prediction of the rival's counts as the average of those not yet seen. Where no
    action gains anything it draws, and where it can't draw it takes the smallest loss; equals are picked at random.
    The classic baseline: one look ahead, no plan, no memory.
    """
    expected = (
        rival_payoff(view, np.int64(0)),
        rival_payoff(view, np.int64(1)),
        rival_payoff(view, np.int64(2)),
        rival_payoff(view, np.int64(3)),
    )
    best = 1e-9 if view.legal & DRAW else -np.inf
    equals = view.legal & DRAW
    actions = view.legal & ~DRAW
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        gained = gain(view, action, expected)
        if gained > best:
            best = gained
            equals = bit(action)
        elif gained == best:
            equals |= bit(action)
    return nth(equals, below(random, count(equals)))
