"""A thought-out player: it weighs every action by what it makes of all six rivers, and of the chance to hold a lead."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harness.games.defcon.kit import (
    ACE,
    JACK,
    JACKS,
    JOKERS,
    KING,
    KINGS,
    MODIFIERS,
    NUMBERS,
    QUEEN,
    QUEENS,
    TEN,
    accepted,
    after_number,
    after_queen,
    bid_of,
    bit,
    carrier_rank,
    contribution,
    count,
    count_actions,
    course_of,
    disband_action,
    discard_action,
    drop_lowest,
    has,
    hit_by_joker,
    leader_after,
    leader_among,
    leader_of,
    leader_with,
    lower,
    lowest,
    modifier_action,
    nth_action,
    number_action,
    number_rank,
    own_river,
    position_of,
    rank,
    rival_river,
    river_of,
    targets_in,
    worth_of,
)
from harness.players import Parameter, inline, jit, player

PARAMETERS = (
    Parameter("progress", 0.55, 0.0, 1.5, 0.05, "worth of a river just below the range, against 1 in it"),
    Parameter("bend", -0.6, -1.0, 1.0, 0.1, "how much of that comes with the last points"),
    Parameter("height", 0.55, 0.0, 2.0, 0.05, "worth of the top of the range above its bottom"),
    Parameter("ready", 0.3, 0.0, 1.5, 0.05, "worth of a card in hand that brings a river into range"),
    Parameter("hope", 0.1, 0.0, 1.5, 0.05, "worth of being sure to draw such a card"),
    Parameter("room", 0.3, 0.0, 1.5, 0.05, "worth of a river that takes any number"),
    Parameter("bust", 0.0, 0.0, 2.0, 0.05, "cost of a river above the range"),
    Parameter("third", 0.3, 0.0, 1.0, 0.05, "weight of the third best river"),
    Parameter("attack", 1.1, 0.0, 3.0, 0.05, "weight of the rival's rivers"),
    Parameter("lead", 2.0, 0.0, 10.0, 0.25, "worth of a lead that no reply breaks"),
    Parameter(
        "guard",
        0.3,
        0.0,
        3.0,
        0.05,
        "worth of the last breaker in hand, times that of the rival's second river",
    ),
    Parameter("hold_jack", 0.8, -1.0, 3.0, 0.05, "worth of a Jack held back"),
    Parameter("hold_queen", 0.1, -1.0, 3.0, 0.05, "worth of a Queen held back"),
    Parameter("hold_king", 0.85, -1.0, 3.0, 0.05, "worth of a King held back"),
    Parameter("hold_joker", 1.05, -1.0, 3.0, 0.05, "worth of a Joker held back"),
    Parameter("keep", 0.4, 0.0, 2.0, 0.05, "worth of a number that fits a river, held back"),
    Parameter("fresh", -0.3, -2.0, 2.0, 0.05, "worth of the card that a discard draws"),
    Parameter("disband", 0.15, -1.0, 2.0, 0.05, "cost of disbanding, as it draws no card"),
)
(
    PROGRESS, BEND, HEIGHT, READY, HOPE, ROOM, BUST, THIRD, ATTACK, LEAD, GUARD,
    HOLD_JACK, HOLD_QUEEN, HOLD_KING, HOLD_JOKER, KEEP, FRESH, DISBAND,
) = range(18)  # fmt: skip

NONE = np.uint64(0)
LOST = 1_000.0
"""Cost of leaving a lead to the rival that wins at once: more than anything can be worth."""
BREAKERS = np.uint64(int(JACKS) | int(KINGS) | int(JOKERS))
"""The cards that can end nearly any lead."""


class Odds(NamedTuple):
    """What rivers are weighed with."""

    own: Any  # the first own river: 0 or 3
    step: Any  # 1 / the bottom of the range
    stretch: Any  # 1 / the number of values in the range
    draw: Any  # the chance of each card of the own deck to be drawn next
    rival: Any  # the chance of each unseen card to be any one card in the rival's hand


class After(NamedTuple):
    """One river as an action leaves it, or as it is now."""

    at: Any  # its number, 0 to 5
    value: Any
    accepts: Any  # the numbers that it accepts
    hand: Any  # what is left in hand to go on with


class Outlook(NamedTuple):
    """What all actions of one decision are weighed with."""

    odds: Odds
    ours: Any  # what each own river is worth now
    theirs: Any  # what each river of the rival is worth to the rival now
    our_total: Any  # what the own rivers come to
    their_total: Any  # what the rival's come to, weighted
    lead: Any  # what it is worth who leads now
    guard: Any  # what spending a breaker costs beside its own worth


@jit
def between(least: np.int64, most: np.int64) -> np.uint64:
    """Give the number cards that are worth at least and at most so many points."""
    least = min(max(least - 1, np.int64(0)), np.int64(10))
    most = min(max(most, np.int64(0)), np.int64(10))
    return lower(most) & ~lower(least)


@jit
def finishers(view: Any, value: np.int64) -> np.uint64:
    """Give the numbers that bring a river of some value into range."""
    return between(view.rules.low - value, view.rules.high - value)


@inline
def build_worth(view: Any, odds: Odds, parameters: Any, value: np.int64) -> float:
    """Say what a river is worth by its value alone."""
    if value > view.rules.high:
        return -parameters[BUST]
    if value >= view.rules.low:
        return 1.0 + parameters[HEIGHT] * odds.stretch * (value - view.rules.low)
    done = odds.step * value
    return parameters[PROGRESS] * done * (1.0 + parameters[BEND] * (done - 1.0))


@inline
def own_worth(view: Any, odds: Odds, parameters: Any, river: After) -> float:
    """Say what an own river is worth: its value, and how well hand and deck continue it."""
    worth = build_worth(view, odds, parameters, river.value)
    if river.value >= view.rules.low:
        return worth
    fits = river.accepts & finishers(view, river.value)
    worth += parameters[HOPE] * odds.draw * count(fits & view.deck)
    worth += parameters[ROOM] * odds.draw * count(river.accepts & view.deck)
    if fits & river.hand != NONE:
        worth += parameters[READY]
    return worth


@inline
def rival_worth(view: Any, odds: Odds, parameters: Any, river: After) -> float:
    """Say what a rival's river is worth to the rival: what continues it is counted among the cards not yet seen."""
    worth = build_worth(view, odds, parameters, river.value)
    if river.value >= view.rules.low:
        return worth
    unseen = river.accepts & view.unseen
    worth += parameters[ROOM] * odds.rival * count(unseen)
    chance = odds.rival * view.rival_hand * count(unseen & finishers(view, river.value))
    return worth + parameters[READY] * min(chance, 1.0)


