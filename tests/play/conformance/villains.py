"""Players that break one rule of the kit each, and keep all others."""

import itertools
import os
import random as own_random
import sys
import time

import numpy as np

from harness.games.forecast.kit import count_actions, nth_action
from harness.players import Parameter, jit, player

BOTH = ("forecast", "defcon")
asked = itertools.count()


@player(game=BOTH, cost=20_000)
class Honest:
    """Plays any legal action."""

    def begin(self, info):
        self.rng = info.rng

    def choose(self, view):
        return self.rng.choice(view.legal)


@player(game=BOTH)
class Many:
    """Plays any legal action, in many games at once."""

    def choose_many(self, views):
        return views.any()


@player(game="forecast")
class Neighbours:
    """Plays what depends on how many games lie side by side."""

    def choose_many(self, views):
        ranks = np.minimum(len(views) + next(asked), np.count_nonzero(views.legal, axis=1)) - 1
        return np.array([np.flatnonzero(row)[rank] for row, rank in zip(views.legal, ranks, strict=True)])


@player(game="forecast")
def full_hand(view, parameters, memory, scratch, random):
    """Draws even where its hand is full."""
    return 0 if view.hand_size == view.hand_limit else nth_action(view, count_actions(view) - 1)


@player(game="defcon")
class OneCard(Honest):
    """Does nothing sensible with its last card."""

    def choose(self, view):
        return "pass" if len(view.hand) == 1 else super().choose(view)


@player(game="defcon")
class Replies(Honest):
    """Raises where the rival leads."""

    def choose(self, view):
        if view.challenger not in (None, view.seat):
            raise RuntimeError("what now?")
        return super().choose(view)


@player(game=BOTH)
class Clock(Honest):
    """Looks at a clock."""

    def choose(self, view):
        return view.legal[time.perf_counter_ns() // 1000 % len(view.legal)]


@player(game=BOTH)
class Process(Honest):
    """Looks at the number of its process."""

    def choose(self, view):
        return view.legal[os.getpid() % len(view.legal)]


@player(game=BOTH)
class OwnRandom(Honest):
    """Draws random numbers of its own."""

    def choose(self, view):
        return own_random.choice(list(view.legal))


@player(game=BOTH)
class Counts(Honest):
    """Keeps a count from one game to the next."""

    def choose(self, view):
        return view.legal[next(asked) % len(view.legal)]


@player(game="forecast", scratch=1)
def remembers(view, parameters, memory, scratch, random):
    """Keeps a count in what is never cleared."""
    scratch[0] += np.uint64(1)
    return nth_action(view, np.int64(scratch[0]) % count_actions(view))


@player(game="forecast")
def writes(view, parameters, memory, scratch, random):
    """Writes to its view."""
    chosen = nth_action(view, 0)
    view.hand = np.uint64(0)
    return chosen


@player(game="defcon")
class Scribbles(Honest):
    """Writes to the record behind its view."""

    def choose(self, view):
        chosen = super().choose(view)
        view._record["rivers"][0]["value"] = 99
        return chosen


@player(game="forecast", parameters=[Parameter("pace", 1.0)])
def tunes_itself(view, parameters, memory, scratch, random):
    """Writes to its parameters."""
    parameters[0] = 0.25
    return nth_action(view, 0)


@player(game=BOTH)
class OwnRules(Honest):
    """Writes to the rules."""

    def begin(self, info):
        super().begin(info)
        info.rules["mine"] = 1


@player(
    game="forecast",
    parameters=[Parameter("last", True), Parameter("idle", 1.0), Parameter("far", 2, 0, 7)],
)
def ignores(view, parameters, memory, scratch, random):
    """Ignores a parameter."""
    if parameters[0] > 0.5:
        return nth_action(view, min(np.int64(parameters[2]), count_actions(view) - 1))
    return nth_action(view, 0)


@player(game="forecast", parameters=[Parameter("rank", 0, 0, 45)])
def too_far(view, parameters, memory, scratch, random):
    """Is legal with its defaults, but not over the range of its parameter."""
    return nth_action(view, np.int64(parameters[0]))


@jit
def beyond(words, place):
    """Read a word."""
    return np.int64(words[place])


@player(game="forecast", scratch=4)
def out_of_range(view, parameters, memory, scratch, random):
    """Reads beyond its array, in a helper."""
    return nth_action(view, 0 * beyond(scratch, view.ply))


@player(game="forecast")
class Peeks(Honest):
    """Finds the table that it plays at, and the next cards on it."""

    def choose(self, view):
        frame = sys._getframe()
        while not hasattr(frame.f_locals.get("self"), "table"):
            frame = frame.f_back
        deck = frame.f_locals["self"].table._deck
        return view.legal[int(deck["order"][deck["next"]]) % len(view.legal)]


@player(game="forecast")
class Waits(Honest):
    """Thinks for ever in the middle of a game."""

    def choose(self, view):
        while view.ply == 6:
            pass
        return super().choose(view)


@player(game="forecast")
class Kills(Honest):
    """Ends its process at once."""

    def choose(self, view):
        os._exit(7)
