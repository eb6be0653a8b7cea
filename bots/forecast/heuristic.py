"""A thought-out player: it weighs every action in points, by what the slots will most likely pay at the end."""

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
    started_slots,
    swapped,
    top_number,
    uniform,
    unseen_count,
    with_number,
)
from harness.players import Parameter, jit, player

PARAMETERS = (
    Parameter("trust", 15.0, 0.0, 60.0, 1.0, "how many times likelier a rival's prediction is the number under it"),
    Parameter("doubt", 25.0, 0.0, 60.0, 1.0, "how soon a number that can still be covered counts for nothing"),
    Parameter("deck_pace", 0.35, 0.05, 2.0, 0.05, "numbers still to be played for each card left in the deck"),
    Parameter("horizon", 5.0, 0.5, 40.0, 0.5, "numbers to come at which a held card keeps half its worth"),
    Parameter("patience", 0.5, -1.0, 3.0, 0.1, "worth of holding a prediction back, for each point of its number"),
    Parameter("shed", 1.5, -2.0, 6.0, 0.1, "worth of getting rid of a stone or a fish"),
    Parameter("reed", 0.4, -2.0, 6.0, 0.1, "worth of getting rid of a reed"),
    Parameter("hold_swap", 6.0, -2.0, 15.0, 0.25, "worth of a swap held back"),
    Parameter("hold_remove", 1.0, -2.0, 15.0, 0.25, "worth of a remove held back"),
    Parameter("invite", 0.3, 0.0, 2.0, 0.1, "worth of a full slot that an own prediction in hand fits, per point"),
    Parameter("gift", 0.1, 0.0, 2.0, 0.1, "cost of a full slot that the rival can predict on, per point"),
    Parameter("brown", 4.0, -2.0, 9.0, 0.25, "worth of drawing a card with a brown-red back"),
    Parameter("room", 0.3, -1.0, 2.0, 0.05, "worth of drawing for each free place in the hand"),
    Parameter("sure", 1.2, -5.0, 5.0, 0.25, "lead from which it ends the game"),
    Parameter("rush", 0.2, -2.0, 2.0, 0.05, "worth of filling the river, for each point ahead"),
    Parameter("bluff", 0.1, 0.0, 3.0, 0.1, "largest random bonus of a prediction: it blurs what predictions tell"),
)
(
    TRUST, DOUBT, DECK_PACE, HORIZON, PATIENCE, SHED, REED, HOLD_SWAP, HOLD_REMOVE,
    INVITE, GIFT, BROWN, ROOM, SURE, RUSH, BLUFF,
) = range(16)  # fmt: skip

END = 100.0
RIVAL_NUMBER = np.uint64(0b00001_00001)


class Outlook(NamedTuple):
    """What all actions of one decision are weighed with."""

    places: Any  # numbers that the river can still take
    firm: Any  # chance that a number that can be covered stays on top
    time: Any  # how much of its worth a held card keeps: towards 1 early, 0 at the end
    fresh: Any  # expected payoff of predicting 1, 2, 3 under a number not yet seen
    field: Any  # total payoff of all unseen predictions, under a top of 0, 1, 2, 3
    field_fresh: Any  # and under a number not yet seen
    copies: Any  # unseen predictions
    trust: Any
    guesses: Any  # planes: what the rival's predictions seem to be


@jit
def remember(view: Any, memory: Any) -> None:
    """Note the number under a rival's prediction when it is made, and when the rival plays on it later."""
    last = view.last
    if last < FIRST_NUMBER or FIRST_PREDICTION <= last < SEEN_PREDICTION:
        return
    slot = last - SEEN_PREDICTION if last >= SEEN_PREDICTION else np.int64(SLOT_OF[last])
    if has(view.rival_predicted, slot):
        there = np.uint64(slot)
        seen = number_planes(np.uint64(top_number(view.table, slot)))
        memory[0] = (memory[0] & ~(RIVAL_NUMBER << there)) | (seen << there)


