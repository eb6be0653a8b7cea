"""The named switches of a game's rules: their ranges, their defaults, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from harness.core.errors import Malformed, did_you_mean

Rules = Mapping[str, int | str]
"""What differs from the default rules: option → value, as a game record writes it."""


@dataclass(frozen=True)
class Option:
    """One switch of a game's rules.

    Parameters
    ----------
    name : str
        As written in rules, records and on the command line.
    default : int or str
        Its value in the default rules.
    low, high : int
        The range of a whole number.
    choices : tuple of str
        The words to choose from; empty for a whole number.
    help : str
        What it changes, for people.
    """

    name: str
    default: int | str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    help: str = ""

    def read(self, value: Any) -> int | str:
        """Check a value, given as itself or as text.

        Raises
        ------
        ValueError
            With the reason, if it isn't one of the option's values.
        """
        if self.choices:
            if value in self.choices:
                return str(value)
            raise ValueError(f"{self.name}={value} is none of {', '.join(self.choices)}")
        number = self._whole(value)
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name}={number} is outside {self.low} to {self.high}")
        return number

    def _whole(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,9}", value):
            return int(value)
        if isinstance(value, Integral) and not isinstance(value, bool):
            return int(value)
        raise ValueError(f"{self.name}={value} is not a whole number")

    def number(self, value: int | str) -> int:
        """Give the whole number by which compiled code knows a value."""
        return self.choices.index(str(value)) if self.choices else int(value)


def read_rules(options: Sequence[Option], given: Mapping[str, Any] | None) -> dict[str, int | str]:
    """Check rules and keep what differs from the default, in the order of the rules page.

    Raises
    ------
    Malformed
        With every reason: unknown options, values that an option doesn't have.
    """
    if given is not None and not isinstance(given, Mapping):
        raise Malformed("rules", [f"{given!r} is not a mapping of options to values"])
    known = {option.name: option for option in options}
    reasons: list[str] = []
    values: dict[str, int | str] = {}
    for name, value in (given or {}).items():
        if name not in known:
            reasons.append(f'unknown option "{name}", {did_you_mean(name, known)}')
            continue
        try:
            values[name] = known[name].read(value)
        except ValueError as error:
            reasons.append(str(error))
    if reasons:
        raise Malformed("rules", reasons)
    return {
        option.name: values[option.name]
        for option in options
        if option.name in values and values[option.name] != option.default
    }


def parse_rules(options: Sequence[Option], words: Sequence[str]) -> dict[str, int | str]:
    """Read rules written as `key=value`, each alone or several joined by commas.

    Raises
    ------
    Malformed
        With every reason.
    """
    given: dict[str, Any] = {}
    reasons: list[str] = []
    for word in (part.strip() for text in words for part in text.split(",")):
        name, sign, value = word.partition("=")
        if not sign or not name:
            reasons.append(f'"{word}" is not of the form key=value')
        elif name in given:
            reasons.append(f'"{name}" is given twice')
        else:
            given[name] = value
    if reasons:
        raise Malformed("rules", reasons)
    return read_rules(options, given)
