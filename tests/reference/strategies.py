"""Hypothesis strategies for both games, as plain data: rules dicts, decks, lines of starts and positions.

Orders and random walks come from a drawn seed, so that an example is small to write down; the parts that a
failure should be shrunk by (counts, cards of a deck, options, number of plies) are drawn one by one.
"""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from tests.reference import defcon, forecast
from tests.reference.walk import (
    MOODS,
    TWINS,
    defcon_order,
    forecast_order,
    random_walk,
)

__all__ = [
    "Case",
    "defcon_decks",
    "defcon_rules",
    "defcon_starts",
    "forecast_counts",
    "forecast_rules",
    "forecast_starts",
    "moods",
    "positions",
    "random_walk",
    "rules",
    "seeds",
    "starts",
]


class Case(NamedTuple):
    """A position: what `parse` and the engine need to know of it."""

    game: str
    rules: dict
    line: str


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def moods(game: str) -> st.SearchStrategy[str]:
    """How a random walk chooses; see `walk.KIND_WEIGHTS`."""
    return st.sampled_from(MOODS[game])


# -- Forecast ---------------------------------------------------------------------------------------

STANDARD_COUNTS = (6, 6, 6, 4, 4, 4, 3, 3)
MOST_CARDS = 120


def forecast_rules() -> st.SearchStrategy[dict]:
    """Any of the options within its range; mostly few of them."""
    options = {
        "exact": st.integers(0, 9),
        "over": st.integers(-9, 9),
        "miss": st.integers(-9, 9),
        "hand_limit": st.integers(1, 7),
    }
    return st.one_of(st.just({}), st.fixed_dictionaries({}, optional=options))


def forecast_counts() -> st.SearchStrategy[tuple[int, ...]]:
    """Eight counts, 1 to 120 cards in all: standard, tiny, any, without some kinds, of one kind, full."""
    tiny = st.tuples(*[st.integers(0, 2)] * 8)
    any_deck = st.tuples(*[st.integers(0, 15)] * 8)
    lacking = st.tuples(*[st.one_of(st.just(0), st.integers(0, 30))] * 8)
    # Numbers are scarce: hands in which nothing can be played, and rivers that never fill.
    few_numbers = st.tuples(*[st.integers(0, 2)] * 3, *[st.integers(0, 12)] * 5)
    one_kind = st.builds(only, st.integers(0, 7), st.integers(1, MOST_CARDS))
    full = any_deck.map(filled)
    drawn = st.one_of(st.just(STANDARD_COUNTS), tiny, any_deck, lacking, few_numbers, one_kind, full)
    return drawn.filter(lambda counts: 1 <= sum(counts) <= MOST_CARDS)


def only(kind: int, count: int) -> tuple[int, ...]:
    return tuple(count if place == kind else 0 for place in range(8))


def filled(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Raise the last count so that the deck has as many cards as a deck may have."""
    return (*counts[:7], MOST_CARDS - sum(counts[:7]))


@st.composite
def forecast_starts(draw) -> Case:
    options = draw(forecast_rules())
    order = forecast_order(draw(forecast_counts()), Random(draw(seeds())))
    return Case("forecast", options, forecast.format(forecast.start(order, options)))


# -- Defcon -----------------------------------------------------------------------------------------

NUMBER_CARDS = tuple(card for card in defcon.CARDS if defcon.is_number(card))
MODIFIERS = tuple(card for card in defcon.CARDS if not defcon.is_number(card))
LOCKING = tuple(card for card in NUMBER_CARDS if card[0] in "AT")
SMALLEST_DECK = 30


def ranges() -> st.SearchStrategy[dict]:
    """`low` and `high`: near the default, one value, very wide, very low (leads in the opening), high."""
    known = [
        {"low": 20},
        {"high": 30},
        {"low": 18, "high": 28},
        {"low": 21, "high": 21},
        {"low": 1, "high": 999},
        {"low": 1},
        {"low": 5, "high": 9},
        {"low": 40, "high": 80},
        {"low": 999, "high": 999},
    ]
    any_range = st.tuples(st.integers(1, 60), st.integers(0, 60)).map(
        lambda bounds: {"low": bounds[0], "high": bounds[0] + bounds[1]}
    )
    return st.one_of(st.just({}), st.sampled_from(known), any_range)


def defcon_rules() -> st.SearchStrategy[dict]:
    options = {
        "suit_match": st.sampled_from(["turns", "keeps"]),
        "lead": st.sampled_from(["pairwise", "both"]),
        "exhaustion": st.sampled_from(["loses", "draw"]),
        "max_attachments": st.one_of(st.integers(0, 3), st.integers(4, 16)),
    }
    switches = st.fixed_dictionaries({}, optional=options)
    return st.one_of(st.just({}), st.builds(lambda some, span: {**some, **span}, switches, ranges()))


@st.composite
def defcon_decks(draw) -> tuple[str, ...]:
    """Between 30 and 54 cards in index order: all, any, with all modifiers, with none, with Aces and 10s."""
    kind = draw(st.sampled_from(["all 54", "any", "all modifiers", "no modifiers", "aces and tens"]))
    if kind == "all 54":
        return defcon.CARDS
    if kind == "any":
        cards = draw(subset(defcon.CARDS, SMALLEST_DECK, 54))
    elif kind == "all modifiers":
        cards = MODIFIERS + draw(subset(NUMBER_CARDS, SMALLEST_DECK - len(MODIFIERS), 20))
    elif kind == "no modifiers":
        cards = draw(subset(NUMBER_CARDS, SMALLEST_DECK, len(NUMBER_CARDS)))
    else:
        rest = tuple(card for card in NUMBER_CARDS if card not in LOCKING)
        cards = MODIFIERS + LOCKING + draw(subset(rest, SMALLEST_DECK - len(MODIFIERS) - len(LOCKING), 12))
    return defcon.by_index(cards)


def subset(cards: tuple[str, ...], fewest: int, most: int) -> st.SearchStrategy[tuple[str, ...]]:
    """A number of the cards, chosen by a seed."""
    return st.builds(
        lambda count, seed: tuple(Random(seed).sample(cards, count)), st.integers(fewest, most), seeds()
    )


@st.composite
def defcon_starts(draw) -> Case:
    """Two decks in orders whose first eight have three numbers; sometimes with the modifiers early."""
    options = draw(defcon_rules())
    rng = Random(draw(seeds()))
    lean = draw(st.sampled_from([1, 0.3, 3]))
    orders = [defcon_order(draw(defcon_decks()), rng, lean) for _ in "ab"]
    return Case("defcon", options, defcon.format(defcon.start(orders, options)))


# -- Both -------------------------------------------------------------------------------------------


def rules(game: str) -> st.SearchStrategy[dict]:
    return forecast_rules() if game == "forecast" else defcon_rules()


def starts(game: str) -> st.SearchStrategy[Case]:
    return forecast_starts() if game == "forecast" else defcon_starts()


@st.composite
def positions(draw, game: str, most_plies: int = 250, finished: bool = False) -> Case:
    """A position some plies after a start; the one before the end if it would be over, unless `finished`."""
    case = draw(starts(game))
    twin = TWINS[game]
    mood = draw(moods(game))
    rng = Random(draw(seeds()))
    plies = draw(st.integers(0, most_plies))
    state = twin.parse(case.line, case.rules)
    for _, after in random_walk(twin, state, rng, mood, plies):
        if not finished and twin.result(after):
            break
        state = after
    return case._replace(line=twin.format(state))
