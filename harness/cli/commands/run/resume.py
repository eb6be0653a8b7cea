"""`headrace run resume`: play what a run lacks."""

from __future__ import annotations

import click

from harness.cli.console import Console
from harness.cli.options import max_faults_option, output_options, workers_option
from harness.cli.values import RunName


@click.command(
    epilog="""\b
Examples:
  headrace run resume last
  headrace run resume results/2026-11-29-forecast-tournament-3 -j 2 --max-faults 5%
"""
)
@click.argument("run", metavar="[RUN]", default="last", type=RunName())
@workers_option
@max_faults_option
@output_options
def command(console: Console, run: str, workers: int | None, max_faults: float | None) -> None:
    """Play what a run lacks.

    RUN is as for headrace run show, and last if it is left out. After it was interrupted or stopped, the games are the
    same as without the interruption. It is refused where rules, a player's code, a deck or a version have changed
    since, and what has changed is said.
    """
    from harness.cli.playing import play_on
    from harness.cli.results import show_and_close
    from harness.store.folder import RunFolder
    from harness.store.runs import RESULTS, find_run

    with RunFolder.open(find_run(run, RESULTS), write=True) as folder:
        played = play_on(console, folder, workers, max_faults)
    show_and_close(console, played)
