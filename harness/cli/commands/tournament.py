"""`headrace tournament`: a round robin or a gauntlet."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.console import Console
from harness.cli.options import (
    chosen_length,
    game_argument,
    length_options,
    new_run_options,
    output_options,
    setting_options,
)
from harness.cli.settings import named_players
from harness.cli.values import EntrantText


@click.command(
    epilog="""\b
Examples:
  headrace tournament forecast
  headrace tournament forecast greedy random ./otter.py --games 500000 -j 2
  headrace tournament forecast ./otter.py greedy heuristic --gauntlet otter
  headrace tournament forecast --rules exact=3,hand_limit=6 --dry-run
"""
)
@game_argument
@click.argument("entrants", metavar="[ENTRANT]...", nargs=-1, type=EntrantText())
@click.option("--gauntlet", metavar="LABEL", help="Only this entrant meets all the others.")
@length_options
@setting_options
@new_run_options
@output_options
def command(
    console: Console,
    game: str,
    entrants: tuple[str, ...],
    gauntlet: str | None,
    blocks: int | None,
    games: int | None,
    **given: Any,
) -> None:
    """Play a round robin or a gauntlet, and rate everybody.

    An ENTRANT is a player's name, the path of its file or a name from headrace.toml, with parameters behind a colon:
    greedy, ./otter.py, ./otter.py#Otter:boldness=2,label=bold. Without any, the compiled stock players of the game
    play. Everybody meets everybody on the same deals: if nothing is said, for at least 10,000 blocks, and at least
    200,000 games in all.

    The results are kept in a folder under results/: the games, ratings.csv, crosstable.csv and charts.
    """
    from harness.cli.playing import Asked, new_setting, play_new, show_plan, start_workers_early

    if not given["dry_run"]:
        start_workers_early(game)
    from harness.cli.results import close, show_ratings
    from harness.tournament.plans import make_tournament

    blocks, games = chosen_length(blocks, games)
    experiment = make_tournament(
        new_setting(game, given),
        entrants,
        blocks=blocks,
        games=games,
        gauntlet=gauntlet,
        keep=given["keep"],
        max_faults=given["max_faults"],
        named=named_players(),
    )
    asked = Asked(blocks, games, given["workers"], given["name"], given["out"])
    if given["dry_run"]:
        show_plan(console, experiment, asked)
        return
    run = play_new(console, experiment, asked)
    show_ratings(console, run)
    close(console, run)
