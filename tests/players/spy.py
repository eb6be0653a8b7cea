"""A hostile player: what it can reach while it is loaded, it tells in its docstring."""

import os
import socket
from pathlib import Path

from harness.players import player


def tried(attempt):
    """Say whether an attempt was stopped."""
    try:
        attempt()
    except OSError:
        return "closed"
    return "open"


def connect():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
    socket.create_connection(("127.0.0.1", 22), 1)


WALLS = {
    "network": tried(connect),
    "files": tried(lambda: Path(__file__).with_name("secret").write_text("here")),
    "environment": "seen" if "HEADRACE_TEST_SECRET" in os.environ else "hidden",
    "descriptors": "closed" if len(os.listdir("/proc/self/fd")) <= 6 else "open",
}


@player(game="forecast")
class Spy:
    """Replaced below."""

    def choose(self, view):
        return view.legal[0]


Spy.__doc__ = "\n".join(f"{name}: {state}" for name, state in WALLS.items())
Spy = player(game="forecast")(Spy)
