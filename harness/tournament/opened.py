"""Runs that are open for reading: their games, their counts, their ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from harness.core.errors import DataError, UsageError
from harness.games import find_game
from harness.games.description import SWAPS, Game
from harness.games.outcome import unpack
from harness.stats.analysis import RatingResult, rate
from harness.stats.counts import Tally
from harness.stats.deals import DealTable, bag_count
from harness.stats.tables import PairingTable
from harness.store.blocks import LOST_BY_FAULT
from harness.store.folder import RunFolder
from harness.store.manifest import Manifest
from harness.store.reader import RunReader
from harness.store.runs import RESULTS, find_run
from harness.tournament.reports import report_of
from harness.tournament.sequential import SequentialMatch, SequentialPlan, look_again
from harness.tournament.tallies import fault_counts, legs_of, scored, tally_of

if TYPE_CHECKING:
    import pandas as pd


class Run:
    """A run, or several of the same game and rules read as one.

    Parameters
    ----------
    paths : sequence of str or Path
        Run folders, at least one.

    Attributes
    ----------
    path : Path
        The first folder.
    manifest : Manifest
        The first run's whole configuration.
    game : Game
        What was played.
    reader : RunReader
        Rows and counts.
    """

    def __init__(self, paths: Sequence[str | Path]) -> None:
        folders = [RunFolder.open(Path(path)) for path in paths]
        self.path = folders[0].path
        self.manifest: Manifest = folders[0].manifest
        try:
            self.game: Game = find_game(self.manifest.game)
        except UsageError as error:
            raise DataError(
                f"{paths[0]}: {error.message}", "the run was made by another version of Headrace"
            ) from error
        self.reader = RunReader(folders, self.game)

    @property
    def labels(self) -> tuple[str, ...]:
        """The entrants' labels."""
        return self.reader.labels

    @property
    def legs(self) -> int:
        """Games of a block."""
        return len(SWAPS[self.manifest.swap])

    def games(self) -> pd.DataFrame:
        """Give a row per game with named, unpacked columns."""
        return self.reader.games()

    @cached_property
    def deal_table(self) -> DealTable:
        """All games by pairing and bag of deals; entrants by their place among the labels."""
        return self.count()

    def count(self, forfeits: bool = True) -> DealTable:
        """Count games by pairing and bag of deals.

        Parameters
        ----------
        forfeits : bool
            Whether blocks with a forfeited game count.
        """
        seats = np.array([seat for seat, _ in SWAPS[self.manifest.swap]])
        results = self.reader.results()
        pairs = [(self.labels.index(first), self.labels.index(second)) for first, second in results]
        most = max((len(deals) for deals, _ in results.values()), default=0)
        table = DealTable.empty(len(self.labels), pairs, bag_count(max(1, most), max(1, len(pairs))))
        counts = table.counts.copy()
        for place, (deals, codes) in enumerate(results.values()):
            counts[place] = _cells(deals, legs_of(codes, self.legs), seats, table.bags, forfeits)
        return DealTable(len(self.labels), table.i, table.j, counts)

    def table(self, forfeits: bool = True) -> PairingTable:
        """Count games by pairing, from the ledgers alone: enough for ratings, but not for errors by deal."""
        found = self.reader.counts()
        counts = np.zeros((len(found), 2, 3))
        for place, by_code in enumerate(found.values()):
            digits = legs_of(np.arange(len(by_code)), self.legs)
            if not forfeits:
                by_code = by_code * (digits < LOST_BY_FAULT).all(axis=1)
            for leg, (seat, _) in enumerate(SWAPS[self.manifest.swap]):
                counts[place, seat] += np.bincount(scored(digits[:, leg]), weights=by_code, minlength=3)
        pairs = np.array([[self.labels.index(label) for label in pair] for pair in found], np.int64).reshape(
            -1, 2
        )
        return PairingTable(len(self.labels), pairs[:, 0], pairs[:, 1], counts)

    def ratings(self, *, forfeits: bool = True, **options: Any) -> RatingResult:
        """Rate the entrants; options as for `harness.stats.analysis.rate`."""
        if any(run.manifest.keep == "counts" for run in self.reader.runs):
            return rate(self.table(forfeits), **options)
        return rate(self.deal_table if forfeits else self.count(forfeits=False), **options)

    def faults(self) -> Counter[str]:
        """Count each player's games lost by faults."""
        found: Counter[str] = Counter()
        for (first, second), counts in self.reader.counts().items():
            own, rivals = fault_counts(counts, self.legs)
            found[first] += own
            found[second] += rivals
        return found

    def tally(self, first: str, second: str, forfeits: bool = True) -> Tally:
        """Tally the blocks of a pairing, from the ledger alone."""
        return tally_of(self.reader.counts()[first, second], self.legs, forfeits)

    def match(self) -> SequentialMatch | None:
        """Go through a sequential match's looks again (see `sequence_of`); None for other runs."""
        return sequence_of(self.reader.runs[0])

    def endings(self) -> EndingCounts:
        """Count lengths and reasons of games by pairing."""
        found = EndingCounts(self.game)
        for part, shard in self.reader.iter_shards(["outcome"]):
            found.add((part.first, part.second), shard.columns["outcome"])
        return found


