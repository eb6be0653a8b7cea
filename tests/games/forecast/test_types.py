"""The types that the compiler infers: words stay words, and no float gets in."""

from typing import get_type_hints

import numpy as np
import pytest

from harness.core.compiler import Inferred, inferred_types
from harness.core.kernels import compile_kernel
from harness.games.forecast import batch, deal, rules, view
from harness.games.forecast.layout import VIEW
from tests.games.forecast.players import uniform_player

SCALARS = (np.uint64, np.int64, np.bool_)
ENTRIES = (
    batch.run,
    rules.play_action,
    rules.refresh_state,
    rules.final_scores,
    rules.perft,
    view.fill_view,
    deal.shuffle_all,
    compile_kernel(uniform_player, VIEW, "tests-types"),
)


@pytest.fixture(scope="module")
def inferred() -> list[Inferred]:
    return [each for entry in ENTRIES for each in inferred_types(entry)]


def engine_functions(inferred) -> list[Inferred]:
    return [each for each in inferred if each.function.__module__.startswith("harness.")]


def test_everything_that_matters_was_looked_at(inferred):
    names = {each.function.__name__ for each in engine_functions(inferred)}
    assert {"run", "play", "legal_actions", "below", "count", "next_card", "fill", "sit_down"} <= names


def test_no_float_gets_in(inferred):
    floats = [
        (each.function.__name__, name, kind)
        for each in inferred
        for name, kind in each.slots.items()
        if "float" in kind and kind != "array(float64, 1d, C)"
    ]
    assert not floats


def test_words_and_numbers_are_what_they_are_said_to_be(inferred):
    wrong = []
    for each in engine_functions(inferred):
        hints = get_type_hints(each.function)
        code = each.function.__code__
        found = dict(zip(code.co_varnames[: code.co_argcount], each.signature.args, strict=True))
        found["return"] = each.signature.return_type
        for name, said in hints.items():
            literal = str(found[name]).startswith("Literal[int]") and said is np.int64
            if said in SCALARS and not literal and str(found[name]) != np.dtype(said).name:
                wrong.append((each.function.__name__, name, str(found[name])))
    assert not wrong
