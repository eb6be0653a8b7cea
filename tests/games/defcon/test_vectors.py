"""The engine plays every vector, every golden playthrough, and counts what the twins count."""

import json
from pathlib import Path

import pytest

from harness.games.position import Position
from tests.games.driver import Engine
from tests.reference import perft
from tests.reference.playthrough import path_of, read_script, render, scripts

ENGINE = Engine("defcon")
VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def rows(kind: str) -> list[dict]:
    return [json.loads(line) for line in (VECTORS / f"defcon-{kind}.jsonl").read_text().splitlines()]


def assert_shows(position: Position, expected: dict, rules: dict) -> None:
    assert str(position) == expected["state"]
    assert [position.view(seat) for seat in "ab"] == expected["views"]
    assert list(position.legal) == expected["legal"]
    read = Position.parse("defcon", expected["state"], rules)
    assert read == position
    assert read.legal == position.legal
    assert read.result == position.result
    assert [read.view(seat) for seat in "ab"] == expected["views"]


@pytest.mark.parametrize("row", rows("games"))
def test_games(row):
    position = Position.parse("defcon", row["start"], row["rules"])
    assert_shows(position, row["plies"][0], row["rules"])
    for action, expected in zip(row["actions"], row["plies"][1:], strict=True):
        assert position.result is None
        position = position.play(action)
        assert position.seen == action
        assert_shows(position, expected, row["rules"])
    assert ENGINE.result(position) == row["result"]
    assert position.legal == ()


@pytest.mark.parametrize("row", rows("positions"))
def test_positions(row):
    position = Position.parse("defcon", row["state"], row["rules"])
    assert_shows(position, row, row["rules"])
    after = position.play(row["action"])
    assert str(after) == row["next"]
    assert list(after.legal) == row["next_legal"]
    assert ENGINE.result(after) == row["result"]


@pytest.mark.parametrize("name", [name for name, script in scripts().items() if script.game == "defcon"])
def test_playthroughs(name):
    text = path_of(name).read_text(encoding="utf-8")
    assert render(ENGINE, read_script(text)) == text


@pytest.mark.parametrize(
    "row",
    [row for row in perft.stored() if row["game"] == "defcon"],
    ids=lambda row: f"{row['depth']}-{row['count']}",
)
def test_perft(row):
    position = Position.parse("defcon", row["line"], row["rules"])
    assert position.perft(row["depth"]) == row["count"]
    if row["depth"] == 2:
        assert perft.perft(ENGINE, position, 2) == row["count"]


def test_perft_of_an_end():
    row = next(row for row in rows("games") if row["result"])
    over = Position.parse("defcon", row["plies"][-1]["state"], row["rules"])
    assert [over.perft(depth) for depth in range(4)] == [1, 0, 0, 0]
    last = Position.parse("defcon", row["plies"][-2]["state"], row["rules"])
    assert last.perft(1) == len(last.legal)
