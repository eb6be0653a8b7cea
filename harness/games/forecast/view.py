"""What a seat sees: the VIEW record that players get, and the compiled helpers that read it for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, count, has, lowest, nth
from harness.core.compiler import entry, i64, jit, record_type
from harness.games.forecast.cards import NUMBERS
from harness.games.forecast.layout import RULES, STATE, VIEW
from harness.games.forecast.rules import Game, blue_cards, full_slots, hand_size, load, predicted_slots

_2, _4, _10, _14 = np.uint64(2), np.uint64(4), np.uint64(10), np.uint64(14)


@jit
def fill(view: Any, game: Game, legal: np.uint64, ply: np.int64) -> None:
    """Write what the mover may know of a position, and nothing else (rules, section 5)."""
    mover, rival = game.mover, game.rival
    blue = blue_cards(rival.hand)
    view.legal = legal
    view.table = game.table
    view.predicted = mover.predicted
    view.rival_predicted = predicted_slots(rival.predicted)
    view.hand = mover.hand
    view.unseen = mover.unseen
    view.ply = ply
    view.hand_size = hand_size(mover.hand)
    view.rival_blue = blue
    view.rival_brown = hand_size(rival.hand) - blue
    view.left = game.left
    view.top_back = np.int64(game.top >= NUMBERS) if game.left > 0 else np.int64(-1)
    view.last = game.last


@jit
def introduce(view: Any, rules: Any, seat: np.int64) -> None:
    """Write what stays the same for a whole game: the seat and the rules."""
    view.seat = seat
    view.exact = rules.exact
    view.over = rules.over
    view.miss = rules.miss
    view.hand_limit = rules.hand_limit


@entry(i64(record_type(VIEW), record_type(STATE), record_type(RULES), i64))
def fill_view(view: Any, state: Any, rules: Any, seat: np.int64) -> np.int64:
    """Write a whole view of any state for any seat; only the mover's has legal actions and a last action."""
    introduce(view, rules, seat)
    game = load(state)
    if state.ply & 1 == seat:
        fill(view, game, state.legal, state.ply)
    else:
        turned = Game(game.table, game.rival, game.mover, game.left, game.top, np.int64(-1))
        fill(view, turned, ZERO, state.ply)
    return np.int64(0)


@jit
def count_actions(view: Any) -> np.int64:
    """Count the legal actions."""
    return count(view.legal)


@jit
def first_action(view: Any) -> np.int64:
    """Give the first legal action."""
    return lowest(view.legal)


@jit
def nth_action(view: Any, index: np.int64) -> np.int64:
    """Give the legal action with a given rank (from 0) in the order of the rules page."""
    return nth(view.legal, index)


@jit
def top_number(table: np.uint64, slot: np.int64) -> np.int64:
    """Give the number on top of a slot (0 to 4); 0 where it holds none."""
    planes = table >> np.uint64(slot)
    top = ((planes >> _10) & ONE) | ((planes >> _14) & _2)
    base = (planes & ONE) | ((planes >> _4) & _2)
    return np.int64(top if top != ZERO else base)


@jit
def predicted_number(planes: np.uint64, slot: np.int64) -> np.int64:
    """Give the number that is predicted on a slot (0 to 4) in prediction planes; 0 for none."""
    word = planes >> np.uint64(slot)
    return np.int64((word & ONE) | ((word >> _4) & _2))


@jit
def number_beneath(table: np.uint64, slot: np.int64) -> np.int64:
    """Give the number that a remove would leave on top of a slot (0 to 4); 0 where it holds fewer than two."""
    if not has(full_slots(table), slot):
        return np.int64(0)
    planes = table >> np.uint64(slot)
    return np.int64((planes & ONE) | ((planes >> _4) & _2))


@jit
def payoff(view: Any, number: np.int64, top: np.int64) -> np.int64:
    """Give what a prediction (1 to 3) pays in a view's game under a top number (0 for none)."""
    if top == number:
        return view.exact * number
    return view.over if top > number else view.miss


@jit
def hand_count(view: Any, kind: np.int64) -> np.int64:
    """Count the cards of a kind (0 to 7) in the own hand."""
    return np.int64((view.hand >> np.uint64(5 * kind)) & np.uint64(31))


@jit
def unseen_count(view: Any, kind: np.int64) -> np.int64:
    """Count the cards of a kind that lie in the deck, in the rival's hand or in the rival's predictions."""
    return np.int64((view.unseen >> np.uint64(8 * kind)) & np.uint64(255))


@jit
def action_index(legal: np.uint64, action: np.int64) -> np.int64:
    """Give a legal action's rank among the legal ones; the pair of `nth_action`."""
    below = (np.uint64(1) << np.uint64(action)) - np.uint64(1)
    return count(legal & below)
