import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.games.outcome import FIELDS
from harness.store import blocks
from tests.store.samples import outcome_words


def slow_result(word):
    field = {name: word >> shift & mask for name, (shift, mask) in FIELDS.items()}
    if field["winner"] == 2:
        return blocks.DRAW
    won = field["winner"] == field["first_seat"]
    if field["fault"]:
        return blocks.WON_BY_FAULT if won else blocks.LOST_BY_FAULT
    return blocks.WIN if won else blocks.LOSS


@pytest.mark.parametrize("legs", [1, 2, 4])
def test_codes_agree_with_a_slow_count(legs):
    words = outcome_words(np.random.default_rng(1), 500, legs, faults=0.3)
    slow = [slow_result(int(word)) for word in words]
    assert blocks.game_results(words).tolist() == slow
    codes = blocks.block_codes(words, legs)
    assert [d for code in codes.tolist() for d in blocks.digits(code, legs)] == slow
    counts = blocks.count_codes(codes)
    assert sum(counts.values()) == 500
    assert all(counts[str(code)] == codes.tolist().count(code) for code in set(codes.tolist()))


@given(st.sampled_from([1, 2, 4]), st.data())
def test_bytes_keep_all_of_a_code(legs, data):
    codes = np.array(data.draw(st.lists(st.integers(0, 5**legs - 1))), np.uint16)
    size, mask = blocks.pack_codes(codes, legs)
    assert (size.dtype, mask.dtype) == (np.uint8, np.uint8)
    assert blocks.unpack_codes(size, mask, legs).tolist() == codes.tolist()


def test_bytes_are_as_documented():
    code = 2 + 5 * 3 + 25 * 1 + 125 * 4
    size, mask = blocks.pack_codes(np.array([code], np.uint16), 4)
    assert (int(size[0]), int(mask[0])) == (2 | 3 << 2 | 1 << 4 | 3 << 6, 0b1000)
