"""A raider: it wrecks the rival's best river before it looks at its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import (
    JACKS,
    JOKERS,
    KINGS,
    NUMBERS,
    bid_of,
    contribution,
    count,
    count_actions,
    disband_action,
    discard_action,
    drop_lowest,
    has,
    hit_by_joker,
    leader_after,
    lowest,
    modifier_action,
    nth_action,
    number_action,
    number_rank,
    own_river,
    rival_river,
    targets_in,
    value_after,
)
from harness.players import Parameter, jit, player

PARAMETERS = (
    Parameter("hunt", 18, 1, 60, 1, "the least value of a river that is worth an attack"),
    Parameter("ripe", 1.0, 0.0, 40.0, 1.0, "extra worth of breaking a river that is in range"),
    Parameter("king", 11.0, -20.0, 40.0, 1.0, "cost of a King"),
    Parameter("jack", 4.0, -20.0, 40.0, 1.0, "cost of a Jack"),
    Parameter("joker", 6.0, -20.0, 40.0, 1.0, "cost of a Joker"),
    Parameter("reserve", 5.0, 0.0, 40.0, 1.0, "cost of attacking with the last weapon in hand"),
    Parameter("finish", 12.0, 0.0, 60.0, 1.0, "worth of bringing an own river into range"),
    Parameter("step", 0.5, 0.0, 3.0, 0.05, "worth of each point on the way there"),
    Parameter(
        "dig", 0.0, -10.0, 20.0, 0.5, "worth of discarding a number to look for weapons, while it has none"
    ),
)
HUNT, RIPE, KING_COST, JACK_COST, JOKER_COST, RESERVE, FINISH, STEP, DIG = range(9)

NONE = np.uint64(0)
WEAPONS = np.uint64(int(JACKS) | int(KINGS) | int(JOKERS))


@jit
def harm(view: Any, parameters: Any, at: np.int64, value: np.int64) -> float:
    """Say how much a rival's river suffers from getting another value: what is above the range is lost."""
    river = view.rivers[at]
    if river.value < parameters[HUNT] or river.value > view.rules.high:
        return 0.0
    left = value if value <= view.rules.high else np.int64(0)
    ripe = parameters[RIPE] if river.bid > 0 and bid_of(view, value) == 0 else 0.0
    return ripe + river.value - left


@jit
def build_worth(view: Any, parameters: Any, value: np.int64) -> float:
    """Say what an own river of some value is worth; one above the range is worth less than none."""
    if value > view.rules.high:
        return -parameters[FINISH]
    return parameters[STEP] * value + (parameters[FINISH] if bid_of(view, value) > 0 else 0.0)


@jit
def build_gain(view: Any, parameters: Any, at: np.int64, value: np.int64) -> float:
    """Say what it gains that an own river gets another value."""
    return build_worth(view, parameters, value) - build_worth(
        view, parameters, np.int64(view.rivers[at].value)
    )


@jit
def better(found: Any, code: np.int64, gain: float) -> Any:
    """Keep the better of two actions; `found` is the largest gain so far, and its action."""
    best, chosen = found
    if gain > best:
        return gain, code
    return best, chosen


@jit
def try_numbers(view: Any, parameters: Any, found: Any, place: np.int64) -> Any:
    """Try all numbers on one own river (place 0 to 2), and to disband it."""
    at = own_river(view, place)
    value = np.int64(view.rivers[at].value)
    cards = view.menu.plays[place]
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        gain = build_gain(view, parameters, at, value + number_rank(card) + 1)
        found = better(found, number_action(card, at), gain)
    if has(np.uint64(view.menu.disbands), place):
        found = better(found, disband_action(at), build_gain(view, parameters, at, np.int64(0)))
    return found


@jit
def try_weapon(view: Any, parameters: Any, found: Any, card: np.int64, cost: float) -> Any:
    """Try a King or a Jack on all numbers of the rival."""
    sign = np.int64(1 if has(KINGS, card) else -1)
    for place in range(3):
        at = rival_river(view, np.int64(place))
        river = view.rivers[at]
        targets = targets_in(river, card)
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            value = np.int64(river.value) + sign * contribution(river, position)
            gain = harm(view, parameters, at, value) - cost
            found = better(found, modifier_action(card, at, position), gain)
    return found


@jit
def joker_gain(view: Any, parameters: Any, code: np.int64, hit: np.uint64) -> float:
    """Say what a Joker gains: the harm to the rival's rivers, less that to the own ones."""
    gain = 0.0
    for place in range(3):
        at = rival_river(view, np.int64(place))
        if view.rivers[at].cards & hit != NONE:
            gain += harm(view, parameters, at, value_after(view, code, at))
        at = own_river(view, np.int64(place))
        if view.rivers[at].cards & hit != NONE:
            gain += build_gain(view, parameters, at, value_after(view, code, at))
    return gain


@jit
def try_joker(view: Any, parameters: Any, found: Any, card: np.int64, cost: float) -> Any:
    """Try a Joker on all numbers."""
    for at in range(6):
        river = view.rivers[at]
        targets = targets_in(river, card)
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            code = modifier_action(card, np.int64(at), position)
            hit = hit_by_joker(np.int64(river.numbers[position]))
            found = better(found, code, joker_gain(view, parameters, code, hit) - cost)
    return found


@jit
def try_attack(view: Any, parameters: Any, found: Any, card: np.int64) -> Any:
    """Try all attacks with a modifier; Queens are none."""
    reserve = parameters[RESERVE] if count(view.hand & WEAPONS) == 1 else 0.0
    if has(JOKERS, card):
        return try_joker(view, parameters, found, card, parameters[JOKER_COST] + reserve)
    if has(KINGS, card):
        return try_weapon(view, parameters, found, card, parameters[KING_COST] + reserve)
    if has(JACKS, card):
        return try_weapon(view, parameters, found, card, parameters[JACK_COST] + reserve)
    return found


@jit
def discard_gain(view: Any, parameters: Any, card: np.int64) -> float:
    """Say what a discard gains: weapons are never let go, Queens and low numbers first."""
    if has(WEAPONS, card):
        return -100.0
    dig = parameters[DIG] if view.hand & WEAPONS == NONE else 0.0
    return dig - 0.1 * number_rank(card) * np.float64(has(NUMBERS, card))


@jit
def answer(view: Any, chosen: np.int64) -> np.int64:
    """Give the chosen action if it ends the rival's lead, else the last one that does, if there is one."""
    index = count_actions(view)
    while index > 0 and leader_after(view, chosen) == view.challenger:
        index -= 1
        chosen = nth_action(view, index)
    return chosen


@player(game="defcon", parameters=PARAMETERS, cost=250)
def raider(view: Any, parameters: Any, _memory: Any, _scratch: Any, _random: Any) -> np.int64:
    """Attacks first: Kings, Jacks and Jokers fly at any river of the rival that has grown.

    It builds while it has nothing to shoot with or at, and digs for weapons if it holds none. The opposite of the
    builder. From Caravan, where "kill whatever reaches 14" is the common advice against a fast deck.
    """
    found = (-np.inf, np.int64(0))
    for place in range(3):
        found = try_numbers(view, parameters, found, np.int64(place))
    cards = np.uint64(view.menu.spare)
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        found = better(found, discard_action(card), discard_gain(view, parameters, card))
        found = try_attack(view, parameters, found, card)
    return answer(view, found[1]) if view.challenger == 1 - view.seat else found[1]
