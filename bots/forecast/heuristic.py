"""A thought-out player: it weighs every action in points, by what each slot will most likely pay at the end."""

from __future__ import annotations

from typing import Any, NamedTuple

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
    bit,
    count,
    drop_lowest,
    full_slots,
    hand_count,
    has,
    lowest,
    number_beneath,
    number_planes,
    payoff,
    predicted_number,
    predicted_slots,
    started_slots,
    top_number,
    uniform,
    unseen_count,
    with_number,
)
from harness.players import Parameter, jit, player

PARAMETERS = [
    # What the rival's predictions are
    Parameter("trust", 20.0, 1.0, 60.0, 1.0, "how many times likelier a prediction is the number under it, on a full slot"),
    Parameter("trust_open", 3.0, 0.0, 60.0, 0.5, "the same on a slot that was still open"),
    # What is to come
    Parameter("late", 1.0, 0.0, 10.0, 1.0, "cards left in the deck when an open slot is taken to stay as it is"),
    Parameter("deck_pace", 0.7, 0.05, 2.0, 0.05, "numbers still to be played for each card left in the deck"),
    Parameter("horizon", 8.0, 0.5, 40.0, 0.5, "numbers still to be played when a held card keeps half its worth"),
    # What is held back
    Parameter("patience", 2.0, -1.0, 5.0, 0.1, "worth of holding a prediction back, per point of its number"),
    Parameter("hold_swap", 12.0, -2.0, 20.0, 0.5, "worth of holding a swap back"),
    Parameter("hold_remove", 0.0, -2.0, 20.0, 0.25, "worth of holding a remove back"),
    Parameter("shed", 3.0, -2.0, 8.0, 0.1, "worth of playing a number: it clogs the hand"),
    # What the hand needs
    Parameter("brown", 6.0, -2.0, 12.0, 0.25, "worth of drawing a card with a brown-red back: those score"),
    Parameter("room", 0.4, -1.0, 2.0, 0.05, "worth of a place in the hand, for predicting and against drawing"),
    # What a full slot invites
    Parameter("invite", 1.0, 0.0, 3.0, 0.1, "worth of closing a slot on a number to be predicted next, per point"),
    Parameter("gift", 0.6, 0.0, 3.0, 0.1, "cost of closing a slot on which the rival can predict, per point"),
    # Bluff
    Parameter("decoy", 1.5, -3.0, 5.0, 0.1, "worth of predicting another number than lies on an open slot"),
    Parameter("bluff", 0.2, 0.0, 3.0, 0.1, "largest random bonus of a prediction"),
    # The end
    Parameter("sure", 1.0, -5.0, 5.0, 0.25, "lead from which it ends the game"),
    Parameter("rush", 0.5, -2.0, 3.0, 0.05, "worth of a number for each point ahead, per place that is left"),
]
(
    TRUST, TRUST_OPEN, LATE, DECK_PACE, HORIZON, PATIENCE, HOLD_SWAP, HOLD_REMOVE, SHED,
    BROWN, ROOM, INVITE, GIFT, DECOY, BLUFF, SURE, RUSH,
) = range(17)  # fmt: skip

GUESSES, CERTAIN = 0, 1
"""Words of its memory: planes of what the rival seems to have predicted; slots (bits) where that is fairly certain."""

NUMBER_BITS = np.uint64(0b00001_00001)
END = 1_000.0


class Outlook(NamedTuple):
    """What all actions of one decision are weighed with."""

    places: Any  # numbers that the river can still take
    settled: Any  # slots (bits) that are taken to stay as they are
    time: Any  # share of its worth that a held card keeps: towards 1 early, 0 at the end
    fresh: Any  # expected payoff of predicting 1, 2 and 3 on a slot that isn't settled
    lead: Any  # were the game over now
    guesses: Any
    certain: Any


@jit
def remember(view: Any, memory: Any) -> None:
    """Note what lies under a rival's prediction when it is made, and when the rival later plays on that slot."""
    last = view.last
    if last < FIRST_NUMBER or FIRST_PREDICTION <= last < SEEN_PREDICTION:
        return
    slot = last - SEEN_PREDICTION if last >= SEEN_PREDICTION else np.int64(SLOT_OF[last])
    if has(view.rival_predicted, slot):
        there = np.uint64(slot)
        number = number_planes(np.uint64(top_number(view.table, slot)))
        memory[GUESSES] = (memory[GUESSES] & ~(NUMBER_BITS << there)) | (number << there)
        memory[CERTAIN] = (memory[CERTAIN] & ~bit(slot)) | (full_slots(view.table) & bit(slot))


@jit
def fresh_payoff(view: Any, number: np.int64) -> float:
    """Expect what a prediction pays under a number not yet seen."""
    cards, total = np.int64(0), np.int64(0)
    for top in range(1, 4):
        copies = unseen_count(view, top - 1)
        cards += copies
        total += copies * payoff(view, number, top)
    return total / max(cards, 1)


@jit
def look_ahead(view: Any, parameters: Any, memory: Any) -> Outlook:
    """Work out, once for a decision, what is to come."""
    full = full_slots(view.table)
    places = 10 - count(started_slots(view.table)) - count(full)
    turns = min(np.float64(places), parameters[DECK_PACE] * view.left)
    outlook = Outlook(
        places,
        full if view.left > parameters[LATE] else ~np.uint64(0),
        turns / (turns + parameters[HORIZON]),
        (fresh_payoff(view, 1), fresh_payoff(view, 2), fresh_payoff(view, 3)),
        0.0,
        memory[GUESSES],
        memory[CERTAIN],
    )
    return outlook
