"""A batch player of Defcon in numpy, to copy and change."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.players import player

DISCARD = 5


@player(game="defcon", cost=2_000)
class BatchExample:
    """Takes the lead where it can, and brings its rivers into range; what else it does matters less.

    It compares all legal actions by who leads afterwards and by the value of the river that changes. Equals are picked
    at random.
    """

    def choose_many(self, views: Any) -> Any:
        """Give one action for each game, as a number; a row of each array is a game."""
        rules = views.records["rules"]
        low, high = rules["low"][:, None], rules["high"][:, None]
        values, own = views.values_after, views.targets < 3
        in_range = (values >= low) & (values <= high)
        closeness = np.where(values > high, -1.0, values / high)
        worths = np.where(own, 1.0, -1.0) * (closeness + in_range) + 10.0 * views.leads_after
        worths = np.where(views.kinds == DISCARD, -2.0 + 10.0 * views.leads_after, worths)
        return views.best(worths)
