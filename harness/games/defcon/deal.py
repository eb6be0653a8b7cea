"""Deals of Defcon: seeded orders of the 54 cards, shuffled only as far as cards are needed.

A Fisher–Yates step settles one place of an order. A deck's order is the order of the 54 restricted to its cards
(design, section 1): leaving out one card moves no other, but where the k-th mulligan makes the difference.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, has
from harness.core.compiler import jit
from harness.core.streams import below, shuffle_state
from harness.games.defcon.cards import SET
from harness.games.defcon.layout import OPENING_HAND, OPENING_NUMBERS
from harness.games.defcon.masks import NUMBERS


@jit
def shuffle_step(state: Any, seat: np.uint64, place: np.int64) -> np.int64:
    """Settle one place of a seat's order (Fisher–Yates from the front); returns its card."""
    order = state.order[seat]
    other = place + below(state.random[seat], SET - place)
    card = order[np.uint64(other)]
    order[np.uint64(other)] = order[np.uint64(place)]
    order[np.uint64(place)] = card
    state.settled[seat] = place + 1
    return np.int64(card)


@jit
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


@jit
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
def settle_order(state: Any, seat: np.uint64) -> None:
    """Settle what is left of a seat's order."""
    for place in range(np.int64(state.settled[seat]), SET):
        shuffle_step(state, seat, np.int64(place))
