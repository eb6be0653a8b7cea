"""Perft: how many sequences of actions of exactly a given length a position has.

A finished game has none of any length above 0, so sequences that end earlier count as nothing. The counts in
`tests/golden/perft.jsonl` are the twins'; the engine is held against them.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from tests.reference.walk import TWINS

TESTS = Path(__file__).resolve().parents[1]
GOLDEN = TESTS / "golden" / "perft.jsonl"

# Rows (from 1) of `tests/vectors/*-positions.jsonl`, and the deepest count.
POSITIONS = {
    "forecast": (
        4,
        {
            55: "a wide choice on an almost untouched river",
            26: "a full hand, the last number of a slot may go",
            57: "three cards from the end of the deck, exact 3",
            38: "hand limit 3",
            18: "hand limit 7, one card left in the deck",
            36: "predictions on full slots",
            64: "hardly a slot that is not full",
        },
    ),
    "defcon": (
        3,
        {
            4: "the end of the opening",
            79: "a reply to a lead, with a Joker in hand",
            92: "a lock below the top, equal ranks on top",
            101: "an empty deck",
            103: "the last card of the game",
            29: "keeps, both, at most two attachments; a lock",
            142: "the challenger to move, range 18 to 28",
            109: "Kings on Kings, at most three attachments",
        },
    ),
}


def perft(driver, state, depth: int) -> int:
    """Count the sequences of `depth` actions from `state`, of a twin or of anything with its interface."""
    if depth == 0:
        return 1
    actions = driver.legal(state)
    if depth == 1:
        return len(actions)
    return sum(perft(driver, driver.play(state, action), depth - 1) for action in actions)


def split(driver, state, depth: int) -> dict[str, int]:
    """The count per first action: what to compare when two counts differ."""
    return {action: perft(driver, driver.play(state, action), depth - 1) for action in driver.legal(state)}


def positions() -> Iterator[tuple[str, dict, str, int]]:
    """Yield (game, rules, line, deepest count) for the positions that are counted."""
    for game, (deepest, numbered) in POSITIONS.items():
        rows = (TESTS / "vectors" / f"{game}-positions.jsonl").read_text().splitlines()
        for number in numbered:
            row = json.loads(rows[number - 1])
            yield game, row["rules"], row["state"], deepest


def counts() -> Iterator[dict]:
    for game, rules, line, deepest in positions():
        twin = TWINS[game]
        state = twin.parse(line, rules)
        for depth in range(1, deepest + 1):
            count = perft(twin, state, depth)
            yield {"game": game, "rules": rules, "line": line, "depth": depth, "count": count}


def stored() -> list[dict]:
    return [json.loads(line) for line in GOLDEN.read_text().splitlines()]


def as_text(rows) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)
