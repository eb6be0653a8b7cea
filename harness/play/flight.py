"""Games with batch players: many are in flight at once, and wait until the batch player is asked about all of them.

Each game has its own state, its own memory and its own random numbers for both players: how many are in flight changes
how fast they are played, never how they go.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from harness.core.kernels import NO_ANSWER
from harness.games import cursor as at
from harness.games.description import DONE, FOUL, Flight
from harness.players.batches import BatchPlace
from harness.players.failures import Failure, interruptible, raised
from harness.players.plain import PlainPlace
from harness.players.programs import ProgramPlace
from harness.players.seats import Place

if TYPE_CHECKING:
    from harness.play.pairing import Pairing
    from harness.play.played import Played

IN_FLIGHT = 4096
"""Games in flight at most."""
WITH_PLAIN = 512
"""Games in flight where one player is plain: an object for each is kept."""
CALL_NANOSECONDS = 1e9
"""How long a batch player should need for an answer, by its declared cost."""
MEMORY_WORDS = 1 << 24
"""Words of memory that a compiled player has in all games in flight."""


def can_fly(places: tuple[Place, Place], timed: bool) -> bool:
    """Say whether games between two players are played many at once.

    A program can only play one, and a decision has a time of its own only where it is asked for alone.
    """
    batch = any(isinstance(place, BatchPlace) for place in places)
    return batch and not timed and not any(isinstance(place, ProgramPlace) for place in places)


def most_in_flight(places: tuple[Place, Place]) -> int:
    """Give the number of games in flight that suits two players; it follows from what they declare."""
    most = IN_FLIGHT
    for place in places:
        description = place.entrant.description
        if isinstance(place, BatchPlace):
            most = min(most, int(CALL_NANOSECONDS / max(description.cost, 1.0)))
        elif isinstance(place, PlainPlace):
            most = min(most, WITH_PLAIN)
        else:
            most = min(most, MEMORY_WORDS // max(description.memory, 1))
    return max(1, most)


class Fliers:
    """One entrant in all games in flight.

    Parameters
    ----------
    place : Place
        Its place at the table.
    take : callable
        Gives it another place.
    size : int
        How many games there is room for.

    Attributes
    ----------
    batch : BatchPlace or None
        Its place, if it is a batch player.
    desks : DESK records, shape (size,)
        Its desks by slot.
    failures : dict of int to Failure
        The slots in which it gave no action when it was asked last.
    """

    def __init__(self, place: Place, take: Callable[[], Place], size: int) -> None:
        self.place = place
        self.shim = place.shim
        self.batch = place if isinstance(place, BatchPlace) else None
        self.failures: dict[int, Failure] = {}
        self._apart: list[Place] = []
        self._spread = place.spread(size)
        self.desks = self._spread.desks
        if self.batch is None and isinstance(place, PlainPlace):
            self._apart = [place, *(take() for _ in range(size - 1))]
            for slot, other in enumerate(self._apart):
                self.desks[slot] = other.desk

    def in_slot(self, slot: int) -> Place:
        """Give the place at which it plays the game in a slot."""
        return self._apart[slot] if self._apart else self.place

    def ask(self, flight: Flight, entrant: int, count: int) -> None:
        """Ask the batch player about all games that wait for it; its answers come to the flight's `actions`.

        Where it fails, that is no action, and `failures` says how.
        """
        assert self.batch is not None
        slots, views = flight.waiting[entrant, :count], flight.views[entrant][:count]
        random = self._spread.random[slots, 0]
        actions, failures = self.batch.choose(views, random)
        self._spread.random[slots, 0] = random
        flight.actions[slots] = actions
        self.failures = {int(slots[place]): failure for place, failure in failures.items()}


class Squadron:
    """Plays a pairing's games many at once.

    Parameters
    ----------
    pairing : Pairing
        Whose games they are, and who scores them.
    size : int
        How many games there is room for.
    """

    def __init__(self, pairing: Pairing, size: int) -> None:
        self.size = size
        self._pairing = pairing
        self._flight = pairing.table.flight(size)
        self._fliers = tuple(
            Fliers(place, partial(pairing.take_place, side), size)
            for side, place in enumerate(pairing.places)
        )
        self._desks = np.concatenate([fliers.desks for fliers in self._fliers])
        if isinstance(self._fliers[0].desks, np.recarray):
            self._desks = self._desks.view(np.recarray)
        self._asked = sum((fliers.batch is not None) << side for side, fliers in enumerate(self._fliers))
        self._one_by_one = any(place.wants_result for place in pairing.places)

    def play(self, played: Played, setup: Any, cursor: npt.NDArray[np.int64]) -> None:
        """Play the games from `cursor[GAME]` to `cursor[STOP]`.

        Parameters
        ----------
        played : Played
            Where they are written; actions lie there `max_plies` places a game, the rest being 0.
        setup : uint64 array, shape (4,)
            As in the game's batch module.
        cursor : int64 array, shape (FLIGHT_SIZE,)
            Where it is.
        """
        flight = self._flight
        flight.games[:] = -1
        cursor[at.NEXT] = cursor[at.GAME]
        while True:
            cursor[at.SLOT] = 0
            cursor[at.WAITING :] = 0
            while not self._advance(played, setup, cursor):
                pass
            if not cursor[at.WAITING :].any():
                return
            cursor[at.ROUND] += 1
            for entrant, fliers in enumerate(self._fliers):
                count = int(cursor[at.WAITING + entrant])
                if count:
                    fliers.ask(flight, entrant, count)

    def _advance(self, played: Played, setup: Any, cursor: npt.NDArray[np.int64]) -> bool:
        """Play on in the slots; says whether all were seen to."""
        flight, shims = self._flight, (self._fliers[0].shim, self._fliers[1].shim)
        try:
            how = flight.advance(
                shims,
                self._desks,
                self._asked,
                self._one_by_one,
                setup,
                self._pairing.plan,
                played.rows,
                played.histogram,
                played.actions,
                cursor,
            )
        except Exception as error:  # a compiled kernel raised: that game is over, the others go on
            if flight.games[cursor[at.SLOT]] < 0:  # none had been begun
                raise
            self._lost(played, cursor, raised(error))
            flight.games[cursor[at.SLOT]] = -1
            return False
        if how == FOUL:
            self._foul(played, cursor)
        elif how != DONE:
            self._tell(played, cursor)
        return how == DONE

    def _foul(self, played: Played, cursor: npt.NDArray[np.int64]) -> None:
        """Score an illegal action; where there was none, the player's place knows why."""
        slot, ply, action = (int(cursor[place]) for place in (at.SLOT, at.PLY, at.ACTION))
        fliers = self._fliers[self._pairing.entrant_at(int(cursor[at.GAME]), ply & 1)]
        place = fliers.in_slot(slot)
        unanswered = action == NO_ANSWER and fliers.batch is None and isinstance(place, PlainPlace)
        if place.interrupted or (unanswered and interruptible()):
            place.interrupted, place.failure = False, None
            raise KeyboardInterrupt
        failure = fliers.failures.pop(slot, None) or place.failure
        place.failure = None
        described = self._pairing.setting.game.describe_action(action)
        self._lost(played, cursor, failure or Failure("illegal", described))

    def _lost(self, played: Played, cursor: npt.NDArray[np.int64], failure: Failure) -> None:
        """Score the game at work, which the player to move has lost by a fault."""
        game, ply = int(cursor[at.GAME]), int(cursor[at.PLY])
        self._pairing.forfeit(played, game, ply & 1, ply, failure)
        if self._one_by_one:
            self._tell(played, cursor)

    def _tell(self, played: Played, cursor: npt.NDArray[np.int64]) -> None:
        slot = int(cursor[at.SLOT])
        places = self._fliers[0].in_slot(slot), self._fliers[1].in_slot(slot)
        self._pairing.tell(played, int(cursor[at.GAME]), places)
