#!/usr/bin/env python3
"""A player as a program of its own, in plain Python without Headrace: plays any legal action.

headrace match forecast 'exec:"python3 docs/examples/program.py"' random --blocks 100
"""

import json
import random
import sys

HELLO = {
    "type": "hello",
    "name": "PythonProgram",
    "author": "Headrace",
    "games": ["forecast", "defcon"],
    "parameters": [{"name": "hurry", "type": "float", "default": 0.0, "min": 0.0, "max": 1.0}],
}

dice = random.Random()
hurry = 0.0

for line in sys.stdin:
    message = json.loads(line)
    answer = {"type": "ready"}
    if message["type"] == "hello":
        answer = dict(HELLO)
    elif message["type"] == "game":
        dice.seed(message["seed"])  # the only source of chance: so the same seed plays the same games
        hurry = message["parameters"].get("hurry", 0.0)
    elif message["type"] == "act":
        first = dice.random() < hurry
        action = message["legal"][0] if first else dice.choice(message["legal"])
        answer = {"type": "action", "action": action, "note": "in a hurry" if first else "any of them"}
    elif message["type"] == "quit":
        break
    answer["n"] = message["n"]
    print(json.dumps(answer), flush=True)
