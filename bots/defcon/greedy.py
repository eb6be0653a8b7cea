"""The best immediate gain: what most people play in their first game."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import (
    ACE,
    JACKS,
    JOKERS,
    KINGS,
    MAX_ACTIONS,
    NUMBERS,
    below,
    bid_of,
    bit,
    contribution,
    count,
    disband_action,
    discard_action,
    drop_lowest,
    has,
    hit_by_joker,
    leader_among,
    leader_of,
    leader_with,
    lower,
    lowest,
    modifier_action,
    number_action,
    number_rank,
    of_rank,
    of_suit,
    own_river,
    targets_in,
    worth_of,
)
from harness.players import inline, jit, player

IN_RANGE = 20
"""What it is worth that a river is in range, beside its value."""
OVERLOADED = -10
"""What an own river above the range is worth: less than an empty one."""
LEAD = 100
NONE = np.uint64(0)
NOTHING = np.int64(0)
SUIT, TWO_SUITS, THREE_SUITS = np.uint64(13), np.uint64(26), np.uint64(39)
ONE, TWO, FOUR, EIGHT = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8)


@jit
def is_mine(view: Any, at: np.int64) -> bool:
    """Say whether a river (0 to 5) is the mover's own."""
    return bool((at >= 3) == (view.seat == 1))


@jit
def score(view: Any, at: np.int64, value: np.int64) -> np.int64:
    """Say what a river (0 to 5) of some value is worth to the player to move."""
    mine = is_mine(view, at)
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


@inline
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
    equals = NOTHING if gained > best else equals
    scratch[np.uint64(equals)] = np.uint64(code)  # one that is worse isn't counted, and written over
    return max(best, gained), equals + np.int64(gained >= best)


@jit
def ranks_of(cards: np.uint64) -> np.uint64:
    """Give the ranks that some numbers have, as the cards of the first suit."""
    return (cards | cards >> SUIT | cards >> TWO_SUITS | cards >> THREE_SUITS) & of_suit(NOTHING)


@jit
def highest(cards: np.uint64) -> np.uint64:
    """Give those of some numbers, of one at least, that have the highest rank."""
    ranks = ranks_of(cards)
    ranks |= ranks >> ONE
    ranks |= ranks >> TWO
    ranks |= ranks >> FOUR
    ranks |= ranks >> EIGHT
    return cards & of_rank(count(ranks) - 1)


@jit
def best_numbers(cards: np.uint64, room: np.int64) -> np.uint64:
    """Give those of some numbers that gain most: the highest that leave a river in or below its range.

    If all go above the range, all are alike. `room` is how much the river is below the range's top.
    """
    fitting = cards & lower(min(max(room, NOTHING), np.int64(10)))
    return highest(fitting) if fitting != NONE else cards


@inline
def offer_numbers(view: Any, scratch: Any, found: Any, place: np.int64, lead: np.int64) -> Any:
    """Offer the numbers that gain most on one own river (place 0 to 2)."""
    cards = np.uint64(view.menu.plays[place])
    if cards == NONE:
        return found
    at = own_river(view, place)
    value = np.int64(view.rivers[at].value)
    cards = best_numbers(cards, view.rules.high - value)
    gained = gain_with_lead(view, at, value + number_rank(lowest(cards)) + 1, lead)
    while cards != NONE:
        found = offer(scratch, found, number_action(lowest(cards), at), gained)
        cards = drop_lowest(cards)
    return found


@jit
def offer_disband(view: Any, scratch: Any, found: Any, place: np.int64) -> Any:
    """Offer to disband an own river (place 0 to 2) above the range; of others it is worse than to discard."""
    at = own_river(view, place)
    if has(np.uint64(view.menu.disbands), place) and view.rivers[at].value > view.rules.high:
        found = offer(scratch, found, disband_action(at), gain(view, at, NOTHING))
    return found


@jit
def offer_discards(view: Any, scratch: Any, found: Any) -> Any:
    """Offer all discards, unless something gains."""
    cards = np.uint64(view.menu.spare)
    while cards != NONE and found[0] <= 0:
        found = offer(scratch, found, discard_action(lowest(cards)), NOTHING)
        cards = drop_lowest(cards)
    return found