@jit
def fresh_payoff(view: Any, number: np.int64) -> float:
    """Expect what a prediction pays under a number not yet seen."""
    cards = unseen_count(view, 0) + unseen_count(view, 1) + unseen_count(view, 2)
    total = np.int64(0)
    for top in range(1, 4):
        total += unseen_count(view, top - 1) * payoff(view, number, top)
    return total / max(cards, 1)


@jit
def field_payoff(view: Any, top: np.int64) -> np.int64:
    """Total what all unseen predictions would pay under a top number."""
    total = np.int64(0)
    for number in range(1, 4):
        total += unseen_count(view, number + 2) * payoff(view, number, top)
    return total


@jit
def look_ahead(view: Any, parameters: Any, guesses: np.uint64) -> Outlook:
    """Work out, once for a decision, what is to come."""
    places = 10 - count(started_slots(view.table)) - count(full_slots(view.table))
    turns = min(np.float64(places), parameters[DECK_PACE] * view.left)
    one, two, three = unseen_count(view, 3), unseen_count(view, 4), unseen_count(view, 5)
    fresh = (fresh_payoff(view, 1), fresh_payoff(view, 2), fresh_payoff(view, 3))
    return Outlook(
        places,
        1.0 / (1.0 + parameters[DOUBT] * turns),
        turns / (turns + parameters[HORIZON]),
        fresh,
        (field_payoff(view, 0), field_payoff(view, 1), field_payoff(view, 2), field_payoff(view, 3)),
        one * fresh[0] + two * fresh[1] + three * fresh[2],
        one + two + three,
        parameters[TRUST] - 1.0,
        guesses,
    )


@jit
def own_worth(view: Any, outlook: Outlook, number: np.int64, top: np.int64, firm: float) -> float:
    """Expect what an own prediction will pay."""
    return firm * payoff(view, number, top) + (1.0 - firm) * outlook.fresh[number - 1]


@jit
def rival_worth(view: Any, outlook: Outlook, slot: np.int64, top: np.int64, firm: float) -> float:
    """Expect what the rival's prediction on a slot will pay: any unseen one, the one guessed `trust` times likelier."""
    total = firm * outlook.field[top] + (1.0 - firm) * outlook.field_fresh
    weight = np.float64(outlook.copies)
    guess = predicted_number(outlook.guesses, slot)
    if guess > 0:
        extra = outlook.trust * unseen_count(view, guess + 2)
        total += extra * own_worth(view, outlook, guess, top, firm)
        weight += extra
    return total / max(weight, 0.5)


@jit
def lead_on(view: Any, outlook: Outlook, slot: np.int64, top: np.int64, firm: float) -> float:
    """Expect by how much the own prediction on a slot will beat the rival's."""
    lead = 0.0
    own = predicted_number(view.predicted, slot)
    if own > 0:
        lead += own_worth(view, outlook, own, top, firm)
    if has(view.rival_predicted, slot):
        lead -= rival_worth(view, outlook, slot, top, firm)
    return lead


@jit
def final_lead(view: Any, outlook: Outlook, table: np.uint64) -> float:
    """Expect the lead if the game ended with this table."""
    lead = 0.0
    for slot in range(5):
        lead += lead_on(view, outlook, slot, top_number(table, slot), 1.0)
    return lead


@jit
def ending(view: Any, outlook: Outlook, parameters: Any, table: np.uint64) -> float:
    """Say what it is worth to end the game with this table: all, or less than nothing."""
    return END if final_lead(view, outlook, table) >= parameters[SURE] else -END


@jit
def weigh_draw(view: Any, outlook: Outlook, parameters: Any) -> float:
    """Weigh a draw: brown-red cards are the ones that score, and a hand must have room for them."""
    worth = parameters[ROOM] * (view.hand_limit - view.hand_size)
    if view.top_back == 1:
        worth += parameters[BROWN]
    if view.left == 1:
        worth += ending(view, outlook, parameters, view.table)
    return worth


