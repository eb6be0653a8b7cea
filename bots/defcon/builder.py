"""A builder: it minds its own rivers, and attacks only where it must."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import (
    JOKERS,
    KINGS,
    NUMBERS,
    QUEENS,
    accepted,
    after_number,
    after_queen,
    carrier_rank,
    contribution,
    count,
    count_actions,
    course_of,
    disband_action,
    discard_action,
    drop_lowest,
    has,
    leader_after,
    lowest,
    modifier_action,
    nth_action,
    number_action,
    number_rank,
    own_river,
    targets_in,
)
from harness.players import Parameter, jit, player

PARAMETERS = (
    Parameter("rivers", 2, 2, 3, 1, "how many rivers it builds at a time; the others wait"),
    Parameter("waiting", 0.15, 0.0, 1.0, 0.05, "weight of a river that waits"),
    Parameter(
        "room", 7.5, 0.0, 30.0, 0.5, "worth of a river that any number continues, in points of its value"
    ),
    Parameter("finish", 20.0, 0.0, 60.0, 1.0, "worth of reaching the range"),
    Parameter("height", 2.0, 0.0, 10.0, 0.25, "worth of each point within the range"),
    Parameter("waste", 12.0, 0.0, 60.0, 1.0, "cost of a river above the range"),
    Parameter("modifier", 8.0, 0.0, 40.0, 0.5, "cost of a modifier spent on an own river"),
    Parameter("discard", 8.0, -10.0, 20.0, 0.5, "cost of a discard"),
)
RIVERS, WAITING, ROOM, FINISH, HEIGHT, WASTE, MODIFIER, DISCARDING = range(8)

NONE = np.uint64(0)


@jit
def worth(view: Any, parameters: Any, value: np.int64, accepts: np.uint64) -> float:
    """Say what an own river is worth: its value, and how much of hand and deck continues it."""
    if value > view.rules.high:
        return -parameters[WASTE]
    if value >= view.rules.low:
        return view.rules.low + parameters[FINISH] + parameters[HEIGHT] * (value - view.rules.low)
    left = view.hand | view.deck
    return value + parameters[ROOM] * count(accepts & left) / max(count(left & NUMBERS), np.int64(1))


@jit
def present(view: Any, parameters: Any, at: np.int64) -> float:
    """Say what an own river is worth as it is."""
    river = view.rivers[at]
    return worth(view, parameters, np.int64(river.value), np.uint64(river.accepts))


@jit
def weight(view: Any, parameters: Any, at: np.int64) -> float:
    """Give a river's weight: 1 if it is among the most valuable that it builds at a time, else less."""
    ahead = np.int64(0)
    for place in range(3):
        other = own_river(view, np.int64(place))
        ahead += np.int64(view.rivers[other].value > view.rivers[at].value)
        ahead += np.int64(view.rivers[other].value == view.rivers[at].value and other < at)
    return 1.0 if ahead < parameters[RIVERS] else parameters[WAITING]


@jit
def better(found: Any, code: np.int64, gain: float) -> Any:
    """Keep the better of two actions; `found` is the largest gain so far, and its action."""
    best, chosen = found
    if gain > best:
        return gain, code
    return best, chosen


@jit
def try_numbers(view: Any, parameters: Any, found: Any, place: np.int64) -> Any:
    """Try all numbers on one own river (place 0 to 2), and to disband it if it has gone over."""
    at = own_river(view, place)
    river = view.rivers[at]
    before, share = present(view, parameters, at), weight(view, parameters, at)
    cards = view.menu.plays[place]
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        accepts = accepted(after_number(course_of(river), card, view.rules.suit_match))
        after = worth(view, parameters, np.int64(river.value) + number_rank(card) + 1, accepts)
        found = better(found, number_action(card, at), share * (after - before))
    if has(np.uint64(view.menu.disbands), place) and river.value > view.rules.high:
        found = better(found, disband_action(at), -before)
    return found


@jit
def try_modifier(view: Any, parameters: Any, found: Any, card: np.int64) -> Any:
    """Try a King, a Queen or a Jack on all own numbers; Jokers it keeps."""
    for place in range(3):
        at = own_river(view, np.int64(place))
        river = view.rivers[at]
        before, share = present(view, parameters, at), weight(view, parameters, at)
        targets = targets_in(river, card)
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            value, accepts = np.int64(river.value), np.uint64(river.accepts)
            if has(QUEENS, card):
                accepts = accepted(after_queen(course_of(river), card, carrier_rank(river, position)))
            else:
                change = contribution(river, position)
                value += change if has(KINGS, card) else -change
            gain = share * (worth(view, parameters, value, accepts) - before) - parameters[MODIFIER]
            found = better(found, modifier_action(card, at, position), gain)
    return found


@jit
def answer(view: Any) -> np.int64:
    """Give an action that ends the rival's lead, if there is one: with a number rather than with a modifier."""
    for index in range(count_actions(view)):
        code = nth_action(view, np.int64(index))
        if leader_after(view, code) != view.challenger:
            return code
    return np.int64(-1)


@player(game="defcon", parameters=PARAMETERS, cost=150)
def builder(view: Any, parameters: Any, _memory: Any, _scratch: Any, _random: Any) -> np.int64:
    """Builds two rivers at a time as high as they go, and leaves the rival alone.

    It looks for numbers that leave a river open to many more, finishes with a King or repairs with a Jack, and
    turns a stuck river with a Queen. Only when the rival leads does it attack: with the first action that ends the
    lead. The opposite of the raider.
    """
    if view.challenger >= 0 and view.challenger != view.seat:
        code = answer(view)
        if code >= 0:
            return code
    found = (-np.inf, np.int64(0))
    for place in range(3):
        found = try_numbers(view, parameters, found, np.int64(place))
    cards = np.uint64(view.menu.spare)
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        cost = parameters[DISCARDING] + (
            parameters[MODIFIER] if not has(NUMBERS, card) else 0.1 * number_rank(card)
        )
        found = better(found, discard_action(card), -cost)
        if not has(NUMBERS | JOKERS, card):
            found = try_modifier(view, parameters, found, card)
    return found[1]
