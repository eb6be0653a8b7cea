"""A program that plays the first legal action and is hostile at one kind of message: HOW KIND [FILE].

Each request is written to the file as it came, if there is one.
"""

import json
import os
import sys
import time

how, where, *note = sys.argv[1:]
HELLO = {"type": "hello", "games": ["forecast"]}


def fill_own_input():
    """Fill the pipe that it is to read, so that nobody can write to it any more."""
    pipe = os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK)
    for size in (4096, 1):
        try:
            while True:
                os.write(pipe, b"x" * size)
        except BlockingIOError:
            pass


if where == "start" and how == "fill":
    fill_own_input()
    time.sleep(1000)
for line in sys.stdin:
    for path in note:
        with open(path, "a") as file:
            file.write(line)
    message = json.loads(line)
    kind = message["type"]
    if kind == "quit":
        break
    hostile = kind == where
    if hostile and how == "signal":
        os.kill(os.getpid(), 40)
    elif hostile and how == "exit":
        print("no room\x1b[31m", file=sys.stderr, flush=True)
        sys.exit(3)
    elif hostile and how == "fill":
        fill_own_input()
    elif hostile and how == "picky" and message["seed"] % 2:
        sys.exit(3)
    elif hostile and how == "stale":
        while True:
            os.write(1, b'{"n":1}\n' * 1000)
            os.write(2, b"e\n" * 1000)
    elif hostile and how == "flood":
        os.write(2, b"e" * (5 << 20) + b"\n" + b"\x1b[31m\xff" * 100_000)
    answer = {"hello": HELLO, "act": {"type": "action"}}.get(kind, {"type": "ready"})
    if kind == "act":
        answer = {**answer, "action": message["legal"][0]}
    print(json.dumps({**answer, "n": message["n"]}), flush=True)
    if hostile and how == "leave":
        break
    if hostile and how == "fill":
        time.sleep(1000)
