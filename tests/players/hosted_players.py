"""Players for hosts, each with a way of its own; P is what their tests set."""

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

from harness.players import Parameter, player

P = (Parameter("p", 0, 0, 9),)
hoard = []


class First:
    def begin(self, info):
        self.p = info.parameters.p

    def choose(self, view):
        return view.legal[0]


@player(game="forecast", parameters=P)
class Ranked(First):
    """Plays the p-th legal action."""

    def choose(self, view):
        return view.legal[int(self.p) % len(view.legal)]


@player(game="forecast", parameters=P)
class RankedBatch:
    """As above, of many games."""

    def begin(self, info):
        self.p = int(info.parameters.p)

    def choose_many(self, views):
        count = views.legal.sum(axis=1)
        place = (np.cumsum(views.legal, axis=1) == (self.p % count + 1)[:, None]).argmax(axis=1)
        return views.codes[np.arange(len(views.records)), place]


@player(game="forecast", parameters=P)
class Interrupter(First):
    """Interrupts itself, or pretends to."""

    def choose(self, view):
        if self.p == 1:
            os.kill(os.getpid(), signal.SIGINT)
        elif self.p == 0:
            raise KeyboardInterrupt
        return view.legal[0]


@player(game="forecast", parameters=P)
class BatchInterrupter:
    """As above, of many games."""

    def choose_many(self, views):
        raise KeyboardInterrupt


@player(game="forecast", parameters=P)
class Spinner(First):
    """Says that it is there, and goes round for ever."""

    def choose(self, view):
        print("spinning", file=sys.stderr, flush=True)
        while True:
            pass


@player(game="forecast", parameters=P)
class Ender(First):
    """Ends its process, in the way of p."""

    def choose(self, view):
        if view.ply >= 4:
            print("said before the end", file=sys.stderr, flush=True)
            if self.p == 0:
                os._exit(7)
            elif self.p == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            else:
                while True:
                    hoard.append(bytearray(16 << 20))
        return view.legal[0]


@player(game="forecast", parameters=P)
class Raiser(First):
    """Raises at once."""

    def choose(self, view):
        raise RuntimeError("its own error")


class Ears(First):
    """Notes each end of a game that it hears of."""

    note = Path(os.environ.get("HEADRACE_TEST_NOTE", os.devnull))

    def begin(self, info):
        self.heard = 0

    def end(self, result):
        self.heard += 1
        with self.note.open("a") as file:
            file.write(f"{self.heard}\n")


@player(game="forecast", parameters=P)
class Listener(Ears):
    """Plays the first legal action."""


@player(game="forecast", parameters=P)
class Lingerer(First):
    """Plays the first legal action, and never gets over a game's end."""

    def end(self, result):
        time.sleep(1000)
