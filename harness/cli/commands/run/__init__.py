"""`headrace run`: what to do with runs that exist."""

from __future__ import annotations

import click

from harness.cli.lazy import LazyGroup

COMMANDS = {
    "list": "List all runs.",
    "show": "Show what a run is, how far it has come, and its results so far.",
    "resume": "Play what a run lacks.",
    "extend": "Let a run grow.",
    "verify": "Check every line of a run's ledger, every shard and the CSV files.",
}


@click.group(
    "run",
    cls=LazyGroup,
    lazy=COMMANDS,
    package=__name__,
    epilog="""\b
Examples:
  headrace run list
  headrace run show last
  headrace run resume last
""",
)
def command() -> None:
    """List, show, check, resume and extend runs.

    RUN is a run's folder, its name under results/, or last: the one that was worked on last.
    """
