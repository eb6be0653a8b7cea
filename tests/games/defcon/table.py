"""A bare table at which kernels play batches of Defcon: the compiled loop with all its arrays in sight.

``python -m tests.games.defcon.table`` plays a few games and prints their rows, for comparing processes.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from harness.core.blocks import aligned_records
from harness.core.compiler import records
from harness.core.kernels import DESK, compile_kernel
from harness.core.streams import label_word
from harness.games import cursor as at
from harness.games.defcon import batch, layout
from harness.games.defcon.cards import mask
from harness.games.defcon.decks import STOCK
from harness.games.defcon.game import GAME
from harness.games.defcon.rows import unpack_rows
from harness.games.description import SWAPS, Deck
from harness.games.outcome import FIELDS
from harness.games.position import Position
from tests.games.defcon import players

FULL = STOCK["full"]


@cache
def shim_of(act: Callable) -> object:
    """The compiled shim of one of the players."""
    source = hashlib.blake2b(Path(players.__file__).read_bytes(), digest_size=8).hexdigest()
    return compile_kernel(act, layout.VIEW, f"tests-defcon-{act.__name__}-{source}").compiled()


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
        decks: tuple[Deck, Deck] = (FULL, FULL),
        rules: dict | None = None,
        swap: str = "both",
        seed: int = 1,
        deal: int = 0,
        games: int = 4,
        labels: tuple[str, str] = ("first", "second"),
        log: bool = True,
    ) -> None:
        self.first, self.second, self.decks, self.seed, self.deal = first, second, decks, seed, deal
        self.rules, self.plan = rules or {}, SWAPS[swap]
        self.state, self.views = aligned_records(1, layout.STATE)[0], aligned_records(2, layout.VIEW)
        self.menu = records(1, layout.MENU)[0]
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
                np.array(self.plan, np.int64),
                np.array([mask(deck.cards) for deck in self.decks], np.uint64),
                GAME.rules_record(self.rules),
                self.state,
                self.menu,
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
        return Outcome(**{name: word >> shift & mask for name, (shift, mask) in FIELDS.items()})

    def named_row(self, game: int) -> dict[str, int]:
        """Unpack the other words of a game."""
        columns = dict(zip(layout.COLUMNS[1:], self.rows[1:, game : game + 1], strict=True))
        return {name: int(values[0]) for name, values in unpack_rows(columns).items()}

    def logged(self) -> list[list[int]]:
        """Each game's actions, as indexes in the legal list."""
        ends = np.cumsum([self.outcome(game).plies for game in range(self.rows.shape[1])])
        assert ends[-1] == self.cursor[at.LOGGED]
        return [part.tolist() for part in np.split(self.log[: ends[-1]], ends[:-1])]

    def start(self, game: int) -> Position:
        """The position in which a game began, dealt at once."""
        seat, order = self.plan[game % len(self.plan)]
        decks = self.decks if seat == 0 else self.decks[::-1]
        return Position.deal(
            "defcon", self.seed, self.deal + game // len(self.plan), list(decks), self.rules, order ^ seat
        )

    def replay(self, game: int) -> Iterator[tuple[Position, str]]:
        """Play a game's log again: each position, with the action that follows."""
        position = self.start(game)
        for index in self.logged()[game]:
            action = position.legal[index]
            yield position, action
            position = position.play(action)
        yield position, ""


def main() -> None:
    """Play games of several kinds and print all that the loop wrote."""
    told = []
    variant = {"suit_match": "keeps", "lead": "both", "exhaustion": "draw", "max_attachments": 1, "low": 9}
    for decks, rules in (((FULL, FULL), {}), ((STOCK["tens"], STOCK["wrecker"]), variant)):
        played = Batch(
            Chair(players.uniform_player),
            Chair(players.remembering_player, (-1, 30), memory=2, scratch=3),
            decks,
            rules,
            games=4,
        ).run_all()
        told.append([played.rows.tolist(), played.histogram.sum(axis=1).tolist(), played.logged()])
    print(json.dumps(told))


if __name__ == "__main__":
    main()
