"""Counts as they are typed, shared by the calculator's commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from harness.cli.failures import refused
from harness.core.errors import UsageError

if TYPE_CHECKING:
    from harness.stats.counts import Tally

counts_argument = click.argument("counts", metavar="COUNT...", nargs=-1, required=True)
draws_option = click.option(
    "--draws",
    metavar="N",
    help="Drawn games, where blocks of two or four games are counted (WL and DD score the same).",
)
test_option = click.option(
    "--test", "text", default="elo0=0 elo1=2", show_default=True, metavar="TEST",
    help="improve, no-regression, or elo0=… elo1=… alpha=… beta=… model=normalized|logistic|bayesian.",
)  # fmt: skip


def read_tally(counts: tuple[str, ...], draws: str | None) -> Tally:
    """Read typed counts.

    Raises
    ------
    UsageError
        With the reason: a wrong number of them, one that is negative or not whole, impossible draws.
    """
    numbers = [_number(word) for text in counts for word in re.split(r"[\s,;\[\]]+", text) if word]
    drawn = None if draws is None else _number(draws)
    from harness.stats.counts import Tally

    with refused():
        tally = Tally(tuple(numbers), drawn)
    if tally.total == 0:
        raise UsageError("all counts are 0", "give at least one block")
    return tally


def _number(word: str) -> Any:
    if re.match(r"--?[A-Za-z]", word):
        raise UsageError(f"unknown option {word}", "see --help; counts are whole numbers from 0 up")
    try:
        return int(word)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        raise UsageError(f'"{word}" is not a number', "counts are whole numbers from 0 up") from None
