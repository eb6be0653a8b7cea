"""`headrace rate`: finished runs, rated anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from harness.cli.console import Console
from harness.cli.options import bootstrap_seed_option, confidence_option, output_options
from harness.cli.values import Number, RunName, WholeNumber, Word
from harness.core.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from harness.report.finish import Results
    from harness.report.tables import Table

NASH_REPLICATES = 200
MODELS = ("davidson", "rao-kupper", "bradley-terry")


@click.command(
    epilog="""\b
Examples:
  headrace rate last
  headrace rate last --los --errors
  headrace rate 2026-11-29-forecast-tournament-3 2026-11-30-forecast-tournament-3 --anchor random=0
  headrace rate last --cycles --nash --alpha-rank --json
"""
)
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=RunName())
@click.option("--model", type=Word(MODELS), default="davidson", show_default=True, help="The rating model.")
@click.option("--anchor", metavar="NAME=ELO", help="Fix an entrant's rating; else the pool's mean is 0.")
@click.option(
    "--prior",
    type=Number(0.0),
    default=2.0,
    show_default=True,
    metavar="N",
    help="Virtual draws for each entrant.",
)
@click.option("--no-forfeits", is_flag=True, help="Leave out blocks with a game that was lost by a fault.")
@click.option("--los", is_flag=True, help="Also: how likely each is stronger than each other.")
@click.option("--errors", is_flag=True, help="Also: differences of ratings with their intervals.")
@click.option("--crosstable", is_flag=True, help="Also: everybody's score against everybody.")
@click.option(
    "--cycles", is_flag=True, help="Also: what ratings can't explain, and the strongest cycles of three."
)
@click.option("--nash", is_flag=True, help="Also: Nash averaging.")
@click.option("--alpha-rank", is_flag=True, help="Also: α-rank, beside Nash averaging.")
@click.option(
    "--replicates",
    type=WholeNumber(100, 1_000_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="Replicates of the bootstrap, by which errors are estimated.",
)
@bootstrap_seed_option
@confidence_option
@output_options
def command(console: Console, runs: tuple[str, ...], **given: Any) -> None:
    """Rate the entrants of one or more runs.

    RUN is a run's folder, its name under results/, or last. Several runs of one game and one set of rules are read as
    one; games that stand in more than one of them count once. CSV holds one table: the ratings, or the one that is
    asked for beside them.
    """
    from harness.cli.failures import refused
    from harness.cli.results import write_tables
    from harness.report.finish import results_of
    from harness.tournament.opened import open_runs

    run = open_runs(runs)
    with refused():
        results = results_of(
            run,
            forfeits=not given["no_forfeits"],
            model=given["model"],
            prior=given["prior"],
            anchor=_anchor(given["anchor"], run.labels),
            replicates=given["replicates"],
            seed=given["seed"],
            confidence=given["confidence"],
        )
        tables = {"ratings": results.table, **_beside(results, given)}
    if run.reader.dropped:
        console.say(f"{run.reader.dropped:,} games stood in more than one of these runs, and count once")
    for note in run.reader.renamed:
        console.say(note)
    if console.form == "csv" and len(tables) == 2:
        del tables["ratings"]
    write_tables(console, tables)


def _anchor(text: str | None, labels: tuple[str, ...]) -> tuple[int, float] | None:
    """Read NAME=ELO; a label may hold a `=` itself."""
    if text is None:
        return None
    found = re.fullmatch(r"(.+)=([+-]?[0-9]+(?:\.[0-9]+)?)", text)
    if found is None:
        raise UsageError(f'--anchor: "{text}" is not NAME=ELO', "such as --anchor random=0")
    if found[1] not in labels:
        raise UsageError(f'--anchor: no entrant is labelled "{found[1]}"', did_you_mean(found[1], labels))
    return labels.index(found[1]), float(found[2])


def _beside(results: Results, given: dict[str, Any]) -> dict[str, Table]:
    """Make the tables that are asked for beside the ratings."""
    from harness.report.matrices import difference_matrix, los_matrix

    labels, ratings = results.run.labels, results.ratings
    tables: dict[str, Table] = {}
    if given["crosstable"]:
        tables["crosstable"] = results.crosstable
    if given["los"]:
        tables["los"] = los_matrix(ratings, labels)
    if given["errors"]:
        tables["errors"] = difference_matrix(ratings, labels)
    if given["cycles"]:
        tables["cycles"] = _cycles(results)
    if given["nash"] or given["alpha_rank"]:
        tables["nash"] = _nash(results, given["alpha_rank"])
    return tables


def _cycles(results: Results) -> Table:
    from harness.report.meta import cycles_table
    from harness.stats.cycles import strongest_cycles

    ratings, samples = results.ratings, results.ratings.log_odds_samples
    if samples is None:
        raise UsageError("cycles can't be told from so few deals", "play more blocks: headrace run extend")
    table = ratings.table
    cycles = strongest_cycles(
        table.entrants, table.i, table.j, ratings.log_odds, samples, confidence=ratings.confidence
    )
    return cycles_table(
        cycles, results.run.labels, ratings.cyclic(), replicates=len(samples), confidence=ratings.confidence
    )


def _nash(results: Results, alpha: bool) -> Table:
    import numpy as np

    from harness.report.meta import nash_table
    from harness.stats.alpharank import alpha_rank
    from harness.stats.hodge import log_odds_matrix
    from harness.stats.nash import nash_average

    ratings = results.ratings
    table = ratings.table
    fill = np.nan_to_num(ratings.fit.log_worth, posinf=0.0, neginf=0.0)
    matrix = log_odds_matrix(table.entrants, table.i, table.j, ratings.log_odds, fill)
    samples = None
    if ratings.log_odds_samples is not None:
        rows = ratings.log_odds_samples[:NASH_REPLICATES]
        samples = np.stack([log_odds_matrix(table.entrants, table.i, table.j, row, fill) for row in rows])
    shares = alpha_rank(matrix) if alpha else None
    return nash_table(
        nash_average(matrix, samples),
        results.run.labels,
        shares,
        replicates=None if samples is None else len(samples),
    )
