"""What runs in a worker process: plays jobs one after another and writes their rows."""

from __future__ import annotations

import io
import logging
import os
import shlex
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import connection, parent_process
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import numpy as np

from harness.core.errors import HeadraceError
from harness.play.pairing import Pairing
from harness.play.played import Fault, Played
from harness.play.replay import build_record, noted, play_again
from harness.play.setting import Setting
from harness.players.entrants import Entrant
from harness.players.failures import leave_interrupts_alone
from harness.players.programs import end_programs
from harness.store.blocks import block_codes
from harness.store.faults import Fault as FaultFile
from harness.store.faults import FaultQuota, without_machine, write_fault
from harness.store.folder import FAULTS, GAMES
from harness.store.manifest import Manifest
from harness.store.shard_writing import write_outcomes, write_shard
from harness.store.shards import RUN
from harness.tournament.jobs import Job, Report

log = logging.getLogger("harness.worker")

WATCH_SECONDS = 1.0
LOADING_SECONDS = 120.0
"""A worker that hasn't loaded its players by then hangs."""
HANG_EXIT = 75
_FIRST = 1 << 20
"""Before whatever else is to be done when a worker ends."""

PAIRINGS_KEPT = 64
KEEP_ACTIONS_FROM = 5_000.0
"""Nanoseconds a decision: games of players that cost more keep their actions (design, section 6)."""


@dataclass(frozen=True)
class Workshop:
    """All that a worker needs to know of a run, handed to it once.

    Attributes
    ----------
    setting : Setting
        What is played.
    field : tuple of Entrant
        Who plays.
    keep : str
        "rows", "outcomes" or "counts".
    folder : Path or None
        The run folder; None where nothing is written.
    manifest : Manifest or None
        Of the run, by which its shards are known as its own.
    """

    setting: Setting
    field: tuple[Entrant, ...]
    keep: str
    folder: Path | None
    manifest: Manifest | None = None


class Worker:
    """Plays jobs of one run; keeps the tables of the pairings that it met last."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._process = os.getpid()
        self.at_work: Pairing | None = None
        self._pairings: OrderedDict[tuple[int, int, bool], Pairing] = OrderedDict()

    def pairing(self, first: int, second: int, apart: bool = False) -> Pairing:
        """Give the table of a pairing, set up if need be."""
        key = (first, second, apart)
        if key not in self._pairings:
            entrants = (self.workshop.field[first], self.workshop.field[second])
            setting = replace(self.workshop.setting, apart=self.workshop.setting.apart or apart)
            # A game lost apart can't be played again here to write its record: so all games there keep their actions.
            self._pairings[key] = Pairing(setting, *entrants, keeps_actions(entrants) or setting.apart)
            if len(self._pairings) > PAIRINGS_KEPT:
                self._pairings.popitem(last=False)
        self._pairings.move_to_end(key)
        return self._pairings[key]

    def play(self, job: Job) -> Report:
        """Play a job, write its rows and its faults, and report its counts."""
        began = time.perf_counter()
        self.at_work = self.pairing(job.first, job.second, job.apart)
        played = self.at_work.play(job.deal, job.blocks)
        self.at_work = None
        if os.getpid() != self._process:  # a player has forked, and this is not the one whose games count
            os._exit(0)
        codes = block_codes(played.rows[0], played.legs)
        found, counts = np.unique(codes, return_counts=True)
        folder = self.workshop.folder
        shard = checksum = None
        if folder is not None:
            if self.workshop.keep != "counts":
                shard = f"{GAMES}/{job.number:06d}.parquet"
                checksum = self._write(folder / shard, job, played, codes)
            self._write_faults(folder / FAULTS, job, played)
        faults = Counter((fault.player, fault.kind) for fault in played.faults)
        return Report(
            job=job,
            blocks_by_result={int(code): int(count) for code, count in zip(found, counts, strict=True)},
            plies=int(played.histogram.sum()),
            faults=tuple((player, kind, count) for (player, kind), count in sorted(faults.items())),
            shard=shard,
            checksum=checksum,
            seconds=time.perf_counter() - began,
        )

    def entrants(self, job: Job) -> tuple[Entrant, Entrant]:
        """Give a job's pairing."""
        return self.workshop.field[job.first], self.workshop.field[job.second]

    def _write(self, path: Path, job: Job, played: Played, codes: Any) -> str:
        first, second = (entrant.label for entrant in self.entrants(job))
        legs, histogram = played.legs, played.histogram
        about = (
            {} if self.workshop.manifest is None else {RUN: self.workshop.manifest.fingerprint(first, second)}
        )
        if self.workshop.keep == "outcomes":
            return write_outcomes(path, first, second, job.deal, legs, codes, histogram, about)
        columns = dict(zip(self.workshop.setting.game.columns, played.rows, strict=True))
        log = None
        if played.offsets is not None and keeps_actions(self.entrants(job)):
            log = (played.offsets.astype(np.int32), played.actions)
        deals = np.repeat(np.arange(job.deal, job.deal + job.blocks, dtype=np.int64), legs)
        notes = [(note.game, note.ply, note.text) for note in played.notes]
        return write_shard(path, first, second, deals, legs, columns, histogram, log, about, notes)

    def _write_faults(self, folder: Path, job: Job, played: Played) -> None:
        quota = FaultQuota()
        for fault in played.faults:
            if quota.admits(fault.player, fault.kind):
                write_fault(folder, self._fault_file(job, played, fault))

    def _fault_file(self, job: Job, played: Played, fault: Fault) -> FaultFile:
        setting, (first, second) = self.workshop.setting, self.entrants(job)
        failure = fault.failure
        fault = replace(fault, failure=replace(failure, detail=without_machine(failure.detail)))
        if played.offsets is None:
            self.at_work = Pairing(setting, first, second, keep_actions=True)
            record = play_again(self.at_work, fault.deal, fault.leg)
            record = replace(record, fault=noted(fault))
            self.at_work = None
        else:
            indexes = played.actions[played.offsets[fault.game] : played.offsets[fault.game + 1]].tolist()
            outcome = int(played.rows[0, fault.game])
            record = build_record(setting, first, second, fault.deal, fault.leg, indexes, outcome, fault)
        game_id = f"{first.label}:{second.label}:{fault.deal}:{fault.leg}"
        run = "RUN" if self.workshop.folder is None else self.workshop.folder.name
        return FaultFile(
            job=job.number,
            deal=fault.deal,
            leg=fault.leg,
            player=fault.player,
            kind=fault.kind,
            detail=fault.detail,
            traceback=without_machine(failure.traceback) or None,
            record=record.as_object(),
            replay=shlex.join(["headrace", "replay", run, game_id, "--trace"]),
            here={"traceback": failure.traceback, "standard error": failure.tail},
        )


