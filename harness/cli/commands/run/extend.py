"""`headrace run extend`: more blocks, or more entrants."""

from __future__ import annotations

import click

from harness.cli.console import Console
from harness.cli.options import output_options, workers_option
from harness.cli.settings import named_players
from harness.cli.values import EntrantText, RunName, WholeNumber
from harness.core.errors import UsageError


@click.command(
    epilog="""\b
Examples:
  headrace run extend last --blocks 50000
  headrace run extend last --add ./otter.py --add greedy:label=twin
"""
)
@click.argument("run", metavar="[RUN]", default="last", type=RunName())
@click.option(
    "--blocks", "--pairs", "wanted", type=WholeNumber(1), metavar="N", help="Blocks for each pairing in all."
)
@click.option(
    "--add", multiple=True, metavar="ENTRANT", type=EntrantText(), help="An entrant that joins; repeatable."
)
@workers_option
@output_options
def command(
    console: Console, run: str, wanted: int | None, add: tuple[str, ...], workers: int | None
) -> None:
    """Let a run grow.

    To more blocks for each pairing, by more entrants, or both; only what is missing then is played. RUN is as for
    headrace run show, and last if it is left out; an ENTRANT is written as for headrace tournament.
    """
    if wanted is None and not add:
        raise UsageError("nothing would grow", "give --blocks N, --add ENTRANT, or both")
    from harness.cli.playing import play_on
    from harness.cli.results import show_and_close
    from harness.store.folder import RunFolder
    from harness.store.runs import RESULTS, find_run
    from harness.tournament.library import extend_folder

    with RunFolder.open(find_run(run, RESULTS), write=True) as folder:
        extend_folder(folder, blocks=wanted, add=add, named=named_players())
        played = play_on(console, folder, workers)
    show_and_close(console, played)
