"""Forecast's eight kinds of card: their numbers, signs and backs (rules, section 1)."""

from __future__ import annotations

from typing import Final

SIGNS: Final = ("1", "2", "3", "?1", "?2", "?3", "x", "-")
"""The kinds as written, in the order of the rules page; a kind's number is its place here."""

NAMES: Final = (
    "stone", "fish", "reed",
    "prediction of stone", "prediction of fish", "prediction of reed",
    "swap", "remove",
)  # fmt: skip

NUMBER_OF: Final = {sign: kind for kind, sign in enumerate(SIGNS)}

KINDS: Final = len(SIGNS)
NUMBERS: Final = 3
"""Kinds 0 to 2 are numbers: they alone have a blue back."""

FIRST_PREDICTION: Final = 3
SWAP: Final = 6
REMOVE: Final = 7

SLOTS: Final = 5
STACK: Final = 2
"""Numbers that a slot can hold above its face-down card."""


def is_blue(kind: int) -> bool:
    """Say whether a kind's back is blue (else it is brown-red)."""
    return kind < NUMBERS
