"""Actions as whole numbers, for compiled code: written and taken apart (see `layout` for their bits)."""

from __future__ import annotations

import numpy as np

from harness.core.compiler import jit
from harness.games.defcon.layout import ATTACH, DISBAND, DISCARD, KIND_AT, PLAY, POSITION_AT, RIVER_AT
from harness.games.defcon.masks import rank


@jit
def number_action(card: np.int64, river: np.int64) -> np.int64:
    """Write the action that plays a number card on a river (0 to 5)."""
    return card | (river << RIVER_AT)


@jit
def modifier_action(card: np.int64, river: np.int64, position: np.int64) -> np.int64:
    """Write the action that attaches a modifier to a number (from 0) of a river (0 to 5)."""
    return np.int64(ATTACH << KIND_AT) | card | (river << RIVER_AT) | (position << POSITION_AT)


@jit
def discard_action(card: np.int64) -> np.int64:
    """Write the action that discards a card."""
    return np.int64(DISCARD << KIND_AT) | card


@jit
def disband_action(river: np.int64) -> np.int64:
    """Write the action that disbands a river (0 to 5)."""
    return np.int64(DISBAND << KIND_AT) | (river << RIVER_AT)


@jit
def card_of(code: np.int64) -> np.int64:
    """Give the card of an action; 0 of a disband."""
    return code & 63


@jit
def river_of(code: np.int64) -> np.int64:
    """Give the river (0 to 5) of an action; 0 of a discard."""
    return (code >> RIVER_AT) & 7


@jit
def position_of(code: np.int64) -> np.int64:
    """Give the position (from 0) of an action's number; 0 where no modifier is attached."""
    return (code >> POSITION_AT) & 63


@jit
def action_kind(code: np.int64) -> np.int64:
    """Give an action's place in ACTION_KINDS."""
    kind = code >> KIND_AT
    if kind == PLAY:
        return np.int64(0)
    if kind == ATTACH:
        return rank(card_of(code)) - 9
    return kind + 3
