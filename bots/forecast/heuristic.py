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
    number_planes,
    payoff,
    predicted_number,
    started_slots,
    top_number,
    uniform,
    unseen_count,
    with_number,
)
from harness.players import Parameter, jit, player

PARAMETERS = [
    # Reading the rival
    Parameter("trust", 15.0, 0.0, 60.0, 1.0, "how much likelier the rival predicted the top of a full slot"),
    Parameter("trust_open", 1.5, 0.0, 60.0, 0.5, "the same for the top of a slot that was still open"),
    # Holding cards back
    Parameter("deck_pace", 1.8, 0.05, 4.0, 0.05, "numbers still to be played for each card left in the deck"),
    Parameter("horizon", 14.0, 0.5, 40.0, 0.5, "numbers still to be played when holding is worth half"),
    Parameter("patience", 2.5, -1.0, 5.0, 0.1, "worth of holding a prediction, per point of its number"),
    Parameter("hold_swap", 20.0, -2.0, 40.0, 0.5, "worth of holding a swap"),
    Parameter("hold_remove", 1.0, -2.0, 20.0, 0.25, "worth of holding a remove"),
    # Managing the hand
    Parameter("shed", 2.0, -2.0, 8.0, 0.1, "worth of playing any number: they clog the hand"),
    Parameter("brown", 6.0, -2.0, 12.0, 0.25, "worth of drawing a card with a brown-red back: those score"),
    # Closing a slot
    Parameter("invite", 0.7, 0.0, 3.0, 0.1, "worth of a top that an own prediction in hand fits, per point"),
    Parameter("gift", 0.5, 0.0, 3.0, 0.1, "cost of a top that the rival can still predict, per point"),
    # Bluffing
    Parameter("decoy", 1.3, -3.0, 5.0, 0.1, "worth of predicting another number than lies on an open slot"),
    Parameter("bluff", 0.2, 0.0, 3.0, 0.1, "largest random bonus of a prediction"),
    # Ending the game
    Parameter("sure", 1.0, -5.0, 5.0, 0.25, "expected lead from which it ends the game"),
    Parameter("rush", 0.6, -2.0, 3.0, 0.05, "worth of playing a number, per point ahead and free place"),
]
(
    TRUST, TRUST_OPEN, DECK_PACE, HORIZON, PATIENCE, HOLD_SWAP, HOLD_REMOVE,
    SHED, BROWN, INVITE, GIFT, DECOY, BLUFF, SURE, RUSH,
) = range(15)  # fmt: skip

GUESSES, CERTAIN = 0, 1
"""Words of its memory: planes of what the rival seems to have predicted; slots (bits) where that is fairly certain."""

OPEN = np.int64(4)
STATES = 5
"""How a slot may end: with a top of 0 (none) to 3 for certain, or OPEN: under some number not yet seen."""
LEADS = 3 * STATES
"""Where its scratch goes on with the leads, behind the payoffs."""

NUMBER_BITS = np.uint64(0b00001_00001)
END = 1_000.0


class Outlook(NamedTuple):
    """What all actions of one decision are weighed with."""

    places: Any  # numbers that the river can still take
    time: Any  # share of its worth that a held card keeps: towards 1 early, 0 at the end
    full: Any  # slots (bits) that hold two numbers
    lead: Any  # the expected lead if the game ended now
    table: Any  # expected payoffs by number and state, then expected leads by slot and state


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
    return total / cards if cards > 0 else 0.0


@jit
def fill_payoffs(view: Any, table: Any) -> None:
    """Write what predicting 1, 2 and 3 pays, for each state of a slot."""
    for number in range(1, 4):
        row = STATES * (number - 1)
        for top in range(OPEN):
            table[row + top] = payoff(view, number, top)
        table[row + OPEN] = fresh_payoff(view, number)


