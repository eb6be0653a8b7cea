"""Deals what it can't see at random, plays each action on from there many times, and takes the one that won most."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harness.games.forecast.kit import (
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

PARAMETERS = [Parameter("iterations", 30, 1, 10_000, 1, "deals that each action is tried on")]

ALL_SLOTS = np.uint64(0b11111)
ZERO, ONE = np.uint64(0), np.uint64(1)
BLUE = np.uint64(0x00000000_00FFFFFF)
BROWN = np.uint64(0xFFFFFFFF_FF000000)
PREDICTIONS = np.uint64(0x0000FFFF_FF000000)
EACH = np.uint64(0x01010101_01010101)
COUNT = np.uint64(255)
_5, _8, _56 = np.uint64(5), np.uint64(8), np.uint64(56)


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
    """Pick one of the cards of a counts word, each as likely; returns its kind, 8 where there is none."""
    cards = np.int64((pool * EACH) >> _56)
    if cards == 0:
        return _8
    rest = np.uint64(below(random, cards))
    kind = ZERO
    while rest >= pool & COUNT:
        rest -= pool & COUNT
        pool >>= _8
        kind += ONE
    return kind


@jit
def pick_top(pool: np.uint64, left: np.int64, random: Any) -> np.uint64:
    """Pick the deck's next top card, where there is one."""
    return pick(pool, random) if left > 0 else _8


@jit
def deal(view: Any, random: Any) -> Dream:
    """Deal what the player can't see: the rival's predictions, its hand and the deck's top card fit their backs."""
    pool = view.unseen
    rival_predicted, rival_hand = ZERO, ZERO
    slots = view.rival_predicted
    while slots:
        kind = pick(pool & PREDICTIONS, random)
        rival_predicted |= number_planes(kind - np.uint64(2)) << np.uint64(lowest(slots))
        pool -= ONE << (_8 * kind)
        slots = drop_lowest(slots)
    for place in range(view.rival_blue + view.rival_brown):
        kind = pick(pool & (BLUE if place < view.rival_blue else BROWN), random)
        rival_hand += ONE << (_5 * kind)
        pool -= ONE << (_8 * kind)
    top = pick(pool & (BROWN if view.top_back == 1 else BLUE), random)
    pool -= ONE << (_8 * top)
    return Dream(view.table, view.hand, view.predicted, rival_hand, rival_predicted, pool, view.left, top)


@jit
def play(dream: Dream, action: np.int64, random: Any) -> Dream:
    """Play an action; the rival is the mover then."""
    table, hand, predicted = dream.table, dream.hand, dream.predicted
    pool, left, top = dream.pool, dream.left, dream.top
    slot = np.uint64(SLOT_OF[action])
    number = np.uint64(NUMBER_OF[action])
    if action < FIRST_NUMBER:
        hand += ONE << (_5 * top)
        left -= 1
        top = pick_top(pool, left, random)
        pool -= ONE << (_8 * top) if left > 0 else ZERO
    else:
        hand -= ONE << (_5 * np.uint64(KIND_OF[action]))
        if action < FIRST_PREDICTION:
            table = with_number(table, number, slot)
        elif action < FIRST_SWAP:
            predicted |= number_planes(number) << slot
        elif action < FIRST_REMOVE:
            table = swapped(table, slot, np.uint64(SECOND_OF[action]))
        else:
            table = without_top(table, slot)
    return Dream(table, dream.rival_hand, dream.rival_predicted, hand, predicted, pool, left, top)


@jit
def dream_on(view: Any, dream: Dream, action: np.int64, random: Any) -> np.int64:
    """Play an action, and then anything until the end; returns 2 for a win, 1 for a draw."""
    mine = True
    while True:
        dream = play(dream, action, random)
        mine = not mine
        if dream.left == 0 or full_slots(dream.table) == ALL_SLOTS:
            break
        legal = legal_actions(dream.table, dream.predicted, dream.hand, dream.left, view.hand_limit)
        if legal == ZERO:
            break
        action = nth(legal, below(random, count(legal)))
    lead = score(dream.table, dream.predicted, view.exact, view.over, view.miss) - score(
        dream.table, dream.rival_predicted, view.exact, view.over, view.miss
    )
    if not mine:
        lead = -lead
    return np.int64(lead >= 0) + np.int64(lead > 0)


@player(game="forecast", parameters=PARAMETERS, scratch=46, cost=100_000)
def dreamer(view: Any, parameters: Any, _memory: Any, scratch: Any, random: Any) -> np.int64:
    """Doc."""
    for action in range(46):
        scratch[action] = ZERO
    for _ in range(np.int64(parameters[0])):
        dream = deal(view, random)
        actions = view.legal
        while actions:
            action = lowest(actions)
            actions = drop_lowest(actions)
            scratch[action] += np.uint64(dream_on(view, dream, action, random))
    best, chosen = np.int64(-1), np.int64(0)
    actions = view.legal
    while actions:
        action = lowest(actions)
        actions = drop_lowest(actions)
        if np.int64(scratch[action]) > best:
            best, chosen = np.int64(scratch[action]), action
    return chosen
