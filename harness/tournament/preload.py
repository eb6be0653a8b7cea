"""Loaded once by the fork server: workers forked from it find a game's engine, and all that they import, ready."""

import os
import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)  # a person's Ctrl-C is the parent's business

import harness.tournament.worker  # noqa: E402, F401
from harness.games import find_game  # noqa: E402
from harness.tournament.forking import PRELOAD  # noqa: E402

if os.environ.get(PRELOAD):
    find_game(os.environ[PRELOAD]).warm()
