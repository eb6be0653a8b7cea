"""Small players of Defcon for the tests of its loop; each is a kernel in the compiler's subset."""

import numpy as np

from harness.games.defcon.kit import (
    accepts_after,
    action_kind,
    below,
    count_actions,
    index_of,
    is_legal,
    leader_after,
    list_actions,
    nth_action,
    value_after,
)


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


def scribbling_player(view, parameters, memory, scratch, random):
    """Plays any legal action, but leaves its view in ruins."""
    code = nth_action(view, below(random, count_actions(view)))
    for at in range(6):
        river = view.rivers[at]
        river.accepts = ~np.uint64(0)
        river.cards = ~np.uint64(0)
        river.value = 999
        river.length = 40
        river.extras = 20
        river.locked = 0
        for place in range(20):
            river.numbers[place] = 63
            river.carriers[place] = 63
    view.hand = ~np.uint64(0)
    view.menu.total = 10_000
    view.menu.plays[0] = ~np.uint64(0)
    view.menu.spare = ~np.uint64(0)
    view.rules.high = 0
    view.ply = 0
    view.seat = 7
    return code


def greedy_player(view, parameters, memory, scratch, random):
    """Plays the first action that makes it lead, else the one that brings its river nearest to the top."""
    best, best_worth = nth_action(view, np.int64(0)), np.int64(-1)
    for index in range(list_actions(view, scratch)):
        code = np.int64(scratch[index])
        if leader_after(view, code) == view.seat:
            return code
        if action_kind(code) == 0:
            worth = value_after(view, code, np.int64((code >> 6) & 7))
            if worth <= view.rules.high and worth > best_worth:
                best, best_worth = code, worth
    return best


def asking_player(view, parameters, memory, scratch, random):
    """Plays any legal action, and writes down what the kit says of each: see `tests.games.defcon.test_kit`.

    Scratch: the words written so far, the total of disagreements within the kit, then for each turn the chosen
    action's index, the values of six rivers after it, who leads after it, and what its river accepts.
    """
    total = count_actions(view)
    index = below(random, total)
    code = nth_action(view, index)
    wrong = np.int64(not is_legal(view, code)) + np.int64(index_of(view, code) != index)
    for other in range(total):
        wrong += np.int64(index_of(view, nth_action(view, np.int64(other))) != other)
    for junk in range(1 << 17):
        if junk % 97 == view.ply % 97 and is_legal(view, np.int64(junk)):
            found = index_of(view, np.int64(junk))
            wrong += np.int64(found < 0 or found >= total or nth_action(view, found) != junk)
    scratch[1] += np.uint64(wrong)
    at = np.int64(scratch[0]) + 2
    scratch[at] = np.uint64(index)
    for river in range(6):
        scratch[at + 1 + river] = np.uint64(value_after(view, code, np.int64(river)))
    scratch[at + 7] = np.uint64(leader_after(view, code) + 1)
    scratch[at + 8] = accepts_after(view, code)
    scratch[0] += np.uint64(9)
    return code