def sequence_of(folder: RunFolder) -> SequentialMatch | None:
    """Go through the looks of a sequential match, as far as its jobs follow one another; None for other runs.

    Where the test stands follows from the ordered prefix alone, as it does while the match is played: a job that is
    missing hides those behind it.
    """
    manifest, records = folder.manifest, folder.ledger.records
    if manifest.sprt is None:
        return None
    whole = next(number for number in range(len(records) + 1) if number not in records)
    reports = [report_of(records[number], manifest) for number in range(whole)]
    return look_again(SequentialPlan.from_object(manifest.sprt), len(SWAPS[manifest.swap]), reports)


class EndingCounts:
    """How games ended, by pairing.

    Attributes
    ----------
    reasons : dict of (first, second) to int64 array, shape (reasons + 1,)
        Games by reason; a forfeit is 0, then the game's reasons in order.
    plies : dict of (first, second) to int64 array, shape (max_plies + 1,)
        Games by length.
    """

    def __init__(self, game: Game) -> None:
        self._shape = (len(game.reasons) + 1, game.max_plies + 1)
        self.reasons: dict[tuple[str, str], npt.NDArray[np.int64]] = {}
        self.plies: dict[tuple[str, str], npt.NDArray[np.int64]] = {}

    def add(self, pairing: tuple[str, str], outcomes: npt.NDArray[np.uint64]) -> None:
        """Count a shard's outcome words."""
        for counts, size, name in zip(
            (self.reasons, self.plies), self._shape, ("reason", "plies"), strict=True
        ):
            seen = np.bincount(unpack(outcomes, name), minlength=size)
            counts[pairing] = counts.get(pairing, np.zeros(size, np.int64)) + seen


def _cells(
    deals: npt.NDArray[np.int64],
    legs: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int64],
    bags: int,
    forfeits: bool,
) -> npt.NDArray[np.int64]:
    if not forfeits:
        clean = (legs < LOST_BY_FAULT).all(axis=1)
        deals, legs = deals[clean], legs[clean]
    cells = ((deals % bags)[:, None] * 2 + seats) * 3 + scored(legs)
    return np.bincount(cells.ravel(), minlength=bags * 6).reshape(bags, 2, 3)


def open_run(name: str | Path, root: str | Path = RESULTS) -> Run:
    """Open a run by its folder, its name under the root, or ``last``.

    Raises
    ------
    UsageError, DataError
        If there is none, or its files are damaged.
    """
    return Run([find_run(str(name), Path(root))])


def open_runs(names: Sequence[str | Path], root: str | Path = RESULTS) -> Run:
    """Open several runs to be read as one; see `open_run`."""
    return Run([find_run(str(name), Path(root)) for name in names])
