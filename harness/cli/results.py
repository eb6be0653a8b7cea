"""What commands show of a finished run, and what they write into its folder."""

from __future__ import annotations

import json
import shlex
import time
from typing import TYPE_CHECKING, Any

from harness.cli.console import Console
from harness.cli.failures import refused
from harness.cli.words import counted
from harness.core.errors import GateNotMet, UsageError

if TYPE_CHECKING:
    from harness.report.finish import Results
    from harness.report.tables import Table
    from harness.tournament.opened import Run


def as_objects(table: Table) -> list[dict[str, Any]]:
    """Give a table's rows as JSON knows them."""
    from harness.report.tables import render

    found: list[dict[str, Any]] = json.loads(render(table, "json"))
    return found


def write_tables(console: Console, tables: dict[str, Table], **beside: Any) -> None:
    """Write tables in the chosen form: JSON as one object by name, CSV only a single one.

    Raises
    ------
    UsageError
        CSV is asked of several.
    """
    if console.form == "json":
        console.write_object(beside | {name: as_objects(table) for name, table in tables.items()})
        return
    if console.form == "csv" and len(tables) > 1:
        raise UsageError(
            f"CSV holds one table, not {' and '.join(tables)}", "ask for one, or for --format json"
        )
    for place, table in enumerate(tables.values()):
        if place:
            console.write("")
        console.write_table(table)


def show_ratings(console: Console, run: Run) -> None:
    """Show a run's rating table, then write its files and charts."""
    from harness.report.finish import results_of

    with refused():
        results = results_of(run, confidence=run.manifest.confidence)
    write_tables(console, {"ratings": results.table}, run=str(run.path))
    write_files(console, results)


def show_match(console: Console, run: Run, *, block: str, confidence: float) -> None:
    """Show a match's block, then write its files and charts."""
    from harness.report.finish import match_of, results_of
    from harness.report.matches import match_block, openbench_block

    with refused():
        match = match_of(run, confidence)
    if console.form == "json":
        console.write_object({"run": str(run.path), **as_objects(match_block(match))[0]})
    elif block == "openbench":
        console.write(openbench_block(match))
    else:
        console.write_table(match_block(match))
    with refused():
        results = results_of(run, confidence=confidence)
    write_files(console, results)


def write_files(console: Console, results: Results) -> None:
    """Write a run's CSV files and charts, and tell of faults."""
    from harness.cli.faults import tell_faults
    from harness.report.finish import finish

    began = time.monotonic()
    written = finish(results)
    tell_faults(console, results.run)
    if console.verbose:
        console.say(f"{counted(len(written), 'file')} written in {time.monotonic() - began:.1f} s")


def show_again(console: Console, run: Run) -> None:
    """Show what a run has come to so far, and write nothing."""
    from harness.report.finish import match_of, results_of
    from harness.report.matches import match_block

    with refused():
        if len(run.labels) == 2:
            console.write_table(match_block(match_of(run, run.manifest.confidence)))
        else:
            console.write_table(results_of(run, confidence=run.manifest.confidence).table)


def show_and_close(console: Console, run: Run) -> None:
    """Show a run that was resumed or extended, write its files, and end as its kind does."""
    if _is_pair(run):
        show_match(console, run, block="headrace", confidence=run.manifest.confidence)
    else:
        show_ratings(console, run)
    close(console, run)
    judge(run)


def _is_pair(run: Run) -> bool:
    """Say whether a run is a match still, to which nobody was added."""
    return run.manifest.kind == "match" and len(run.labels) == 2


def close(console: Console, run: Run) -> None:
    """Say last where the results are and what to run next."""
    path = shlex.quote(str(run.path))
    following = f"headrace rate {path} --los"
    if run.manifest.sprt is not None:
        following = f"headrace run show {path}"
    elif _is_pair(run):
        following = f"headrace run extend {path} --blocks {2 * run.manifest.stages[-1].blocks}"
    console.say(f"results in {path}; next: {following}")


def judge(run: Run) -> None:
    """End with the exit code of a sequential match.

    Raises
    ------
    GateNotMet
        H0 was accepted, or nothing at the cap.
    """
    match = run.match()
    if match is None or match.state is None or not match.decided:
        return
    state, test = match.state, match.planned.sprt
    if state.decision is None:
        raise GateNotMet(
            f"the test is inconclusive at its cap of {counted(match.planned.cap, 'block')} (LLR {state.llr:.2f})",
            "give a higher --blocks, or bounds that lie further apart",
        )
    if state.decision == "H0":
        raise GateNotMet(f"H0 was accepted: elo {test.elo0:g} rather than {test.elo1:g} ({test.model})")
