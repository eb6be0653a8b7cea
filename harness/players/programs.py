"""The place of a player that is a program: seated behind the wire, started once in a process."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from typing import Any

from harness.games.description import Deck, Game, Result, Table
from harness.games.options import Rules
from harness.players.box import HostCommand, boxed_command
from harness.players.entrants import Entrant
from harness.players.limits import Limits
from harness.players.seats import Failure, PlainPlace
from harness.players.wire import PROTOCOL, READY_SECONDS, Program, ProgramFault

NOTE_CHARACTERS = 2_000
"""So much of a note is kept."""


class ProgramPlace(PlainPlace):
    """The place of a program: asked like a plain player, through the wire."""

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
        self._start_by = self._command(boxed)
        self._side = side
        self._used = 0.0
        self._seat = 0

    ready_seconds = READY_SECONDS
    """How long the program has to introduce itself, and to get ready for a game."""
    bytes_beside = 0
    """Address space that the process may have beside the player's limit."""

    @property
    def pause(self) -> float:
        """It may have to be started, and to be told a result and a new game."""
        return 4 * self.ready_seconds

    @property
    def wants_result(self) -> bool:
        """A program hears how each game ended."""
        return True

    def tell_result(self, result: Result) -> None:
        """Send the end of a game."""
        scores = None if result.scores is None else list(result.scores)
        message = {"winner": result.winner, "reason": result.reason, "scores": scores}
        program = _running.get(self._key)
        if program is None:  # it lost this very game by ending
            return
        try:
            program.ask({"type": "end", "result": message}, "ready", self.ready_seconds)
        except ProgramFault as fault:
            self._fail(fault)

    def _command(self, boxed: bool) -> HostCommand:
        """Say how the program is started."""
        command = str(self.entrant.description.make)
        return boxed_command(command, self._limits.memory) if boxed else HostCommand(command, None)

    @property
    def _key(self) -> tuple[str, int]:
        return self._start_by.command, self._side

    def _sit(self, seat: int) -> Callable[[Any], Any]:
        program = _running.get(self._key)
        if program is None or not program.running:
            program = self._start()
        self._seat = seat
        program.ask(self._game_message(), "ready", self.ready_seconds)
        self._used = 0.0
        return self._choose

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

    def _start(self) -> Program:
        start = self._start_by
        program = Program(start.command, self._limits.memory, start.environment, self.bytes_beside)
        _running[self._key] = program
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
        if error.traceback is not None and error.kind != "memory":
            self.failure = Failure(error.kind, error.detail, error.traceback)
            return
        program = _running.pop(self._key, None)
        tail = "" if program is None else program.tail
        if program is not None:
            program.kill()
        self.failure = Failure(error.kind, error.detail, error.traceback or tail)


_running: dict[tuple[str, int], Program] = {}
"""The programs of this process, by command and side: each is started once, whatever it plays."""


@atexit.register
def end_programs() -> None:
    """End all programs that this process has started."""
    while _running:
        _, program = _running.popitem()
        program.quit()
