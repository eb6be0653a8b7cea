"""A program that goes wrong in about one game of twelve, in the way that it is told; `bad` of 0 makes it honest."""

import json
import os
import signal
import sys
import time

how = sys.argv[1]
HELLO = {
    "type": "hello",
    "name": "Program",
    "games": ["forecast", "defcon"],
    "parameters": [{"name": "bad", "type": "int", "default": 1, "min": 0, "max": 1}],
}
bad = False
turn = 0
hoard = []


def misbehave(number):
    if how == "exit":
        print("last words", file=sys.stderr, flush=True)
        sys.exit(7)
    elif how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "hang":
        time.sleep(3600)
    elif how == "garbage":
        print("what?", flush=True)
    elif how == "illegal":
        print(json.dumps({"type": "action", "n": number, "action": "no action"}), flush=True)
    elif how == "hoard":
        while True:
            hoard.append(bytearray(16 << 20))


for line in sys.stdin:
    message = json.loads(line)
    answer = {"type": "ready"}
    if message["type"] == "hello":
        answer = HELLO
    elif message["type"] == "game":
        bad, turn = message["seed"] % 12 == 0 and message["parameters"]["bad"], 0
    elif message["type"] == "act":
        turn += 1
        if bad and turn == 5:
            misbehave(message["n"])
            continue
        answer = {"type": "action", "action": message["legal"][0], "note": f"turn {turn}"}
    elif message["type"] == "quit":
        break
    print(json.dumps({**answer, "n": message["n"]}), flush=True)