@inline
def river_worth(view: Any, odds: Odds, parameters: Any, river: After) -> float:
    """Say what a river is worth to its player."""
    if 0 <= river.at - odds.own < 3:
        return own_worth(view, odds, parameters, river)
    return rival_worth(view, odds, parameters, river)


@inline
def revalued(view: Any, at: np.int64, value: np.int64) -> After:
    """Give a river with another value that goes on as it does now."""
    return After(at, value, np.uint64(view.rivers[at].accepts), view.hand)


@jit
def side_worth(x: float, y: float, z: float, third: float) -> float:
    """Add up three rivers' worths; two of them win, so the least counts less."""
    return x + y + z - (1.0 - third) * min(x, y, z)


@jit
def side_with(worths: Any, place: np.int64, worth: float, third: float) -> float:
    """Add up three rivers' worths where one (place 0 to 2) has another worth."""
    return side_worth(
        worth if place == 0 else worths[0],
        worth if place == 1 else worths[1],
        worth if place == 2 else worths[2],
        third,
    )


@inline
def table_worth(outlook: Outlook, parameters: Any, at: np.int64, worth: float) -> float:
    """Add up all six rivers for the player to move, where one has another worth."""
    place = at - outlook.odds.own
    if 0 <= place < 3:
        return side_with(outlook.ours, place, worth, parameters[THIRD]) - outlook.their_total
    place = at - (3 - outlook.odds.own)
    theirs = side_with(outlook.theirs, place, worth, parameters[THIRD])
    return outlook.our_total - parameters[ATTACK] * theirs


@jit
def answers(view: Any, odds: Odds, at: np.int64, bid: np.int64) -> np.uint64:
    """Give the unseen cards that break an own lead, if one river (0 to 5) gets another bid: breakers and raises."""
    a1 = np.int64(bid if at == odds.own else view.rivers[odds.own].bid)
    a2 = np.int64(bid if at == odds.own + 1 else view.rivers[odds.own + 1].bid)
    a3 = np.int64(bid if at == odds.own + 2 else view.rivers[odds.own + 2].bid)
    second = max(min(a1, a2), min(max(a1, a2), a3))
    cards = BREAKERS
    for place in range(3):
        river = view.rivers[3 - odds.own + place]
        if 3 - odds.own + place != at:
            cards |= river.accepts & between(second - river.value, view.rules.high - river.value)
    return np.uint64(cards & view.unseen)


