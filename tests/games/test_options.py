"""Rules are read from mappings and text; what is wrong with them is said all at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import Malformed
from harness.games.options import Option, parse_rules, read_rules

OPTIONS = (
    Option("low", 21, 1, 999),
    Option("miss", -1, -9, 9),
    Option("lead", "pairwise", choices=("pairwise", "both")),
)


def reasons_of(function, *arguments) -> tuple[str, ...]:
    with pytest.raises(Malformed) as caught:
        function(OPTIONS, *arguments)
    assert caught.value.what == "rules"
    return caught.value.reasons


@pytest.mark.parametrize(
    ("given_", "read"),
    [
        (None, {}),
        ({}, {}),
        ({"low": 20}, {"low": 20}),
        ({"low": "20"}, {"low": 20}),
        ({"low": np.int64(20)}, {"low": 20}),
        ({"low": 21, "miss": "-1", "lead": "pairwise"}, {}),
        ({"miss": "+3"}, {"miss": 3}),
        ({"lead": "both", "miss": -9, "low": 999}, {"low": 999, "miss": -9, "lead": "both"}),
    ],
)
def test_reading(given_, read):
    found = read_rules(OPTIONS, given_)
    assert found == read
    assert list(found) == [option.name for option in OPTIONS if option.name in read]
    assert all(type(value) in (int, str) for value in found.values())


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ({"low": 0}, ["low=0 is outside 1 to 999"]),
        ({"low": "1000"}, ["low=1000 is outside 1 to 999"]),
        ({"low": 20.0}, ["low=20.0 is not a whole number"]),
        ({"low": True}, ["low=True is not a whole number"]),
        ({"low": None}, ["low=None is not a whole number"]),
        ({"low": [20]}, ["low=[20] is not a whole number"]),
        ({"low": "1_0"}, ["low=1_0 is not a whole number"]),
        ({"low": " 9"}, ["low= 9 is not a whole number"]),
        ({"low": "٣"}, ["low=٣ is not a whole number"]),
        ({"low": "9" * 5000}, [f"low={'9' * 5000} is not a whole number"]),
        ({"lead": "none"}, ["lead=none is none of pairwise, both"]),
        ({"lead": 0}, ["lead=0 is none of pairwise, both"]),
        ({"lead": ["both"]}, ["lead=['both'] is none of pairwise, both"]),
        ({"lwo": 3}, ['unknown option "lwo", did you mean "low"?']),
        ({5: 3}, ['unknown option "5", known: lead, low, miss']),
        (
            {"low": 0, "x": 1, "lead": "no", "miss": "a"},
            [
                "low=0 is outside 1 to 999",
                'unknown option "x", known: lead, low, miss',
                "lead=no is none of pairwise, both",
                "miss=a is not a whole number",
            ],
        ),
        ([("low", 3)], ["[('low', 3)] is not a mapping of options to values"]),
        ("low=3", ["'low=3' is not a mapping of options to values"]),
    ],
)
def test_refusing(given_, expected):
    assert list(reasons_of(read_rules, given_)) == expected


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ([], {}),
        (["low=20"], {"low": 20}),
        (["low=20,miss=-2"], {"low": 20, "miss": -2}),
        (["lead=both", "low=20, miss=-2"], {"low": 20, "miss": -2, "lead": "both"}),
        (["low=21"], {}),
    ],
)
def test_parsing(words, read):
    assert parse_rules(OPTIONS, words) == read


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["low"], ['"low" is not of the form key=value']),
        (["=3", ""], ['"=3" is not of the form key=value', '"" is not of the form key=value']),
        (["low=20", "low=22"], ['"low" is given twice']),
        (["low=,miss"], ['"miss" is not of the form key=value']),
        (["low="], ["low= is not a whole number"]),
        (["low=3=4"], ["low=3=4 is not a whole number"]),
    ],
)
def test_refusing_words(words, expected):
    assert list(reasons_of(parse_rules, words)) == expected


@given(st.dictionaries(st.sampled_from(["low", "miss", "lead", "high"]), st.integers(-20, 1010) | st.text()))
def test_what_is_read_reads_again_and_as_text(rules):
    try:
        read = read_rules(OPTIONS, rules)
    except Malformed:
        return
    assert read_rules(OPTIONS, read) == read
    assert parse_rules(OPTIONS, [f"{name}={value}" for name, value in read.items()]) == read


def test_numbers_for_compiled_code():
    low, _, lead = OPTIONS
    assert (low.number(20), low.number("20")) == (20, 20)
    assert (lead.number("pairwise"), lead.number("both")) == (0, 1)
