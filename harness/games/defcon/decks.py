"""Decks of Defcon: 30 to 54 different cards, under a name, in a file or as text (rules, section 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.core.errors import DataError, Malformed, did_you_mean
from harness.games.defcon.cards import CARDS, JACK, JOKER, KING, QUEEN, SET, SMALLEST_DECK, TEN, kind
from harness.games.defcon.notation import cards_named
from harness.games.description import Deck


def _of_ranks(name: str, ranks: Iterable[int]) -> Deck:
    chosen = frozenset(ranks)
    return Deck(name, tuple(card for card in range(SET) if kind(card) in chosen))


STOCK: Final[Mapping[str, Deck]] = {
    deck.name: deck
    for deck in (
        _of_ranks("full", range(JOKER + 1)),
        _of_ranks("numbers", range(TEN + 1)),
        _of_ranks("tens", range(6, JOKER + 1)),
        _of_ranks("builder", (*range(3, TEN + 1), QUEEN, KING)),
        _of_ranks("wrecker", (*range(4, TEN + 1), JACK, JOKER)),
    )
}
"""The named decks: all 54 cards; the 40 numbers; 7 to 10 with all modifiers; 4 to 10 with Queens and Kings, for
quick rivers; 5 to 10 with Jacks and Jokers, against the rival's."""

_REMEDY: Final = "give a stock name, a file, or cards with commas: 5c,6c,7c,…"


def deck_reasons(cards: Sequence[int]) -> list[str]:
    """Say everything that is wrong with a deck; an empty list for a valid one."""
    reasons = [
        f"{CARDS[card]} {count} times: a set has each card once"
        for card, count in sorted(Counter(cards).items())
        if count > 1
    ]
    if not SMALLEST_DECK <= len(cards) <= SET:
        reasons.append(f"{len(cards)} cards: a deck has {SMALLEST_DECK} to {SET}")
    return reasons


def make_deck(name: str, words: Sequence[object]) -> Deck:
    """Make a deck of named cards; raises Malformed with every reason why they are none."""
    reasons: list[str] = []
    cards = cards_named(words, "deck", reasons)
    reasons += deck_reasons(cards)
    if reasons:
        raise Malformed("deck", reasons)
    return Deck(name, tuple(sorted(cards)))


def read_deck(text: str) -> Deck:
    """Read a deck: a stock name, cards with commas, or a file that holds cards (``#`` starts a comment).

    Raises
    ------
    Malformed
        With every reason why the text is no deck.
    DataError
        If a file can't be read.
    """
    if text in STOCK:
        return STOCK[text]
    if "," in text and not text.endswith((".txt", ".deck")):
        return make_deck(text, _words(text))
    path = Path(text)
    try:
        if path.is_file():
            return make_deck(path.stem, _words(path.read_text(encoding="utf-8-sig")))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"the deck file {text} can't be read: {error}", _REMEDY) from None
    if "/" in text or path.suffix:
        raise DataError(f"there is no deck file {text}", _REMEDY)
    hint = did_you_mean(text, STOCK)
    raise Malformed("deck", [f'"{text}" is no stock deck, no file, and not a list of cards; {hint}'])


def _words(text: str) -> list[str]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    return " ".join(lines).replace(",", " ").split()
