"""From games' outcome words to what statistics count: results by block, and the result of a single game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.games.description import SEATS, Game, Result, Words
from harness.games.outcome import FIELDS, SCORE_BIAS, unpack

LOSS, DRAW, WIN, OWN_FAULT, RIVAL_FAULT = range(5)
"""A leg as the first entrant sees it; the last two are a loss and a win by a fault."""
CODES = 5


def leg_codes(outcomes: Words) -> npt.NDArray[np.int64]:
    """Give each game's result as the first entrant sees it.

    Parameters
    ----------
    outcomes : uint64 array, shape (games,)
        Outcome words.

    Returns
    -------
    int64 array, shape (games,)
        LOSS, DRAW, WIN, OWN_FAULT or RIVAL_FAULT.
    """
    winner, first = unpack(outcomes, "winner"), unpack(outcomes, "first_seat")
    codes = np.where(winner == 2, DRAW, np.where(winner == first, WIN, LOSS))
    forfeited = unpack(outcomes, "fault") > 0
    codes[forfeited & (codes == LOSS)] = OWN_FAULT
    codes[forfeited & (codes == WIN)] = RIVAL_FAULT
    return codes


def block_codes(outcomes: Words, legs: int) -> npt.NDArray[np.uint16]:
    """Give each block's results as one number: base 5 over the legs, the first leg lowest.

    Parameters
    ----------
    outcomes : uint64 array, shape (blocks × legs,)
        Outcome words, deal by deal, leg by leg.
    legs : int
        Games of a block (1 to 4).

    Returns
    -------
    uint16 array, shape (blocks,)
    """
    weights = CODES ** np.arange(legs)
    return (leg_codes(outcomes).reshape(-1, legs) @ weights).astype(np.uint16)


def result_of(game: Game, outcome: int) -> Result:
    """Read one outcome word."""
    values = {name: outcome >> shift & mask for name, (shift, mask) in FIELDS.items()}
    winner = None if values["winner"] == 2 else SEATS[values["winner"]]
    if values["fault"]:
        return Result(winner, "forfeit")  # type: ignore[arg-type]
    scores = (values["score_a"] - SCORE_BIAS, values["score_b"] - SCORE_BIAS) if game.has_scores else None
    return Result(winner, game.reasons[values["reason"] - 1], scores)  # type: ignore[arg-type]
