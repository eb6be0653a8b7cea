"""`headrace run list`: all runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.words import count
from harness.core.errors import HeadraceError

if TYPE_CHECKING:
    from harness.report.tables import Value


@click.command(
    epilog="""\b
Examples:
  headrace run list
  headrace run list --json
"""
)
@click.argument("folder", metavar="[FOLDER]", default="results", type=click.Path(file_okay=False))
@output_options
def command(console: Console, folder: str) -> None:
    """List all runs.

    Those in FOLDER, or in results/; the one that was worked on last stands at the end.
    """
    from harness.report.tables import Column, Section, Table, text_column
    from harness.store.runs import list_runs

    rows = [_row(console, path) for path in list_runs(Path(folder))]
    columns = (
        text_column("run", "run"),
        text_column("game", "game"),
        text_column("kind", "kind"),
        Column("entrants", ("entrants",), count),
        Column("games", ("games",), count),
        Column("of", ("total",), count),
        text_column("state", "state"),
        text_column("made", "made"),
    )
    fields = tuple(name for column in columns for name in column.fields)
    shown = tuple(row for row in rows if row)
    if not shown and console.for_people:
        console.say(f"no runs in {folder}; play one: headrace tournament forecast")
        return
    console.write_table(Table("", columns, (Section("", shown),), fields))


def _row(console: Console, path: Path) -> dict[str, Value]:
    """Describe a run; one that can't be read is told of, and left out."""
    from harness.tournament.opened import Run
    from harness.tournament.outlook import state_of

    try:
        run = Run([path])
    except HeadraceError as error:
        console.warn(f"{path.name}: {error.message}")
        return {}
    state = state_of(run)
    return {
        "run": path.name,
        "game": run.manifest.game,
        "kind": run.manifest.kind,
        "entrants": len(run.labels),
        "games": state.games,
        "total": state.total,
        "state": state.word,
        "made": run.manifest.made.date,
    }
