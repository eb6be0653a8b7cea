"""Reads the rival's predictions off the table, and wrecks them."""

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
    SEEN_PREDICTION,
    SLOT_OF,
    drop_lowest,
    full_slots,
    has,
    lowest,
    number_beneath,
    number_planes,
    payoff,
    predicted_number,
    top_number,
    unseen_count,
)
from harness.players import Parameter, jit, player

PARAMETERS = [
    Parameter("malice", 1.2, 0.0, 4.0, 0.1, "weight of a point that the rival loses; an own point weighs 1"),
    Parameter("ambush", 0.5, 0.0, 6.0, 0.25, "damage that a swap or a remove must at least do"),
    Parameter(
        "seal", 0.2, -1.0, 3.0, 0.1, "extra worth of a number that closes a slot on a ruined prediction"
    ),
    Parameter("nerve", 0.5, -1.0, 6.0, 0.25, "payoff from which it predicts on a full slot"),
    Parameter("caution", 6.0, -1.0, 9.0, 0.25, "payoff from which it predicts on an open one"),
    Parameter("draw", -1.0, -2.0, 4.0, 0.1, "worth of a draw"),
    Parameter("arms", 3.0, -2.0, 4.0, 0.1, "extra worth of drawing a brown-red card"),
]
MALICE, AMBUSH, SEAL, NERVE, CAUTION, DRAW, ARMS = range(7)

BOTH_PLANES = np.uint64(0b00001_00001)


@jit
def remember(view: Any, memory: Any) -> None:
    """Note what lay on a slot when the rival predicted there: that is what it will have meant."""
    slot = view.last - SEEN_PREDICTION
    if slot >= 0:
        there = np.uint64(slot)
        meant = number_planes(np.uint64(top_number(view.table, slot)))
        memory[0] = (memory[0] & ~(BOTH_PLANES << there)) | (meant << there)


@jit
def commonest_prediction(view: Any) -> np.int64:
    """Give the prediction of which most copies are unseen, the highest of equals."""
    best = np.int64(3)
    for number in range(2, 0, -1):
        if unseen_count(view, number + 2) > unseen_count(view, best + 2):
            best = np.int64(number)
    return best


@jit
def balance(view: Any, memory: Any, malice: float, slot: np.int64, top: np.int64) -> float:
    """Give the own payoff on a slot less the rival's, as it reads it, times its malice."""
    own = predicted_number(view.predicted, slot)
    total = np.float64(payoff(view, own, top) if own > 0 else 0)
    if has(view.rival_predicted, slot):
        meant = predicted_number(memory[0], slot)
        total -= malice * payoff(view, meant if meant > 0 else commonest_prediction(view), top)
    return total


@jit
def weigh_number(view: Any, memory: Any, parameters: Any, number: np.int64, slot: np.int64) -> float:
    """Weigh a number: most of all where it ruins a prediction, and closes the slot on it."""
    top = top_number(view.table, slot)
    malice = parameters[MALICE]
    change = balance(view, memory, malice, slot, number) - balance(view, memory, malice, slot, top)
    if top > 0 and change > 0.0 and has(view.rival_predicted, slot):
        change += parameters[SEAL]
    return change


@jit
def weigh_prediction(view: Any, parameters: Any, number: np.int64, slot: np.int64) -> float:
    """Weigh a prediction: it must pay enough, more so where it can still be covered."""
    needed = parameters[NERVE] if has(full_slots(view.table), slot) else parameters[CAUTION]
    return payoff(view, number, top_number(view.table, slot)) - needed + parameters[DRAW]


@jit
def weigh_attack(view: Any, memory: Any, parameters: Any, action: np.int64) -> float:
    """Weigh a swap or a remove by the damage that it does."""
    malice = parameters[MALICE]
    slot = np.int64(SLOT_OF[action])
    top = top_number(view.table, slot)
    change = -balance(view, memory, malice, slot, top)
    if action >= FIRST_REMOVE:
        change += balance(view, memory, malice, slot, number_beneath(view.table, slot))
    else:
        other = np.int64(SECOND_OF[action])
        there = top_number(view.table, other)
        change += balance(view, memory, malice, slot, there) + balance(view, memory, malice, other, top)
        change -= balance(view, memory, malice, other, there)
    return change - parameters[AMBUSH] + parameters[DRAW]


@jit
def weigh(view: Any, memory: Any, parameters: Any, action: np.int64) -> float:
    """Weigh any action, in points."""
    slot, number = np.int64(SLOT_OF[action]), np.int64(NUMBER_OF[action])
    if action < FIRST_NUMBER:
        return np.float64(parameters[DRAW] + (parameters[ARMS] if view.top_back == 1 else 0.0))
    if action < FIRST_PREDICTION:
        return weigh_number(view, memory, parameters, number, slot)
    if action < FIRST_SWAP:
        return weigh_prediction(view, parameters, number, slot)
    return weigh_attack(view, memory, parameters, action)


@player(game="forecast", parameters=PARAMETERS, memory=1, cost=150)
def saboteur(view: Any, parameters: Any, memory: Any, _scratch: Any, _random: Any) -> np.int64:
    """Takes what lay on a slot when the rival predicted there for the prediction, and plays to spoil it.

    A point that the rival loses weighs more than one of its own. Numbers, swaps and removes go where they
    hurt most; it predicts itself only where that pays at once, and gathers brown-red cards as arms.
    The style of players who would rather break a tower than build one; whoever bluffs leads it astray.
    """
    remember(view, memory)
    best, chosen = -np.inf, np.int64(0)
    actions = view.legal
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        worth = weigh(view, memory, parameters, action)
        if worth > best:
            best, chosen = worth, action
    return chosen
