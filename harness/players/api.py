"""What authors of players import: the `player` mark, and the description of parameters.

A file of a player holds one marked function or class::

    from harness.players import Parameter, player

    @player(game="forecast", parameters=[Parameter("boldness", 1.0, 0.0, 5.0)])
    def otter(view, parameters, memory, scratch, random):
        \"\"\"How it plays, in a sentence or two.\"\"\"
        return ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Literal, TypeVar

from harness.core.errors import Malformed, did_you_mean
from harness.players.declaring import check_declaration, kind_of

T = TypeVar("T")
Kind = Literal["compiled", "plain", "batch", "program"]
Value = int | float | bool
RESERVED = ("label", "deck")
"""Keys of an entrant that are no parameters."""


def jit(function: Callable[..., T]) -> Callable[..., T]:
    """Mark a helper function of a compiled player: compiled with the player that calls it."""
    from harness.core import compiler

    return compiler.jit(function)


def inline(function: Callable[..., T]) -> Callable[..., T]:
    """Mark a helper like `jit`, but set its code into each caller: faster for small ones that take many arguments."""
    from harness.core import compiler

    return compiler.inline(function)


@dataclass(frozen=True)
class Parameter:
    """One number by which a player can be changed without changing its code.

    Parameters
    ----------
    name : str
        As written in ``player:name=value``.
    default : float, int or bool
        Its value where none is given; its type is the parameter's type.
    low, high : float
        The range, both ends included.
    step : float, optional
        The smallest change that makes sense, for tuning.
    help : str
        What it does.
    """

    name: str
    default: Value
    low: float = 0.0
    high: float = 1.0
    step: float | None = None
    help: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise ValueError(f'parameter "{self.name}": the name must be a word of letters, digits and _')
        if self.name in RESERVED:
            raise ValueError(f'parameter "{self.name}": that word is an entrant\'s own; take another name')
        for what in ("default", "low", "high"):
            if not isinstance(getattr(self, what), Real):
                raise TypeError(
                    f"parameter {self.name}: {what} is {getattr(self, what)!r}, which is no number"
                )
        if not self.low <= self.default <= self.high:
            raise ValueError(
                f"parameter {self.name}: its default {self.default} is outside {self.low} to {self.high}"
            )

    @property
    def type(self) -> Literal["bool", "int", "float"]:
        """The parameter's type, as the wire names it."""
        if isinstance(self.default, bool):
            return "bool"
        return "int" if isinstance(self.default, int) else "float"

    def read(self, value: Any) -> Value:
        """Check a value, given as itself or as text.

        Raises
        ------
        ValueError
            With the reason, if it isn't of the type or is out of range.
        """
        number = self._convert(value)
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name}={value} is outside {self.low:g} to {self.high:g}")
        return number

    def _convert(self, value: Any) -> Value:
        wrong = ValueError(
            f"{self.name}={value} is not a{'n int' if self.type == 'int' else ' ' + self.type}"
        )
        if self.type == "bool":
            words = {"true": True, "false": False, "1": True, "0": False}
            word = str(value).lower()
            if word not in words:
                raise wrong
            return words[word]
        try:
            number = float(value.encode("ascii") if isinstance(value, str) else value)
        except (TypeError, ValueError):
            raise wrong from None
        if number != number:
            raise wrong
        if self.type == "float":
            return number
        if not number.is_integer():
            raise wrong
        return int(number)


class Parameters(dict[str, Value]):
    """A player's parameters by name; a name is also an attribute: ``parameters.boldness``."""

    def __getattr__(self, name: str) -> Value:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no parameter {name}, {did_you_mean(name, self)}") from None


@dataclass(frozen=True)
class Description:
    """What a player says of itself.

    Attributes
    ----------
    name : str
        Of its function or class.
    kind : str
        compiled, plain, batch or program.
    games : tuple of str
        The games that it plays.
    parameters : tuple of Parameter
        In the order in which compiled code finds them.
    memory, scratch : int
        Words of 64 bits that a compiled player asks for.
    cost : float
        Nanoseconds a decision, nominal: it sizes jobs and is never measured.
    doc : str
        How it plays.
    """

    name: str
    kind: Kind
    games: tuple[str, ...]
    parameters: tuple[Parameter, ...] = ()
    memory: int = 0
    scratch: int = 0
    cost: float = 200.0
    doc: str = ""
    make: Any = field(default=None, compare=False, repr=False)

    @property
    def undeclared(self) -> bool:
        """Whether its cost is the one that its kind is taken to have."""
        return self.cost == NOMINAL_COST[self.kind]

    def read_parameters(self, given: Mapping[str, Any]) -> Parameters:
        """Check parameters and complete them with their defaults, in the declared order.

        Raises
        ------
        Malformed
            With every reason: unknown names, wrong types, values out of range.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        reasons: list[str] = []
        values: dict[str, Value] = {}
        for name, value in given.items():
            if name not in known:
                hint = did_you_mean(name, known) if known else "it has none"
                reasons.append(f'unknown parameter "{name}", {hint}')
                continue
            try:
                values[name] = known[name].read(value)
            except ValueError as error:
                reasons.append(str(error))
        if reasons:
            raise Malformed(f"parameters of {self.name}", reasons)
        return Parameters({p.name: values.get(p.name, p.default) for p in self.parameters})


NOMINAL_COST = {"compiled": 200.0, "plain": 2_000.0, "batch": 500.0, "program": 50_000.0}
"""Nanoseconds a decision that a kind of player is taken to need where it doesn't say."""


def player(
    marked: object = None,
    /,
    *,
    game: str | Sequence[str] = (),
    parameters: Sequence[Parameter] = (),
    memory: int = 0,
    scratch: int = 0,
    cost: float | None = None,
) -> Callable[[T], T]:
    """Mark a function as a compiled player, or a class as a plain or batch one.

    Parameters
    ----------
    game : str or sequence of str
        The game or games that it plays.
    parameters : sequence of Parameter
        Its parameters; compiled code finds them in this order in `parameters`.
    memory : int
        Words that it keeps through a game, zero at the start (compiled players).
    scratch : int
        Words to work in that are never cleared (compiled players).
    cost : float, optional
        Nanoseconds a decision, nominal.

    Returns
    -------
    callable
        The decorator; it returns the function or class unchanged, with its `Description` in `.player`.

    Raises
    ------
    TypeError, ValueError
        If an argument can't be what it says, or what is marked is neither a function of five arguments nor a class
        whose methods take what they are given.
    """
    if marked is not None:
        raise TypeError('@player needs to know the game; write @player(game="forecast")')
    games = (game,) if isinstance(game, str) else tuple(game)
    check_declaration(games, parameters, memory, scratch, cost, Parameter)

    def mark(target: T) -> T:
        kind = kind_of(target)
        description = Description(
            name=getattr(target, "__name__", "player"),
            kind=kind,
            games=games,
            parameters=tuple(parameters),
            memory=memory,
            scratch=scratch,
            cost=NOMINAL_COST[kind] if cost is None else float(cost),
            doc=inspect.getdoc(target) or "",
            make=target,
        )
        target.player = description  # type: ignore[attr-defined]
        return target

    return mark
