"""`headrace bot check`: the conformance kit of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harness.cli.console import Console
from harness.cli.options import output_options, seed_option
from harness.cli.values import EntrantText, GameName, WholeNumber, game_names
from harness.core.errors import GateNotMet

if TYPE_CHECKING:
    from harness.play.conformance.results import CheckResult

_MARKS = {"ok": "ok", "warning": "note", "failed": "FAIL", "skipped": "-"}


@click.command(
    epilog="""\b
Examples:
  headrace bot check ./otter.py
  headrace bot check greedy --game defcon --json
  headrace bot check 'exec:python3 otter_program.py' --positions 1000
"""
)
@click.argument("target", metavar="TARGET", type=EntrantText())
@click.option("--game", type=GameName(), help="The game, where it plays both; else both are checked.")
@click.option(
    "--positions",
    type=WholeNumber(10),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Decisions that it makes in play; rare positions come on top.",
)
@seed_option
@output_options
def command(console: Console, target: str, game: str | None, positions: int, seed: int) -> None:
    """Check a player before it plays in earnest.

    The stock players pass the same checks.

    worker: it can be loaded in a process of its own, and plays there as here. bounds: compiled code stays within its
    arrays. legal: so is each action, in play, with odd decks and rules, and in rare positions. changes nothing: it
    leaves its view, its parameters and the rules alone. same seed: the same actions in any order of games. no leak:
    hidden cards dealt anew change no action. parameters: legal at both ends of each range, and each changes something.
    time: what a decision takes, and whether the declared cost is near it.

    The exit code is 1 where a check fails; a note is no failure.
    """
    from harness.cli.commands.bot.show import find_entrants
    from harness.games import find_game
    from harness.play.conformance.case import Plan
    from harness.play.conformance.kit import check_player

    rows, failed = [], []
    for each, entrant in find_entrants(target, [game] if game else game_names()):
        console.say(f"{entrant.label} in {each}: {positions:,} positions, seed {seed}")
        for result in check_player(Plan(entrant, find_game(each), positions, seed)):
            rows.append(_row(each, result))
            if console.for_people:
                _show(console, result)
            if not result.ok:
                failed.append(result.name)
    if not console.for_people:
        _write(console, rows)
    if failed:
        raise GateNotMet(
            f"{target} fails: {', '.join(dict.fromkeys(failed))}", "mend it, then check it again"
        )


def _row(game: str, result: CheckResult) -> dict[str, Any]:
    return {
        "game": game,
        "check": result.name,
        "verdict": result.verdict,
        "detail": result.detail,
        "remedy": result.remedy,
        "trace": result.trace,
    }


def _show(console: Console, result: CheckResult) -> None:
    console.write(f"{_MARKS[result.verdict]:<4}  {result.name:<15}  {result.detail}")
    if result.remedy:
        console.write(f"{'':<23}{result.remedy}")
    if result.trace and not result.ok:
        console.write("".join(f"{'':<23}{line}\n" for line in result.trace.strip().splitlines()))


def _write(console: Console, rows: list[dict[str, Any]]) -> None:
    from harness.report.tables import Section, Table, text_column

    fields = ("game", "check", "verdict", "detail", "remedy", "trace")
    columns = tuple(text_column(name, name) for name in fields[:-1])
    console.write_table(Table("", columns, (Section("", tuple(rows)),), fields))
