"""One river: what a number, a Queen, a King or a Joker adds to it, and what is left when cards are removed.

A river's **summary** is folded card by card in the order of play; a removal folds what is left again. So each rule
is written once. Nothing here asks whether a card is allowed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harness.core.bits import ONE, ZERO, bit, count, has
from harness.core.compiler import inline, jit
from harness.games.defcon.cards import KING, QUEEN
from harness.games.defcon.course import Course, accepted, after_number, after_queen, course_of, empty_course
from harness.games.defcon.layout import FOREIGN
from harness.games.defcon.masks import number_rank, rank

CARD_BITS = FOREIGN - 1


class Summary(NamedTuple):
    """A river but for the order of its cards; the fields are those of the RIVER record."""

    course: Course
    value: Any
    length: Any
    extras: Any
    cards: Any
    own: Any
    foreign: Any
    open: Any


@inline
def empty_summary() -> Summary:
    """Give the summary of an empty river."""
    return Summary(empty_course(), np.int64(0), ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


@inline
def summary_of(river: Any) -> Summary:
    """Read the summary of a river."""
    return Summary(
        course_of(river),
        np.int64(river.value),
        np.uint64(river.length),
        np.uint64(river.extras),
        np.uint64(river.cards),
        np.uint64(river.own),
        np.uint64(river.foreign),
        np.uint64(river.open),
    )


@inline
def write_summary(river: Any, summary: Summary, rules: Any) -> None:
    """Write a river's summary, what it accepts, and its bid."""
    course, value = summary.course, summary.value
    in_range = (value >= rules.low) & (value <= rules.high)
    river.bid = value * np.int64(in_range)
    river.accepts = accepted(course)
    river.cards = summary.cards
    river.own = summary.own
    river.foreign = summary.foreign
    river.open = summary.open
    river.value = value
    river.length = summary.length
    river.extras = summary.extras
    river.last = course.last
    river.trend = course.trend
    river.heading = course.heading
    river.suit = course.suit
    river.locked = course.locked


@inline
def clear(river: Any, rules: Any) -> None:
    """Empty a river."""
    write_summary(river, empty_summary(), rules)


@inline
def carrier_rank(river: Any, position: np.int64) -> np.int64:
    """Give the rank (0 to 9) of a river's number."""
    return number_rank(np.int64(river.numbers[np.uint64(position)]))


@inline
def contribution(river: Any, position: np.int64) -> np.int64:
    """Give what a number adds to its river's value: its own, doubled by each of its Kings (rules, section 5)."""
    return (carrier_rank(river, position) + 1) << np.int64(river.kings[np.uint64(position)])


@jit
def attachments(river: Any, extras: np.uint64, position: np.int64) -> np.int64:
    """Count the modifiers, among the first `extras` of a river, that a number carries."""
    carried = np.int64(0)
    for i in range(np.int64(extras)):
        carried += np.int64(np.int64(river.carriers[i]) == position)
    return carried


@jit
def attachments_on(river: Any, position: np.int64) -> np.int64:
    """Count the modifiers that a number carries."""
    return attachments(river, np.uint64(river.extras), position)


@inline
def with_number(river: Any, summary: Summary, card: np.int64, rules: Any) -> Summary:
    """Lay a number card down behind those that are summed up; returns the summary with it."""
    place = summary.length
    river.numbers[place] = card
    river.kings[place] = 0
    return Summary(
        after_number(summary.course, card, rules.suit_match),
        summary.value + number_rank(card) + 1,
        place + ONE,
        summary.extras,
        summary.cards | bit(card),
        summary.own,
        summary.foreign,
        summary.open | (ONE << place),
    )


@inline
def with_modifier(
    river: Any, summary: Summary, modifier: np.int64, position: np.int64, rules: Any
) -> Summary:
    """Lay a Queen, King or Joker (card, + FOREIGN) down on a number; returns the summary with it."""
    place = summary.extras
    river.modifiers[place] = modifier
    river.carriers[place] = position
    river.moments[place] = summary.length
    card = modifier & CARD_BITS
    own = bit(card) if modifier < FOREIGN else ZERO
    course, value, opened = summary.course, summary.value, summary.open
    kind = rank(card)
    if kind == QUEEN:
        course = after_queen(course, card, carrier_rank(river, position))
    elif kind == KING:
        value += contribution(river, position)
        river.kings[np.uint64(position)] += 1
    if rules.max_attachments > 0 and attachments(river, place + ONE, position) >= rules.max_attachments:
        opened &= ~bit(position)
    return Summary(
        course,
        value,
        summary.length,
        place + ONE,
        summary.cards,
        summary.own | own,
        summary.foreign | (bit(card) ^ own),
        opened,
    )


@inline
def append(river: Any, card: np.int64, rules: Any) -> None:
    """Add a number card to a river, as its last."""
    write_summary(river, with_number(river, summary_of(river), card, rules), rules)


@inline
def attach(river: Any, modifier: np.int64, position: np.int64, rules: Any) -> None:
    """Add a Queen, King or Joker (card, + FOREIGN) on a number to a river."""
    write_summary(river, with_modifier(river, summary_of(river), modifier, position, rules), rules)


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
        clear(river, rules)
        return own, foreign
    rebuild(river, cards, rules)
    return own & ~river.own, foreign & ~river.foreign


@jit
def rebuild(river: Any, cards: np.uint64, rules: Any) -> None:
    """Fold what is left of a river without some of its numbers, in the order of play.

    It is written over what was there: it never gets ahead of what is still to be read.
    """
    length, extras = np.uint64(river.length), np.uint64(river.extras)
    summary = empty_summary()
    gone = ZERO
    place, extra = ZERO, ZERO
    while place <= length:
        while extra < extras and river.moments[extra] == place:
            modifier = np.int64(river.modifiers[extra])
            carrier = np.int64(river.carriers[extra])
            extra += ONE
            if not has(gone, carrier):
                position = carrier - count(gone & (bit(carrier) - ONE))
                summary = with_modifier(river, summary, modifier, position, rules)
        if place < length:
            card = np.int64(river.numbers[place])
            if has(cards, card):
                gone |= ONE << place
            else:
                summary = with_number(river, summary, card, rules)
        place += ONE
    write_summary(river, summary, rules)
