"""`headrace bot bench`: how long a player thinks."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.console import Console
from harness.cli.options import output_options, seed_option
from harness.cli.values import EntrantText, GameName, WholeNumber, game_names
from harness.core.errors import DataError


@click.command(
    epilog="""\b
Examples:
  headrace bot bench greedy
  headrace bot bench ./otter.py --positions 2000
  headrace bot bench heuristic --game defcon --json
"""
)
@click.argument("target", metavar="TARGET", type=EntrantText())
@click.option("--game", type=GameName(), help="The game, where it plays both; else both are measured.")
@click.option(
    "--positions", type=WholeNumber(10), default=10_000, show_default=True, metavar="N", help="Decisions."
)
@seed_option
@output_options
def command(console: Console, target: str, game: str | None, positions: int, seed: int) -> None:
    """Measure how long a player thinks, by ply.

    It plays a random player and itself, and is then asked for each of its decisions again, one at a time, as the loop
    of a tournament asks it. Times are of the clock on the wall: what else the machine does is in the longest ones.
    """
    from harness.cli.commands.bot.show import find_entrants
    from harness.games import find_game
    from harness.play.conformance.apart import Broken
    from harness.play.conformance.case import Plan
    from harness.play.conformance.timing import measure

    rows: list[dict[str, Any]] = []
    for each, entrant in find_entrants(target, [game] if game else game_names()):
        plan = Plan(entrant, find_game(each), positions, seed)
        if entrant.description.kind == "compiled":
            plan.subject().compile()  # what can't be compiled is told here, not by the process that it plays in
        try:
            times = measure(plan)
        except Broken as broken:
            raise DataError(
                f"{target} could not be measured: {broken.how}", "see headrace bot check"
            ) from None
        rows += [{"game": each, **bucket.as_object()} for bucket in times]
    _write(console, rows)


def _write(console: Console, rows: list[dict[str, Any]]) -> None:
    from harness.cli.words import count
    from harness.play.conformance.timing import written
    from harness.report.tables import Column, Section, Table, text_column

    columns = (
        text_column("game", "game"),
        Column("plies", ("first_ply", "last_ply"), lambda first, last: f"{first} to {last}"),
        Column("decisions", ("decisions",), count),
        *(
            Column(title, (field,), written)
            for title, field in (
                ("median", "median_ns"),
                ("9 in 10", "p90_ns"),
                ("99 in 100", "p99_ns"),
                ("longest", "max_ns"),
            )
        ),
    )
    fields = ("game", *(name for name in rows[0] if name != "game"))
    console.write_table(Table("", columns, (Section("", tuple(rows)),), fields))
