"""Deals of Forecast: a seeded order of the universe, shuffled only as far as cards are needed.

A Fisher–Yates step settles one place of the order. The deck's order is the universe's, restricted to the
deck's copies (design, section 1): leaving out one card moves no other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ZERO
from harness.core.compiler import entry, i64, jit, record_type, shorts, u64
from harness.core.streams import below, deal_key, shuffle_state
from harness.games.forecast.layout import STATE

_7 = np.uint64(7)
_3 = np.uint64(3)
_COUNT = np.uint64(255)


@jit
def shuffle_step(deck: Any, place: np.int64) -> np.uint64:
    """Settle one place of the order (Fisher–Yates from the front); returns the card there."""
    here = np.uint64(place)
    other = here + np.uint64(below(deck.random, deck.total - place))
    card = deck.order[other]
    deck.order[other] = deck.order[here]
    deck.order[here] = card
    deck.settled = place + 1
    return np.uint64(card)


@jit
def next_card(deck: Any) -> np.int64:
    """Give the kind of the deck's next card, shuffling on until one comes up; there must be one left."""
    while True:
        place = deck.next
        card = shuffle_step(deck, place) if place >= deck.settled else np.uint64(deck.order[np.uint64(place)])
        deck.next = place + 1
        kind = card & _7
        if (card >> _3) < ((deck.composition >> (kind << _3)) & _COUNT):
            return np.int64(kind)


@jit
def begin(deck: Any, key: np.uint64, universe: Any, composition: np.uint64) -> None:
    """Lay out a universe to be shuffled under a deal's key."""
    deck.next = 0
    deck.settled = 0
    deck.total = universe.size
    deck.composition = composition
    deck.random[0] = shuffle_state(key, ZERO, ZERO)
    for place in range(universe.size):
        deck.order[place] = universe[place]


@entry(i64(record_type(STATE), u64, u64, shorts, u64))
def shuffle_all(
    deck: Any, seed: np.uint64, number: np.uint64, universe: Any, composition: np.uint64
) -> np.int64:
    """Lay out a deal and settle its whole order; returns the size of the universe."""
    begin(deck, deal_key(seed, number), universe, composition)
    for place in range(deck.total):
        shuffle_step(deck, place)
    return np.int64(deck.total)
