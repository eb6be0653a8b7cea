"""The best immediate gain: what most people play in their first game."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import (
    JACKS,
    JOKERS,
    KINGS,
    MAX_ACTIONS,
    QUEENS,
    below,
    bid_of,
    contribution,
    disband_action,
    discard_action,
    drop_lowest,
    has,
    hit_by_joker,
    is_number,
    leader_with,
    lowest,
    modifier_action,
    number_action,
    number_rank,
    own_river,
    removed_by,
    worth_of,
)
from harness.players import jit, player

IN_RANGE = 20
"""What it is worth that a river is in range, in points of its value."""
OVERLOADED = -10
"""What an own river above the range is worth: less than an empty one."""
LEAD = 100
EMPTY = np.uint64(0)
NOTHING = np.int64(0)


@jit
def score(view: Any, at: np.int64, value: np.int64) -> np.int64:
    """Say what a river (0 to 5) is worth to who is to move, if it has some value."""
    if bid_of(view, value) > 0:
        worth = np.int64(IN_RANGE + value)
        return worth if at // 3 == view.seat else view.rules.low - worth
    if at // 3 != view.seat:
        return NOTHING
    return value if value < view.rules.low else np.int64(OVERLOADED)


@jit
def lead_score(view: Any, leader: np.int64) -> np.int64:
    """Say what it is worth that somebody (0, 1, or −1 for nobody) leads."""
    if leader < 0:
        return NOTHING
    return np.int64(LEAD if leader == view.seat else -LEAD)


@jit
def gain(view: Any, at: np.int64, value: np.int64, lead: np.int64) -> np.int64:
    """Say what it gains to give one river another value; `lead` is the score of who leads now."""
    river = view.rivers[at]
    gained = score(view, at, value) - score(view, at, np.int64(river.value))
    bid = bid_of(view, value)
    if bid != river.bid:
        gained += lead_score(view, leader_with(view, at, bid)) - lead
    return gained


@jit
def offer(scratch: Any, found: Any, code: np.int64, gained: np.int64) -> Any:
    """Note an action if none is better so far; `found` is the best gain, and how many actions have it."""
    best, equals = found
    if gained < best:
        return found
    if gained > best:
        equals = NOTHING
    scratch[equals] = np.uint64(code)
    return gained, equals + 1


@jit
def offer_modifiers(view: Any, scratch: Any, found: Any, card: np.int64, lead: np.int64) -> Any:
    """Offer all ways to attach a King, a Jack or a Joker; a Queen gains nothing at once."""
    for at in range(6):
        river = view.rivers[at]
        for position in range(np.int64(river.length)):
            if not (has(JACKS, card) or has(river.open, position)):
                continue
            code = modifier_action(card, np.int64(at), np.int64(position))
            if has(JOKERS, card):
                gained = joker_gain(view, code, np.int64(river.numbers[position]), lead)
            else:
                change = contribution(river, np.int64(position))
                value = np.int64(river.value) + (change if has(KINGS, card) else -change)
                gained = gain(view, np.int64(at), value, lead)
            found = offer(scratch, found, code, gained)
    return found


@jit
def joker_gain(view: Any, code: np.int64, number: np.int64, lead: np.int64) -> np.int64:
    """Add up what a Joker on a number gains in all rivers, as if each changed alone."""
    hit = hit_by_joker(number)
    gained = NOTHING
    for at in range(6):
        river = view.rivers[at]
        if river.cards & hit != EMPTY:
            value = np.int64(river.value) - worth_of(river, removed_by(view, code, np.int64(at)))
            gained += gain(view, np.int64(at), value, lead)
    return gained


@jit
def offer_numbers(view: Any, scratch: Any, found: Any, place: np.int64, lead: np.int64) -> Any:
    """Offer all numbers that may be played on one own river (place 0 to 2)."""
    at = own_river(view, place)
    cards = view.menu.plays[place]
    while cards != EMPTY:
        card = lowest(cards)
        cards = drop_lowest(cards)
        value = np.int64(view.rivers[at].value) + number_rank(card) + 1
        found = offer(scratch, found, number_action(card, at), gain(view, at, value, lead))
    return found


@player(game="defcon", scratch=MAX_ACTIONS, cost=300)
def greedy(view: Any, _parameters: Any, _memory: Any, scratch: Any, random: Any) -> np.int64:
    """Plays for the largest gain at once, on the table that it would leave.

    An own river counts its value, and 20 more in range; one above the range is a loss. A rival's river counts
    only while it is in range, and a lead counts more than all rivers. Equals are picked at random. The classic
    baseline: one look ahead, no plan, no memory, and no thought of what the rival may reply.
    """
    lead = lead_score(view, leader_with(view, NOTHING, np.int64(view.rivers[0].bid)))
    found = (np.int64(-1_000_000), NOTHING)
    for place in range(3):
        found = offer_numbers(view, scratch, found, np.int64(place), lead)
    ...
