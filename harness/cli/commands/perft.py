"""`headrace perft`: counts of action sequences, by which engines are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harness.cli.console import Console
from harness.cli.options import deal_seed_option, deck_option, game_argument, output_options, rules_option
from harness.cli.values import MOST_SEEDS, WholeNumber

if TYPE_CHECKING:
    from harness.games.position import Position


@click.command(
    epilog="""\b
Examples:
  headrace perft forecast start --depth 5
  headrace perft forecast "././././. .....|..... 1,3|2,x ?1,x a 4" --depth 3 --split
  headrace perft defcon start --deal 7 --depth 3 --rules low=20 --json
"""
)
@game_argument
@click.argument("line", metavar="LINE")
@click.option("--depth", type=WholeNumber(0, 64), required=True, metavar="N", help="Actions of a sequence.")
@click.option("--split", is_flag=True, help="Also count behind each first action.")
@click.option(
    "--deal",
    type=WholeNumber(0, MOST_SEEDS - 1),
    default=0,
    show_default=True,
    metavar="N",
    help="With start: the deal.",
)
@deal_seed_option
@rules_option
@deck_option
@output_options
def command(console: Console, game: str, line: str, depth: int, split: bool, **given: Any) -> None:
    """Count the sequences of N actions from a position.

    LINE is a position line (see the game's rules), or start: the beginning of a deal of --seed.
    """
    from harness.games import find_game
    from harness.games.options import parse_rules
    from harness.games.position import Position

    rules = parse_rules(find_game(game).options, given["rules"])
    if line == "start":
        position = Position.deal(game, given["seed"], given["deal"], given["deck"], rules)
    else:
        position = Position.parse(game, line, rules)
    found = _split(position, depth) if split and depth else None
    nodes = position.perft(depth) if found is None else sum(found.values())
    if console.for_people:
        for action, count in (found or {}).items():
            console.write(f"{action:<8} {count:>15}")
        console.write(f"{'total':<8} {nodes:>15}" if found is not None else str(nodes))
        return
    facts: dict[str, Any] = {"game": game, "position": str(position), "depth": depth, "nodes": nodes}
    if console.form == "json":
        console.write_object(facts | ({} if found is None else {"split": found}))
        return
    _write_rows(console, found, nodes)


def _split(position: Position, depth: int) -> dict[str, int]:
    return {action: position.play(action).perft(depth - 1) for action in position.legal}


def _write_rows(console: Console, found: dict[str, int] | None, nodes: int) -> None:
    from harness.report.tables import Column, Row, Section, Table, text_column

    counts = {**(found or {}), "total": nodes}
    rows: tuple[Row, ...] = tuple({"action": action, "nodes": count} for action, count in counts.items())
    columns = (text_column("action", "action"), Column("nodes", ("nodes",), str))
    console.write_table(Table("", columns, (Section("", rows),), ("action", "nodes")))
