"""Fit, cycles, Nash averaging, α-rank."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.stats.alpharank import alpha_rank, fixation
from harness.stats.analysis import rate
from harness.stats.cycles import strongest_cycles
from harness.stats.fit import goodness_of_fit
from harness.stats.hodge import cyclic_test, hodge_split, log_odds, log_odds_matrix, null_by_game
from harness.stats.nash import max_entropy_nash, nash_average
from harness.stats.ratings import fit_ratings
from harness.stats.tables import PairingTable
from tests.stats.gold import pudding
from tests.stats.worlds import deal_table

ROCK_PAPER_SCISSORS = PairingTable.from_crosstable([[0, 200, 100], [100, 0, 200], [200, 100, 0]])
THREE = PairingTable.from_crosstable([[0, 640, 800], [360, 0, 640], [200, 360, 0]])


def test_rock_paper_scissors() -> None:
    fit = fit_ratings(ROCK_PAPER_SCISSORS, prior=0)
    assert fit.elo == pytest.approx([0, 0, 0], abs=1e-6)
    g = goodness_of_fit(ROCK_PAPER_SCISSORS, fit)
    assert (g.g2, g.df) == (pytest.approx(101.94, abs=0.005), 1)
    assert g.p < 1e-20
    t = ROCK_PAPER_SCISSORS
    assert hodge_split(3, t.i, t.j, log_odds(t.counts)).share == pytest.approx(1)
    test = rate(t).cyclic()
    assert test.share == pytest.approx(1)
    assert test.p < 0.01


def test_three_that_nearly_fit() -> None:
    g = goodness_of_fit(THREE, fit_ratings(THREE, prior=0))
    assert (g.g2, g.df) == (pytest.approx(3.73, abs=0.005), 1)
    share = hodge_split(3, THREE.i, THREE.j, log_odds(THREE.counts)).share
    assert share == pytest.approx(0.007, abs=0.0005)


def test_goodness_does_not_see_the_prior() -> None:
    a, b = (goodness_of_fit(pudding(), fit_ratings(pudding(), prior=p)) for p in (0, 20))
    assert a.g2 == pytest.approx(b.g2)
    assert a.df == 15 * 2 - 5 - 1


def test_goodness_of_infinite_fits() -> None:
    table = PairingTable.from_crosstable([[0, 5, 5], [0, 0, 3], [0, 2, 0]])
    for prior in (0, 2):
        g = goodness_of_fit(table, fit_ratings(table, prior=prior))
        assert g.g2 == pytest.approx(0, abs=1e-4)
        assert g.p > 0.9
    with pytest.raises(ValueError, match="no games"):
        goodness_of_fit(table.select([]), fit_ratings(table))


def test_goodness_is_chi_square_where_the_model_holds() -> None:
    rng = np.random.default_rng(5)
    fit, p = fit_ratings(THREE, prior=0), []
    for _ in range(300):
        wins = np.zeros((3, 3))
        chance = fit.outcome_probabilities()[:, 0, 2]
        wins[THREE.i, THREE.j] = rng.binomial(1000, chance)
        wins[THREE.j, THREE.i] = 1000 - wins[THREE.i, THREE.j]
        table = PairingTable.from_crosstable(wins)
        p.append(goodness_of_fit(table, fit_ratings(table)).p)
    assert np.mean(np.array(p) < 0.1) == pytest.approx(0.1, abs=0.05)


@given(st.integers(2, 7), st.integers(0, 1000))
def test_hodge_split_is_orthogonal(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    i, j = np.triu_indices(n, 1)
    y, r = rng.normal(size=(2, len(i))), rng.normal(size=n)
    split = hodge_split(n, i, j, y)
    gradient = split.potential[:, i] - split.potential[:, j]
    assert gradient + split.cyclic == pytest.approx(y)
    assert (gradient * split.cyclic).sum(axis=1) == pytest.approx([0, 0], abs=1e-9)
    assert split.potential.sum(axis=1) == pytest.approx([0, 0], abs=1e-9)
    assert hodge_split(n, i, j, r[i] - r[j]).share == pytest.approx(0, abs=1e-12)
    # On a complete graph the potential is the mean of the row.
    m = log_odds_matrix(n, i, j, y[0])
    assert split.potential[0] == pytest.approx(m.mean(axis=1))


def test_no_odds_no_share() -> None:
    assert hodge_split(3, THREE.i, THREE.j, np.zeros(3)).share == 0


def test_noise_is_not_taken_for_cycles() -> None:
    worth = np.array([-0.6, -0.2, 0.1, 0.3, 0.6])
    p = [rate(deal_table(np.random.default_rng(s), worth, 150), replicates=100).cyclic().p for s in range(60)]
    assert np.mean(np.array(p) < 0.1) < 0.25
    assert np.mean(np.array(p) < 0.5) == pytest.approx(0.5, abs=0.25)


def test_cycles_are_found() -> None:
    table = PairingTable.from_crosstable([[0, 70, 40, 80], [30, 0, 70, 80], [60, 30, 0, 80], [20, 20, 20, 0]])
    y = log_odds(table.counts)
    rng = np.random.default_rng(0)
    cycles = strongest_cycles(4, table.i, table.j, y, y + rng.normal(0, 0.1, size=(500, 6)))
    assert [c.entrants for c in cycles] == [(0, 1, 2)]
    (cycle,) = cycles
    assert min(cycle.log_odds) > 0
    assert cycle.curl == pytest.approx(sum(cycle.log_odds))
    assert cycle.low < cycle.curl < cycle.high
    assert cycle.high - cycle.low == pytest.approx(2 * 1.96 * 0.1 * math.sqrt(3), rel=0.15)
    assert cycle.frequency > 0.95
    t = THREE
    assert strongest_cycles(3, t.i, t.j, log_odds(t.counts), log_odds(t.counts)[None]) == []


def test_the_other_way_round_is_a_cycle_too() -> None:
    table = PairingTable.from_crosstable([[0, 30, 70], [70, 0, 30], [30, 70, 0]])
    y = log_odds(table.counts)
    (cycle,) = strongest_cycles(3, table.i, table.j, y, np.tile(y, (100, 1)))
    assert cycle.entrants == (0, 2, 1)
    assert cycle.frequency == 1


def test_null_by_game() -> None:
    fit = fit_ratings(THREE)
    null = null_by_game(THREE, fit, replicates=2000, seed=4)
    assert null.std(axis=0) == pytest.approx(
        [math.sqrt(1 / 640 + 1 / 360), math.sqrt(1 / 790 + 1 / 210), 0.066], rel=0.08
    )
    test = cyclic_test(3, THREE.i, THREE.j, log_odds(THREE.counts), null)
    # One degree of freedom: the share's p value is that of G².
    assert test.p == pytest.approx(goodness_of_fit(THREE, fit).p, abs=0.025)


def test_fill_of_the_matrix() -> None:
    m = log_odds_matrix(3, np.array([0]), np.array([2]), np.array([1.5]), fill=np.array([1.0, 0.0, -1.0]))
    assert m.tolist() == [[0, 1, 1.5], [-1, 0, 1], [-1.5, -1, 0]]


def test_nash_gold() -> None:
    assert max_entropy_nash([[0, -1, -1], [1, 0, -1], [1, 1, 0]]) == pytest.approx([0, 0, 1])
    n = nash_average([[0, -2, 1], [2, 0, -1], [-1, 1, 0]])
    assert n.p == pytest.approx([0.25, 0.25, 0.5], abs=1e-9)
    assert n.skill == pytest.approx([0, 0, 0], abs=1e-9)
    assert n.frequency is None


def test_nash_shares_among_equals() -> None:
    assert max_entropy_nash(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    rps = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    copy = [0, 0, 1, 2]
    assert max_entropy_nash(rps[np.ix_(copy, copy)]) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-7)
    # A weak fourth changes nothing, and is told by its skill.
    a = np.zeros((4, 4))
    a[:3, :3], a[:3, 3], a[3, :3] = rps, 2, -2
    n = nash_average(a)
    assert n.p == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-7)
    assert n.skill == pytest.approx([0, 0, 0, -2], abs=1e-7)


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 7), st.integers(0, 1000), st.booleans())
def test_nash_is_an_equilibrium_of_the_largest_entropy(n: int, seed: int, coarse: bool) -> None:
    from scipy.optimize import minimize

    rng = np.random.default_rng(seed)
    a = rng.integers(-1, 2, size=(n, n)).astype(float) if coarse else rng.normal(size=(n, n))
    a = np.triu(a, 1) - np.triu(a, 1).T
    p = max_entropy_nash(a)
    assert p.sum() == pytest.approx(1)
    assert (p >= 0).all()
    assert (a @ p).max() <= 1e-6
    assert max_entropy_nash(5 * a) == pytest.approx(p, abs=1e-6)

    def entropy(q: np.ndarray) -> float:
        return float(-(q * np.log(np.maximum(q, 1e-300))).sum())

    found = minimize(
        lambda q: -entropy(q),
        p,
        bounds=[(0, 1)] * n,
        constraints=[{"type": "eq", "fun": lambda q: q.sum() - 1}, {"type": "ineq", "fun": lambda q: -a @ q}],
        method="SLSQP",
    )
    if found.success and (a @ found.x).max() < 1e-9:
        assert entropy(p) >= entropy(found.x) - 1e-5


def test_nash_support_frequency() -> None:
    rng = np.random.default_rng(3)
    a = log_odds_matrix(3, *np.triu_indices(3, 1), np.array([0.1, 1.0, 1.0]))
    noise = rng.normal(0, 0.1, size=(200, 3))
    samples = log_odds_matrix(3, *np.triu_indices(3, 1), np.array([0.1, 1.0, 1.0]) + noise)
    n = nash_average(a, samples)
    assert n.p.tolist() == [1, 0, 0]
    assert n.frequency[0] == pytest.approx(0.84, abs=0.08)
    assert n.frequency[2] == 0


def test_nash_refused() -> None:
    for matrix, words in (
        ([[0, 1]], "n × n"),
        ([[0, 1], [1, 0]], "antisymmetric"),
        ([[0, np.inf], [-np.inf, 0]], "infinite"),
    ):
        with pytest.raises(ValueError, match=words):
            max_entropy_nash(matrix)


def test_alpha_rank_gold() -> None:
    r, t, p, s, d, e = 1, 2, 0, -1, 4, 0.25
    payoffs = [
        [r - e / 2, r - e, 0, s + d - e, r - e],
        [r, r, s, s, s],
        [0, t, p, p, p],
        [t - d, t, p, p, p],
        [r, t, p, p, p],
    ]
    shares = alpha_rank(payoffs, population=20, alpha=0.1)
    assert shares == pytest.approx([0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], abs=1e-8)


def test_fixation() -> None:
    rho = fixation([[0, 1], [-1, 0]], population=10, alpha=0.5)
    assert np.diag(rho) == pytest.approx([0.1, 0.1])
    # ρ_rs/ρ_sr = Π e^{α(f_r(k) − f_s(k))}, in a game of constant differences of 1 per opponent met.
    ratio = sum(0.5 * ((10 - k) / 9 + k / 9) for k in range(1, 10))
    assert math.log(rho[0, 1] / rho[1, 0]) == pytest.approx(ratio)
    assert fixation(np.zeros((3, 3)), population=7, alpha=2) == pytest.approx(np.full((3, 3), 1 / 7))


def test_alpha_rank_limits() -> None:
    rps = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert alpha_rank(rps, alpha=100) == pytest.approx([1 / 3] * 3)
    ladder = np.array([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]])
    assert alpha_rank(ladder, alpha=100) == pytest.approx([1, 0, 0])
    assert alpha_rank([[3.0]]) == [1]


@given(st.integers(2, 6), st.integers(0, 1000))
def test_alpha_rank_is_stationary(n: int, seed: int) -> None:
    payoffs = np.random.default_rng(seed).normal(size=(n, n))
    shares, rho = alpha_rank(payoffs, population=12, alpha=0.7), fixation(payoffs, population=12, alpha=0.7)
    move = rho.T / (n - 1)
    np.fill_diagonal(move, 0)
    np.fill_diagonal(move, 1 - move.sum(axis=1))
    assert shares @ move == pytest.approx(shares)


def test_alpha_rank_refused() -> None:
    for kwargs, words in (({"population": 1}, "population"), ({"alpha": -1}, "alpha is")):
        with pytest.raises(ValueError, match=words):
            alpha_rank([[0, 1], [1, 0]], **kwargs)
    with pytest.raises(ValueError, match="finite n × n"):
        alpha_rank([[0, 1]])
