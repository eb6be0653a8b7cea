"""The reader: what runs hold as frames, results of blocks and counts, one shard in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.core.errors import DataError
from harness.games.description import Game
from harness.store.blocks import DIGITS, Codes
from harness.store.folder import RunFolder
from harness.store.ledger import JobRecord
from harness.store.merge import Part, merge_runs
from harness.store.shards import RUN, Integers, Shard, read_histogram, read_shard

if TYPE_CHECKING:
    import pandas as pd

Pairing = tuple[str, str]

_SEED_AT = 53
_MOST_SEEDS = 1 << 63 - _SEED_AT


class RunReader:
    """One run, or several that are read together.

    Parameters
    ----------
    runs : RunFolder or sequence of RunFolder
        At least one.
    game : Game
        What they played.

    Attributes
    ----------
    labels : tuple of str
        All entrants.
    dropped : int
        Games that stood in an earlier run too, and were left out.
    renamed : tuple of str
        In words: labels that named different players and are told apart here.

    Raises
    ------
    DataError
        The runs don't belong together.
    """

    def __init__(self, runs: RunFolder | Sequence[RunFolder], game: Game) -> None:
        self.runs = (runs,) if isinstance(runs, RunFolder) else tuple(runs)
        self.game = game
        if len({run.manifest.seed for run in self.runs}) > _MOST_SEEDS:
            raise DataError(f"these runs have more than {_MOST_SEEDS} seeds", "read fewer runs together")
        merged = merge_runs(self.runs)
        self.labels, self.dropped, self.renamed = merged.labels, merged.dropped, merged.renamed
        self._parts = merged.parts

    @property
    def total(self) -> int:
        """How many games count."""
        return sum(part.blocks * part.record.legs for part in self._parts)

    def pairings(self) -> list[Pairing]:
        """List the pairings, in the order in which they were first played."""
        return list(dict.fromkeys((part.first, part.second) for part in self._parts))

    def iter_shards(self, columns: Sequence[str] | None = None) -> Iterator[tuple[Part, Shard]]:
        """Read shard after shard, each reduced to the blocks that count.

        Parameters
        ----------
        columns : sequence of str, optional
            The words to read, and `actions`; all if left out.

        Yields
        ------
        Part, Shard
            In the order of runs and jobs; the shard's labels are those of the part.

        Raises
        ------
        DataError
            A shard is missing or damaged, or the run keeps none.
        """
        for part in self._parts:
            yield part, _read_part(part, columns)

    def iter_games(self, words: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Give the frame of `games` piece by piece, a shard each."""
        from harness.store.frames import games_frame

        for part, shard in self.iter_shards(self._words(words)):
            if shard.kept is not None:
                raise DataError(
                    f"{part.run.path} keeps outcomes only, no rows", "play it again with --keep rows"
                )
            yield games_frame(shard, self.game, self.labels, part.run.manifest.seed)

    def games(self, words: Sequence[str] | None = None) -> pd.DataFrame:
        """Give all games as one frame.

        Parameters
        ----------
        words : sequence of str, optional
            The game's words to unpack beside the outcome (see its `columns`); all if left out, none if empty.

        Returns
        -------
        DataFrame
            A row a game; the columns are told in `harness.store.frames.games_frame`.

        Raises
        ------
        DataError
            A run keeps no rows, or a shard is missing or damaged.
        """
        import pandas as pd

        from harness.store.frames import games_frame

        frames = list(self.iter_games(words))
        if frames:
            return pd.concat(frames, ignore_index=True)
        nothing = {name: np.zeros(0, np.uint64) for name in self._words(words)}
        label = self.labels[0]
        counted = np.zeros((2, 0, len(self.game.action_kinds)), np.int64)
        empty = Shard(label, label, 1, np.zeros(0, np.int64), nothing, None, None, counted, {})
        return games_frame(empty, self.game, self.labels, 0)

    def _words(self, words: Sequence[str] | None) -> list[str]:
        return list(self.game.columns) if words is None else ["outcome", *words]

    def iter_results(self) -> Iterator[tuple[Pairing, Integers, Codes]]:
        """Give the results of blocks a shard at a time: pairing, deals and codes (see `results`)."""
        seeds = {seed: at for at, seed in enumerate(dict.fromkeys(run.manifest.seed for run in self.runs))}
        for part, shard in self.iter_shards(["outcome"]):
            deals, codes = shard.blocks()
            yield (part.first, part.second), deals + (seeds[part.run.manifest.seed] << _SEED_AT), codes

    def results(self) -> dict[Pairing, tuple[Integers, Codes]]:
        """Give each pairing's blocks.

        Returns
        -------
        dict of (first, second) to (int64 array, uint16 array), both of shape (blocks,)
            Deals, and codes in base 5 (`harness.store.blocks`), in the order of jobs. The deals of the n-th
            seed that was read (from 0) have n · 2**53 added, so that a number means one deal.
        """
        sizes: dict[Pairing, int] = dict.fromkeys(self.pairings(), 0)
        for part in self._parts:
            sizes[part.first, part.second] += part.blocks
        found = {key: (np.empty(n, np.int64), np.empty(n, np.uint16)) for key, n in sizes.items()}
        at = dict.fromkeys(sizes, 0)
        for key, deals, codes in self.iter_results():
            here = slice(at[key], at[key] + len(codes))
            found[key][0][here], found[key][1][here] = deals, codes
            at[key] = here.stop
        return found

    def counts(self) -> dict[Pairing, npt.NDArray[np.int64]]:
        """Count each pairing's blocks by code, from the ledgers alone wherever whole jobs count.

        Returns
        -------
        dict of (first, second) to int64 array, shape (5 ** legs,)
        """
        found: dict[Pairing, npt.NDArray[np.int64]] = {}
        partial = []
        for part in self._parts:
            cells = DIGITS**part.record.legs
            counts = found.setdefault((part.first, part.second), np.zeros(cells, np.int64))
            if part.whole:
                for code, blocks in part.record.blocks_by_result.items():
                    counts[int(code)] += blocks
            else:
                partial.append(part)
        for part in partial:
            counts = found[part.first, part.second]
            counts += np.bincount(_read_part(part, ["outcome"]).blocks()[1], minlength=len(counts))
        return found

    def histograms(self) -> dict[Pairing, Integers]:
        """Count each pairing's actions.

        Returns
        -------
        dict of (first, second) to int64 array, shape (2, plies, kinds)
            By entrant (0 the first), ply and kind of action.

        Raises
        ------
        DataError
            A run keeps no shards, or runs overlap within a job, whose histogram can't be divided.
        """
        found: dict[Pairing, Integers] = {}
        for part in self._parts:
            path = part.run.shard_path(part.record)
            if path is None or not part.whole:
                why = (
                    "keeps counts only" if path is None else "shares a part of a job's deals with another run"
                )
                raise DataError(f"{part.run.path} {why}, so its actions can't be counted", "read runs alone")
            key = (part.first, part.second)
            counted = read_histogram(path)
            found[key] = found[key] + counted if key in found else counted
        return found

    def histogram(self, label: str) -> Integers:
        """Count one player's actions in all its games: int64 of shape (plies, kinds)."""
        total = np.zeros((self.game.max_plies, len(self.game.action_kinds)), np.int64)
        for pairing, counted in self.histograms().items():
            for entrant, name in enumerate(pairing):
                if name == label:
                    total += counted[entrant]
        return total


