"""Rows of games as a pandas frame: every packed field under a name of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from harness.games.description import SEATS, Game
from harness.games.outcome import FAULTS, FIELDS, SCORE_BIAS
from harness.store.shards import Shard

Words = npt.NDArray[np.uint64]


def games_frame(shard: Shard, game: Game, labels: Sequence[str], seed: int) -> pd.DataFrame:
    """Unpack a shard's rows.

    Parameters
    ----------
    shard : Shard
        With the words that are to be unpacked, `outcome` among them.
    game : Game
        Which game it is.
    labels : sequence of str
        All labels that may stand in the frame, so that frames of several shards fit together.
    seed : int
        The run's.

    Returns
    -------
    DataFrame
        A row a game. ``first`` and ``second`` are the pairing's labels, ``a`` and ``b`` those in the seats;
        ``deal``, ``leg``, ``seed``; ``winner`` (a label) and ``winner_seat``, missing for a draw;
        ``reason``; ``plies``; ``fault`` and ``fault_player``, missing without one; ``mulligans_a`` and
        ``mulligans_b``; ``score_a`` and ``score_b`` where the game has scores, missing after a forfeit;
        then the game's own columns.
    """
    outcome = shard.columns["outcome"]
    size = len(outcome)
    at = {label: index for index, label in enumerate(labels)}
    first, second = at[shard.first], at[shard.second]
    seat = _field(outcome, "first_seat", np.int8)
    a, b = np.where(seat == 0, first, second), np.where(seat == 0, second, first)
    winner = _field(outcome, "winner", np.int8)
    fault = _field(outcome, "fault", np.int8)
    faulty = np.where(_field(outcome, "fault_seat", np.int8) == 0, a, b)
    by_label = pd.CategoricalDtype(list(labels))
    data: dict[str, Any] = {
        "first": _category(np.full(size, first), by_label),
        "second": _category(np.full(size, second), by_label),
        "a": _category(a, by_label),
        "b": _category(b, by_label),
        "deal": shard.deals,
        "leg": _field(outcome, "leg", np.int8),
        "seed": np.full(size, seed, np.int64),
        "winner": _category(np.select([winner == 0, winner == 1], [a, b], -1), by_label),
        "winner_seat": _category(np.where(winner < 2, winner, -1), pd.CategoricalDtype(list(SEATS))),
        "reason": _category(
            _field(outcome, "reason", np.int8), pd.CategoricalDtype(["forfeit", *game.reasons])
        ),
        "plies": _field(outcome, "plies", np.uint8),
        "fault": _category(fault - 1, pd.CategoricalDtype(list(FAULTS))),
        "fault_player": _category(np.where(fault > 0, faulty, -1), by_label),
        "mulligans_a": _field(outcome, "mulligans_a", np.uint8),
        "mulligans_b": _field(outcome, "mulligans_b", np.uint8),
    }
    if game.has_scores:
        data |= {name: _score(outcome, name) for name in ("score_a", "score_b")}
    data |= game.unpack({name: words for name, words in shard.columns.items() if name != "outcome"})
    return pd.DataFrame(data, copy=False)


def _field(outcome: Words, name: str, kind: Any) -> Any:
    shift, mask = FIELDS[name]
    return ((outcome >> np.uint64(shift)) & np.uint64(mask)).astype(kind)


def _category(codes: npt.NDArray[Any], dtype: pd.CategoricalDtype) -> pd.Categorical:
    return pd.Categorical.from_codes(codes, dtype=dtype)


def _score(outcome: Words, name: str) -> Any:
    raw = _field(outcome, name, np.int16)
    return pd.arrays.IntegerArray(np.where(raw == 0, 0, raw - SCORE_BIAS).astype(np.int16), raw == 0)
