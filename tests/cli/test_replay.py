"""Replays: from kept actions, played again, and from files; and the counts of perft."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.games.position import Position
from tests.cli.calling import call, succeed

GAME = "greedy:random:17:1"


def record(run: Path, game: str = GAME) -> str:
    return succeed("replay", str(run), game, "--json").out


def test_a_game_is_played_again(match_run: Path) -> None:
    found = json.loads(record(match_run))
    assert (found["game"], found["seed"], found["deal"], found["leg"]) == ("forecast", 1, 17, 1)
    assert found["players"] == ["random", "greedy"]
    position = Position.deal("forecast", 1, 17)
    assert found["start"] == str(position)
    for action in found["actions"]:
        position = position.play(action)
    assert position.result is not None
    assert found["result"]["winner"] == position.result.winner


def test_a_trace_has_one_object_a_ply(match_run: Path) -> None:
    steps = succeed("replay", str(match_run), GAME, "--trace", "--json").objects
    found = json.loads(record(match_run))
    assert [step["ply"] for step in steps] == list(range(len(found["actions"]) + 1))
    assert all(set(step) == {"ply", "state", "legal", "action"} for step in steps)
    assert [step["action"] for step in steps] == [*found["actions"], None]
    assert steps[-1]["legal"] == []
    position = Position.parse("forecast", steps[0]["state"])
    for step in steps:
        assert step["state"] == str(position)
        assert tuple(step["legal"]) == position.legal
        position = position.play(step["action"]) if step["action"] else position


def test_people_read_a_summary_or_a_trace(match_run: Path) -> None:
    summary = succeed("replay", str(match_run), GAME).out
    assert "seed 1, deal 17, leg 1" in summary
    assert "plies" in summary
    lines = succeed("replay", str(match_run), GAME, "--trace").out.splitlines()
    assert lines[0] == "forecast: random (a) against greedy (b), seed 1, deal 17, leg 1"
    assert lines[1].startswith("  0 a draw ")
    assert "wins after" in lines[-1] or "a draw after" in lines[-1]


def test_records_come_from_files_and_from_standard_input(match_run: Path) -> None:
    text = record(match_run) + record(match_run, "greedy:random:3:0")
    Path("games.jsonl").write_text(text, "utf-8")
    assert succeed("replay", "games.jsonl", "2", "--json").object["deal"] == 3
    assert [found["deal"] for found in succeed("replay", "games.jsonl", "--json").objects] == [17, 3]
    assert succeed("replay", "-", "--json", text=text).out == text
    Path("game.json").write_text(json.dumps(json.loads(record(match_run)), indent=2), "utf-8")
    assert succeed("replay", "game.json", "--json").out == record(match_run)
    for number in ("0", "3", "-1", "x", "9" * 5000):
        assert call("replay", "games.jsonl", "--", number).code == 2


def test_every_thing_that_is_wrong_with_a_record_is_told(match_run: Path) -> None:
    good = json.loads(record(match_run))
    for change, told in (
        ({"actions": good["actions"][:-1]}, "the game is not over"),
        ({"actions": ["-1", *good["actions"]]}, "action 1, -1, is not legal"),
        ({"version": "0"}, "version"),
        ({"result": {"winner": None, "reason": "deck-out", "scores": [0, 0]}}, "does not follow"),
        ({"colour": 1}, "unknown field"),
        ({"rules": {"exakt": 1}}, "exact"),
    ):
        called = call("replay", "-", text=json.dumps(good | change))
        assert called.code == 4
        assert told in called.err
    for text in ("", "{", "[]", "null", '"x"', "[" * 100_000, "{}"):
        called = call("replay", "-", text=text)
        assert called.code == 4
        assert "Traceback" not in called.err


def test_a_record_with_a_key_twice_is_refused(match_run: Path) -> None:
    text = record(match_run)
    for twice in (text.replace('"seed"', '"seed": 7, "seed"'), f'{{"record": {{}}, "record": {text}}}'):
        Path("twice.json").write_text(twice, "utf-8")
        called = call("replay", "twice.json")
        assert called.code == 4
        assert "twice.json is refused: the key" in called.err


def test_games_of_plain_players_come_from_their_kept_actions() -> None:
    succeed("bot", "new", "otter", "--game", "forecast", "--kind", "plain", "-q")
    succeed("match", "forecast", "./otter.py", "random", "--blocks", "5", "-j", "1", "-q", "--out", "run")
    before = succeed("replay", "run", "otter:random:4:0", "--json").out
    Path("otter.py").unlink()
    assert succeed("replay", "run", "otter:random:4:0", "--json").out == before


def test_a_changed_player_is_not_played_again() -> None:
    succeed("bot", "new", "otter", "--game", "forecast", "-q")
    succeed("match", "forecast", "./otter.py", "random", "--blocks", "5", "-j", "1", "-q", "--out", "run")
    with Path("otter.py").open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    called = call("replay", "run", "otter:random:4:0")
    assert called.code == 4
    assert "code of otter" in called.err


def test_labels_with_colons() -> None:
    succeed("bot", "new", "otter", "--game", "forecast", "-q")
    field = ("./otter.py:care=0.5", "./otter.py:label=a:b")
    succeed("match", "forecast", *field, "--blocks", "3", "-j", "1", "-q", "--out", "run")
    found = succeed("replay", "run", "otter:care=0.5:a:b:2:0", "--json").object
    assert found["players"] == ["otter:care=0.5", "a:b"]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("random:greedy:1:0", 'did you mean "greedy:random"?'),
        ("greedy:radom:1:0", "greedy:random"),
        ("greedy:random:1:2", "legs 0 to 1"),
        ("greedy:random:300:0", "deals 0 to 299"),
        ("greedy:random:x:0", "A:B:deal:leg"),
        ("greedy:random:-1:0", "A:B:deal:leg"),
        ("nonsense", "A:B:deal:leg"),
        (f"greedy:random:{'9' * 5000}:0", "A:B:deal:leg"),
    ],
)
def test_a_game_that_isn_t_there_is_told(match_run: Path, game: str, told: str) -> None:
    called = call("replay", str(match_run), game)
    assert called.code == 2
    assert told in called.err


def test_perft_counts() -> None:
    line = "././././. .....|...3. 1,2,?2,?2,x|1,3,?1 2,1,?3,?2,3,1,x,1,-,-,?3,?1,-,2,3,2,?1,?2,3,x,?1,2,3,1,2,?3,3 a 10"
    assert succeed("perft", "forecast", line, "--depth", "3").out == "7405\n"
    split = succeed("perft", "forecast", line, "--depth", "3", "--split", "--json").object
    assert split["nodes"] == sum(split["split"].values()) == 7405
    assert list(split["split"]) == list(Position.parse("forecast", line).legal)
    assert succeed("perft", "forecast", line, "--depth", "2", "--split", "--format", "csv").out.endswith(
        "total,375\n"
    )
    assert succeed("perft", "forecast", "start", "--depth", "0").out == "1\n"
    assert (
        succeed("perft", "defcon", "start", "--deal", "3", "--depth", "1", "--rules", "low=20")
        .out.strip()
        .isdigit()
    )
