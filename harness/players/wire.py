"""One program at the other end of the wire (protocol, section 2): started, asked, watched and ended."""

from __future__ import annotations

import json
import os
import secrets
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from harness.games.outcome import FAULTS
from harness.players.box import HostCommand
from harness.players.guard import Guard, end_all
from harness.players.tail import Tail

PROTOCOL = 1
FAULT = "host-fault"
ENDED = "host-ended"
"""The answers by which `harness.players.host` reports what its player did, and how it ended."""
HELLO_SECONDS = 10.0
READY_SECONDS = 10.0
"""How long a program has to introduce itself, and to get ready for a game."""
QUIT_SECONDS = 2.0
MOST_BYTES = 1 << 20
"""No answer is longer."""
_MARK = "HEADRACE_PROGRAM"
_LOOK_SECONDS = 0.002
_OUT_OF_MEMORY = (
    "MemoryError",
    "bad_alloc",
    "ut of memory",
    "OutOfMemory",
    "memory allocation",
    "annot allocate",
)
"""The last words of Python, C++, JavaScript and Go, Java, Rust, and C where there is no memory left."""


class ProgramFault(Exception):  # noqa: N818 — a fault is the protocol's word
    """What a program did instead of answering.

    Attributes
    ----------
    kind : str
        One of the protocol's faults.
    detail : str
        What happened, in a line.
    traceback : str
        Where a hosted player raised.
    goes_on : bool
        Whether the program can play on: a host outlives its player's faults.
    """

    def __init__(self, kind: str, detail: str, traceback: str = "", goes_on: bool = False) -> None:
        self.kind, self.detail, self.traceback, self.goes_on = kind, detail, traceback, goes_on
        super().__init__(f"{kind}: {detail}")


class Program:
    """A running program.

    Parameters
    ----------
    start : HostCommand
        How it is started: its command is split as a shell splits words; no shell is run.
    memory : int, optional
        Bytes of address space that it, or the player that it hosts, may have.

    Raises
    ------
    ProgramFault
        If it can't be started.
    """

    def __init__(self, start: HostCommand, memory: int | None = None) -> None:
        self._memory, self._host = memory, start.host
        self._number = 0
        self._buffer = b""
        mark = secrets.token_hex(8)
        self._mark = f"{_MARK}={mark}".encode()
        try:
            self._process = subprocess.Popen(
                shlex.split(start.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                close_fds=True,
                bufsize=0,
                env={**(os.environ if start.environment is None else start.environment), _MARK: mark},
            )
        except (OSError, ValueError, IndexError) as error:
            raise ProgramFault("exit", f"it can't be started: {error}") from None
        _guard.watch(self._process.pid, self._mark)
        if not start.bounded:
            self._limit_memory()
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._tail = Tail(self._process.stderr)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ, self._read_answer)
        self._selector.register(self._process.stderr, selectors.EVENT_READ, self._read_tail)

    @property
    def running(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def tail(self) -> str:
        """The last lines of its standard error."""
        self._tail.drain()
        return self._tail.text

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
        self._tail.drain()
        self._tail.mark()
        if not self._sent({**message, "n": self._number}):
            seconds = QUIT_SECONDS  # it has ended, or will soon: what it said before that counts
        end = time.monotonic() + seconds
        while True:
            line = self._line(end, seconds)
            answer = self._understood(line, expected)
            if answer is not None:
                return answer

    def _sent(self, message: Mapping[str, Any]) -> bool:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        except OSError:
            return False
        return True

    def _line(self, end: float, seconds: float) -> bytes:
        while b"\n" not in self._buffer:
            if len(self._buffer) > MOST_BYTES:
                raise ProgramFault("protocol", f"a line of more than {MOST_BYTES} bytes")
            left = end - time.monotonic()
            ready = self._selector.select(left) if left > 0 else []
            if not ready:
                if not self.running:
                    raise self._ended()
                raise ProgramFault("timeout", f"no answer in {seconds:g} s")
            for key, _ in ready:
                key.data()
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _read_answer(self) -> None:
        assert self._process.stdout is not None
        data = self._process.stdout.read(1 << 16)
        if data == b"":
            raise self._ended()
        self._buffer += data or b""

    def _read_tail(self) -> None:
        if not self._tail.read() and self._process.stderr is not None:
            self._selector.unregister(self._process.stderr)

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
        if self._host and number == self._number:
            self._raise_reported(answer)
        if number != self._number or answer.get("type") != expected:
            raise ProgramFault("protocol", f'not {{"type":"{expected}","n":{self._number}}}: {_shown(line)}')
        return answer

    def _raise_reported(self, answer: Mapping[str, Any]) -> None:
        """Raise what a host says of its player, where it does; it may be the player that speaks, so it is checked."""
        kind, code = answer.get("kind"), answer.get("code")
        if answer.get("type") == FAULT and kind in FAULTS:
            detail, traceback = str(answer.get("detail", "")), str(answer.get("traceback", ""))
            raise ProgramFault(str(kind), detail, traceback, goes_on=True)
        if answer.get("type") == ENDED and type(code) is int:
            raise self._fault_of(code, goes_on=True)

    def _ended(self) -> ProgramFault:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        return self._fault_of(self._process.poll(), goes_on=False)

    def _fault_of(self, code: int | None, goes_on: bool) -> ProgramFault:
        """Say what an exit code means; none, and it goes on without its standard output.

        That it ended for want of memory is only known by its last words: those that it has written since it was asked.
        """
        if code is None:
            return ProgramFault("exit", "it closed its standard output")
        self._tail.drain()
        if self._memory is not None and code != 0 and any(word in self._tail.new for word in _OUT_OF_MEMORY):
            detail = f"it ended at its limit of {self._memory >> 20} MiB"
            return ProgramFault("memory", detail, goes_on=goes_on)
        return ProgramFault("exit", f"it ended {_exit_words(code)}", goes_on=goes_on)

    def _limit_memory(self) -> None:
        if self._memory is not None:
            import resource

            with suppress(OSError, ProcessLookupError):
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (self._memory, self._memory))

    def quit(self) -> None:
        """Ask it to end, and end it."""
        quit_all([self])

    def say_quit(self) -> None:
        """Ask it to end."""
        if self.running:
            self._sent({"type": "quit", "n": self._number + 1})

    def wait(self, until: float) -> None:
        """Wait for its end up to a moment of the monotonic clock; its standard error can't fill up meanwhile."""
        while self.running and time.monotonic() < until:
            self._tail.drain()
            time.sleep(_LOOK_SECONDS)

    def kill(self) -> None:
        """End it and all that it started, at once."""
        end_all([self._process.pid], [self._mark])
        self._process.wait()
        _guard.forget(self._process.pid)
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


_guard = Guard()


def quit_all(programs: Iterable[Program]) -> None:
    """Ask programs to end, give them all the same time for it, and end them."""
    asked = list(programs)
    for program in asked:
        program.say_quit()
    until = time.monotonic() + QUIT_SECONDS
    for program in asked:
        program.wait(until)
    for program in asked:
        program.kill()


def close_guard() -> None:
    """End the guard of this process' programs, when they have ended."""
    _guard.close()


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by signal {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


def _shown(line: bytes) -> str:
    return ascii(line[:120].decode("utf-8", "replace"))
