"""A program that plays well but for one game, in which it goes wrong: HOW SEED [FILE].

The harness starts a program anew after a fault, so the bad game is known by its seed.
"""

import json
import os
import signal
import subprocess
import sys
import time

how, bad_seed = sys.argv[1], int(sys.argv[2])
HELLO = {"type": "hello", "name": "Villain", "games": ["forecast", "defcon"], "parameters": []}
seed = -1
hoard = []


def say(answer):
    print(json.dumps(answer), flush=True)


def misbehave(message):
    """Do what is wrong; gives whether an ordinary answer follows all the same."""
    number = message["n"]
    if how == "exits":
        print("last words", file=sys.stderr, flush=True)
        sys.exit(9)
    elif how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "silent":
        time.sleep(3600)
    elif how == "garbage":
        print("what?", flush=True)
    elif how == "wrong-type":
        say({"type": "ready", "n": number})
    elif how == "wrong-number":
        say({"type": "action", "n": number + 1, "action": message["legal"][0]})
    elif how == "no-string":
        say({"type": "action", "n": number, "action": 1})
    elif how == "bad-note":
        say({"type": "action", "n": number, "action": message["legal"][0], "note": 7})
    elif how == "long-note":
        note = "x" * 1999 + "\ud800" + "y" * 100_000
        say({"type": "action", "n": number, "action": message["legal"][0], "note": note})
    elif how == "illegal":
        say({"type": "action", "n": number, "action": "zz>q9"})
    elif how == "endless-line":
        sys.stdout.write("x" * (3 << 20))
        sys.stdout.flush()
    elif how == "closes":
        os.close(1)
        time.sleep(3600)
    elif how == "late":
        time.sleep(1.0)
        return True
    elif how == "hungry":
        while True:
            hoard.append(bytearray(64 << 20))
    elif how == "slow":
        time.sleep(0.15)
        return True
    else:
        return True
    return False


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({**HELLO, "n": message["n"]})
    elif message["type"] == "game":
        seed = message["seed"]
        say({"type": "ready", "n": message["n"]})
        if how == "spawns":
            child = subprocess.Popen(["sleep", "3600"], start_new_session=True)
            with open(sys.argv[3], "w") as file:
                file.write(str(child.pid))
    elif message["type"] == "act":
        if seed == bad_seed and not misbehave(message):
            continue
        say({"type": "action", "n": message["n"], "action": message["legal"][0]})
    elif message["type"] == "quit":
        break
    else:
        say({"type": "ready", "n": message["n"]})
