"""The jobs that a manifest plans, held against the ledger: which aren't the run's own, and which aren't played yet."""

from __future__ import annotations

from collections.abc import Iterator

from harness.store.folder import RunFolder
from harness.store.manifest import Manifest
from harness.tournament.jobs import Job
from harness.tournament.opened import sequence_of
from harness.tournament.run import source_of


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
    """Say how much of a run isn't played yet; None where it is done.

    A run that isn't finished isn't damaged. Its ledger should have been checked before (`foreign_jobs`).
    """
    jobs, test = len(folder.ledger), sequence_of(folder)
    if test is not None:
        return None if test.decided else f"{jobs:,} jobs are played, and the test hasn't decided"
    total = len(planned_jobs(folder.manifest))
    return None if jobs >= total else f"{jobs:,} of {total:,} jobs are played"
