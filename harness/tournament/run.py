"""Runs: begun, resumed and extended here; whatever plays games goes through `carry_out`."""

from __future__ import annotations

import logging
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec import structs

from harness.core.errors import DataError, FaultLimit, HeadraceError, Interrupted, UsageError
from harness.core.logs import Log, open_log
from harness.games.description import SWAPS
from harness.play.tryout import try_out_memory
from harness.players.entrants import Entrant
from harness.store.faults import settle_faults
from harness.store.folder import FAULTS, GAMES, RunFolder
from harness.store.manifest import Manifest, Stage
from harness.store.reader import check_own
from harness.store.shards import read_about
from harness.tournament import worker
from harness.tournament.executor import InlineExecutor, process_pool
from harness.tournament.experiment import Experiment, entrant_record, load_experiment, load_workshop
from harness.tournament.forking import use_forkserver
from harness.tournament.jobs import Job, Report
from harness.tournament.reports import record_of, report_of
from harness.tournament.runner import FaultWatch, Observer, Runner
from harness.tournament.schedule import jobs_of
from harness.tournament.sequential import SequentialMatch, SequentialPlan
from harness.tournament.source import Schedule, Source
from harness.tournament.words import counted

log = logging.getLogger("harness.run")


class Silent:
    """Watches a run and says nothing."""

    def accepted(self, report: Report) -> None:
        """See a report."""

    def tick(self) -> None:
        """Hear that time passes."""


@dataclass(frozen=True)
class Crew:
    """Who plays a run's games.

    Attributes
    ----------
    workers : int
        Worker processes; 0 plays in this process.
    observer : Observer
        Who watches.
    """

    workers: int
    observer: Observer


