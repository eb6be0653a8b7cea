"""Checks of a whole run: every shard against its ledger line, and the bytes by which equal runs are equal."""

from __future__ import annotations

from collections.abc import Iterator

from harness.core.errors import DataError
from harness.core.files import checksum, read_bytes
from harness.store.blocks import count_codes
from harness.store.faults import read_faults
from harness.store.folder import FAULTS, GAMES, RunFolder
from harness.store.ledger import NAME, JobRecord
from harness.store.reader import check_own
from harness.store.shards import read_shard


def damage(run: RunFolder) -> Iterator[str]:
    """Name each thing in a run's shards that isn't as its ledger says, with the remedy."""
    known = {record.shard for record in run.ledger.records.values()}
    for path in sorted((run.path / GAMES).glob("*")):
        if f"{GAMES}/{path.name}" not in known:
            yield f"{path} is in no line of the ledger: delete it, or resume the run, which does"
    for record in run.ledger.in_order():
        try:
            problem = _problem(run, record)
        except DataError as error:
            problem = str(error)
        if problem:
            yield problem


def _problem(run: RunFolder, record: JobRecord) -> str | None:
    path = run.shard_path(record)
    if path is None:
        return None
    shard = read_shard(path, record.checksum)
    check_own(run, record, shard.about)
    deals, codes = shard.blocks()
    told = (record.first, record.second, record.legs, record.deal, record.blocks, record.blocks_by_result)
    first_deal = int(deals[0]) if len(deals) else record.deal
    held = (shard.first, shard.second, shard.legs, first_deal, len(codes), count_codes(codes))
    if told == held:
        return None
    return (
        f"{path} holds other games than the ledger says: delete the file and resume, its job is played again"
    )


def fingerprints(run: RunFolder) -> dict[str, str]:
    """Give the checksums of all that the seed decides: two equal runs have equal fingerprints.

    Returns
    -------
    dict of str to str
        By name: shards and CSV files as they are, faults without times and paths, the ledger sorted by job
        without times.
    """
    found = {NAME: checksum(run.ledger.sorted_without_times())}
    for path in sorted([*(run.path / GAMES).glob("*.parquet"), *run.path.rglob("*.csv")]):
        found[path.relative_to(run.path).as_posix()] = checksum(read_bytes(path))
    found |= {
        f"{FAULTS}/{fault.file_name}": checksum(fault.covered()) for fault in read_faults(run.path / FAULTS)
    }
    return found
