"""Small players of Forecast for the tests of its loop; each is a kernel in the compiler's subset."""

import numpy as np

from harness.games.forecast.kit import below, count_actions, nth_action

VIEW_FIELDS = 18


def uniform_player(view, parameters, memory, scratch, random):
    """Plays any legal action."""
    return nth_action(view, below(random, count_actions(view)))


def first_player(view, parameters, memory, scratch, random):
    """Plays the first legal action, and draws no random number."""
    return nth_action(view, np.int64(0))


def last_player(view, parameters, memory, scratch, random):
    """Plays the last legal action, and draws no random number."""
    return nth_action(view, count_actions(view) - 1)


def gambling_first_player(view, parameters, memory, scratch, random):
    """Plays the first legal action, but draws random numbers, more of them in each turn."""
    for _ in range(view.ply + 1):
        below(random, np.int64(7))
    return nth_action(view, np.int64(0))


def recording_player(view, parameters, memory, scratch, random):
    """Plays any legal action, and writes each view down: scratch is a counter, then a view after another."""
    at = np.int64(scratch[0]) * VIEW_FIELDS + 1
    fields = (
        np.int64(view.legal),
        np.int64(view.table),
        np.int64(view.predicted),
        np.int64(view.rival_predicted),
        np.int64(view.hand),
        np.int64(view.unseen),
        view.seat,
        view.ply,
        view.hand_size,
        view.rival_blue,
        view.rival_brown,
        view.left,
        view.top_back,
        view.last,
        view.exact,
        view.over,
        view.miss,
        view.hand_limit,
    )
    for place in range(VIEW_FIELDS):
        scratch[at + place] = np.uint64(np.int64(fields[place]))
    scratch[0] += np.uint64(1)
    return nth_action(view, below(random, count_actions(view)))


def remembering_player(view, parameters, memory, scratch, random):
    """Counts its turns in memory; plays an illegal action (its first parameter) at the turn of its second.

    Scratch keeps the number of games in which the memory was not empty at the first turn, the parameters
    that it saw, and the random state at its last first turn.
    """
    if view.ply < 2:
        scratch[0] += np.uint64(memory[0] != np.uint64(0))
        scratch[1] = np.uint64(parameters.size)
        scratch[2] = random[0]
    memory[0] += np.uint64(1)
    if memory[0] == np.uint64(parameters[1]):
        return np.int64(parameters[0])
    return nth_action(view, np.int64(0))


def raising_player(view, parameters, memory, scratch, random):
    """Raises an error at the ply of its first parameter, else plays any legal action."""
    if view.ply == np.int64(parameters[0]) and below(random, np.int64(3)) == 0:
        raise ValueError("a player's own mistake")
    return nth_action(view, below(random, count_actions(view)))
