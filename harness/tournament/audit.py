"""Checks of a ledger against its manifest: which jobs the run has, which are played, and which aren't its own."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from harness.games.description import SWAPS
from harness.store.folder import RunFolder
from harness.store.manifest import Manifest
from harness.tournament.jobs import Job
from harness.tournament.reports import report_of
from harness.tournament.run import source_of
from harness.tournament.sequential import SequentialMatch, SequentialPlan, look_again


def planned_jobs(manifest: Manifest) -> list[Job]:
    """Give all jobs that a run has, at most where a test decides; a job's number is its place."""
    return list(iter(source_of(manifest).issue, None))


def foreign_jobs(folder: RunFolder) -> Iterator[str]:
    """Name the lines of the ledger whose job isn't one of the manifest's, with the remedy."""
    labels, jobs = folder.manifest.labels, planned_jobs(folder.manifest)
    for record in folder.ledger.in_order():
        where = f"{folder.ledger.path}, job {record.job}"
        if record.job >= len(jobs):
            yield f"{where}: the manifest has only {len(jobs):,} jobs, from 0; delete its line"
            continue
        job = jobs[record.job]
        first, second = labels[job.first], labels[job.second]
        if (record.first, record.second, record.deal, record.blocks) != (first, second, job.deal, job.blocks):
            yield (
                f"{where}: it has {record.blocks:,} blocks from deal {record.deal:,} of {record.first} against "
                f"{record.second}, and the manifest {job.blocks:,} from {job.deal:,} of {first} against {second}; "
                "delete its line and resume the run: the job is played again"
            )


def shortfall(folder: RunFolder) -> str | None:
    """Say how much of a run isn't played yet, and how to go on; None where it is done.

    A run that isn't finished isn't damaged. Its ledger should have been checked before (`foreign_jobs`).
    """
    manifest, ledger = folder.manifest, folder.ledger
    go_on = f"go on with: headrace run resume {shlex.quote(str(folder.path))}"
    if manifest.sprt is None:
        total = len(planned_jobs(manifest))
        return None if len(ledger) >= total else f"{len(ledger):,} of {total:,} jobs are played; {go_on}"
    if _prefix(folder).decided:
        return None
    return f"{len(ledger):,} jobs are played, and the test hasn't decided; {go_on}"


def _prefix(folder: RunFolder) -> SequentialMatch:
    """Go through the looks of a sequential match, as far as its jobs follow one another."""
    manifest, records = folder.manifest, folder.ledger.records
    plan = SequentialPlan.from_object(manifest.sprt or {})
    whole = next(number for number in range(len(records) + 1) if number not in records)
    reports = [report_of(records[number], manifest) for number in range(whole)]
    return look_again(plan, len(SWAPS[manifest.swap]), reports)
