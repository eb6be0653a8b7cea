"""A batch player of Forecast in numpy, to copy and change: the stock player `example`, for many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.games.forecast.kit import ACTIONS, FIRST_NUMBER, FIRST_PREDICTION, FIRST_REMOVE, FIRST_SWAP
from harness.players import Parameter, player

PATIENCE = Parameter("patience", 0.5, 0.0, 3.0, 0.1, "worth of a draw, in points")


@player(game="forecast", parameters=[PATIENCE], cost=500)
class BatchExample:
    """Predicts what lies on top, and puts its numbers where they serve its own predictions.

    It compares all legal actions by the points that they bring at once, and never looks at the rival. Equals are
    picked at random.
    """

    def begin(self, info: Any) -> None:
        """Keep what all games have in common; this one object plays them all."""
        self.patience = info.parameters.patience

    def choose_many(self, views: Any) -> Any:
        """Give one action for each game, as a number; a row of each array is a game."""
        exact, over, miss = (views.records[name][:, None] for name in ("exact", "over", "miss"))

        def pays(predicted: Any, tops: Any) -> Any:
            """Give what a prediction pays under the top number of its slot (0 for none)."""
            return np.where(tops == predicted, exact * predicted, np.where(tops > predicted, over, miss))

        tops, mine = views.tops, views.predictions
        now = pays(mine, tops)

        def changes(new_tops: Any) -> Any:
            """Give what the own predictions gain by new numbers on top."""
            return np.where(mine > 0, pays(mine, new_tops) - now, 0)

        worths = np.empty((len(views), ACTIONS))
        worths[:, 0] = self.patience
        for number in (1, 2, 3):
            first = 5 * (number - 1)
            worths[:, FIRST_NUMBER + first : FIRST_NUMBER + first + 5] = changes(number)
            worths[:, FIRST_PREDICTION + first : FIRST_PREDICTION + first + 5] = pays(number, tops)
        worths[:, FIRST_SWAP:FIRST_REMOVE] = -1
        worths[:, FIRST_REMOVE:] = changes(np.where(views.uppers > 0, views.bases, 0))
        return views.best(worths)
