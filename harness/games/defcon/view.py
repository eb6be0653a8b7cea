"""What a seat sees: the VIEW record that players get, and the compiled helpers that read it for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, count, drop_lowest, lowest
from harness.core.blocks import copy_record
from harness.core.compiler import entry, i64, inline, integers, jit, record_type
from harness.games.defcon.layout import RULES, STATE, VIEW
from harness.games.defcon.masks import ALL_CARDS
from harness.games.defcon.menu import allowed, index_in, listing, offer, offer_nothing, pick


@inline
def fill(view: Any, state: Any, seat: np.uint64) -> None:
    """Write what a seat may know beside the rivers and its actions, and nothing else (rules, section 7)."""
    rival = ONE - seat
    view.hand = state.hand[seat]
    view.deck = state.deck[seat]
    view.unseen = ALL_CARDS & ~state.shown[rival]
    view.discards[0] = state.discards[0]
    view.discards[1] = state.discards[1]
    view.ply = state.ply
    view.rival_hand = count(state.hand[rival])
    view.rival_deck = count(state.deck[rival])
    view.challenger = state.challenger
    view.last = state.last


@inline
def show_rivers(views: Any, state: Any, changed: np.uint64) -> None:
    """Copy the rivers that changed, bit r for river r, into both seats' views."""
    while changed != ZERO:
        at = np.uint64(lowest(changed))
        copy_record(views[0].rivers[at], state.rivers[at])
        copy_record(views[1].rivers[at], state.rivers[at])
        changed = drop_lowest(changed)


@jit
def introduce(view: Any, rules: Any, seat: np.int64) -> None:
    """Write what stays the same while a game goes on: the seat and the rules."""
    view.seat = seat
    view.reason = 0
    view.winner = 0
    copy_record(view.rules, rules)


@jit
def show(view: Any, state: Any, rules: Any, seat: np.uint64) -> None:
    """Write a whole view for the player to move, while the game goes on."""
    introduce(view, rules, np.int64(seat))
    fill(view, state, seat)
    offer(view.menu, state)
    for at in range(6):
        copy_record(view.rivers[at], state.rivers[at])


@entry(i64(record_type(VIEW), record_type(STATE), record_type(RULES), i64))
def fill_view(view: Any, state: Any, rules: Any, seat: np.int64) -> np.int64:
    """Write a whole view of any state for any seat; only the mover's has actions and a last action."""
    show(view, state, rules, np.uint64(seat))
    view.reason = state.reason
    view.winner = state.winner
    if state.ply & 1 != seat or state.reason != 0:
        offer_nothing(view.menu)
    if state.ply & 1 != seat:
        view.last = -1
    return np.int64(0)


@jit
def count_actions(view: Any) -> np.int64:
    """Count the legal actions."""
    return np.int64(view.menu.total)


@jit
def first_action(view: Any) -> np.int64:
    """Give the first legal action in the order of the rules page."""
    return pick(view.menu, view.rivers, np.int64(0))


@jit
def nth_action(view: Any, index: np.int64) -> np.int64:
    """Give the legal action with a given rank (from 0) in the order of the rules page."""
    return pick(view.menu, view.rivers, index)


@jit
def index_of(view: Any, code: np.int64) -> np.int64:
    """Give a legal action's rank among the legal ones; the pair of `nth_action`."""
    return index_in(view.menu, view.rivers, code)


@jit
def is_legal(view: Any, code: np.int64) -> np.bool_:
    """Say whether any whole number is a legal action."""
    return allowed(view.ply, view.hand, view.rivers, code)


@jit
def list_actions(view: Any, out: Any) -> np.int64:
    """Write all legal actions in order to an array of MAX_ACTIONS words or more; returns how many there are."""
    return listing(view.menu, view.rivers, out)


@entry(i64(record_type(VIEW), integers))
def view_actions(view: Any, out: Any) -> np.int64:
    """Write a view's legal actions in order to `out` (int64, shape (MAX_ACTIONS,)); returns how many."""
    return list_actions(view, out)
