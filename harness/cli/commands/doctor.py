"""`headrace doctor`: does everything work on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.values import FolderName
from harness.core.errors import GateNotMet


@click.command(
    epilog="""\b
Examples:
  headrace doctor
  headrace doctor /mnt/large --json
"""
)
@click.argument("folder", metavar="[FOLDER]", required=False, type=FolderName(there=True))
@output_options
def command(console: Console, folder: str | None) -> None:
    """Check that everything works on this machine.

    Versions, and whether they are those of requirements.lock; processors; the disk of FOLDER, where runs are kept
    (results/ if it is left out); the compiler and its cache; what the engines compute, against what is known; and
    whether workers start. The exit code is 1 where something is wrong.
    """
    from harness.report.tables import Column, Row, Section, Table, text_column
    from harness.store.runs import RESULTS, check_root
    from harness.tournament.checkup import check_up

    check_root(RESULTS)

    findings = []
    for finding in check_up(RESULTS if folder is None else Path(folder)):
        findings.append(finding)
        if console.for_people:
            console.write(f"{'ok ' if finding.good else 'BAD'}  {finding.name:<16} {finding.detail}")
    if not console.for_people:
        rows: tuple[Row, ...] = tuple({"check": f.name, "good": f.good, "detail": f.detail} for f in findings)
        columns = (
            text_column("check", "check"),
            Column("good", ("good",), str),
            text_column("detail", "detail"),
        )
        console.write_table(Table("", columns, (Section("", rows),), ("check", "good", "detail")))
    wrong = [finding.name for finding in findings if not finding.good]
    if wrong:
        raise GateNotMet(f"not well: {', '.join(wrong)}", "mend these, then try again")
