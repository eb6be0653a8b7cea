"""The outcome word holds all that it is said to hold, each field in its own bits."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from harness.games import outcome
from harness.games.outcome import (
    FAULTS,
    FIELDS,
    SCORE_BIAS,
    finished,
    forfeited,
    mulligans,
    pack,
    scores,
    unpack,
)

SMALL = {"winner": 2, "first": 1, "leg": 3, "reason": 5, "plies": 255}
ENDS = st.fixed_dictionaries({name: st.integers(0, most) for name, most in SMALL.items()})
SCORES = st.integers(1 - SCORE_BIAS, SCORE_BIAS - 1)


def fields(word) -> dict[str, int]:
    return {name: int(unpack(np.array([word], np.uint64), name)[0]) for name in FIELDS}


def end(winner, first, leg, reason, plies) -> int:
    return int(finished(*(np.int64(number) for number in (winner, reason, plies, leg, first))))


def test_no_two_fields_share_a_bit():
    bits = [shift + place for shift, mask in FIELDS.values() for place in range(mask.bit_length())]
    assert len(bits) == len(set(bits))
    assert max(bits) < 64


@given(ENDS, SCORES, SCORES, st.integers(0, 300), st.integers(0, 300))
def test_a_finished_game(ending, a, b, mulligans_a, mulligans_b):
    word = end(**ending) | int(scores(a, b)) | int(mulligans(mulligans_a, mulligans_b))
    assert fields(word) == {
        "winner": ending["winner"],
        "first_seat": ending["first"],
        "leg": ending["leg"],
        "reason": ending["reason"],
        "plies": ending["plies"],
        "fault": 0,
        "fault_seat": 0,
        "score_a": a,
        "score_b": b,
        "mulligans_a": min(mulligans_a, 255),
        "mulligans_b": min(mulligans_b, 255),
    }


@given(ENDS, st.integers(1, len(FAULTS)), st.integers(0, 1))
def test_a_forfeited_game(ending, fault, seat):
    word = forfeited(fault, seat, ending["plies"], ending["leg"], ending["first"])
    found = fields(word)
    assert (found["winner"], found["fault"], found["fault_seat"], found["reason"]) == (
        1 - seat,
        fault,
        seat,
        0,
    )
    assert (found["plies"], found["leg"]) == (ending["plies"], ending["leg"])
    assert found["first_seat"] == ending["first"]


@given(ENDS, SCORES, SCORES)
def test_packing_in_python(ending, a, b):
    named = {"first_seat" if name == "first" else name: value for name, value in ending.items()}
    packed = pack(**named, score_a=a + SCORE_BIAS, score_b=b + SCORE_BIAS)
    assert packed == end(**ending) | int(scores(a, b))


def test_numbers_of_faults():
    assert FAULTS[outcome.CRASH - 1] == "crash"
    assert FAULTS[outcome.ILLEGAL - 1] == "illegal"
    assert len(FAULTS) <= FIELDS["fault"][1]


def test_many_outcomes_at_once():
    words = np.array([pack(plies=plies, score_a=plies + 500) for plies in range(200)], np.uint64)
    assert unpack(words, "plies").tolist() == list(range(200))
    assert unpack(words, "score_a").tolist() == [plies - 12 for plies in range(200)]
    assert unpack(words, "plies").dtype == np.int64
