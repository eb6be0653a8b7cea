"""Kinds of value on the command line; each says in its error what would be right, and completes in a shell."""

from __future__ import annotations

import math
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from harness.core.errors import UsageError, did_you_mean

PACKAGE = Path(__file__).resolve().parent.parent
MOST_SEEDS = 1 << 53
MOST = 10_000_000_000
"""The highest whole number where an option says nothing else: what is beyond it never ends, or needs all memory."""


def foreign_digits(text: str) -> bool:
    """Say whether a text has digits of another script, which Python would read as numbers and people wouldn't."""
    return not text.isascii() and any(sign.isdecimal() and not sign.isascii() for sign in text)


def read_float(text: str) -> float:
    """Read a number that is written with the digits 0 to 9; raises ValueError for all else."""
    if not text.strip().isascii():
        raise ValueError(f"{text!r} is not a number")
    return float(text)


_LONGEST = 40
"""Digits of a whole number that are worth reading."""


class WholeNumber(click.ParamType[int]):
    """A whole number in a range; ``200_000`` and ``200,000`` are read as well.

    Parameters
    ----------
    low, high : int
        The least and the most.
    """

    name = "number"

    def __init__(self, low: int = 1, high: int = MOST) -> None:
        self.low, self.high = low, high

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number."""
        if isinstance(value, int) and not isinstance(value, bool):
            number = value
        elif isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]+([_,][0-9]+)*\s*", value):
            digits = re.sub("[_,]", "", value)
            if len(digits) > _LONGEST:
                self.fail(f"a number of {len(digits)} digits is out of range; {self._right()}", param, ctx)
            number = int(digits)
        else:
            self.fail(f"{value!r} is not a whole number; {self._right()}", param, ctx)
        if not self.low <= number <= self.high:
            self.fail(f"{number} is out of range; {self._right()}", param, ctx)
        return number

    def _right(self) -> str:
        return f"give {self.low:,} to {self.high:,}"


class Number(click.ParamType[float]):
    """A number in a range, both ends included or not."""

    name = "number"

    def __init__(self, low: float = -math.inf, high: float = math.inf, *, open_ends: bool = False) -> None:
        self.low, self.high, self.open_ends = low, high, open_ends

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a number."""
        try:
            number = read_float(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a number; {self._right()}", param, ctx)
        inside = self.low < number < self.high if self.open_ends else self.low <= number <= self.high
        if not inside or not math.isfinite(number):
            self.fail(f"{value} is out of range; {self._right()}", param, ctx)
        return number

    def _right(self) -> str:
        if math.isinf(self.low):
            return "give a finite number"
        if math.isinf(self.high):
            return f"give more than {self.low:g}" if self.open_ends else f"give {self.low:g} or more"
        if self.open_ends:
            return f"give a number between {self.low:g} and {self.high:g}"
        return f"give a number from {self.low:g} to {self.high:g}"


class Share(click.ParamType[float]):
    """A share of a whole: ``0.01`` or ``1%``."""

    name = "share"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a share."""
        text = str(value).strip()
        try:
            number = read_float(text.removesuffix("%")) / (100.0 if text.endswith("%") else 1.0)
        except ValueError:
            number = math.nan
        if not 0.0 <= number <= 1.0:
            self.fail(
                f"{value!r} is no share; give a number from 0 to 1, or per cent, such as 1%", param, ctx
            )
        return number


class Name(click.ParamType[str], ABC):
    """A word that a shell can complete."""

    otherwise = "plain"
    """What else it may be: "file" or "dir"."""

    @abstractmethod
    def known(self, ctx: click.Context) -> Iterable[str]:
        """List the words that are known."""

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete a word, or leave it to the shell."""
        found = [CompletionItem(word) for word in self.known(ctx) if word.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type=self.otherwise)]


class Word(Name):
    """One of some words; another one is refused with the nearest."""

    name = "word"

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def known(self, ctx: click.Context) -> Iterable[str]:  # noqa: ARG002
        """List the words."""
        return self.words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002
        """Show the words."""
        return "|".join(self.words)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a word."""
        if value not in self.words:
            meant = _neighbour(str(value), param, ctx)
            hint = f"{did_you_mean(value, self.words)}{meant and f'; did you mean {meant} {value}?'}"
            self.fail(f'"{value}" is unknown; {hint}', param, ctx)
        return str(value)


def _neighbour(value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
    """Give an option whose name differs in a letter or two from the one that was given, and that takes the value."""
    if ctx is None or param is None:
        return ""
    names = {name: other for other in ctx.command.params if other is not param for name in other.opts}
    near = [get_close_matches(name, names, n=1, cutoff=0.85) for name in param.opts if name.startswith("--")]
    for (name,) in filter(None, near):
        with suppress(click.ClickException, UsageError):
            names[name].type.convert(value, names[name], ctx)
            return name
    return ""


def game_names() -> list[str]:
    """List the games by their folders, without importing any."""
    names = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/game.py"))
    return sorted(names, key=lambda name: name != "forecast")


class GameName(Name):
    """The name of a game."""

    name = "game"

    def known(self, ctx: click.Context) -> Iterable[str]:  # noqa: ARG002
        """List the games."""
        return game_names()

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Read a game's name."""
        names = game_names()
        if value not in names:
            raise UsageError(f'unknown game "{value}"', did_you_mean(value, names))
        return str(value)


class Text(Name):
    """A text that isn't empty; what it means is found out later."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a text."""
        if not str(value).strip():
            self.fail(f"an empty text is no {self.name}", param, ctx)
        return str(value)


class EntrantText(Text):
    """An entrant; it is read when the game is known."""

    name = "entrant"
    otherwise = "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read an entrant's text, whose parameters have the digits 0 to 9."""
        text = super().convert(value, param, ctx)
        if foreign_digits(text):
            from harness.players.api import RESERVED
            from harness.players.entrants import split_target

            for key, item in split_target(text)[1].items():
                if key not in RESERVED and foreign_digits(item):
                    self.fail(
                        f"{key}={item} has digits other than 0 to 9; write numbers with 0 to 9", param, ctx
                    )
        return text

    def known(self, ctx: click.Context) -> Iterable[str]:
        """List the stock players of the game, or of all games."""
        from harness.players.finder import stock_players

        game = ctx.params.get("game")
        return dict.fromkeys(
            name for each in ([game] if game else game_names()) for name in stock_players(each)
        )


class RunName(Text):
    """A run: its folder, its name under `results/`, or ``last``."""

    name = "run"
    otherwise = "dir"

    def known(self, ctx: click.Context) -> Iterable[str]:  # noqa: ARG002
        """List the runs under `results/`."""
        return ["last", *sorted(path.parent.name for path in Path("results").glob("*/manifest.json"))]


class FolderName(click.ParamType[str]):
    """The name of a folder.

    Parameters
    ----------
    there : bool
        Whether it must exist; else it may be made, and only no file may stand in its way.
    """

    name = "folder"

    def __init__(self, *, there: bool = False) -> None:
        self.there = there

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a folder's name."""
        text = str(value)
        if not text:
            self.fail("an empty text is no folder; give its name, or leave it out", param, ctx)
        path = Path(text)
        for each in (path, *path.parents):
            if os.path.lexists(each) and not each.is_dir():
                what = "it is" if each == path else f"{each} is"
                self.fail(f"{text} can't be a folder: {what} a file; give a folder's name", param, ctx)
        if self.there and not path.exists():
            self.fail(f"there is no folder {text}; give one that exists, or leave it out", param, ctx)
        return text

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Leave it to the shell."""
        return [CompletionItem(incomplete, type="dir")]
