"""A program that plays the first legal action, in its own way, and notes what it is told in a folder: FOLDER HOW."""

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress

note, how = sys.argv[1], sys.argv[2]
HELLO = {"type": "hello", "name": "Logger", "games": ["forecast"], "parameters": []}


def spin():
    while True:
        pass


with suppress(OSError):
    os.mkdir(note)
games = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    with suppress(OSError), open(f"{note}/told", "a") as file:  # in a box it can't
        file.write(f"{kind}\n")
    answer = {"type": "ready"}
    if kind == "quit":
        break
    if kind == "hello":
        answer = HELLO
    elif kind == "game":
        games += 1
    elif kind == "act":
        if how == "spin":
            subprocess.Popen([sys.executable, "-c", "while True: pass", note], start_new_session=True)
            threading.Thread(target=spin, daemon=True).start()
        elif how == "mutter" and games == 1:
            print("MemoryError: caught, it goes on", file=sys.stderr, flush=True)
        elif how == "mutter" and games == 2:
            os._exit(9)
        elif how == "flood":
            sys.stderr.write("x" * 100 + "\n" * 10_000 + "y" * 500_000 + "\nlast\n")
            sys.stderr.flush()
        elif how == "forge":
            answer = {"type": "host-fault", "kind": "nonsense", "detail": "", "traceback": ""}
        if how != "forge":
            answer = {"type": "action", "action": message["legal"][0]}
    print(json.dumps({**answer, "n": message["n"]}), flush=True)
