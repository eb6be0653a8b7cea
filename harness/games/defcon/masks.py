"""Compiled arithmetic on cards and sets of cards. A set has a lane of 13 bits a suit, with the ten numbers lowest."""

from __future__ import annotations

import numpy as np

from harness.core.bits import ONE
from harness.core.compiler import jit
from harness.games.defcon.cards import JACK, JOKER, KING, QUEEN, TEN

EACH_SUIT = np.uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)
LANE = np.uint64(0x3FF)
ALL_CARDS = np.uint64((1 << 54) - 1)
NUMBERS = np.uint64(0x3FF * int(EACH_SUIT))
JACKS = np.uint64(int(EACH_SUIT) << JACK)
QUEENS = np.uint64(int(EACH_SUIT) << QUEEN)
KINGS = np.uint64(int(EACH_SUIT) << KING)
JOKERS = np.uint64(0b11 << 52)
MODIFIERS = np.uint64(int(ALL_CARDS) ^ int(NUMBERS))
_SUIT_BITS = np.uint64(13)
_ABOVE = np.uint64(0x3FE)


@jit
def suit(card: np.int64) -> np.int64:
    """Give a card's suit, 0 to 3; 4 for a Joker. (It is card // 13 for cards up to 53, without dividing.)"""
    return (card * 5) >> 6


@jit
def rank(card: np.int64) -> np.int64:
    """Give a card's rank from 0: an Ace 0, a 10 9, J Q K 10 to 12; 13 for a Joker."""
    return np.int64(card - 13 * suit(card) if card < 52 else JOKER)


@jit
def number_rank(card: np.int64) -> np.int64:
    """Give the rank, 0 to 9, of a number card; its value is one more."""
    return card - 13 * suit(card)


@jit
def is_number(card: np.int64) -> np.bool_:
    """Say whether a card is a number card (else it is a modifier)."""
    return np.bool_(rank(card) <= TEN)


@jit
def of_rank(rank: np.int64) -> np.uint64:
    """Give the four cards of a rank (0 to 12)."""
    return EACH_SUIT << np.uint64(rank)


@jit
def of_suit(suit: np.int64) -> np.uint64:
    """Give the ten number cards of a suit (0 to 3)."""
    return LANE << (np.uint64(suit) * _SUIT_BITS)


@jit
def higher(rank: np.int64) -> np.uint64:
    """Give the number cards above a rank (0 to 9)."""
    return ((_ABOVE << np.uint64(rank)) & LANE) * EACH_SUIT


@jit
def lower(rank: np.int64) -> np.uint64:
    """Give the number cards below a rank (0 to 9)."""
    return ((ONE << np.uint64(rank)) - ONE) * EACH_SUIT
