"""The compiled rules as they are called from outside the engine: on single positions, one step at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.blocks import copy_record
from harness.core.compiler import entry, i64, integers, jit, record_type, records_type
from harness.games.defcon.deal import settle
from harness.games.defcon.layout import MENU, RULES, STATE
from harness.games.defcon.lead import leader_of
from harness.games.defcon.menu import allowed, listing, offer, pick
from harness.games.defcon.rivers import append, attach, clear
from harness.games.defcon.rules import count_targets, play

_STATE, _RULES, _MENU = record_type(STATE), record_type(RULES), record_type(MENU)


@entry(i64(_STATE, _RULES, i64))
def play_action(state: Any, rules: Any, code: np.int64) -> np.int64:
    """Play an action if it is legal; returns 1 if it was, else 0 and the state is as before."""
    if state.reason != 0 or not allowed(state.ply, state.hand[np.uint64(state.ply & 1)], state.rivers, code):
        return np.int64(0)
    play(state, rules, code)
    return np.int64(1)


@entry(i64(_STATE, _MENU, integers))
def legal_actions(state: Any, menu: Any, out: Any) -> np.int64:
    """Write the legal actions in order to `out` (int64, shape (MAX_ACTIONS,)); returns how many there are."""
    if state.reason != 0:
        return np.int64(0)
    offer(menu, state)
    return listing(menu, state.rivers, out)


@entry(i64(_STATE, _RULES))
def clear_table(state: Any, rules: Any) -> np.int64:
    """Empty all rivers; returns 0."""
    for at in range(6):
        clear(state.rivers[at], rules)
        count_targets(state, np.uint64(at))
    return np.int64(0)


@entry(i64(_STATE, _RULES, i64, i64, i64))
def lay(state: Any, rules: Any, at: np.int64, card: np.int64, position: np.int64) -> np.int64:
    """Lay a card down behind a river's others, whether that is legal or not; returns 0.

    Parameters
    ----------
    card : int64
        A number, or a Queen, King or Joker (+ FOREIGN).
    position : int64
        Position (from 0) of the number that carries it; −1 for a number.
    """
    if position < 0:
        append(state.rivers[at], card, rules)
    else:
        attach(state.rivers[at], card, position, rules)
    count_targets(state, np.uint64(at))
    return np.int64(0)


@entry(i64(_STATE, _RULES))
def refresh_state(state: Any, rules: Any) -> np.int64:
    """Complete a state whose cards were laid down one by one: the decks' top cards. Returns who leads."""
    for seat in range(2):
        settle(state, np.uint64(seat))
    return leader_of(state.rivers, rules)


@jit
def _sequences(states: Any, menus: Any, rules: Any, level: np.int64, depth: np.int64) -> np.int64:
    state, menu = states[level], menus[level]
    if depth == 0:
        return np.int64(1)
    if state.reason != 0:
        return np.int64(0)
    offer(menu, state)
    if depth == 1:
        return np.int64(menu.total)
    total = np.int64(0)
    for index in range(np.int64(menu.total)):
        copy_record(states[level + 1], state)
        play(states[level + 1], rules, pick(menu, state.rivers, np.int64(index)))
        total += _sequences(states, menus, rules, level + 1, depth - 1)
    return total


@entry(i64(records_type(STATE), records_type(MENU), _RULES, i64))
def perft(states: Any, menus: Any, rules: Any, depth: np.int64) -> np.int64:
    """Count the action sequences of a length (0 or more) from `states[0]`.

    Parameters
    ----------
    states, menus : STATE and MENU records, shape (depth + 1,)
        Written, all but the first state.
    """
    return _sequences(states, menus, rules, np.int64(0), depth)
