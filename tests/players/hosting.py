"""What tests of players in processes of their own share."""

import os
import sys
import time
from pathlib import Path

from harness.games import find_game
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players.entrants import read_entrants
from harness.players.limits import Limits

ONE = """
from harness.players import player

@player(game="forecast")
def NAME(view, parameters, memory, scratch, random):
    return 0
"""
ROOT = Path(__file__).resolve().parents[2]
PLAYERS = Path(__file__).parent / "hosted_players.py"
LOGGER = Path(__file__).parent / "logging_program.py"
GAME = find_game("forecast")
SECONDS = 2.0
APART = {"apart": True}
PATIENT = Limits(patience=20.0)


def play(first, second="random", blocks=2, limits=PATIENT, **how):
    setting = Setting(GAME, {}, 1, limits=limits, **how)
    entrants = read_entrants([first, second], GAME, isolate=setting.isolate)
    return Pairing(setting, *entrants, True).play(0, blocks)


def hosted(name, p=0, label="x"):
    return f"{PLAYERS}#{name}:label={label},p={p}"


def logger(note, how="plain", label="l"):
    return f'exec:"{sys.executable} {LOGGER} {note} {how}":label={label}'


def processes_of(word):
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if word.encode() in words and state != "Z" and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def wait_for(condition, seconds=SECONDS):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.05)
    return False


def told(note):
    """Give the kinds of message that a logging program has got."""
    path = note / "told"
    return path.read_text().split() if path.exists() else []
