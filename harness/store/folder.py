"""A run's folder: made once, never written over, written by one process at a time."""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from harness.core.errors import UsageError
from harness.core.files import (
    explained,
    is_temporary,
    make_folder,
    read_bytes,
    remove,
    sync_folder,
    write_bytes,
    write_json,
    write_text,
)
from harness.store import ledger as ledgers
from harness.store.ledger import JobRecord, Ledger
from harness.store.locks import LOCK, is_locked, lock_folder
from harness.store.manifest import Manifest, decode_manifest

MANIFEST = "manifest.json"
GAMES, CHARTS, FAULTS = "games", "charts", "faults"


class RunFolder:
    """A run's folder; a context manager that closes it.

    Use `create`, `create_at` or `open`.

    Attributes
    ----------
    path : Path
        The folder.
    manifest : Manifest
        What it was made with.
    ledger : Ledger
        Its finished jobs.
    lost : tuple of int
        Jobs whose shard was gone when the run was opened for writing; they count as never played.
    writable : bool
        Whether this process may write it; it holds the folder's lock then.
    """

    def __init__(self, path: Path, manifest: Manifest, lock: int | None) -> None:
        self.path = path
        self.manifest = manifest
        self.lost: tuple[int, ...] = ()
        self._lock = lock
        self.ledger = Ledger(path / ledgers.NAME, write=lock is not None)

    @classmethod
    def create(cls, root: Path, slug: str, manifest: Manifest, today: str) -> RunFolder:
        """Make `<root>/<today>-<game>-<slug>/`, with a number behind it where that exists already.

        Parameters
        ----------
        root : Path
            Made where it is missing.
        slug : str
            What the run is about; what no file's name should have becomes a hyphen.
        manifest : Manifest
            Written at once.
        today : str
            The date, as YYYY-MM-DD.

        Raises
        ------
        HeadraceError
            It can't be made or written.
        """
        make_folder(root)
        words = re.sub(r"[^A-Za-z0-9._+-]+", "-", slug)[:80].strip("-.") or manifest.kind
        name = f"{today}-{manifest.game}-{words}"
        number = 1
        while True:
            path = root / (name if number == 1 else f"{name}-{number}")
            with explained("make the folder", path):
                try:
                    path.mkdir()
                except FileExistsError:
                    number += 1
                    continue
            return cls._begin(path, manifest)

    @classmethod
    def create_at(cls, path: Path, manifest: Manifest) -> RunFolder:
        """Make a run in a folder of a given name, which must be missing or empty (see `check_new`)."""
        check_new(path)
        make_folder(path)
        return cls._begin(path, manifest)  # where it is checked again: another process may have been quicker

    @classmethod
    def _begin(cls, path: Path, manifest: Manifest) -> RunFolder:
        lock = lock_folder(path)
        try:
            check_new(path)
            write_bytes(path / MANIFEST, manifest.encode())
            with explained("write", path):
                sync_folder(path.parent)
            return cls(path, manifest, lock)
        except BaseException:
            os.close(lock)
            raise

    @classmethod
    def open(cls, path: Path, write: bool = False) -> RunFolder:
        """Open a run.

        Parameters
        ----------
        path : Path
            Its folder.
        write : bool
            Whether it will be written. Then it is locked, and freed of what an interruption left: temporary
            files, a torn ledger line, and shards and faults of jobs that the ledger doesn't have; jobs whose
            shard is gone count as never played.

        Raises
        ------
        UsageError
            There is no run, or another process writes it.
        DataError
            Its manifest or ledger is damaged, or made by another version.
        HeadraceError
            It can't be read or locked.
        """
        file = path / MANIFEST
        if not file.is_file():
            raise UsageError(
                f"{path} is no run folder (it has no {MANIFEST})", "headrace run list shows all runs"
            )
        if not write:
            return cls(path, decode_manifest(read_bytes(file), file), None)
        lock = lock_folder(path)  # before the manifest is read: whoever held it may have changed it
        try:
            run = cls(path, decode_manifest(read_bytes(file), file), lock)
        except BaseException:
            os.close(lock)
            raise
        try:
            run._clean()
        except BaseException:
            run.close()
            raise
        return run

    @property
    def writable(self) -> bool:
        """Whether this process holds the folder's lock."""
        return self._lock is not None

    @property
    def busy(self) -> bool:
        """Whether another process writes the run at this moment, as far as the system tells."""
        return not self.writable and is_locked(self.path)

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the ledger and let the lock go; closing twice is harmless."""
        self.ledger.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # Names

    def shard_path(self, record: JobRecord) -> Path | None:
        """Give where a finished job's shard lies, None without one."""
        return None if record.shard is None else self.path / record.shard

    def folder(self, name: str) -> Path:
        """Give a subfolder (`games`, `charts`, `faults`), made where the run may be written."""
        path = self.path / name
        if self.writable:
            make_folder(path)
        return path

    # Writing

    def save_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest, when a run is extended."""
        write_bytes(self.path / MANIFEST, manifest.encode())
        self.manifest = manifest

    def write_text(self, name: str, text: str) -> Path:
        """Write a text file in the folder, safely; returns its path."""
        return self._write(name, lambda path: write_text(path, text))

    def write_json(self, name: str, value: Any) -> Path:
        """Write a canonical JSON file in the folder, safely; returns its path."""
        return self._write(name, lambda path: write_json(path, value))

    def write_csv(self, name: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Path:
        """Write a CSV file in the folder, safely: UTF-8, lines end in a newline alone; returns its path."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
        return self.write_text(name, text.getvalue())

    def _write(self, name: str, write: Any) -> Path:
        path = self.path / name
        make_folder(path.parent)
        write(path)
        return path

    def drop_jobs(self, jobs: Iterable[int]) -> None:
        """Take finished jobs out of the run: their ledger lines first, then their shards and faults."""
        if self.ledger.drop(jobs):
            self.remove_strays()

    # What an interruption left

    def leftovers(self) -> list[Path]:
        """List what an interruption left, and what jobs leave that are being played: opening for writing removes it.

        These are files that were never written whole, and `strays`.
        """
        folders = (self.path, *(self.path / name for name in (GAMES, CHARTS, FAULTS)))
        half = [folder / name for folder in folders for name in file_names(folder) if is_temporary(name)]
        return [*half, *self.strays()]

    def strays(self) -> list[Path]:
        """List the shards and the faults of jobs that aren't in the ledger; other files are a person's own."""
        known = {record.shard for record in self.ledger.records.values()}
        shards = [
            self.path / GAMES / name
            for name in file_names(self.path / GAMES)
            if name.endswith(".parquet") and f"{GAMES}/{name}" not in known
        ]
        return [*shards, *(path for path, job in self._fault_files() if job not in self.ledger)]

    def remove_strays(self) -> None:
        """Remove the shards and the faults of jobs that aren't in the ledger; none may be at work still."""
        for path in self.strays():
            remove(path)

    def _fault_files(self) -> Iterator[tuple[Path, int]]:
        """Give the files of faults with their jobs, as far as they are named like that."""
        for name in file_names(self.path / FAULTS):
            job = name.partition("-")[0]
            if name.endswith(".json") and job.isdecimal() and job.isascii():
                yield self.path / FAULTS / name, int(job)

    def _clean(self) -> None:
        for path in self.leftovers():
            remove(path)
        shards = {None, *(f"{GAMES}/{name}" for name in file_names(self.path / GAMES))}
        self.lost = tuple(r.job for r in self.ledger.in_order() if r.shard not in shards)
        self.drop_jobs(self.lost)


def check_new(path: Path) -> None:
    """Refuse a folder in which no new run can be begun, without writing anything.

    Raises
    ------
    UsageError
        It isn't empty; where it is a run, the remedy says how to go on with it.
    HeadraceError
        It can't be read.
    """
    if (path / MANIFEST).is_file():
        run = shlex.quote(str(path))
        raise UsageError(
            f"{path} is a run already, and a run is never written over",
            f"play what it lacks: headrace run resume {run}, let it grow: headrace run extend {run} --blocks N, or "
            "choose another folder",
        )
    if path.is_dir() and set(file_names(path)) - {LOCK}:
        raise UsageError(
            f"{path} is not empty, and a run is never written over", "give a new or an empty folder"
        )


def file_names(folder: Path) -> list[str]:
    """List the names in a folder, none where it is missing."""
    if not folder.is_dir():
        return []
    with explained("read", folder):
        return sorted(os.listdir(folder))
