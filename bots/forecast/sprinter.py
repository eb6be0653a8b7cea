"""Runs for the nearest ending as soon as it is ahead, and stalls while it is behind."""

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
    count,
    drop_lowest,
    full_slots,
    lowest,
    number_beneath,
    payoff,
    predicted_number,
    started_slots,
    top_number,
)
from harness.players import Parameter, jit, player

PARAMETERS = [
    Parameter("guess", 3.5, -2.0, 6.0, 0.25, "points that each prediction of the rival is taken to be worth"),
    Parameter("haste", 0.6, 0.0, 6.0, 0.1, "worth of a step towards the end, for each point ahead"),
    Parameter("stall", 0.4, 0.0, 6.0, 0.1, "cost of a step towards the end, for each point behind"),
    Parameter("stride", 0.55, 0.05, 2.0, 0.05, "numbers that are played for each card that is drawn"),
    Parameter("start", 0.7, 0.0, 6.0, 0.1, "worth of an early draw"),
    Parameter(
        "hold", 1.0, -2.0, 6.0, 0.1, "worth of a prediction, swap or remove held back, until the end is near"
    ),
    Parameter("near", 4.0, 0.5, 20.0, 0.5, "steps from which on the end is near"),
]
GUESS, HASTE, STALL, STRIDE, START, HOLD, NEAR = range(7)


@jit
def own_payoff(view: Any, slot: np.int64, top: np.int64) -> float:
    """Give what the own prediction on a slot pays under a top number; 0 where there is none."""
    number = predicted_number(view.predicted, slot)
    return np.float64(payoff(view, number, top) if number > 0 else 0)


@jit
def lead_now(view: Any, guess: float) -> float:
    """Estimate the lead if the game ended now: the own score is known, the rival's is so much a prediction."""
    lead = -guess * count(view.rival_predicted)
    for slot in range(5):
        lead += own_payoff(view, slot, top_number(view.table, slot))
    return lead


@jit
def steps_left(view: Any, stride: float) -> float:
    """Count the steps to the nearer ending: free places of the river, or the deck's cards at their pace."""
    places = 10 - count(started_slots(view.table)) - count(full_slots(view.table))
    return min(np.float64(places), stride * view.left)


@jit
def own_change(view: Any, action: np.int64) -> float:
    """Give by how much an action that moves cards of the river changes the own score."""
    slot = np.int64(SLOT_OF[action])
    top = top_number(view.table, slot)
    before = own_payoff(view, slot, top)
    if action < FIRST_PREDICTION:
        return own_payoff(view, slot, np.int64(NUMBER_OF[action])) - before
    if action >= FIRST_REMOVE:
        return own_payoff(view, slot, number_beneath(view.table, slot)) - before
    other = np.int64(SECOND_OF[action])
    there = top_number(view.table, other)
    after = own_payoff(view, slot, there) + own_payoff(view, other, top)
    return after - before - own_payoff(view, other, there)


@jit
def weigh(view: Any, parameters: Any, action: np.int64, pace: float, steps: float) -> float:
    """Weigh any action, in points; `pace` is the worth of a step towards the end."""
    held = parameters[HOLD] * min(1.0, steps / parameters[NEAR])
    if action < FIRST_NUMBER:
        return parameters[START] * min(1.0, steps / parameters[NEAR]) + parameters[STRIDE] * pace
    if action < FIRST_PREDICTION:
        return own_change(view, action) + pace
    if action < FIRST_SWAP:
        top = top_number(view.table, np.int64(SLOT_OF[action]))
        return payoff(view, np.int64(NUMBER_OF[action]), top) - held
    if action < FIRST_REMOVE:
        return own_change(view, action) - held
    return own_change(view, action) - held - pace


@player(game="forecast", parameters=PARAMETERS, cost=150)
def sprinter(view: Any, parameters: Any, _memory: Any, _scratch: Any, _random: Any) -> np.int64:
    """Runs for the nearest ending as soon as it is ahead, and stalls while it is behind.

    Its own score it knows, and each of the rival's predictions it takes to be worth the same. A step towards the end
    (a number on a free place, or a draw where the deck runs out first) is worth more the further it is ahead and
    the fewer steps are left, and costs as much when it is behind. The style of players who watch the clock.
    """
    steps = steps_left(view, parameters[STRIDE])
    lead = lead_now(view, parameters[GUESS])
    pace = (parameters[HASTE] if lead > 0.0 else parameters[STALL]) * lead / max(steps, 0.1)
    best, chosen = -np.inf, np.int64(0)
    actions = view.legal
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        worth = weigh(view, parameters, action, pace, steps)
        if worth > best:
            best, chosen = worth, action
    return chosen
