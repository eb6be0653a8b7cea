"""`headrace bot`: the players."""

from __future__ import annotations

import click

from harness.cli.lazy import LazyGroup

COMMANDS = {
    "list": "List the players that are found by name.",
    "show": "Show how a player plays, and its parameters.",
    "new": "Write a player's file to start from.",
    "check": "Check a player before it plays in earnest.",
    "bench": "Measure how long a player thinks, by ply.",
}


@click.group(
    "bot",
    cls=LazyGroup,
    lazy=COMMANDS,
    package=__name__,
    epilog="""\b
Examples:
  headrace bot list forecast
  headrace bot show greedy
  headrace bot new otter --game forecast
  headrace bot check ./otter.py
""",
)
def command() -> None:
    """List, show, begin, check and measure players."""