@jit
def survival(view: Any, cards: np.uint64) -> float:
    """Give the chance that the rival holds none of some unseen cards."""
    unseen = count(view.unseen)
    harmless = unseen - count(cards)
    chance = 1.0
    for i in range(min(view.rival_hand, unseen)):
        chance *= max(harmless - i, np.int64(0)) / (unseen - i)
    return chance


@jit
def lead_worth(view: Any, odds: Odds, parameters: Any, leads: np.int64, at: np.int64, bid: np.int64) -> float:
    """Say what it is worth who leads, if one river has another bid: after one reply a lead that holds has won."""
    if leads < 0:
        return 0.0
    if leads == view.seat:
        return parameters[LEAD] * survival(view, answers(view, odds, at, bid))
    return -LOST if view.challenger == leads else -parameters[LEAD]


@jit
def odds_of(view: Any) -> Odds:
    """Work out what rivers are weighed with."""
    return Odds(
        own_river(view, np.int64(0)),
        1.0 / view.rules.low,
        1.0 / (view.rules.high - view.rules.low + 1),
        1.0 / max(count(view.deck), np.int64(1)),
        1.0 / max(count(view.unseen), np.int64(1)),
    )


@inline
def look(view: Any, parameters: Any) -> Outlook:
    """Work out, once for a decision, what all actions are weighed with."""
    odds = odds_of(view)
    x = present_worth(view, odds, parameters, own_river(view, np.int64(0)))
    y = present_worth(view, odds, parameters, own_river(view, np.int64(1)))
    z = present_worth(view, odds, parameters, own_river(view, np.int64(2)))
    u = present_worth(view, odds, parameters, rival_river(view, np.int64(0)))
    v = present_worth(view, odds, parameters, rival_river(view, np.int64(1)))
    w = present_worth(view, odds, parameters, rival_river(view, np.int64(2)))
    leads = leader_of(view.rivers, view.rules)
    return Outlook(
        odds,
        (x, y, z),
        (u, v, w),
        side_worth(x, y, z, parameters[THIRD]),
        side_worth(u, v, w, parameters[THIRD]) * parameters[ATTACK],
        lead_worth(view, odds, parameters, leads, np.int64(-1), np.int64(0)),
        parameters[GUARD] * max(second_best(u, v, w), 0.0) / max(count(view.hand & BREAKERS), np.int64(1)),
    )


@inline
def present_worth(view: Any, odds: Odds, parameters: Any, at: np.int64) -> float:
    """Say what a river is worth to its player as it is."""
    return river_worth(view, odds, parameters, revalued(view, at, np.int64(view.rivers[at].value)))


@jit
def second_best(x: float, y: float, z: float) -> float:
    """Give the second of three."""
    return max(min(x, y), min(max(x, y), z))


@jit
def better(found: Any, code: np.int64, worth: float) -> Any:
    """Keep the better of two actions; `found` is the best worth so far, and its action."""
    best, chosen = found
    if worth > best:
        return worth, code
    return best, chosen


@inline
def try_change(
    view: Any, outlook: Outlook, parameters: Any, found: Any, code: np.int64, river: After, cost: float
) -> Any:
    """Try an action that changes one river."""
    worth = river_worth(view, outlook.odds, parameters, river)
    total = table_worth(outlook, parameters, river.at, worth)
    bid = bid_of(view, river.value)
    if bid == view.rivers[river.at].bid:
        return better(found, code, total + outlook.lead - cost)
    if total + parameters[LEAD] - cost <= found[0]:  # no lead is worth more
        return found
    leads = leader_with(view, river.at, bid)
    lead = lead_worth(view, outlook.odds, parameters, leads, river.at, bid)
    return better(found, code, total + lead - cost)


@inline
def try_number(view: Any, outlook: Outlook, parameters: Any, found: Any, card: np.int64, at: np.int64) -> Any:
    """Try a number on an own river."""
    river = view.rivers[at]
    accepts = accepted(after_number(course_of(river), card, view.rules.suit_match))
    value = np.int64(river.value) + number_rank(card) + 1
    after = After(at, value, accepts, view.hand & ~bit(card))
    return try_change(view, outlook, parameters, found, number_action(card, at), after, 0.0)


