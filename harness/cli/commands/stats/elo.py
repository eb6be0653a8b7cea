"""`headrace stats elo`: point estimates from typed counts."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.commands.stats.counts import counts_options, read_tally
from harness.cli.console import Console
from harness.cli.options import confidence_option, output_options
from harness.cli.words import counted

_OF_PLAYERS = ("first", "second", "faults_first", "faults_second")
"""What a match's row tells of its players, who aren't known here."""


@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
Examples:
  headrace stats elo --wdl 136,96,111
  headrace stats elo --penta 34,54,63,64,75
  headrace stats elo 34 54 63 64 75 --draws 120 --json
""",
)
@counts_options
@confidence_option
@output_options
def command(console: Console, confidence: float, **given: Any) -> None:
    """Calculate Elo, normalized Elo, LOS and ratios from counts.

    Three counts are LOSSES DRAWS WINS; five are LL LD WL+DD WD WW; nine are blocks of four games by half points.
    """
    tally = read_tally(**given)
    from harness.cli.facts import write_facts
    from harness.cli.failures import refused
    from harness.report.matches import Match, match_block
    from harness.stats.estimate import estimate

    with refused():
        table = match_block(Match("", "", estimate(tally, confidence)))
    assert table.data is not None
    raw = {key: value for key, value in table.data.rows[0].items() if key not in _OF_PLAYERS}
    shown = {str(row["name"]): str(row["value"]) for row in table.rows if row["name"] != "Faults"}
    write_facts(console, f"Estimates from {counted(tally.games, 'game')}", raw, shown)
