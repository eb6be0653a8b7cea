"""How Defcon lies in memory: rivers, what may be done, the state, a seat's view, actions, and the row of a game.

A **set of cards** is a word with bit n for card n. **Targets** are six counters of eight bits, one a river (a1 is
the lowest): so many numbers there may take a modifier. An **action** is a whole number::

    bit  16 … 15   14 … 9      8 … 6     5 … 0
         kind      position    river     card          fields that a kind doesn't use are 0

with kind 0 a number, 1 a modifier, 2 a discard, 3 a disband; river 0 to 5 is a1 to b3; positions count from 0.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from harness.games.defcon.cards import CARDS, NUMBER_OF, RIVERS, SET

MAX_NUMBERS: Final = 40
"""Numbers in the longest river: all that a set has."""
MAX_EXTRAS: Final = 20
"""Modifiers that can lie in one river: the Queens, Kings and Jokers of both sets."""
MAX_PLIES: Final = 188
MAX_ACTIONS: Final = 512
"""More than the legal actions of any position: 8 × 3 plays, 5 modifiers × 80 numbers, 5 discards, 3 disbands."""
OPENING_PLIES: Final = 6
OPENING_HAND: Final = 8
OPENING_NUMBERS: Final = 3
"""Numbers that an opening hand must hold."""

RULES = np.dtype(
    [
        ("keeps", "i8"),  # 1: suit_match=keeps
        ("both", "i8"),  # 1: lead=both
        ("draw", "i8"),  # 1: exhaustion=draw
        ("max_attachments", "i8"),
        ("low", "i8"),
        ("high", "i8"),
    ],
    align=True,
)
"""The rules in force (rules, section 9)."""

FOREIGN: Final = 64
"""Added to a modifier in a river that the river's own player didn't put there."""

RIVER = np.dtype(
    [
        ("accepts", "u8"),  # the number cards that may be played here
        ("cards", "u8"),  # the number cards that lie here
        ("own", "u8"),  # modifiers that lie here, put there by the river's own player
        ("foreign", "u8"),  # and by the opponent
        ("open", "u8"),  # bit p: number p may take a Queen (if not locked), a King or a Joker
        ("value", "u2"),
        ("bid", "u2"),  # the value if it is in range, else 0
        ("length", "u1"),  # number cards
        ("extras", "u1"),  # modifiers
        ("last", "i1"),  # rank (0 to 9) of the last number, -1 if there is none
        ("base", "i1"),  # base direction: 1 ascending, -1 descending, 0 none
        ("heading", "i1"),  # direction: the base direction, reversed by Queens
        ("suit", "i1"),  # effective suit
        ("locked", "i1"),
        ("numbers", "u1", (MAX_NUMBERS,)),  # in play order
        ("kings", "u1", (MAX_NUMBERS,)),  # on each of these
        ("modifiers", "u1", (MAX_EXTRAS,)),  # in play order: card, + FOREIGN
        ("carriers", "u1", (MAX_EXTRAS,)),  # position of the number that carries each
        ("moments", "u1", (MAX_EXTRAS,)),  # numbers of the river that were played before it
    ],
    align=True,
)
"""One river: numbers and modifiers, and what they come to (rules, section 4). Only the first `length` items of `numbers` and
`kings`, and the first `extras` of `modifiers`, `carriers` and `moments`, mean anything."""

MENU = np.dtype(
    [
        ("plays", "u8", (3,)),  # the hand's cards that may be played on each own river
        ("spare", "u8"),  # the hand's cards that may be discarded; the modifiers among them may be attached
        ("jacks", "u8"),  # targets of a Jack
        ("kings", "u8"),  # targets of a King or a Joker
        ("queens", "u8"),  # targets of a Queen
        ("first", "i4"),  # the mover's first river: 0 or 3
        ("disbands", "i4"),  # bit r: own river r may be disbanded
        # Where each group ends in the order of the rules page: plays, attachments, discards, all.
        ("plays_end", "i4"),
        ("attachments_end", "i4"),
        ("discards_end", "i4"),
        ("total", "i4"),
    ],
    align=True,
)
"""What the player to move may do (rules, sections 2 and 3); all zero when the game is over."""

STATE = np.dtype(
    [
        ("rivers", RIVER, (6,)),
        ("jacks", "u8"),  # targets of any Jack, King or Joker, and Queen
        ("kings", "u8"),
        ("queens", "u8"),
        ("hand", "u8", (2,)),
        ("deck", "u8", (2,)),  # cards not yet drawn
        ("discards", "u8", (2,)),
        ("shown", "u8", (2,)),  # cards on the table or among the discards
        ("ply", "i8"),
        ("challenger", "i8"),  # 0, 1, or -1 for none
        ("reason", "i8"),  # 0 while the game goes on, else 1 + the index in REASONS
        ("winner", "i8"),  # once it is over: 0, 1, 2 for a draw
        ("last", "i8"),  # the last action, -1 before there is one
        # Orders in the making: order[s, :settled] is shuffled; order[s, :next] has left, is no part of the deck, or is its top.
        ("random", "u8", (2, 1)),
        ("next", "i8", (2,)),
        ("settled", "i8", (2,)),
        ("top", "i8", (2,)),  # the deck's top card; any when the deck is empty
        ("mulligans", "i8", (2,)),
        ("order", "u1", (2, SET)),
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("rivers", RIVER, (6,)),
        ("menu", MENU),
        ("hand", "u8"),
        ("deck", "u8"),  # own cards not yet drawn
        ("unseen", "u8"),  # the rival's cards (of all 54) that were neither on the table nor discarded so far
        ("discards", "u8", (2,)),
        ("ply", "i8"),
        ("rival_hand", "i8"),  # cards in the rival's hand
        ("rival_deck", "i8"),  # cards in the rival's deck
        ("challenger", "i8"),  # 0, 1, or -1 for none
        ("last", "i8"),  # the rival's last action, -1 before there is one
        ("seat", "i8"),
        ("reason", "i8"),
        ("winner", "i8"),
        ("rules", RULES),
    ],
    align=True,
)
"""What a seat knows (rules, section 7). It is all that a player ever gets."""

REASONS: Final = ("defcon", "out-of-cards")
ACTION_KINDS: Final = ("number", "jack", "queen", "king", "joker", "discard", "disband")

PLAY, ATTACH, DISCARD, DISBAND = 0, 1, 2, 3
RIVER_AT, POSITION_AT, KIND_AT, ACTION_BITS = 6, 9, 15, 17

COLUMNS: Final = (
    "outcome",
    "opening_a",
    "opening_b",
    "drawn_a",
    "drawn_b",
    "played_a",
    "played_b",
    "counts_a",
    "counts_b",
    "values",
)
"""The words of a game's row, in order. `outcome` is drawn in `harness.games.outcome`; opening hands, cards drawn (the opening
hand too) and cards played (numbers and modifiers, not discards) are sets; `counts` and `values` are drawn below."""

COUNT_BITS: Final = 8
"""A seat's actions: seven counters, by kind; the eighth counts attachments to the rival's rivers."""
VALUE_BITS: Final = 10
"""Final values of the six rivers, a1 lowest; more than 1023 counts as 1023."""


def action_code(kind: int, card: int = 0, river: int = 0, position: int = 0) -> int:
    """Pack an action."""
    return card | river << RIVER_AT | position << POSITION_AT | kind << KIND_AT


def action_fields(code: int) -> tuple[int, int, int, int]:
    """Give (kind, card, river, position) of an action; the pair of `action_code`."""
    return code >> KIND_AT, code & 63, code >> RIVER_AT & 7, code >> POSITION_AT & 63
