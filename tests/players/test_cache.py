"""Players' machine code, cached by several processes: each player always runs as itself."""

import os
import subprocess
import sys

PLAY = """
import sys
from harness.games import find_game
from harness.players.entrants import read_entrants
from harness.play.pairing import Pairing
from harness.play.setting import Setting

game = find_game("forecast")
for name in sys.argv[2:]:
    field = read_entrants([f"{sys.argv[1]}#{name}", f"{sys.argv[1]}#{name}"], game)
    played = Pairing(Setting(game, {}, 1), *field).play(0, 20)
    print(name, int(played.histogram[..., 0].sum()), int(played.histogram.sum()))
"""
BOTS = """
from harness.games.forecast.kit import count_actions, nth_action
from harness.players import player

@player(game="forecast")
def first(view, parameters, memory, scratch, random):
    '''Plays the first action.'''
    return nth_action(view, 0)

@player(game="forecast")
def last(view, parameters, memory, scratch, random):
    '''Plays the last action.'''
    return nth_action(view, count_actions(view) - 1)
"""


def test_players_that_other_processes_compiled_are_not_mixed_up(tmp_path):
    """The compiler numbers functions anew in each process, and would take one for the other."""
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}

    def play(*names):
        command = [sys.executable, "-c", PLAY, str(bots), *names]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return dict(line.split(" ", 1) for line in done.stdout.splitlines())

    alone = {**play("first"), **play("last")}
    assert alone["first"] != alone["last"]
    assert play("first", "last") == alone
    assert play("last", "first") == alone
