"""Joint ratings: published fits, other people's code, priors, infinities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.stats.fit import goodness_of_fit
from harness.stats.graph import groups, infinite_marks
from harness.stats.ratings import fit_ratings
from harness.stats.scale import ELO_PER_NAT
from harness.stats.tables import PairingTable
from tests.stats.gold import baseball, pudding


def cross(wins: object, draws: object = None) -> PairingTable:
    return PairingTable.from_crosstable(wins, draws)


def test_davidson() -> None:
    fit = fit_ratings(pudding(), prior=0)
    worth = np.exp(fit.log_worth) / np.exp(fit.log_worth).sum()
    assert worth == pytest.approx([0.138803, 0.173001, 0.161747, 0.165373, 0.158685, 0.202389], abs=1e-6)
    assert fit.draw == pytest.approx(0.746823, abs=1e-6)
    assert -fit.log_likelihood == pytest.approx(809.7095, abs=1e-4)
    assert fit.difference_error[0, 1:] / ELO_PER_NAT == pytest.approx(
        [0.1872, 0.1935, 0.1882, 0.1927, 0.1924], abs=5e-5
    )
    assert fit.elo == pytest.approx([-30.67, 7.59, -4.10, -0.25, -7.42, 34.84], abs=0.005)
    assert fit.elo.sum() == pytest.approx(0, abs=1e-9)
    assert fit.draw_rate == pytest.approx(fit.draw / (2 + fit.draw))
    assert fit.log_gamma is None
    assert fit.draw_elo is None


def test_rao_kupper() -> None:
    fit = fit_ratings(pudding(), model="rao-kupper", prior=0)
    assert fit.draw == pytest.approx(1.748457, abs=1e-6)
    assert fit.draw_elo == pytest.approx(97.062, abs=5e-4)
    assert -fit.log_likelihood == pytest.approx(809.6971, abs=1e-4)
    assert fit.elo == pytest.approx([-24.22, 5.96, -3.37, 0.08, -5.99, 27.55], abs=0.005)


def test_home_effect() -> None:
    table = baseball()
    fit = fit_ratings(table, prior=0)
    assert fit.log_gamma == pytest.approx(0.3023, abs=5e-5)
    assert fit.log_gamma_error == pytest.approx(0.1309, abs=5e-5)
    assert fit.first_mover_elo == pytest.approx(52.51, abs=0.005)
    against = fit.log_worth - fit.log_worth[0]
    assert against[1:] == pytest.approx([1.1438, 0.7047, 1.4754, 1.6196, 1.2813, 1.3271], abs=5e-5)
    g = goodness_of_fit(table, fit)
    assert (g.g2, g.df) == (pytest.approx(38.643, abs=5e-4), 35)


def test_without_the_home_effect() -> None:
    table = baseball()
    g = goodness_of_fit(table, fit_ratings(table, first_mover=False, prior=0))
    assert (g.g2, g.df) == (pytest.approx(44.053, abs=5e-4), 36)


def test_against_statsmodels() -> None:
    import statsmodels.api as sm

    table = baseball()
    home = np.concatenate([table.i, table.j])
    away = np.concatenate([table.j, table.i])
    won = np.concatenate([table.counts[:, 0, 2], table.counts[:, 1, 0]])
    lost = np.concatenate([table.counts[:, 0, 0], table.counts[:, 1, 2]])
    x = np.zeros((42, 8))
    x[np.arange(42), home] += 1
    x[np.arange(42), away] -= 1
    x[:, 7] = 1
    glm = sm.GLM(np.stack([won, lost], axis=1), x[:, 1:], family=sm.families.Binomial()).fit(tol=1e-12)
    fit = fit_ratings(table, prior=0)
    assert fit.log_worth[1:] - fit.log_worth[0] == pytest.approx(glm.params[:6], abs=1e-6)
    assert fit.difference_error[0, 1:] / ELO_PER_NAT == pytest.approx(glm.bse[:6], abs=1e-6)
    assert (fit.log_gamma, fit.log_gamma_error) == pytest.approx((glm.params[6], glm.bse[6]), abs=1e-6)
    assert goodness_of_fit(table, fit).g2 == pytest.approx(glm.deviance, abs=1e-6)


def test_against_choix() -> None:
    import choix

    rng = np.random.default_rng(8)
    wins = rng.integers(1, 9, size=(7, 7)).astype(float)
    np.fill_diagonal(wins, 0)
    theirs = choix.ilsr_pairwise_dense(wins, tol=1e-10)
    assert fit_ratings(cross(wins), model="bradley-terry", prior=0).log_worth == pytest.approx(
        theirs - theirs.mean(), abs=1e-6
    )


def test_fisher_is_the_curvature_by_differences() -> None:
    fit = fit_ratings(pudding(), prior=0)
    pooled, h = fit.like.pool(pudding().counts[None]), 1e-4
    k = fit.like.size
    hessian = np.zeros((k, k))
    for a in range(k):
        for b in range(k):
            for sa in (1, -1):
                for sb in (1, -1):
                    x = fit.params.copy()
                    x[a] += sa * h
                    x[b] += sb * h
                    hessian[a, b] += sa * sb * fit.like.value(x[None], pooled)[0] / (4 * h * h)
    assert fit.covariance == pytest.approx(np.linalg.pinv(-hessian, rcond=1e-4)[:6, :6], abs=1e-4)


def test_draws_as_half_wins() -> None:
    a = fit_ratings(cross([[0, 7], [3, 0]], [[0, 4], [4, 0]]), model="bradley-terry", prior=0)
    assert a.log_worth[0] - a.log_worth[1] == pytest.approx(math.log(9 / 5))
    assert a.draw is None


def test_two_entrants_in_closed_form() -> None:
    fit = fit_ratings(cross([[0, 30], [10, 0]], [[0, 20], [20, 0]]), prior=0)
    assert fit.log_worth[0] - fit.log_worth[1] == pytest.approx(math.log(3))
    assert fit.draw == pytest.approx(20 / math.sqrt(300))


def test_prior_is_two_virtual_draws_against_the_average() -> None:
    # In Bradley–Terry's model they are draws against a third entrant who is held at 0 in the middle.
    fit = fit_ratings(cross([[0, 30], [10, 0]]), model="bradley-terry", prior=2)
    draws = [[0, 0, 2], [0, 0, 2], [2, 2, 0]]
    free = fit_ratings(cross([[0, 30, 0], [10, 0, 0], [0, 0, 0]], draws), model="bradley-terry", prior=0)
    assert fit.log_worth == pytest.approx(free.log_worth[:2], abs=1e-8)
    plain = fit_ratings(cross([[0, 30], [10, 0]]), prior=0)
    assert 0 < fit.log_worth[0] < plain.log_worth[0]


def test_prior_leaves_draws_alone() -> None:
    even = cross([[0, 2], [2, 0]], [[0, 3], [3, 0]])
    assert fit_ratings(even, prior=50).draw == pytest.approx(fit_ratings(even, prior=0).draw)


def test_anchor() -> None:
    free, tied = fit_ratings(pudding(), prior=0), fit_ratings(pudding(), prior=0, anchor=(2, 1500.0))
    assert tied.elo - 1500 == pytest.approx(free.elo - free.elo[2], abs=1e-8)
    assert tied.elo_error[2] == 0
    assert tied.elo_error == pytest.approx(free.difference_error[2], abs=1e-6)
    assert tied.difference_error == pytest.approx(free.difference_error, abs=1e-6)


@given(st.integers(0, 10_000), st.sampled_from(["davidson", "rao-kupper", "bradley-terry"]))
def test_symmetries(seed: int, model: str) -> None:
    rng = np.random.default_rng(seed)
    n = 4
    i, j = np.triu_indices(n, 1)
    table = PairingTable(n, i, j, rng.integers(0, 8, size=(len(i), 2, 3)))
    fit = fit_ratings(table, model=model)
    # Naming j before i changes nothing.
    turned = PairingTable(n, j, i, table.counts[:, ::-1, ::-1])
    assert fit_ratings(turned, model=model).elo == pytest.approx(fit.elo, abs=1e-6)
    # Renaming entrants renames ratings.
    name = rng.permutation(n)
    renamed = fit_ratings(PairingTable(n, name[i], name[j], table.counts), model=model)
    assert renamed.elo[name] == pytest.approx(fit.elo, abs=1e-6)
    # Turning all results round turns ratings and the first move's advantage round.
    other = fit_ratings(PairingTable(n, i, j, table.counts[..., ::-1]), model=model)
    assert other.elo == pytest.approx(-fit.elo, abs=1e-6)
    assert other.log_gamma == pytest.approx(-fit.log_gamma, abs=1e-8)
    assert np.isfinite(fit.elo_error).all()


def test_undefeated_and_winless() -> None:
    wins = [[0, 5, 5, 5], [0, 0, 3, 5], [0, 2, 0, 5], [0, 0, 0, 0]]
    table = cross(wins)
    fit = fit_ratings(table)
    assert fit.marks == (">", "", "", "<")
    assert np.isfinite(fit.elo).all()
    assert np.argsort(-fit.elo).tolist() == [0, 1, 2, 3]
    bare = fit_ratings(table, prior=0)
    assert bare.elo[0] == math.inf
    assert bare.elo[3] == -math.inf
    assert bare.elo[1] - bare.elo[2] == pytest.approx(ELO_PER_NAT * math.log(1.5))
    assert bare.elo_error[0] == math.inf
    assert bare.difference_error[0, 3] == math.inf
    assert not np.isnan(bare.difference_error).any()
    with pytest.raises(ValueError, match="no finite rating"):
        fit_ratings(table, prior=0, anchor=(0, 0.0))


def test_marks() -> None:
    assert infinite_marks(cross([[0, 9], [0, 0]])) == (">", "<")
    assert infinite_marks(cross([[0, 9], [0, 0]], [[0, 1], [1, 0]])) == ("", "")
    assert infinite_marks(cross([[0, 1, 1], [0, 0, 1], [0, 0, 0]])) == (">", "~", "<")
    assert infinite_marks(cross([[0, 1, 0], [0, 0, 1], [1, 0, 0]])) == ("", "", "")
    apart = np.zeros((5, 5))
    apart[0, 1] = apart[1, 0] = apart[1, 2] = apart[2, 0] = apart[3, 4] = 1
    assert infinite_marks(cross(apart)) == ("", "", "", "~", "~")
    assert groups(cross(apart)) == [[0, 1, 2], [3, 4]]


def test_unconnected_groups_are_named() -> None:
    wins = np.zeros((5, 5))
    wins[0, 1] = wins[1, 0] = wins[3, 4] = wins[4, 3] = 4
    with pytest.raises(ValueError, match=r"3 unconnected groups, \{0, 1\}; \{3, 4\}; \{2\}: play games"):
        fit_ratings(cross(wins), prior=0)
    fit = fit_ratings(cross(wins))
    assert fit.groups == [[0, 1], [3, 4], [2]]
    assert fit.elo == pytest.approx(np.zeros(5), abs=1e-6)
    with pytest.raises(ValueError, match="no maximum-likelihood rating"):
        fit_ratings(cross([[0, 1, 1], [0, 0, 1], [0, 0, 0]]), prior=0)


def test_no_draws_is_no_draw_parameter() -> None:
    table = cross([[0, 6, 4], [3, 0, 5], [2, 4, 0]])
    fits = [fit_ratings(table, model=m, prior=0) for m in ("davidson", "rao-kupper", "bradley-terry")]
    for fit in fits:
        assert fit.elo == pytest.approx(fits[0].elo)
        assert fit.draw_rate == 0
    assert [f.draw for f in fits] == [0, 1, None]
    assert fits[0].outcome_probabilities()[..., 1].tolist() == [[0]] * 3


def test_nothing_but_draws() -> None:
    fit = fit_ratings(cross(np.zeros((3, 3)), 4 * (1 - np.eye(3))), prior=0)
    assert fit.elo == pytest.approx(np.zeros(3), abs=1e-9)
    assert fit.draw_rate == 1
    assert fit.log_likelihood == 0
    assert goodness_of_fit(cross(np.zeros((3, 3)), 4 * (1 - np.eye(3))), fit).p == 1


def test_first_mover_who_always_wins() -> None:
    table = PairingTable.from_matrices(3 * (1 - np.eye(3)), np.zeros((3, 3)), np.zeros((3, 3)))
    fit = fit_ratings(table)
    assert fit.first_mover_elo > 200
    assert fit.elo == pytest.approx(np.zeros(3), abs=1e-6)
    assert not fit_ratings(table, prior=0).converged


def test_seats_that_follow_the_entrants() -> None:
    counts = np.zeros((1, 2, 3))
    counts[0, 0] = 3, 2, 5
    table = PairingTable(2, [0], [1], counts)
    assert fit_ratings(table).log_gamma is None
    with pytest.raises(ValueError, match="can't be told apart"):
        fit_ratings(table, first_mover=True)
    with pytest.raises(ValueError, match="needs the seats"):
        fit_ratings(pudding(), first_mover=True)
    # A ring in which everyone moves first once is enough.
    ring = np.zeros((3, 2, 3))
    ring[:, 0] = 2, 1, 4
    assert fit_ratings(PairingTable(3, [0, 1, 2], [1, 2, 0], ring)).log_gamma > 0


def test_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        fit_ratings(pudding(), prior=-1)
    with pytest.raises(ValueError, match="the anchor is entrant 6"):
        fit_ratings(pudding(), anchor=(6, 0.0))
    with pytest.raises(ValueError, match="unknown model"):
        fit_ratings(pudding(), model="elo")
    with pytest.raises(ValueError, match="no games"):
        fit_ratings(cross(np.zeros((2, 2))))
