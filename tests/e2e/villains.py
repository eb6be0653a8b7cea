"""Villains of every kind that plays within a worker: each goes wrong in about one game of twelve, in its own way.

With `bad=0` each is its own honest twin: it draws the same numbers and plays the same games, all of them to the end.
"""

import ctypes
import os
import time

import numpy as np

from harness.games.defcon import kit as defcon
from harness.games.forecast import kit as forecast
from harness.players import Parameter, player
from harness.players.api import jit

BOTH = ("forecast", "defcon")
BAD = (Parameter("bad", 1, 0, 1),)
hoard = []


class Villain:
    def begin(self, info):
        self.bad = info.rng.below(12) == 0 and info.parameters.bad

    def choose(self, view):
        wrong = self.wrong() if self.bad and view.ply >= 8 else None
        return wrong or view.legal[0]


@player(game=BOTH, parameters=BAD)
class PlainCrash(Villain):
    """Raises."""

    def wrong(self):
        raise RuntimeError("a plain player's own error")


@player(game=BOTH, parameters=BAD)
class PlainIllegal(Villain):
    """Names no action."""

    def wrong(self):
        return "no action"


@player(game=BOTH, parameters=BAD)
class PlainExit(Villain):
    """Ends its process."""

    def wrong(self):
        os._exit(7)


@player(game=BOTH, parameters=BAD)
class PlainBreak(Villain):
    """Reads where nothing is."""

    def wrong(self):
        ctypes.string_at(0)


@player(game=BOTH, parameters=BAD)
class PlainSpin(Villain):
    """Goes round for ever."""

    def wrong(self):
        while True:
            pass


@player(game=BOTH, parameters=BAD)
class PlainHoard(Villain):
    """Takes all memory that it can get."""

    def wrong(self):
        while True:
            hoard.append(bytearray(16 << 20))


@player(game=BOTH, parameters=BAD)
class PlainSlow(Villain):
    """Takes its time."""

    def wrong(self):
        time.sleep(2.0)


class BatchVillain:
    def begin(self, info):
        self.bad = info.parameters.bad

    def choose_many(self, views):
        records = views.records
        bad = self.bad * (records["ply"] // 2 == 5) * (records["unseen"] % np.uint64(13) == 0)
        first = views.codes[np.arange(len(records)), views.legal.argmax(axis=1)]
        return self.wrong(first, bad.astype(bool)) if bad.any() else first


@player(game=BOTH, parameters=BAD)
class BatchCrash(BatchVillain):
    """Raises."""

    def wrong(self, first, bad):
        raise RuntimeError("a batch player's own error")


@player(game=BOTH, parameters=BAD)
class BatchIllegal(BatchVillain):
    """Gives a number that is no action."""

    def wrong(self, first, bad):
        return np.where(bad, 1 << 40, first)


@player(game=BOTH, parameters=BAD)
class BatchExit(BatchVillain):
    """Ends its process."""

    def wrong(self, first, bad):
        os._exit(7)


@player(game=BOTH, parameters=BAD)
class BatchHang(BatchVillain):
    """Goes round for ever."""

    def wrong(self, first, bad):
        while True:
            pass


@player(game=BOTH, parameters=BAD)
class BatchHoard(BatchVillain):
    """Takes all memory that it can get."""

    def wrong(self, first, bad):
        while True:
            hoard.append(np.ones(2 << 20))


CRASH, ILLEGAL, HANG, BREAK = 1, 2, 3, 4
HOW = (*BAD, Parameter("how", CRASH, CRASH, BREAK))


@jit
def answer(view, first, parameters, memory, random):
    """Give the first legal action, or go wrong; the bad game is chosen at the first decision."""
    if view.ply < 2:
        memory[0] = forecast.below(random, 12) == 0
    if memory[0] == 0 or view.ply < 8 or parameters[0] == 0.0:
        return first
    if parameters[1] == CRASH:
        raise ValueError("a compiled player's own error")
    while parameters[1] == HANG and memory[0] != 0:
        memory[0] += np.uint64(2)
    if parameters[1] == BREAK:
        for index in range(1 << 40, 1 << 41):
            memory[index] = 1
    return 1 << 40


@player(game="forecast", parameters=HOW, memory=1)
def compiled_forecast(view, parameters, memory, scratch, random):
    """Raises, gives no action, goes round for ever or writes far outside of its memory."""
    return answer(view, forecast.nth_action(view, 0), parameters, memory, random)


@player(game="defcon", parameters=HOW, memory=1)
def compiled_defcon(view, parameters, memory, scratch, random):
    """As above."""
    return answer(view, defcon.nth_action(view, 0), parameters, memory, random)
