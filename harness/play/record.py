"""Game records (protocol, section 1): one game as one JSON object, written, read and checked against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.core.errors import DataError, HeadraceError, IllegalAction, did_you_mean
from harness.core.streams import SEED_LIMIT
from harness.games import find_game
from harness.games.description import SEATS, SWAPS, Result
from harness.games.options import Rules
from harness.games.outcome import FAULTS
from harness.games.position import Position
from harness.players.strict_json import load_once

SCHEMA = 1
MOST_LEGS = max(map(len, SWAPS.values()))


@dataclass(frozen=True)
class FaultNote:
    """The fault of a forfeited game: who (a seat), what kind, and what was done instead of a legal action."""

    player: str
    kind: str
    detail: str


@dataclass(frozen=True)
class GameRecord:
    """One whole game.

    Attributes
    ----------
    game, version : str
        Which game, in which version.
    rules : mapping
        What differs from the default rules.
    start : str
        The position line before the first action.
    actions : sequence of str
        In order; the illegal action of a forfeit isn't among them.
    result : Result
        How it ended.
    players : (str, str)
        Labels in seats a and b.
    seed, deal, leg : int
        Where it stands in its run.
    fault : FaultNote, optional
        Why it was forfeited.
    notes : mapping of int to str
        What its players said of decisions, by ply: shown in a trace, and no part of the written record.
    """

    game: str
    version: str
    rules: Rules
    start: str
    actions: Sequence[str]
    result: Result
    players: tuple[str, str] = ("", "")
    seed: int = 0
    deal: int = 0
    leg: int = 0
    fault: FaultNote | None = None
    notes: Mapping[int, str] = field(default_factory=dict, compare=False)

    def positions(self) -> Iterator[Position]:
        """Play the game through: the position before the first action and after each."""
        position = Position.parse(self.game, self.start, self.rules)
        yield position
        for action in self.actions:
            position = position.play(action)
            yield position

    def as_object(self) -> dict[str, Any]:
        """Give the record as the JSON object of the protocol."""
        scores = None if self.result.scores is None else list(self.result.scores)
        written: dict[str, Any] = {
            "schema": SCHEMA,
            "game": self.game,
            "version": self.version,
            "rules": dict(self.rules),
            "start": self.start,
            "actions": list(self.actions),
            "result": {"winner": self.result.winner, "reason": self.result.reason, "scores": scores},
            "players": list(self.players),
            "seed": self.seed,
            "deal": self.deal,
            "leg": self.leg,
        }
        if self.fault is not None:
            written["fault"] = {
                "player": self.fault.player,
                "kind": self.fault.kind,
                "detail": self.fault.detail,
            }
        return written


_FIELDS = (
    "schema",
    "game",
    "version",
    "rules",
    "start",
    "actions",
    "result",
    "players",
    "seed",
    "deal",
    "leg",
    "fault",
)
_NEEDED = ("schema", "game", "version", "rules", "start", "actions", "result")


def read_record(text: str, where: str = "the record") -> GameRecord:
    """Read a record and check it against the rules.

    Raises
    ------
    DataError
        With every reason: what is missing or unknown, an action that isn't legal, a result that doesn't follow.
    """
    try:
        found = load_once(text, where)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where} is not JSON: {error}", "a record is one JSON object on a line") from None
    reasons = _shape_reasons(found)
    if not reasons:
        record = _build(found)
        reasons = _game_reasons(record)
        if not reasons:
            return record
    raise DataError(
        f"{where} is refused: " + "; ".join(reasons), "see the section on records in docs/players.md"
    )


def _shape_reasons(found: Any) -> list[str]:
    if not isinstance(found, dict):
        return ["it is not an object"]
    reasons = [f'"{name}" is missing' for name in _NEEDED if name not in found]
    reasons += [
        f'unknown field "{name}", {did_you_mean(name, _FIELDS)}' for name in found if name not in _FIELDS
    ]
    if found.get("schema", SCHEMA) != SCHEMA:
        reasons.append(f"schema {found['schema']!r} is not {SCHEMA}")
    kinds: dict[str, type | tuple[type, ...]] = {
        "game": str, "version": str, "rules": dict, "start": str, "actions": list, "result": dict, "players": list,
        "seed": int, "deal": int, "leg": int, "fault": dict,
    }  # fmt: skip
    for name, kind in kinds.items():
        if name in found and (not isinstance(found[name], kind) or isinstance(found[name], bool)):
            reasons.append(f'"{name}" is not {_word(kind)}')
    reasons += [
        f'"{name}" is {found[name]}, not from 0 to 2^53 - 1'
        for name in ("seed", "deal", "leg")
        if type(found.get(name, 0)) is int and not 0 <= found.get(name, 0) < SEED_LIMIT
    ]
    if reasons:
        return reasons
    if not all(isinstance(action, str) for action in found["actions"]):
        reasons.append('"actions" are not all strings')
    if type(found.get("leg", 0)) is int and found.get("leg", 0) >= MOST_LEGS:
        reasons.append(f'"leg" is {found["leg"]}; a block has {MOST_LEGS} legs at most')
    players = found.get("players", ["", ""])
    if len(players) != 2 or not all(isinstance(player, str) for player in players):
        reasons.append('"players" are not two labels')
    return reasons + _result_reasons(found["result"]) + _fault_reasons(found.get("fault"))


def _word(kind: Any) -> str:
    return {str: "a string", dict: "an object", list: "a list", int: "a whole number"}[kind]


def _result_reasons(result: Mapping[str, Any]) -> list[str]:
    reasons = [f'"result" has no "{name}"' for name in ("winner", "reason") if name not in result]
    if result.get("winner") not in ("a", "b", None):
        reasons.append(f'the winner {result["winner"]!r} is not "a", "b" or null')
    scores = result.get("scores")
    if scores is not None and not (
        isinstance(scores, list) and len(scores) == 2 and all(type(score) is int for score in scores)
    ):
        reasons.append("the scores are not two whole numbers or null")
    return reasons


def _fault_reasons(fault: Mapping[str, Any] | None) -> list[str]:
    if fault is None:
        return []
    reasons = []
    if fault.get("player") not in SEATS:
        reasons.append(f"the fault's player {fault.get('player')!r} is not a or b")
    if fault.get("kind") not in FAULTS:
        reasons.append(f"the fault's kind {fault.get('kind')!r} is none of {', '.join(FAULTS)}")
    return reasons


def _build(found: Mapping[str, Any]) -> GameRecord:
    result, fault = found["result"], found.get("fault")
    scores = result.get("scores")
    return GameRecord(
        game=found["game"],
        version=found["version"],
        rules=found["rules"],
        start=found["start"],
        actions=tuple(found["actions"]),
        result=Result(result["winner"], result["reason"], None if scores is None else (scores[0], scores[1])),
        players=tuple(found.get("players", ("", ""))),
        seed=found.get("seed", 0),
        deal=found.get("deal", 0),
        leg=found.get("leg", 0),
        fault=None
        if fault is None
        else FaultNote(fault["player"], fault["kind"], str(fault.get("detail", ""))),
    )


def _game_reasons(record: GameRecord) -> list[str]:
    try:
        game = find_game(record.game)
        if record.version != game.version:
            return [f"it is of version {record.version} of {record.game}; this is version {game.version}"]
        position = Position.parse(record.game, record.start, record.rules)
        for place, action in enumerate(record.actions):
            try:
                position = position.play(action)
            except IllegalAction as error:
                return [f"action {place + 1}, {action}, is not legal: " + "; ".join(error.reasons)]
    except HeadraceError as error:
        return [str(error)]
    return _ending_reasons(record, position)


def _fault_at(fault: FaultNote, position: Position) -> list[str]:
    """Say why a fault can't have happened in a position; all but an illegal action can come with hearing the result."""
    over, illegal = position.result is not None, fault.kind == "illegal"
    reasons = ["it has an illegal action, but the game had ended by its rules"] if over and illegal else []
    if not over and fault.player != position.mover:
        reasons.append(f"the fault is {fault.player}'s, but {position.mover} was to move")
    if illegal and fault.detail in position.legal:
        reasons.append(f"{fault.detail} is its illegal action, but it is legal there")
    return reasons


def _ending_reasons(record: GameRecord, position: Position) -> list[str]:
    if record.fault is not None:
        reasons = _fault_at(record.fault, position)
        if reasons:
            return reasons
        expected = Result("b" if record.fault.player == "a" else "a", "forfeit")
    elif position.result is None:
        return [f"it stops at ply {position.ply}, where the game is not over"]
    else:
        expected = position.result
    return [] if record.result == expected else [f"its result does not follow: the game gives {expected}"]
