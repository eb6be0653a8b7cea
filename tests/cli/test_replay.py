"""Replays: from kept actions, played again, and from files; and the counts of perft."""

from __future__ import annotations

import json
import re
import shlex
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


def test_a_trace_stands_in_columns_and_counts_what_nobody_sees() -> None:
    succeed("match", "defcon", "greedy", "random", "--blocks", "1", "-j", "1", "-q", "--out", "run")
    short = succeed("replay", "run", "greedy:random:0:0", "--trace").out.splitlines()
    steps = succeed("replay", "run", "greedy:random:0:0", "--trace", "--json").objects
    whole = succeed("replay", "run", "greedy:random:0:0", "--trace", "-v").out.splitlines()
    starts = {tuple(match.start() for match in re.finditer(r"(?<=  )\S", line[4:])) for line in short[1:-1]}
    assert len(starts) == 1
    for step, line, long in zip(steps, short[1:-1], whole[1:-1], strict=True):
        own, rival, hands, decks, discards, _, status = step["state"].split()
        counts = "|".join(str(len(deck.split(","))) for deck in decks.split("|"))
        assert re.split("  +", line[4:])[1:] == [own, rival, hands, counts, discards, status]
        assert long.endswith(step["state"])


VILLAIN = """
import sys
from harness.players import player

@player(game="forecast")
class Otter:
    def choose(self, view):
        if view.ply > 1:
            print("so \\x1b[2J long", file=sys.stderr)
            raise ValueError("bad \\x1b[31m luck\\nfor b")
        return view.legal[0] if view.ply else {nothing}
"""


def test_faults_are_told_with_what_to_run_next() -> None:
    Path("otter.py").write_text(VILLAIN.format(nothing="view.legal[0]"), "utf-8")
    Path("stoat.py").write_text(VILLAIN.format(nothing="None"), "utf-8")
    field = ("./otter.py", "./stoat.py")
    said = succeed("match", "forecast", *field, "--blocks", "3", "-j", "1", "--out", "run").err
    assert "\x1b" not in said
    assert "games lost by faults: otter 3 of 6, stoat 3 of 6; see run/faults" in said
    assert "  otter: crash, ValueError: bad  luck for b\n" in said
    assert "  stoat: illegal, it gave None\n" in said
    commands = [
        shlex.split(line.partition("see it: headrace ")[2]) for line in said.splitlines() if "see it" in line
    ]
    assert len(commands) == 2
    assert "bot check" not in said
    for command in (commands[0], ["replay", "run/faults/0-0-0.json"]):
        shown = succeed(*command).out
        assert "\x1b" not in shown
        assert "b wins after 2 plies (forfeit); a's fault: crash, ValueError: bad  luck for b" in shown
        assert "otter's traceback:\n  Traceback (most recent call last):\n" in shown
        assert 'otter.py", line 10, in choose\n' in shown
        assert "  ValueError: bad  luck\n  for b\n" in shown
    assert "b wins after 0 plies (forfeit); a's fault: illegal, it gave None" in succeed(*commands[1]).out
    assert "traceback" not in succeed(*commands[0], "--json").out


def test_a_player_that_loses_all_is_to_be_checked_even_where_it_stops_the_run() -> None:
    Path("stoat.py").write_text(VILLAIN.format(nothing="None").replace("ply else", "ply > 9 else"), "utf-8")
    called = call("match", "forecast", "./stoat.py", "random", "--blocks", "60", "-j", "1", "--out", "run")
    assert called.code == 3
    *_, told, see, check, last = called.err.splitlines()
    assert told == "  stoat: illegal, it gave None"
    assert see == "    see it: headrace replay run stoat:random:0:0 --trace"
    assert check.startswith("    check it: headrace bot check ")
    assert "--max-faults SHARE" in last
    assert call(*shlex.split(check.partition("headrace ")[2]), "--positions", "20").code == 1


def test_a_fault_s_last_words_on_standard_error_are_shown() -> None:
    Path("otter.py").write_text(VILLAIN.format(nothing="view.legal[0]"), "utf-8")
    succeed("match", "forecast", "./otter.py", "random", "--blocks", "1", "-j", "1", "--out", "run")
    path = Path("run/faults/0-0-0.json")
    fault = json.loads(path.read_text("utf-8"))
    fault["here"]["standard error"] = "so \x1b[2J long\nfarewell\n"
    path.write_text(json.dumps(fault), "utf-8")
    for shown in (
        succeed("replay", str(path)).out,
        succeed("replay", "run", "otter:random:0:0", "--trace").out,
    ):
        assert "\notter's standard error:\n  so  long\n  farewell\n" in shown


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
