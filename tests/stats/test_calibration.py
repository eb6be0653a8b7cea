"""Do the intervals cover, and do the tests err, as often as they say? Small here; at full size in the slow
ones.
"""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from harness.stats.analysis import rate
from harness.stats.counts import Tally
from harness.stats.deals import DealTable
from harness.stats.estimate import estimate
from harness.stats.llr import _t_mle, llr_normalized
from harness.stats.luck import LuckEstimate, luck_of_the_deal
from harness.stats.models import probabilities
from harness.stats.plan import expected_games, pass_probability
from harness.stats.ratings import fit_ratings
from harness.stats.scale import NELO_PER_SIGMA, elo_from_score
from harness.stats.sprt import Sprt
from harness.stats.stopping import adjusted_estimate
from harness.stats.tables import PairingTable
from tests.stats.worlds import deal_counts, deal_table, pairs

SCORES = np.linspace(0, 1, 5)
COVERED = (0.93, 0.97)


def blocks_at(nelo: float) -> np.ndarray:
    """Frequencies of a pentanomial with that normalized Elo."""
    base = np.array([[0.05, 0.20, 0.45, 0.23, 0.07]])
    p: np.ndarray = _t_mle(base, SCORES, nelo * math.sqrt(2) / NELO_PER_SIGMA)[0]
    return p / p.sum()


