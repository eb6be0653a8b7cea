"""One river: what a number, a Queen, a King or a Joker adds to it, and what is left when cards are removed.

`append` and `attach` fold one more card into a river; a removal folds what is left again. Neither asks whether the card is allowed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, has
from harness.core.compiler import jit
from harness.games.defcon.cards import KING, QUEEN
from harness.games.defcon.course import Course, accepted, after_number, after_queen, course_of, empty_course
from harness.games.defcon.layout import FOREIGN
from harness.games.defcon.masks import NUMBERS, number_rank, rank

CARD_BITS = FOREIGN - 1


@jit
def clear(river: Any) -> None:
    """Empty a river."""
    river.accepts = NUMBERS
    river.cards = ZERO
    river.own = ZERO
    river.foreign = ZERO
    river.open = ZERO
    river.value = 0
    river.length = 0
    river.extras = 0
    river.last = -1
    river.base = 0
    river.heading = 0
    river.suit = 0
    river.locked = 0


@jit
def set_course(river: Any, course: Course) -> None:
    """Write a river's course, and what it accepts."""
    river.accepts = accepted(course)
    river.last = course.last
    river.base = course.base
    river.heading = course.heading
    river.suit = course.suit
    river.locked = course.locked


@jit
def lay_number(river: Any, place: np.uint64, card: np.int64) -> None:
    """Put a number card at a place of a river, without Kings."""
    river.numbers[place] = card
    river.kings[place] = 0


@jit
def lay_modifier(river: Any, place: np.uint64, modifier: np.int64, carrier: np.int64, moment: np.int64) -> None:
    """Put a modifier (card, + FOREIGN) at a place among a river's modifiers."""
    river.modifiers[place] = modifier
    river.carriers[place] = carrier
    river.moments[place] = moment


@jit
def carrier_rank(river: Any, position: np.int64) -> np.int64:
    """Give the rank (0 to 9) of a river's number."""
    return number_rank(np.int64(river.numbers[np.uint64(position)]))


@jit
def contribution(river: Any, position: np.int64) -> np.int64:
    """Give what a number adds to its river's value: its own value, doubled by each of its Kings (rules, section 5)."""
    return (carrier_rank(river, position) + 1) << np.int64(river.kings[np.uint64(position)])


@jit
def add_king(river: Any, position: np.int64) -> np.int64:
    """Put a King on a number; returns what that adds to the river's value."""
    added = contribution(river, position)
    river.kings[np.uint64(position)] += 1
    return added


@jit
def attachments(river: Any, position: np.int64) -> np.int64:
    """Count the modifiers that a number carries."""
    carried = np.int64(0)
    for i in range(np.int64(river.extras)):
        carried += np.int64(np.int64(river.carriers[i]) == position)
    return carried


@jit
def append(river: Any, card: np.int64, rules: Any) -> None:
    """Add a number card to a river, as its last."""
    place = np.uint64(river.length)
    lay_number(river, place, card)
    river.length = place + ONE
    river.cards |= bit(card)
    river.open |= ONE << place
    river.value += number_rank(card) + 1
    set_course(river, after_number(course_of(river), card, rules.keeps))


@jit
def attach(river: Any, modifier: np.int64, position: np.int64, rules: Any) -> None:
    """Add a Queen, King or Joker (card, + FOREIGN) on a number to a river."""
    place = np.uint64(river.extras)
    lay_modifier(river, place, modifier, position, np.int64(river.length))
    river.extras = place + ONE
    card = modifier & CARD_BITS
    if modifier < FOREIGN:
        river.own |= bit(card)
    else:
        river.foreign |= bit(card)
    kind = rank(card)
    if kind == QUEEN:
        set_course(river, after_queen(course_of(river), card, carrier_rank(river, position)))
    elif kind == KING:
        river.value += add_king(river, position)
    if rules.max_attachments > 0 and attachments(river, position) >= rules.max_attachments:
        river.open &= ~bit(position)


@jit
def remove(river: Any, cards: np.uint64, rules: Any) -> tuple[np.uint64, np.uint64]:
    """Take number cards off a river, each with all that is attached to it.

    Parameters
    ----------
    cards : uint64
        The numbers to remove; those that don't lie here don't matter.

    Returns
    -------
    uint64, uint64
        The removed cards of the river's own player, and of the opponent.
    """
    own = (river.cards & cards) | river.own
    foreign = np.uint64(river.foreign)
    if river.cards & ~cards == ZERO:
        clear(river)
        return own, foreign
    rebuild(river, cards, rules)
    return own & ~river.own, foreign & ~river.foreign


@jit
def rebuild(river: Any, cards: np.uint64, rules: Any) -> None:
    """Fold what is left of a river without some of its numbers, in the order of play.

    It is written over what was there: it never gets ahead of what is still to be read.
    """
    length, extras = np.int64(river.length), np.int64(river.extras)
    limit = rules.max_attachments
    keeps = rules.keeps
    course = empty_course()
    gone, own, foreign = ZERO, ZERO, ZERO
    value = np.int64(0)
    kept, kept_extras = ZERO, ZERO
    extra = np.int64(0)
    for place in range(length + 1):
        while extra < extras and np.int64(river.moments[extra]) == place:
            modifier = np.int64(river.modifiers[extra])
            carrier = np.int64(river.carriers[extra])
            extra += 1
            if has(gone, carrier):
                continue
    ...
