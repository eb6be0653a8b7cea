"""`headrace match`: two entrants against each other, for a fixed length or until a test decides."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.console import Console
from harness.cli.options import (
    chosen_length,
    confidence_option,
    game_argument,
    length_options,
    new_run_options,
    output_options,
    setting_options,
)
from harness.cli.settings import named_players
from harness.cli.values import EntrantText, Word


@click.command(
    epilog="""\b
Examples:
  headrace match forecast greedy random
  headrace match forecast ./otter.py greedy --blocks 100000 -j 2
  headrace match forecast ./otter.py:boldness=2 ./otter.py --sprt "elo0=0 elo1=5"
  headrace match forecast ./otter.py greedy --sprt no-regression --block openbench
"""
)
@game_argument
@click.argument("first", metavar="A", type=EntrantText())
@click.argument("second", metavar="B", type=EntrantText())
@click.option(
    "--sprt",
    metavar="TEST",
    help="Play until a sequential test decides: improve (elo0=0 elo1=2), no-regression "
    "(elo0=-1.75 elo1=0.25), or elo0=… elo1=… alpha=… beta=… model=….",
)
@click.option(
    "--block",
    type=Word(("headrace", "openbench")),
    default="headrace",
    show_default=True,
    help="Which block of results is printed.",
)
@length_options
@setting_options
@confidence_option
@new_run_options
@output_options
def command(
    console: Console,
    game: str,
    first: str,
    second: str,
    sprt: str | None,
    block: str,
    blocks: int | None,
    games: int | None,
    confidence: float,
    **given: Any,
) -> None:
    """Play two entrants against each other.

    An entrant is written as for headrace tournament, and all numbers are seen from A. 10,000 blocks are played if
    nothing is said.

    With --sprt the match goes on until H0 (A is no better than elo0) or H1 (A is at least elo1) is accepted; --blocks
    then says when it is given up. Bounds are normalized Elo unless model says logistic or bayesian. The exit code is 0
    where H1 was accepted, 1 where H0 was or nothing at the cap.
    """
    from harness.cli.playing import Asked, new_setting, play_new, show_plan, start_workers_early

    if not given["dry_run"]:
        start_workers_early(game)
    from harness.cli.results import close, judge, show_match
    from harness.cli.sprt import parse_test
    from harness.tournament.plans import make_match

    blocks, games = chosen_length(blocks, games)
    test = None if sprt is None else parse_test("--sprt", sprt)
    experiment = make_match(
        new_setting(game, given),
        first,
        second,
        blocks=blocks,
        games=games,
        sprt=test,
        keep=given["keep"],
        max_faults=given["max_faults"],
        named=named_players(),
        confidence=confidence,
    )
    name = given["name"] or "-".join(experiment.labels)
    asked = Asked(blocks, games, given["workers"], name, given["out"])
    if given["dry_run"]:
        show_plan(console, experiment, asked)
        return
    run = play_new(console, experiment, asked)
    show_match(console, run, block=block, confidence=confidence)
    close(console, run)
    judge(run)
