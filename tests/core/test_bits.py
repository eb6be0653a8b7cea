"""Words of bits against Python's whole numbers, in compiled code and as plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core import bits

WORDS = st.one_of(
    st.integers(0, 2**64 - 1),
    st.integers(0, 63).map(lambda place: 1 << place),
    st.sampled_from([0, 1, 2**63, 2**64 - 1, 2**54 - 1, 0x5555555555555555]),
)


def plain(function):
    """The Python source of a compiled helper."""
    return getattr(function, "py_func", function)


def places(word: int) -> list[int]:
    return [place for place in range(64) if word >> place & 1]


@pytest.fixture(params=["compiled", "plain"])
def form(request):
    """Gives a helper in one of its two forms."""
    return (lambda function: function) if request.param == "compiled" else plain


@given(WORDS)
def test_counting(word):
    for form in (lambda function: function, plain):
        with np.errstate(over="ignore"):
            assert form(bits.count)(np.uint64(word)) == word.bit_count()
            assert form(bits.lowest)(np.uint64(word)) == (places(word) or [64])[0]
            assert form(bits.drop_lowest)(np.uint64(word)) == word & (word - 1) & (2**64 - 1)


@given(WORDS)
def test_every_bit_has_its_rank(word):
    for rank, place in enumerate(places(word)):
        assert bits.nth(np.uint64(word), rank) == place
        assert bits.has(np.uint64(word), place)
    assert bits.nth(np.uint64(word), word.bit_count()) == 64
    assert bits.nth(np.uint64(word), word.bit_count() + 5) == 64


def test_ranks_as_plain_python(form):
    with np.errstate(over="ignore"):
        assert [form(bits.nth)(np.uint64(0b1011), np.int64(rank)) for rank in range(5)] == [0, 1, 3, 64, 64]


def test_single_bits(form):
    for place in range(64):
        word = form(bits.bit)(place)
        assert int(word) == 1 << place
        assert form(bits.has)(np.uint64(1 << place), place)
        assert not form(bits.has)(np.uint64(2**64 - 1 - (1 << place)), place)