def keeps_actions(entrants: tuple[Entrant, Entrant]) -> bool:
    """Say whether a pairing's games keep their actions: those that can't be played again quickly do."""
    return any(
        entrant.description.kind != "compiled" or entrant.description.cost > KEEP_ACTIONS_FROM
        for entrant in entrants
    )


_worker: Worker | None = None
_refusal: HeadraceError | None = None


def start(make: Callable[[], Workshop], queue: Any) -> None:
    """Begin a worker process: leave interrupts to the parent, and end with it.

    Parameters
    ----------
    make : callable
        Makes the workshop here, in the worker: players are loaded, not sent.
    queue : multiprocessing queue or None
        Of the parent's log.
    """
    from harness.core.logs import log_to

    global _worker, _refusal
    leave_interrupts_alone()
    _follow_parent()
    os.dup2(2, 1)  # what players print must not get into the command's results
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # nothing is flushed when this process ends
    if queue is not None:
        log_to(queue)
    Finalize(None, _leave, (queue,), exitpriority=_FIRST)
    watch = threading.Thread(target=_watch_for_hangs, daemon=True, name="hang watch")
    watch.start()
    try:
        _worker = Worker(make())
    except HeadraceError as error:  # told by the first job: what is raised here is lost
        _refusal = error
    log.info("ready")


def _leave(queue: Any) -> None:
    """End this process, and nothing of a player's holds it up: no thread, no hook."""
    end_programs()
    if queue is not None:
        queue.close()
        queue.join_thread()
    os._exit(0)


def _follow_parent() -> None:
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="parent watch").start()


def _watch_for_hangs() -> None:
    """End this process where a player makes no progress: the runner has the job played again, with it apart."""
    seen: Any = None
    stood = (
        0.0  # counted in looks, not by the clock: it stands still as well while a person has stopped all this
    )
    while True:
        time.sleep(WATCH_SECONDS)
        at_work, now, patience = _progress()
        stood = 0.0 if not at_work or now != seen else stood + WATCH_SECONDS
        seen = now
        if stood > patience:
            log.error("no progress for %g s: %s", patience, now)
            os._exit(HANG_EXIT)


def _progress() -> tuple[bool, Any, float]:
    """Say whether there is anything to wait for, how far it is, and for how long it may stand still."""
    if _worker is None:
        return _refusal is None, None, LOADING_SECONDS
    pairing = _worker.at_work
    return (False, None, 0.0) if pairing is None else (True, pairing.progress(), pairing.patience)


def play(job: Job) -> Report:
    """Play a job in this worker process.

    Raises
    ------
    HeadraceError
        The worker couldn't load its players.
    """
    if _refusal is not None:
        raise _refusal
    assert _worker is not None
    report = _worker.play(job)
    log.info("job %d: %d blocks in %.2f s", job.number, job.blocks, report.seconds)
    return report
