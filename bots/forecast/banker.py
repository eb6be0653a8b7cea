"""Builds high numbers under its own predictions, and then looks after them."""

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
    drop_lowest,
    full_slots,
    hand_count,
    has,
    lowest,
    number_beneath,
    payoff,
    predicted_number,
    top_number,
)
from harness.players import Parameter, jit, player

PARAMETERS = [
    Parameter(
        "build", 1.2, 0.0, 3.0, 0.1, "worth of closing a slot with a number that it can predict, per point"
    ),
    Parameter("care", 1.1, 0.0, 4.0, 0.1, "weight of what its own predictions win or lose"),
    Parameter("open", 0.4, 0.0, 1.0, 0.05, "share of a prediction's payoff that counts on a slot still open"),
    Parameter("least", 1.4, -1.0, 6.0, 0.25, "payoff from which it predicts"),
    Parameter("insurance", 0.5, 0.0, 6.0, 0.25, "price of a swap or a remove: what it must at least repair"),
    Parameter("draw", 0.7, -2.0, 4.0, 0.1, "worth of a draw"),
    Parameter("junk", 0.3, 0.0, 3.0, 0.1, "cost of giving a number away, per point"),
]
BUILD, CARE, OPEN, LEAST, INSURANCE, DRAW, JUNK = range(7)


@jit
def own_payoff(view: Any, slot: np.int64, top: np.int64) -> np.int64:
    """Give what the own prediction on a slot pays under a top number; 0 where there is none."""
    number = predicted_number(view.predicted, slot)
    return payoff(view, number, top) if number > 0 else np.int64(0)


@jit
def weigh_number(view: Any, parameters: Any, number: np.int64, slot: np.int64) -> float:
    """Weigh a number: it closes an own slot well, prepares a prediction, or is given away."""
    top = top_number(view.table, slot)
    if predicted_number(view.predicted, slot) > 0:
        return parameters[CARE] * (own_payoff(view, slot, number) - own_payoff(view, slot, top))
    if top > 0 and hand_count(view, number + 2) > 0:
        return parameters[BUILD] * number
    return -parameters[JUNK] * number


@jit
def weigh_prediction(view: Any, parameters: Any, number: np.int64, slot: np.int64) -> float:
    """Weigh a prediction: a full slot counts whole, an open one in part."""
    paid = np.float64(payoff(view, number, top_number(view.table, slot)))
    if not has(full_slots(view.table), slot):
        paid *= parameters[OPEN]
    return paid - parameters[LEAST] + parameters[DRAW]


@jit
def weigh_repair(view: Any, parameters: Any, action: np.int64) -> float:
    """Weigh a swap or a remove by what it does to the own predictions alone."""
    slot = np.int64(SLOT_OF[action])
    top = top_number(view.table, slot)
    gain = -own_payoff(view, slot, top)
    if action >= FIRST_REMOVE:
        gain += own_payoff(view, slot, number_beneath(view.table, slot))
    else:
        other = np.int64(SECOND_OF[action])
        there = top_number(view.table, other)
        gain += own_payoff(view, slot, there) + own_payoff(view, other, top) - own_payoff(view, other, there)
    return parameters[CARE] * gain - parameters[INSURANCE]


@jit
def weigh(view: Any, parameters: Any, action: np.int64) -> float:
    """Weigh any action, in points."""
    slot, number = np.int64(SLOT_OF[action]), np.int64(NUMBER_OF[action])
    if action < FIRST_NUMBER:
        return np.float64(parameters[DRAW])
    if action < FIRST_PREDICTION:
        return weigh_number(view, parameters, number, slot)
    if action < FIRST_SWAP:
        return weigh_prediction(view, parameters, number, slot)
    return weigh_repair(view, parameters, action)


@player(game="forecast", parameters=PARAMETERS, cost=100)
def banker(view: Any, parameters: Any, _memory: Any, _scratch: Any, _random: Any) -> np.int64:
    """Plays as if it were alone: it closes slots with numbers that it can predict, predicts them, and repairs damage.

    A number goes on top of a slot whose prediction is in hand; a prediction is laid as soon as it pays enough, with
    a full slot counting whole and an open one in part; swaps and removes are kept as an insurance for what is banked.
    What the rival does or has predicted it never looks at. The style of players who build their own garden.
    """
    best, chosen = -np.inf, np.int64(0)
    actions = view.legal
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        worth = weigh(view, parameters, action)
        if worth > best:
            best, chosen = worth, action
    return chosen