def _read_part(part: Part, columns: Sequence[str] | None) -> Shard:
    """Read a part's shard, see that it holds as many games as the ledger says, and reduce it."""
    path = part.run.shard_path(part.record)
    if path is None:
        remedy = "play it again with --keep rows or --keep outcomes"
        raise DataError(f"{part.run.path} keeps counts only", remedy)
    shard = read_shard(path, part.record.checksum, columns)
    check_own(part.run, part.record, shard.about)
    units = part.record.games if shard.kept is None else part.record.blocks
    if len(shard.deals) != units or shard.legs != part.record.legs:
        raise DataError(
            f"{path} holds {len(shard.deals)} of the {units} that the ledger counts",
            "delete the file and resume the run: its job is played again",
        )
    return _reduced(part, shard)


def check_own(run: RunFolder, record: JobRecord, about: Mapping[str, str]) -> None:
    """Refuse a shard that another run, or this one under another manifest, has written.

    Parameters
    ----------
    run, record
        The run, and the job's line in its ledger.
    about : mapping of str to str
        What the shard says of itself.

    Raises
    ------
    DataError
        With which.
    """
    bears = about.get(RUN)
    if bears is not None and bears != run.manifest.fingerprint(record.first, record.second):
        raise DataError(
            f"{run.shard_path(record)} holds games of another run, or the manifest was changed since",
            "put the manifest back, or delete the file and resume the run: its job is played again",
        )


def _reduced(part: Part, shard: Shard) -> Shard:
    """Leave only the blocks that count, under the labels of all runs together."""
    shard = replace(shard, first=part.first, second=part.second)
    if part.whole:
        return shard
    unit = shard.legs if shard.kept is None else 1
    chosen = np.concatenate([np.arange(start * unit, stop * unit) for start, stop in part.kept])
    log = shard.log
    if log is not None:
        lengths = np.diff(log[0])
        keep = np.zeros(len(lengths), np.bool_)
        keep[chosen] = True
        offsets = np.concatenate([[0], np.cumsum(lengths[chosen])]).astype(np.int32)
        log = offsets, log[1][np.repeat(keep, lengths)]
    return replace(
        shard,
        deals=shard.deals[chosen],
        columns={name: words[chosen] for name, words in shard.columns.items()},
        log=log,
        kept=None if shard.kept is None else shard.kept[chosen],
    )
