"""The errors that people may cause: what they say, what they exit with, and that they cross processes whole."""

import copy
import pickle

import pytest

from harness.core import errors
from harness.core.errors import HeadraceError, IllegalAction, Malformed, UsageError, did_you_mean

EXIT_CODES = {
    "HeadraceError": 2,
    "UsageError": 2,
    "Malformed": 2,
    "IllegalAction": 2,
    "DataError": 4,
    "GateNotMet": 1,
    "FaultLimit": 3,
    "Interrupted": 130,
}
MADE = [
    HeadraceError("seed 7 is odd"),
    UsageError("seed 7 is odd", "use 8"),
    Malformed("position", ["no deck", "no hand"]),
    IllegalAction("action draw", ["the hand is full"]),
    errors.DataError("torn", "run it again"),
    errors.GateNotMet("no"),
    errors.FaultLimit("too many", "raise --max-faults"),
    errors.Interrupted("stopped", "resume it"),
]


def tree(kind: type) -> list[type]:
    return [kind, *(below for child in kind.__subclasses__() for below in tree(child))]


def test_every_error_has_its_exit_code():
    own = [kind for kind in tree(HeadraceError) if kind.__module__ == errors.__name__]
    assert {kind.__name__: kind.exit_code for kind in own} == EXIT_CODES
    assert {type(error).__name__ for error in MADE} == set(EXIT_CODES)


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("copied", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy])
def test_an_error_crosses_processes_whole(error, copied):
    again = copied(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_message_and_remedy():
    assert str(UsageError("seed 7 is odd", "use 8")) == "seed 7 is odd: use 8"
    assert str(UsageError("seed 7 is odd")) == "seed 7 is odd"
    with pytest.raises(HeadraceError, match="use 8"):
        raise UsageError("seed 7 is odd", "use 8")


def test_malformed_names_every_reason():
    error = Malformed("deck", (reason for reason in ("too small", "too odd")))
    assert error.reasons == ("too small", "too odd")
    assert str(error) == "deck refused: too small; too odd"


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("standart", ["standard", "storm"], 'did you mean "standard"?'),
        ("forcast", ["defcon", "forecast"], 'did you mean "forecast"?'),
        ("zzz", ["calm", "storm"], "known: calm, storm"),
        ("zzz", [], "none is known"),
        (7, ["calm"], "known: calm"),
    ],
)
def test_did_you_mean(word, known, hint):
    assert did_you_mean(word, known) == hint
    assert did_you_mean(word, iter(known)) == hint
