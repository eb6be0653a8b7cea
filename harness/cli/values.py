"""Kinds of value on the command line; each says in its error what would be right, and completes in a shell."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from harness.core.errors import UsageError, did_you_mean

PACKAGE = Path(__file__).resolve().parent.parent
MOST_SEEDS = 1 << 53


class WholeNumber(click.ParamType[int]):
    """A whole number in a range; ``200_000`` and ``200,000`` are read as well.

    Parameters
    ----------
    low : int
        The least.
    high : int, optional
        The most.
    """

    name = "number"

    def __init__(self, low: int = 1, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number."""
        if isinstance(value, int) and not isinstance(value, bool):
            number = value
        elif isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,18}([_,][0-9]{1,18}){0,9}\s*", value):
            number = int(value.replace(",", "").replace("_", ""))
        else:
            self.fail(f"{value!r} is not a whole number; {self._right()}", param, ctx)
        if number < self.low or (self.high is not None and number > self.high):
            self.fail(f"{number} is out of range; {self._right()}", param, ctx)
        return number

    def _right(self) -> str:
        if self.high is None:
            return f"give {self.low:,} or more"
        return f"give {self.low:,} to {self.high:,}"


class Number(click.ParamType[float]):
    """A number in a range, both ends included or not."""

    name = "number"

    def __init__(self, low: float = -math.inf, high: float = math.inf, *, open_ends: bool = False) -> None:
        self.low, self.high, self.open_ends = low, high, open_ends

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a number."""
        try:
            number = float(str(value))
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
            number = float(text.rstrip("%")) / (100.0 if text.endswith("%") else 1.0)
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
            self.fail(f'"{value}" is unknown; {did_you_mean(value, self.words)}', param, ctx)
        return str(value)


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
