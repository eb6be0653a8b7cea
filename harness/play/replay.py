"""One game of a run as a record: from the actions that were kept, or by playing it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.core.errors import DataError
from harness.games.description import SWAPS
from harness.games.position import Position
from harness.play.pairing import Pairing
from harness.play.played import Fault
from harness.play.record import FaultNote, GameRecord
from harness.play.results import result_of
from harness.play.setting import Setting
from harness.players.entrants import Entrant


def start_of(setting: Setting, first: Entrant, second: Entrant, deal: int, leg: int) -> Position:
    """Give the position from which a leg of a deal begins."""
    seat, order = SWAPS[setting.swap][leg]
    decks = (setting.deck_of(first), setting.deck_of(second))
    seated = decks if seat == 0 else decks[::-1]
    return Position.deal(
        setting.game.name, setting.seed, deal, seated, setting.rules, order=order if seat == 0 else 1 - order
    )


def action_names(start: Position, indexes: Sequence[int]) -> tuple[str, ...]:
    """Name actions that were kept as indexes in the legal list.

    Raises
    ------
    DataError
        If an index is outside its list: the actions are not those of this game.
    """
    names: list[str] = []
    position = start
    for index in indexes:
        if not 0 <= index < len(position.legal):
            raise DataError(
                f"the kept actions don't fit the deal at ply {position.ply}", "the run's files don't match"
            )
        names.append(position.legal[index])
        position = position.play(names[-1])
    return tuple(names)


def build_record(
    setting: Setting,
    first: Entrant,
    second: Entrant,
    deal: int,
    leg: int,
    indexes: Sequence[int],
    outcome: int,
    fault: Fault | None = None,
    notes: Mapping[int, str] | None = None,
) -> GameRecord:
    """Write a game as a record, from its kept actions, its outcome word, and what was said of it by ply."""
    start = start_of(setting, first, second, deal, leg)
    seat = SWAPS[setting.swap][leg][0]
    labels = (first.label, second.label)
    return GameRecord(
        game=setting.game.name,
        version=setting.game.version,
        rules=setting.rules,
        start=start.state,
        actions=action_names(start, indexes),
        result=result_of(setting.game, outcome),
        players=labels if seat == 0 else (labels[1], labels[0]),
        seed=setting.seed,
        deal=deal,
        leg=leg,
        fault=None if fault is None else noted(fault),
        notes=notes or {},
    )


def noted(fault: Fault) -> FaultNote:
    """Write a fault as a record tells of it."""
    return FaultNote("ab"[fault.seat], fault.kind, fault.detail)


def play_again(pairing: Pairing, deal: int, leg: int) -> GameRecord:
    """Play one game of a pairing, which keeps its actions, again and give its record."""
    played = pairing.play_leg(deal, leg)
    fault = played.faults[0] if played.faults else None
    indexes = [int(index) for index in played.actions]
    notes = {note.ply: note.text for note in played.notes}
    outcome = int(played.rows[0, 0])
    return build_record(pairing.setting, *pairing.entrants, deal, leg, indexes, outcome, fault, notes)


def trace(record: GameRecord) -> Iterator[dict[str, Any]]:
    """Give one object a ply: ``ply``, ``state``, ``legal``, ``action`` (None at the end), ``note`` if one was made."""
    actions = (*record.actions, None)
    for place, (position, action) in enumerate(zip(record.positions(), actions, strict=True)):
        step = {
            "ply": position.ply, "state": position.state, "legal": list(position.legal), "action": action,
        }  # fmt: skip
        yield step | ({"note": record.notes[place]} if place in record.notes else {})
