"""Games that players lost by faults: what went wrong, and what to run next to see more of it."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from harness.cli.console import Console
from harness.core.errors import DataError
from harness.report.text import plain, shorten

if TYPE_CHECKING:
    from harness.play.record import GameRecord
    from harness.store.faults import Fault
    from harness.tournament.opened import Run

_HOPELESS = 0.9
"""A player that loses this share of its games by faults is to be checked rather than looked at game by game."""
_LONGEST = 300


def fault_words(kind: str, detail: str) -> str:
    """Say in a line what a player did."""
    if kind == "illegal":
        return f"illegal, it gave {plain(detail) or 'no action'}"
    return f"{kind}, {plain(detail)}" if detail else kind


def tell_faults(console: Console, run: Run) -> None:
    """Tell of a run's games that were lost by faults, if there are any: each player's first one, and what to do."""
    faults = {label: number for label, number in run.faults().items() if number}
    if not faults:
        return
    games = _games(run)
    named = ", ".join(f"{label} {number:,} of {games[label]:,}" for label, number in faults.items())
    console.warn(f"games lost by faults: {named}; see {run.path / 'faults'}")
    for fault in _firsts(run):
        console.warn(f"  {fault.player}: {shorten(fault_words(fault.kind, fault.detail), _LONGEST)}")
        console.say(f"    see it: {_replay(run, fault)}")
        if faults.get(fault.player, 0) >= _HOPELESS * games[fault.player]:
            console.say(f"    check it: {_check(run, fault.player)}")


def _games(run: Run) -> Counter[str]:
    found: Counter[str] = Counter()
    for pairing, counts in run.reader.counts().items():
        for label in pairing:
            found[label] += run.legs * int(counts.sum())
    return found


def _kept(run: Run) -> Iterator[Fault]:
    """Read the faults that a run has kept, in order; one that is damaged is left to `headrace run verify`."""
    from harness.store.faults import read_faults
    from harness.store.folder import FAULTS

    with suppress(DataError):
        yield from read_faults(run.reader.runs[0].path / FAULTS)


def _firsts(run: Run) -> Iterator[Fault]:
    """Give each player's first fault."""
    told: set[str] = set()
    for fault in _kept(run):
        if fault.player not in told:
            told.add(fault.player)
            yield fault


def _replay(run: Run, fault: Fault) -> str:
    """Write the command that shows a fault's game, with the run's path from here."""
    *_, game, trace = shlex.split(fault.replay)
    return shlex.join(["headrace", "replay", str(run.path), game, trace])


def _check(run: Run, label: str) -> str:
    entrant = run.manifest.entrants[run.manifest.labels.index(label)]
    keys = ",".join(f"{name}={value}" for name, value in entrant.parameters.items())
    target = f"{entrant.target}:{keys}" if keys else entrant.target
    return shlex.join(["headrace", "bot", "check", target, "--game", run.manifest.game])


def fault_of(run: Run, record: GameRecord) -> Fault | None:
    """Give the kept fault of a game of a run; None where none was kept."""
    place = (record.deal, record.leg, list(record.players))
    kept = _kept(run)
    return next((each for each in kept if (each.deal, each.leg, each.record.get("players")) == place), None)


def show_fault(console: Console, fault: Fault) -> None:
    """Show what was kept of a fault beside its game: the traceback, and the last lines of standard error."""
    here = fault.here or {}
    texts = {
        "traceback": here.get("traceback") or fault.traceback,
        "standard error": here.get("standard error"),
    }
    for title, text in texts.items():
        lines = [plain(line).rstrip() for line in str(text or "").splitlines()]
        if any(lines):
            console.write("\n".join(["", f"{fault.player}'s {title}:", *(f"  {line}" for line in lines)]))
