"""`headrace run verify`: every file of a run against its games and its manifest."""

from __future__ import annotations

from pathlib import Path

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.values import RunName
from harness.cli.words import counted
from harness.core.errors import DataError


@click.command(
    epilog="""\b
Examples:
  headrace run verify last
  headrace run verify last --fingerprints
  headrace run verify last --against results/2026-11-29-forecast-tournament-3
"""
)
@click.argument("run", metavar="[RUN]", default="last", type=RunName())
@click.option("--fingerprints", is_flag=True, help="Print the checksums of all that the seed decides.")
@click.option("--against", metavar="RUN", type=RunName(), help="Compare these checksums with another run's.")
@output_options
def command(console: Console, run: str, fingerprints: bool, against: str | None) -> None:
    """Check every line of a run's ledger, every shard and the CSV files.

    The ledger is checked against the manifest, shards and faults against the ledger, the CSV files against what the
    games give. A run that isn't finished isn't damaged; how much is missing is said, what an interruption left, and
    whether the run is being played now.

    RUN is as for headrace run show, and last if it is left out. Two runs of one seed have the same bytes, whatever
    their number of workers and interruptions: --against says where they differ. The exit code is 4 where something
    is damaged or differs.
    """
    from harness.report.audit import damage, remarks
    from harness.report.tables import Section, Table, text_column
    from harness.store.folder import RunFolder
    from harness.store.runs import RESULTS, find_run
    from harness.store.verify import fingerprints as prints_of

    path = find_run(run, RESULTS)
    folder = RunFolder.open(path)
    found = list(damage(folder))
    for problem in found:
        console.warn(problem)
    if found:
        raise DataError(
            f"{path} is damaged: {counted(len(found), 'problem')}", "the lines above say how to mend it"
        )
    console.say(f"{path}: {counted(len(folder.ledger), 'job')}, all as the ledger says")
    for remark in remarks(folder):
        console.say(remark)
    if fingerprints:
        rows = tuple({"file": name, "checksum": value} for name, value in prints_of(folder).items())
        columns = (text_column("file", "file"), text_column("checksum", "checksum"))
        console.write_table(Table("", columns, (Section("", rows),), ("file", "checksum")))
    if against is not None:
        _compare(console, path, find_run(against, RESULTS))


def _compare(console: Console, path: Path, other: Path) -> None:
    from harness.store.folder import RunFolder
    from harness.store.verify import fingerprints

    mine, theirs = (fingerprints(RunFolder.open(each)) for each in (path, other))
    differing = sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))
    if differing:
        shown = ", ".join(differing[:5]) + (" …" if len(differing) > 5 else "")
        raise DataError(
            f"{path} and {other} differ in {counted(len(differing), 'file')}: {shown}",
            "see where their manifests differ",
        )
    console.say(f"{path} and {other} are equal in all {counted(len(mine), 'file')}")
