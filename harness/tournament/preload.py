"""Loaded once by the fork server: workers forked from it find a game's engine ready."""

import os

from harness.games import find_game

if os.environ.get("HEADRACE_PRELOAD"):
    find_game(os.environ["HEADRACE_PRELOAD"]).warm()
