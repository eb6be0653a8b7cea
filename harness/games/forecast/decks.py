"""Decks of Forecast: eight counts, under a name, in a file or as text (rules, section 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.core.errors import DataError, Malformed, did_you_mean
from harness.games.description import Deck
from harness.games.forecast.cards import KINDS, SIGNS
from harness.games.forecast.layout import MAX_CARDS

STOCK: Final[Mapping[str, Deck]] = {
    deck.name: deck
    for deck in (
        Deck("standard", (6, 6, 6, 4, 4, 4, 3, 3)),
        Deck("calm", (7, 7, 7, 5, 5, 5, 0, 0)),
        Deck("storm", (5, 5, 5, 3, 3, 3, 6, 6)),
        Deck("long", (10, 10, 10, 7, 7, 7, 5, 5)),
    )
}
"""The named decks: the standard one, one without swaps and removes, one full of them, and a long one."""

_REMEDY: Final = "give a stock name, a file, or eight counts: 6,6,6,4,4,4,3,3"


def deck_reasons(counts: Sequence[int]) -> list[str]:
    """Say everything that is wrong with a composition; an empty list for a valid one."""
    reasons = []
    if len(counts) != KINDS:
        reasons.append(f"a deck has {KINDS} counts, in the order {' '.join(SIGNS)}; these are {len(counts)}")
    reasons += [
        f"{count} copies of {sign}: a count is 0 or more"
        for sign, count in zip(SIGNS, counts, strict=False)
        if count < 0
    ]
    total = sum(count for count in counts if count > 0)
    if total > MAX_CARDS or (total == 0 and not reasons):
        reasons.append(f"{total} cards: a deck has 1 to {MAX_CARDS}")
    return reasons


def read_deck(text: str) -> Deck:
    """Read a deck: a stock name, eight counts with commas, or a file that holds such counts.

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
        return _counted(text, text.replace(" ", ""))
    path = Path(text)
    try:
        if path.is_file():
            return _counted(path.read_text(encoding="utf-8-sig"), path.stem)
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"the deck file {text} can't be read: {error}", _REMEDY) from None
    if "/" in text or path.suffix:
        raise DataError(f"there is no deck file {text}", _REMEDY)
    hint = did_you_mean(text, STOCK)
    raise Malformed("deck", [f'"{text}" is no stock deck, no file, and not eight counts; {hint}'])


def _counted(text: str, name: str) -> Deck:
    lines = [line.partition("#")[0] for line in text.splitlines()]
    words = " ".join(lines).replace(",", " ").split()
    strange = [word for word in words if not re.fullmatch(r"-?[0-9]{1,9}", word)]
    counts = tuple(1 if word in strange else int(word) for word in words)
    reasons = [f'"{word}" is not a count' for word in strange] + deck_reasons(counts)
    if reasons:
        raise Malformed("deck", reasons)
    return Deck(name, counts)
