"""`headrace bot list`: the players that are found by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.settings import named_players
from harness.cli.values import GameName, game_names
from harness.cli.words import count
from harness.core.errors import HeadraceError, UsageError

if TYPE_CHECKING:
    from harness.players.finder import Found


@click.command(
    epilog="""\b
Examples:
  headrace bot list
  headrace bot list forecast --json
"""
)
@click.argument("game", metavar="[GAME]", required=False, type=GameName())
@output_options
def command(console: Console, game: str | None) -> None:
    """List the players that are found by name.

    Stock players, installed ones and those of headrace.toml.
    """
    from harness.report.tables import Column, Section, Table, text_column

    rows = [
        _row(each, name, found)
        for each in ([game] if game else game_names())
        for name, found in _found(console, each)
    ]
    columns = (
        text_column("game", "game"),
        text_column("name", "name"),
        text_column("kind", "kind"),
        text_column("origin", "origin"),
        Column("parameters", ("parameters",), count),
        Column("ns a decision", ("cost",), count),
        text_column("how it plays", "about"),
    )
    fields = tuple(name for column in columns for name in column.fields)
    console.write_table(Table("", columns, (Section("", tuple(rows)),), fields))


def _found(console: Console, game: str) -> list[tuple[str, Found]]:
    """Find the players of a game; one that can't be loaded is told of, and left out."""
    from importlib.metadata import entry_points

    from harness.players.finder import ENTRY_POINTS, find_player, stock_players

    named = named_players()
    names = [*stock_players(game), *(entry.name for entry in entry_points(group=ENTRY_POINTS)), *named]
    found = []
    for name in dict.fromkeys(names):
        try:
            found.append((name, find_player(name, game, named=named)))
        except UsageError:
            continue  # a player of the other game
        except HeadraceError as error:
            console.warn(f"{name}: {error.message}")
    return found


def _row(game: str, name: str, found: Found) -> dict[str, Any]:
    description = found.description
    return {
        "game": game,
        "name": name,
        "kind": description.kind,
        "origin": found.origin,
        "parameters": len(description.parameters),
        "cost": description.cost,
        "about": description.doc.partition("\n\n")[0].replace("\n", " "),
    }
