"""Games with batch players: how many are in flight changes nothing, and all kinds of players meet."""

import importlib
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from harness.core.compiler import Entry
from harness.games import find_game
from harness.games.outcome import unpack
from harness.play import flight
from harness.play.pairing import Pairing
from harness.play.record import read_record
from harness.play.replay import build_record
from harness.play.setting import Setting
from harness.players.batches import _warm_views
from harness.players.entrants import read_entrants

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "docs" / "examples"
GAMES = ("forecast", "defcon")
SIZES = (0, 1, 7, 4096)
"""Games in flight; 0 plays one after another, and asks about one at a time through the shim."""


def bot(name, label):
    return f"{HERE / 'batches.py'}#{name}:label={label}"


def pairing(game, first, second, size=None, swap="seats"):
    description = find_game(game)
    made = Pairing(Setting(description, {}, 1, swap), *read_entrants([first, second], description), True)
    if size is not None:
        assert made.in_flight > 0
        made.in_flight = size
    return made


def same(one, other):
    assert np.array_equal(one.rows, other.rows)
    assert np.array_equal(one.histogram, other.histogram)
    assert np.array_equal(one.offsets, other.offsets)
    assert np.array_equal(one.actions, other.actions)
    assert one.faults == other.faults


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_player_plays_as_its_plain_twin_however_many_games_are_in_flight(game, size):
    plain = pairing(game, bot("PlainAnything", "x"), "random").play(3, 20)
    same(pairing(game, bot("Anything", "x"), "random", size).play(3, 20), plain)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rival", ["PlainAnything", "Anything", "Ending"])
def test_batch_players_meet_all_kinds_in_both_seats(game, rival):
    twin = "Ending" if rival == "Ending" else "PlainAnything"
    plain = pairing(game, bot(twin, "y"), bot("PlainAnything", "x")).play(0, 10)
    for size in SIZES:
        same(pairing(game, bot(rival, "y"), bot("Anything", "x"), size).play(0, 10), plain)
    assert bool(plain.faults) == (rival == "Ending")


@pytest.mark.parametrize("size", SIZES)
def test_games_that_were_lost_at_their_end_have_records(size):
    """Whoever raises on hearing a result has lost a game that is over: all its actions are kept."""
    made = pairing("forecast", bot("Ending", "y"), bot("Anything", "x"), size)
    played = made.play(0, 10)
    for fault in played.faults:
        indexes = played.actions[played.offsets[fault.game] : played.offsets[fault.game + 1]].tolist()
        outcome = int(played.rows[0, fault.game])
        entrants = [place.entrant for place in made.places]
        record = build_record(made.setting, *entrants, fault.deal, fault.leg, indexes, outcome, fault)
        assert read_record(json.dumps(record.as_object())).fault is not None
        assert list(record.positions())[-1].result is not None


def test_all_legs_of_a_swap_design():
    plain = pairing("defcon", bot("PlainAnything", "x"), "greedy", swap="both").play(0, 4)
    same(pairing("defcon", bot("Anything", "x"), "greedy", 5, "both").play(0, 4), plain)


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_player_against_a_program(game, tmp_path):
    """A program plays one game after another, so the batch player is asked about one at a time."""
    program = tmp_path / "first.py"
    program.write_text(PROGRAM)
    command = f'exec:"{sys.executable} {program}"'.replace('"', "")
    plain = pairing(game, bot("PlainAnything", "x"), command).play(0, 3)
    batch = pairing(game, bot("Anything", "x"), command)
    assert batch.in_flight == 0
    same(batch.play(0, 3), plain)
    assert not plain.faults


def test_a_batch_player_in_a_process_of_its_own_plays_the_same_games():
    setting = Setting(find_game("forecast"), {}, 1, apart=True)
    field = read_entrants([bot("Anything", "x"), "random"], setting.game)
    same(
        Pairing(setting, *field, True).play(0, 3),
        pairing("forecast", bot("Anything", "x"), "random").play(0, 3),
    )


PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    answers = {
        "hello": {"type": "hello", "name": "first", "games": ["forecast", "defcon"]},
        "act": {"type": "action", "action": (message.get("legal") or [None])[0]},
    }
    answer = answers.get(message["type"], {"type": "ready"})
    print(json.dumps({**answer, "n": message["n"]}), flush=True)
"""


@pytest.mark.parametrize("name", ["counting", "failing"])
def test_compiled_players_keep_their_memory_in_each_game_and_lose_only_their_own(name):
    plain = pairing("forecast", bot(name, "y"), bot("PlainAnything", "x")).play(0, 20)
    assert {fault.kind for fault in plain.faults} == {"crash" if name == "counting" else "illegal"}
    for size in SIZES:
        batch = pairing("forecast", bot(name, "y"), bot("Anything", "x"), size).play(0, 20)
        assert np.array_equal(batch.rows, plain.rows)
        assert np.array_equal(batch.actions, plain.actions)
        assert [(fault.game, fault.player, fault.detail) for fault in batch.faults] == [
            (fault.game, fault.player, fault.detail) for fault in plain.faults
        ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("RaisesMany", "crash", "RuntimeError: I can't go on with "),
        ("LeavesMany", "crash", "SystemExit: 3"),
        ("Illegal", "illegal", ""),
        ("TooFew", "illegal", "an answer of shape (0,) and type int64, not of shape (1,)"),
        ("Floats", "illegal", "an answer of shape (1,) and type float64"),
        ("NoAnswer", "illegal", "an answer of shape () and type object"),
        ("Writes", "crash", "ValueError: assignment destination is read-only"),
    ],
)
def test_a_fault_forfeits_the_guilty_games_alone(game, name, kind, detail):
    """The innocent ones go on as if nobody had gone wrong beside them."""
    innocent = pairing(game, bot("PlainAnything", "x"), "random").play(0, 12)
    asked = [pairing(game, bot(name, "x"), "random", size).play(0, 12) for size in SIZES]
    for played in asked[1:]:
        same(played, asked[0])
    faults = asked[0].faults
    assert 0 < len(faults) <= asked[0].games
    assert {(fault.kind, fault.player) for fault in faults} == {(kind, "x")}
    assert all(fault.detail.startswith(detail) for fault in faults)
    guilty = np.zeros(24, bool)
    guilty[[fault.game for fault in faults]] = True
    assert np.array_equal(unpack(asked[0].rows[0], "fault") > 0, guilty)
    assert np.array_equal(asked[0].rows[:, ~guilty], innocent.rows[:, ~guilty])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("NeverRight", "RuntimeError: never"),
        ("BadStartMany", "ValueError: no start with "),
        ("Remembers", "AttributeError: Remembers.seen can't be set after begin"),
    ],
)
def test_a_player_that_never_answers_loses_every_game(game, name, detail):
    asked = [pairing(game, "random", bot(name, "x"), size).play(0, 5) for size in SIZES]
    for played in asked[1:]:
        same(played, asked[0])
    assert len(asked[0].faults) == 10
    assert all(fault.detail.startswith(detail) for fault in asked[0].faults)
    assert set(unpack(asked[0].rows[0], "plies").tolist()) == {0, 1}


def test_two_villains_each_lose_their_own_games():
    asked = [
        pairing("forecast", bot("RaisesMany", "x"), bot("Illegal", "y"), size).play(0, 20) for size in SIZES
    ]
    for played in asked[1:]:
        same(played, asked[0])
    assert {(fault.player, fault.kind) for fault in asked[0].faults} == {("x", "crash"), ("y", "illegal")}


@pytest.mark.parametrize("size", SIZES)
def test_an_interrupt_is_a_persons_and_no_fault(size):
    with pytest.raises(KeyboardInterrupt):
        pairing("forecast", bot("Interrupted", "x"), "random", size).play(0, 2)


@pytest.mark.parametrize("game", GAMES)
def test_any_division_into_ranges_and_single_legs_give_the_same_games(game, monkeypatch):
    whole = pairing(game, bot("Anything", "x"), bot("RaisesMany", "y")).play(0, 9)
    parts = pairing(game, bot("Anything", "x"), bot("RaisesMany", "y"))
    pieces = [parts.play(0, 2), parts.play(2, 7)]
    assert np.array_equal(np.concatenate([piece.rows for piece in pieces], axis=1), whole.rows)
    assert np.array_equal(np.concatenate([piece.actions for piece in pieces]), whole.actions)
    leg = parts.play_leg(4, 1)
    assert np.array_equal(leg.rows[:, 0], whole.rows[:, 9])
    assert np.array_equal(leg.actions, whole.actions[whole.offsets[9] : whole.offsets[10]])
    monkeypatch.setattr("harness.play.pairing.LOG_LIMIT", 4)
    same(pairing(game, bot("Anything", "x"), bot("RaisesMany", "y")).play(0, 9), whole)


def test_games_in_flight_follow_from_what_players_declare():
    assert pairing("forecast", bot("Anything", "x"), "random").in_flight == flight.IN_FLIGHT
    assert pairing("forecast", bot("PlainAnything", "x"), bot("Anything", "y")).in_flight == flight.WITH_PLAIN
    assert pairing("forecast", "random", "greedy").in_flight == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_beat_random(game):
    played = pairing(game, str(EXAMPLES / f"batch_{game}.py"), "random").play(0, 200)
    won = unpack(played.rows[0], "winner") == unpack(played.rows[0], "first_seat")
    assert not played.faults
    assert won.mean() > (0.7 if game == "forecast" else 0.9)


@pytest.mark.parametrize("patience", [0.5, 1.0])
def test_the_example_in_numpy_plays_as_the_plain_one(patience):
    plain = pairing("forecast", f"{bot('PlainExample', 'x')},patience={patience}", "greedy").play(0, 30)
    batch = f"{EXAMPLES / 'batch_forecast.py'}:label=x,patience={patience}"
    same(pairing("forecast", batch, "greedy").play(0, 30), plain)


WITHOUT_COMPILER = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.play.test_flight import bot, pairing, same
for game in ("forecast", "defcon"):
    plain = pairing(game, bot("PlainAnything", "x"), "random").play(0, 2)
    for size in (0, 3):
        same(pairing(game, bot("Anything", "x"), "random", size).play(0, 2), plain)
    print(int(plain.rows[0].sum()))
"""


def test_without_the_compiler_the_games_are_the_same():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", WITHOUT_COMPILER]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    expected = [pairing(game, bot("Anything", "x"), "random").play(0, 2) for game in GAMES]
    assert done.stdout.split() == [str(int(played.rows[0].sum())) for played in expected]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rival", ["random", "PlainAnything", "Anything"])
def test_warnings_that_a_player_makes_errors_harm_nobody(game, rival):
    rival = rival if rival == "random" else bot(rival, "y")
    with warnings.catch_warnings():
        played = pairing(game, bot("Warned", "x"), rival, 7).play(0, 20)
    same(played, pairing(game, bot("Anything", "x"), rival).play(0, 20))
    assert played.faults == []


@pytest.mark.parametrize("game", GAMES)
def test_views_are_compiled_before_anybody_s_time_runs(game, monkeypatch):
    module = importlib.import_module(f"harness.games.{game}.many")
    entries = [value for value in vars(module).values() if isinstance(value, Entry)]
    for entry in entries:
        monkeypatch.setattr(entry, "_compiled", None)
    _warm_views.cache_clear()
    assert pairing(game, bot("Anything", "x"), "random").places[0].player
    assert all(entry._compiled is not None for entry in entries)
