"""Players that go wrong in each way that a player in this process can."""

import sys

from harness.core.kernels import NO_ANSWER
from harness.players import Parameter, player

BOTH = ("forecast", "defcon")


@player(game=BOTH, parameters=[Parameter("ply", 6, 0, 200)])
class Raises:
    """Raises from a ply on."""

    def begin(self, info):
        self.ply = info.parameters.ply

    def choose(self, view):
        if view.ply >= self.ply:
            raise RuntimeError("I can't go on")
        return view.legal[0]


@player(game=BOTH)
class Leaves:
    """Tries to end its process."""

    def choose(self, view):
        if view.ply >= 6:
            sys.exit(3)
        return view.legal[0]


@player(game=BOTH)
class Nonsense:
    """Gives what is no action at all."""

    answers = ("x9-9", None, 7, ["draw"], "", "draw ", object())

    def choose(self, view):
        return self.answers[view.ply % len(self.answers)] if view.ply >= 6 else view.legal[0]


@player(game="forecast")
class Cheats:
    """Gives an action that is written well, but isn't legal."""

    def choose(self, view):
        return next(name for name in ("-1", "x1-2", "1@1", "?3@5", "draw") if name not in view.legal)


@player(game=BOTH)
class BadStart:
    """Raises before its first action."""

    def begin(self, info):
        raise ValueError("no start")

    def choose(self, view):
        return view.legal[0]


@player(game=BOTH)
class BadEnd:
    """Raises when it hears the result."""

    def choose(self, view):
        return view.legal[-1]

    def end(self, result):
        raise ValueError(f"no end: {result.reason}")


@player(game=BOTH)
class BadBoth:
    """Raises at its fourth turn, and again when it hears how that went."""

    def choose(self, view):
        if view.ply >= 6:
            raise RuntimeError("in the middle")
        return view.legal[0]

    def end(self, result):
        raise ValueError("at the end")


@player(game=BOTH)
class BadInit:
    """Can't be made, and has an `end`."""

    def __init__(self):
        raise RuntimeError("not today")

    def choose(self, view):
        return view.legal[0]

    def end(self, result):
        self.heard = result


@player(game=BOTH)
class Interrupts:
    """Raises what a person's Ctrl-C would."""

    def choose(self, view):
        if view.ply >= 6:
            raise KeyboardInterrupt
        return view.legal[0]


@player(game=BOTH)
class InterruptsMany:
    """The same, for a batch player."""

    def choose_many(self, views):
        if (views.records["ply"] >= 6).any():
            raise KeyboardInterrupt
        return views.codes[range(len(views.records)), views.legal.argmax(axis=1)]


@player(game=BOTH)
class Surrogate:
    """Raises with text that no file can hold."""

    def choose(self, view):
        raise RuntimeError("half a sign: \ud800")


@player(game=BOTH)
class Unshown:
    """Raises what can't be shown, and gives what can't either."""

    def choose(self, view):
        if view.ply >= 6:
            raise Silent
        return Silent() if view.ply >= 3 else view.legal[0]


class Silent(Exception):  # noqa: N818
    def __str__(self):
        raise SystemExit("no words")

    __repr__ = __str__


@player(game=BOTH)
class Slippery:
    """Gives what is shown as text that isn't cut as text is."""

    def choose(self, view):
        return Slip() if view.ply >= 6 else view.legal[0]


class Slip:
    def __repr__(self):
        return SlipperyText("slip")


class SlipperyText(str):
    def __getitem__(self, part):
        return 7


@player(game=BOTH)
def no_answer(view, parameters, memory, scratch, random):
    """Gives the number by which the interpreter says that it was interrupted."""
    return NO_ANSWER


@player(game=BOTH)
def raises(view, parameters, memory, scratch, random):
    """Raises in compiled code, at its third turn."""
    if view.ply >= 4:
        raise ValueError("compiled, and broken")
    return 1 << 40


@player(game="forecast")
def raises_late(view, parameters, memory, scratch, random):
    """Draws, and raises in compiled code at its third turn."""
    if view.ply >= 4:
        raise ValueError("compiled, and broken")
    return 0


@player(game=BOTH, parameters=[Parameter("action", -1.0, -1e19, 1e19)])
def wild(view, parameters, memory, scratch, random):
    """Returns any number."""
    return int(parameters[0])


@player(game=BOTH)
def not_compilable(view, parameters, memory, scratch, random):
    """Uses what the compiler doesn't know."""
    return {"a": view}["a"].nothing
