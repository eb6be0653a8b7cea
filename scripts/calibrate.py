"""Calibrate the statistics on games that are really played, and write the result to docs/calibration.md.

Two questions that simulations of made-up players can't answer: are two copies of a player told apart no more often
than they should be, and what do common deals and swapped seats save? The error rates of sequential tests and the
coverage of intervals are in tests/stats/test_calibration.py (`make test-all`).
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.games import find_game
from harness.games.description import Game
from harness.games.outcome import unpack
from harness.play.pairing import Pairing
from harness.play.setting import Setting
from harness.players.entrants import read_entrants
from harness.stats.analysis import rate
from harness.stats.counts import Tally
from harness.stats.deals import DealCounter
from harness.stats.estimate import estimate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "calibration.md"
SEEDS, SEED_BLOCKS = 2_000, 200
RIVALS = ("greedy", "random")
CHANGE = 0.05
"""The share of its range by which a player's first parameter is changed to make a variant of it."""
FIELD_BLOCKS = 2_000
INDEPENDENT = 1_000_000
"""Seeds from here on are for independent deals: no pairing shares one."""


def results(game: Game, names: tuple[str, str], seed: int, blocks: int) -> npt.NDArray[np.int64]:
    """Play blocks; give the first entrant's results, 0 loss, 1 draw, 2 win, int64 of shape (blocks, 2)."""
    first_entrant, second_entrant = read_entrants(names, game)
    rows = Pairing(Setting(game, {}, seed), first_entrant, second_entrant).play(0, blocks).rows
    winner, first = unpack(rows[0], "winner"), unpack(rows[0], "first_seat")
    return np.where(winner == 2, 1, np.where(winner == first, 2, 0)).reshape(-1, 2)


def copies(game: Game) -> tuple[int, int]:
    """Count the seeds under which two copies of a stochastic player differ significantly at 5 %."""
    found = 0
    for seed in range(SEEDS):
        seen = estimate(Tally.from_results(results(game, ("random", "random"), seed, SEED_BLOCKS)))
        found += seen.los is not None and not 0.025 <= seen.los <= 0.975
    return found, SEEDS


def swapped_seats(game: Game) -> float:
    """Say how much wider an interval would be if the two games of a block were two games of different deals."""
    played = results(game, ("heuristic", "greedy"), 1, 10_000)
    single = played.var() / 4.0
    pairs = (played.sum(axis=1) / 4.0).var()
    return math.sqrt(single / 2.0 / pairs)


def common_deals(game: Game) -> float:
    """Say how much wider the difference of a player and its variant, by their games against others, is on own deals."""
    return _width(game, independent=True) / _width(game, independent=False)


def variant(game: Game) -> str:
    """Name `heuristic` with its first parameter changed a little."""
    parameter = read_entrants(["heuristic"], game)[0].description.parameters[0]
    step = CHANGE * (parameter.high - parameter.low)
    value = (
        parameter.default - step if parameter.default + step > parameter.high else parameter.default + step
    )
    return f"heuristic:{parameter.name}={value:g}"


def _width(game: Game, independent: bool) -> float:
    field = ("heuristic", variant(game), *RIVALS)
    pairs = [(i, j) for i in range(2) for j in range(2, len(field))]
    counter = DealCounter(len(field), pairs, FIELD_BLOCKS)
    deals, seats = np.repeat(np.arange(FIELD_BLOCKS), 2), np.tile([0, 1], FIELD_BLOCKS)
    for place, (i, j) in enumerate(pairs):
        seed = INDEPENDENT + place if independent else 1
        played = results(game, (field[i], field[j]), seed, FIELD_BLOCKS).ravel()
        counter.add(np.full(played.size, place), deals, seats, played)
    table = counter.table()
    result = rate(table, common=not independent)
    return float(result.difference_high[0, 1] - result.difference_low[0, 1])


def main() -> None:
    """Calibrate both games and write the page."""
    lines = []
    for name in ("forecast", "defcon"):
        game = find_game(name)
        found, seeds = copies(game)
        share, error = found / seeds, 1.96 * math.sqrt(0.05 * 0.95 / seeds)
        lines.append(
            f"| {game.title} | {found} of {seeds:,}: {share:.1%}, expected 5.0 % ± {error:.1%} "
            f"| {swapped_seats(game):.2f} | {common_deals(game):.2f} |"
        )
        print(lines[-1])
    PAGE.write_text(
        TEXT.format(rows="\n".join(lines), blocks=SEED_BLOCKS, field=", ".join(RIVALS)), encoding="utf-8"
    )


TEXT = """# Calibration

Written by `python scripts/calibrate.py`, from games that were really played.

| game | two copies of `random` that differ significantly | swapped seats | common deals |
|---|---|---|---|
{rows}

- **Two copies.** Two copies of a stochastic player, {blocks} blocks under each seed; a difference is significant where
  the likelihood of superiority leaves 2.5 % to 97.5 %. That must happen under 5 % of the seeds.
- **Swapped seats.** How many times wider the interval of `heuristic` against `greedy` would be if no two games shared a
  deal.
- **Common deals.** How many times wider the interval of the difference between `heuristic` and a slightly changed
  `heuristic` is, both rated by their games against {field}, if each pairing has deals of its own.

A factor below 1 says that the games of a block, or the results of two pairings on one deal, pull in the same
direction: sharing deals then widens the interval, and the bootstrap by deal says so.

Simulated matches hold the rest, in `tests/stats/test_calibration.py` (`make test-all`): sequential tests err no more
often than α and β allow, and 95 % intervals of matches, ratings and luck shares cover 93 to 97 %.
"""

if __name__ == "__main__":
    main()
