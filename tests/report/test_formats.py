import math

import pytest

from harness.report import formats

INF, NAN = math.inf, math.nan


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12.34, "12.3"),
        (-0.04, "0.0"),
        (-12.36, "-12.4"),
        (INF, "inf"),
        (-INF, "-inf"),
        (NAN, "n/a"),
        (None, "n/a"),
    ],
)
def test_fixed(value, text):
    assert formats.fixed(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.26, "+1.3"), (-1.26, "-1.3"), (0.04, "0.0"), (INF, "+inf"), (NAN, "n/a")]
)
def test_signed(value, text):
    assert formats.signed(value) == text


def test_rates_are_never_narrower_than_their_interval():
    assert formats.rate(0.563, 0.541, 0.585) == "56.3 ± 2.2"
    assert formats.rate(0.5, 0.45, 0.6) == "50.0 ±10.0"
    assert formats.rate(None, None, None) == "n/a"
    assert formats.rate(NAN, NAN, NAN) == "n/a"


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.0, "0.0"), (0.0004, "<0.1"), (0.5, "50.0"), (0.9995, ">99.9"), (1.0, "100.0"), (None, "n/a")],
)
def test_chance(p, text):
    assert formats.chance(p) == text


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (1.0, 0.9, 1.0, "100.0 −10.0"),
        (0.0, 0.0, 0.021, "0.0 + 2.1"),
        (1.0, 0.99999, 1.0, "100.0 − 0.1"),
        (0.0, 0.0, 1e-9, "0.0 + 0.1"),
        (0.5, 0.4999, 0.5001, "50.0 ± 0.1"),
        (0.9997, 0.999, 0.9999, ">99.9 ± 0.1"),
        (0.0003, 0.0001, 0.001, "<0.1 ± 0.1"),
        (0.5, 0.5, 0.5, "50.0 ± 0.0"),
    ],
)
def test_no_interval_is_shown_as_nothing_that_has_a_width(value, low, high, text):
    assert formats.rate(value, low, high) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.996, 0, ">99"),
        (0.994, 0, "99"),
        (0.004, 0, "<1"),
        (1.0, 0, "100"),
        (0.0, 1, "0.0"),
        (NAN, 1, "n/a"),
    ],
)
def test_only_all_is_100_per_cent(value, digits, text):
    assert formats.share(value, digits) == text


def test_likelihoods_are_never_certain():
    assert [formats.likelihood(p) for p in (0.0, 0.5, 1.0, NAN, None)] == [
        "<0.1",
        "50.0",
        ">99.9",
        "n/a",
        "n/a",
    ]


def test_a_half_width_of_0_is_none():
    assert [formats.half_width(error) for error in (0.0, 12.34, INF, NAN, None)] == [
        "n/a", "12.3", "inf", "n/a", "n/a"
    ]  # fmt: skip


def test_small_ones():
    assert formats.p_value(0.0002) == "<0.001"
    assert formats.p_value(0.3071) == "0.307"
    assert formats.counted(1, "game") == "1 game"
    assert formats.counted(2000, "game") == "2,000 games"
    assert formats.between(-1.0, INF) == "[-1.0, inf]"
    assert formats.level(0.95) == "95 %"
    assert formats.share_error([]) == ""
    assert formats.share_error([100, 400, 0]) == "Shares are within ± 9.8 percentage points (95 %)."