@jit
def cost_of(outlook: Outlook, parameters: Any, card: np.int64) -> float:
    """Give the cost of spending a modifier: the last breakers are dear while the rival is about to lead."""
    kind = rank(card)
    if kind == QUEEN:
        return parameters[HOLD_QUEEN]
    if kind == JACK:
        return parameters[HOLD_JACK] + outlook.guard
    if kind == KING:
        return parameters[HOLD_KING] + outlook.guard
    return parameters[HOLD_JOKER] + outlook.guard


@inline
def use_of(view: Any, outlook: Outlook, parameters: Any, card: np.int64) -> float:
    """Say what a number in hand is good for: the own rivers that it fits, and those that it completes."""
    use = 0.0
    for place in range(3):
        river = view.rivers[outlook.odds.own + place]
        value = np.int64(river.value) + number_rank(card) + 1
        if has(np.uint64(river.accepts), card) and value <= view.rules.high and river.value < view.rules.low:
            use += parameters[KEEP]
            if value >= view.rules.low:
                use += parameters[READY]
    return use


@inline
def try_discard(view: Any, outlook: Outlook, parameters: Any, found: Any, card: np.int64) -> Any:
    """Try a discard: the card is lost, another one comes."""
    kept = outlook.our_total - outlook.their_total + outlook.lead + parameters[FRESH]
    if has(MODIFIERS, card):
        return better(found, discard_action(card), kept - cost_of(outlook, parameters, card))
    if kept <= found[0]:  # no number is of less use than none
        return found
    return better(found, discard_action(card), kept - use_of(view, outlook, parameters, card))


@inline
def try_numbers(view: Any, outlook: Outlook, parameters: Any, found: Any, place: np.int64) -> Any:
    """Try all numbers on one own river (place 0 to 2), and to disband it."""
    at = outlook.odds.own + place
    cards = view.menu.plays[place]
    while cards != NONE:
        card = lowest(cards)
        cards = drop_lowest(cards)
        found = try_number(view, outlook, parameters, found, card, at)
    if has(np.uint64(view.menu.disbands), place):
        empty = After(at, np.int64(0), NUMBERS, view.hand)
        found = try_change(view, outlook, parameters, found, disband_action(at), empty, parameters[DISBAND])
    return found


@inline
def try_kings_or_jacks(view: Any, outlook: Outlook, parameters: Any, found: Any, card: np.int64) -> Any:
    """Try a King or a Jack wherever it brings an own river into range, or a rival's out of it."""
    cost = cost_of(outlook, parameters, card)
    sign = np.int64(1 if has(KINGS, card) else -1)
    for at in range(6):
        river = view.rivers[at]
        mine = 0 <= at - outlook.odds.own < 3
        if mine == (river.bid > 0):
            continue
        targets = targets_in(river, card)
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            value = np.int64(river.value) + sign * contribution(river, position)
            if (bid_of(view, value) > 0) == mine:
                code = modifier_action(card, np.int64(at), position)
                after = revalued(view, np.int64(at), value)
                found = try_change(view, outlook, parameters, found, code, after, cost)
    return found


@inline
def try_queen(view: Any, outlook: Outlook, parameters: Any, found: Any, card: np.int64) -> Any:
    """Try a Queen on rivers below the range: it turns one, or locks it; which card carries it matters little."""
    for at in range(6):
        river = view.rivers[at]
        targets = targets_in(river, card) if river.value < view.rules.low else NONE
        turning, locking = True, True
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            carrier = carrier_rank(river, position)
            locks = carrier in (ACE, TEN)
            if locking if locks else turning:
                accepts = accepted(after_queen(course_of(river), card, carrier))
                code = modifier_action(card, np.int64(at), position)
                after = After(np.int64(at), np.int64(river.value), accepts, view.hand)
                found = try_change(view, outlook, parameters, found, code, after, parameters[HOLD_QUEEN])
            turning, locking = turning and locks, locking and not locks
    return found


@jit
def prey(view: Any, outlook: Outlook) -> np.uint64:
    """Give the numbers that are worth a Joker: those in rivals' rivers in range, and in own ones above it."""
    cards = NONE
    for at in range(6):
        river = view.rivers[at]
        mine = 0 <= at - outlook.odds.own < 3
        if river.value > view.rules.high if mine else river.bid > 0:
            cards |= river.cards
    return cards


