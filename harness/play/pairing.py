"""A pairing at its table: plays blocks of games between two entrants, and scores what goes wrong in them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.core.kernels import NO_ANSWER
from harness.games import cursor as at
from harness.games.description import SWAPS, Words
from harness.games.outcome import FAULTS, pack, unpack
from harness.play.flight import Squadron, can_fly, most_in_flight
from harness.play.played import Fault, Note, Played, joined
from harness.play.results import result_of
from harness.play.setting import Setting
from harness.players.entrants import Entrant
from harness.players.failures import Failure, interruptible, raised
from harness.players.plain import PlainPlace
from harness.players.seating import take_place
from harness.players.seats import Place

LOG_LIMIT = 65_536
"""Games played in one go where actions are logged: the log is as long as the longest games could be."""


class Pairing:
    """Two entrants at a table, ready to play any range of deals.

    Parameters
    ----------
    setting : Setting
        What is played.
    first, second : Entrant
        Who plays; results are seen from the first.
    keep_actions : bool
        Whether to log every action.

    Attributes
    ----------
    in_flight : int
        How many games are played at once where a batch player takes part; it may be set, and changes no result.
        0 where games are played one after another.
    entrants : (Entrant, Entrant)
        Who plays.
    """

    def __init__(self, setting: Setting, first: Entrant, second: Entrant, keep_actions: bool = False) -> None:
        self.setting = setting
        self.keep_actions = keep_actions
        self._cursor = np.zeros(at.SIZE, np.int64)
        self.plan = np.array(SWAPS[setting.swap], np.int64)
        self.entrants = (first, second)
        self._decks = (setting.deck_of(first), setting.deck_of(second))
        self.table = setting.game.table(setting.rules, self._decks)
        self.places: tuple[Place, Place] = (self.take_place(0), self.take_place(1))
        self.in_flight = most_in_flight(self.places) if can_fly(self.places, setting.limits.timed) else 0
        self._squadron: Squadron | None = None

    def take_place(self, side: int) -> Place:
        """Bring an entrant (0 the first, 1 the second) to the table."""
        setting = self.setting
        return take_place(
            self.entrants[side],
            setting.game,
            self.table,
            setting.rules,
            self._decks[side],
            side=side,
            limits=setting.limits,
            apart=setting.apart,
            isolate=setting.isolate,
        )

    def play(self, first_deal: int, blocks: int) -> Played:
        """Play all legs of a range of deals.

        Parameters
        ----------
        first_deal : int
            The first deal's number.
        blocks : int
            How many deals, at least 1.

        Returns
        -------
        Played
            All their games; the same for any division into ranges.
        """
        legs = len(self.plan)
        step = blocks if not self.keep_actions else max(1, LOG_LIMIT // legs)
        parts = [
            self._play(first_deal + start, 0, min(step, blocks - start) * legs)
            for start in range(0, blocks, step)
        ]
        return parts[0] if len(parts) == 1 else joined(parts)

    def play_leg(self, deal: int, leg: int) -> Played:
        """Play a single leg of a deal; its row is the only one."""
        played = self._play(deal, leg, leg + 1)
        played.rows = played.rows[:, leg:]
        return played

    def _play(self, first_deal: int, start: int, games: int) -> Played:
        played = self._blank(first_deal, games)
        words = [place.entrant.word for place in self.places]
        setup = np.array([self.setting.seed, first_deal, *words], np.uint64)
        if self.in_flight:
            self._play_many(setup, played, start)
        else:
            self._play_in_order(setup, played, start)
        if played.offsets is not None:
            played.offsets[1:] = np.cumsum(unpack(played.rows[0], "plies"))
        return played

    def _play_in_order(self, setup: Words, played: Played, start: int) -> None:
        games = played.games
        cursor = self._cursor = np.zeros(at.SIZE, np.int64)
        cursor[at.GAME] = start
        one_by_one = any(place.wants_result for place in self.places)
        while cursor[at.GAME] < games:
            game = int(cursor[at.GAME])
            cursor[at.STOP] = game + 1 if one_by_one else games
            self._run(setup, played, cursor)
            if one_by_one:
                self.tell(played, game, self.places)
                played.notes += self._take_notes(game)
        if played.offsets is not None:
            played.actions = played.actions[: cursor[at.LOGGED]].copy()

    def _take_notes(self, game: int) -> list[Note]:
        notes = sorted(note for place in self.places for note in place.notes)
        for place in self.places:
            place.notes.clear()
        return [Note(game, ply, text) for ply, text in notes]

    def _play_many(self, setup: Words, played: Played, start: int) -> None:
        size = min(self.in_flight, played.games - start)
        if self._squadron is None or self._squadron.size not in range(size, self.in_flight + 1):
            self._squadron = Squadron(self, size)
        cursor = self._cursor = np.zeros(at.FLIGHT_SIZE, np.int64)
        cursor[at.GAME], cursor[at.STOP] = start, played.games
        self._squadron.play(played, setup, cursor)
        played.faults.sort(key=lambda fault: fault.game)
        if played.offsets is not None:
            log = played.actions.reshape(played.games, -1)
            kept = np.arange(log.shape[1]) < unpack(played.rows[0], "plies")[:, None]
            played.actions = log[kept]

    @property
    def patience(self) -> float:
        """Seconds without a decision after which a player is taken to hang."""
        return self.setting.limits.patience + sum(place.pause for place in self.places)

    def progress(self) -> tuple[int, ...]:
        """Say where the games at work are; two answers are equal where no decision was made between them."""
        return tuple(self._cursor.tolist())

    def _blank(self, first_deal: int, games: int) -> Played:
        game = self.setting.game
        return Played(
            first_deal,
            len(self.plan),
            np.zeros((len(game.columns), games), np.uint64),
            np.zeros((2, game.max_plies, len(game.action_kinds)), np.int64),
            np.zeros(games + 1, np.int64) if self.keep_actions else None,
            np.zeros(games * game.max_plies if self.keep_actions else 0, np.uint16),
        )

    def _run(self, setup: Words, played: Played, cursor: npt.NDArray[np.int64]) -> None:
        """Play on to the cursor's stop, or to the first game that a player loses by a fault."""
        first, second = (place.player for place in self.places)  # compiled here, outside of what is scored
        cursor[at.PLY] = -1
        try:
            done = self.table.run(
                first,
                second,
                setup,
                self.plan,
                played.rows,
                played.histogram,
                played.actions,
                cursor,
            )
        except Exception as error:  # a compiled kernel raised: that game is over, the batch goes on behind it
            if cursor[at.PLY] < 0:  # no player has been asked
                raise
            self._forfeit(played, cursor, raised(error))
            cursor[at.GAME] += 1
            return
        if unpack(played.rows[0, done - 1 : done], "fault")[0]:
            self._stop_if_interrupted(cursor)
            self._forfeit(played, cursor, self._illegal(int(cursor[at.ACTION])))
        cursor[at.GAME] = done

    def _forfeit(self, played: Played, cursor: npt.NDArray[np.int64], failure: Failure) -> None:
        ply = int(cursor[at.PLY])
        self.forfeit(played, int(cursor[at.GAME]), ply & 1, ply, failure)
        for place in self.places:
            place.failure = None

    def _illegal(self, action: int) -> Failure:
        for place in self.places:
            if place.failure is not None:
                return place.failure
        return Failure("illegal", self.setting.game.describe_action(action))

    def _stop_if_interrupted(self, cursor: npt.NDArray[np.int64]) -> None:
        """Raise the interrupt that came while a player was at work: a person's, not a fault of the player."""
        mover = self.places[self.entrant_at(int(cursor[at.GAME]), int(cursor[at.PLY]) & 1)]
        unanswered = cursor[at.ACTION] == NO_ANSWER and isinstance(mover, PlainPlace) and interruptible()
        if unanswered or any(place.interrupted for place in self.places):
            for place in self.places:
                place.interrupted, place.failure = False, None
            raise KeyboardInterrupt

    def entrant_at(self, game: int, seat: int) -> int:
        """Say which entrant (0 the first, 1 the second) sits in a seat of a game of a batch."""
        return seat ^ int(self.plan[game % len(self.plan), 0])

    def forfeit(self, played: Played, game: int, seat: int, plies: int, failure: Failure) -> None:
        """Score a game that a seat has lost by a fault; its row holds nothing else, wherever the player played."""
        leg = game % played.legs
        kind = FAULTS.index(failure.kind) + 1
        played.rows[1:, game] = 0
        played.rows[0, game] = pack(
            winner=1 - seat,
            first_seat=self.entrant_at(game, 0),
            leg=leg,
            plies=plies,
            fault=kind,
            fault_seat=seat,
        )
        label = self.entrants[self.entrant_at(game, seat)].label
        deal = played.first_deal + game // played.legs
        played.faults.append(Fault(game, deal, leg, seat, label, failure))

    def tell(self, played: Played, game: int, places: tuple[Place, Place]) -> None:
        """Tell both entrants how a game ended; one that raises then has lost it, unless it is forfeited already."""
        outcome = played.rows[0, game : game + 1]
        result = result_of(self.setting.game, int(outcome[0]))
        plies = int(unpack(outcome, "plies")[0])
        for seat in range(2):
            place = places[self.entrant_at(game, seat)]
            if place.wants_result:
                place.tell_result(result)
                if place.failure is not None and not unpack(outcome, "fault")[0]:
                    self.forfeit(played, game, seat, plies, place.failure)
                place.failure = None
