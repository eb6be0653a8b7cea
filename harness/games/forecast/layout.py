"""How Forecast lies in memory: the state, what a seat sees of it, the rules in force, and the row of a game.

A **table** word holds the five stacks as four planes of five bits, one bit a slot (slot 1 is bit 0)::

    bit  19 … 15   14 … 10    9 … 5     4 … 0
         top high  top low    base high base low      a number's two bits; 00 where there is none

so that one word operation works on all slots at once. A seat's **predictions** are two planes alike
(bits 0–4 low, 5–9 high). A **hand** is eight counters of five bits, by kind; **counts** of many cards are
eight counters of eight bits, by kind.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from harness.games.forecast.cards import KINDS, SIGNS, SLOTS

MAX_CARDS: Final = 120
"""Cards in the largest deck (rules, section 1)."""
MAX_UNIVERSE: Final = 8 * MAX_CARDS
"""Cards in the largest universe: each kind at its largest count."""
MAX_PLIES: Final = 2 * MAX_CARDS - 1
ACTIONS: Final = 46

HAND_BITS: Final = 5
COUNT_BITS: Final = 8

RULES = np.dtype([("exact", "i8"), ("over", "i8"), ("miss", "i8"), ("hand_limit", "i8")], align=True)
"""The rules in force (rules, section 7)."""

STATE = np.dtype(
    [
        ("table", "u8"),
        ("predicted", "u8", (2,)),
        ("hand", "u8", (2,)),
        ("unseen", "u8", (2,)),  # counts: deck, other hand and other predictions, as a seat knows them
        ("played", "u8", (2,)),  # counts: what a seat has played since the game or the position began
        ("legal", "u8"),
        ("ply", "i8"),
        ("reason", "i8"),  # 0 while the game goes on, else 1 + the index in REASONS
        ("last", "i8"),  # the last action as the other player saw it, -1 before there is one
        ("left", "i8"),  # cards in the deck
        ("top", "i8"),  # kind of the deck's top card, -1 when it is empty
        # The universe in the making: order[:settled] is shuffled, order[:next] has left or isn't in the deck.
        ("next", "i8"),
        ("settled", "i8"),
        ("total", "i8"),  # cards of the universe
        ("random", "u8", (1,)),
        ("composition", "u8"),  # counts: the deck
        ("order", "u2", (MAX_UNIVERSE,)),  # copy × 8 + kind
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("legal", "u8"),  # one bit an action, in the order of the rules page
        ("table", "u8"),  # planes of the stacks
        ("predicted", "u8"),  # planes of the own predictions
        ("rival_predicted", "u8"),  # five bits: where the rival has predicted
        ("hand", "u8"),  # own hand, five bits a kind
        ("unseen", "u8"),  # counts, eight bits a kind: deck, rival's hand and rival's predictions together
        ("seat", "i8"),
        ("ply", "i8"),
        ("hand_size", "i8"),
        ("rival_blue", "i8"),  # backs in the rival's hand
        ("rival_brown", "i8"),
        ("left", "i8"),  # cards in the deck
        ("top_back", "i8"),  # 0 blue, 1 brown-red, -1 when the deck is empty
        ("last", "i8"),  # the rival's last action as seen (see SEEN), -1 before there is one
        ("exact", "i8"),
        ("over", "i8"),
        ("miss", "i8"),
        ("hand_limit", "i8"),
    ],
    align=True,
)
"""What a seat knows when it is to move (rules, section 5). It is all that a player ever gets."""

REASONS: Final = ("deck-out", "river-full", "no-action")
ACTION_KINDS: Final = ("draw", "number", "predict", "swap", "remove")

SEEN_DRAW_BLUE: Final = 46
SEEN_DRAW_BROWN: Final = 47
SEEN_PREDICTION: Final = 48
"""Actions as the other player sees them: 1–15 and 31–45 as they are, two draws, a prediction a slot."""

COLUMNS: Final = ("outcome", "table", "hand_a", "hand_b", "played_a", "played_b")
"""The words of a game's row, in order; `outcome` is drawn in `harness.games.outcome`."""

