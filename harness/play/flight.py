"""Games with batch players: many are in flight at once, and wait until the batch player is asked about all of them.

Each game has its own state, its own memory and its own random numbers for both players: how many are in flight changes
how fast they are played, never how they go.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from harness.core.compiler import records
from harness.core.kernels import DESK, NO_ANSWER
from harness.games import cursor as at
from harness.games.description import DONE, FOUL, Flight
from harness.players.batches import BatchPlace
from harness.players.programs import ProgramPlace
from harness.players.seats import Desks, Failure, Place, PlainPlace

if TYPE_CHECKING:
    from harness.play.pairing import Pairing, Played

IN_FLIGHT = 4096
"""Games in flight at most."""
WITH_PLAIN = 512
"""Games in flight where one player is plain: an object for each is kept."""
CALL_NANOSECONDS = 1e9
"""How long a batch player should need for an answer, by its declared cost."""
MEMORY_WORDS = 1 << 24
"""Words of memory that a compiled player has in all games in flight."""


def can_fly(places: tuple[Place, Place]) -> bool:
    """Say whether games between two players are played many at once: a program can only play one."""
    batch = any(isinstance(place, BatchPlace) for place in places)
    return batch and not any(isinstance(place, ProgramPlace) for place in places)


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
    """

    def __init__(self, place: Place, take: Callable[[], Place], size: int) -> None:
        self.place = place
        self.shim = place.shim
        self.batch = place if isinstance(place, BatchPlace) else None
        self._apart: list[Place] = []
        self._desks: Desks | None = None
        if self.batch is None and isinstance(place, PlainPlace):
            self._apart = [place, *(take() for _ in range(size - 1))]
            self.desks = records(size, DESK)
            for slot, other in enumerate(self._apart):
                self.desks[slot] = other.desk
        else:
            self._desks = place.spread(size)
            self.desks = self._desks.desks

    def in_slot(self, slot: int) -> Place:
        """Give the place at which it plays the game in a slot."""
        return self._apart[slot] if self._apart else self.place

    def ask(self, flight: Flight, entrant: int, count: int) -> list[tuple[int, int, Failure]]:
        """Ask the batch player about all games that wait for it.

        Returns
        -------
        list of (slot, ply, Failure)
            The games in which it failed; in all others its answer is in the flight's `actions`.
        """
        assert self.batch is not None
        assert self._desks is not None
        slots, views = flight.waiting[entrant, :count], flight.views[entrant][:count]
        random = self._desks.random[slots, 0]
        actions, failures = self.batch.choose(views, random)
        self._desks.random[slots, 0] = random
        flight.actions[slots] = actions
        return [
            (int(slots[place]), int(views["ply"][place]), failure)
            for place, failure in sorted(failures.items())
        ]


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
            Fliers(place, lambda side=side: pairing.take_place(side), size)  # type: ignore[misc]
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
                for slot, ply, failure in fliers.ask(flight, entrant, count) if count else ():
                    self._lost(played, slot, ply, failure)

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
            detail = f"{type(error).__name__}: {error}"[:500]
            failure = Failure("crash", detail, traceback.format_exc(limit=-8))
            self._lost(played, int(cursor[at.SLOT]), int(cursor[at.PLY]), failure)
            return False
        if how == FOUL:
            self._foul(played, cursor)
        elif how != DONE:
            self._tell(played, int(cursor[at.SLOT]), int(cursor[at.GAME]))
        return how == DONE

    def _foul(self, played: Played, cursor: npt.NDArray[np.int64]) -> None:
        """Score an illegal action: a batch player's is a number, a plain player's place may know more."""
        slot, game, ply, action = (int(cursor[place]) for place in (at.SLOT, at.GAME, at.PLY, at.ACTION))
        self._flight.games[slot] = game
        place = self._places(slot)[self._pairing.entrant_at(game, ply & 1)]
        if place.interrupted or (action == NO_ANSWER and isinstance(place, PlainPlace)):
            raise KeyboardInterrupt
        described = self._pairing.setting.game.describe_action(action)
        self._lost(played, slot, ply, place.failure or Failure("illegal", described))

    def _lost(self, played: Played, slot: int, ply: int, failure: Failure) -> None:
        """Score a game that the player to move has lost by a fault; its slot is empty then."""
        game = int(self._flight.games[slot])
        self._pairing.forfeit(played, game, ply & 1, ply, failure)
        for place in self._places(slot):
            place.failure = None
        if self._one_by_one:
            self._tell(played, slot, game)
        self._flight.games[slot] = -1

    def _tell(self, played: Played, slot: int, game: int) -> None:
        self._pairing.tell(played, game, self._places(slot))

    def _places(self, slot: int) -> tuple[Place, Place]:
        return self._fliers[0].in_slot(slot), self._fliers[1].in_slot(slot)
