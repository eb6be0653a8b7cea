"""Where jobs run, each a `concurrent.futures` executor: worker processes here, or this process itself for tests."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

from harness.tournament import worker


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
