"""Random play over the twins: how an action is chosen, in moods that make rare things likely.

Only `random.Random.random` is used, whose numbers are the same in every version of Python.
"""

from collections.abc import Iterator, Sequence
from random import Random
from types import ModuleType

from tests.reference import defcon, forecast
from tests.reference.defcon_table import attachments, is_number, numbers, value

TWINS: dict[str, ModuleType] = {"forecast": forecast, "defcon": defcon}

# Per mood, how likely each kind of action is. `even` is not here: there every action is as likely as another.
KIND_WEIGHTS = {
    "forecast": {
        # swaps, removes, predictions on full slots
        "rare": {"draw": 3, "number": 2, "predict": 3, "swap": 4, "remove": 5},
        # towards a full river
        "full": {"draw": 2, "number": 9, "predict": 2, "swap": 1, "remove": 0.2},
        # towards hands in which nothing can be played
        "stuck": {"draw": 9, "number": 0.3, "predict": 2, "swap": 1, "remove": 4},
    },
    "defcon": {
        # Queens on Aces and 10s, Jokers, Kings, many attachments on one card
        "rare": {"number": 4, "J": 1, "Q": 3, "K": 4, "*": 6, "discard": 0.5, "disband": 0.1},
        # rivers in range, and replies that wreck them
        "lead": {"number": 9, "J": 2, "Q": 1, "K": 3, "*": 1, "discard": 1, "disband": 0.3},
        # hardly any river in range: towards the end of the cards
        "long": {"number": 0.5, "J": 3, "Q": 1, "K": 1, "*": 1, "discard": 9, "disband": 0.5},
    },
}
MOODS = {game: ("even", *weights) for game, weights in KIND_WEIGHTS.items()}


def pick(items: Sequence, rng: Random):
    return items[int(rng.random() * len(items))]


def weighted_pick(items: Sequence, weights: Sequence[float], rng: Random):
    left = rng.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]


def shuffled(items, rng: Random) -> list:
    keyed = [(rng.random(), place, item) for place, item in enumerate(items)]
    return [item for _, _, item in sorted(keyed)]


def forecast_order(counts: Sequence[int], rng: Random) -> list[str]:
    """A shuffled deck of these eight counts, in the order `1 2 3 ?1 ?2 ?3 x -`."""
    kinds = zip(forecast.KINDS, counts, strict=True)
    return shuffled([kind for kind, count in kinds for _ in range(count)], rng)


def defcon_order(deck: Sequence[str], rng: Random, lean: float = 1) -> list[str]:
    """A shuffled deck whose first eight hold at least three numbers (section 2 of the rules).

    With `lean` below 1 the modifiers come early, above 1 late; at 1 all orders are as likely.
    """
    while True:
        order = sorted(deck, key=lambda card: rng.random() * (1 if is_number(card) else lean))
        if sum(map(is_number, order[: defcon.OPENING_HAND])) >= 3:
            return order


def choose(game: str, state, actions: Sequence[str], rng: Random, mood: str = "even") -> str:
    """Choose an action for the twin's `state`: first its kind, then one of that kind, as the mood has it."""
    if mood == "even":
        return pick(actions, rng)
    kind_of, liking = (forecast_kind, forecast_liking) if game == "forecast" else (defcon_kind, defcon_liking)
    kinds = sorted({kind_of(action) for action in actions})
    kind = weighted_pick(kinds, [KIND_WEIGHTS[game][mood][kind] for kind in kinds], rng)
    candidates = [action for action in actions if kind_of(action) == kind]
    return weighted_pick(candidates, [liking(state, action, mood) for action in candidates], rng)


def random_walk(
    twin: ModuleType, state, rng: Random, mood: str = "even", plies: int | None = None
) -> Iterator[tuple[str, object]]:
    """Yield (action, state after it) until the game is over or `plies` are made."""
    made = 0
    while made != plies and (actions := twin.legal(state)):
        action = choose(twin.GAME, state, actions, rng, mood)
        state = twin.play(state, action)
        made += 1
        yield action, state


def random_position(twin: ModuleType, state, rng: Random, mood: str = "even", plies: int | None = None):
    """Return the state at the end of a random walk."""
    for _, after in random_walk(twin, state, rng, mood, plies):
        state = after
    return state


# -- Forecast ---------------------------------------------------------------------------------------


def forecast_kind(action: str) -> str:
    kinds = {"d": "draw", "?": "predict", "x": "swap", "-": "remove"}
    return kinds.get(action[0], "number")


def forecast_liking(state: forecast.State, action: str, mood: str) -> float:
    """In `rare`: full slots, and swaps of two slots that are equally high."""
    heights = [len(stack) for stack in state.river]
    kind = forecast_kind(action)
    if mood != "rare" or kind == "draw":
        return 1
    if kind == "swap":
        return 4 if heights[int(action[1]) - 1] == heights[int(action[3]) - 1] else 1
    return 4 if heights[int(action[-1]) - 1] == 2 else 1


# -- Defcon -----------------------------------------------------------------------------------------


def defcon_kind(action: str) -> str:
    if action[0] in "!~":
        return "discard" if action[0] == "!" else "disband"
    return "number" if is_number(action[:2]) else action[0]


def defcon_liking(state: defcon.State, action: str, mood: str) -> float:
    kind = defcon_kind(action)
    if kind in ("discard", "disband"):
        return 1
    if kind == "number" or mood != "rare":
        return liking_for_range(state, action, mood)
    name, position = action[3:].split(".")
    river = state.river(name)
    lock = kind == "Q" and numbers(river)[int(position) - 1][0] in "AT"
    return (6 if lock else 1) * 3 ** len(attachments(river, int(position)))


def liking_for_range(state: defcon.State, action: str, mood: str) -> float:
    """Prefer (in `long` avoid) what brings an own river into range or wrecks an opponent's bid."""
    name = action[3:5]
    before = value(state.river(name))
    after = value(defcon.act(state, action).river(name))
    enters = is_in_range(state, after) and not is_in_range(state, before)
    leaves = is_in_range(state, before) and not is_in_range(state, after)
    own = name[0] == state.mover
    if mood == "long":
        return 0.02 if enters else 1
    if (enters and own) or (leaves and not own):
        return 30
    return 0.05 if (enters or leaves or (own and after > state.rules.high)) else 1


def is_in_range(state: defcon.State, total: int) -> bool:
    return state.rules.low <= total <= state.rules.high
