"""The building rules (rules, sections 4 and 9): where a river is heading, and which numbers it accepts.

A river's **course** is what these rules read off its cards, folded card by card in the order of play: a number and
a Queen change it, nothing else does. It is pure, so that players may ask "what if".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harness.core.bits import ZERO
from harness.core.compiler import inline
from harness.games.defcon.cards import ACE, TEN
from harness.games.defcon.masks import NUMBERS, higher, lower, number_rank, of_rank, of_suit, suit


class Course(NamedTuple):
    """What decides about the next number of a river; each an int64."""

    last: Any
    """Rank (0 to 9) of the last number, −1 if there is none."""
    trend: Any
    """Base direction: 1 ascending, −1 descending, 0 none."""
    heading: Any
    """Direction: the trend, reversed by Queens."""
    suit: Any
    """Effective suit, 0 to 3."""
    locked: Any
    """1 if a Queen lies on an Ace or a 10."""


@inline
def empty_course() -> Course:
    """Give the course of an empty river."""
    return Course(np.int64(-1), np.int64(0), np.int64(0), np.int64(0), np.int64(0))


@inline
def course_of(river: Any) -> Course:
    """Read the course of a river."""
    return Course(
        np.int64(river.last),
        np.int64(river.trend),
        np.int64(river.heading),
        np.int64(river.suit),
        np.int64(river.locked),
    )


@inline
def after_number(course: Course, card: np.int64, suit_match: np.int64) -> Course:
    """Fold a number card in, as the last one.

    Parameters
    ----------
    card : int64
        The number card. Its rank is the last one's only where cards between were removed: that leaves the
        base direction as it is.
    suit_match : int64
        The rule: 0 turns, 1 keeps.
    """
    now = number_rank(card)
    step = (np.int64(now > course.last) - np.int64(now < course.last)) * np.int64(course.last >= 0)
    trend, heading = course.trend, course.heading
    if suit_match == 0:
        trend = step if step != 0 else trend
        heading = trend
    elif heading == 0:
        trend = step
        heading = step
    return Course(now, trend, heading, suit(card), course.locked)


@inline
def after_queen(course: Course, queen: np.int64, carrier: np.int64) -> Course:
    """Fold a Queen in that is attached to a number of some rank (0 to 9)."""
    if carrier == ACE or carrier == TEN:  # noqa: SIM109 (a tuple to look in costs time)
        return Course(course.last, course.trend, course.heading, course.suit, np.int64(1))
    return Course(course.last, course.trend, -course.heading, suit(queen), course.locked)


@inline
def accepted(course: Course) -> np.uint64:
    """Give the number cards that a river on this course accepts."""
    if course.last < 0:
        return NUMBERS
    if course.locked != 0:
        return ZERO
    upward = higher(course.last) if course.heading >= 0 else ZERO
    downward = lower(course.last) if course.heading <= 0 else ZERO
    return upward | downward | (of_suit(course.suit) & ~of_rank(course.last))
