import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from harness.core.errors import DataError
from harness.games import find_game
from harness.games.outcome import unpack
from harness.play.pairing import Pairing
from harness.play.record import read_record
from harness.play.replay import build_record, play_again
from harness.play.setting import Setting
from harness.players.entrants import read_entrants

VILLAINS = Path(__file__).parent / "villains.py"


def pairing(game, first, second, keep_actions=False, seed=1):
    description = find_game(game)
    field = read_entrants([first, second], description)
    return Pairing(Setting(description, {}, seed), *field, keep_actions)


def villain(name):
    return f"{VILLAINS}#{name}"


@pytest.mark.parametrize("game", ["forecast", "defcon"])
@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("Raises", "crash", "RuntimeError: I can't go on"),
        ("Leaves", "crash", "SystemExit: 3"),
        ("Nonsense", "illegal", None),
        ("BadStart", "crash", "ValueError: no start"),
        ("BadEnd", "crash", "ValueError: no end"),
        ("raises", None, None),
        ("wild", "illegal", "-1"),
    ],
)
def test_a_villain_loses_its_own_games_and_no_other(game, name, kind, detail):
    """Each game that it plays to that point is lost by it, told apart, and credited to the other."""
    played = pairing(game, villain(name), "random").play(0, 20)
    assert len(played.faults) == played.games == 40
    assert (unpack(played.rows[0], "fault") > 0).all()
    for fault in played.faults:
        assert fault.player == name
        assert kind is None or fault.kind == kind
        assert detail is None or fault.detail.startswith(detail)
        first_seat = fault.leg  # the villain is the first entrant: seat a in leg 0, b in leg 1
        assert fault.seat == first_seat
        assert unpack(played.rows[0], "winner")[fault.game] == 1 - first_seat
        assert (fault.deal, fault.leg) == divmod(fault.game, 2)


def test_a_kernel_that_raises_late_is_a_crash_with_its_traceback():
    played = pairing("forecast", villain("raises_late"), "random").play(0, 5)
    assert {fault.kind for fault in played.faults} == {"crash"}
    assert all("compiled, and broken" in fault.detail for fault in played.faults)
    assert all(
        "raises_late" in fault.failure.traceback or "villains" in fault.failure.traceback
        for fault in played.faults
    )


@pytest.mark.parametrize("action", [-1, 46, 63, 64, 1 << 40, -(1 << 62), 1 << 62])
@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_no_number_passes_for_an_action(game, action):
    played = pairing(game, f"{villain('wild')}:action={action}", "random").play(0, 3)
    assert {fault.kind for fault in played.faults} == {"illegal"}
    assert len(played.faults) == 6


def test_an_action_that_is_not_legal_is_illegal():
    played = pairing("forecast", villain("Cheats"), "random").play(0, 10)
    assert {fault.kind for fault in played.faults} == {"illegal"}


def test_a_player_that_does_not_compile_is_refused_before_any_game():
    with pytest.raises(DataError, match=r"villains.py, line \d+: not_compilable can't be compiled") as caught:
        pairing("forecast", villain("not_compilable"), "random").play(0, 1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_any_division_into_ranges_gives_the_same_games(game):
    whole = pairing(game, "random", villain("Raises") + ":ply=30", keep_actions=True).play(0, 12)
    parts = pairing(game, "random", villain("Raises") + ":ply=30", keep_actions=True)
    pieces = [parts.play(8, 4), parts.play(0, 3), parts.play(3, 5)]
    rows = np.concatenate([pieces[1].rows, pieces[2].rows, pieces[0].rows], axis=1)
    assert np.array_equal(rows, whole.rows)
    assert np.array_equal(sum(piece.histogram for piece in pieces), whole.histogram)
    assert np.array_equal(
        np.concatenate([pieces[1].actions, pieces[2].actions, pieces[0].actions]), whole.actions
    )


@pytest.mark.parametrize("game", ["forecast", "defcon"])
def test_logged_actions_and_a_second_playing_give_the_same_record(game):
    setting = Setting(find_game(game), {}, 5)
    field = read_entrants(["random", villain("Raises") + ":ply=40"], setting.game)
    played = Pairing(setting, *field, True).play(100, 4)
    faults = {fault.game: fault for fault in played.faults}
    for number in range(played.games):
        deal, leg = 100 + number // 2, number % 2
        actions = played.actions[played.offsets[number] : played.offsets[number + 1]].tolist()
        kept = build_record(
            setting, *field, deal, leg, actions, int(played.rows[0, number]), faults.get(number)
        )
        assert (
            kept.as_object() == play_again(Pairing(setting, *field, keep_actions=True), deal, leg).as_object()
        )
        assert read_record(json.dumps(kept.as_object())).as_object() == kept.as_object()


def test_a_player_that_draws_more_numbers_moves_nothing_else(tmp_path):
    """The deals, and the other player's numbers, stay as they are."""
    shutil.copy(Path(__file__).parent / "restless.py", tmp_path / "restless.py")
    game = find_game("forecast")
    outcomes = []
    for draws in (0, 7):
        field = read_entrants([f"{tmp_path / 'restless.py'}:draws={draws},label=r", "random"], game)
        outcomes.append(Pairing(Setting(game, {}, 1), *field).play(0, 50).rows)
    assert np.array_equal(*outcomes)


def test_seat_and_leg_labels_swap():
    played = pairing("forecast", "random", "random").play(0, 50)
    assert unpack(played.rows[0], "leg").tolist() == [0, 1] * 50
    assert unpack(played.rows[0], "first_seat").tolist() == [0, 1] * 50


def test_a_match_plays_the_tournaments_games():
    """A pairing's games depend on its labels alone, not on who else is there."""
    game = find_game("forecast")
    setting = Setting(game, {}, 1)
    alone = read_entrants(["greedy", "random"], game)
    among = read_entrants(["heuristic", "greedy", "random"], game)[1:]
    assert np.array_equal(
        Pairing(setting, *alone).play(0, 30).rows, Pairing(setting, *among).play(0, 30).rows
    )
