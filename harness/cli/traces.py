"""A game's positions as people read them in a terminal: in columns, with decks as numbers of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from harness.cli.console import Console
from harness.report.text import pad, plain, width

if TYPE_CHECKING:
    from harness.games.position import Position
    from harness.play.record import GameRecord


def write_trace(console: Console, record: GameRecord) -> None:
    """Write a line for each ply: ply, seat, action and position; whole positions where the console is verbose."""
    positions = list(record.positions())
    actions = [*record.actions, ""]
    rows = [[each.state] for each in positions] if console.verbose else _aligned(positions)
    widest = max(map(width, actions))
    for position, action, fields in zip(positions, actions, rows, strict=True):
        mover = "ab"[position.ply % 2]
        line = f"{position.ply:>3} {mover} {pad(action, widest, 'left')}  {'  '.join(fields)}"
        console.write(line.rstrip())
        if position.ply in record.notes:
            console.write(f"{'':>5} {plain(record.notes[position.ply])}")


def _aligned(positions: list[Position]) -> list[list[str]]:
    """Give the fields of all positions in columns of equal width, without those that say whose turn it is."""
    told = [_turn(each) for each in positions]
    columns = [
        column
        for column in zip(*(_short(each) for each in positions), strict=True)
        if not all(field in words for field, words in zip(column, told, strict=True))
    ]
    sizes = [max(map(width, column)) for column in columns]
    return [
        [pad(field, size, "left") for field, size in zip(row, sizes, strict=True)]
        for row in zip(*columns, strict=True)
    ]


def _turn(position: Position) -> set[str]:
    """Give what fields may say of the turn: the seat, the ply, or both."""
    seat, ply = "ab"[position.ply % 2], str(position.ply)
    return {seat, ply, f"{seat}:{ply}"}


def _short(position: Position) -> Iterator[str]:
    """Give a position's fields; what neither player may see, as decks, is told by how many cards it has."""
    lines = (position.state, position.view("a"), position.view("b"))
    for state, *views in zip(*(line.split(" ") for line in lines), strict=True):
        parts = zip(*(field.split("|") for field in (state, *views)), strict=True)
        yield "|".join(
            own if own in seen else "0" if own == "." else str(own.count(",") + 1) for own, *seen in parts
        )
