"""What an action would come to: questions that compiled players ask of a view before they choose.

All of it is worked out from the public table; nothing is changed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, has
from harness.core.compiler import jit
from harness.games.defcon.actions import card_of, position_of, river_of
from harness.games.defcon.course import accepted, after_number, after_queen, course_of
from harness.games.defcon.layout import ATTACH, DISBAND, KIND_AT, PLAY
from harness.games.defcon.lead import leader
from harness.games.defcon.masks import JACKS, JOKERS, KINGS, QUEENS, number_rank
from harness.games.defcon.rivers import carrier_rank, contribution
from harness.games.defcon.rules import hit_by_joker


@jit
def own_river(view: Any, place: np.int64) -> np.int64:
    """Give the number (0 to 5) of the own first, second or third river (place 0 to 2)."""
    return np.int64(3 * view.seat + place)


@jit
def rival_river(view: Any, place: np.int64) -> np.int64:
    """Give the number (0 to 5) of the rival's first, second or third river (place 0 to 2)."""
    return np.int64(3 - 3 * view.seat + place)


@jit
def bid_of(view: Any, value: np.int64) -> np.int64:
    """Give a value if it is in range, else 0 (rules, section 6)."""
    return np.int64(value if view.rules.low <= value <= view.rules.high else 0)


@jit
def worth_of(river: Any, cards: np.uint64) -> np.int64:
    """Add up what some of the numbers of a river contribute to its value."""
    worth = np.int64(0)
    if river.cards & cards == ZERO:
        return worth
    for position in range(np.int64(river.length)):
        if has(cards, np.int64(river.numbers[position])):
            worth += contribution(river, np.int64(position))
    return worth


@jit
def removed_by(view: Any, code: np.int64, at: np.int64) -> np.uint64:
    """Give the numbers that an action removes from a river (0 to 5)."""
    kind = code >> KIND_AT
    river = view.rivers[at]
    target = river_of(code)
    if kind == DISBAND and target == at:
        return np.uint64(river.cards)
    if kind != ATTACH:
        return ZERO
    card = card_of(code)
    number = np.int64(view.rivers[target].numbers[position_of(code)])
    if has(JACKS, card):
        return bit(number) if target == at else ZERO
    if has(JOKERS, card):
        hit = river.cards & hit_by_joker(number)
        return np.uint64(hit & ~bit(number) if target == at else hit)
    return ZERO


@jit
def value_after(view: Any, code: np.int64, at: np.int64) -> np.int64:
    """Give the value that a river (0 to 5) has after a legal action of the player to move."""
    river = view.rivers[at]
    kind = code >> KIND_AT
    value = np.int64(river.value) - worth_of(river, removed_by(view, code, at))
    if river_of(code) == at:
        if kind == PLAY:
            value += number_rank(card_of(code)) + 1
        elif kind == ATTACH and has(KINGS, card_of(code)):
            value += contribution(river, position_of(code))
    return value


@jit
def leader_after(view: Any, code: np.int64) -> np.int64:
    """Say who leads after a legal action: 0 seat a, 1 seat b, −1 nobody (rules, section 6)."""
    return leader(
        bid_of(view, value_after(view, code, np.int64(0))),
        bid_of(view, value_after(view, code, np.int64(1))),
        bid_of(view, value_after(view, code, np.int64(2))),
        bid_of(view, value_after(view, code, np.int64(3))),
        bid_of(view, value_after(view, code, np.int64(4))),
        bid_of(view, value_after(view, code, np.int64(5))),
        view.rules.lead,
    )


@jit
def leader_with(view: Any, at: np.int64, bid: np.int64) -> np.int64:
    """Say who leads if one river (0 to 5) has another bid: 0 seat a, 1 seat b, −1 nobody (rules, section 6)."""
    rivers = view.rivers
    return leader(
        bid if at == 0 else np.int64(rivers[0].bid),
        bid if at == 1 else np.int64(rivers[1].bid),
        bid if at == 2 else np.int64(rivers[2].bid),
        bid if at == 3 else np.int64(rivers[3].bid),
        bid if at == 4 else np.int64(rivers[4].bid),
        bid if at == 5 else np.int64(rivers[5].bid),
        view.rules.lead,
    )


@jit
def targets_in(river: Any, card: np.int64) -> np.uint64:
    """Give the positions in a river on which a modifier may be attached, bit p for position p."""
    if has(JACKS, card):
        return bit(np.int64(river.length)) - ONE
    if has(QUEENS, card) and river.locked != 0:
        return ZERO
    return np.uint64(river.open)


@jit
def accepts_after(view: Any, code: np.int64) -> np.uint64:
    """Give the number cards that an action's river accepts after it, if the action is a number or a Queen.

    Of other actions it gives what their river accepts now.
    """
    river = view.rivers[river_of(code)]
    card = card_of(code)
    kind = code >> KIND_AT
    if kind == PLAY:
        return accepted(after_number(course_of(river), card, view.rules.suit_match))
    if kind == ATTACH and has(QUEENS, card):
        return accepted(after_queen(course_of(river), card, carrier_rank(river, position_of(code))))
    return np.uint64(river.accepts)
