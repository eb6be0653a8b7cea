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
for rules in ({}, {"suit_match": "keeps", "lead": "both", "max_attachments": 1, "low": 9}):
    position = Position.deal("defcon", 3, 5, ["full", "tens"], rules)
    while position.legal:
        again = pickle.loads(pickle.dumps(Position.parse("defcon", str(position), rules)))
        print(position, position.view("a"), position.view("b"), position.legal, position.perft(1))
        position = again.play(again.legal[(7 * again.ply) % len(again.legal)])
        print(position.seen)
    print(position, position.result)
print(Position.deal("defcon", 3, 5).perft(2))
"""


def output_of(*arguments: str, plain: bool) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if plain else "0"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=250
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_batches():
    compiled, plain = (output_of("-m", "tests.games.defcon.table", plain=plain) for plain in (False, True))
    assert plain == compiled
    assert [len(rows[0]) for rows in json.loads(plain)] == [10, 10]


def test_positions():
    compiled, plain = (output_of("-c", POSITIONS, plain=plain).splitlines() for plain in (False, True))
    assert (compiled[0], plain[0]) == ("False", "True")
    assert plain[1:] == compiled[1:]
    assert len(plain) > 60
