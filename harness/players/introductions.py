"""Every reason why a hello is refused: what a program or a host says of itself is not to be trusted."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from harness.players.api import RESERVED
from harness.players.sandbox import WALLS

_HOSTED = ("compiled", "plain", "batch")
_TYPES = ("float", "int", "bool")
_NEVER = ("Cc", "Cs", "Zl", "Zp")
"""Categories of signs that control a terminal or aren't any: no text has them, but for tabs and ends of lines."""


def hello_reasons(hello: Mapping[str, Any], host: bool) -> list[str]:
    """Check a hello.

    Parameters
    ----------
    hello : mapping
        As it was read from JSON.
    host : bool
        Whether a host says it of its player: then it says more.

    Returns
    -------
    list of str
        All that is wrong with it.
    """
    return [
        *_of_names(hello),
        *_of_cost(hello),
        *(_of_host(hello) if host else ()),
        *_of_parameters(hello.get("parameters", []), host),
    ]


def _of_names(hello: Mapping[str, Any]) -> Iterator[str]:
    for what in ("name", "author"):
        if what in hello and not _is_name(hello[what]):
            yield f'"{what}" is {_shown(hello[what])}, which is no text on a line that can be printed'
    if "doc" in hello and not _is_text(hello["doc"]):
        yield f'"doc" is {_shown(hello["doc"])}, which is no text that can be printed'
    games = hello.get("games")
    if not isinstance(games, list) or not games or not all(map(_is_name, games)):
        yield f'"games" is {_shown(games)}, which is no list of names'


def _of_cost(hello: Mapping[str, Any]) -> Iterator[str]:
    cost = hello.get("cost", 1)
    if not _is_number(cost) or cost <= 0:
        yield f'"cost" is {_shown(cost)}, which is no number of nanoseconds above 0'


def _of_host(hello: Mapping[str, Any]) -> Iterator[str]:
    if hello.get("kind") not in _HOSTED:
        yield f'"kind" is {_shown(hello.get("kind"))}, which no host has'
    missing = hello.get("missing", [])
    if not isinstance(missing, list) or not all(wall in WALLS for wall in missing):
        yield f'"missing" is {_shown(missing)}, which is no list of walls'


def _of_parameters(parameters: Any, host: bool) -> Iterator[str]:
    if not isinstance(parameters, list):
        yield f'"parameters" is {_shown(parameters)}, which is no list'
        return
    seen: set[str] = set()
    for found in parameters:
        if not isinstance(found, dict):
            yield f"parameter {_shown(found)} is no object"
            continue
        name = found.get("name")
        if not isinstance(name, str) or not name.isidentifier():
            yield f"a parameter's name is {_shown(name)}, which is no word of letters, digits and _"
        elif name in RESERVED:
            yield f"a parameter's name is \"{name}\", which is an entrant's own word"
        elif name in seen:
            yield f'parameter "{name}" is there twice'
        else:
            seen.add(name)
        yield from (f"parameter {_shown(name)}: {reason}" for reason in _of_values(found, host))


def _of_values(found: Mapping[str, Any], host: bool) -> Iterator[str]:
    kind, default = found.get("type", "float"), found.get("default")
    if kind not in _TYPES:
        yield f'"type" is {_shown(kind)}, not one of {", ".join(_TYPES)}'
    elif not _is_default(default, kind):
        yield f'"default" is {_shown(default)}, which is no {kind}'
    low, high = found.get("min", 0), found.get("max", 1)
    bounds = [
        _is_number(bound, infinite=host)  # a player in a file may leave a side open
        for bound in (low, high)
    ]
    for what, bound, right in (("min", low, bounds[0]), ("max", high, bounds[1])):
        if not right:
            yield f'"{what}" is {_shown(bound)}, which is no number'
    if all(bounds) and low > high:
        yield f'"min" is {_shown(low)}, above "max", {_shown(high)}'
    elif all(bounds) and _is_number(default) and not low <= default <= high:
        yield f'"default" is {_shown(default)}, outside {_shown(low)} to {_shown(high)}'
    step = found.get("step")
    if step is not None and (not _is_number(step) or step <= 0):
        yield f'"step" is {_shown(step)}, which is no number above 0'
    if not _is_text(found.get("help", "")):
        yield f'"help" is {_shown(found["help"])}, which is no text that can be printed'


def _is_default(value: Any, kind: str) -> bool:
    if kind == "bool":
        return isinstance(value, bool) or (_is_number(value) and value in (0, 1))
    return _is_number(value) and (kind == "float" or float(value).is_integer())


def _is_number(value: Any, infinite: bool = False) -> bool:
    """Say whether a value is a number that a float64 holds."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        number = float(value)
    except OverflowError:
        return False
    return math.isfinite(number) or (infinite and not math.isnan(number))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and all(c in "\n\t" or unicodedata.category(c) not in _NEVER for c in value)


def _shown(value: Any) -> str:
    """Show a value, so that no terminal obeys it; a whole number of JSON may have more digits than Python writes."""
    try:
        text = ascii(value)
    except ValueError:
        return "a very long number"
    return text if len(text) <= 80 else f"{text[:77]}..."