def run_tests(
    sprt: Sprt, nelo: float, matches: int, every: int, looks: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Play sequential matches out: LLR (matches,) and block counts (matches, 5) where each stopped."""
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(every, blocks_at(nelo), size=(matches, looks)).cumsum(axis=1)
    llr = llr_normalized(counts, sprt.elo0, sprt.elo1)
    outside = (llr >= sprt.upper) | (llr <= sprt.lower)
    at = np.where(outside.any(axis=1), outside.argmax(axis=1), looks - 1)
    rows = np.arange(matches)
    return llr[rows, at], counts[rows, at]


def error_rates(matches: int, seed: int) -> tuple[float, float]:
    sprt = Sprt(0, 20)
    at0, _ = run_tests(sprt, 0, matches, 20, 400, seed)
    at1, _ = run_tests(sprt, 20, matches, 20, 400, seed + 1)
    assert (np.abs(at0) >= sprt.upper).mean() > 0.998
    return float((at0 >= sprt.upper).mean()), float((at1 <= sprt.lower).mean())


def match_coverage(matches: int, blocks: int, seed: int) -> tuple[float, float]:
    rng, hit, nhit = np.random.default_rng(seed), 0, 0
    p = blocks_at(25)
    mean = float(p @ SCORES)
    elo, nelo = elo_from_score(mean), NELO_PER_SIGMA * (mean - 0.5) / math.sqrt(2 * p @ (SCORES - mean) ** 2)
    for counts in rng.multinomial(blocks, p, size=matches).tolist():
        e = estimate(Tally(tuple(counts)))
        hit += e.elo_low <= elo <= e.elo_high
        nhit += abs(e.nelo - nelo) <= e.nelo_error
    return hit / matches, nhit / matches


def luck_truth(skill: float, seat: float, deal: float) -> LuckEstimate:
    rows = pairs(np.random.default_rng(99), 3_000_000, skill, seat, deal)
    return luck_of_the_deal(rows, replicates=100)


def luck_coverage(matches: int, blocks: int, seed: int) -> tuple[float, float, float]:
    world = (0.3, 0.3, 0.8)
    truth, rng = luck_truth(*world), np.random.default_rng(seed)
    hits = np.zeros(3)
    for k in range(matches):
        e = luck_of_the_deal(pairs(rng, blocks, *world), replicates=500, seed=k)
        for column, name in enumerate(("luck", "seat", "deal")):
            share = getattr(e, name)
            hits[column] += share.low <= getattr(truth, name).raw <= share.high
    return tuple((hits / matches).tolist())


def rating_coverage(tournaments: int, deals: int, seed: int, truth_size: int) -> dict[str, float]:
    worth = np.array([-0.6, -0.1, 0.2, 0.5])
    i, j = np.triu_indices(4, 1)
    rng = np.random.default_rng(seed)
    everything = sum(deal_counts(rng, worth, 50_000).sum(axis=1) for _ in range(truth_size))
    truth = fit_ratings(PairingTable(4, i, j, everything), prior=0)
    gaps = truth.elo[:, None] - truth.elo[None, :]
    hits = {"ratings": 0.0, "differences": 0.0, "first mover": 0.0, "score": 0.0}
    for k in range(tournaments):
        r = rate(deal_table(rng, worth, deals), replicates=300, seed=k)
        low, high = r.difference_low[i, j], r.difference_high[i, j]
        hits["ratings"] += ((r.elo_low <= truth.elo) & (truth.elo <= r.elo_high)).mean()
        hits["differences"] += ((low <= gaps[i, j]) & (gaps[i, j] <= high)).mean()
        hits["first mover"] += r.first_mover_elo[1] <= truth.first_mover_elo <= r.first_mover_elo[2]
        hits["score"] += ((r.score.low <= _scores(everything)) & (_scores(everything) <= r.score.high)).mean()
    return {name: value / tournaments for name, value in hits.items()}


def _scores(counts: np.ndarray) -> np.ndarray:
    i, j = np.triu_indices(4, 1)
    c = counts.sum(axis=1)
    points, games = c @ [0, 0.5, 1], c.sum(axis=1)
    mine = [points[i == k].sum() + (games - points)[j == k].sum() for k in range(4)]
    return np.array(mine) / [games[i == k].sum() + games[j == k].sum() for k in range(4)]


def test_smoke() -> None:
    false_pass, false_fail = error_rates(150, seed=1)
    assert false_pass < 0.12
    assert false_fail < 0.12
    assert min(match_coverage(300, 200, seed=2)) > 0.9
    assert min(luck_coverage(60, 300, seed=3)) > 0.85
    assert min(rating_coverage(25, 200, 4, 2).values()) > 0.8


@pytest.mark.slow
def test_sprt_errs_within_alpha_and_beta() -> None:
    false_pass, false_fail = error_rates(4000, seed=10)
    # Overshoot makes the test err less than it may; three standard errors above 5 % is 6 %.
    assert false_pass < 0.06
    assert false_fail < 0.06


@pytest.mark.slow
def test_plan_is_what_happens() -> None:
    sprt = Sprt(0, 20)
    for nelo in (0, 10, 20, 30):
        llr, counts = run_tests(sprt, nelo, 1000, 10, 600, seed=20)
        over = 0.5826 * 20 / NELO_PER_SIGMA * math.sqrt(20)
        # With the bounds moved out by the mean overshoot, as Siegmund has it.
        wide = Sprt(
            0, 20, alpha=1 / (1 + math.exp(sprt.upper + over)), beta=1 / (1 + math.exp(sprt.upper + over))
        )
        assert 2 * counts.sum(axis=1).mean() == pytest.approx(expected_games(wide, nelo), rel=0.08)
        assert (llr >= sprt.upper).mean() == pytest.approx(pass_probability(wide, nelo), abs=0.045)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_adjusted_estimate_is_median_unbiased_and_covers() -> None:
    sprt, every = Sprt(0, 20), 20
    for nelo in (0, 10, 20, 30):
        _, counts = run_tests(sprt, nelo, 700, every, 250, seed=30 + nelo)
        found = [adjusted_estimate(Tally(tuple(c)), sprt, every=every) for c in counts.tolist()]
        above = np.mean([e.nelo > nelo for e in found])
        covered = np.mean([e.nelo_low <= nelo <= e.nelo_high for e in found])
        plain = np.mean([estimate(Tally(tuple(c))).nelo > nelo for c in counts.tolist()])
        # Two thousand matches and more over the four truths; each share carries 1.9 % of noise.
        assert above == pytest.approx(0.5, abs=0.06)
        assert 0.92 <= covered <= 0.98
        if nelo in (0, 20):
            assert abs(plain - 0.5) > abs(above - 0.5)


@pytest.mark.slow
def test_match_intervals_cover() -> None:
    for share in match_coverage(4000, 300, seed=40):
        assert COVERED[0] <= share <= COVERED[1]


@pytest.mark.slow
def test_luck_intervals_cover() -> None:
    for share in luck_coverage(2000, 500, seed=50):
        assert COVERED[0] <= share <= COVERED[1]


@pytest.mark.slow
def test_rating_intervals_cover() -> None:
    for name, share in rating_coverage(2000, 300, 60, 80).items():
        assert COVERED[0] <= share <= COVERED[1], name


@pytest.mark.slow
def test_fifty_entrants_in_ten_seconds() -> None:
    rng = np.random.default_rng(0)
    n, bags = 50, 2000
    i, j = np.triu_indices(n, 1)
    worth = rng.normal(0, 1, n)
    counts = np.zeros((len(i), bags, 2, 3), dtype=np.int32)
    for seat, sign in ((0, 1), (1, -1)):
        p = probabilities("davidson", worth[i] - worth[j] + sign * 0.2, math.log(0.3))
        counts[:, :, seat] = rng.multinomial(2, np.repeat(p[:, None], bags, axis=1))
    table = DealTable(n, i, j, counts)
    assert counts.sum() == 9_800_000
    begin = time.process_time()  # the machine may be busy with other things
    result = rate(table, replicates=1000)
    assert time.process_time() - begin < 10
    assert result.elo == pytest.approx((worth - worth.mean()) * 400 / math.log(10), abs=4)
