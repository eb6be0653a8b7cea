"""The guard of a process' programs: a small process beside it that ends those which are left when it is gone.

A process that is killed can't end what it has started, and a program in an endless loop never sees that its standard
input is closed. Run as a script, without the rest of the package: a line ``PROCESS MARK`` says whom to end, ``PROCESS``
alone that this one has ended, and the end of the file that the time has come.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress

LOOK_SECONDS = 0.5
"""How often the guard looks whether its process is still there: a child of that may hold the pipe's other end open."""
ROUNDS = 5
"""How often all processes are gone through for those that bear a mark, at most."""


class Guard:
    """Its end in the process whose programs are guarded; started with the first of them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._guarded: dict[int, bytes] = {}

    def watch(self, process: int, mark: bytes) -> None:
        """Have a program ended with this process, and all that bear its mark."""
        self._of_this_process()
        self._guarded[process] = mark
        if self._process is not None and self._process.poll() is None:
            self._tell(process, mark)
            return
        command = [sys.executable, "-I", "-S", os.path.abspath(__file__)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            bufsize=0,
        )
        for other, its_mark in self._guarded.items():
            self._tell(other, its_mark)

    def forget(self, process: int) -> None:
        """Say that a program has ended: its number may be another's soon."""
        self._of_this_process()
        if self._guarded.pop(process, None) is not None:
            self._tell(process, b"")

    def close(self) -> None:
        """End the guard, and what it guards still.

        It is killed, since a child of this process that a player has forked may hold the pipe's other end open.
        """
        self._of_this_process()
        left, self._guarded = self._guarded, {}
        if left:
            end_all(left, left.values())
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.kill()
            self._process.wait()
            self._process = None

    def _of_this_process(self) -> None:
        """Leave the guard of the process that this one was forked from to that one."""
        if self._owner != os.getpid():
            self._owner = os.getpid()
            self._process, self._guarded = None, {}

    def _tell(self, process: int, mark: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):  # it was killed: the next program starts another one
                self._process.stdin.write(b"%d %s\n" % (process, mark))


def end_all(processes: Iterable[int], marks: Iterable[bytes]) -> None:
    """Kill groups of processes, and all processes that bear one of some marks in their environment (Linux): those are
    what a program has started, whose child and in whose group they are now or not.

    What one of them starts while the others are looked for is found in another round.
    """
    for process in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)
    wanted, killed = set(marks), set[int]()
    for _ in range(ROUNDS):
        found = _marked(wanted) - killed
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return
        killed |= found


def _marked(marks: set[bytes]) -> set[int]:
    found = set()
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if not marks.isdisjoint(file.read().split(b"\0")):
                    found.add(int(name))
    return found


def _guarded_at_the_end(channel: int) -> Mapping[int, bytes]:
    """Listen until the process is gone; gives those that it leaves."""
    guarded: dict[int, bytes] = {}
    owner, buffer = os.getppid(), b""
    while True:
        if select.select([channel], [], [], LOOK_SECONDS)[0]:
            data = os.read(channel, 1 << 16)
            if not data:
                return guarded
            *lines, buffer = (buffer + data).split(b"\n")
            for line in lines:
                process, _, mark = line.partition(b" ")
                if mark:
                    guarded[int(process)] = mark
                else:
                    guarded.pop(int(process), None)
        elif os.getppid() != owner:
            return guarded


if __name__ == "__main__":
    left = _guarded_at_the_end(0)
    if left:
        end_all(left, left.values())
