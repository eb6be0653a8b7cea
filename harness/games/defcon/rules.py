"""The compiled rules of Defcon, on a STATE record: what an action does, and when the game is over."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, has
from harness.core.compiler import inline, jit
from harness.games.defcon.actions import action_kind, card_of, position_of, river_of
from harness.games.defcon.cards import ACE
from harness.games.defcon.deal import draw_card
from harness.games.defcon.layout import (
    ATTACH,
    COUNT_BITS,
    DISBAND,
    FOREIGN,
    KIND_AT,
    OPENING_PLIES,
    PLAY,
)
from harness.games.defcon.lead import leader_of
from harness.games.defcon.masks import JACKS, JOKERS, number_rank, of_rank, of_suit, suit
from harness.games.defcon.rivers import append, attach, remove

BY_DEFCON, OUT_OF_CARDS = 1, 2
DRAWN = 2
_BYTE = np.uint64(0xFF)
_3 = np.uint64(3)
_COUNT_BITS = np.int64(COUNT_BITS)
_ABROAD = np.int64(7)
"""The counter of attachments to the rival's rivers."""


@jit
def owner_of(at: np.uint64) -> np.uint64:
    """Give the seat whose river (0 to 5) it is."""
    return np.uint64(at >= _3)


@jit
def count_targets(state: Any, at: np.uint64) -> None:
    """Bring the targets up to date after a river has changed."""
    river = state.rivers[at]
    numbers, opened = np.uint64(river.length), np.uint64(count(river.open))
    shift = at << _3
    others = ~(_BYTE << shift)
    state.jacks = (state.jacks & others) | (numbers << shift)
    state.kings = (state.kings & others) | (opened << shift)
    state.queens = (state.queens & others) | ((opened if river.locked == 0 else ZERO) << shift)


@jit
def take(state: Any, at: np.uint64, cards: np.uint64, rules: Any) -> None:
    """Remove numbers from a river, each with all that is attached to it, to their owners' discards."""
    owner = owner_of(at)
    own, foreign = remove(state.rivers[at], cards, rules)
    state.discards[owner] |= own
    state.discards[ONE - owner] |= foreign
    count_targets(state, at)


@jit
def hit_by_joker(number: np.int64) -> np.uint64:
    """Give the cards that a Joker on a number removes, that number's own kind included (rules, section 5)."""
    if number_rank(number) == ACE:
        return of_suit(suit(number))
    return of_rank(number_rank(number))


@jit
def explode(state: Any, at: np.uint64, number: np.int64, rules: Any) -> np.uint64:
    """Do what a Joker on a number does to all others; returns the rivers that changed, a bit each."""
    hit = hit_by_joker(number)
    changed = ZERO
    for i in range(6):
        other = np.uint64(i)
        lost = state.rivers[other].cards & hit
        if other == at:
            lost &= ~bit(number)
        if lost != ZERO:
            take(state, other, lost, rules)
            changed |= ONE << other
    return changed


@inline
def use_modifier(
    state: Any, seat: np.uint64, at: np.uint64, card: np.int64, position: np.int64, rules: Any
) -> np.uint64:
    """Attach a seat's modifier to a number (rules, section 5); returns the rivers that changed, a bit each."""
    river = state.rivers[at]
    number = np.int64(river.numbers[np.uint64(position)])
    changed = ONE << at
    if has(JACKS, card):
        state.discards[seat] |= bit(card)
        take(state, at, bit(number), rules)
        return changed
    attach(river, card if seat == owner_of(at) else card | FOREIGN, position, rules)
    count_targets(state, at)
    if has(JOKERS, card):
        changed |= explode(state, at, number, rules)
    return changed


@inline
def end_turn(state: Any, rules: Any) -> None:
    """See who leads, and whether that ends the game (rules, section 6).

    At most one player leads; so what the four steps of the rules come to in a game that goes on is that the
    challenger is whoever leads.
    """
    mover = np.int64(state.ply & 1)
    rival = 1 - mover
    lead = leader_of(state.rivers, rules)
    if state.challenger == rival and lead == rival:
        state.reason = BY_DEFCON
        state.winner = rival
    elif state.hand[np.uint64(rival)] == ZERO:
        state.reason = OUT_OF_CARDS
        state.winner = lead if lead >= 0 else np.int64(DRAWN if rules.exhaustion != 0 else mover)
    state.challenger = lead
    state.ply += 1


@inline
def play(state: Any, rules: Any, code: np.int64) -> np.uint64:
    """Play a legal action (rules, section 3) and end the turn.

    Returns
    -------
    uint64
        The rivers that changed, bit r for river r.
    """
    seat = np.uint64(state.ply & 1)
    kind = code >> KIND_AT
    card = card_of(code)
    at = np.uint64(river_of(code))
    changed = ZERO
    if kind == DISBAND:
        changed = ONE << at
        take(state, at, state.rivers[at].cards, rules)
    else:
        spent = bit(card)
        state.hand[seat] ^= spent
        state.shown[seat] |= spent
        if kind == PLAY:
            changed = ONE << at
            state.played[seat] |= spent
            append(state.rivers[at], card, rules)
            count_targets(state, at)
        elif kind == ATTACH:
            state.played[seat] |= spent
            state.counts[seat] += np.uint64(seat != owner_of(at)) << np.uint64(_ABROAD * _COUNT_BITS)
            changed = use_modifier(state, seat, at, card, position_of(code), rules)
        else:
            state.discards[seat] |= spent
        if state.ply >= OPENING_PLIES:
            draw_card(state, seat)
    state.counts[seat] += ONE << np.uint64(action_kind(code) * _COUNT_BITS)
    state.last = code
    end_turn(state, rules)
    return changed
