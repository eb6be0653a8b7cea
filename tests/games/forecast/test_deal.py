"""Deals: seeded, even, never shared by neighbours, and the same however they are shuffled or restricted."""

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from harness.core.compiler import Entry, engine_cache, i64, record_type, records, shorts, u64
from harness.core.streams import deal_key
from harness.games.forecast import deal
from harness.games.forecast.cards import SIGNS
from harness.games.forecast.layout import STATE, counts_word, universe_order
from harness.games.position import Position
from tests.reference.strategies import forecast_counts

STANDARD = (6, 6, 6, 4, 4, 4, 3, 3)
NUMBERS = st.integers(0, 2**53 - 1)
UNIVERSES = st.one_of(forecast_counts(), st.tuples(*[st.integers(0, 120)] * 8).filter(any))


def lazily(deck, seed, number, universe, composition, cards, out):
    deal.begin(deck, deal_key(seed, number), universe, composition)
    for place in range(cards):
        out[place] = deal.next_card(deck)
    return deck.settled


@cache
def lazy_entry() -> Entry:
    """Deals cards one by one as they are needed, as the loop over games does."""
    signature = i64(record_type(STATE), u64, u64, shorts, u64, i64, shorts)
    return Entry(lazily, signature, engine_cache() / "tests-lazily")


def lazy_order(seed: int, number: int, universe, counts) -> tuple[list[int], int]:
    """The kinds of a deck in the order in which the loop deals them, and how many places that settled."""
    out = np.zeros(sum(counts), np.uint16)
    words = np.uint64(seed), np.uint64(number), universe_order(universe), np.uint64(counts_word(counts))
    settled = lazy_entry()(records(1, STATE)[0], *words, sum(counts), out)
    return out.tolist(), settled


def whole_order(seed: int, number: int, universe) -> list[tuple[int, int]]:
    """The whole universe in its order, as (kind, copy)."""
    state = records(1, STATE)[0]
    words = np.uint64(seed), np.uint64(number), universe_order(universe), np.uint64(0)
    size = deal.shuffle_all(state, *words)
    return [(int(card) & 7, int(card) >> 3) for card in state["order"][:size]]


def deck_of(position: Position) -> list[str]:
    return position.state.split(" ")[3].split(",")


# -- Written down -----------------------------------------------------------------------------------


def test_the_first_deals_of_the_seed_1():
    decks = [",".join(deck_of(Position.deal("forecast", 1, number))) for number in range(2)]
    assert decks == [
        "?3,-,-,3,?1,?2,?1,3,1,1,?2,3,2,3,?2,2,?3,?3,2,-,1,?2,2,2,x,x,?1,?3,1,1,?1,3,x,2,1,3",
        "1,?2,2,x,3,2,-,3,1,2,1,?3,x,?1,3,3,-,1,2,?1,?1,3,1,1,?2,?2,3,2,?1,?3,?3,-,x,2,?3,?2",
    ]
    assert (
        ",".join(deck_of(Position.deal("forecast", 2**53 - 1, 2**53 - 1, "1,1,1,1,1,1,1,1")))
        == "2,x,?1,?2,1,?3,3,-"
    )


# -- One order --------------------------------------------------------------------------------------


@given(NUMBERS, NUMBERS, UNIVERSES)
def test_a_deal_is_an_order_of_the_universe(seed, number, universe):
    order = whole_order(seed, number, universe)
    assert len(order) == sum(universe)
    assert set(order) == {(kind, copy) for kind, count in enumerate(universe) for copy in range(count)}


@st.composite
def restrictions(draw):
    """A universe, and the counts of a deck that lies in it."""
    universe = draw(UNIVERSES)
    counts = draw(st.tuples(*(st.integers(0, count) for count in universe)))
    return universe, counts


@settings(max_examples=200)
@given(NUMBERS, NUMBERS, restrictions())
def test_restricting_a_universe_leaves_the_order_of_the_other_cards_alone(seed, number, restriction):
    universe, counts = restriction
    order = whole_order(seed, number, universe)
    restricted = [kind for kind, copy in order if copy < counts[kind]]
    dealt, settled = lazy_order(seed, number, universe, counts)
    assert dealt == restricted
    # No more of the universe is shuffled than it takes to come to the last card of the deck.
    last = max((place for place, (kind, copy) in enumerate(order) if copy < counts[kind]), default=-1)
    assert settled == last + 1


@given(NUMBERS, NUMBERS, forecast_counts())
def test_the_loop_deals_what_a_position_shows(seed, number, counts):
    shown = deck_of(Position.deal("forecast", seed, number, ",".join(map(str, counts))))
    assert [SIGNS[kind] for kind in lazy_order(seed, number, counts, counts)[0]] == shown


def test_one_card_more_moves_no_other():
    small, large = (5, 6, 6, 4, 4, 4, 3, 3), STANDARD
    for number in range(50):
        with_all, _ = lazy_order(7, number, large, large)
        without, _ = lazy_order(7, number, large, small)
        places = [place for place, kind in enumerate(with_all) if kind == 0]
        assert without in [with_all[:place] + with_all[place + 1 :] for place in places]


# -- Even, and unrelated ----------------------------------------------------------------------------


def test_neighbouring_seeds_share_no_deals():
    near = [*range(40), *(2**53 - 1 - n for n in range(3))]
    orders = [tuple(whole_order(seed, number, STANDARD)) for seed in near for number in near]
    assert len(set(orders)) == len(near) ** 2


def test_every_card_comes_to_every_place_alike():
    deals = 3600
    counts = Counter()
    for number in range(deals):
        counts.update(enumerate(whole_order(5, number, STANDARD)))
    statistic = sum((found - deals / 36) ** 2 for found in counts.values()) / (deals / 36)
    assert len(counts) == 36 * 36
    assert 0.001 < chi2.sf(statistic, 35 * 35) < 0.999


def test_neighbouring_deals_are_unrelated():
    firsts = [whole_order(1, number, STANDARD)[0] for number in range(3600)]
    pairs = Counter(pairwise(firsts))
    expected = len(firsts) / 36**2
    statistic = sum((pairs[pair] - expected) ** 2 for pair in pairs) / expected
    statistic += (36**2 - len(pairs)) * expected
    assert 0.001 < chi2.sf(statistic, 36**2 - 1) < 0.999
