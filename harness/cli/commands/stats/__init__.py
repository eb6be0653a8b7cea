"""`headrace stats`: a calculator on typed counts."""

from __future__ import annotations

import click

from harness.cli.lazy import LazyGroup

COMMANDS = {
    "elo": "Calculate Elo, normalized Elo, LOS and ratios from counts.",
    "sprt": "Tell where a sequential test stands.",
    "plan": "Plan a sequential test.",
}


@click.group(
    "stats",
    cls=LazyGroup,
    lazy=COMMANDS,
    package=__name__,
    epilog="""\b
Examples:
  headrace stats elo 96 111 136
  headrace stats sprt 365 16618 36229 16974 390 --test "elo0=0 elo1=2"
  headrace stats plan --test improve
""",
)
def command() -> None:
    """Calculate with typed counts: Elo, sequential tests, plans.

    Counts go from the worst block to the best: LOSSES DRAWS WINS for single games; LL LD WL+DD WD WW for pairs of games
    (the pentanomial); nine counts for blocks of four games.
    """
