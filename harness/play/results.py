"""The result of one game, read from its outcome word."""

from __future__ import annotations

from harness.games.description import SEATS, Game, Result
from harness.games.outcome import FIELDS, SCORE_BIAS


def result_of(game: Game, outcome: int) -> Result:
    """Read one outcome word."""
    values = {name: outcome >> shift & mask for name, (shift, mask) in FIELDS.items()}
    winner = None if values["winner"] == 2 else SEATS[values["winner"]]
    if values["fault"]:
        return Result(winner, "forfeit")  # type: ignore[arg-type]
    scores = (values["score_a"] - SCORE_BIAS, values["score_b"] - SCORE_BIAS) if game.has_scores else None
    return Result(winner, game.reasons[values["reason"] - 1], scores)  # type: ignore[arg-type]
