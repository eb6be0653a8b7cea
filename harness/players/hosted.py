"""The place of a player that is kept apart: in a process of its own, where it can hurt only its own games."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from harness.games.description import Deck, Game, Table
from harness.games.options import Rules
from harness.players.box import HostCommand, host_command
from harness.players.entrants import Entrant
from harness.players.limits import Limits
from harness.players.messages import ProgramFault
from harness.players.programs import ProgramPlace
from harness.players.wire import Program


class HostedPlace(ProgramPlace):
    """A plain, batch or compiled player behind `harness.players.host`; it decides just as it would in this process."""

    ready_seconds = 120.0
    """It may have to compile the player, and the engine before it."""

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
        super().__init__(entrant, game, table, rules, deck, limits, side, boxed)
        self._table = table
        self._readers = [int, int]  # its answers are codes, not names
        self._stream = 0

    @property
    def pause(self) -> float:
        """It may have to hear of an end and a beginning, and to be started and made ready for that again."""
        patience = self._limits.patience
        return 2 * self.ready_seconds + max(self.ready_seconds, patience) + patience + self._end_seconds

    def _game_seconds(self, program: Program) -> float:
        """Only before its host's first game may it take long: then the player is compiled."""
        patience = self._limits.patience
        return patience if program.ready else max(self.ready_seconds, patience)

    @property
    def _end_seconds(self) -> float:
        """Its `end` is the player's own."""
        return self._limits.patience

    @property
    def _what(self) -> str:
        """What is hosted, for whom: entrants have hosts of their own, so that what one does to its process doesn't
        change another's games.

        One that comes again with other parameters, limits, rules or another deck is seated anew in its host.
        """
        return f"{self._game.name} {self.entrant.found.address} {self.entrant.label}"

    def _command(self) -> HostCommand:
        return host_command(self._game.name, self.entrant.found.address, self._boxed, self._limits.memory)

    def _sit(self, seat: int) -> Callable[[Any], Any]:
        self._stream = int(self._arrays[3][0])
        return super()._sit(seat)

    def _fail(self, error: BaseException) -> None:
        """Keep what went wrong: a player of ours that gives no answer, with no limit on its time, hangs."""
        if isinstance(error, ProgramFault) and error.kind == "timeout" and not self._limits.timed:
            error = ProgramFault("hang", error.detail)
        super()._fail(error)

    def _game_message(self) -> dict[str, Any]:
        return {
            "type": "game",
            "rules": dict(self._rules),
            "seat": "ab"[self._seat],
            "deck": self._deck,
            "parameters": dict(self.entrant.parameters),
            "stream": self._stream,
            "limits": asdict(self._limits),
        }

    def _act_message(self, view: Any) -> dict[str, Any]:  # noqa: ARG002 — the record behind the view is sent
        record = np.asarray(self._table.views)[self._seat]
        return {"type": "act", "record": base64.b64encode(record.tobytes()).decode()}

    def _action_of(self, answer: dict[str, Any]) -> Any:
        action = answer.get("action")
        if type(action) is not int or not -(1 << 63) <= action < 1 << 63:
            raise ProgramFault("protocol", f"an action that is no number of 64 bits: {ascii(action)[:120]}")
        return action
