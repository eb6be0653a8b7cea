"""Checks of a whole run: every line of its ledger, every shard against its line, and by what equal runs are equal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from harness.core.errors import DataError, HeadraceError
from harness.core.files import checksum, read_bytes
from harness.games.description import SWAPS
from harness.games.outcome import FAULTS as FAULT_KINDS
from harness.games.outcome import unpack
from harness.store.blocks import LOST_BY_FAULT, WON_BY_FAULT, count_codes, digits
from harness.store.faults import read_fault, read_faults
from harness.store.folder import FAULTS, GAMES, RunFolder
from harness.store.ledger import NAME, JobRecord, read_records
from harness.store.reader import check_own
from harness.store.shards import Shard, read_shard

_AGAIN = "delete its line and resume the run: the job is played again"


def unsound_files(run: RunFolder) -> Iterator[str]:
    """Name each thing in a run's ledger, shards and faults that can't be true, with the remedy.

    What jobs that aren't in the ledger leave (`RunFolder.leftovers`) is no such thing. Whether the jobs are those of
    the manifest, `harness.tournament.planned` knows; all of it together is checked by `harness.report.audit`.
    """
    yield from _overlaps(run)
    for record in run.ledger.in_order():
        yield from (f"{run.ledger.path}, job {record.job}: {why}; {_AGAIN}" for why in _untrue(run, record))
        try:
            yield from _shard_problems(run, record)
        except DataError as error:
            if not _dropped_since(run, record):
                yield str(error)
    yield from _fault_problems(run)


def _dropped_since(run: RunFolder, record: JobRecord) -> bool:
    """Say whether a run that is being written has dropped a job meanwhile: its test had decided before it."""
    return run.busy and record.job not in read_records(run.ledger.path)[0]


def _overlaps(run: RunFolder) -> Iterator[str]:
    """Name jobs of one pairing that play the same deals: their games would count twice."""
    by_pairing = defaultdict(list)
    for record in run.ledger.in_order():
        by_pairing[frozenset((record.first, record.second))].append(record)
    for records in by_pairing.values():
        records.sort(key=lambda record: record.deal)
        widest = records[0]
        for record in records[1:]:
            if record.deal < widest.deal + widest.blocks:
                yield (
                    f"{run.ledger.path}: jobs {widest.job} and {record.job} both play deal {record.deal} of "
                    f"{record.first} against {record.second}; delete both lines and resume the run: what is "
                    "missing is played again"
                )
            widest = max(widest, record, key=lambda one: one.deal + one.blocks)


def _untrue(run: RunFolder, record: JobRecord) -> Iterator[str]:
    """Say what can't be true of a ledger line, whatever its shard holds."""
    manifest, legs = run.manifest, len(SWAPS[run.manifest.swap])
    for label in (record.first, record.second):
        if label not in manifest.labels:
            yield f'the manifest has no entrant "{label}"'
    if record.first == record.second:
        yield f"{record.first} plays against itself"
    if record.legs != legs:
        yield f"it has {record.legs} games a block, and the manifest's swap {manifest.swap} {legs}"
    if (record.shard is None) != (manifest.keep == "counts"):
        yield f"it has {'no' if record.shard is None else 'a'} shard, though the run keeps {manifest.keep}"
    told: Counter[str] = Counter()
    for label, kind, count in record.faults:
        told[label] += count
        if kind not in FAULT_KINDS:
            yield f'there is no kind of fault "{kind}"'
    counted = _forfeits(record)
    if +told != +counted:
        yield f"it tells of {_listed(told)} lost by faults, and its results of {_listed(counted)}"


def _forfeits(record: JobRecord) -> Counter[str]:
    """Count the games that each player lost by a fault, from the results alone."""
    found: Counter[str] = Counter()
    for code, blocks in record.blocks_by_result.items():
        for digit in digits(int(code), record.legs):
            found[record.first] += blocks * (digit == LOST_BY_FAULT)
            found[record.second] += blocks * (digit == WON_BY_FAULT)
    return found


def _listed(faults: Counter[str]) -> str:
    return ", ".join(f"{count:,} of {label}" for label, count in sorted(faults.items()) if count) or "none"


def _shard_problems(run: RunFolder, record: JobRecord) -> Iterator[str]:
    path = run.shard_path(record)
    if path is None:
        return
    shard = read_shard(path, record.checksum)
    check_own(run, record, shard.about)
    _, codes = shard.blocks()
    told = (record.first, record.second, record.legs, record.blocks, record.blocks_by_result)
    held = (shard.first, shard.second, shard.legs, len(codes), count_codes(codes))
    if told != held or not _plays_its_deals(shard, record):
        yield (
            f"{path} holds other games than the ledger says: delete the file and resume the run, "
            "its job is played again"
        )
        return
    where = f"{run.ledger.path}, job {record.job}"
    plies = int(shard.histogram.sum())
    if plies != record.plies:
        yield f"{where}: it tells of {record.plies:,} plies, and {path} holds {plies:,}; {_AGAIN}"
    faults = None if shard.kept is not None else _faults_held(shard)
    if faults is not None and faults != Counter({(who, kind): n for who, kind, n in record.faults if n}):
        yield f"{where}: it tells of other faults than {path} holds; {_AGAIN}"


def _plays_its_deals(shard: Shard, record: JobRecord) -> bool:
    deals = np.arange(record.deal, record.deal + record.blocks)
    return np.array_equal(shard.deals, deals if shard.kept is not None else np.repeat(deals, record.legs))


def _faults_held(shard: Shard) -> Counter[tuple[str, str]]:
    """Count a shard's forfeits by player and kind."""
    words = shard.columns["outcome"]
    words = words[unpack(words, "fault") > 0]
    own = unpack(words, "fault_seat") == unpack(words, "first_seat")
    return Counter(
        (shard.first if first else shard.second, FAULT_KINDS[kind - 1])
        for first, kind in zip(own.tolist(), unpack(words, "fault").tolist(), strict=True)
    )


def _fault_problems(run: RunFolder) -> Iterator[str]:
    """Name files of faults that tell of other faults than their job's line in the ledger."""
    left = set(run.strays())
    for path in sorted(set((run.path / FAULTS).glob("*.json")) - left):
        try:
            fault = read_fault(path)
        except HeadraceError as error:
            if path.exists():  # a run that is being written may have removed it meanwhile
                yield str(error)
            continue
        record = run.ledger.records.get(fault.job)
        told = record is not None and (
            path.name == fault.file_name
            and record.deal <= fault.deal < record.deal + record.blocks
            and fault.leg < record.legs
            and any((fault.player, fault.kind) == (who, kind) for who, kind, _ in record.faults)
        )
        if not told:
            yield f"{path} tells of a fault that isn't in the ledger: delete it"


def fingerprints(run: RunFolder) -> dict[str, str]:
    """Give the checksums of all that the seed decides: two equal runs have equal fingerprints.

    Returns
    -------
    dict of str to str
        By name: shards and CSV files as they are, faults without times and paths, the ledger sorted by job
        without times.
    """
    found = {NAME: checksum(run.ledger.sorted_without_times())}
    files = {*(run.path / GAMES).glob("*.parquet"), *run.path.rglob("*.csv")}
    for path in sorted(files - set(run.strays())):
        found[path.relative_to(run.path).as_posix()] = checksum(read_bytes(path))
    found |= {
        f"{FAULTS}/{fault.file_name}": checksum(fault.covered())
        for fault in read_faults(run.path / FAULTS)
        if fault.job in run.ledger
    }
    return found
