"""A process of its own for one player: the other end of `HostedPlace`.

Run as ``python -m harness.players.host GAME TARGET [SCRATCH MEMORY]``; with a scratch folder it goes into a box first
(`harness.players.sandbox`), before the player is loaded. It speaks the wire, with two things added that the harness
and its own host may share: the view comes as the bytes of its record, and the player's random stream as its state; so
a player decides here just as it would in the harness's own process.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from harness.core.errors import HeadraceError
from harness.core.kernels import sit_down
from harness.games import find_game
from harness.games.description import Game, Result
from harness.games.options import read_rules
from harness.players.entrants import Entrant
from harness.players.finder import Found, find_player
from harness.players.limits import Limits
from harness.players.sandbox import enter
from harness.players.seating import take_place_here
from harness.players.seats import Failure, Place
from harness.players.wire import FAULT


class Host:
    """One player, hosted.

    Parameters
    ----------
    game : Game
        What it plays.
    found : Found
        The player.
    missing : list of str
        The walls of its box that don't stand.
    """

    def __init__(self, game: Game, found: Found, missing: list[str]) -> None:
        self._game, self._found, self._missing = game, found, missing
        self._place: Place | None = None
        self._table: Any = None
        self._seat = 0

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Answer one request."""
        kind = message["type"]
        if kind == "hello":
            return {"type": "hello", **self._declaration()}
        if kind == "game":
            self._begin(message)
            return {"type": "ready"}
        if kind == "act":
            return self._act(message)
        return self._end(message)

    def _declaration(self) -> dict[str, Any]:
        description = self._found.description
        parameters = [
            {
                "name": p.name, "type": p.type, "default": p.default, "min": p.low, "max": p.high, "step": p.step,
                "help": p.help,
            }
            for p in description.parameters
        ]  # fmt: skip
        return {
            "name": description.name,
            "games": list(description.games),
            "parameters": parameters,
            "kind": description.kind,
            "cost": description.cost,
            "doc": description.doc,
            "missing": self._missing,
        }

    def _begin(self, message: dict[str, Any]) -> None:
        game = self._game
        rules = read_rules(game.options, message["rules"])
        deck = game.deck_from_list("", message["deck"])
        parameters = self._found.description.read_parameters(message["parameters"])
        if self._place is None:
            entrant = Entrant("", self._found, parameters)
            limits = Limits(**message["limits"])
            self._table = game.table(rules, (deck, deck))
            self._place = take_place_here(entrant, game, self._table, rules, deck, limits)
            self._place.player  # noqa: B018 — compiles it, before any game
        self._seat = "ab".index(message["seat"])
        sit_down(self._place.desk, np.uint64(message["stream"]))

    def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._place is not None
        views = self._table.views
        record = np.frombuffer(base64.b64decode(message["record"]), self._game.view_type)
        np.asarray(views)[self._seat] = record[0]
        shim, desk = self._place.player
        try:
            action = int(shim(views[self._seat], desk))
        except Exception as error:  # a compiled kernel raised
            detail = f"{type(error).__name__}: {error}"[:500]
            return _fault(Failure("crash", detail, traceback.format_exc(limit=-8)))
        return self._failed() or {"type": "action", "action": action}

    def _end(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._place is not None
        if self._place.wants_result:
            found = message["result"]
            scores = None if found["scores"] is None else tuple(found["scores"])
            self._place.tell_result(Result(found["winner"], found["reason"], scores))
        return self._failed() or {"type": "ready"}

    def _failed(self) -> dict[str, Any] | None:
        assert self._place is not None
        failure, self._place.failure = self._place.failure, None
        return None if failure is None else _fault(failure)


def _fault(failure: Failure) -> dict[str, Any]:
    return {"type": FAULT, "kind": failure.kind, "detail": failure.detail, "traceback": failure.traceback}


def main(game: str, target: str, requests: TextIO, answers: TextIO, missing: list[str]) -> None:
    """Host a player until its harness says quit, or is gone."""
    try:
        described = find_game(game)
        host = Host(described, find_player(target, game), missing)
    except HeadraceError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
    for line in requests:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        answer = {**host.answer(message), "n": message["n"]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _run(arguments: list[str]) -> None:
    game, target, *box = arguments
    missing = enter(Path(box[0]), int(box[1]) or None) if box else []
    # What the player prints must not get between the answers: it goes to standard error.
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    main(game, target, sys.stdin, channel, missing)


if __name__ == "__main__":
    _run(sys.argv[1:])
