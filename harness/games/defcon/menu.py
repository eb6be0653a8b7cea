"""What the player to move may do: counted, listed, picked and checked by masks, in the order of the rules page (section 8).

A MENU record holds the sets; the rivers are only asked where `max_attachments` closes some of their numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, drop_lowest, has, lowest, nth
from harness.core.compiler import jit
from harness.games.defcon.layout import (
    ACTION_BITS,
    ATTACH,
    DISBAND,
    DISCARD,
    KIND_AT,
    OPENING_PLIES,
    PLAY,
    POSITION_AT,
    RIVER_AT,
)
from harness.games.defcon.masks import JACKS, JOKERS, KINGS, MODIFIERS, QUEENS

_EACH_RIVER = np.uint64(0x010101010101)
_HIGH = np.uint64(0x808080808080)
_BYTE = np.uint64(0xFF)
_BYTES = np.uint64(0xFFFFFFFFFFFF)
_2, _3, _6, _8, _40 = np.uint64(2), np.uint64(3), np.uint64(6), np.uint64(8), np.uint64(40)
_ACTION_BITS = np.uint64(ACTION_BITS)
KINGS_JOKERS = np.uint64(int(KINGS) | int(JOKERS))
_ATTACH = np.int64(ATTACH << KIND_AT)
_DISCARD = np.int64(DISCARD << KIND_AT)
_DISBAND = np.int64(DISBAND << KIND_AT)


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
def empty_menu(menu: Any) -> None:
    """Offer nothing."""
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


@jit
def offer(state: Any) -> None:
    """Work out what the player to move may do (rules, sections 2 and 3)."""
    menu = state.menu
    if state.reason != 0:
        empty_menu(menu)
        return
    seat = np.uint64(state.ply & 1)
    first = seat * np.uint64(3)
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
    menu.first = first
    menu.plays[0] = plays_a
    menu.plays[1] = plays_b
    menu.plays[2] = plays_c
    menu.spare = spare
    menu.jacks = jacks
    menu.kings = kings
    menu.queens = queens
    menu.disbands = disbands
    end = count(plays_a) + count(plays_b) + count(plays_c)
    menu.plays_end = end
    end += count_attachments(menu, spare)
    menu.attachments_end = end
    end += count(spare)
    menu.discards_end = end
    menu.total = end + count(np.uint64(disbands))


@jit
def count_attachments(menu: Any, cards: np.uint64) -> np.int64:
    """Count the ways to attach the modifiers of a set."""
    return (
        count(cards & JACKS) * all_targets(menu.jacks)
        + count(cards & QUEENS) * all_targets(menu.queens)
        + count(cards & KINGS_JOKERS) * all_targets(menu.kings)
    )


@jit
def pick(menu: Any, rivers: Any, index: np.int64) -> np.int64:
    """Give the action with a rank from 0 to `menu.total` − 1."""
    if index < menu.plays_end:
        return _pick_play(menu, index)
    if index < menu.attachments_end:
        return _pick_attachment(menu, rivers, index - menu.plays_end)
    if index < menu.discards_end:
        return _DISCARD | nth(menu.spare, index - menu.attachments_end)
    river = menu.first + nth(np.uint64(menu.disbands), index - menu.discards_end)
    return _DISBAND | (river << RIVER_AT)


@jit
def _pick_play(menu: Any, index: np.int64) -> np.int64:
    a, b, c = menu.plays[0], menu.plays[1], menu.plays[2]
    cards = a | b | c
    while cards != ZERO:
        card = lowest(cards)
        on_a = np.int64(has(a, card))
        on_ab = on_a + np.int64(has(b, card))
        here = on_ab + np.int64(has(c, card))
        if index < here:
            river = menu.first + np.int64(index >= on_a) + np.int64(index >= on_ab)
            return card | (river << RIVER_AT)
        index -= here
        cards = drop_lowest(cards)
    return np.int64(-1)


@jit
def _pick_attachment(menu: Any, rivers: Any, index: np.int64) -> np.int64:
    cards = menu.spare & MODIFIERS
    while cards != ZERO:
        card = lowest(cards)
        targets = targets_of(menu, card)
        here = all_targets(targets)
        if index < here:
            # In each byte of `ends`, the targets up to and with that river: as many rivers lie behind us as ends are passed.
            ends = targets * _EACH_RIVER
            passed = (((np.uint64(index) * _EACH_RIVER) | _HIGH) - (ends & _BYTES)) & _HIGH
            river = np.uint64(count(passed))
            position = index - np.int64(((ends << _8) >> (river << _3)) & _BYTE)
            if menu.kings != menu.jacks and not has(JACKS, card):
                position = nth(rivers[river].open, position)
            return _ATTACH | card | (np.int64(river) << RIVER_AT) | (position << POSITION_AT)
        index -= here
        cards = drop_lowest(cards)
    return np.int64(-1)


@jit
def index_in(menu: Any, rivers: Any, code: np.int64) -> np.int64:
    """Give the rank of a legal action; the pair of `pick`."""
    kind = code >> KIND_AT
    card = code & 63
    river = (code >> RIVER_AT) & 7
    below = bit(card) - ONE
    if kind == PLAY:
        rank = np.int64(0)
        for i in range(3):
            plays = menu.plays[i]
            rank += count(plays & below) + np.int64((i < river - menu.first) & has(plays, card))
        return rank
    if kind == ATTACH:
        targets = targets_of(menu, card)
        position = (code >> POSITION_AT) & 63
        if not has(JACKS, card):
            position = count(rivers[river].open & (bit(position) - ONE))
        before = ((targets * _EACH_RIVER) << _8) >> np.uint64(8 * river)
        return menu.plays_end + count_attachments(menu, menu.spare & below) + np.int64(before & _BYTE) + position
    if kind == DISCARD:
        return menu.attachments_end + count(menu.spare & below)
    return menu.discards_end + count(np.uint64(menu.disbands) & (bit(river - menu.first) - ONE))


@jit
def allowed(menu: Any, rivers: Any, code: np.int64) -> np.bool_:
    """Say whether any whole number is a legal action."""
    if np.uint64(code) >> _ACTION_BITS != ZERO:
        return np.bool_(False)
    kind = code >> KIND_AT
    card = code & 63
    river = np.uint64((code >> RIVER_AT) & 7)
    position = (code >> POSITION_AT) & 63
    if kind == ATTACH:
        if not has(menu.spare & MODIFIERS, card) or river >= _6:
            return np.bool_(False)
        targets = np.int64((targets_of(menu, card) >> (river << _3)) & _BYTE)
        if has(JACKS, card):
            return np.bool_(position < targets)
        return np.bool_((targets > 0) & has(rivers[river].open, position))
    if position != 0:
        return np.bool_(False)
    own = river - np.uint64(menu.first)
    if kind == PLAY:
        return np.bool_(own < _3 and has(menu.plays[own], card))
    if kind == DISCARD:
        return np.bool_((river == ZERO) & has(menu.spare, card))
    return np.bool_((card == 0) & (own < _3) & has(np.uint64(menu.disbands), np.int64(own & _3)))


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
