"""`headrace run show`: what a run is, and how far it has come."""

from __future__ import annotations

import shlex
from typing import Any

import click

from harness.cli.console import Console
from harness.cli.options import output_options
from harness.cli.values import RunName
from harness.cli.words import count


@click.command(
    epilog="""\b
Examples:
  headrace run show last
  headrace run show 2026-11-29-forecast-tournament-3 --json
"""
)
@click.argument("run", metavar="[RUN]", default="last", type=RunName())
@output_options
def command(console: Console, run: str) -> None:
    """Show what a run is, how far it has come, and its results so far.

    RUN is a run's folder, its name under results/, or last: the one that was worked on last, which is shown if RUN is
    left out.
    """
    from harness.cli.facts import write_facts
    from harness.cli.results import show_again
    from harness.tournament.opened import open_run
    from harness.tournament.outlook import state_of

    opened = open_run(run)
    manifest, state = opened.manifest, state_of(opened)
    faults = {label: number for label, number in opened.faults().items() if number}
    raw: dict[str, Any] = {
        "run": str(opened.path),
        "kind": manifest.kind,
        "game": manifest.game,
        "version": manifest.game_version,
        "rules": dict(manifest.rules),
        "deck": None if manifest.deck is None else manifest.deck.name,
        "seed": manifest.seed,
        "swap": manifest.swap,
        "entrants": list(manifest.labels),
        "gauntlet": manifest.gauntlet,
        "keep": manifest.keep,
        "games": state.games,
        "total": state.total,
        "state": state.word,
        "faults": faults,
        "made": manifest.made.date,
        "machine": manifest.made.machine,
        "command": shlex.join(manifest.made.command),
    }
    shown = {key: str(value) for key, value in raw.items() if value}
    for name in ("rules", "faults"):
        shown |= {name: ", ".join(f"{key}={value}" for key, value in raw[name].items())} if raw[name] else {}
    shown["entrants"] = " ".join(map(shlex.quote, manifest.labels))
    shown["seed"] = str(manifest.seed)
    shown["games"] = f"{count(state.games)} of {count(state.total)}"
    del shown["total"]
    write_facts(console, "", raw, shown)
    test = opened.match()
    if console.for_people and (state.games if test is None else test.tally.total):
        console.write("")
        show_again(console, opened)
    busy = opened.reader.runs[0].busy
    console.say(f"{opened.path} is being played now" if busy else f"next: {state.following(opened.path)}")
