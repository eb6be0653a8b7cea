"""What a player declares, checked where it is declared: an author hears of a slip when the file is loaded."""

from __future__ import annotations

import dis
import inspect
import itertools
import math
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from typing import Any, Literal

from harness.core.errors import did_you_mean
from harness.games import GAMES

METHODS = {"choose": "view", "choose_many": "views", "begin": "info", "end": "result"}
"""What each method of a class is given."""


def check_declaration(
    games: Sequence[Any], parameters: Sequence[Any], memory: Any, scratch: Any, cost: Any, kind: type
) -> None:
    """Check the arguments of `@player`.

    Parameters
    ----------
    games, parameters : sequence
        The games' names, and the parameters.
    memory, scratch, cost
        As they were given.
    kind : type
        What a parameter is.

    Raises
    ------
    TypeError, ValueError
        With what is wrong, and what would be right.
    """
    if not games:
        raise TypeError('@player needs to know the game: write @player(game="forecast")')
    for game in games:
        if game not in GAMES:
            raise ValueError(f"@player(game={game!r}): there is no such game; {did_you_mean(game, GAMES)}")
    for parameter in parameters:
        if not isinstance(parameter, kind):
            raise TypeError(f"@player: {parameter!r} is no Parameter; write {_as_parameter(parameter)}")
    names = [parameter.name for parameter in parameters]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f'@player: parameter "{name}" is declared twice')
    for what, words in (("memory", memory), ("scratch", scratch)):
        if not isinstance(words, Integral) or words < 0:
            raise TypeError(f"@player({what}={words!r}): it is a number of words, 0 or more")
    if cost is not None and not (isinstance(cost, Real) and 0 < float(cost) < math.inf):
        raise TypeError(f"@player(cost={cost!r}): it is a number of nanoseconds, above 0")


def _as_parameter(given: Any) -> str:
    """Write what was given in a Parameter's place as a Parameter."""
    if isinstance(given, tuple | list) and len(given) >= 2 and isinstance(given[0], str):
        return f"Parameter({', '.join(map(repr, given))})"
    return f'Parameter("{given}", 1.0)' if isinstance(given, str) else 'Parameter("name", 1.0)'


def kind_of(target: Any) -> Literal["compiled", "plain", "batch"]:
    """Say of what kind a marked function or class is, having checked that it can be called as it will be.

    Raises
    ------
    TypeError
        It can't be.
    """
    if inspect.isclass(target):
        found = next(
            (name for name in ("choose_many", "choose") if callable(getattr(target, name, None))), None
        )
        if found is None:
            raise TypeError(f"class {target.__name__} has neither choose(view) nor choose_many(views)")
        _check_class(target, found)
        return "batch" if found == "choose_many" else "plain"
    if inspect.isfunction(target):
        _check_function(target)
        return "compiled"
    raise TypeError("only a function or a class can be marked as a player")


def _check_function(target: Callable[..., Any]) -> None:
    name = target.__name__
    if len(inspect.signature(target).parameters) != 5:
        raise TypeError(f"{name} must take five arguments: view, parameters, memory, scratch, random")
    line = _returns_nothing(target)
    if line is not None:
        raise TypeError(
            f"{name} must return a whole number on every path, but one that goes through line {line} returns nothing"
        )


def _returns_nothing(target: Callable[..., Any]) -> int | None:
    """Give the line of a `return` without a value, or of the last statement before an end without one."""
    line = target.__code__.co_firstlineno
    steps = list(dis.get_instructions(target))
    for before, step in itertools.pairwise([steps[0], *steps]):
        line = (step.positions.lineno if step.positions else None) or line
        nothing = step.opname == "RETURN_CONST" and step.argval is None
        loaded = before.opname == "LOAD_CONST" and before.argval is None
        if nothing or (step.opname == "RETURN_VALUE" and loaded):
            return line
    return None


def _check_class(target: type, asked: str) -> None:
    """Check that a class can be made without arguments, and that each method takes the one that it is given."""
    missing = _refused(target, 0)
    if missing is not None:
        raise TypeError(f"{target.__name__}() is {missing}; each game makes one without arguments")
    for name in (asked, "begin", "end"):
        method = inspect.getattr_static(target, name, None)
        if method is None:
            continue
        bound = isinstance(method, staticmethod | classmethod)
        if _refused(getattr(target, name), 1 if bound else 2) is not None:
            wanted = METHODS[name] if isinstance(method, staticmethod) else f"self, {METHODS[name]}"
            raise TypeError(
                f"{target.__name__}.{name} is called with {METHODS[name]}: write def {name}({wanted})"
            )


def _refused(target: Any, count: int) -> str | None:
    """Say why something can't be called with so many arguments; None where it can, or nobody knows."""
    if not callable(target):
        return "not callable"
    try:
        signature = inspect.signature(target)
    except (TypeError, ValueError):  # written in C
        return None
    try:
        signature.bind(*range(count))
    except TypeError as error:
        return str(error)
    return None
