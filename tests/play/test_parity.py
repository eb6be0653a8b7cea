"""Wherever a player plays, here or in a process of its own, its games are the same: what it does wrong included."""

from pathlib import Path

import numpy as np
import pytest

from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players.entrants import read_entrants
from harness.players.limits import Limits
from harness.store.faults import without_machine

HERE = Path(__file__).parent
RUNS = HERE.parent / "e2e" / "villains.py"
OWN = HERE / "villains.py"


def play(game, target, apart, isolate=False):
    description = find_game(game)
    setting = Setting(description, {}, 1, limits=Limits(patience=60), apart=apart, isolate=isolate)
    field = read_entrants(["random", target], description, isolate=isolate)
    pairing = Pairing(setting, *field, keep_actions=True)
    if apart or isolate:
        assert type(pairing.places[1]).__name__ == "HostedPlace"
    return pairing.play(0, 16)


def told(fault):
    """Give what a run keeps of a fault."""
    failure = fault.failure
    words = without_machine(failure.detail), without_machine(failure.traceback)
    return fault.game, fault.deal, fault.leg, fault.seat, fault.player, fault.kind, *words


@pytest.fixture(autouse=True)
def interrupts_are_left_alone(monkeypatch):
    """As in a worker."""
    monkeypatch.setattr("harness.players.failures._interruptible", False)


@pytest.mark.parametrize("game", ["forecast", "defcon"])
@pytest.mark.parametrize(
    ("file", "name"),
    [
        *((RUNS, name) for name in ("PlainCrash", "PlainIllegal", "BatchCrash", "BatchIllegal")),
        *((RUNS, f"compiled:how={how}") for how in (1, 2)),
        *(
            (OWN, name)
            for name in ("Raises", "Leaves", "Nonsense", "BadStart", "BadEnd", "BadBoth", "BadInit")
        ),
        *((OWN, name) for name in ("Interrupts", "InterruptsMany", "Surrogate", "Unshown", "Slippery")),
        *((OWN, name) for name in ("no_answer", "wild")),
    ],
)
def test_all_that_is_kept_is_the_same(game, file, name):
    target = f"{file}#{name}" if file == OWN else f"{file}#{name.replace('compiled', f'compiled_{game}')}"
    inside, apart = play(game, target, False), play(game, target, True)
    assert inside.faults
    assert len({fault.game for fault in inside.faults}) == len(inside.faults), "a game is lost once"
    assert [told(fault) for fault in inside.faults] == [told(fault) for fault in apart.faults]
    for array in ("rows", "histogram", "offsets", "actions"):
        assert np.array_equal(getattr(inside, array), getattr(apart, array)), array


def test_a_traceback_names_the_player_s_own_lines_only():
    for how in (False, True):
        traceback = play("forecast", f"{OWN}#Raises", how).faults[0].failure.traceback
        assert "I can't go on" in traceback
        assert traceback.count('File "') == 1
        assert "villains.py" in traceback
