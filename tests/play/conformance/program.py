"""A program that plays the first legal action, or, with the argument "clock", what a clock says."""

import json
import sys
import time

for line in sys.stdin:
    asked = json.loads(line)
    answer = {"n": asked.get("n")}
    if asked["type"] == "quit":
        break
    if asked["type"] == "hello":
        answer |= {"type": "hello", "name": "First", "games": ["forecast"]}
    elif asked["type"] == "act":
        place = time.time_ns() // 1000 % len(asked["legal"]) if "clock" in sys.argv else 0
        answer |= {"type": "action", "action": asked["legal"][place]}
    else:
        answer |= {"type": "ready"}
    print(json.dumps(answer), flush=True)
