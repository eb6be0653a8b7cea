"""The place of a player that is a program: seated behind the wire, started once in a process."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.util import Finalize
from typing import Any

from harness.core.errors import DataError, HeadraceError
from harness.games.description import Deck, Game, Result, Table
from harness.games.options import Rules
from harness.players.box import HostCommand, boxed_command, remove_scratch
from harness.players.entrants import Entrant
from harness.players.failures import Failure
from harness.players.hello import wrote
from harness.players.limits import Limits
from harness.players.messages import PROTOCOL, ProgramFault
from harness.players.plain import PlainPlace
from harness.players.wire import ENDINGS, READY_SECONDS, Program, close_guard, quit_all

NOTE_CHARACTERS = 2_000
"""So much of a note is kept."""
RUNNING = 32
"""Programs that a process keeps running: beyond those, the one that has waited longest is ended."""


class ProgramPlace(PlainPlace):
    """The place of a program: asked like a plain player, through the wire."""

    ready_seconds = READY_SECONDS
    """How long the program has to introduce itself, and to get ready for a game."""

    def __init__(
        self,
        entrant: Entrant,
        game: Game,
        table: Table,
        rules: Rules,
        deck: Deck,
        limits: Limits,
        side: int,
        boxed: bool,
    ) -> None:
        super().__init__(entrant, game, table, rules, deck, limits)
        self._boxed = boxed
        self._key = (self._what, entrant.found.hash, boxed, limits.memory, side)
        self._refusal: HeadraceError | None = None
        self._begun = False
        self._used = 0.0
        self._seat = 0

    @property
    def pause(self) -> float:
        """It may have to be told a result and a new game, and to be started and told of that game again."""
        return 5 * self.ready_seconds

    @property
    def wants_result(self) -> bool:
        """A program hears how each game ended."""
        return True

    def tell_result(self, result: Result) -> None:
        """Send the end of a game, if the program heard of its beginning and has not ended since.

        Raises
        ------
        HeadraceError
            If the game was lost since the program can't play any: the run is to stop, instead of losing all of them.
        """
        if self._refusal is not None:
            raise self._refusal
        begun, self._begun = self._begun, False
        if not begun:
            return
        scores = None if result.scores is None else list(result.scores)
        message = {"winner": result.winner, "reason": result.reason, "scores": scores}
        try:
            _running[self._key].ask({"type": "end", "result": message}, "ready", self._end_seconds)
        except BaseException as error:
            self._fail(error)

    def _game_seconds(self, program: Program) -> float:  # noqa: ARG002 — hosted players have more time once
        """How long the program has to get ready for a game."""
        return self.ready_seconds

    @property
    def _end_seconds(self) -> float:
        """How long it has to take note of a game's end."""
        return self.ready_seconds

    @property
    def _what(self) -> str:
        """What is started; all entrants share it, since the program hears with each game what it is to be."""
        return str(self.entrant.description.make)

    def _command(self) -> HostCommand:
        """Say how the program is started."""
        return boxed_command(self._what, self._limits.memory) if self._boxed else HostCommand(self._what)

    def _sit(self, seat: int) -> Callable[[Any], Any]:
        self._begun = False
        self._seat = seat
        try:
            self._get_ready()
        except ProgramFault as fault:
            if self._key not in _ready:  # one that could play has lost this game, and that alone
                self._refusal = fault.refusal
            raise
        _ready.add(self._key)
        self._begun = True
        self._used = 0.0
        return self._choose

    def _get_ready(self) -> None:
        """Tell the program of a game, until it is ready for it.

        One that ends between two games, as it may, is started anew, whether that is seen before it is told or after.
        """
        message = self._game_message()
        program = self._program()
        played = program.ready
        try:
            program.ask(message, "ready", self._game_seconds(program))
        except ProgramFault as fault:
            if not played or fault.kind != "exit" or fault.goes_on:
                raise
            _running.pop(self._key).kill()
            program = self._program()
            program.ask(message, "ready", self._game_seconds(program))

    def try_out(self) -> None:
        """Start the program under its limits, get it ready for a game, and end it.

        In a run whoever can't do that loses games, all of them perhaps: so this is tried before, once.

        Raises
        ------
        HeadraceError
            If it doesn't get ready.
        """
        self.sit_down(0)
        try:
            self._get_ready()
        except ProgramFault as fault:
            raise (fault.refusal or self._unready(fault)) from None
        finally:
            program = _running.pop(self._key, None)
            if program is not None:
                program.quit()

    def _unready(self, fault: ProgramFault) -> DataError:
        """Say that a program which doesn't get ready may need more memory than its limit."""
        program = _running.get(self._key)
        most = "no limit" if self._limits.memory is None else f"the limit of {self._limits.memory >> 20} MiB"
        return DataError(
            f"{self.entrant.label} did not get ready for a game under {most}: {fault}"
            + ("" if program is None else wrote(program.tail)),
            "too little memory for it? raise --memory; node and Java reserve much more than they use",
        )

    def _game_message(self) -> dict[str, Any]:
        return {
            "type": "game",
            "game": self._game.name,
            "version": self._game.version,
            "rules": dict(self._rules),
            "seat": "ab"[self._seat],
            "deck": self._deck,
            "seed": self._rng.bits() >> 11,
            "parameters": dict(self.entrant.parameters),
            "move_time": self._limits.move_time,
            "game_time": self._limits.game_time,
        }

    def _act_message(self, view: Any) -> dict[str, Any]:
        seen = view.last
        return {
            "type": "act",
            "view": str(view),
            "legal": list(view.legal),
            "since": [] if seen is None else [seen],
        }

    def _action_of(self, answer: dict[str, Any]) -> Any:
        action = answer.get("action")
        if not isinstance(action, str):
            raise ProgramFault("protocol", f"an action that is not a string: {action!r}")
        return action

    def _program(self) -> Program:
        """Give the program, started if it doesn't run."""
        _end_with_this_process()
        program = _running.get(self._key)
        if program is not None and program.running:
            _running.move_to_end(self._key)
            return program
        if program is not None:
            _running.pop(self._key).kill()
        while len(_running) >= RUNNING:
            _running.popitem(last=False)[1].quit()
        program = _running[self._key] = Program(self._command(), self._limits.memory)
        program.ask({"type": "hello", "protocol": PROTOCOL}, "hello", self.ready_seconds)
        return program

    def _choose(self, view: Any) -> Any:
        left = None if self._limits.game_time is None else max(0.0, self._limits.game_time - self._used)
        allowed = min(t for t in (self._limits.move_time, left, self._limits.patience) if t is not None)
        began = time.monotonic()
        message = {**self._act_message(view), "time_left": left}
        answer = _running[self._key].ask(message, "action", allowed)
        self._used += time.monotonic() - began
        self._keep_note(view, answer)
        return self._action_of(answer)

    def _keep_note(self, view: Any, answer: dict[str, Any]) -> None:
        note = answer.get("note")
        if note is None:
            return
        if not isinstance(note, str):
            raise ProgramFault("protocol", f"a note that is not a string: {ascii(note)[:120]}")
        self.notes.append((int(view.ply), note.encode("utf-8", "replace").decode()[:NOTE_CHARACTERS]))

    def _fail(self, error: BaseException) -> None:
        """Keep what went wrong; a program at fault is ended, and started anew before its next game."""
        if not isinstance(error, ProgramFault):
            super()._fail(error)
            return
        tail = ""
        if not error.goes_on or error.kind in ENDINGS:
            self._begun = False
            program = _running.get(self._key)
            tail = "" if program is None else program.tail
            if program is not None and not error.goes_on:
                _running.pop(self._key).kill()
        self.failure = Failure(error.kind, error.detail, error.traceback, tail)


_Key = tuple[str, str, bool, int | None, int]
_running: OrderedDict[_Key, Program] = OrderedDict()
"""The programs of this process, by what they are, their sources, box, memory and side: each is started once, whatever
it plays."""
_ready: set[_Key] = set()
"""Those that have been ready for a game."""
_owner = 0


def _end_with_this_process() -> None:
    """See to it that this process ends its programs as it ends; those of one that it was forked from aren't its own.

    A worker runs no `atexit` functions, and drops what was prepared before it was forked: so this can't be done once,
    when the module is loaded.
    """
    global _owner
    if _owner != os.getpid():
        _owner = os.getpid()
        _running.clear()
        Finalize(None, end_programs, exitpriority=10)


def end_programs() -> None:
    """End all programs that this process has started, with what else they needed; they can be started again."""
    programs = list(_running.values()) if _owner == os.getpid() else []  # else forked since, by a player
    _running.clear()
    quit_all(programs)
    close_guard()
    remove_scratch()
