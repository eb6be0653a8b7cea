"""Interrupts: the first one ends a command in good order, the second one at once.

Ctrl-C (SIGINT) and SIGTERM, by which systems stop a service or a batch job, are the same to Headrace.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
INTERRUPTED = 130
SAME_SECONDS = 0.5
"""A signal that follows so soon is the first one again: `timeout` and others send it to a process and to its group."""

_notices: list[str] = []


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Have the first signal raise KeyboardInterrupt, and the second one end all work before it does the same.

    A run finishes its jobs at work after the first, so it has nothing to wait for after the second. Should that not be
    enough, the third ends this process where it stands; files are whole even then.

    Where a signal is ignored (as Ctrl-C is in the background of a script) it stays so, and outside the main thread
    nothing changes.
    """
    heard: list[float] = []

    def hear(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        now = time.monotonic()
        if heard and now - heard[-1] < SAME_SECONDS:
            return
        heard.append(now)
        if len(heard) == 1:
            for notice in filter(None, _notices):
                _tell(notice)
        elif len(heard) == 2:
            _kill_workers()
        else:
            os._exit(INTERRUPTED)
        raise KeyboardInterrupt

    def hook(failure: threading.ExceptHookArgs) -> None:
        # Where workers die, the pool's thread of CPython 3.11 to 3.13 stumbles over jobs that have been cancelled.
        if not (heard and failure.exc_type.__name__ == "InvalidStateError"):
            old_hook(failure)

    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in SIGNALS}
        before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, hear)
    old_hook, threading.excepthook = threading.excepthook, hook
    try:
        yield
    finally:
        threading.excepthook = old_hook
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def told_when_interrupted(notice: str) -> Iterator[None]:
    """Have a line written to standard error when the first signal comes; an empty one isn't."""
    _notices.append(notice)
    try:
        yield
    finally:
        _notices.remove(notice)


def _kill_workers() -> None:
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.kill()


def _tell(text: str) -> None:
    """Write past Python's streams, which the signal may have come in the middle of."""
    with suppress(OSError):
        start = "\n" if os.isatty(2) else ""
        os.write(2, f"{start}headrace: {text}\n".encode())
