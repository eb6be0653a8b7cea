"""Reports of jobs as lines of the ledger, and back."""

from __future__ import annotations

from datetime import datetime

from harness.store.ledger import JobRecord
from harness.store.manifest import Manifest
from harness.tournament.jobs import Job, Report


def record_of(report: Report, manifest: Manifest, legs: int) -> JobRecord:
    """Write a report as the ledger keeps it."""
    job = report.job
    return JobRecord(
        job=job.number,
        first=manifest.labels[job.first],
        second=manifest.labels[job.second],
        deal=job.deal,
        blocks=job.blocks,
        legs=legs,
        blocks_by_result={str(code): count for code, count in report.blocks_by_result.items()},
        plies=report.plies,
        faults=report.faults,
        shard=report.shard,
        checksum=report.checksum,
        seconds=round(report.seconds, 3),
        finished=datetime.now().isoformat(timespec="seconds"),
    )


def report_of(record: JobRecord, manifest: Manifest) -> Report:
    """Read a ledger line as the report that it was written from; the pair of `record_of`."""
    first, second = (manifest.labels.index(label) for label in (record.first, record.second))
    return Report(
        job=Job(record.job, first, second, record.deal, record.blocks),
        blocks_by_result={int(code): count for code, count in record.blocks_by_result.items()},
        plies=record.plies,
        faults=record.faults,
        shard=record.shard,
        checksum=record.checksum,
        seconds=record.seconds,
    )
