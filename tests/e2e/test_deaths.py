"""Players that kill or hang their worker: their own games are lost, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from harness.play.pairing import Pairing
from harness.players.limits import Limits
from harness.tournament.library import make_setting, make_tournament, play_experiment

KILLERS = '''
import ctypes
import os

from harness.players import player


class Killer:
    def begin(self, info):
        self.bad = info.rng.random() < 0.03

    def choose(self, view):
        if self.bad and view.ply >= 10:
            self.kill()
        return view.legal[0]


@player(game="forecast")
class Exits(Killer):
    """Ends its process in one game of fifty."""

    def kill(self):
        os._exit(7)


@player(game="forecast")
class Breaks(Killer):
    """Reads where nothing is, in one game of fifty."""

    def kill(self):
        ctypes.string_at(0)


@player(game="forecast")
class Hangs(Killer):
    """Goes round for ever, in one game of fifty."""

    def kill(self):
        while True:
            pass
'''


@pytest.mark.parametrize(
    ("name", "kind", "blocks"), [("Exits", "exit", 60), ("Breaks", "exit", 60), ("Hangs", "hang", 60)]
)
def test_it_costs_its_own_games(tmp_path, name, kind, blocks):
    (tmp_path / "killers.py").write_text(KILLERS)
    target = f"{tmp_path / 'killers.py'}#{name}"
    setting = make_setting("forecast", limits=Limits(patience=2.0))
    with_it = make_tournament(setting, ["random", "greedy", target], blocks=blocks, max_faults=1.0)
    run = play_experiment(with_it, root=tmp_path, slug="with", workers=2)
    without = play_experiment(
        make_tournament(setting, ["random", "greedy"], blocks=blocks), root=tmp_path, slug="without"
    )
    theirs, alone = run.reader.results()["random", "greedy"], without.reader.results()["random", "greedy"]
    assert np.array_equal(theirs[0], alone[0])
    assert np.array_equal(theirs[1], alone[1])
    games = run.games()
    lost = games[games["fault"].notna()]
    assert set(lost["fault"]) == {kind}
    assert set(lost["fault_player"]) == {name}
    # The same games, played with the player apart from the start, are lost.
    apart = Pairing(replace(setting, apart=True), with_it.field[0], with_it.field[2]).play(0, blocks)
    mine = lost[lost["first"] == "random"]
    assert [(f.deal, f.leg) for f in apart.faults] == list(zip(mine["deal"], mine["leg"], strict=True))
