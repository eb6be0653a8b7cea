"""Words of the layout: each packing has its pair, and no record's field is hidden when the code runs as Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.kernels import DESK
from harness.games.forecast import layout
from harness.games.forecast.layout import (
    ACTION_NAMES,
    ACTION_NUMBERS,
    SEEN_NAMES,
    STATE,
    VIEW,
    counts_word,
    hand_counts,
    hand_word,
    prediction,
    prediction_bits,
    stack,
    stack_bits,
    table_word,
    universe_order,
    unpack_counts,
)
from tests.reference import forecast as twin
from tests.reference.strategies import forecast_counts

STACKS = [(), *((n,) for n in (1, 2, 3)), *((n, m) for n in (1, 2, 3) for m in (1, 2, 3))]


@given(st.lists(st.sampled_from(STACKS), min_size=5, max_size=5))
def test_stacks(stacks):
    table = sum(stack_bits(slot, numbers) for slot, numbers in enumerate(stacks))
    assert table < 1 << 20
    assert [stack(table, slot) for slot in range(5)] == stacks


@given(*[st.lists(st.integers(0, 3), min_size=5, max_size=5)] * 2)
def test_predictions(of_a, of_b):
    a, b = (sum(prediction_bits(slot, n) for slot, n in enumerate(numbers)) for numbers in (of_a, of_b))
    assert [prediction(a, slot) for slot in range(5)] == of_a
    assert [prediction(table_word(0, a, b) >> 20 & 1023, slot) for slot in range(5)] == of_a
    assert [prediction(table_word(0, a, b) >> 30, slot) for slot in range(5)] == of_b


@given(st.tuples(*[st.integers(0, 31)] * 8), st.tuples(*[st.integers(0, 255)] * 8))
def test_counters(hand, counts):
    assert hand_counts(hand_word(hand)) == hand
    assert unpack_counts(counts_word(counts)) == counts


@given(forecast_counts())
def test_a_universe_numbers_the_copies(counts):
    cards = universe_order(counts).tolist()
    assert cards == sorted(cards, key=lambda card: (card & 7, card >> 3))
    for kind, count in enumerate(counts):
        assert [card >> 3 for card in cards if card & 7 == kind] == list(range(count))


def test_the_largest_universe_fits():
    universe = universe_order((layout.MAX_CARDS,) * 8)
    assert len(universe) == layout.MAX_UNIVERSE == STATE["order"].shape[0]


def test_actions_are_those_of_the_rules_page_in_its_order():
    everything = twin.State(
        (("1",),) * 5,
        twin.Player(twin.KINDS),
        twin.Player(),
        ("1",),
        rules=twin.Rules(hand_limit=9),
    )
    assert list(ACTION_NAMES) == twin.possible_actions(everything)
    assert len(ACTION_NAMES) == layout.ACTIONS == 46
    assert [ACTION_NAMES[number] for number in ACTION_NUMBERS.values()] == list(ACTION_NUMBERS)


def test_actions_as_seen():
    start = twin.start(["1", "?1"])
    for number, name in enumerate(ACTION_NAMES[1:], 1):
        seen = twin.seen(start, name)
        place = 48 + int(name[3]) - 1 if name.startswith("?") else number
        assert SEEN_NAMES[place] == seen
    assert SEEN_NAMES[layout.SEEN_DRAW_BLUE] == twin.seen(start, "draw") == "draw#"
    assert SEEN_NAMES[layout.SEEN_DRAW_BROWN] == "draw!"


@pytest.mark.parametrize("kind", [STATE, VIEW, layout.RULES, DESK], ids=["state", "view", "rules", "desk"])
def test_no_field_is_hidden_by_an_attribute(kind):
    hidden = set(dir(np.record)) & set(kind.names)
    assert not hidden, "plain Python would read numpy's attribute instead of the field"


def test_a_view_holds_no_room_between_its_words():
    assert VIEW.itemsize == 8 * len(VIEW.names)
