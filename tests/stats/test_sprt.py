"""The sequential test: published likelihood ratios, configuration as text, decisions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats.counts import Tally
from harness.stats.llr import _mean_mle, _t_mle, bayes_score, draw_elo, llr_logistic, llr_normalized
from harness.stats.sprt import Sprt
from tests.stats.gold import LLR

counts5 = st.lists(st.integers(0, 2000), min_size=5, max_size=5).filter(lambda c: sum(c) > 10)


@pytest.mark.parametrize(("counts", "model", "bounds", "published", "exact"), LLR)
def test_gold(
    counts: list[int], model: str, bounds: tuple[float, float], published: float, exact: float
) -> None:
    llr = Sprt(*bounds, model=model).llr(Tally(tuple(counts)))
    assert llr == pytest.approx(published, rel=0.01)
    assert llr == pytest.approx(exact, abs=1e-6)


def test_gold_all_wins() -> None:
    llr = Sprt(0, 10).llr(Tally((0, 0, 4250)))
    assert llr == pytest.approx(120.56, rel=0.01)
    assert llr == pytest.approx(120.5483, abs=5e-5)


@given(counts5, st.floats(0.05, 0.95))
def test_mle_under_a_mean(counts: list[int], s: float) -> None:
    n = np.array(counts, dtype=float)
    n[n == 0] = 1e-3
    p, a = n / n.sum(), np.linspace(0, 1, 5)
    q = _mean_mle(p[None], a, s)[0]
    assert (q > 0).all()
    assert q.sum() == pytest.approx(1, abs=1e-8)
    assert q @ a == pytest.approx(s, abs=1e-8)


@given(counts5, st.floats(-0.3, 0.3))
def test_mle_under_a_ratio(counts: list[int], t: float) -> None:
    n = np.array(counts, dtype=float) + 1
    p, a = n / n.sum(), np.linspace(0, 1, 5)
    q = _t_mle(p[None], a, t)[0]
    mean = q @ a
    assert q.sum() == pytest.approx(1, abs=1e-6)
    assert (mean - 0.5) / math.sqrt(q @ (a - mean) ** 2) == pytest.approx(t, abs=1e-4)


def test_mle_is_the_best_under_a_mean() -> None:
    from scipy.optimize import minimize

    p, a = np.array([0.1, 0.2, 0.4, 0.2, 0.1]), np.linspace(0, 1, 5)
    q = _mean_mle(p[None], a, 0.55)[0]
    found = minimize(
        lambda x: -(p * np.log(x)).sum(),
        p,
        bounds=[(1e-9, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda x: x.sum() - 1},
            {"type": "eq", "fun": lambda x: x @ a - 0.55},
        ],
        options={"ftol": 1e-14},
    )
    assert q == pytest.approx(found.x, abs=1e-5)


@given(counts5, st.floats(-5, 5), st.floats(0.5, 5), st.sampled_from(["normalized", "logistic"]))
def test_the_other_view_is_the_mirror(counts: list[int], elo0: float, width: float, model: str) -> None:
    t = Tally(tuple(counts))
    here = Sprt(elo0, elo0 + width, model=model).llr(t)
    there = Sprt(-elo0 - width, -elo0, model=model).llr(t.swapped())
    assert here == pytest.approx(-there, abs=1e-6 + 1e-6 * abs(here))


@given(st.lists(counts5, min_size=1, max_size=6), st.sampled_from([llr_normalized, llr_logistic]))
def test_rows_dont_depend_on_their_company(rows: list[list[int]], function: object) -> None:
    bounds = (0.0, 3.0) if function is llr_normalized else (0.5, 0.51)
    together = function(np.array(rows), *bounds)
    assert together.tolist() == [float(function(row, *bounds)) for row in rows]


def test_draw_elo_is_rao_kuppers() -> None:
    for w, d, loss in ((10, 20, 10), (68965, 128429, 68526)):
        rate = d / (w + d + loss)
        assert draw_elo(w, d, loss) == pytest.approx(400 * math.log10((1 + rate) / (1 - rate)), abs=0.01)
    assert bayes_score(0, 100) == 0.5
    assert bayes_score(50, 100) + bayes_score(-50, 100) == pytest.approx(1)


def test_bayesian_needs_draws() -> None:
    test = Sprt(0, 5, model="bayesian")
    with pytest.raises(ValueError, match="needs the number of drawn games"):
        test.llr(Tally((10, 20, 30, 20, 15)))
    assert test.llr(Tally((10, 20, 30, 20, 15), 60)) > 0
    assert test.first_decision([[1, 2, 3], [100, 300, 900]]) == (1, "H1")
    with pytest.raises(ValueError, match="single games"):
        test.first_decision([[1, 2, 3, 4, 5]])


def test_bounds_and_decisions() -> None:
    test = Sprt()
    assert test.upper == -test.lower == pytest.approx(math.log(19))
    assert test.decide(test.upper) == "H1"
    assert test.decide(test.lower) == "H0"
    assert test.decide(0) is None
    assert test.llr(Tally.empty()) == 0
    skewed = Sprt(alpha=0.05, beta=0.1)
    assert skewed.lower == pytest.approx(math.log(0.1 / 0.95))
    assert skewed.upper == pytest.approx(math.log(0.9 / 0.05))
    state = Sprt(0, 10).state(Tally((0, 0, 4250)))
    assert state.decision == "H1"
    assert state.llr > state.upper > state.lower


def test_first_decision_reads_the_ordered_prefix() -> None:
    rng = np.random.default_rng(5)
    looks = rng.multinomial(100, [0.04, 0.2, 0.42, 0.25, 0.09], size=300).cumsum(axis=0)
    test = Sprt(0, 10)
    look, decision = test.first_decision(looks)
    assert decision == "H1"
    by_hand = [test.decide(test.llr(Tally(tuple(row)))) for row in looks[: look + 1].tolist()]
    assert by_hand == [None] * look + ["H1"]
    # What finishes later changes nothing.
    assert test.first_decision(looks[: look + 1]) == (look, decision)
    assert test.first_decision(looks[:look]) is None


def test_parse() -> None:
    assert Sprt.parse("elo0=0 elo1=2 alpha=0.05 beta=0.05 model=normalized") == Sprt()
    assert Sprt.parse("") == Sprt()
    assert Sprt.parse("improve") == Sprt(0, 2)
    assert Sprt.parse("no-regression alpha=.01") == Sprt(-1.75, 0.25, alpha=0.01)
    assert Sprt.parse("elo0=-1,elo1=3,model=logistic") == Sprt(-1, 3, model="logistic")
    odd = Sprt(-1.75, 0.25, 0.01, 0.1, "bayesian")
    assert Sprt.parse(str(odd)) == odd


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("elo2=3", "unknown key 'elo2'.*did you mean 'elo[01]'"),
        ("alhpa=0.1", "did you mean 'alpha'"),
        ("improv", "did you mean 'improve'"),
        ("xyzzy=1", "known are elo0, elo1, alpha, beta, model"),
        ("model=normalised", "did you mean 'normalized'"),
        ("elo0=a", "give a number"),
        ("elo0=٣", "give a number"),
        ("elo0=1 elo0=2", "twice"),
        ("improve elo1=3", "twice"),
        ("elo0=2 elo1=2", "below"),
        ("alpha=0", "above 0"),
        ("alpha=0.5 beta=0.5", "less than 1"),
        ("elo1=inf", "finite"),
    ],
)
def test_parse_refuses(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Sprt.parse(text)


def test_llr_refuses() -> None:
    with pytest.raises(ValueError, match="3, 5 or 9"):
        llr_normalized([1, 2], 0, 1)
    with pytest.raises(ValueError, match="negative"):
        llr_normalized([1, 2, -1], 0, 1)
    with pytest.raises(ValueError, match="strictly between"):
        llr_logistic([1, 2, 3], 0.5, 1.0)
    with pytest.raises(ValueError, match="closer to 0"):
        llr_normalized([1, 2, 3], 0, 5000)
