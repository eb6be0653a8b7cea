"""How Defcon lies in memory: rivers, what may be done, state, view, actions, and the row of a game.

A **set of cards** is a word with bit n for card n. **Targets** are six counters of eight bits, one a river (a1
the lowest): so many of its numbers may take a modifier. An **action** is a whole number::

    bit  16 … 15   14 … 9      8 … 6     5 … 0
         kind      position    river     card          fields that a kind doesn't use are 0

with kind 0 a number, 1 a modifier, 2 a discard, 3 a disband; rivers 0 to 5 are a1 to b3; positions count
from 0.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from harness.games.defcon.cards import CARDS, RIVERS, SET

MAX_NUMBERS: Final = 40
"""Numbers in the longest river: all that a set has."""
MAX_EXTRAS: Final = 20
"""Modifiers in the fullest river: the Queens, Kings and Jokers of both sets."""
MAX_PLIES: Final = 188
MAX_ACTIONS: Final = 512
"""More than any position's legal actions: 8 × 3 plays, 5 modifiers × 80 numbers, 5 discards, 3 disbands."""
OPENING_PLIES: Final = 6
OPENING_HAND: Final = 8
OPENING_NUMBERS: Final = 3
"""Numbers that an opening hand must hold."""
HAND: Final = 5
"""Cards in a hand after the opening, while the deck lasts."""

_CACHE_LINE = 64


