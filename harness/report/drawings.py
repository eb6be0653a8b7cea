"""Which charts a finished run gets, and from which of its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.report import charts
from harness.report.scores import by_rating, score_matrix
from harness.stats.counts import Tally
from harness.stats.cycles import strongest_cycles
from harness.stats.estimate import estimate
from harness.tournament.opened import Run
from harness.tournament.reports import report_of
from harness.tournament.tallies import count_array, tally_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from harness.report.finish import Results

MOST_PAIRINGS, MOST_PLAYERS, MOST_LOOKS = 28, 16, 400
"""Rows, panels and points of the largest charts; beyond, what is alike is drawn together or left out."""


def draw(results: Results) -> Iterator[tuple[str, Figure]]:
    """Draw a run's charts, each under the name of its files."""
    run, ratings = results.run, results.ratings
    labels = run.labels
    if len(labels) > 2:
        yield "ratings", charts.rating_ladder(ratings, labels)
        matrix = score_matrix(results.games, ratings.confidence, results.estimates)
        yield "crosstable", charts.crosstable_heatmap(matrix, labels, ratings.elo)
        rated = round(float(ratings.score.games.sum()) / 2.0)
        yield "superiority", charts.los_heatmap(ratings.los, labels, ratings.elo, ratings.confidence, rated)
        yield from _cycles(results)
    else:
        yield from _course(run, ratings.confidence)
    if run.manifest.keep == "rows":
        yield from _endings(run)
    if run.manifest.keep != "counts":
        yield "strategy", charts.strategy_chart(_actions(results), run.game.action_kinds)


def _cycles(results: Results) -> Iterator[tuple[str, Figure]]:
    ratings = results.ratings
    if ratings.log_odds_samples is None:
        return
    cycles = strongest_cycles(
        len(results.run.labels),
        ratings.table.i,
        ratings.table.j,
        ratings.log_odds,
        ratings.log_odds_samples,
        top=3,
    )
    if cycles:
        yield "cycles", charts.cycle_graph(cycles, results.run.labels, ratings.confidence)


def _course(run: Run, confidence: float) -> Iterator[tuple[str, Figure]]:
    """Draw how a match went: the estimate as games were played, and its test."""
    labels = (run.labels[0], run.labels[1])
    looks = _looks(run)
    step = -(-len(looks) // MOST_LOOKS)
    shown = [*looks[:-1:step], looks[-1]]
    found = [estimate(tally, confidence) for tally in shown]
    games = [tally.games for tally in shown]
    elo, low, high = ([getattr(e, name) for e in found] for name in ("elo", "elo_low", "elo_high"))
    yield "elo", charts.elo_over_games(games, elo, low, high, labels, confidence)
    sequence = run.match()
    if sequence is not None:
        played = [blocks * run.legs for blocks, _ in sequence.states]
        ratios = [state.llr for _, state in sequence.states]
        yield "llr", charts.llr_chart(played, ratios, sequence.planned.sprt, labels)


def _looks(run: Run) -> list[Tally]:
    """Tally the ordered prefix after each job."""
    tally, looks = Tally.empty(run.legs), []
    for record in run.reader.runs[0].ledger.in_order():
        counts = count_array(report_of(record, run.manifest).blocks_by_result, run.legs)
        tally = tally + tally_of(counts, run.legs)
        looks.append(tally)
    return looks


def _endings(run: Run) -> Iterator[tuple[str, Figure]]:
    endings = run.endings()
    few = len(endings.reasons) <= MOST_PAIRINGS
    reasons = {f"{first} : {second}": counts for (first, second), counts in endings.reasons.items()}
    together = {"all games": np.sum(list(endings.reasons.values()), axis=0)}
    yield "endings", charts.ending_reasons(reasons if few else together, ("forfeit", *run.game.reasons))
    plies = {f"{first} : {second}": counts for (first, second), counts in endings.plies.items()}
    overall = np.sum(list(endings.plies.values()), axis=0)
    yield "lengths", charts.game_length(overall, plies if few and len(plies) > 1 else None)


def _actions(results: Results) -> dict[str, npt.NDArray[np.int64]]:
    """Sum each player's actions over its pairings, the strongest players first."""
    run = results.run
    game = run.game
    found = {
        run.labels[k]: np.zeros((game.max_plies, len(game.action_kinds)), np.int64)
        for k in by_rating(results.ratings.elo)[:MOST_PLAYERS]
    }
    for pairing, counts in run.reader.histograms().items():
        for place, label in enumerate(pairing):
            if label in found:
                found[label] += counts[place]
    return found
