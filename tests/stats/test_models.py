"""Derivatives of the three models, by differences; their maximum, by other people's code."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats.models import TERMS, probabilities, start_draw
from harness.stats.newton import Likelihood, maximise

counts = st.lists(st.integers(0, 50), min_size=3, max_size=3)


@given(st.sampled_from(sorted(TERMS)), st.floats(-4, 4), st.floats(0.05, 2), counts)
def test_derivatives(model: str, x: float, u: float, c: list[int]) -> None:
    def at(dx: float = 0.0, du: float = 0.0):
        return TERMS[model](np.array([x + dx]), np.array([u + du]), np.array([c], dtype=float))

    h, t = 1e-5, at()

    def slope(name: str, **step: float) -> float:
        up = at(**step)
        down = at(**{k: -v for k, v in step.items()})
        return float(getattr(up, name)[0] - getattr(down, name)[0]) / (2 * h)

    close = {"abs": 1e-4 * (1 + sum(c)), "rel": 1e-4}
    assert t.gx[0] == pytest.approx(slope("value", dx=h), **close)
    assert t.gu[0] == pytest.approx(slope("value", du=h), **close)
    assert t.hxx[0] == pytest.approx(slope("gx", dx=h), **close)
    assert t.hxu[0] == pytest.approx(slope("gx", du=h), **close)
    assert t.huu[0] == pytest.approx(slope("gu", du=h), abs=1e-3 * (1 + sum(c)), rel=1e-3)
    assert t.hxx[0] <= 0
    assert t.huu[0] <= 0
    assert t.hxx[0] * t.huu[0] - t.hxu[0] ** 2 >= -1e-6 * (1 + sum(c)) ** 2


@given(st.sampled_from(sorted(TERMS)), st.floats(-4, 4), st.floats(0.05, 2))
def test_value_is_the_log_of_the_probabilities(model: str, x: float, u: float) -> None:
    p = probabilities(model, x, u)
    assert p.sum() == pytest.approx(1)
    assert p == pytest.approx(probabilities(model, -x, u)[::-1])
    for k in range(3):
        if model == "bradley-terry" and k == 1:
            continue
        value = TERMS[model](np.array([x]), np.array([u]), np.eye(3)[None, k]).value[0]
        assert value == pytest.approx(math.log(p[k]), abs=1e-9)


@pytest.mark.parametrize("model", ["davidson", "rao-kupper"])
def test_start_is_the_draw_rate_of_equals(model: str) -> None:
    assert probabilities(model, 0, start_draw(model, 0.37))[1] == pytest.approx(0.37)


def test_no_draws_and_nothing_but_draws() -> None:
    assert probabilities("davidson", 0.4, -math.inf)[1] == 0
    assert probabilities("davidson", 0.4, math.inf).tolist() == [0, 1, 0]
    assert probabilities("rao-kupper", 0.4, 0.0) == pytest.approx(probabilities("bradley-terry", 0.4, 0.0))


@pytest.mark.parametrize("model", ["davidson", "rao-kupper", "bradley-terry"])
@pytest.mark.parametrize("prior", [0.5, 2.0])
def test_maximum_is_scipys(model: str, prior: float) -> None:
    from scipy.optimize import minimize

    rng = np.random.default_rng(11)
    n = 6
    i, j = np.triu_indices(n, 1)
    # Few and lopsided games: the farthest that Newton has to go.
    c = rng.integers(0, 5, size=(3, len(i), 2, 3)).astype(float)
    c[1, :, :, 0] = 0
    c[2, :5, :, 2] = 0
    like = Likelihood(model, n, i, j, True, model != "bradley-terry", prior)
    start = np.zeros((3, like.size))
    if like.draws:
        start[:, -1] = start_draw(model, 1 / 3)
    found, done = maximise(like, c, start)
    assert done.all()
    for r in range(3):
        low = [None] * (like.size - 1) + [1e-6 if model == "rao-kupper" else None]
        best = minimize(
            lambda x, r=r: -like.value(x[None], like.pool(c[[r]]))[0],
            start[r],
            bounds=[(b, None) for b in low],
            options={"ftol": 1e-15, "gtol": 1e-10, "maxfun": 100_000, "maxiter": 10_000},
        )
        value = like.value(found[[r]], like.pool(c[[r]]))[0]
        assert value >= -best.fun - 1e-9
        assert found[r] == pytest.approx(best.x, abs=2e-3)


def test_tables_dont_depend_on_their_company() -> None:
    rng = np.random.default_rng(4)
    i, j = np.triu_indices(4, 1)
    c = rng.integers(0, 9, size=(5, len(i), 2, 3)).astype(float)
    like = Likelihood("davidson", 4, i, j, True, True, 2.0)
    together, _ = maximise(like, c, np.zeros((5, like.size)))
    for r in range(5):
        alone, _ = maximise(like, c[[r]], np.zeros((1, like.size)))
        assert together[r] == pytest.approx(alone[0], abs=1e-9)
