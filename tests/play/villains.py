"""Players that go wrong in each way that a player in this process can."""

import sys

from harness.players import Parameter, player


@player(game=("forecast", "defcon"), parameters=[Parameter("ply", 6, 0, 200)])
class Raises:
    """Raises from a ply on."""

    def begin(self, info):
        self.ply = info.parameters.ply

    def choose(self, view):
        if view.ply >= self.ply:
            raise RuntimeError("I can't go on")
        return view.legal[0]


@player(game=("forecast", "defcon"))
class Leaves:
    """Tries to end its process."""

    def choose(self, view):
        if view.ply >= 6:
            sys.exit(3)
        return view.legal[0]


@player(game=("forecast", "defcon"))
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


@player(game=("forecast", "defcon"))
class BadStart:
    """Raises before its first action."""

    def begin(self, info):
        raise ValueError("no start")

    def choose(self, view):
        return view.legal[0]


@player(game=("forecast", "defcon"))
class BadEnd:
    """Raises when it hears the result."""

    def choose(self, view):
        return view.legal[-1]

    def end(self, result):
        raise ValueError(f"no end: {result.reason}")


@player(game=("forecast", "defcon"))
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


@player(game=("forecast", "defcon"), parameters=[Parameter("action", -1.0, -1e19, 1e19)])
def wild(view, parameters, memory, scratch, random):
    """Returns any number."""
    return int(parameters[0])


@player(game=("forecast", "defcon"))
def not_compilable(view, parameters, memory, scratch, random):
    """Uses what the compiler doesn't know."""
    return {"a": view}["a"].nothing
