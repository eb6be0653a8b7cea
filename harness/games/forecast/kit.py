"""All that compiled players of Forecast need to read a view, in one place."""

from harness.core.bits import bit, count, drop_lowest, has, lowest, nth
from harness.core.streams import below, uniform
from harness.games.forecast.layout import (
    ACTIONS,
    MAX_PLIES,
    SEEN_DRAW_BLUE,
    SEEN_DRAW_BROWN,
    SEEN_PREDICTION,
    VIEW,
)
from harness.games.forecast.rules import (
    FIRST_NUMBER,
    FIRST_PREDICTION,
    FIRST_REMOVE,
    FIRST_SWAP,
    KIND_OF,
    NUMBER_OF,
    SECOND_OF,
    SLOT_OF,
    action_kind,
    full_slots,
    hand_size,
    legal_actions,
    number_planes,
    predicted_slots,
    score,
    started_slots,
    swapped,
    with_number,
    without_top,
)
from harness.games.forecast.view import (
    count_actions,
    hand_count,
    nth_action,
    number_beneath,
    payoff,
    predicted_number,
    top_number,
    unseen_count,
)

__all__ = [
    "ACTIONS", "FIRST_NUMBER", "FIRST_PREDICTION", "FIRST_REMOVE", "FIRST_SWAP", "KIND_OF", "MAX_PLIES", "NUMBER_OF",
    "SECOND_OF", "SEEN_DRAW_BLUE", "SEEN_DRAW_BROWN", "SEEN_PREDICTION", "SLOT_OF", "VIEW", "action_kind", "below",
    "bit", "count", "count_actions", "drop_lowest", "full_slots", "hand_count", "hand_size", "has", "legal_actions",
    "lowest", "nth", "nth_action", "number_beneath", "number_planes", "payoff", "predicted_number", "predicted_slots",
    "score", "started_slots", "swapped", "top_number", "uniform", "unseen_count", "with_number", "without_top",
]  # fmt: skip
