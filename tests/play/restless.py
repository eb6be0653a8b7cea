"""A player whose choices don't depend on its random numbers, however many it draws."""

import numpy as np

from harness.games.forecast.kit import nth_action, uniform
from harness.players import Parameter, player


@player(game="forecast", parameters=[Parameter("draws", 0, 0, 100)])
def restless(view, parameters, memory, scratch, random):
    """Draws numbers, and plays the first legal action."""
    for _ in range(int(parameters[0])):
        uniform(random)
    return nth_action(view, np.int64(0))
