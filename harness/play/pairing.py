"""A pairing at its table: plays blocks of games between two entrants, and scores what goes wrong in them."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.kernels import NO_ANSWER
from harness.games import cursor as at
from harness.games.description import SWAPS, Deck, Game, Words
from harness.games.options import Rules
from harness.games.outcome import FAULTS, pack, unpack
from harness.play.results import result_of
from harness.players.entrants import Entrant
from harness.players.limits import NO_LIMITS, Limits
from harness.players.seating import take_place
from harness.players.seats import Failure, Place

LOG_LIMIT = 65_536
"""Games played in one go where actions are logged: the log is as long as the longest games could be."""


@dataclass(frozen=True)
class Setting:
    """What all games of a run have in common.

    Attributes
    ----------
    game : Game
        What is played.
    rules : mapping
        What differs from the default rules.
    seed : int
        The run's seed.
    swap : str
        The swap design: which legs a block has.
    deck : Deck or None
        The run's deck, where a deck isn't the entrants' own.
    limits : Limits
        What plain players and programs may use.
    apart : bool
        Whether players that didn't come with Headrace play in processes of their own.
    """

    game: Game
    rules: Rules
    seed: int
    swap: str = "seats"
    deck: Deck | None = None
    limits: Limits = NO_LIMITS
    apart: bool = False

    @property
    def legs(self) -> int:
        """Games of a block."""
        return len(SWAPS[self.swap])

    def deck_of(self, entrant: Entrant) -> Deck:
        """Give the deck that an entrant plays."""
        return entrant.deck or self.deck or self.game.standard_deck


@dataclass(frozen=True)
class Fault:
    """A game that a player lost other than by playing.

    Attributes
    ----------
    game : int
        Its place among the games of its batch.
    deal, leg, seat : int
        Which game, and where the player sat.
    player : str
        The player's label.
    kind : str
        One of the protocol's faults.
    detail, traceback : str
        What it did.
    """

    game: int
    deal: int
    leg: int
    seat: int
    player: str
    kind: str
    detail: str
    traceback: str = ""


@dataclass
class Played:
    """Games that were played, in order: deal by deal, leg by leg.

    Attributes
    ----------
    first_deal, legs : int
        The deal of the first game, and games per deal.
    rows : uint64 array, shape (columns, games)
        The games' words, the outcome first.
    histogram : int64 array, shape (2, plies, kinds)
        Actions by entrant, ply and kind.
    offsets : int64 array, shape (games + 1,), or None
        Where each game's actions begin in `actions`; None where none were kept.
    actions : uint16 array
        The actions as indexes in the legal list.
    faults : list of Fault
        In the order of the games.
    """

    first_deal: int
    legs: int
    rows: Words
    histogram: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64] | None
    actions: npt.NDArray[np.uint16]
    faults: list[Fault] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many there are."""
        return int(self.rows.shape[1])


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
    """

    def __init__(self, setting: Setting, first: Entrant, second: Entrant, keep_actions: bool = False) -> None:
        game, rules = setting.game, setting.rules
        decks = (setting.deck_of(first), setting.deck_of(second))
        self.setting = setting
        self.keep_actions = keep_actions
        self._cursor = np.zeros(at.SIZE, np.int64)
        self.plan = np.array(SWAPS[setting.swap], np.int64)
        self.table = game.table(rules, decks)
        how: dict[str, Any] = {"limits": setting.limits, "apart": setting.apart}
        self.places: tuple[Place, Place] = (
            take_place(first, game, self.table, rules, decks[0], side=0, **how),
            take_place(second, game, self.table, rules, decks[1], side=1, **how),
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
        return parts[0] if len(parts) == 1 else _joined(parts)

    def play_leg(self, deal: int, leg: int) -> Played:
        """Play a single leg of a deal; its row is the only one."""
        played = self._play(deal, leg, leg + 1)
        played.rows = played.rows[:, leg:]
        return played

    def _play(self, first_deal: int, start: int, games: int) -> Played:
        played = self._blank(first_deal, games)
        words = [place.entrant.word for place in self.places]
        setup = np.array([self.setting.seed, first_deal, *words], np.uint64)
        cursor = self._cursor = np.zeros(at.SIZE, np.int64)
        cursor[at.GAME] = start
        one_by_one = any(place.wants_result for place in self.places)
        while cursor[at.GAME] < games:
            game = int(cursor[at.GAME])
            cursor[at.STOP] = game + 1 if one_by_one else games
            self._run(setup, played, cursor)
            if one_by_one:
                self._tell(played, game)
        if played.offsets is not None:
            played.offsets[1:] = np.cumsum(unpack(played.rows[0], "plies"))
            played.actions = played.actions[: cursor[at.LOGGED]].copy()
        return played

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
            detail = f"{type(error).__name__}: {error}"[:500]
            self._forfeit(played, cursor, Failure("crash", detail, traceback.format_exc(limit=-8)))
            cursor[at.GAME] += 1
            return
        if unpack(played.rows[0, done - 1 : done], "fault")[0]:
            self._stop_if_interrupted(int(cursor[at.ACTION]))
            self._forfeit(played, cursor, self._illegal(int(cursor[at.ACTION])))
        cursor[at.GAME] = done

    def _illegal(self, action: int) -> Failure:
        for place in self.places:
            if place.failure is not None:
                return place.failure
        return Failure("illegal", self.setting.game.describe_action(action))

    def _stop_if_interrupted(self, action: int) -> None:
        """Raise the interrupt that came while a player was at work: a person's, not a fault of the player."""
        if action == NO_ANSWER or any(place.interrupted for place in self.places):
            for place in self.places:
                place.interrupted, place.failure = False, None
            raise KeyboardInterrupt

    def _forfeit(self, played: Played, cursor: npt.NDArray[np.int64], failure: Failure) -> None:
        game, ply = int(cursor[at.GAME]), int(cursor[at.PLY])
        leg, seat = game % played.legs, ply & 1
        first_seat = int(self.plan[leg, 0])
        kind = FAULTS.index(failure.kind) + 1
        played.rows[0, game] = pack(
            winner=1 - seat, first_seat=first_seat, leg=leg, plies=ply, fault=kind, fault_seat=seat
        )
        place = self.places[seat ^ first_seat]
        played.faults.append(
            Fault(
                game, played.first_deal + game // played.legs, leg, seat, place.entrant.label,
                FAULTS[kind - 1], failure.detail, failure.traceback,
            )
        )  # fmt: skip
        for place in self.places:
            place.failure = None

    def _tell(self, played: Played, game: int) -> None:
        """Tell both players how a game ended; one that raises then has lost it."""
        outcome = int(played.rows[0, game])
        result = result_of(self.setting.game, outcome)
        leg = game % played.legs
        for seat in range(2):
            place = self.places[seat ^ int(self.plan[leg, 0])]
            if not place.wants_result:
                continue
            place.tell_result(result)
            if place.failure is not None:
                plies = int(unpack(played.rows[0, game : game + 1], "plies")[0])
                cursor = np.array([game, plies // 2 * 2 + seat, 0, 0, 0], np.int64)
                self._forfeit(played, cursor, place.failure)


def _joined(parts: Sequence[Played]) -> Played:
    whole = replace(
        parts[0],
        rows=np.concatenate([part.rows for part in parts], axis=1),
        histogram=np.sum([part.histogram for part in parts], axis=0),
        actions=np.concatenate([part.actions for part in parts]),
        faults=[],
    )
    ends: list[Any] = [np.zeros(1, np.int64)]
    games = 0
    for part in parts:
        assert part.offsets is not None
        ends.append(part.offsets[1:] + ends[-1][-1])
        whole.faults += [replace(fault, game=fault.game + games) for fault in part.faults]
        games += part.games
    whole.offsets = np.concatenate(ends)
    return whole
