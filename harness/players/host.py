"""A process of its own for one player: the other end of `HostedPlace`.

Run as ``python -m harness.players.host GAME TARGET MEMORY``; MEMORY is the most bytes of address space, or 0. It may be
in a box already (`harness.players.sandbox`), whose missing walls its environment names. It speaks the wire, with two
things added that the harness and its own host may share: the view comes as the bytes of its record, and the player's
random stream as its state; so a player decides here just as it would in the harness's own process.

The player is loaded in a child of the host. Where it ends its process, the host says so and goes on with another child:
the engine is loaded already, so that takes a hundredth of a host's start.
"""

from __future__ import annotations

import base64
import json
import mmap
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, TextIO

import numpy as np

from harness.core.errors import HeadraceError
from harness.core.interview import stream_of
from harness.core.kernels import sit_down
from harness.games import find_game
from harness.games.description import Game, Result
from harness.games.options import read_rules
from harness.players.entrants import Entrant
from harness.players.failures import Failure, leave_interrupts_alone, raised
from harness.players.finder import Found, find_player
from harness.players.limits import Limits
from harness.players.messages import ENDED, FAULT, refused
from harness.players.sandbox import MISSING, bound_memory, end_with_parent
from harness.players.seating import take_place_here
from harness.players.seats import Place

_AGAIN = 76
"""A child's exit code after a fault that leaves it unfit for another game."""


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
        self._told: dict[str, Any] = {}
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
        told = {name: message[name] for name in ("rules", "deck", "parameters", "limits")}
        if self._place is None or told != self._told:
            self._place, self._told = self._seated(told), told
        self._seat = "ab".index(message["seat"])
        sit_down(self._place.desk, np.uint64(message["stream"]))

    def _seated(self, told: dict[str, Any]) -> Place:
        game = self._game
        rules = read_rules(game.options, told["rules"])
        deck = game.deck_from_list("", told["deck"])
        entrant = Entrant("", self._found, self._found.description.read_parameters(told["parameters"]))
        self._table = game.table(rules, (deck, deck))
        place = take_place_here(entrant, game, self._table, rules, deck, Limits(**told["limits"]))
        place.player  # noqa: B018 — compiles it, before any game
        return place

    def _act(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._place is not None
        views = self._table.views
        record = np.frombuffer(base64.b64decode(message["record"]), self._game.view_type)
        np.asarray(views)[self._seat] = record[0]
        shim, desk = self._place.player
        try:
            action = int(shim(views[self._seat], desk))
        except Exception as error:  # a compiled kernel raised
            return _fault(raised(error))
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


class Channel:
    """What a host's child answers through; its parent knows whether a request is open.

    Parameters
    ----------
    answers : TextIO
        Where answers go.
    """

    def __init__(self, answers: TextIO) -> None:
        self._answers = answers
        self._open = mmap.mmap(-1, 8)  # shared with the children

    @property
    def request(self) -> int:
        """The number of the request that is open, or 0."""
        return int.from_bytes(self._open[:], "little")

    @request.setter
    def request(self, number: int) -> None:
        self._open[:] = number.to_bytes(8, "little")

    def answer(self, answer: dict[str, Any]) -> None:
        """Answer the open request."""
        self._answers.write(json.dumps({**answer, "n": self.request}) + "\n")
        self._answers.flush()
        self.request = 0


def main(game: str, target: str, requests: TextIO, channel: Channel, missing: list[str]) -> None:
    """Host a player until its harness says quit, or is gone; one that can't play is refused at each request."""
    host: Host | HeadraceError
    try:
        host = Host(find_game(game), find_player(target, game), missing)
    except HeadraceError as error:
        host = error
    for line in requests:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        channel.request = message["n"]
        answer = _answer(host, message)
        channel.answer(answer)
        if answer.get("kind") == "memory":
            os._exit(_AGAIN)


def _answer(host: Host | HeadraceError, message: dict[str, Any]) -> dict[str, Any]:
    if isinstance(host, HeadraceError):
        return refused(host)
    try:
        return host.answer(message)
    except HeadraceError as error:  # it can't be compiled, for one
        return refused(error)


def _in_children(play: Callable[[], None], channel: Channel) -> None:
    """Play in a child, and in another one where it ends within a request or after a fault; returns in each child."""
    while True:
        child = _fork()
        if child == 0:
            end_with_parent()
            play()
            return
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if channel.request:
            channel.answer({"type": ENDED, "code": code})
        elif code != _AGAIN:
            os._exit(code if code >= 0 else 128 - code)
        stream_of.compiled()  # with it comes what all compiled code needs, for this and all other children


def _fork() -> int:
    """Fork this process; it has threads of numerical libraries perhaps, and none of its own.

    From Python 3.12 on that is warned of, and the warning would get into the standard error that is kept with faults.
    No lock of a thread matters here: the libraries see to their own at a fork.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r".*multi-threaded, use of fork\(\)", DeprecationWarning)
        return os.fork()


def _run(arguments: list[str]) -> None:
    leave_interrupts_alone()  # as in a worker: one that is raised here is the player's own
    game, target, memory = arguments
    missing = json.loads(os.environ.pop(MISSING, "[]"))
    bound_memory(int(memory) or None)
    # What the player prints must not get between the answers: it goes to standard error.
    channel = Channel(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)
    _in_children(lambda: main(game, target, sys.stdin, channel, missing), channel)


if __name__ == "__main__":
    _run(sys.argv[1:])
