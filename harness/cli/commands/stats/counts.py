"""Counts as they are typed, shared by the calculator's commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from harness.cli.failures import option_remedy, refused
from harness.cli.options import decorated
from harness.cli.sprt import KEYS, parse_test
from harness.cli.values import Number, Word, read_float
from harness.core.errors import UsageError

if TYPE_CHECKING:
    from harness.stats.counts import Tally
    from harness.stats.sprt import Sprt

MODELS = ("normalized", "logistic", "bayesian")

_counts_argument = click.argument("counts", metavar="[COUNT]...", nargs=-1)
_wdl_option = click.option("--wdl", metavar="W,L,D", help="Single games: wins, losses and draws.")
_penta_option = click.option(
    "--penta", metavar="LL,LD,WL+DD,WD,WW", help="Blocks of two games, from the worst result to the best."
)
_draws_option = click.option(
    "--draws",
    metavar="N",
    help="Drawn games, where blocks of two or four games are counted (WL and DD score the same).",
)
counts_options = decorated([_counts_argument, _wdl_option, _penta_option, _draws_option])
_text_option = click.option(
    "--test", "text", default="elo0=0 elo1=2", show_default=True, metavar="TEST",
    help="improve (elo0=0 elo1=2), no-regression (elo0=-1.75 elo1=0.25), or elo0=… elo1=… alpha=… beta=… "
    "model=normalized|logistic|bayesian.",
)  # fmt: skip
test_options = decorated(
    [
        _text_option,
        *(click.option(f"--{name}", type=Number(), metavar="N", help=f"The test's {name}, instead of that in --test.")
          for name in KEYS[:-1]),
        click.option("--model", type=Word(MODELS), help="The test's model, instead of that in --test."),
    ]
)  # fmt: skip


def read_test(text: str, given: Mapping[str, Any]) -> Sprt:
    """Read the options of a sequential test: its text, and the parts that are given by themselves.

    Raises
    ------
    UsageError, ValueError
        With the reason.
    """
    parts = {name: given[name] for name in KEYS if given[name] is not None}
    return replace(parse_test("--test", text), **parts)


def read_tally(counts: tuple[str, ...], draws: str | None, wdl: str | None, penta: str | None) -> Tally:
    """Read typed counts: as arguments, or as --wdl or --penta.

    Raises
    ------
    UsageError
        With the reason: a wrong number of them, one that is negative or not whole, impossible draws.
    """
    if sum((bool(counts), wdl is not None, penta is not None)) != 1:
        raise UsageError(
            "give counts once", "as arguments, or as --wdl W,L,D, or as --penta with five counts"
        )
    if wdl is not None:
        counts = (_losses_draws_wins(wdl),)
    elif penta is not None:
        counts = (penta,)
        if len(re.split(r"[\s,;]+", penta.strip("[] "))) != 5:
            raise UsageError(f'--penta "{penta}" has not five counts', "they are LL,LD,WL+DD,WD,WW")
    numbers = [_number(word) for text in counts for word in re.split(r"[\s,;\[\]]+", text) if word]
    drawn = None if draws is None else _number(draws)
    from harness.stats.counts import Tally

    with refused():
        tally = Tally(tuple(numbers), drawn)
    if tally.total == 0:
        raise UsageError("all counts are 0", "give at least one block")
    return tally


def _losses_draws_wins(wdl: str) -> str:
    words = [word for word in re.split(r"[\s,;]+", wdl.strip("[] ")) if word]
    if len(words) != 3:
        raise UsageError(
            f'--wdl "{wdl}" has not three counts', "they are wins, losses and draws: --wdl W,L,D"
        )
    wins, losses, draws = words
    return f"{losses},{draws},{wins}"


def _number(word: str) -> Any:
    if re.match(r"--?[A-Za-z]", word):
        remedy = option_remedy(word, click.get_current_context())
        raise UsageError(f"unknown option {word}", remedy or "see --help; counts are whole numbers from 0 up")
    if re.fullmatch("[+-]?[0-9]{1,40}", word):
        return int(word)
    try:
        return read_float(word)
    except ValueError:
        raise UsageError(f'"{word}" is not a number', "counts are whole numbers from 0 up") from None
