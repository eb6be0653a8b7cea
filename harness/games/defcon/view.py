"""What a seat sees: the VIEW record that players get, kept up to date from action to action."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ZERO, count, drop_lowest, lowest
from harness.core.copying import copy_record
from harness.core.compiler import entry, i64, jit, record_type
from harness.games.defcon.layout import RULES, STATE, VIEW
from harness.games.defcon.masks import ALL_CARDS
from harness.games.defcon.menu import empty_menu


@jit
def fill(view: Any, state: Any, seat: np.uint64) -> None:
    """Write what a seat may know beside the rivers, and nothing else (rules, section 7)."""
    rival = np.uint64(1) - seat
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


@jit
def show_rivers(views: Any, state: Any, changed: np.uint64) -> None:
    """Copy the rivers that changed, bit r for river r, into both seats' views."""
    while changed != ZERO:
        at = np.uint64(lowest(changed))
        copy_record(views[0].rivers[at], state.rivers[at])
        copy_record(views[1].rivers[at], state.rivers[at])
        changed = drop_lowest(changed)


@jit
def introduce(view: Any, rules: Any, seat: np.int64) -> None:
    """Write what stays the same for a whole game: the seat and the rules."""
    view.seat = seat
    to = view.rules
    to.keeps = rules.keeps
    to.both = rules.both
    to.draw = rules.draw
    to.max_attachments = rules.max_attachments
    to.low = rules.low
    to.high = rules.high
