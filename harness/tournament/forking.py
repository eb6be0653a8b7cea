"""The server that workers are forked from; it can be started before anything else is imported."""

from __future__ import annotations

import multiprocessing
import os

PRELOAD = "HEADRACE_PRELOAD"
"""The environment's name for the game whose engine the fork server loads before it forks."""


def use_forkserver(game: str) -> None:
    """Have workers forked from a server that has loaded a game's engine; called before any worker starts.

    Calling it again does no harm: a server that runs already stays as it is.

    Parameters
    ----------
    game : str
        The game's name.
    """
    os.environ[PRELOAD] = game
    multiprocessing.set_start_method("forkserver", force=True)
    multiprocessing.set_forkserver_preload(["harness.tournament.preload"])
    from multiprocessing import forkserver

    forkserver.ensure_running()
