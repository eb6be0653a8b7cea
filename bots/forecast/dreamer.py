"""Deals what it can't see at random, plays every action on from there, and takes the one that comes out best."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harness.games.forecast.kit import (
    ACTIONS,
    FIRST_NUMBER,
    FIRST_PREDICTION,
    FIRST_REMOVE,
    FIRST_SWAP,
    KIND_OF,
    NUMBER_OF,
    SECOND_OF,
    SLOT_OF,
    below,
    count,
    drop_lowest,
    full_slots,
    legal_actions,
    lowest,
    nth,
    number_planes,
    score,
    swapped,
    with_number,
    without_top,
)
from harness.players import Parameter, jit, player

PARAMETERS = [
    Parameter("iterations", 10, 1, 10_000, 1, "deals on which each action is tried"),
    Parameter("looks", 4, 1, 46, 1, "actions of which the best is played on: 1 is random play"),
]
ITERATIONS, LOOKS = range(2)

ALL_SLOTS = np.uint64(0b11111)
ZERO, ONE = np.uint64(0), np.uint64(1)
BLUE = np.uint64(0x00000000_00FFFFFF)
BROWN = np.uint64(0xFFFFFFFF_FF000000)
PREDICTIONS = np.uint64(0x0000FFFF_FF000000)
EACH = np.uint64(0x01010101_01010101)
COUNT = np.uint64(255)
NO_CARD = np.uint64(8)
_2, _5, _8, _56 = np.uint64(2), np.uint64(5), np.uint64(8), np.uint64(56)
WORST = np.int64(-1_000)
"""A lead that is worse than any."""


class Dream(NamedTuple):
    """A whole position, as it may be: nothing in it is hidden."""

    table: Any
    hand: Any  # the mover's
    predicted: Any
    rival_hand: Any
    rival_predicted: Any
    pool: Any  # counts: the deck without its top card
    left: Any
    top: Any  # kind of the deck's top card


@jit
def pick(pool: np.uint64, random: Any) -> np.uint64:
    """Pick one of the cards of a counts word, each as likely; returns its kind, or NO_CARD."""
    cards = np.int64((pool * EACH) >> _56)
    if cards == 0:
        return NO_CARD
    rest = np.uint64(below(random, cards))
    kind = ZERO
    while rest >= pool & COUNT:
        rest -= pool & COUNT
        pool >>= _8
        kind += ONE
    return kind


@jit
def without(pool: np.uint64, kind: np.uint64) -> np.uint64:
    """Take a card out of a counts word; NO_CARD leaves it as it is."""
    return pool - (ONE << (_8 * kind)) if kind < NO_CARD else pool


@jit
def deal(view: Any, random: Any) -> Dream:
    """Deal what the player can't see: the rival's predictions, its hand and the deck's top card fit their backs."""
    pool = view.unseen
    rival_predicted, rival_hand = ZERO, ZERO
    slots = view.rival_predicted
    while slots:
        kind = pick(pool & PREDICTIONS, random)
        rival_predicted |= number_planes(kind - _2) << np.uint64(lowest(slots))
        pool = without(pool, kind)
        slots = drop_lowest(slots)
    for place in range(view.rival_blue + view.rival_brown):
        kind = pick(pool & (BLUE if place < view.rival_blue else BROWN), random)
        rival_hand += ONE << (_5 * kind)
        pool = without(pool, kind)
    top = pick(pool & (BROWN if view.top_back == 1 else BLUE), random)
    pool = without(pool, top)
    return Dream(view.table, view.hand, view.predicted, rival_hand, rival_predicted, pool, view.left, top)


@jit
def with_action(table: np.uint64, predicted: np.uint64, action: np.int64) -> Any:
    """Give the table and the mover's predictions after an action."""
    slot, number = np.uint64(SLOT_OF[action]), np.uint64(NUMBER_OF[action])
    if action < FIRST_NUMBER:
        return table, predicted
    if action < FIRST_PREDICTION:
        return with_number(table, number, slot), predicted
    if action < FIRST_SWAP:
        return table, predicted | (number_planes(number) << slot)
    if action < FIRST_REMOVE:
        return swapped(table, slot, np.uint64(SECOND_OF[action])), predicted
    return without_top(table, slot), predicted