@jit
def weigh_number(
    view: Any, outlook: Outlook, parameters: Any, number: np.int64, slot: np.int64, lead: float
) -> float:
    """Weigh a number: the slot's change, what it invites, a cleared hand, and the end that comes nearer."""
    top = top_number(view.table, slot)
    firm = 1.0 if top > 0 else outlook.firm
    worth = lead_on(view, outlook, slot, number, firm) - lead_on(view, outlook, slot, top, outlook.firm)
    worth += outlook.time * (parameters[REED] if number == 3 else parameters[SHED])
    worth += parameters[RUSH] * lead / outlook.places
    if top > 0:
        if hand_count(view, number + 2) > 0 and predicted_number(view.predicted, slot) == 0:
            worth += parameters[INVITE] * number
        if view.rival_brown > 0 and not has(view.rival_predicted, slot):
            worth -= parameters[GIFT] * number
    if outlook.places == 1:
        worth += ending(view, outlook, parameters, with_number(view.table, np.uint64(number), np.uint64(slot)))
    return worth


@jit
def firmness(view: Any, outlook: Outlook, slot: np.int64) -> float:
    """Give the chance that a slot's top stays: a full slot is taken to stay as it is."""
    return 1.0 if has(full_slots(view.table), slot) else outlook.firm


@jit
def weigh_prediction(
    view: Any, outlook: Outlook, parameters: Any, number: np.int64, slot: np.int64, random: Any
) -> float:
    """Weigh a prediction against keeping it for a better place."""
    worth = own_worth(view, outlook, number, top_number(view.table, slot), firmness(view, outlook, slot))
    worth -= parameters[PATIENCE] * number * outlook.time
    return worth + parameters[BLUFF] * uniform(random)


@jit
def weigh_swap(view: Any, outlook: Outlook, parameters: Any, r: np.int64, s: np.int64) -> float:
    """Weigh a swap: it ruins what the rival predicted as well as it brings the own numbers home."""
    top_r, top_s = top_number(view.table, r), top_number(view.table, s)
    firm_r, firm_s = firmness(view, outlook, r), firmness(view, outlook, s)
    after = lead_on(view, outlook, r, top_s, firm_s) + lead_on(view, outlook, s, top_r, firm_r)
    before = lead_on(view, outlook, r, top_r, firm_r) + lead_on(view, outlook, s, top_s, firm_s)
    return after - before - parameters[HOLD_SWAP] * outlook.time


@jit
def weigh_remove(view: Any, outlook: Outlook, parameters: Any, slot: np.int64) -> float:
    """Weigh a remove: a slot is open again, with what lay beneath on top."""
    top = top_number(view.table, slot)
    after = lead_on(view, outlook, slot, number_beneath(view.table, slot), outlook.firm)
    before = lead_on(view, outlook, slot, top, firmness(view, outlook, slot))
    return after - before - parameters[HOLD_REMOVE] * outlook.time


@jit
def weigh(
    view: Any, outlook: Outlook, parameters: Any, action: np.int64, lead: float, random: Any
) -> float:
    """Weigh any action, in points."""
    slot = np.int64(SLOT_OF[action])
    number = np.int64(NUMBER_OF[action])
    if action < FIRST_NUMBER:
        return weigh_draw(view, outlook, parameters)
    if action < FIRST_PREDICTION:
        return weigh_number(view, outlook, parameters, number, slot, lead)
    if action < FIRST_SWAP:
        return weigh_prediction(view, outlook, parameters, number, slot, random)
    if action < FIRST_REMOVE:
        return weigh_swap(view, outlook, parameters, slot, np.int64(SECOND_OF[action]))
    return weigh_remove(view, outlook, parameters, slot)


@player(game="forecast", parameters=PARAMETERS, memory=1, cost=400)
def heuristic(view: Any, parameters: Any, memory: Any, _scratch: Any, random: Any) -> np.int64:
    """doc"""
    remember(view, memory)
    outlook = look_ahead(view, parameters, memory[0])
    lead = final_lead(view, outlook, view.table)
    best = -np.inf
    chosen = np.int64(0)
    actions = view.legal
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        worth = weigh(view, outlook, parameters, action, lead, random)
        if worth > best:
            best = worth
            chosen = action
    return chosen
