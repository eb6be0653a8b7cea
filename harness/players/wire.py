"""One program at the other end of the wire (protocol, section 2): started, asked, watched and ended."""

from __future__ import annotations

import json
import os
import secrets
import selectors
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

PROTOCOL = 1
FAULT = "host-fault"
"""The answer by which `harness.players.host` reports what its player did."""
HELLO_SECONDS = 10.0
READY_SECONDS = 10.0
"""How long a program has to introduce itself, and to get ready for a game."""
QUIT_SECONDS = 2.0
MOST_BYTES = 1 << 20
"""No answer is longer."""
_MARK = "HEADRACE_PROGRAM"
TAIL_LINES = 40
"""Lines of standard error that are kept for a fault."""


class ProgramFault(Exception):  # noqa: N818 — a fault is the protocol's word
    """What a program did instead of answering.

    Attributes
    ----------
    kind : str
        One of the protocol's faults.
    detail : str
        What happened, in a line.
    traceback : str or None
        Where a hosted player raised; None where the program itself failed.
    """

    def __init__(self, kind: str, detail: str, traceback: str | None = None) -> None:
        self.kind, self.detail, self.traceback = kind, detail, traceback
        super().__init__(f"{kind}: {detail}")


class Program:
    """A running program.

    Parameters
    ----------
    command : str
        The command, split as a shell splits words; no shell is run.
    memory : int, optional
        Bytes of address space that it may have.
    beside : int
        Bytes that it may have beside those, for what isn't the player's own.
    environment : mapping, optional
        Its environment; this process's if left out.

    Raises
    ------
    ProgramFault
        If it can't be started.
    """

    def __init__(
        self,
        command: str,
        memory: int | None = None,
        environment: Mapping[str, str] | None = None,
        beside: int = 0,
    ) -> None:
        self._memory = memory
        self._mark = f"{_MARK}={secrets.token_hex(8)}"
        self._number = 0
        self._buffer = b""
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                close_fds=True,
                bufsize=0,
                env={**(os.environ if environment is None else environment), **dict([self._mark.split("=")])},
            )
        except (OSError, ValueError) as error:
            raise ProgramFault("exit", f"it can't be started: {error}") from None
        self._limit_memory(beside)
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._listener = threading.Thread(target=self._listen, daemon=True, name="standard error")
        self._listener.start()

    @property
    def running(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def tail(self) -> str:
        """The last lines of its standard error."""
        return "\n".join(self._tail)

    def ask(self, message: Mapping[str, Any], expected: str, seconds: float) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Parameters
        ----------
        message : mapping
            The request, without its number.
        expected : str
            The answer's type.
        seconds : float
            How long to wait.

        Returns
        -------
        dict
            The answer to this very request; late answers to earlier ones are thrown away.

        Raises
        ------
        ProgramFault
            exit, memory, timeout or protocol, the first that applies.
        """
        self._number += 1
        self._send({**message, "n": self._number})
        end = time.monotonic() + seconds
        while True:
            line = self._line(end, seconds)
            answer = self._understood(line, expected)
            if answer is not None:
                return answer

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        except OSError:
            raise self._ended() from None

    def _line(self, end: float, seconds: float) -> bytes:
        assert self._process.stdout is not None
        while b"\n" not in self._buffer:
            if len(self._buffer) > MOST_BYTES:
                raise ProgramFault("protocol", f"a line of more than {MOST_BYTES} bytes")
            left = end - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                if not self.running:
                    raise self._ended()
                raise ProgramFault("timeout", f"no answer in {seconds:g} s")
            data = self._process.stdout.read(1 << 16)
            if data == b"":
                raise self._ended()
            self._buffer += data or b""
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _understood(self, line: bytes, expected: str) -> dict[str, Any] | None:
        """Read an answer; None for one that comes too late for its request."""
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise ProgramFault("protocol", f"not JSON: {_shown(line)}") from None
        if not isinstance(answer, dict):
            raise ProgramFault("protocol", f"not an object: {_shown(line)}")
        number = answer.get("n")
        if type(number) is int and number < self._number:
            return None
        if number == self._number and answer.get("type") == FAULT:
            raise ProgramFault(str(answer["kind"]), str(answer["detail"]), str(answer["traceback"]))
        if number != self._number or answer.get("type") != expected:
            raise ProgramFault("protocol", f'not {{"type":"{expected}","n":{self._number}}}: {_shown(line)}')
        return answer

    def _ended(self) -> ProgramFault:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self._listener.join(QUIT_SECONDS)
        code = self._process.poll()
        if self._memory is not None and any(
            word in self.tail for word in ("MemoryError", "bad_alloc", "heap out of")
        ):
            return ProgramFault("memory", f"it ended at its limit of {self._memory >> 20} MiB")
        if code is None:
            return ProgramFault("exit", "it closed its standard output")
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return ProgramFault("exit", f"it ended {how}")

    def _listen(self) -> None:
        assert self._process.stderr is not None
        with suppress(ValueError, OSError):
            for line in self._process.stderr:
                self._tail.append(line[:2000].decode("utf-8", "replace").rstrip())

    def _limit_memory(self, beside: int) -> None:
        if self._memory is not None:
            import resource

            most = self._memory + beside
            with suppress(OSError, ProcessLookupError):
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (most, most))

    def quit(self) -> None:
        """Ask it to end, and end it."""
        if self.running:
            with suppress(ProgramFault):
                self._send({"type": "quit"})
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End it and all that it started, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for process in _marked(self._mark.encode()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


def _shown(line: bytes) -> str:
    return ascii(line[:120].decode("utf-8", "replace"))


def _marked(mark: bytes) -> list[int]:
    """List the processes that bear a mark in their environment: all that a program started, whose child they are now
    or not (Linux).
    """
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if mark in file.read().split(b"\0"):
                    found.append(int(name))
    return found
