"""Asks one player for its decisions on given views, outside of any game, and times each.

As in a game's loop, an exception that a player raises goes through to the caller, who goes on behind that view: where
the interview is lies outside of it, in `cursor`.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any, Final

import numpy as np

from harness.core.compiler import (
    Entry,
    disabled,
    entry,
    i64,
    integers,
    jit,
    record_type,
    records_type,
    types,
    u64,
    word_rows,
    words,
)
from harness.core.kernels import DESK, named, shim_type, sit_down
from harness.core.streams import player_state

AT: Final = 0
"""The place in `cursor` of the view at work."""
STOP: Final = 1
"""Where to stop: views below this are asked for."""
CLOCK: Final = time.CLOCK_MONOTONIC
_SECOND = np.int64(1_000_000_000)


@entry(u64(u64, u64, u64, u64))
def stream_of(seed: np.uint64, deal: np.uint64, leg: np.uint64, label: np.uint64) -> np.uint64:
    """Give the first state of a player's stream in one game, to callers outside of compiled code."""
    return player_state(seed, deal, leg, label)


_clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.uint64))


@jit
def _compiled_now(clock: Any, dial: Any) -> Any:
    _clock_gettime(np.int32(CLOCK), clock)
    return dial[0] * _SECOND + dial[1]


def _plain_now(_clock: Any, _dial: Any) -> Any:
    return time.perf_counter_ns()


now = _plain_now if disabled() else _compiled_now
"""``now(clock, dial)``: read the clock, in nanoseconds.

`dial` is an int64 array of two, seconds and nanoseconds, that is written; `clock` is its address.
"""


def _interview(
    player: Any,
    seats: Any,
    seat_words: Any,
    shown: Any,
    shown_words: Any,
    starts: Any,
    deals: Any,
    setup: Any,
    clock: np.uint64,
    dial: Any,
    answers: Any,
    times: Any,
    changed: Any,
    cursor: Any,
) -> np.int64:
    shim, desk = player
    while cursor[AT] < cursor[STOP]:
        place = np.uint64(cursor[AT])
        if starts[place] >= 0:
            sit_down(desk, player_state(setup[0], deals[place], np.uint64(starts[place]), setup[1]))
        seat = np.uint64(shown[place].seat)
        for word in range(seat_words.shape[1]):
            seat_words[seat, np.uint64(word)] = shown_words[place, np.uint64(word)]
        before = now(clock, dial)
        began = now(clock, dial)
        answers[place] = shim(seats[seat], desk)
        ended = now(clock, dial)
        times[place] = max(ended - began - (began - before), np.int64(0))  # less what the clock itself takes
        for word in range(seat_words.shape[1]):
            if seat_words[seat, np.uint64(word)] != shown_words[place, np.uint64(word)]:
                changed[place] = 1
        cursor[AT] += 1
        if answers[place] < 0:
            break
    return np.int64(cursor[AT])


@cache
def interviewer(view: np.dtype[Any], game: str) -> Entry:
    """Make the compiled interview for a game's view.

    Parameters
    ----------
    view : dtype
        The view record; its size is a multiple of eight bytes.
    game : str
        The game's name.

    Returns
    -------
    Entry
        Called with, in this order:

        - the player, a tuple (shim, desk)
        - `seats`, two view records: where each seat's player looks
        - the same as uint64 rows, shape (2, words of a record)
        - `shown`, view records, shape (n,)
        - the same as uint64 rows, shape (n, words)
        - int64, shape (n,): the leg of the game that starts with this view, −1 where a game goes on
        - uint64, shape (n,): the deals of these games
        - uint64, shape (2,): the seed and the player's label word
        - the address of an int64 array of two, and that array: the clock's dial
        - int64, shape (n,), written: the answers
        - int64, shape (n,), written: nanoseconds
        - int64, shape (n,), written: 1 where the player has written to its view
        - int64, shape (2,): where the interview is, and where it stops

        It returns the place behind the last view asked for: it stops behind an answer below zero, which no action is.
    """
    record, rows = record_type(view), records_type(view)
    player = types.Tuple((shim_type(view), record_type(DESK)))
    signature = i64(
        player, rows, word_rows, rows, word_rows, integers, words, words, u64, integers, integers, integers,
        integers, integers,
    )  # fmt: skip
    assert record.size % 8 == 0
    return Entry(named(_interview, f"interview_{game}"), signature)
