"""The player that everything else is measured against."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.defcon.kit import below, count_actions, nth_action
from harness.players import player


@player(game="defcon", cost=40)
def random(view: Any, parameters: Any, memory: Any, scratch: Any, random: Any) -> np.int64:
    """Plays any legal action, each as likely as the others.

    The usual yardstick: a player that doesn't beat it clearly has a mistake somewhere.
    """
    return nth_action(view, below(random, count_actions(view)))
