"""The generator never changes, draws evenly, and its streams have nothing to do with each other."""

from collections import Counter
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from harness.core import streams
from harness.core.streams import ManyRandom, Random, below, draw, label_word, uniform

STATES = st.integers(0, 2**64 - 1)
LIMITS = st.one_of(st.integers(1, 130), st.integers(1, 2**32 - 1), st.sampled_from([2**31 + 1, 2**32 - 1]))


def stream(state: int) -> np.ndarray:
    return np.array([state], np.uint64)


def key(function, *values: int) -> int:
    """The key of a stream, as a whole number."""
    return int(function(*map(np.uint64, values)))


def deal_key(seed: int, deal: int) -> int:
    return key(streams.deal_key, seed, deal)


def shuffle_state(seed: int, deal: int, side: int = 0, attempt: int = 0) -> int:
    return key(streams.shuffle_state, deal_key(seed, deal), side, attempt)


def player_state(seed: int, deal: int, leg: int, label: str) -> int:
    return key(streams.player_state, seed, deal, leg, label_word(label))


def evenness(counts: Counter, cells: int) -> float:
    """How likely counts at least this uneven are, were all cells equally likely."""
    expected = counts.total() / cells
    statistic = sum((counts[cell] - expected) ** 2 for cell in counts) / expected
    statistic += (cells - len(counts)) * expected
    return float(chi2.sf(statistic, cells - 1))


# -- The generator ----------------------------------------------------------------------------------

