"""Batch players see what the others see."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.compiler import records
from harness.core.streams import Random
from harness.games.forecast.friendly import ForecastView
from harness.games.forecast.game import GAME
from harness.games.forecast.layout import ACTION_NAMES, VIEW
from harness.games.forecast.many import ForecastViews
from harness.games.position import Position
from tests.reference.strategies import positions


def views_of(cases):
    rows = records(len(cases), VIEW)
    for row, case in enumerate(cases):
        position = Position.parse("forecast", case.line, case.rules)
        rows[row] = GAME.view(position._state, case.rules, position.ply & 1)
    return ForecastViews(rows, np.arange(len(cases), dtype=np.uint64))


@settings(max_examples=40)
@given(st.lists(positions("forecast"), min_size=1, max_size=5))
def test_arrays_tell_what_friendly_views_tell(cases):
    views = views_of(cases)
    for row in range(len(cases)):
        view = ForecastView(views.records[row : row + 1], 0, {})
        assert [ACTION_NAMES[code] for code in views.codes[row][views.legal[row]]] == list(view.legal)
        assert views.hand[row].tolist() == list(view.hand.values())
        assert views.unseen[row].tolist() == list(view.unseen.values())
        assert views.bases[row].tolist() == [(*stack, 0)[0] for stack in view.slots]
        assert views.uppers[row].tolist() == [(*stack, 0, 0)[1] for stack in view.slots]
        assert views.tops[row].tolist() == [(0, *stack)[-1] for stack in view.slots]
        assert views.predictions[row].tolist() == list(view.predictions)
        assert views.rival_predicted[row].tolist() == list(view.rival_predicted)


@settings(max_examples=40)
@given(st.lists(positions("forecast"), min_size=1, max_size=5), st.integers(0, 99))
def test_the_best_action_is_a_choice_among_the_best_legal_ones(cases, seed):
    views = views_of(cases)
    worths = np.random.default_rng(seed).integers(0, 3, (len(cases), len(ACTION_NAMES)))
    codes = [np.flatnonzero(legal).tolist() for legal in views.legal]
    chosen, streams = views.best(worths).tolist(), [Random.seeded(row) for row in range(len(cases))]
    for row, legal in enumerate(codes):
        most = max(worths[row, legal])
        assert chosen[row] == streams[row].choice([code for code in legal if worths[row, code] == most])
    assert views.any().tolist() == [rng.choice(legal) for rng, legal in zip(streams, codes, strict=True)]
    drawn = views.random(3)
    assert drawn.tolist() == [[rng.random() for _ in range(3)] for rng in streams]
    assert views.random().tolist() == [rng.random() for rng in streams]


@given(positions("forecast"))
@settings(max_examples=5)
def test_records_are_read_only(case):
    with pytest.raises(ValueError, match="read-only"):
        views_of([case]).records["ply"] = 0