_PREDICTIONS_SHIFT = (20, 30)


def table_word(table: int, predicted_a: int, predicted_b: int) -> int:
    """Pack the final table of a row: stacks in bits 0–19, predictions of a in 20–29, of b in 30–39."""
    return table | predicted_a << _PREDICTIONS_SHIFT[0] | predicted_b << _PREDICTIONS_SHIFT[1]


def stack(table: int, slot: int) -> tuple[int, ...]:
    """Give the numbers of a slot (0 to 4) from the bottom up."""
    base = table >> slot & 1 | (table >> slot + 5 & 1) << 1
    top = table >> slot + 10 & 1 | (table >> slot + 15 & 1) << 1
    return tuple(number for number in (base, top) if number)


def stack_bits(slot: int, numbers: tuple[int, ...]) -> int:
    """Give the table bits of a slot that holds these numbers; the pair of `stack`."""
    word = 0
    for level, number in enumerate(numbers):
        word |= (number & 1 | (number >> 1) << 5) << slot + 10 * level
    return word


def prediction(planes: int, slot: int) -> int:
    """Give the number predicted on a slot (0 to 4), 0 for none."""
    return planes >> slot & 1 | (planes >> slot + 5 & 1) << 1


def prediction_bits(slot: int, number: int) -> int:
    """Give the prediction bits of a number on a slot; the pair of `prediction`."""
    return (number & 1 | (number >> 1) << 5) << slot


def hand_counts(hand: int) -> tuple[int, ...]:
    """Give the eight counts of a hand word, by kind."""
    return tuple(hand >> HAND_BITS * kind & 31 for kind in range(KINDS))


def hand_word(counts: tuple[int, ...]) -> int:
    """Pack eight counts into a hand word; the pair of `hand_counts`."""
    return sum(count << HAND_BITS * kind for kind, count in enumerate(counts))


def unpack_counts(word: int) -> tuple[int, ...]:
    """Give the eight counts of a counts word, by kind."""
    return tuple(word >> COUNT_BITS * kind & 255 for kind in range(KINDS))


def counts_word(counts: tuple[int, ...]) -> int:
    """Pack eight counts (each up to 255) into a word; the pair of `unpack_counts`."""
    return sum(count << COUNT_BITS * kind for kind, count in enumerate(counts))


def universe_order(counts: tuple[int, ...]) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """List a universe's cards before they are shuffled.

    Parameters
    ----------
    counts : tuple of int
        Copies of each kind.

    Returns
    -------
    uint16 array
        copy × 8 + kind, by kind and copy. A deck with n of a kind holds its copies 0 … n − 1.
    """
    cards = [copy * KINDS + kind for kind, count in enumerate(counts) for copy in range(count)]
    return np.array(cards, np.uint16)


def _action_names() -> tuple[str, ...]:
    numbers = [f"{sign}@{slot}" for sign in SIGNS[:6] for slot in range(1, SLOTS + 1)]
    swaps = [f"x{r}-{s}" for r in range(1, SLOTS + 1) for s in range(r + 1, SLOTS + 1)]
    removes = [f"-{slot}" for slot in range(1, SLOTS + 1)]
    return ("draw", *numbers, *swaps, *removes)


ACTION_NAMES: Final = _action_names()
"""All 46 actions as written, in the order of the rules page; an action's number is its place here."""
ACTION_NUMBERS: Final = {name: number for number, name in enumerate(ACTION_NAMES)}
SEEN_NAMES: Final = (
    *("draw?" if name == "draw" else name for name in ACTION_NAMES),
    "draw#", "draw!", *(f"?*@{slot}" for slot in range(1, SLOTS + 1)),
)  # fmt: skip
"""Actions as the other player sees them, by their number."""
