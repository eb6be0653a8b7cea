"""Defcon's 54 cards: their numbers, names and kinds, and sets of them as words (rules, sections 1 and 8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
CARDS: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "*1", "*2")
"""The cards as written; a card's number is its place here: 13 × suit + rank, Jokers 52 and 53."""

NUMBER_OF: Final = {name: card for card, name in enumerate(CARDS)}

SET: Final = len(CARDS)
SMALLEST_DECK: Final = 30

ACE, TEN, JACK, QUEEN, KING, JOKER = 0, 9, 10, 11, 12, 13
"""Ranks; `kind` gives JOKER for both Jokers."""

SEATS: Final = "ab"
RIVERS: Final = ("a1", "a2", "a3", "b1", "b2", "b3")


def kind(card: int) -> int:
    """Give a card's rank: ACE to TEN of a number card, JACK to JOKER of a modifier."""
    return card % 13 if card < 52 else JOKER


def is_number_card(card: int) -> bool:
    """Say whether a card is a number card (else it is a modifier)."""
    return kind(card) <= TEN


def mask(cards: Iterable[int]) -> int:
    """Pack a set of cards into a word, bit n for card n."""
    word = 0
    for card in cards:
        word |= 1 << card
    return word


def members(word: int) -> tuple[int, ...]:
    """List the cards of a set in index order; the pair of `mask`."""
    return tuple(card for card in range(SET) if word >> card & 1)


def names(cards: Iterable[int]) -> str:
    """Write cards as the rules page does: joined by commas, `.` for none."""
    return ",".join(CARDS[card] for card in cards) or "."
