"""The games: found by the name of their folder, each behind one description object."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from harness.core.errors import UsageError, did_you_mean
from harness.games.description import Game

GAMES = ("forecast", "defcon")


@cache
def find_game(name: str) -> Game:
    """Give the description of a game.

    Raises
    ------
    UsageError
        If there is no game of that name.
    """
    if name not in GAMES:
        raise UsageError(f'unknown game "{name}"', did_you_mean(name, GAMES))
    game: Game = import_module(f"harness.games.{name}.game").GAME
    return game