def default_workers() -> int:
    """Count the processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS doesn't know it
        return os.cpu_count() or 1


def begin(experiment: Experiment, root: Path, slug: str, out: Path | None = None) -> RunFolder:
    """Make the folder of a new run.

    Parameters
    ----------
    experiment : Experiment
        What will be played.
    root : Path
        Where runs lie.
    slug : str
        What the run's name tells.
    out : Path, optional
        The very folder, instead of one under the root.
    """
    now = datetime.now()
    manifest = experiment.check().manifest(sys.argv, now)
    if out is not None:
        return RunFolder.create_at(out, manifest)
    return RunFolder.create(root, slug, manifest, now.date().isoformat())


def extend(folder: RunFolder, blocks: int | None = None, newcomers: Sequence[Entrant] = ()) -> None:
    """Let a run grow: to more blocks per pairing, by entrants, or both; only what is missing is played then.

    Parameters
    ----------
    folder : RunFolder
        Open for writing.
    blocks : int, optional
        Blocks per pairing in all; more than before.
    newcomers : sequence of Entrant
        Who joins.

    Raises
    ------
    UsageError
        If nothing would grow, or a label is there already.
    """
    manifest = folder.manifest
    if manifest.sprt is not None:
        raise UsageError("a sequential match ends by its own decision", "begin a new match for more games")
    before = manifest.stages[-1]
    wanted = before.blocks if blocks is None else blocks
    if wanted < before.blocks or (wanted == before.blocks and not newcomers):
        raise UsageError(
            f"{counted(wanted, 'block')} would be no more than the run's {before.blocks:,}",
            "give a higher --blocks",
        )
    twice = [entrant.label for entrant in newcomers if entrant.label in manifest.labels]
    if twice:
        raise UsageError(
            f'the run has an entrant "{twice[0]}" already', 'give another one: --add "PLAYER:label=NAME"'
        )
    setting = load_experiment(manifest).setting
    field = (*manifest.entrants, *(entrant_record(setting, entrant) for entrant in newcomers))
    stage = Stage(entrants=len(field), blocks=wanted, date=datetime.now().isoformat(timespec="seconds"))
    folder.save_manifest(structs.replace(manifest, entrants=field, stages=(*manifest.stages, stage)))


def source_of(manifest: Manifest) -> Source:
    """Give the experiment that a manifest describes, as the runner takes it."""
    if manifest.sprt is not None:
        return SequentialMatch(SequentialPlan.from_object(manifest.sprt), len(SWAPS[manifest.swap]))
    return Schedule(jobs_of(manifest))


def carry_out(folder: RunFolder, crew: Crew, max_faults: float | None = None) -> None:
    """Play all that a run lacks.

    Parameters
    ----------
    folder : RunFolder
        Open for writing.
    crew : Crew
        Who plays.
    max_faults : float, optional
        Another limit of faults than the manifest's.

    Raises
    ------
    DataError
        If players, rules, decks or versions are no longer those of the run, or a program can't play under its limit of
        memory.
    FaultLimit, Interrupted
        When it was stopped; the remedy says how to go on.
    """
    manifest = folder.manifest
    experiment = load_experiment(manifest)
    try_out_memory(experiment.setting, experiment.field)
    folder.folder(GAMES), folder.folder(FAULTS)
    _check_ledger(folder)
    done = {record.job: report_of(record, manifest) for record in folder.ledger.in_order()}
    labels, legs = manifest.labels, len(SWAPS[manifest.swap])
    source = source_of(manifest)
    watch = FaultWatch(manifest.max_faults if max_faults is None else max_faults, labels, legs)
    if crew.workers:
        use_forkserver(manifest.game)
    with open_log(folder.path / "log.txt") as lines:
        log.info("%s of %s: %s", manifest.kind, manifest.game, ", ".join(labels))
        make, call = _executor(experiment, folder, crew, lines)
        runner = Runner(
            source, make, call, partial(_keep, folder, legs), done, watch, crew.observer,
            workers=crew.workers, movable=_movable(experiment),
        )  # fmt: skip
        try:
            runner.run()
            folder.drop_jobs([report.job.number for report in runner.surplus])
        except (FaultLimit, Interrupted) as stop:
            raise _resumable(stop, folder) from stop
        finally:
            folder.remove_strays()  # of jobs that were lost with their workers
            settle_faults(folder.path / FAULTS, folder.ledger.records.values())


def _movable(experiment: Experiment) -> frozenset[str]:
    """Name the entrants that can be played in processes of their own instead of the workers'."""
    return frozenset(
        entrant.label
        for entrant in experiment.field
        if not entrant.found.stock and entrant.description.kind != "program"
    )


def _check_ledger(folder: RunFolder) -> None:
    """Refuse to go on where finished jobs are not those of the manifest."""
    manifest = folder.manifest
    legs = len(SWAPS[manifest.swap])
    for record in folder.ledger.in_order():
        fits = record.legs == legs and {record.first, record.second} <= set(manifest.labels)
        if not fits:
            raise DataError(
                f"job {record.job} of {folder.path} ({record.first} against {record.second}, {record.legs} games a "
                "block) is not one of this manifest",
                "put the manifest back, or begin a new run",
            )
        path = folder.shard_path(record)
        if path is not None:
            check_own(folder, record, read_about(path))


def _executor(
    experiment: Experiment, folder: RunFolder, crew: Crew, lines: Log
) -> tuple[Callable[[], Executor], Callable[[Job], Report]]:
    if crew.workers:
        make = partial(load_workshop, folder.path.resolve(), folder.manifest)
        return partial(process_pool, crew.workers, make, lines.queue), worker.play
    bench = worker.Worker(
        worker.Workshop(experiment.setting, experiment.field, experiment.keep, folder.path, folder.manifest)
    )
    return InlineExecutor, bench.play


def _keep(folder: RunFolder, legs: int, report: Report) -> None:
    folder.ledger.append(record_of(report, folder.manifest, legs))


def _resumable(stop: HeadraceError, folder: RunFolder) -> HeadraceError:
    more = " --max-faults SHARE" if isinstance(stop, FaultLimit) else ""
    return type(stop)(stop.message, f"go on with: headrace run resume {shlex.quote(str(folder.path))}{more}")