@jit
def gains_if_cut(view: Any, at: np.int64) -> bool:
    """Say whether it may gain that a river gets less: a rival's that is in range, an own one above it."""
    river = view.rivers[at]
    return bool(river.value > view.rules.high if is_mine(view, at) else river.bid > 0)


@jit
def may_gain(view: Any, at: np.int64, card: np.int64) -> bool:
    """Say whether a King or a Jack may gain anything on a river."""
    if has(KINGS, card) and is_mine(view, at):
        return bool(view.rivers[at].value < view.rules.high)
    return gains_if_cut(view, at)


@inline
def offer_kings_or_jacks(view: Any, scratch: Any, found: Any, kind: np.uint64, lead: np.int64) -> Any:
    """Offer the ways to attach a King or a Jack in hand; those that can't gain only if nothing has gained."""
    cards = np.uint64(view.menu.spare & kind)
    if cards == NONE:
        return found
    card = lowest(cards)  # all of a kind do the same
    sign = np.int64(1 if has(KINGS, card) else -1)
    for at in range(6):
        river = view.rivers[at]
        useful = found[0] <= 0 or may_gain(view, np.int64(at), card)
        targets = targets_in(river, card) if useful else NONE
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            value = np.int64(river.value) + sign * contribution(river, position)
            gained = gain_with_lead(view, np.int64(at), value, lead)
            found = offer(scratch, found, modifier_action(card, np.int64(at), position), gained)
    return found


@jit
def strikers(view: Any) -> np.uint64:
    """Give the numbers on which a Joker may gain: it hits what gains if cut."""
    prey = NONE
    for at in range(6):
        if gains_if_cut(view, np.int64(at)):
            prey |= view.rivers[at].cards
    cards = NONE
    for suit in range(4):
        cards |= ranks_of(prey) << (np.uint64(suit) * SUIT) & ~of_rank(np.int64(ACE))
        if prey & of_suit(np.int64(suit)) != NONE:
            cards |= of_suit(np.int64(suit)) & of_rank(np.int64(ACE))
    return cards


@jit
def joker_gain(view: Any, bids: Any, target: np.int64, number: np.int64, lead: np.int64) -> np.int64:
    """Say what a Joker on a number of a river gains, in all rivers that it hits; it leaves the six bids in `bids`."""
    gained, bids_change = NOTHING, False
    for at in range(6):
        river = view.rivers[at]
        bids[np.uint64(at)] = river.bid
        hit = hit_by_joker(number) & ~bit(number) if at == target else hit_by_joker(number)
        if river.cards & hit != NONE:
            value = np.int64(river.value) - worth_of(river, hit)
            gained += gain(view, np.int64(at), value)
            bids[np.uint64(at)] = np.uint64(bid_of(view, value))
            bids_change |= bid_of(view, value) != river.bid
    return gained + lead_score(view, leader_among(bids, view.rules)) - lead if bids_change else gained


@jit
def offer_jokers(view: Any, scratch: Any, found: Any, lead: np.int64) -> Any:
    """Offer the ways to attach a Joker in hand; those that can't gain only if nothing has gained."""
    cards = np.uint64(view.menu.spare & JOKERS)
    if cards == NONE:
        return found
    card = lowest(cards)
    useful = strikers(view) if found[0] > 0 else NUMBERS
    for at in range(6):
        river = view.rivers[at]
        targets = targets_in(river, card) if river.cards & useful != NONE else NONE
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            number = np.int64(river.numbers[position])
            if has(useful, number):
                gained = joker_gain(view, scratch[MAX_ACTIONS:], np.int64(at), number, lead)
                found = offer(scratch, found, modifier_action(card, np.int64(at), position), gained)
    return found


@player(game="defcon", scratch=MAX_ACTIONS + 6, cost=150)
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
        found = offer_disband(view, scratch, found, np.int64(place))
    found = offer_discards(view, scratch, found)
    found = offer_kings_or_jacks(view, scratch, found, JACKS, lead)
    found = offer_kings_or_jacks(view, scratch, found, KINGS, lead)
    found = offer_jokers(view, scratch, found, lead)
    return np.int64(scratch[below(random, found[1])])
