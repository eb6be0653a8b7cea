"""Batch players: twins of plain ones, and villains that go wrong in some games only."""

import sys
import warnings

import numpy as np

from harness.games.forecast.kit import nth_action
from harness.players import Parameter, player

BOTH = ("forecast", "defcon")


@player(game=BOTH)
class Anything:
    """Plays anything legal."""

    def choose_many(self, views):
        return views.any()


@player(game=BOTH)
class PlainAnything:
    """Plays anything legal, one game after another."""

    def begin(self, info):
        self.rng = info.rng

    def choose(self, view):
        return self.rng.choice(view.legal)


@player(game="forecast", parameters=[Parameter("patience", 0.5, 0.0, 3.0)])
class PlainExample:
    """The stock example, with equals picked as `Views.best` picks them."""

    def begin(self, info):
        from harness.players.finder import find_player

        make = find_player("example", "forecast").description.make
        self.example = make()
        self.example.begin(info)

    def choose(self, view):
        worths = [self.example.worth(view, action) for action in view.legal]
        best = max(worths)
        actions = [action for action, worth in zip(view.legal, worths, strict=True) if worth == best]
        return self.example.rng.choice(actions)


@player(game=BOTH)
class Ending:
    """Plays anything legal; hears the results, and some of them are too much for it."""

    def begin(self, info):
        self.rng = info.rng

    def choose(self, view):
        return self.rng.choice(view.legal)

    def end(self, result):
        if result.winner is not None and self.rng.below(4) == 0:
            raise ValueError(f"no end: {result.reason}")


@player(game="forecast", memory=2)
def counting(view, parameters, memory, scratch, random):
    """Plays the first legal action, and raises at its tenth turn, counted in its memory."""
    memory[1] += np.uint64(1)
    if memory[1] == np.uint64(10):
        raise ValueError("ten turns are enough")
    return nth_action(view, np.int64(0))


@player(game="forecast", memory=1)
def failing(view, parameters, memory, scratch, random):
    """Gives an action that is none at its tenth turn."""
    memory[0] += np.uint64(1)
    return -5 if memory[0] == np.uint64(10) else nth_action(view, np.int64(0))


def _guilty(views):
    """Say in which games a villain goes wrong: some, from the fifth ply on."""
    return (views.records["hand"] % np.uint64(7) == 3) & (views.records["ply"] >= 4)


class _Villain:
    def choose_many(self, views):
        guilty, actions = _guilty(views), views.any()
        return self.go_wrong(views, guilty, actions) if guilty.any() else actions


@player(game=BOTH)
class RaisesMany(_Villain):
    """Raises where one game is too much for it."""

    def go_wrong(self, views, guilty, actions):
        hand = views.records["hand"][np.flatnonzero(guilty)[0]]
        raise RuntimeError(f"I can't go on with {hand}")


@player(game=BOTH)
class LeavesMany(_Villain):
    """Tries to end its process."""

    def go_wrong(self, views, guilty, actions):
        sys.exit(3)


@player(game=BOTH)
class Illegal(_Villain):
    """Gives numbers that are no legal actions."""

    def go_wrong(self, views, guilty, actions):
        return np.where(guilty, np.where(views.records["ply"] & 2, -3, 1 << 40), actions)


@player(game=BOTH)
class TooFew(_Villain):
    """Gives fewer actions than there are games."""

    def go_wrong(self, views, guilty, actions):
        return actions[~guilty]


@player(game=BOTH)
class Floats(_Villain):
    """Gives numbers that aren't whole."""

    def go_wrong(self, views, guilty, actions):
        return actions + 0.5


@player(game=BOTH)
class NoAnswer(_Villain):
    """Gives nothing."""

    def go_wrong(self, views, guilty, actions):
        return None


@player(game=BOTH)
class Writes(_Villain):
    """Writes into its views."""

    def go_wrong(self, views, guilty, actions):
        views.records["ply"][guilty] = 0
        return actions


@player(game=BOTH)
class Remembers:
    """Keeps something from one decision to another."""

    def choose_many(self, views):
        self.seen = len(views)
        return views.any()


@player(game=BOTH)
class BadStartMany:
    """Raises before its first game."""

    def begin(self, info):
        raise ValueError(f"no start with {len(info.deck)}")

    def choose_many(self, views):
        return views.any()


@player(game=BOTH)
class NeverRight:
    """Raises always."""

    def choose_many(self, views):
        raise RuntimeError("never")


@player(game=BOTH)
class Interrupted:
    """A person interrupts it."""

    def choose_many(self, views):
        raise KeyboardInterrupt


@player(game=BOTH)
class Warned:
    """Makes errors of all warnings, while games are played."""

    def choose_many(self, views):
        warnings.simplefilter("error")
        return views.any()
