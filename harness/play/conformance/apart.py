"""A process of its own in which the player under test is loaded and plays games, as a tournament's worker would.

What a player does to its process can't hurt the tester here, and a player that hangs is found out.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from harness.games import find_game
from harness.games.description import Deck
from harness.games.options import Rules
from harness.play.pairing import Pairing
from harness.play.played import Fault
from harness.play.setting import Setting
from harness.players.entrants import Entrant, read_entrant
from harness.players.finder import find_player
from harness.players.limits import PATIENCE
from harness.players.programs import end_programs

_TAIL = 300
_HANGS = 86
"""The exit code by which the process tells that the player hangs."""


@dataclass(frozen=True)
class Contest:
    """What the player is to play.

    Attributes
    ----------
    rival : str or None
        A stock player; None for itself.
    rules : mapping
        What differs from the default rules.
    decks : (Deck, Deck)
        Its own and the rival's.
    first_deal : int
        Where its deals begin.
    decisions : int
        It plays on until it has decided so often.
    """

    rival: str | None
    rules: Rules
    decks: tuple[Deck, Deck]
    first_deal: int
    decisions: int


@dataclass(frozen=True)
class Request:
    """What the process needs to know.

    Attributes
    ----------
    game, target, label : str
        The player, by what it is found, and under which label.
    parameters : mapping
        Its parameters.
    seed : int
        Of all deals.
    contests : tuple of Contest
        What is played.
    patience : float
        Seconds without a decision after which the player is taken to hang.
    """

    game: str
    target: str
    label: str
    parameters: dict[str, Any]
    seed: int
    contests: tuple[Contest, ...]
    patience: float = PATIENCE


@dataclass(frozen=True)
class Kept:
    """The games of one contest.

    Attributes
    ----------
    legs : int
        Games of a deal: the player is seat a in leg 0, seat b in leg 1.
    actions : list of list of int
        Each game's actions, as indexes in the legal list.
    faults : list of Fault
        What went wrong in them.
    """

    legs: int
    actions: list[list[int]]
    faults: list[Fault]


class Broken(Exception):  # noqa: N818 — it says what became of the process
    """The process did not come to its end.

    Attributes
    ----------
    how : str
        What became of it.
    hangs : bool
        Whether the player hangs, so that it is better not asked again.
    """

    def __init__(self, how: str, hangs: bool) -> None:
        self.how, self.hangs = how, hangs
        super().__init__(how)


def play_apart(request: Request) -> list[Kept]:
    """Have the games played in a process of its own.

    Raises
    ------
    Broken
        It didn't come to its end.
    """
    with TemporaryDirectory(prefix="headrace-check-") as folder:
        asked, answered = Path(folder) / "request", Path(folder) / "answer"
        asked.write_bytes(pickle.dumps(request))
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        code = f"import sys; from {__name__} import main; main(*sys.argv[1:])"
        command = [sys.executable, "-c", code, str(asked), str(answered)]
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if done.returncode == _HANGS:
            raise Broken(f"it made no decision in {request.patience:g} s", hangs=True)
        if done.returncode != 0 or not answered.is_file():
            raise Broken(_ending(done.returncode, done.stderr.decode("utf-8", "replace")), hangs=False)
        kept: list[Kept] = pickle.loads(answered.read_bytes())
        return kept


def _ending(code: int, log: str) -> str:
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
    lines = [line for line in log.strip().splitlines() if line.strip()]
    return f"it {how}" + (f": {lines[-1].strip()[-_TAIL:]}" if lines else "")


def main(asked: str, answered: str) -> None:
    """Play what is asked for, in this process.

    Parameters
    ----------
    asked, answered : str
        The files of a pickled Request, and of the pickled list of Kept that is written.
    """
    request: Request = pickle.loads(Path(asked).read_bytes())
    kept = _play(request)
    end_programs()
    Path(answered).write_bytes(pickle.dumps(kept))
    os._exit(0)  # threads that the player has left hold nothing up


def _watch(progress: Callable[[], object], patience: float, done: threading.Event) -> None:
    """End the process if there is no progress."""
    last, since = progress(), time.monotonic()
    while not done.wait(patience / 20):
        now = progress()
        if now != last:
            last, since = now, time.monotonic()
        elif time.monotonic() - since > patience:
            end_programs()
            os._exit(_HANGS)


def _play(request: Request) -> list[Kept]:
    game = find_game(request.game)
    found = find_player(request.target, request.game)
    parameters = found.description.read_parameters(request.parameters)
    player = Entrant(request.label, found, parameters, game.standard_deck)
    return [_contest(request, player, contest) for contest in request.contests]


def _contest(request: Request, player: Entrant, contest: Contest) -> Kept:
    game = find_game(request.game)
    setting = Setting(game, contest.rules, request.seed, deck=contest.decks[0])
    rival = player if contest.rival is None else read_entrant(contest.rival, game)
    if game.deck_owner == "entrant":
        player, rival = (
            replace(each, deck=deck) for each, deck in zip((player, rival), contest.decks, strict=True)
        )
    else:
        player, rival = replace(player, deck=None), replace(rival, deck=None)
    pairing = Pairing(setting, player, rival, keep_actions=True)
    for place in pairing.places:
        place.player  # noqa: B018 — compiles it, before it is watched
    game.warm()
    kept = Kept(setting.legs, [], [])
    done = threading.Event()
    watched = partial(_progress, pairing, kept), request.patience, done
    threading.Thread(target=_watch, args=watched, daemon=True).start()
    _play_on(pairing, contest, kept)
    done.set()
    return kept


def _progress(pairing: Pairing, kept: Kept) -> tuple[int, ...]:
    return (len(kept.actions), *pairing.progress())


def _play_on(pairing: Pairing, contest: Contest, kept: Kept) -> None:
    """Play games until the player has decided often enough."""
    deal, decisions = contest.first_deal, 0
    while decisions < contest.decisions:
        played = pairing.play(deal, 1)
        assert played.offsets is not None
        pieces: Sequence[Any] = np.split(played.actions, played.offsets[1:-1])
        kept.faults.extend(replace(f, game=f.game + len(kept.actions)) for f in played.faults)
        kept.actions.extend(piece.tolist() for piece in pieces)
        decisions += int(played.histogram[0].sum()) + len(played.faults)
        deal += 1
