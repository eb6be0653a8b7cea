"""Forecast, as the tester of its players sees it."""

from __future__ import annotations

from harness.core.compiler import records
from harness.core.streams import Random
from harness.games.description import Deck, State
from harness.games.forecast import rules as compiled
from harness.games.forecast.cards import FIRST_PREDICTION, NUMBERS, SLOTS, SWAP
from harness.games.forecast.game import GAME
from harness.games.forecast.layout import (
    ACTION_NAMES,
    COUNT_BITS,
    STATE,
    hand_counts,
    hand_word,
    prediction,
    prediction_bits,
    stack,
    unpack_counts,
)
from harness.games.options import Rules
from harness.games.probes import Probe

_DRAW_ONLY = 1
_KIND_SIGNS = {"d": 0, "?": 2, "x": 3, "-": 4}
_OPENING_PLIES = 4


class ForecastProbe(Probe):
    """Forecast, as the tester of its players sees it."""

    game = GAME
    situations = (
        "opening", "full hand", "last card of the deck", "river full but one", "nothing but draw",
        "predictions on all slots",
    )  # fmt: skip
    odd_decks = (
        Deck("2,0,0,1,0,0,1,1", (2, 0, 0, 1, 0, 0, 1, 1)),
        Deck("0,0,0,0,0,0,4,4", (0, 0, 0, 0, 0, 0, 4, 4)),
        Deck("0,0,9,9,9,9,0,0", (0, 0, 9, 9, 9, 9, 0, 0)),
        Deck("30,30,0,10,10,10,15,15", (30, 30, 0, 10, 10, 10, 15, 15)),
        Deck("0,0,0,40,40,40,0,0", (0, 0, 0, 40, 40, 40, 0, 0)),
        Deck("storm", (5, 5, 5, 3, 3, 3, 6, 6)),
        Deck("calm", (7, 7, 7, 5, 5, 5, 0, 0)),
    )

    def found_in(self, state: State, rules: Rules) -> tuple[str, ...]:
        """Name the situations that the player to move is in."""
        seat, left, legal = int(state["ply"]) & 1, int(state["left"]), int(state["legal"])
        held = sum(hand_counts(int(state["hand"][seat])))
        planes = int(state["predicted"][seat])
        placed = sum(len(stack(int(state["table"]), slot)) for slot in range(SLOTS))
        limit = int(rules.get("hand_limit", self.defaults["hand_limit"]))
        found = (
            int(state["ply"]) < _OPENING_PLIES,
            held == limit,
            left == 1,
            placed == 2 * SLOTS - 1,
            legal == _DRAW_ONLY,
            all(prediction(planes, slot) for slot in range(SLOTS)),
        )
        return tuple(name for name, here in zip(self.situations, found, strict=True) if here)

    def kind_of(self, action: int) -> int:
        """Give an action's place in ACTION_KINDS."""
        return _KIND_SIGNS.get(ACTION_NAMES[action][0], 1)

    def redeal(self, state: State, rules: Rules, random: Random) -> State:
        """Deal anew the deck, the rival's hand and the rival's predictions: each card behind a back like its own."""
        seat = int(state["ply"]) & 1
        rival = 1 - seat
        pool = [kind for kind, n in enumerate(unpack_counts(int(state["unseen"][seat]))) for _ in range(n)]
        random.shuffle(pool)
        planes = _predict_anew(int(state["predicted"][rival]), pool)
        held = hand_counts(int(state["hand"][rival]))
        blue = sum(held[:NUMBERS])
        hand = [_take(pool, 0, NUMBERS) for _ in range(blue)]
        hand += [_take(pool, NUMBERS, len(held)) for _ in range(sum(held) - blue)]
        backs = (0, NUMBERS) if int(state["top"]) < NUMBERS else (NUMBERS, len(held))
        pool.insert(0, _take(pool, *backs))
        counts = tuple(hand.count(kind) for kind in range(len(held)))
        after = records(1, STATE)
        after[0] = state
        return self._written(after[0], rules, rival, planes, hand_word(counts), pool, random)

    def _written(
        self, after: State, rules: Rules, rival: int, planes: int, hand: int, deck: list[int], random: Random
    ) -> State:
        """Write the new cards, and all that follows from them, to a state."""
        seat = 1 - rival
        after["predicted"][rival], after["hand"][rival] = planes, hand
        own = hand_counts(int(after["hand"][seat]))
        hidden = int(after["predicted"][seat])
        unseen = [deck.count(kind) + own[kind] for kind in range(len(own))]
        for slot in range(SLOTS):
            number = prediction(hidden, slot)
            if number:
                unseen[FIRST_PREDICTION + number - 1] += 1
        after["unseen"][rival] = sum(n << COUNT_BITS * kind for kind, n in enumerate(unseen))
        after["next"], after["composition"] = 0, (1 << 64) - 1
        after["left"] = after["total"] = after["settled"] = len(deck)
        after["order"][: len(deck)] = deck
        after["random"][0] = random.bits()
        compiled.refresh_state(after, self.game.rules_record(rules))
        return after


def _take(pool: list[int], low: int, high: int) -> int:
    """Take the first card of some kinds out of a shuffled pool."""
    return pool.pop(next(place for place, kind in enumerate(pool) if low <= kind < high))


def _predict_anew(planes: int, pool: list[int]) -> int:
    """Give predictions on the same slots, with cards taken out of a shuffled pool."""
    slots = [slot for slot in range(SLOTS) if prediction(planes, slot)]
    taken = [_take(pool, FIRST_PREDICTION, SWAP) - FIRST_PREDICTION + 1 for _ in slots]
    return sum(prediction_bits(slot, number) for slot, number in zip(slots, taken, strict=True))


PROBE = ForecastProbe()