@inline
def try_explosion(
    view: Any, outlook: Outlook, parameters: Any, bids: Any, found: Any, code: np.int64, cost: float
) -> Any:
    """Try a Joker on one number: each river that it hits changes. It leaves the six bids in `bids`."""
    now = outlook.our_total - outlook.their_total
    total, bids_change = now, False
    number = np.int64(view.rivers[river_of(code)].numbers[position_of(code)])
    for at in range(6):
        river = view.rivers[at]
        hit = hit_by_joker(number) & ~bit(number) if at == river_of(code) else hit_by_joker(number)
        bids[np.uint64(at)] = river.bid
        if river.cards & hit == NONE:
            continue
        after = revalued(view, np.int64(at), np.int64(river.value) - worth_of(river, hit))
        worth = river_worth(view, outlook.odds, parameters, after)
        total += table_worth(outlook, parameters, np.int64(at), worth) - now
        bid = bid_of(view, after.value)
        bids[np.uint64(at)] = np.uint64(bid)
        bids_change |= bid != river.bid
    if not bids_change:
        return better(found, code, total + outlook.lead - cost)
    if total + parameters[LEAD] - cost <= found[0]:  # no lead is worth more
        return found
    lead = lead_worth(
        view, outlook.odds, parameters, leader_among(bids, view.rules), np.int64(-1), np.int64(0)
    )
    return better(found, code, total + lead - cost)


@inline
def try_joker(view: Any, outlook: Outlook, parameters: Any, bids: Any, found: Any, card: np.int64) -> Any:
    """Try a Joker wherever it hits what is worth it."""
    cost = cost_of(outlook, parameters, card)
    worth_it = prey(view, outlook)
    for at in range(6):
        river = view.rivers[at]
        targets = targets_in(river, card) if worth_it != NONE else NONE
        while targets != NONE:
            position = lowest(targets)
            targets = drop_lowest(targets)
            number = np.int64(river.numbers[position])
            stays = bit(number) if river.bid > 0 else NONE
            if hit_by_joker(number) & worth_it & ~stays != NONE:
                code = modifier_action(card, np.int64(at), position)
                found = try_explosion(view, outlook, parameters, bids, found, code, cost)
    return found


@inline
def try_modifier(
    view: Any, outlook: Outlook, parameters: Any, scratch: Any, found: Any, card: np.int64
) -> Any:
    """Try the ways to attach a modifier."""
    if has(QUEENS, card):
        return try_queen(view, outlook, parameters, found, card)
    if has(JOKERS, card):
        return try_joker(view, outlook, parameters, scratch, found, card)
    return try_kings_or_jacks(view, outlook, parameters, found, card)


@jit
def alike(card: np.int64) -> np.uint64:
    """Give the cards that do the same as a card."""
    if has(JACKS, card):
        return JACKS
    if has(KINGS, card):
        return KINGS
    return JOKERS if has(JOKERS, card) else bit(card)


@jit
def answer(view: Any, chosen: np.int64) -> np.int64:
    """Give the first of all actions that ends the rival's lead, as none that was tried does; else the chosen one."""
    for index in range(count_actions(view)):
        code = nth_action(view, np.int64(index))
        if leader_after(view, code) != view.challenger:
            return code
    return chosen


@player(game="defcon", parameters=PARAMETERS, scratch=6, cost=400)
def heuristic(view: Any, parameters: Any, _memory: Any, scratch: Any, _random: Any) -> np.int64:
    """Weighs every action by the table that it leaves, and takes the best.

    A river is worth its progress to the range, its height in it, the numbers in hand and deck that finish it, and
    the room that its direction and suit leave; the rival's count against it by what hasn't been seen of the rival's
    cards. Two rivers win, so the third counts less. A lead is worth the chance that the rival holds none of the unseen
    cards that break it; a rival's lead must be broken at once. Modifiers are held back until they put a rival's river
    out of range or an own one into it, the last breaker longest. The ideas are those of Caravan's players: bust with
    Kings rather than cut, keep an answer in hand, lead when the answers are gone. The defaults are tuned in self-play.
    """
    outlook = look(view, parameters)
    found = (-np.inf, np.int64(0))
    for place in range(3):
        found = try_numbers(view, outlook, parameters, found, np.int64(place))
    cards = np.uint64(view.menu.spare)
    while cards != NONE:
        card = lowest(cards)
        cards &= ~alike(card)
        found = try_discard(view, outlook, parameters, found, card)
        if has(MODIFIERS, card):
            found = try_modifier(view, outlook, parameters, scratch, found, card)
    return answer(view, found[1]) if found[0] < -LOST / 2 else found[1]
