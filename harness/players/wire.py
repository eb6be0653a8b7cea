"""One program at the other end of the wire (protocol, section 2): started, asked, watched and ended."""

from __future__ import annotations

import errno
import os
import secrets
import selectors
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from harness.players.box import HostCommand
from harness.players.guard import Guard, end_all
from harness.players.messages import ProgramFault, answer_in, exit_words, line_of, reported, shown
from harness.players.tail import Tail

HELLO_SECONDS = 10.0
READY_SECONDS = 10.0
"""How long a program has to introduce itself, and to get ready for a game."""
QUIT_SECONDS = 2.0
MOST_BYTES = 1 << 20
"""No answer is longer."""
ENDINGS = ("exit", "memory")
"""Faults after which a player has to begin anew, though its host goes on."""
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
        self.ready = False
        """Whether it has been ready for a game since it, or the player that it hosts, began."""
        self._number = 0
        self._buffer, self._unsent = b"", b""
        self._looked = False
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
            hint = "; a script's first line begins with #!" if _is_no_program(error) else ""
            raise ProgramFault("exit", f"it can't be started: {error}{hint}") from None
        self._have_it_guarded()
        if not start.bounded:
            self._limit_memory()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        # One that doesn't read must not stop this process, nor one that doesn't write.
        for pipe in (self._process.stdin, self._process.stdout):
            os.set_blocking(pipe.fileno(), False)
        self._tail = Tail(self._process.stderr)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ, self._read_answer)
        self._selector.register(self._process.stderr, selectors.EVENT_READ, self._read_tail)

    def _have_it_guarded(self) -> None:
        """Have it ended with this process; one that can't be guarded is ended now."""
        try:
            _guard.watch(self._process.pid, self._mark)
        except BaseException as error:
            self._end()
            if isinstance(error, OSError):
                raise ProgramFault("exit", f"its guard can't be started: {error}") from None
            raise

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
        self._looked = False
        self._tail.drain()
        self._tail.mark()
        end = time.monotonic() + seconds
        if not self._sent(line_of(message, self._number), end, f"its request was not read in {seconds:g} s"):
            end, seconds = time.monotonic() + QUIT_SECONDS, QUIT_SECONDS
        while True:
            line = self._line(end, f"no answer in {seconds:g} s")
            answer = answer_in(line, self._number)
            if answer is not None:
                found = self._expected(answer, expected, line)
                self.ready = self.ready or expected == "ready"
                return found

    def _sent(self, line: bytes, end: float, late: str) -> bool:
        """Send a line as fast as it is read; False where it can't be: the program has ended, or will soon.

        What it said before that counts.
        """
        self._unsent = line
        open_ = self._send_on()
        if not self._unsent:
            return open_
        assert self._process.stdin is not None
        self._selector.register(self._process.stdin, selectors.EVENT_WRITE, self._send_on)
        try:
            while self._unsent:
                self._work(end, late)
        finally:
            self._selector.unregister(self._process.stdin)
        return True

    def _send_on(self) -> bool:
        """Write what the pipe takes of what is unsent; False, and nothing is unsent any more, if it is closed."""
        assert self._process.stdin is not None
        try:
            written = os.write(self._process.stdin.fileno(), self._unsent)
        except BlockingIOError:
            return True
        except OSError:
            self._unsent = b""
            return False
        self._unsent = self._unsent[written:]
        return True

    def _line(self, end: float, late: str) -> bytes:
        while b"\n" not in self._buffer:
            self._work(end, late)
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _work(self, end: float, late: str) -> None:
        """Wait until the program has read or written something, and go on with that.

        When its time is over it is looked at once more: the answer may lie there since long, if it was this process
        that had been stopped. Only once, since some write without end.
        """
        if len(self._buffer) > MOST_BYTES:
            raise ProgramFault("protocol", f"it wrote more than {MOST_BYTES} bytes that are no answer")
        left = end - time.monotonic()
        ready = []
        if not self._looked:
            # A wait that a signal has interrupted ends with its time and doesn't look.
            ready = self._selector.select(max(0.0, left)) or self._selector.select(0)
            self._looked = left <= 0
        if not ready:
            if not self.running:
                raise self._ended()
            raise ProgramFault("timeout", late)
        for key, _ in ready:
            key.data()

    def _read_answer(self) -> None:
        assert self._process.stdout is not None
        data = self._process.stdout.read(1 << 16)
        if data == b"":
            raise self._ended()
        self._buffer += data or b""

    def _read_tail(self) -> None:
        if not self._tail.read() and self._process.stderr is not None:
            self._selector.unregister(self._process.stderr)

    def _expected(self, answer: dict[str, Any], expected: str, line: bytes) -> dict[str, Any]:
        """Give an answer that is the one asked for; raises what else it is."""
        number = answer.get("n")
        if self._host and number == self._number:
            report = reported(answer)
            if report is not None:
                fault = self._fault_of(report, goes_on=True) if isinstance(report, int) else report
                self.ready = self.ready and fault.kind not in ENDINGS
                raise fault
        if number != self._number or answer.get("type") != expected:
            raise ProgramFault("protocol", f'not {{"type":"{expected}","n":{self._number}}}: {shown(line)}')
        return answer

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
        return ProgramFault("exit", f"it ended {exit_words(code)}", goes_on=goes_on)

    def _limit_memory(self) -> None:
        if self._memory is not None and sys.platform == "linux":  # others can't limit a process that runs
            import resource

            with suppress(OSError, ProcessLookupError):
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (self._memory, self._memory))

    def quit(self) -> None:
        """Ask it to end, and end it."""
        quit_all([self])

    def say_quit(self) -> bool:
        """Ask it to end, once; whether it may have heard."""
        self._unsent += line_of({"type": "quit"})  # behind the rest of a request that it didn't read
        return self.running and self._send_on() and not self._unsent

    def wait(self, until: float) -> None:
        """Wait for its end up to a moment of the monotonic clock; its standard error can't fill up meanwhile."""
        while self.running and time.monotonic() < until:
            self._tail.drain()
            time.sleep(_LOOK_SECONDS)

    def kill(self) -> None:
        """End it and all that it started, at once."""
        self._selector.close()
        self._end()

    def _end(self) -> None:
        end_all([self._process.pid], [self._mark])
        self._process.wait()
        _guard.forget(self._process.pid)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


_guard = Guard()


def quit_all(programs: Iterable[Program]) -> None:
    """Ask programs to end, give them all the same time for it, and end them."""
    ended = list(programs)
    asked = [program for program in ended if program.say_quit()]
    until = time.monotonic() + QUIT_SECONDS
    for program in asked:
        program.wait(until)
    for program in ended:
        program.kill()


def close_guard() -> None:
    """End the guard of this process' programs, when they have ended."""
    _guard.close()


def _is_no_program(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == errno.ENOEXEC