# SplitMix64 as others publish it: seed, and the first numbers.
PUBLISHED = [
    (
        1234567,
        [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ],
    ),
    (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
]


@pytest.mark.parametrize(("seed", "numbers"), PUBLISHED)
def test_it_is_splitmix64(seed, numbers):
    random, state = Random.seeded(seed), stream(seed)
    assert [random.bits() for _ in numbers] == numbers
    assert [int(draw(state)) for _ in numbers] == numbers


def test_numbers_of_the_seed_1():
    random, state = Random.seeded(1), stream(1)
    numbers = [20, 26, 34, 15, 15, 27, 31, 18]
    assert [random.below(36) for _ in numbers] == numbers
    assert [below(state, 36) for _ in numbers] == numbers
    floats = [0.28550868439696664, 0.7939966056623056, 0.4041421690502257]
    assert [random.random() for _ in floats] == floats
    assert [uniform(state) for _ in floats] == floats
    cards = list("abcdefgh")
    random.shuffle(cards)
    assert "".join(cards) == "eafcbghd"
    assert [random.choice("xyz") for _ in range(6)] == list("zzxxyx")


def test_keys_of_streams():
    assert deal_key(1, 0) == 0xAEFA4A6050A59B3F
    assert deal_key(2**53 - 1, 2**53 - 1) == 0x5D1186996C327580
    assert shuffle_state(1, 0) == 0x240833A6B3BE66CF
    assert shuffle_state(1, 0, side=1, attempt=3) == 0xA13BC0D2B42674E3
    assert player_state(1, 0, 0, "greedy") == 0xCF895AE9E7B80FB8
    assert player_state(7, 99, 3, "greedy") == 0xBD51FFB7C3301D3A


def test_keys_follow_their_description():
    gamma = 0x9E3779B97F4A7C15

    def mix(word):
        return Random.seeded((word - gamma) % 2**64).bits()

    def chained(purpose, *values):
        state = mix(int.from_bytes(purpose, "big"))
        for value in values:
            state = mix(state ^ mix((value + gamma) % 2**64))
        return state

    assert shuffle_state(3, 5, 1, 2) == chained(b"SHUFF", 3, 5, 1, 2)
    assert player_state(3, 5, 1, "greedy") == chained(b"PLAYER", 3, 5, 1, label_word("greedy"))


def test_words_of_labels():
    assert label_word("greedy") == 0x82819BDEF238A7AE
    assert label_word("Otter, größer:x=1") == 0x778C88692823244A
    assert label_word("") == 0xB4B2797457A0A6E4


# -- Compiled code and plain Python -----------------------------------------------------------------


@given(STATES, st.lists(st.one_of(LIMITS, st.sampled_from(["bits", "float"])), max_size=30))
def test_both_forms_draw_the_same(seed, requests):
    random, state, shared = Random.seeded(seed), stream(seed), stream(seed)
    over_array = Random(shared)
    for request in requests:
        if request == "bits":
            expected = int(draw(state))
            assert [random.bits(), over_array.bits()] == [expected] * 2
        elif request == "float":
            expected = uniform(state)
            assert [random.random(), over_array.random()] == [expected] * 2
            assert 0 <= expected < 1
        else:
            expected = below(state, request)
            assert [random.below(request), over_array.below(request)] == [expected] * 2
            assert 0 <= expected < request
    assert shared[0] == state[0]


def test_numbers_are_drawn_again_where_they_would_be_uneven():
    # Just above 2³¹ every second number is thrown away.
    random = Random.seeded(5)
    for _ in range(64):
        random.below(2**31 + 1)
    drawn, plain = 0, Random.seeded(5)
    while plain._state[0] != random._state[0]:
        plain.bits()
        drawn += 1
    assert 90 < drawn < 170


@pytest.mark.parametrize("limit", [0, -1, 2**32, 2**70])
def test_a_limit_that_has_no_numbers(limit):
    with pytest.raises(ValueError, match=r"from 1 to 2\^32 - 1"):
        Random.seeded(1).below(limit)


# -- Evenness ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [2, 3, 7, 36, 46, 54, 120, 1000])
def test_below_is_even(limit):
    state = stream(limit)
    counts = Counter(below(state, limit) for _ in range(1000 + 60 * limit))
    assert max(counts) < limit
    assert 0.001 < evenness(counts, limit) < 0.999


@pytest.mark.parametrize("limit", [3 * 2**30, 2**31 + 1, 2**32 - 1])
def test_below_is_even_for_large_limits(limit):
    state = stream(limit)
    counts = Counter(below(state, limit) * 16 // limit for _ in range(2000))
    assert 0.001 < evenness(counts, 16) < 0.999


def test_uniform_is_even():
    state = stream(11)
    counts = Counter(int(uniform(state) * 50) for _ in range(5000))
    assert 0.001 < evenness(counts, 50) < 0.999


def test_a_shuffle_is_any_order_alike():
    random, counts = Random.seeded(3), Counter()
    for _ in range(24 * 100):
        cards = list("abcd")
        random.shuffle(cards)
        counts["".join(cards)] += 1
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert 0.001 < evenness(counts, 24) < 0.999


def test_choices_are_even():
    random = Random.seeded(4)
    assert 0.001 < evenness(Counter(random.choice("abcdefg") for _ in range(3500)), 7) < 0.999


# -- Streams have nothing to do with each other -----------------------------------------------------


def test_no_two_shuffles_share_a_stream():
    near = [*range(60), *(2**32 + n for n in range(3)), *(2**53 - 1 - n for n in range(3))]
    states = {
        shuffle_state(seed, deal, side, attempt)
        for seed, deal, side, attempt in product(near, near, (0, 1), (0, 1, 2))
    }
    assert len(states) == len(near) ** 2 * 6


def test_no_two_players_share_a_stream():
    near = [*range(30), 2**53 - 1]
    labels = ("a", "b", "greedy", "greedy2")
    states = {player_state(*where) for where in product(near, near, range(4), labels)}
    assert len(states) == len(near) ** 2 * 16
    assert not states & {shuffle_state(*where) for where in product(near, near, (0, 1), range(3))}


def test_seed_and_deal_are_told_apart():
    assert deal_key(3, 5) != deal_key(5, 3)
    assert player_state(3, 5, 0, "a") != player_state(5, 3, 0, "a")
    assert player_state(1, 0, 1, "a") != player_state(1, 1, 0, "a")


@pytest.mark.parametrize("which", [0, 1])
def test_each_bit_of_a_seed_or_deal_moves_half_of_the_key(which):
    moved = [
        (
            deal_key(*near) ^ deal_key(*(n ^ (1 << place) * (at == which) for at, n in enumerate(near)))
        ).bit_count()
        for near in product(range(8), range(8))
        for place in range(53)
    ]
    assert 31.5 < np.mean(moved) < 32.5
    assert min(moved) > 8


def test_the_first_numbers_of_neighbouring_streams_are_unrelated():
    firsts = [Random.seeded(shuffle_state(seed, deal)).below(6) for seed in range(60) for deal in range(60)]
    assert 0.001 < evenness(Counter(firsts), 6) < 0.999
    in_deal = Counter(pairwise(firsts))
    in_seed = Counter(zip(firsts, firsts[60:], strict=False))
    assert 0.001 < evenness(in_deal, 36) < 0.999
    assert 0.001 < evenness(in_seed, 36) < 0.999


def test_mixing_loses_nothing():
    words = np.array([*range(4000), *(1 << place for place in range(64))], np.uint64)
    assert len({int(streams.mix(word)) for word in words}) == len(set(words.tolist()))


def test_labels_have_words_of_their_own():
    labels = [f"{name}{number}" for name in ("greedy", "a", "", "ä", "greedy:k=") for number in range(400)]
    assert len({label_word(label) for label in labels}) == len(labels)
    assert all(0 <= label_word(label) < 2**64 for label in labels)


@given(st.lists(st.tuples(STATES, LIMITS), min_size=1, max_size=50))
def test_many_streams_draw_what_each_draws_alone(cases):
    states = np.array([state for state, _ in cases], np.uint64)
    limits = np.array([limit for _, limit in cases])
    many, alone = ManyRandom(states), [Random.seeded(state) for state, _ in cases]
    for _ in range(4):
        assert many.below(limits).tolist() == [
            r.below(n) for r, n in zip(alone, limits.tolist(), strict=True)
        ]
        assert many.random().tolist() == [r.random() for r in alone]
        assert many.below(7).tolist() == [r.below(7) for r in alone]
        assert many.bits().tolist() == [r.bits() for r in alone]


@pytest.mark.parametrize("limit", [0, -1, 2**32])
def test_many_streams_refuse_the_limits_that_one_refuses(limit):
    for limits in (limit, np.array([3, limit])):
        with pytest.raises(ValueError, match="limits"):
            ManyRandom(np.zeros(2, np.uint64)).below(limits)
