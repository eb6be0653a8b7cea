"""`headrace bot show`: how a player plays, and its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.settings import named_players
from harness.cli.values import EntrantText, GameName, game_names
from harness.core.errors import UsageError

if TYPE_CHECKING:
    from harness.players.entrants import Entrant


@click.command(
    epilog="""\b
Examples:
  headrace bot show greedy
  headrace bot show ./otter.py:care=0.5 --json
"""
)
@click.argument("target", metavar="TARGET", type=EntrantText())
@click.option("--game", type=GameName(), help="The game, where both have a player of that name.")
@output_options
def command(console: Console, target: str, game: str | None) -> None:
    """Show how a player plays, and its parameters.

    And of what kind it is, where it was found, and the hash of its sources.
    """
    found = find_entrants(target, [game] if game else game_names())
    if console.form == "json":
        for each, entrant in found:
            console.write_object(_object(each, entrant))
        return
    for place, (each, entrant) in enumerate(found):
        if place:
            console.write("")
        _show(console, each, entrant)


def find_entrants(target: str, games: list[str]) -> list[tuple[str, Entrant]]:
    """Find a player in each game that has it; raises the first game's error where none has."""
    from harness.games import find_game
    from harness.players.entrants import read_entrant

    found, errors = [], []
    for game in games:
        try:
            found.append((game, read_entrant(target, find_game(game), named_players())))
        except UsageError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    return found


def _object(game: str, entrant: Entrant) -> dict[str, Any]:
    description = entrant.description
    return {
        "game": game,
        "name": description.name,
        "label": entrant.label,
        "kind": description.kind,
        "origin": entrant.found.origin,
        "path": str(entrant.found.path),
        "hash": entrant.found.hash,
        "cost": description.cost,
        "memory": description.memory,
        "scratch": description.scratch,
        "about": description.doc,
        "parameters": [
            {
                "name": p.name,
                "type": p.type,
                "value": entrant.parameters[p.name],
                "default": p.default,
                "min": p.low,
                "max": p.high,
                "step": p.step,
                "help": p.help,
            }
            for p in description.parameters
        ],
    }


def _show(console: Console, game: str, entrant: Entrant) -> None:
    from harness.cli.facts import write_facts
    from harness.report.tables import Column, Section, Table, text_column, word

    shown = _object(game, entrant)
    about = shown.pop("about")
    parameters = shown.pop("parameters")
    said = "not declared, so taken to be" if entrant.description.undeclared else "declared"
    cost = f"{shown['cost']:g} ns a decision, {said}"
    words = {name: str(value) for name, value in shown.items() if name not in ("memory", "scratch") or value}
    write_facts(console, "", shown, words | {"cost": cost})
    if not console.for_people:
        return
    console.write(f"\n{about}")
    if parameters:
        names = ("name", "type", "value", "default", "min", "max")
        columns = (*(Column(name, (name,), word) for name in names), text_column("what it does", "help"))
        table = Table("", columns, (Section("", tuple(parameters)),), (*names, "help"))
        console.write("")
        console.write_table(table)
