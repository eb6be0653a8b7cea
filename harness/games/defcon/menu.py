"""What the player to move may do: counted, listed, picked and checked by masks, in the order of the rules page.

A MENU record holds the sets; rivers are only asked where `max_attachments` closes some of their numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, drop_lowest, has, lowest, nth
from harness.core.compiler import inline, jit
from harness.games.defcon.actions import (
    card_of,
    disband_action,
    discard_action,
    modifier_action,
    number_action,
    position_of,
    river_of,
)
from harness.games.defcon.layout import ACTION_BITS, ATTACH, DISCARD, KIND_AT, OPENING_PLIES, PLAY
from harness.games.defcon.masks import JACKS, JOKERS, KINGS, MODIFIERS, QUEENS

_EACH_RIVER = np.uint64(0x010101010101)
_HIGH = np.uint64(0x808080808080)
_SIX_BYTES = np.uint64(0xFFFFFFFFFFFF)
_BYTE = np.uint64(0xFF)
_2, _3, _6, _8, _40 = np.uint64(2), np.uint64(3), np.uint64(6), np.uint64(8), np.uint64(40)
_ACTION_BITS = np.uint64(ACTION_BITS)
_KINGS_JOKERS = np.uint64(int(KINGS) | int(JOKERS))


@jit
def all_targets(targets: np.uint64) -> np.int64:
    """Add up the targets of all six rivers."""
    return np.int64(((targets * _EACH_RIVER) >> _40) & _BYTE)


@jit
def targets_of(menu: Any, card: np.int64) -> np.uint64:
    """Give the targets of a modifier, by river."""
    if has(JACKS, card):
        return np.uint64(menu.jacks)
    if has(QUEENS, card):
        return np.uint64(menu.queens)
    return np.uint64(menu.kings)


@jit
def count_attachments(cards: np.uint64, jacks: np.uint64, queens: np.uint64, kings: np.uint64) -> np.int64:
    """Count the ways to attach the modifiers of a set to these targets."""
    return (
        count(cards & JACKS) * all_targets(jacks)
        + count(cards & QUEENS) * all_targets(queens)
        + count(cards & _KINGS_JOKERS) * all_targets(kings)
    )


@jit
def offer_nothing(menu: Any) -> None:
    """Write the menu of who may do nothing."""
    for i in range(3):
        menu.plays[i] = ZERO
    menu.spare = ZERO
    menu.jacks = ZERO
    menu.kings = ZERO
    menu.queens = ZERO
    menu.first = 0
    menu.disbands = 0
    menu.plays_end = 0
    menu.attachments_end = 0
    menu.discards_end = 0
    menu.total = 0


@inline
def offer(menu: Any, state: Any) -> None:
    """Write what the player to move may do while the game goes on (rules, sections 2 and 3)."""
    seat = np.uint64(state.ply & 1)
    first = seat * _3
    hand = state.hand[seat]
    rivers = state.rivers
    a, b, c = rivers[first], rivers[first + ONE], rivers[first + _2]
    plays_a, plays_b, plays_c = hand & a.accepts, hand & b.accepts, hand & c.accepts
    spare, jacks, kings, queens = hand, state.jacks, state.kings, state.queens
    disbands = np.int64(a.length > 0) + np.int64(b.length > 0) * 2 + np.int64(c.length > 0) * 4
    if state.ply < OPENING_PLIES:
        plays_a = plays_a if a.length == 0 else ZERO
        plays_b = plays_b if b.length == 0 else ZERO
        plays_c = plays_c if c.length == 0 else ZERO
        spare = jacks = kings = queens = ZERO
        disbands = np.int64(0)
    plays_end = count(plays_a) + count(plays_b) + count(plays_c)
    attachments_end = plays_end + count_attachments(spare, jacks, queens, kings)
    discards_end = attachments_end + count(spare)
    menu.plays[0] = plays_a
    menu.plays[1] = plays_b
    menu.plays[2] = plays_c
    menu.spare = spare
    menu.jacks = jacks
    menu.kings = kings
    menu.queens = queens
    menu.first = first
    menu.disbands = disbands
    menu.plays_end = plays_end
    menu.attachments_end = attachments_end
    menu.discards_end = discards_end
    menu.total = discards_end + count(np.uint64(disbands))


@inline
def pick(menu: Any, rivers: Any, index: np.int64) -> np.int64:
    """Give the action with a rank from 0 to `menu.total` − 1."""
    if index < menu.plays_end:
        return _pick_play(menu, index)
    if index < menu.attachments_end:
        return _pick_attachment(menu, rivers, index - menu.plays_end)
    if index < menu.discards_end:
        return discard_action(nth(menu.spare, index - menu.attachments_end))
    return disband_action(menu.first + nth(np.uint64(menu.disbands), index - menu.discards_end))


@inline
def _pick_play(menu: Any, index: np.int64) -> np.int64:
    a, b, c = menu.plays[0], menu.plays[1], menu.plays[2]
    cards = a | b | c
    while cards != ZERO:
        card = lowest(cards)
        on_a = np.int64(has(a, card))
        on_ab = on_a + np.int64(has(b, card))
        here = on_ab + np.int64(has(c, card))
        if index < here:
            return number_action(card, menu.first + np.int64(index >= on_a) + np.int64(index >= on_ab))
        index -= here
        cards = drop_lowest(cards)
    return np.int64(-1)


@inline
def _pick_attachment(menu: Any, rivers: Any, index: np.int64) -> np.int64:
    cards = menu.spare & MODIFIERS
    while cards != ZERO:
        card = lowest(cards)
        targets = targets_of(menu, card)
        here = all_targets(targets)
        if index < here:
            # Each byte of `ends` adds up the targets as far as that river; we are behind as many rivers
            # as have their end at or below the index. With bit 7 set no byte borrows from the next.
            ends = targets * _EACH_RIVER
            passed = (((np.uint64(index) * _EACH_RIVER) | _HIGH) - (ends & _SIX_BYTES)) & _HIGH
            river = np.uint64(count(passed))
            position = index - np.int64(((ends << _8) >> (river << _3)) & _BYTE)
            if menu.kings != menu.jacks and not has(JACKS, card):
                position = nth(rivers[river].open, position)
            return modifier_action(card, np.int64(river), position)
        index -= here
        cards = drop_lowest(cards)
    return np.int64(-1)


@jit
def index_in(menu: Any, rivers: Any, code: np.int64) -> np.int64:
    """Give the rank of a legal action; the pair of `pick`."""
    kind = code >> KIND_AT
    card = card_of(code)
    river = river_of(code)
    below = bit(card) - ONE
    if kind == PLAY:
        rank = np.int64(0)
        for i in range(3):
            plays = menu.plays[i]
            rank += count(plays & below) + np.int64((i < river - menu.first) & has(plays, card))
        return rank
    if kind == ATTACH:
        targets = targets_of(menu, card)
        position = position_of(code)
        if not has(JACKS, card):
            position = count(rivers[river].open & (bit(position) - ONE))
        before = ((targets * _EACH_RIVER) << _8) >> np.uint64(8 * river)
        lesser = count_attachments(menu.spare & below, menu.jacks, menu.queens, menu.kings)
        return np.int64(menu.plays_end + lesser + position) + np.int64(before & _BYTE)
    if kind == DISCARD:
        return np.int64(menu.attachments_end + count(menu.spare & below))
    before_it = np.uint64(menu.disbands) & (bit(river - menu.first) - ONE)
    return np.int64(menu.discards_end + count(before_it))


@jit
def listing(menu: Any, rivers: Any, out: Any) -> np.int64:
    """Write all legal actions in order.

    Parameters
    ----------
    out : int64 or uint64 array, shape (MAX_ACTIONS,) or longer

    Returns
    -------
    int64
        How many there are.
    """
    total = np.int64(menu.total)
    for index in range(total):
        out[index] = pick(menu, rivers, np.int64(index))
    return total


@inline
def allowed(ply: np.int64, hand: np.uint64, rivers: Any, code: np.int64) -> np.bool_:
    """Say whether any whole number is a legal action of the player to move, while the game goes on."""
    if np.uint64(code) >> _ACTION_BITS != ZERO:
        return np.bool_(False)
    kind = code >> KIND_AT
    card = card_of(code)
    at = np.uint64(river_of(code))
    position = position_of(code)
    if kind == ATTACH:
        if ply < OPENING_PLIES or at >= _6 or not has(hand & MODIFIERS, card):
            return np.bool_(False)
        river = rivers[at]
        if has(JACKS, card):
            return np.bool_(position < np.int64(river.length))
        return np.bool_(has(river.open, position) and not (has(QUEENS, card) and river.locked != 0))
    if position != 0:
        return np.bool_(False)
    if kind == DISCARD:
        return np.bool_((at == ZERO) & has(hand, card) & (ply >= OPENING_PLIES))
    if at - np.uint64(ply & 1) * _3 >= _3:
        return np.bool_(False)
    river = rivers[at]
    if kind == PLAY:
        return np.bool_(has(hand & river.accepts, card) and (ply >= OPENING_PLIES or river.length == 0))
    return np.bool_((card == 0) & (river.length > 0) & (ply >= OPENING_PLIES))
