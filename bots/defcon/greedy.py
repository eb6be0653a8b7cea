"""The best immediate gain: what most people play in their first game."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import (
    JACKS,
    JOKERS,
    KINGS,
    MAX_ACTIONS,
    below,
    bid_of,
    bit,
    card_of,
    contribution,
    disband_action,
    discard_action,
    drop_lowest,
    has,
    hit_by_joker,
    leader_after,
    leader_of,
    leader_with,
    lowest,
    modifier_action,
    number_action,
    number_rank,
    own_river,
    position_of,
    river_of,
    targets_in,
    worth_of,
)
from harness.players import jit, player

IN_RANGE = 20
"""What it is worth that a river is in range, beside its value."""
OVERLOADED = -10
"""What an own river above the range is worth: less than an empty one."""
LEAD = 100
NONE = np.uint64(0)
NOTHING = np.int64(0)


@jit
def score(view: Any, at: np.int64, value: np.int64) -> np.int64:
    """Say what a river (0 to 5) of some value is worth to the player to move."""
    mine = (at >= 3) == (view.seat == 1)
    if bid_of(view, value) > 0:
        return np.int64(IN_RANGE + value if mine else view.rules.low - IN_RANGE - value)
    if not mine:
        return NOTHING
    return np.int64(value if value < view.rules.low else OVERLOADED)


@jit
def lead_score(view: Any, leads: np.int64) -> np.int64:
    """Say what it is worth that somebody leads: 0 seat a, 1 seat b, −1 nobody."""
    if leads < 0:
        return NOTHING
    return np.int64(LEAD if leads == view.seat else -LEAD)


@jit
def gain(view: Any, at: np.int64, value: np.int64) -> np.int64:
    """Say what it gains, beside the lead, that one river gets another value."""
    return score(view, at, value) - score(view, at, np.int64(view.rivers[at].value))


@jit
def gain_with_lead(view: Any, at: np.int64, value: np.int64, lead: np.int64) -> np.int64:
    """Say what it gains that one river gets another value; `lead` is the score of who leads now."""
    gained = gain(view, at, value)
    bid = bid_of(view, value)
    if bid != view.rivers[at].bid:
        gained += lead_score(view, leader_with(view, at, bid)) - lead
    return gained


@jit
def offer(scratch: Any, found: Any, code: np.int64, gained: np.int64) -> Any:
    """Keep an action if none is better; `found` is the best gain and how many actions in `scratch` have it."""
    best, equals = found
    if gained < best:
        return best, equals
    if gained > best:
        equals = NOTHING
    scratch[equals] = np.uint64(code)
    return gained, equals + 1


@jit
def offer_numbers(view: Any, scratch: Any, found: Any, place: np.int64, lead: np.int64) -> Any:
    """Offer all numbers that may be played on one own river (place 0 to 2)."""
    at = own_river(view, place)
    value = np.int64(view.rivers[at].value)
    cards = view.menu.plays[place]
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        gained = gain_with_lead(view, at, value + number_rank(card) + 1, lead)
        found = offer(scratch, found, number_action(card, at), gained)
    return found


@jit
def joker_gain(view: Any, code: np.int64, lead: np.int64) -> np.int64:
    """Say what a Joker gains, in all rivers that it hits."""
    target = river_of(code)
    number = np.int64(view.rivers[target].numbers[position_of(code)])
    hit = hit_by_joker(number)
    gained, bids_change = NOTHING, False
    for at in range(6):
        river = view.rivers[at]
        lost = hit & ~bit(number) if at == target else hit
        if river.cards & lost != NONE:
            value = np.int64(river.value) - worth_of(river, lost)
            gained += gain(view, np.int64(at), value)
            bids_change |= bid_of(view, value) != river.bid
    return gained + lead_score(view, leader_after(view, code)) - lead if bids_change else gained


@jit
def modifier_gain(view: Any, code: np.int64, lead: np.int64) -> np.int64:
    """Say what a King, a Jack or a Joker gains."""
    card, at, position = card_of(code), river_of(code), position_of(code)
    river = view.rivers[at]
    if has(JOKERS, card):
        return joker_gain(view, code, lead)
    change = contribution(river, position)
    return gain_with_lead(view, at, np.int64(river.value) + (change if has(KINGS, card) else -change), lead)


@jit
def offer_modifier(view: Any, scratch: Any, found: Any, card: np.int64, lead: np.int64) -> Any:
    """Offer all ways to attach a King, a Jack or a Joker."""
    for at in range(6):
        targets = targets_in(view.rivers[at], card)
        while targets != NONE:
            code = modifier_action(card, np.int64(at), lowest(targets))
            targets = drop_lowest(targets)
            found = offer(scratch, found, code, modifier_gain(view, code, lead))
    return found


@player(game="defcon", scratch=MAX_ACTIONS, cost=300)
def greedy(view: Any, _parameters: Any, _memory: Any, scratch: Any, random: Any) -> np.int64:
    """Plays for the largest gain at once, on the table as the action leaves it.

    An own river counts its value, and 20 more in range; above the range it counts less than an empty one. A rival's
    river counts only in range, and a lead counts more than any river. Equals are picked at random. A
    Queen gains nothing at once, so it is never attached. The classic baseline: one look ahead, no plan, no memory,
    and no thought of what the rival may reply.
    """
    lead = lead_score(view, leader_of(view.rivers, view.rules))
    found = (np.int64(-1_000_000), NOTHING)
    for place in range(3):
        found = offer_numbers(view, scratch, found, np.int64(place), lead)
        if has(np.uint64(view.menu.disbands), place):
            at = own_river(view, np.int64(place))
            found = offer(scratch, found, disband_action(at), gain_with_lead(view, at, NOTHING, lead))
    cards = np.uint64(view.menu.spare)
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        found = offer(scratch, found, discard_action(card), NOTHING)
    for kind in (JACKS, KINGS, JOKERS):
        cards = view.menu.spare & kind
        if cards != NONE:  # all of a kind do the same
            found = offer_modifier(view, scratch, found, lowest(cards), lead)
    return np.int64(scratch[below(random, found[1])])
