"""Where jobs run: worker processes here, or this process itself for tests. Either is a `concurrent.futures` executor."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

from harness.tournament import worker

PRELOAD = "HEADRACE_PRELOAD"
"""The environment's name for the game whose engine the fork server loads before it forks."""


class InlineExecutor(Executor):
    """Runs each call at once, in this process."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a call and give its future, done already."""
        future: Future[Any] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            future.set_exception(error)
        return future


def use_forkserver(game: str) -> None:
    """Have workers forked from a server that has loaded a game's engine; called once, before any worker.

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


def process_pool(workers: int, make: Callable[[], worker.Workshop], queue: Any = None) -> ProcessPoolExecutor:
    """Start worker processes for a run.

    Parameters
    ----------
    workers : int
        How many.
    make : callable
        Makes the workshop in each worker; it is pickled.
    queue : multiprocessing queue, optional
        Of the parent's log.
    """
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("forkserver"),
        initializer=worker.start,
        initargs=(make, queue),
    )