def _in_cache_lines(fields: list[Any]) -> np.dtype[Any]:
    """Make a dtype whose records fill cache lines, so that in a row of them all rivers start on one."""
    packed = np.dtype(fields, align=True)
    names, places = zip(*(packed.fields or {}).items(), strict=True)
    size = -(-packed.itemsize // _CACHE_LINE) * _CACHE_LINE
    formats, offsets = [place[0] for place in places], [place[1] for place in places]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


RULES = np.dtype(
    [
        ("suit_match", "i8"),  # 0 turns, 1 keeps
        ("lead", "i8"),  # 0 pairwise, 1 both
        ("exhaustion", "i8"),  # 0 loses, 1 draw
        ("max_attachments", "i8"),
        ("low", "i8"),
        ("high", "i8"),
    ],
    align=True,
)
"""The rules in force (rules, section 9)."""

FOREIGN: Final = 64
"""Added to a modifier in a river that its own player didn't put there."""

RIVER = np.dtype(
    [
        ("accepts", "u8"),  # the number cards that may be played here
        ("cards", "u8"),  # the number cards that lie here
        ("own", "u8"),  # modifiers that lie here, put there by the river's own player
        ("foreign", "u8"),  # and by the opponent
        ("open", "u8"),  # bit p: number p may take a Queen (unless the river is locked), a King or a Joker
        ("value", "u2"),
        ("bid", "u2"),  # the value if it is in range, else 0
        ("length", "u1"),  # number cards
        ("extras", "u1"),  # modifiers
        ("last", "i1"),  # rank (0 to 9) of the last number, -1 if there is none
        ("trend", "i1"),  # base direction: 1 ascending, -1 descending, 0 none
        ("heading", "i1"),  # direction: the trend, reversed by Queens
        ("suit", "i1"),  # effective suit
        ("locked", "i1"),
        ("numbers", "u1", (MAX_NUMBERS,)),  # in play order
        ("kings", "u1", (MAX_NUMBERS,)),  # on each of these
        ("modifiers", "u1", (MAX_EXTRAS,)),  # in play order: card, + FOREIGN
        ("carriers", "u1", (MAX_EXTRAS,)),  # position of the number that carries each
        ("moments", "u1", (MAX_EXTRAS,)),  # numbers that lay here when it was played
    ],
    align=True,
)
"""One river: its numbers and modifiers, and what they come to (rules, section 4); three cache lines.

Only the first `length` items of `numbers` and `kings` mean anything, and the first `extras` of `modifiers`,
`carriers` and `moments`.
"""

MENU = np.dtype(
    [
        ("plays", "u8", (3,)),  # the hand's cards that may be played on each own river
        ("spare", "u8"),  # the hand's cards that may be discarded; modifiers among them may be attached
        ("jacks", "u8"),  # targets of a Jack
        ("kings", "u8"),  # targets of a King or a Joker
        ("queens", "u8"),  # targets of a Queen
        ("first", "i4"),  # the mover's first river: 0 or 3
        ("disbands", "i4"),  # bit r: the mover's river r (0 to 2) may be disbanded
        # Where each group ends in the order of the rules page: plays, attachments, discards, all.
        ("plays_end", "i4"),
        ("attachments_end", "i4"),
        ("discards_end", "i4"),
        ("total", "i4"),
    ],
    align=True,
)
"""What the player to move may do (rules, sections 2 and 3); all zero for who may do nothing."""

STATE = _in_cache_lines(
    [
        ("rivers", RIVER, (6,)),
        ("jacks", "u8"),  # targets of any Jack, of a King or Joker, of a Queen
        ("kings", "u8"),
        ("queens", "u8"),
        ("hand", "u8", (2,)),
        ("deck", "u8", (2,)),  # cards not yet drawn
        ("discards", "u8", (2,)),
        ("shown", "u8", (2,)),  # cards on the table or among the discards
        ("played", "u8", (2,)),  # cards played to the table since the game or the position began
        ("counts", "u8", (2,)),  # a seat's actions since then; see COUNT_BITS
        ("ply", "i8"),
        ("challenger", "i8"),  # 0, 1, or -1 for none
        ("reason", "i8"),  # 0 while the game goes on, else 1 + the index in REASONS
        ("winner", "i8"),  # once it is over: 0, 1, 2 for a draw
        ("last", "i8"),  # the last action, -1 before there is one
        # Orders in the making: order[s, :settled] is shuffled; order[s, :next] has left, is its top, or is no
        # part of the deck.
        ("random", "u8", (2, 1)),
        ("next", "i8", (2,)),
        ("settled", "i8", (2,)),
        ("top", "i8", (2,)),  # the deck's top card; any when the deck is empty
        ("mulligans", "i8", (2,)),
        ("order", "u1", (2, SET)),
    ]
)

VIEW = _in_cache_lines(
    [
        ("rivers", RIVER, (6,)),  # a1 to b3
        ("menu", MENU),
        ("hand", "u8"),
        ("deck", "u8"),  # own cards not yet drawn
        ("unseen", "u8"),  # the rival's cards, of all 54, that were never on the table or discarded
        ("discards", "u8", (2,)),
        ("ply", "i8"),
        ("rival_hand", "i8"),  # cards in the rival's hand
        ("rival_deck", "i8"),  # cards in the rival's deck
        ("challenger", "i8"),  # 0, 1, or -1 for none
        ("last", "i8"),  # the rival's last action, -1 before there is one
        ("seat", "i8"),
        ("reason", "i8"),  # as in STATE
        ("winner", "i8"),
        ("rules", RULES),
    ]
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
"""The words of a game's row, in order. `outcome` is drawn in `harness.games.outcome`; opening hands, cards
drawn (the opening hand too) and cards played (numbers and modifiers; not discards) are sets; the rest is below."""

COUNT_BITS: Final = 8
"""A seat's actions: seven counters, by kind; the eighth counts attachments to the rival's rivers."""
VALUE_BITS: Final = 10
"""Final values of the six rivers, a1 the lowest; more than 1023 counts as 1023."""


def action_code(kind: int, card: int = 0, river: int = 0, position: int = 0) -> int:
    """Pack an action."""
    return card | river << RIVER_AT | position << POSITION_AT | kind << KIND_AT


def action_fields(code: int) -> tuple[int, int, int, int]:
    """Give (kind, card, river, position) of an action; the pair of `action_code`."""
    return code >> KIND_AT, code & 63, code >> RIVER_AT & 7, code >> POSITION_AT & 63


def action_name(code: int) -> str:
    """Write an action as the rules page does (section 3)."""
    kind, card, river, position = action_fields(code)
    if kind == PLAY:
        return f"{CARDS[card]}>{RIVERS[river]}"
    if kind == ATTACH:
        return f"{CARDS[card]}>{RIVERS[river]}.{position + 1}"
    return f"!{CARDS[card]}" if kind == DISCARD else f"~{RIVERS[river]}"
