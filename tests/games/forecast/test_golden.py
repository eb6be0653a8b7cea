"""The engine holds itself to what others wrote down: vectors, golden playthroughs, and counts of sequences."""

import json
from pathlib import Path

import pytest

from harness.games.position import Position
from tests.games.driver import Engine
from tests.reference import forecast as twin
from tests.reference import perft
from tests.reference.playthrough import path_of, read_script, render, scripts

ENGINE = Engine("forecast")
TESTS = Path(__file__).parents[2]


def vectors(kind: str) -> list:
    lines = (TESTS / "vectors" / f"forecast-{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(json.loads(line), id=str(number)) for number, line in enumerate(lines, 1)]


def assert_shows(position: Position, expected: dict) -> None:
    assert str(position) == expected["state"]
    assert [position.view(seat) for seat in "ab"] == expected["views"]
    assert list(position.legal) == expected["legal"]


@pytest.mark.parametrize("row", vectors("games"))
def test_games(row):
    position = Position.parse("forecast", row["start"], row["rules"])
    assert Position.start("forecast", twin.parse(row["start"]).deck, row["rules"]) == position
    assert_shows(position, row["plies"][0])
    for action, expected in zip(row["actions"], row["plies"][1:], strict=True):
        assert position.result is None
        position = position.play(action)
        assert_shows(position, expected)
        assert_shows(Position.parse("forecast", expected["state"], row["rules"]), expected)
    assert ENGINE.result(position) == row["result"]


@pytest.mark.parametrize("row", vectors("positions"))
def test_positions(row):
    before = ENGINE.parse(row["state"], row["rules"])
    assert_shows(before, row)
    after = before.play(row["action"])
    assert str(after) == row["next"]
    assert list(after.legal) == row["next_legal"]
    assert ENGINE.result(after) == row["result"]


@pytest.mark.parametrize("name", [name for name, script in scripts().items() if script.game == "forecast"])
def test_playthroughs(name):
    text = path_of(name).read_text(encoding="utf-8")
    assert render(ENGINE, read_script(text)) == text


COUNTS = [row for row in perft.stored() if row["game"] == "forecast"]


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: str(row["count"]))
def test_perft(row):
    position = ENGINE.parse(row["line"], row["rules"])
    assert position.perft(row["depth"]) == row["count"]
    split = {action: position.play(action).perft(row["depth"] - 1) for action in position.legal}
    assert sum(split.values()) == row["count"]


def test_perft_through_the_positions_themselves():
    for row in COUNTS:
        if row["depth"] <= 2:
            position = ENGINE.parse(row["line"], row["rules"])
            assert perft.perft(ENGINE, position, row["depth"]) == row["count"]
