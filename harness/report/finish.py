"""What a run comes to: its ratings, its match, and the files that its folder gets at the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import structs

from harness.games.description import SWAPS
from harness.report.matches import Match
from harness.report.matrices import crosstable
from harness.report.ratings import rating_table
from harness.report.scores import by_rating
from harness.report.tables import render
from harness.stats.analysis import RatingResult
from harness.stats.counts import Tally
from harness.stats.estimate import MatchEstimate, estimate
from harness.stats.luck import luck_of_the_deal
from harness.stats.stopping import AdjustedEstimate, adjusted_estimate
from harness.store.folder import CHARTS, RunFolder
from harness.tournament.opened import Run
from harness.tournament.tallies import legs_of, pair_counts, scored, tally_of

if TYPE_CHECKING:
    from harness.report.tables import Table
    from harness.stats.tables import Floats, PairingTable


@dataclass(frozen=True, eq=False)
class Results:
    """A run with its ratings.

    Attributes
    ----------
    run : Run
        What was played.
    ratings : RatingResult
        Its ratings.
    games : PairingTable
        The games that were rated.
    estimates : tuple of MatchEstimate, or None
        Of each pairing, in the order of that table; None where one has no blocks.
    """

    run: Run
    ratings: RatingResult
    games: PairingTable
    estimates: tuple[MatchEstimate, ...] | None

    @property
    def table(self) -> Table:
        """The rating table."""
        return rating_table(
            self.ratings, self.run.labels, dict(self.run.faults()), games=self.run.reader.total
        )

    @property
    def crosstable(self) -> Table:
        """Everybody's scores against everybody."""
        return crosstable(
            self.games,
            self.run.labels,
            order=by_rating(self.ratings.elo),
            confidence=self.ratings.confidence,
            estimates=self.estimates,
        )


def results_of(run: Run, *, forfeits: bool = True, **options: Any) -> Results:
    """Rate a run.

    Parameters
    ----------
    run : Run
        One, or several read as one.
    forfeits : bool
        Whether blocks with a forfeited game count.
    **options
        Of `harness.stats.analysis.rate`.

    Raises
    ------
    ValueError
        The entrants can't be rated.
    """
    ratings, table = run.ratings(forfeits=forfeits, **options), run.table(forfeits)
    pairs = zip(table.i.tolist(), table.j.tolist(), strict=True)
    tallies = [run.tally(run.labels[i], run.labels[j], forfeits) for i, j in pairs]
    estimates = None
    if all(tally.total for tally in tallies):
        estimates = tuple(estimate(tally, ratings.confidence) for tally in tallies)
    return Results(run, ratings, table, estimates)


def match_of(run: Run, confidence: float = 0.95) -> Match:
    """Give all that is known of a run's first pairing, from its first entrant's view."""
    (first, second), counts = next(iter(run.reader.counts().items()))
    sequence = run.match()
    tally = tally_of(counts, run.legs) if sequence is None else sequence.tally
    faults = run.faults()
    plan = SWAPS[run.manifest.swap]
    luck = None
    if run.manifest.swap == "seats":
        luck = luck_of_the_deal(pair_counts(counts), first_leg=plan[0][0], confidence=confidence)
    deck = "" if run.manifest.deck is None else f", deck {run.manifest.deck.name}"
    return Match(
        first=first,
        second=second,
        estimate=estimate(tally, confidence),
        by_seat=_by_seat(counts, [seat for seat, _ in plan]),
        luck=luck,
        sprt=None if sequence is None else sequence.planned.sprt,
        state=None if sequence is None else sequence.state,
        adjusted=None if sequence is None else _adjusted(run, tally, confidence),
        faults=(faults[first], faults[second]),
        setting=f"{run.manifest.game}{deck}, swap of {run.manifest.swap}",
    )


def _by_seat(counts: np.ndarray[Any, Any], seats: list[int]) -> Floats:
    """Count the first entrant's losses, draws and wins in either seat, shape (2, 3)."""
    results = scored(legs_of(np.arange(len(counts)), len(seats)))
    table = np.zeros((2, 3))
    for leg, seat in enumerate(seats):
        table[seat] += np.bincount(results[:, leg], weights=counts, minlength=3)
    return table


def _adjusted(run: Run, tally: Tally, confidence: float) -> AdjustedEstimate | None:
    """Adjust for the test's stopping; None where all blocks scored alike, so that nothing can be said."""
    sequence = run.match()
    if sequence is None or sum(n > 0 for n in tally.blocks) < 2:
        return None
    planned = sequence.planned
    return adjusted_estimate(tally, planned.sprt, every=planned.batch, confidence=confidence)


def csv_files(results: Results) -> dict[str, str]:
    """Give the CSV files of a run's folder, by name."""
    return {"ratings.csv": render(results.table, "csv"), "crosstable.csv": render(results.crosstable, "csv")}


def finish(results: Results) -> list[Path]:
    """Write a run's ratings, its crosstable and its charts into its folder, and their level into its manifest.

    Parameters
    ----------
    results : Results
        Of a single run.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    HeadraceError
        They can't be written.
    """
    from harness.report.drawings import draw
    from harness.report.style import save

    written: list[Path] = []
    with RunFolder.open(results.run.path, write=True) as folder:
        level = results.ratings.confidence
        if level != folder.manifest.confidence:
            folder.save_manifest(structs.replace(folder.manifest, confidence=level))
        written += [folder.write_text(name, text) for name, text in csv_files(results).items()]
        charts = folder.folder(CHARTS)
        for name, figure in draw(results):
            written += save(figure, charts, name)
    return written
