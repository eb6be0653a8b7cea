"""A miser: it hoards its weapons, counts the rival's, and strikes late."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import (
    JACKS,
    JOKERS,
    KINGS,
    QUEENS,
    accepted,
    after_number,
    bid_of,
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
    rival_river,
    targets_in,
)
from harness.players import Parameter, jit, player

PARAMETERS = (
    Parameter(
        "nerve", 0.1, 0.0, 1.0, 0.05, "the least chance to survive the reply with which it takes the lead"
    ),
    Parameter("alarm", 1, 1, 3, 1, "how many rivers of the rival may be in range before it strikes"),
    Parameter("lead", 23.0, 0.0, 60.0, 1.0, "worth of a lead, times its chance to survive"),
    Parameter("strike", 11.0, 0.0, 60.0, 1.0, "worth of a strike after the alarm"),
    Parameter("finish", 12.0, 0.0, 60.0, 1.0, "worth of bringing an own river into range"),
    Parameter("height", 1.0, 0.0, 10.0, 0.25, "worth of each point within the range"),
    Parameter("step", 0.5, 0.0, 3.0, 0.05, "worth of each point on the way there"),
    Parameter("room", 4.0, 0.0, 30.0, 0.5, "worth of a river that any own card continues"),
    Parameter("discard", 2.0, -10.0, 20.0, 0.5, "cost of discarding a card that isn't a weapon"),
)
NERVE, ALARM, LEAD, STRIKE, FINISH, HEIGHT, STEP, ROOM, DISCARDING = range(9)

NONE = np.uint64(0)
WEAPONS = np.uint64(int(JACKS) | int(KINGS) | int(JOKERS))


@jit
def worth(view: Any, parameters: Any, value: np.int64, accepts: np.uint64) -> float:
    """Say what an own river is worth by its value, and by the own cards left that continue it."""
    if value > view.rules.high:
        return -parameters[FINISH]
    if value >= view.rules.low:
        within = np.float64(value - view.rules.low)
        return parameters[STEP] * view.rules.low + parameters[FINISH] + parameters[HEIGHT] * within
    left = view.hand | view.deck
    return parameters[STEP] * value + parameters[ROOM] * count(accepts & left) / max(count(left), np.int64(1))


@jit
def survival(view: Any) -> float:
    """Give the chance that none of the rival's unseen weapons is in its hand."""
    unseen = count(view.unseen)
    harmless = count(view.unseen & ~WEAPONS)
    chance = 1.0
    for i in range(min(view.rival_hand, unseen)):
        chance *= max(harmless - i, np.int64(0)) / (unseen - i)
    return chance


@jit
def lead_gain(view: Any, parameters: Any, code: np.int64) -> float:
    """Say what an action gains by the lead that it gives: a lead that would hardly survive costs."""
    if leader_after(view, code) != view.seat:
        return 0.0
    chance = survival(view)
    return parameters[LEAD] * (chance if chance >= parameters[NERVE] else -1.0)


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
    river = view.rivers[at]
    before = worth(view, parameters, np.int64(river.value), np.uint64(river.accepts))
    cards = view.menu.plays[place]
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        code = number_action(card, at)
        accepts = accepted(after_number(course_of(river), card, view.rules.suit_match))
        after = worth(view, parameters, np.int64(river.value) + number_rank(card) + 1, accepts)
        found = better(found, code, after - before + lead_gain(view, parameters, code))
    if has(np.uint64(view.menu.disbands), place):
        found = better(found, disband_action(at), -before)
    return found


@jit
def alarmed(view: Any, parameters: Any) -> bool:
    """Say whether the rival has so many rivers in range that it must be struck."""
    ripe = np.int64(0)
    for place in range(3):
        ripe += np.int64(view.rivers[rival_river(view, np.int64(place))].bid > 0)
    return bool(ripe >= parameters[ALARM])


@jit
def try_strike(view: Any, parameters: Any, found: Any, card: np.int64) -> Any:
    """Try a King or a Jack on the rival's rivers in range: rather to go over than to fall short."""
    sign = np.int64(1 if has(KINGS, card) else -1)
    for place in range(3):
        at = rival_river(view, np.int64(place))
        river = view.rivers[at]
        targets = targets_in(river, card) if river.bid > 0 else NONE
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            change = contribution(river, position)
            if bid_of(view, np.int64(river.value) + sign * change) == 0:
                code = modifier_action(card, at, position)
                gain = parameters[STRIKE] + 0.1 * change + lead_gain(view, parameters, code)
                found = better(found, code, gain + (1.0 if sign > 0 else 0.0))
    return found


@jit
def discard_gain(parameters: Any, card: np.int64) -> float:
    """Say what a discard gains: weapons are hoarded, the lowest number goes first."""
    if has(WEAPONS, card):
        return -100.0
    return -parameters[DISCARDING] - 0.1 * number_rank(card) * np.float64(not has(QUEENS, card))


@jit
def answer(view: Any, chosen: np.int64) -> np.int64:
    """Give the chosen action if it ends the rival's lead, else the first one that does, if there is one."""
    index = np.int64(0)
    while index < count_actions(view) and leader_after(view, chosen) == view.challenger:
        chosen = nth_action(view, index)
        index += 1
    return chosen


@player(game="defcon", parameters=PARAMETERS, cost=250)
def miser(view: Any, parameters: Any, _memory: Any, _scratch: Any, _random: Any) -> np.int64:
    """Hoards Kings, Jacks and Jokers until the rival's rivers are in range, and counts the rival's own.

    It builds meanwhile, and takes the lead only when enough of the rival's weapons have been seen to go that it
    may well survive the reply. Card counting of this kind is how long games of Caravan are won.
    """
    found = (-np.inf, np.int64(0))
    for place in range(3):
        found = try_numbers(view, parameters, found, np.int64(place))
    strikes = alarmed(view, parameters)
    cards = np.uint64(view.menu.spare)
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        found = better(found, discard_action(card), discard_gain(parameters, card))
        if strikes and has(KINGS | JACKS, card):
            found = try_strike(view, parameters, found, card)
    return answer(view, found[1]) if view.challenger == 1 - view.seat else found[1]