@jit
def likelihoods(view: Any, parameters: Any, memory: Any, slot: np.int64) -> Any:
    """Give how likely the rival predicted 1, 2 and 3 on a slot: any card not yet seen, the guessed one likelier."""
    if not has(view.rival_predicted, slot):
        return 0.0, 0.0, 0.0
    trust = parameters[TRUST] if has(memory[CERTAIN], slot) else parameters[TRUST_OPEN]
    guess = predicted_number(memory[GUESSES], slot)
    one = unseen_count(view, 3) * (trust if guess == 1 else 1.0)
    two = unseen_count(view, 4) * (trust if guess == 2 else 1.0)
    three = unseen_count(view, 5) * (trust if guess == 3 else 1.0)
    whole = max(one + two + three, 1e-9)
    return one / whole, two / whole, three / whole


@jit
def fill_leads(view: Any, parameters: Any, memory: Any, table: Any) -> None:
    """Write by how much the own prediction on each slot will beat the rival's, for each state of the slot."""
    for slot in range(5):
        own = predicted_number(view.predicted, slot)
        one, two, three = likelihoods(view, parameters, memory, slot)
        for state in range(STATES):
            mine = table[STATES * (own - 1) + state] if own > 0 else 0.0
            theirs = one * table[state] + two * table[STATES + state] + three * table[2 * STATES + state]
            table[LEADS + STATES * slot + state] = mine - theirs


@jit
def lead_on(table: Any, slot: np.int64, state: np.int64) -> float:
    """Look up the expected lead on a slot in a state."""
    return table[LEADS + STATES * slot + state]


@jit
def final_lead(table: Any, stacks: np.uint64) -> float:
    """Expect the lead if the game were over with these stacks."""
    lead = 0.0
    for slot in range(5):
        lead += lead_on(table, slot, top_number(stacks, slot))
    return lead


@jit
def look_ahead(view: Any, parameters: Any, memory: Any, scratch: Any) -> Outlook:
    """Work out, once for a decision, what is to come."""
    table = scratch.view(np.float64)
    fill_payoffs(view, table)
    fill_leads(view, parameters, memory, table)
    full = full_slots(view.table)
    places = 10 - count(started_slots(view.table)) - count(full)
    turns = min(np.float64(places), parameters[DECK_PACE] * view.left)
    time = turns / (turns + parameters[HORIZON])
    return Outlook(places, time, full, final_lead(table, view.table), table)


@jit
def state_of(view: Any, outlook: Outlook, slot: np.int64) -> np.int64:
    """Give a slot's present state: its top where it is full, else OPEN."""
    return top_number(view.table, slot) if has(outlook.full, slot) else OPEN


@jit
def ending(parameters: Any, lead: float) -> float:
    """Give what it is worth to end the game with a lead: everything, or less than nothing."""
    return END if lead >= parameters[SURE] else -END


@jit
def weigh_draw(view: Any, parameters: Any, outlook: Outlook) -> float:
    """Weigh a draw by the back of the card, and by the end if it is the last one."""
    worth = parameters[BROWN] if view.top_back == 1 else 0.0
    if view.left == 1:
        worth += ending(parameters, outlook.lead)
    return worth


@jit
def weigh_number(view: Any, parameters: Any, outlook: Outlook, number: np.int64, slot: np.int64) -> float:
    """Weigh a number by the slot's change, the hand that it clears, and the end that comes nearer."""
    worth = parameters[SHED] * outlook.time + parameters[RUSH] * outlook.lead / outlook.places
    if has(started_slots(view.table), slot):
        worth += lead_on(outlook.table, slot, number) - lead_on(outlook.table, slot, OPEN)
        worth += invitation(view, parameters, number, slot)
    if outlook.places == 1:
        stacks = with_number(view.table, np.uint64(number), np.uint64(slot))
        worth += ending(parameters, final_lead(outlook.table, stacks))
    return worth