@jit
def play(dream: Dream, action: np.int64, random: Any) -> Dream:
    """Play an action; the rival is the mover then."""
    table, predicted = with_action(dream.table, dream.predicted, action)
    hand, pool, left, top = dream.hand, dream.pool, dream.left, dream.top
    if action < FIRST_NUMBER:
        hand += ONE << (_5 * top)
        left -= 1
        top = pick(pool, random)
        pool = without(pool, top)
    else:
        hand -= ONE << (_5 * np.uint64(KIND_OF[action]))
    return Dream(table, dream.rival_hand, dream.rival_predicted, hand, predicted, pool, left, top)


@jit
def lead_of(view: Any, table: np.uint64, mine: np.uint64, theirs: np.uint64) -> np.int64:
    """Give by how much one set of predictions beats another on a table."""
    return score(table, mine, view.exact, view.over, view.miss) - score(
        table, theirs, view.exact, view.over, view.miss
    )


@jit
def likely(view: Any, dream: Dream, legal: np.uint64, looks: np.int64, random: Any) -> np.int64:
    """Pick some actions at random, and give the one with the best lead at once."""
    best, chosen = WORST, np.int64(0)
    actions = count(legal)
    for _ in range(looks):
        action = nth(legal, below(random, actions))
        table, predicted = with_action(dream.table, dream.predicted, action)
        lead = lead_of(view, table, predicted, dream.rival_predicted)
        if lead > best:
            best, chosen = lead, action
    return chosen


@jit
def dream_on(view: Any, dream: Dream, action: np.int64, looks: np.int64, random: Any) -> np.int64:
    """Play an action, and then both hands to the end; returns the lead."""
    mine = True
    while True:
        dream = play(dream, action, random)
        mine = not mine
        legal = legal_actions(dream.table, dream.predicted, dream.hand, dream.left, view.hand_limit)
        if dream.left == 0 or full_slots(dream.table) == ALL_SLOTS or legal == ZERO:
            break
        action = likely(view, dream, legal, looks, random)
    lead = lead_of(view, dream.table, dream.predicted, dream.rival_predicted)
    return lead if mine else -lead


@jit
def best_of(legal: np.uint64, totals: Any) -> np.int64:
    """Give the legal action with the highest total."""
    best, chosen = ZERO, np.int64(0)
    while legal:
        action = lowest(legal)
        legal = drop_lowest(legal)
        if totals[action] > best:
            best, chosen = totals[action], action
    return chosen


@player(game="forecast", parameters=PARAMETERS, scratch=ACTIONS, cost=40_000)
def dreamer(view: Any, parameters: Any, _memory: Any, scratch: Any, random: Any) -> np.int64:
    """Deals what it can't see at random, plays every action on from there, and takes the one with the best mean lead.

    Each of its `iterations` deals the rival's predictions and hand and the deck from the cards not yet seen, so that
    all backs fit. From there both sides play on, each time the best at once of a few random actions.
    More iterations make it better, and slower. Known as flat Monte Carlo search over determinizations: Ginsberg's GIB
    played bridge this way (2001). Its weakness is known too: as nothing is hidden in a dream, it neither bluffs nor
    reads the rival.
    """
    for place in range(ACTIONS):
        scratch[place] = ZERO
    looks = np.int64(parameters[LOOKS])
    for _ in range(np.int64(parameters[ITERATIONS])):
        dream = deal(view, random)
        actions = view.legal
        while actions:
            action = lowest(actions)
            actions = drop_lowest(actions)
            scratch[action] += np.uint64(dream_on(view, dream, action, looks, random) - WORST)
    return best_of(view.legal, scratch)
