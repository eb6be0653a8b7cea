"""The outcome word: how a game of any kind ended, packed into the first 64 bits of its row.

::

    bit   0–1   winner          0 seat a, 1 seat b, 2 a draw
          2     first's seat    seat of the pairing's first entrant: 0 a, 1 b
          3–5   leg
          6–9   reason          0 a forfeit, else 1 + the index in the game's reasons
         10–17  plies
         18–21  fault           0 none, else 1 + the index in FAULTS
         22     faulty seat
         23–32  score of a      + 512; 0 where a game has no scores
         33–42  score of b      + 512
         43–50  mulligans of a  (saturating)
         51–58  mulligans of b
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from harness.core.compiler import jit

FAULTS: Final = ("crash", "illegal", "timeout", "hang", "exit", "protocol", "memory")
"""How a player can lose a game other than by playing (protocol, section 2)."""
CRASH, ILLEGAL = 1, 2

DRAW: Final = 2
SCORE_BIAS: Final = 512

_LEG_AT, _REASON_AT, _PLIES_AT = np.uint64(3), np.uint64(6), np.uint64(10)
_FAULT_AT, _SEAT_AT, _A_AT, _B_AT = np.uint64(18), np.uint64(22), np.uint64(23), np.uint64(33)
_FIRST_AT, _MULLIGANS_A_AT, _MULLIGANS_B_AT = np.uint64(2), np.uint64(43), np.uint64(51)
_BIAS = np.int64(SCORE_BIAS)

FIELDS: Final = {
    "winner": (0, 3), "first_seat": (2, 1), "leg": (3, 7), "reason": (6, 15), "plies": (10, 255),
    "fault": (18, 15), "fault_seat": (22, 1), "score_a": (23, 1023), "score_b": (33, 1023),
    "mulligans_a": (43, 255), "mulligans_b": (51, 255),
}  # fmt: skip
"""Each field's shift and mask, for readers."""


@jit
def finished(
    winner: np.int64, reason: np.int64, plies: np.int64, leg: np.int64, first: np.int64
) -> np.uint64:
    """Pack the outcome of a game that ended by its rules; `reason` counts from 1."""
    return (
        np.uint64(winner)
        | (np.uint64(first) << _FIRST_AT)
        | (np.uint64(leg) << _LEG_AT)
        | (np.uint64(reason) << _REASON_AT)
        | (np.uint64(plies) << _PLIES_AT)
    )


@jit
def scores(a: np.int64, b: np.int64) -> np.uint64:
    """Pack two scores (−511 to 511), to be joined with `finished`."""
    return (np.uint64(a + _BIAS) << _A_AT) | (np.uint64(b + _BIAS) << _B_AT)


@jit
def mulligans(a: np.int64, b: np.int64) -> np.uint64:
    """Pack the mulligans of both seats, to be joined with `finished`; more than 255 count as 255."""
    a = min(a, np.int64(255))
    b = min(b, np.int64(255))
    return (np.uint64(a) << _MULLIGANS_A_AT) | (np.uint64(b) << _MULLIGANS_B_AT)


@jit
def forfeited(fault: np.int64, seat: np.int64, plies: np.int64, leg: np.int64, first: np.int64) -> np.uint64:
    """Pack the outcome of a game that a seat lost by a fault (`fault` counts from 1)."""
    return (
        finished(np.int64(1) - seat, np.int64(0), plies, leg, first)
        | (np.uint64(fault) << _FAULT_AT)
        | (np.uint64(seat) << _SEAT_AT)
    )


def pack(**fields: int) -> int:
    """Pack an outcome from its fields, where speed doesn't matter; see FIELDS."""
    return sum((value & FIELDS[name][1]) << FIELDS[name][0] for name, value in fields.items())


def unpack(words: npt.NDArray[np.uint64], name: str) -> npt.NDArray[np.int64]:
    """Give one field of many outcomes.

    Parameters
    ----------
    words : uint64 array, shape (n,)
        Outcomes.
    name : str
        One of FIELDS.

    Returns
    -------
    int64 array, shape (n,)
        Scores without their bias.
    """
    shift, mask = FIELDS[name]
    values = ((words >> np.uint64(shift)) & np.uint64(mask)).astype(np.int64)
    return values - SCORE_BIAS if name.startswith("score") else values
