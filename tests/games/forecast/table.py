"""A bare table at which kernels play batches of Forecast: the compiled loop with all its arrays in sight.

``python -m tests.games.forecast.table`` plays a few games and prints their rows, for comparing processes.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from harness.core.compiler import records
from harness.core.kernels import DESK, compile_kernel
from harness.core.streams import label_word
from harness.games import cursor as at
from harness.games.forecast import batch, layout
from harness.games.forecast.cards import SIGNS
from harness.games.forecast.deal import shuffle_all
from harness.games.forecast.game import GAME
from harness.games.forecast.rows import unpack_rows
from harness.games.outcome import FIELDS, SCORE_BIAS
from tests.games.forecast import players

STANDARD = (6, 6, 6, 4, 4, 4, 3, 3)
SEATS_SWAPPED = np.array([[0, 0], [1, 1]], np.int64)


@cache
def shim_of(act: Callable) -> object:
    """The compiled shim of one of the players."""
    source = hashlib.blake2b(Path(players.__file__).read_bytes(), digest_size=8).hexdigest()
    return compile_kernel(act, layout.VIEW, f"tests-{act.__name__}-{source}").compiled()


class Chair:
    """A player at the table, with its arrays."""

    def __init__(
        self, act: Callable, parameters: Sequence[float] = (), memory: int = 0, scratch: int = 0
    ) -> None:
        self.parameters = np.array(parameters, np.float64)
        self.memory = np.zeros(memory, np.uint64)
        self.scratch = np.zeros(scratch, np.uint64)
        self.random = np.zeros(1, np.uint64)
        self.desk = records(1, DESK)[0]
        for name in ("parameters", "memory", "scratch", "random"):
            self.desk[name] = getattr(self, name).ctypes.data
        for name in ("parameters", "memory", "scratch"):
            self.desk[f"{name}_size"] = getattr(self, name).size
        self.player = (shim_of(act), self.desk)


class Outcome(NamedTuple):
    """The fields of an outcome word."""

    winner: int
    first_seat: int
    leg: int
    reason: int
    plies: int
    fault: int
    fault_seat: int
    score_a: int
    score_b: int
    mulligans_a: int
    mulligans_b: int


class Batch:
    """A number of games of one pairing, and what the loop wrote about them."""

    def __init__(
        self,
        first: Chair,
        second: Chair,
        counts: Sequence[int] = STANDARD,
        universe: Sequence[int] | None = None,
        rules: dict | None = None,
        seed: int = 1,
        deal: int = 0,
        games: int = 2,
        labels: tuple[str, str] = ("first", "second"),
        log: bool = True,
    ) -> None:
        self.first, self.second, self.seed, self.deal = first, second, seed, deal
        self.counts, self.universe = tuple(counts), tuple(universe or counts)
        self.rules = rules or {}
        self.state, self.views = records(1, layout.STATE)[0], records(2, layout.VIEW)
        self.rows = np.zeros((len(layout.COLUMNS), games), np.uint64)
        self.histogram = np.zeros((2, layout.MAX_PLIES, len(layout.ACTION_KINDS)), np.int64)
        self.log = np.zeros(games * layout.MAX_PLIES if log else 0, np.uint16)
        self.cursor = np.zeros(at.SIZE, np.int64)
        self.cursor[at.STOP] = games
        words = [seed, deal, *map(label_word, labels)]
        self.setup = np.array(words, np.uint64)

    def run(self) -> int:
        """Play on from the cursor; returns the games that have been played."""
        return int(
            batch.run(
                self.first.player,
                self.second.player,
                self.setup,
                SEATS_SWAPPED,
                layout.universe_order(self.universe),
                np.uint64(layout.counts_word(self.counts)),
                sum(self.counts),
                GAME.rules_record(self.rules),
                self.state,
                self.views,
                self.rows,
                self.histogram,
                self.log,
                self.cursor,
            )
        )

    def run_all(self) -> "Batch":
        """Play all games, going on behind each forfeit and each error, which is kept in `errors`."""
        self.errors: list[tuple[int, int, Exception]] = []
        while self.cursor[at.GAME] < self.cursor[at.STOP]:
            try:
                self.cursor[at.GAME] = self.run()
            except ValueError as error:
                self.errors.append((int(self.cursor[at.GAME]), int(self.cursor[at.PLY]), error))
                self.cursor[at.GAME] += 1
        return self

    def outcome(self, game: int) -> Outcome:
        """Unpack a game's outcome."""
        word = int(self.rows[0, game])
        fields = {name: word >> shift & mask for name, (shift, mask) in FIELDS.items()}
        for name in ("score_a", "score_b"):
            fields[name] -= SCORE_BIAS
        return Outcome(**fields)

    def named_row(self, game: int) -> dict[str, int]:
        """Unpack the other words of a game."""
        columns = dict(zip(layout.COLUMNS[1:], self.rows[1:, game : game + 1], strict=True))
        return {name: int(values[0]) for name, values in unpack_rows(columns).items()}

    def logged(self) -> list[list[int]]:
        """Each game's actions, as indexes in the legal list."""
        ends = np.cumsum([self.outcome(game).plies for game in range(self.rows.shape[1])])
        assert ends[-1] == self.cursor[at.LOGGED]
        return [part.tolist() for part in np.split(self.log[: ends[-1]], ends[:-1])]

    def deck_order(self, game: int) -> list[str]:
        """The cards of a game's deck from the top, from its whole universe shuffled at once."""
        laid = records(1, layout.STATE)[0]
        words = np.uint64(self.seed), np.uint64(self.deal + game // 2)
        composition = np.uint64(layout.counts_word(self.counts))
        size = shuffle_all(laid, *words, layout.universe_order(self.universe), composition)
        cards = [(int(card) >> 3, int(card) & 7) for card in laid["order"][:size]]
        return [SIGNS[kind] for copy, kind in cards if copy < self.counts[kind]]


def main() -> None:
    """Play games of several kinds and print all that the loop wrote."""
    told = []
    for counts, rules in ((STANDARD, {}), ((2, 0, 3, 9, 0, 8, 1, 6), {"exact": 3, "hand_limit": 7})):
        played = Batch(
            Chair(players.uniform_player),
            Chair(players.remembering_player, (-1, 9), memory=2, scratch=3),
            counts,
            rules=rules,
            games=6,
        ).run_all()
        told.append([played.rows.tolist(), played.histogram.sum(axis=1).tolist(), played.logged()])
    print(json.dumps(told))


if __name__ == "__main__":
    main()
