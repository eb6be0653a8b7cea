"""`headrace replay`: one game again, of a run or of a file of records."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.console import Console
from harness.cli.faults import fault_of, fault_words, show_fault
from harness.cli.options import output_options
from harness.cli.values import RunName
from harness.core.errors import DataError, UsageError
from harness.report.text import plain

if TYPE_CHECKING:
    from harness.play.record import GameRecord
    from harness.store.faults import Fault

    Game = tuple[GameRecord, Fault | None]


@click.command(
    epilog="""\b
Examples:
  headrace replay last greedy:random:17:0
  headrace replay last greedy:random:17:0 --trace
  headrace replay results/2026-11-29-forecast-greedy-random/faults/0-17-0.json --trace
  headrace replay games.jsonl 3 --trace --json
  headrace replay last greedy:random:17:0 --json | headrace replay -
"""
)
@click.argument("source", metavar="RUN|FILE", type=RunName())
@click.argument("which", metavar="[ID|NUMBER]", required=False)
@click.option("--trace", is_flag=True, help="Show every position: with --json one object a ply.")
@output_options
def command(console: Console, source: str, which: str | None, trace: bool) -> None:
    """Show one game again, and check it against the rules.

    A game of a RUN is named by its ID, A:B:deal:leg. It comes from the actions that were kept; where none were, its
    players play it again, if they are still the same. A FILE holds game records, one JSON object a line; - is standard
    input, and NUMBER is the game's place in it, from 1: without it all are shown. Whatever a record has wrong is said.

    --trace shows what at least one player sees at each ply, and of decks how many cards they have; with -v it shows
    whole positions. --trace --json prints one object a ply: ply, state, legal, action (null at the end), and note where
    a program said something of its decision.

    Of a game that was lost by a fault, the traceback and the player's last words on standard error are shown, too, if
    they were kept.
    """
    file = source == "-" or Path(source).is_file() or _looks_like_a_file(source)
    games = _of_file(source, which) if file else _of_run(source, which)
    for place, (record, fault) in enumerate(games):
        if place and console.for_people:
            console.write("")
        _show(console, record, trace)
        if fault is not None and console.for_people:
            show_fault(console, fault)


def _looks_like_a_file(name: str) -> bool:
    return Path(name).suffix in (".json", ".jsonl")


def _of_run(name: str, which: str | None) -> Iterator[Game]:
    from harness.tournament.opened import open_run
    from harness.tournament.replaying import read_id, record_of_game

    run = open_run(name)
    if which is None:
        pairings = run.reader.pairings()
        example = f", such as {pairings[0][0]}:{pairings[0][1]}:0:0" if pairings else ""
        raise UsageError("a game of a run needs its ID", f"it is A:B:deal:leg{example}")
    record = record_of_game(run, read_id(which, run))
    yield record, None if record.fault is None else fault_of(run, record)


def _of_file(name: str, which: str | None) -> Iterator[Game]:
    from harness.play.record import read_record

    texts = _texts(_read(name), name)
    if not texts:
        raise DataError(f"{name} holds no record", "a record is one JSON object on a line")
    if which is not None:
        if not re.fullmatch("[0-9]{1,9}", which) or not 1 <= int(which) <= len(texts):
            raise UsageError(f'there is no game "{which}" in {name}', f"it has the games 1 to {len(texts)}")
        texts = [texts[int(which) - 1]]
    for where, text, fault in texts:
        try:
            yield read_record(text, where), fault
        except RecursionError:
            raise DataError(f"{where} is nested too deeply", "a record is one flat JSON object") from None


def _read(name: str) -> str:
    from harness.core.files import read_bytes

    if name != "-" and not Path(name).is_file():
        raise UsageError(f"there is no file {name}", "give a file of records, a run, or - for standard input")
    data = sys.stdin.buffer.read() if name == "-" else read_bytes(Path(name))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is not UTF-8: {error}", "a record is one JSON object on a line") from None


def _texts(text: str, name: str) -> list[tuple[str, str, Fault | None]]:
    """Split a file into its records, one object in all or one a line: where each stands, its text, and its fault."""
    from harness.players.strict_json import load_once

    try:
        whole = load_once(text, name)
    except (ValueError, RecursionError):
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        return [(f"{name}, line {number}", line, None) for number, line in lines]
    if isinstance(whole, dict) and "record" in whole:  # a fault's file
        return [(name, json.dumps(whole["record"]), _fault_in(text, name))]
    return [(name, json.dumps(whole), None)]


def _fault_in(text: str, name: str) -> Fault | None:
    """Read what stands beside the record in a fault's file; None where that is not understood."""
    from harness.store.decoding import decode_document
    from harness.store.faults import SCHEMA, Fault

    try:
        return decode_document(text.encode(), Fault, SCHEMA, Path(name), "")
    except DataError:
        return None


def _show(console: Console, record: GameRecord, trace: bool) -> None:
    if trace:
        _show_trace(console, record)
    elif console.form == "json":
        console.write_object(record.as_object())
    else:
        _show_summary(console, record)


def _show_trace(console: Console, record: GameRecord) -> None:
    from harness.cli.traces import write_trace
    from harness.play.replay import trace

    if console.form == "json":
        for step in trace(record):
            console.write_object(step)
        return
    console.write(_heading(record))
    write_trace(console, record)
    console.write(_ending(record))


def _show_summary(console: Console, record: GameRecord) -> None:
    from harness.cli.facts import write_facts

    rules = ", ".join(f"{key}={value}" for key, value in record.rules.items())
    shown = {
        "game": f"{record.game}, version {record.version}" + (f", {rules}" if rules else ""),
        "a": record.players[0],
        "b": record.players[1],
        "deal": f"seed {record.seed}, deal {record.deal}, leg {record.leg}",
        "start": record.start,
        "actions": " ".join(record.actions),
        "end": _ending(record),
    }
    write_facts(console, "", record.as_object(), shown)


def _heading(record: GameRecord) -> str:
    a, b = (plain(label) or "?" for label in record.players)
    return f"{record.game}: {a} (a) against {b} (b), seed {record.seed}, deal {record.deal}, leg {record.leg}"


def _ending(record: GameRecord) -> str:
    result = record.result
    scores = "" if result.scores is None else f", {result.scores[0]} to {result.scores[1]}"
    who = "a draw" if result.winner is None else f"{result.winner} wins"
    plies = "1 ply" if len(record.actions) == 1 else f"{len(record.actions)} plies"
    ending = f"{who} after {plies} ({result.reason}{scores})"
    if record.fault is None:
        return ending
    fault = record.fault
    return f"{ending}; {fault.player}'s fault: {fault_words(fault.kind, fault.detail)}"
