"""The compiled rules of Defcon, on a STATE record: what an action does, and when the game is over."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, drop_lowest, has, lowest
from harness.core.compiler import jit
from harness.games.defcon.cards import ACE
from harness.games.defcon.deal import draw_card
from harness.games.defcon.layout import (
    ATTACH,
    DISBAND,
    FOREIGN,
    KIND_AT,
    OPENING_PLIES,
    PLAY,
    POSITION_AT,
    RIVER_AT,
)
from harness.games.defcon.masks import JACKS, JOKERS, number_rank, of_rank, of_suit, rank, suit
from harness.games.defcon.rivers import append, attach, remove

BY_DEFCON, OUT_OF_CARDS = 1, 2
DRAWN = 2
_BYTE = np.uint64(0xFF)
_3 = np.uint64(3)


@jit
def count_targets(state: Any, at: np.uint64) -> None:
    """Bring the targets that a river offers up to date after it has changed."""
    river = state.rivers[at]
    numbers = np.uint64(river.length)
    opened = np.uint64(count(river.open))
    shift = at << _3
    others = ~(_BYTE << shift)
    state.jacks = (state.jacks & others) | (numbers << shift)
    state.kings = (state.kings & others) | (opened << shift)
    state.queens = (state.queens & others) | ((opened if river.locked == 0 else ZERO) << shift)


@jit
def take(state: Any, at: np.uint64, cards: np.uint64, rules: Any) -> None:
    """Remove numbers from a river, each with all that is attached to it, to their owners' discards."""
    owner = np.uint64(at >= _3)
    own, foreign = remove(state.rivers[at], cards, rules)
    state.discards[owner] |= own
    state.discards[ONE - owner] |= foreign
    count_targets(state, at)


@jit
def explode(state: Any, at: np.uint64, number: np.int64, rules: Any) -> np.uint64:
    """Do what a Joker on a number does to all other numbers (rules, section 5); returns the rivers it changed."""
    like = of_suit(suit(number)) if number_rank(number) == ACE else of_rank(number_rank(number))
    changed = ZERO
    for i in range(6):
        other = np.uint64(i)
        hit = state.rivers[other].cards & like
        if other == at:
            hit &= ~bit(number)
        if hit != ZERO:
            take(state, other, hit, rules)
            changed |= ONE << other
    return changed


@jit
def use_modifier(
    state: Any, at: np.uint64, card: np.int64, position: np.int64, rules: Any
) -> np.uint64:
    """Attach the mover's modifier to a number (rules, section 5); returns the rivers that changed, a bit each."""
    seat = np.uint64(state.ply & 1)
    river = state.rivers[at]
    number = np.int64(river.numbers[np.uint64(position)])
    changed = ONE << at
    if has(JACKS, card):
        state.discards[seat] |= bit(card)
        take(state, at, bit(number), rules)
        return changed
    attach(river, card if seat == np.uint64(at >= _3) else card | FOREIGN, position, rules)
    count_targets(state, at)
    if has(JOKERS, card):
        changed |= explode(state, at, number, rules)
    return changed


@jit
def best_two(x: np.int64, y: np.int64, z: np.int64) -> tuple[np.int64, np.int64]:
    """Give the highest and the second of three."""
    high = x if x > y else y
    low = x if x < y else y
    second = high if high < z else z
    return (high if high > z else z), (low if low > second else second)


@jit
def leader(
    a1: np.int64, a2: np.int64, a3: np.int64, b1: np.int64, b2: np.int64, b3: np.int64, both: np.int64
) -> np.int64:
    """Say who leads with these six bids: 0, 1, or −1 for nobody (rules, sections 6 and 9).

    Parameters
    ----------
    a1 … b3 : int64
        Each river's value if it is in range, else 0.
    both : int64
        The rule `lead`: 1 both, 0 pairwise.
    """
    best_a, second_a = best_two(a1, a2, a3)
    best_b, second_b = best_two(b1, b2, b3)
    bar_a, bar_b = second_b, second_a
    if both != 0:
        bar_a, bar_b = best_b, best_a
    # A second bid that beats another is above 0.
    a = (best_a > best_b) & (second_a > bar_a)
    b = (best_b > best_a) & (second_b > bar_b)
    return np.int64(b) - np.int64(not (a | b))


@jit
def leader_of(rivers: Any, rules: Any) -> np.int64:
    """Say who leads: 0, 1, or −1 for nobody."""
    return leader(
        np.int64(rivers[0].bid),
        np.int64(rivers[1].bid),
        np.int64(rivers[2].bid),
        np.int64(rivers[3].bid),
        np.int64(rivers[4].bid),
        np.int64(rivers[5].bid),
        rules.both,
    )


@jit
def end_turn(state: Any, rules: Any) -> None:
    """See who leads now, and whether that ends the game (rules, section 6), before the next player's turn.

    At most one player leads, so whatever the four steps of the rules do, a game that goes on has the leader as its challenger.
    """
    mover = np.int64(state.ply & 1)
    rival = 1 - mover
    lead = leader_of(state.rivers, rules)
    if state.challenger == rival and lead == rival:
        state.reason = BY_DEFCON
        state.winner = rival
    elif state.hand[np.uint64(rival)] == ZERO:
        state.reason = OUT_OF_CARDS
        state.winner = lead if lead >= 0 else np.int64(DRAWN if rules.draw != 0 else mover)
    state.challenger = lead
    state.ply += 1


@jit
def play(state: Any, rules: Any, code: np.int64) -> np.uint64:
    """Play a legal action (rules, section 3) and end the turn.

    Returns
    -------
    uint64
        The rivers that changed, bit r for river r.
    """
    seat = np.uint64(state.ply & 1)
    kind = code >> KIND_AT
    card = code & 63
    at = np.uint64((code >> RIVER_AT) & 7)
    changed = ZERO
    if kind == DISBAND:
        take(state, at, state.rivers[at].cards, rules)
        changed = ONE << at
    else:
        state.hand[seat] ^= bit(card)
        state.shown[seat] |= bit(card)
        if kind == PLAY:
            append(state.rivers[at], card, rules)
            count_targets(state, at)
            changed = ONE << at
        elif kind == ATTACH:
            changed = use_modifier(state, at, card, (code >> POSITION_AT) & 63, rules)
        else:
            state.discards[seat] |= bit(card)
        if state.ply >= OPENING_PLIES:
            draw_card(state, seat)
    state.last = code
    end_turn(state, rules)
    return changed


@jit
def action_kind(code: np.int64) -> np.int64:
    """Give an action's place in ACTION_KINDS."""
    kind = code >> KIND_AT
    if kind == PLAY:
        return np.int64(0)
    if kind == ATTACH:
        return rank(code & 63) - 9
    return kind + 3
