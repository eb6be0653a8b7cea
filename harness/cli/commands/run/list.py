"""`headrace run list`: all runs."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.values import FolderName
from harness.cli.words import count
from harness.core.errors import HeadraceError, UsageError

if TYPE_CHECKING:
    from harness.report.tables import Value


@click.command(
    epilog="""\b
Examples:
  headrace run list
  headrace run list /mnt/large/results --json
"""
)
@click.argument("folder", metavar="[FOLDER]", required=False, type=FolderName(there=True))
@output_options
def command(console: Console, folder: str | None) -> None:
    """List all runs.

    Those in FOLDER, or in results/ if it is left out; the one that was worked on last stands at the end. Runs made with
    --out are not among them, unless they lie there: they are named by their folder, which last doesn't mean either.
    """
    from harness.report.tables import Column, Section, Table, text_column
    from harness.store.folder import MANIFEST
    from harness.store.runs import RESULTS, list_runs

    root = RESULTS if folder is None else Path(folder)
    if (root / MANIFEST).is_file():
        raise UsageError(
            f"{root} is a run itself",
            f"show it: headrace run show {shlex.quote(str(root))}; or give the folder that it lies in",
        )
    rows = [_row(console, path) for path in list_runs(root)]
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
        console.say(
            f"no runs in {root}; play one: headrace tournament forecast; runs made with --out are named by their folder"
        )
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