@jit
def invitation(view: Any, parameters: Any, number: np.int64, slot: np.int64) -> float:
    """Weigh what a slot closed on a number invites: an own prediction in hand, or one of the rival's."""
    worth = 0.0
    if hand_count(view, number + 2) > 0 and predicted_number(view.predicted, slot) == 0:
        worth += parameters[INVITE] * number
    if view.rival_brown > 0 and not has(view.rival_predicted, slot):
        worth -= parameters[GIFT] * number
    return worth


@jit
def weigh_prediction(
    view: Any, parameters: Any, outlook: Outlook, number: np.int64, slot: np.int64, random: Any
) -> float:
    """Weigh a prediction against holding it, with a bonus for what will mislead the rival."""
    state = state_of(view, outlook, slot)
    worth = outlook.table[STATES * (number - 1) + state] - parameters[PATIENCE] * number * outlook.time
    top = top_number(view.table, slot)
    if state == OPEN and top > 0 and top != number:
        worth += parameters[DECOY]
    return worth + parameters[BLUFF] * uniform(random)


@jit
def weigh_swap(view: Any, parameters: Any, outlook: Outlook, r: np.int64, s: np.int64) -> float:
    """Weigh a swap: it brings home what lies under own predictions as well as it ruins the rival's."""
    at_r, at_s = state_of(view, outlook, r), state_of(view, outlook, s)
    before = lead_on(outlook.table, r, at_r) + lead_on(outlook.table, s, at_s)
    after = lead_on(outlook.table, r, at_s) + lead_on(outlook.table, s, at_r)
    return after - before - parameters[HOLD_SWAP] * outlook.time


@jit
def weigh_remove(view: Any, parameters: Any, outlook: Outlook, slot: np.int64) -> float:
    """Weigh a remove: the slot is open again."""
    before = lead_on(outlook.table, slot, state_of(view, outlook, slot))
    return lead_on(outlook.table, slot, OPEN) - before - parameters[HOLD_REMOVE] * outlook.time


@jit
def weigh(view: Any, parameters: Any, outlook: Outlook, action: np.int64, random: Any) -> float:
    """Weigh any action, in points."""
    slot, number = np.int64(SLOT_OF[action]), np.int64(NUMBER_OF[action])
    if action < FIRST_NUMBER:
        return weigh_draw(view, parameters, outlook)
    if action < FIRST_PREDICTION:
        return weigh_number(view, parameters, outlook, number, slot)
    if action < FIRST_SWAP:
        return weigh_prediction(view, parameters, outlook, number, slot, random)
    if action < FIRST_REMOVE:
        return weigh_swap(view, parameters, outlook, slot, np.int64(SECOND_OF[action]))
    return weigh_remove(view, parameters, outlook, slot)


@player(game="forecast", parameters=PARAMETERS, memory=2, scratch=8 * STATES, cost=300)
def heuristic(view: Any, parameters: Any, memory: Any, scratch: Any, random: Any) -> np.int64:
    """Weighs every legal action in points, by what each slot will most likely pay at the end, and plays the best.

    A full slot counts as it is, an open one by the cards not yet seen. It reads the rival: a prediction is likely
    the number that lay there, or that the rival put there later, and all the likelier on a full slot. So it misleads
    in turn: on open slots it likes to predict another number than lies there. Predictions, swaps and removes are
    held for places where they are worth much, the less patiently the nearer the end; it draws brown-red cards
    before the rival does, sheds the numbers that clog its hand, and plays the last card only with a lead.

    The idea is a static evaluation with a look ahead of one action, as in the first chess programs, joined to what
    poker players call reading hands. Its numbers were tuned by an evolution strategy against the other stock
    players and against earlier versions of itself.
    """
    remember(view, memory)
    outlook = look_ahead(view, parameters, memory, scratch)
    best, chosen = -np.inf, np.int64(0)
    actions = view.legal
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        worth = weigh(view, parameters, outlook, action, random)
        if worth > best:
            best, chosen = worth, action
    return chosen
