"""A log file that many processes write at once: whole lines, none lost.

The parent holds a `MultiProcessingHandler`, whose thread takes records from a queue and writes them; workers
put their records into that queue. Its `close()` waits five seconds at most and then drops what is left, and
asks the queue for its size, which macOS doesn't know. So the parent's last record is an end mark that stands
behind all lines of workers that have ended; the file closes when the mark has come through.
"""

from __future__ import annotations

import logging
import logging.handlers
import multiprocessing
import multiprocessing.util
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from multiprocessing_logging import MultiProcessingHandler

from harness.core.files import explained

FORMAT = "%(asctime)s %(levelname)s %(processName)s[%(process)d] %(name)s: %(message)s"
PATIENCE = 5.0
"""Seconds without a line after which nothing more is awaited: a process was killed while it wrote."""

_END = "headrace_end_of_log"


class _LogFile(logging.FileHandler):
    """The file at the end of the queue; it says when the end mark has come and what went wrong first."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", errors="backslashreplace")
        self.setFormatter(logging.Formatter(FORMAT))
        self.ended = threading.Event()
        self.lines = 0
        self.failure: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; at the end mark, end the thread that receives records in the way it knows."""
        if hasattr(record, _END):
            self.ended.set()
            raise EOFError
        self.lines += 1
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802
        """Remember the first line that couldn't be written; a full disk mustn't flood the terminal."""
        self._remember(sys.exc_info()[1])

    def close(self) -> None:
        """Close the file; what a full disk didn't take is lost, and remembered."""
        try:
            super().close()
        except OSError as error:
            self._remember(error)

    def _remember(self, error: BaseException | None) -> None:
        if self.failure is None:
            self.failure = str(error)


@dataclass(frozen=True)
class Log:
    """An open log.

    Attributes
    ----------
    path : Path
        The file.
    queue : multiprocessing queue
        What workers are given at their start, for `log_to`.
    """

    path: Path
    queue: Any
    _file: _LogFile

    @property
    def failure(self) -> str | None:
        """Why the first line that is missing couldn't be written, None while all is well."""
        return self._file.failure


@contextmanager
def open_log(path: Path, level: int = logging.INFO) -> Iterator[Log]:
    """Log this process and its workers to a file until the end of the `with` block.

    The start method must be set before (`multiprocessing.set_start_method("forkserver")`), and the workers
    must have ended before the block does: then every line that they logged is in the file.

    Parameters
    ----------
    path : Path
        The file; lines are appended.
    level : int
        The least level that is logged.

    Raises
    ------
    HeadraceError
        The file can't be opened.
    """
    with explained("open the log", path):
        file = _LogFile(path)
    file.setLevel(level)
    handler = MultiProcessingHandler("log", sub_handler=file)
    logger = logging.getLogger("harness")
    before = logger.level
    logger.setLevel(level)
    logger.addHandler(handler)
    try:
        yield Log(path, handler.queue, file)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
        _drain(handler, file)


def _drain(handler: Any, file: _LogFile) -> None:
    """Wait for the end mark as long as lines come in, then close."""
    end = logging.makeLogRecord({_END: True})
    handler.queue.put(end)
    seen = -1
    while not file.ended.wait(PATIENCE) and file.lines != seen:
        seen = file.lines
    if not file.ended.is_set():
        # A process that was killed while it wrote holds the queue for ever. This one mustn't wait for it at its
        # own exit; and the thread, which looks at `queue` anew for each record, gets its end mark from another.
        file.failure = "a process was killed while it logged; lines of others may be missing"
        handler.queue.cancel_join_thread()
        handler.queue = multiprocessing.Queue()
        handler.queue.put(end)
    handler.close()


def log_to(queue: Any, level: int = logging.INFO) -> None:
    """Send all that this process logs to the parent's log; called once, at a worker's start.

    Parameters
    ----------
    queue : multiprocessing queue
        The `queue` of the parent's log.
    level : int
        The least level that is sent.
    """
    root = logging.getLogger()
    root.handlers[:] = [logging.handlers.QueueHandler(queue)]
    root.setLevel(level)
    multiprocessing.util.Finalize(None, _flush, (queue,), exitpriority=0)


def _flush(queue: Any) -> None:
    """Give the queue's thread time to send what is left, but never hang a worker that wants to end."""
    queue.close()
    waiting = threading.Thread(target=queue.join_thread, daemon=True)
    waiting.start()
    waiting.join(PATIENCE)
    if waiting.is_alive():
        queue.cancel_join_thread()
