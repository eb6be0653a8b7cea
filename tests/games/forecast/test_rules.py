"""The compiled rules, word by word: what no whole game shows by itself."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.games.forecast import rules
from harness.games.forecast.cards import is_blue
from harness.games.forecast.game import GAME
from harness.games.forecast.layout import (
    ACTION_KINDS,
    ACTION_NAMES,
    hand_word,
    prediction_bits,
    stack,
    stack_bits,
)
from harness.games.position import Position
from tests.reference import forecast as twin
from tests.reference.strategies import forecast_rules
from tests.reference.walk import forecast_kind

STACKS = [(), *((n,) for n in (1, 2, 3)), *((n, m) for n in (1, 2, 3) for m in (1, 2, 3))]
TABLES = st.lists(st.sampled_from(STACKS), min_size=5, max_size=5)
SLOTS = st.integers(0, 4)


def table_of(stacks) -> np.uint64:
    return np.uint64(sum(stack_bits(slot, numbers) for slot, numbers in enumerate(stacks)))


def stacks_of(table) -> list[tuple[int, ...]]:
    return [stack(int(table), slot) for slot in range(5)]


def slots_where(stacks, holds) -> int:
    return sum(1 << slot for slot, numbers in enumerate(stacks) if holds(numbers))


# -- The table --------------------------------------------------------------------------------------


@given(TABLES)
def test_sets_of_slots(stacks):
    table = table_of(stacks)
    assert rules.started_slots(table) == slots_where(stacks, len)
    assert rules.full_slots(table) == slots_where(stacks, lambda numbers: len(numbers) == 2)


@given(TABLES, SLOTS, st.integers(1, 3))
def test_putting_a_number_on_top_and_taking_it_off(stacks, slot, number):
    stacks[slot] = stacks[slot][:1]
    table = table_of(stacks)
    above = rules.with_number(table, np.uint64(number), np.uint64(slot))
    higher = [numbers + (number,) * (at == slot) for at, numbers in enumerate(stacks)]
    assert stacks_of(above) == higher
    assert rules.without_top(np.uint64(above), np.uint64(slot)) == table


@given(TABLES, SLOTS, SLOTS)
def test_swapping_whole_stacks(stacks, r, s):
    table = rules.swapped(table_of(stacks), np.uint64(r), np.uint64(s))
    stacks[r], stacks[s] = stacks[s], stacks[r]
    assert stacks_of(table) == stacks


@given(st.tuples(*[st.integers(0, 3)] * 8))
def test_counting_a_hand(counts):
    hand = np.uint64(hand_word(counts))
    assert rules.hand_size(hand) == sum(counts)
    assert rules.blue_cards(hand) == sum(count for kind, count in enumerate(counts) if is_blue(kind))


# -- Section 2: what is legal -----------------------------------------------------------------------


@pytest.mark.parametrize("legal", [0, 1, (1 << 46) - 1, 1 << 45, 1 << 31])
def test_only_what_is_in_the_mask_is_legal(legal):
    odd = [-1, -(2**63), -64, -46, 46, 47, 63, 64, 65, 2**62, 2**63 - 1, 2**32, 2**32 + 5]
    found = [action for action in [*odd, *range(46)] if rules.is_legal(np.uint64(legal), np.int64(action))]
    assert found == [action for action in range(46) if legal >> action & 1]


def test_an_illegal_action_leaves_the_state_alone():
    record = GAME.rules_record({})
    state = Position.parse("forecast", "./12/3/./31 ..3.1|1.... 1,?3,x|2,2 3,1,?2,x b 21")._state
    before = state.tobytes()
    for action in (-1, 1, 46, 64, 2**40):
        assert rules.play_action(state, record, action) == 0
        assert state.tobytes() == before


def test_what_an_action_is_about():
    for number, name in enumerate(ACTION_NAMES):
        assert ACTION_KINDS[rules.action_kind(number)] == forecast_kind(name)
        if name != "draw":
            digits = [int(sign) for sign in name if sign.isdigit()]
            kind = name.split("@")[0] if "@" in name else name[0]
            assert twin.KINDS[rules.KIND_OF[number]] == kind
            slots = digits[1:] if "@" in name else digits
            assert rules.SLOT_OF[number] == slots[0] - 1
            assert rules.SECOND_OF[number] == (slots[1] - 1 if name[0] == "x" else 0)
            assert rules.NUMBER_OF[number] == (digits[0] if "@" in name else 0)


# -- Section 3: the end -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "options", "expected"),
    [
        # The last card was drawn: at once, whatever could still be played.
        ("././././1 .....|..... 1,x,-|. . b 5", {}, ("deck-out", None, (0, 0))),
        # The tenth number was played, with cards left in the deck.
        ("12/12/12/12/12 ...3.|2.... .|. 1 a 24", {}, ("river-full", "b", (-1, 4))),
        # Nothing but predictions in a full hand, and no slot left for them.
        ("1/./././. 11111|1.... ?1,?1,?1,?1,?1|1 x,x a 30", {}, ("no-action", "b", (-2, 2))),
        ("1/./././. 11111|1.... ?1,?1,?1,?1,?1|1 x,x a 30", {"hand_limit": 6}, None),
        ("1/./././. 11111|1.... ?1,?1,?1,?1,-|1 x,x a 30", {}, None),
        ("11/./././. 11111|1.... 1,?1,?1,?1,?1|1 x,x a 30", {}, None),
    ],
)
def test_the_end(line, options, expected):
    position = Position.parse("forecast", line, options)
    result = position.result
    assert (result and (result.reason, result.winner, result.scores)) == expected
    assert bool(position.legal) == (expected is None)


# -- Section 4: scoring -----------------------------------------------------------------------------


@given(TABLES, st.lists(st.integers(0, 3), min_size=5, max_size=5), forecast_rules())
def test_scores(stacks, predictions, options):
    record, expected = GAME.rules_record(options), twin.Rules(**options)
    planes = np.uint64(sum(prediction_bits(slot, number) for slot, number in enumerate(predictions)))
    rows = zip(predictions, stacks, strict=True)
    total = sum(twin.payoff(str(p), tuple(map(str, numbers)), expected) for p, numbers in rows if p)
    assert rules.score(table_of(stacks), planes, record.exact, record.over, record.miss) == total


@pytest.mark.parametrize(
    ("predicted", "top", "score"),
    [
        *((n, n, 2 * n) for n in (1, 2, 3)),
        *((p, t, 1) for p, t in product((1, 2, 3), repeat=2) if t > p),
        *((p, t, -1) for p, t in product((1, 2, 3), repeat=2) if t < p),
        *((p, 0, -1) for p in (1, 2, 3)),
        *((0, t, 0) for t in range(4)),
    ],
)
def test_the_default_payoffs(predicted, top, score):
    for below in ((), (1,), (2,), (3,)) if top else ((),):
        table = table_of([(), (), below + (top,) * bool(top)])
        assert rules.score(table, np.uint64(prediction_bits(2, predicted)), 2, 1, -1) == score


def test_the_range_of_totals():
    best = table_of([(3,)] * 5), np.uint64(sum(prediction_bits(slot, 3) for slot in range(5)))
    assert rules.score(*best, 2, 1, -1) == 30
    assert rules.score(np.uint64(0), best[1], 2, 1, -1) == -5
    assert rules.score(*best, 9, 9, 9) == 135
    assert rules.score(np.uint64(0), best[1], 9, 9, -9) == -45


def test_who_wins():
    assert [rules.winner(*totals) for totals in ((3, 2), (-5, -4), (0, 0))] == [0, 1, 2]
