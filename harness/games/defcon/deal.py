"""Deals of Defcon: seeded orders of the 54 cards, shuffled only as far as cards are needed.

A Fisher–Yates step settles one place of an order. A deck's order is the order of the 54 restricted to its cards
(design, section 1): leaving out one card moves no other, but where the k-th mulligan makes the difference.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, has
from harness.core.compiler import entry, i64, inline, jit, record_type, u64
from harness.core.streams import below, deal_key, shuffle_state
from harness.games.defcon.cards import SET
from harness.games.defcon.layout import OPENING_HAND, OPENING_NUMBERS, RULES, STATE
from harness.games.defcon.masks import NUMBERS
from harness.games.defcon.rivers import clear


@inline
def shuffle_step(state: Any, seat: np.uint64, place: np.int64) -> np.int64:
    """Settle one place of a seat's order (Fisher–Yates from the front); returns its card."""
    order = state.order[seat]
    other = place + below(state.random[seat], SET - place)
    card = order[np.uint64(other)]
    order[np.uint64(other)] = order[np.uint64(place)]
    order[np.uint64(place)] = card
    state.settled[seat] = place + 1
    return np.int64(card)


@inline
def settle(state: Any, seat: np.uint64) -> None:
    """Find a deck's top card, if there is one: shuffle on until a card of the deck comes up."""
    deck = state.deck[seat]
    if deck == ZERO:
        return
    place = np.int64(state.next[seat])
    while True:
        if place >= state.settled[seat]:
            card = shuffle_step(state, seat, place)
        else:
            card = np.int64(state.order[seat, np.uint64(place)])
        place += 1
        if has(deck, card):
            break
    state.next[seat] = place
    state.top[seat] = card


@inline
def draw_card(state: Any, seat: np.uint64) -> None:
    """Move the top card of a deck, if there is one, to its player's hand.

    The next top card is settled at once: nothing has to wait for the generator when it is drawn.
    """
    deck = state.deck[seat]
    if deck == ZERO:
        return
    card = bit(np.int64(state.top[seat]))
    state.deck[seat] = deck ^ card
    state.hand[seat] |= card
    settle(state, seat)


@jit
def deal_hand(state: Any, key: np.uint64, seat: np.uint64, side: np.uint64, deck: np.uint64) -> None:
    """Shuffle a seat's deck and draw its opening hand, until that holds three numbers (rules, section 2).

    Parameters
    ----------
    key : uint64
        The deal's key; the k-th shuffle of a side has a stream of its own.
    side : uint64
        The order that this seat gets: 0 is X, 1 is Y.
    deck : uint64
        The deck's cards; at least three of them are numbers.
    """
    attempt = ZERO
    while True:
        state.random[seat, 0] = shuffle_state(key, side, attempt)
        for card in range(SET):
            state.order[seat, card] = card
        state.next[seat] = 0
        state.settled[seat] = 0
        state.deck[seat] = deck
        state.hand[seat] = ZERO
        settle(state, seat)
        for _ in range(OPENING_HAND):
            draw_card(state, seat)
        if count(state.hand[seat] & NUMBERS) >= OPENING_NUMBERS:
            break
        attempt += ONE
    state.mulligans[seat] = np.int64(attempt)


@jit
def begin(
    state: Any,
    rules: Any,
    key: np.uint64,
    side_a: np.uint64,
    side_b: np.uint64,
    deck_a: np.uint64,
    deck_b: np.uint64,
) -> None:
    """Set up a game on a deal: empty rivers, both opening hands, and the decks' top cards known.

    Parameters
    ----------
    key : uint64
        The deal's key.
    side_a, side_b : uint64
        The order that each seat gets: 0 is X, 1 is Y.
    deck_a, deck_b : uint64
        The cards of each seat's deck.
    """
    for at in range(6):
        clear(state.rivers[at], rules)
    state.jacks = ZERO
    state.kings = ZERO
    state.queens = ZERO
    for seat in range(2):
        state.discards[seat] = ZERO
        state.shown[seat] = ZERO
        state.played[seat] = ZERO
        state.counts[seat] = ZERO
    state.ply = 0
    state.challenger = -1
    state.reason = 0
    state.winner = 0
    state.last = -1
    deal_hand(state, key, ZERO, side_a, deck_a)
    deal_hand(state, key, ONE, side_b, deck_b)


@entry(i64(record_type(STATE), record_type(RULES), u64, u64, u64, u64, u64))
def deal(
    state: Any,
    rules: Any,
    seed: np.uint64,
    number: np.uint64,
    order: np.uint64,
    deck_a: np.uint64,
    deck_b: np.uint64,
) -> np.int64:
    """Set up a deal with both orders settled to their ends; `order` 1 exchanges them. Returns 0."""
    begin(state, rules, deal_key(seed, number), order, order ^ ONE, deck_a, deck_b)
    for seat in range(2):
        for place in range(state.settled[seat], SET):
            shuffle_step(state, np.uint64(seat), np.int64(place))
    return np.int64(0)
