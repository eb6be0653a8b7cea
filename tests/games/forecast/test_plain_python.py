"""Without the compiler the same sources play the same games, for debugging."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

POSITIONS = """
import pickle, warnings
warnings.simplefilter("error")
from harness.core.compiler import disabled
from harness.games.position import Position
print(disabled())
position = Position.deal("forecast", 3, 5, rules={"hand_limit": 3})
while position.legal:
    again = pickle.loads(pickle.dumps(position))
    print(position, position.view("a"), position.view("b"), position.legal, position.seen, position.perft(2))
    position = again.play(again.legal[(7 * again.ply) % len(again.legal)])
print(position, position.result)
"""


def output_of(*arguments: str, plain: bool) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if plain else "0"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_batches():
    compiled, plain = (output_of("-m", "tests.games.forecast.table", plain=plain) for plain in (False, True))
    assert plain == compiled
    standard, odd = json.loads(plain)
    assert len(standard[0][0]) == len(odd[0][0]) == 6


def test_positions():
    compiled, plain = (output_of("-c", POSITIONS, plain=plain).splitlines() for plain in (False, True))
    assert (compiled[0], plain[0]) == ("False", "True")
    assert plain[1:] == compiled[1:]
    assert len(plain) > 20
