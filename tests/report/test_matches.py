import json
from dataclasses import replace

import numpy as np
import pytest

from harness.report.matches import Match, match_block, openbench_block
from harness.report.tables import render
from harness.stats.counts import Tally
from harness.stats.estimate import estimate
from harness.stats.luck import luck_of_the_deal
from harness.stats.sprt import Sprt
from harness.stats.stopping import adjusted_estimate

PAIRS = np.array([[600, 80, 900], [70, 12, 140], [1300, 160, 1400]])
TALLY = Tally.from_pairs(PAIRS)
TEST = Sprt(0, 10)
MATCH = Match(
    "greedy",
    "random\x1b[31m",
    estimate(TALLY),
    np.stack([PAIRS.sum(axis=1), PAIRS.sum(axis=0)]).astype(float),
    luck_of_the_deal(PAIRS),
    TEST,
    TEST.state(TALLY),
    adjusted_estimate(TALLY, TEST, every=50),
    (0, 3),
    "forecast, deck standard",
)

BLOCK = """\
greedy against random

Elo ± 95 %  66.0 ± 6.7 [59.3, 72.7]
nElo        71.3 ± 7.1
LOS         >99.9 %
Adjusted    Elo 6.9 [-0.5, 13.7], nElo 7.5 [-0.5, 15.0] (median-unbiased, for having stopped by the test)
Games       9,324, W 5,300 L 3,550 D 474
Score       59.4 % ± 0.9 (9,324 games)
Ptnml(0-2)  [600, 150, 2212, 300, 1400], WL 2,200 DD 12
Pair ratio  2.27
Draw ratio  47.4 % ± 1.4 (4,662 pairs)
LLR         49.01 (-2.94, 2.94) [0.00, 10.00] normalized: H1 accepted
            H0: nElo 0 (α 0.05); H1: nElo 10 (β 0.05)
As seat a   63.7 % ± 1.4 (4,662 games)
As seat b   55.0 % ± 1.4 (4,662 games)
Luck        seat 0.8 % [0.5, 1.3], deal 7.7 % [4.8, 10.3] of a game's variance (4,662 pairs)
Faults      greedy 0, random 3
"""

OPENBENCH = """\
Elo   | 65.99 +- 6.68 (95%)
SPRT  | forecast, deck standard
LLR   | 49.01 (-2.94, 2.94) [0.00, 10.00]
Games | N: 9324 W: 5300 L: 3550 D: 474
Penta | [600, 150, 2212, 300, 1400]
"""


def test_golden_block():
    assert render(match_block(MATCH)) == BLOCK


def test_golden_openbench():
    assert openbench_block(MATCH) == OPENBENCH


def test_openbench_without_a_test():
    bare = Match("a", "b", estimate(Tally.from_games(5, 2, 3)))
    assert openbench_block(bare) == "Elo   | 70.44 +- 226.82 (95%)\nGames | N: 10 W: 5 L: 3 D: 2\n"
    assert "Conf  | defcon" in openbench_block(replace(bare, setting="defcon"))


def test_data_hold_everything():
    row = json.loads(render(match_block(MATCH), "json"))[0]
    assert row["first"] == "greedy"
    assert row["blocks"] == [600, 150, 2212, 300, 1400]
    assert row["decision"] == "H1"
    assert row["score_a"] == pytest.approx(0.637280, abs=1e-6)
    assert row["faults_second"] == 3
    assert "600 150 2212 300 1400" in render(match_block(MATCH), "csv")


@pytest.mark.parametrize("blocks", [(0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (0, 0, 9, 0, 0), (0, 0, 1, 0, 0)])
def test_extremes_are_never_nan(blocks):
    match = Match("a", "b", estimate(Tally(blocks, draws=0)), np.zeros((2, 3)))
    for form in ("table", "csv", "json", "md"):
        text = render(match_block(match), form).lower()
        assert "nan" not in text
    assert "nan" not in openbench_block(match)


def test_all_wins():
    text = render(match_block(Match("a", "b", estimate(Tally((0, 0, 0, 0, 9), draws=0)))))
    assert "inf ± inf [118.1, inf]" in text
    assert "LOS         n/a" in text
    assert "100.0 % [82.4, 100.0] (18 games)" in text
    assert "Draw ratio  0.0 % [0.0, 29.9] (9 pairs)" in text


def test_draws_that_are_not_known():
    text = render(match_block(Match("a", "b", estimate(Tally((1, 2, 3, 2, 1))))))
    assert "Games       18\n" in text
    assert "WL" not in text


def test_four_legs():
    match = Match("a", "b", estimate(Tally((1, 0, 2, 1, 5, 1, 2, 0, 1), draws=10)))
    assert "Points(0-4)" in render(match_block(match))
    assert "Penta" not in openbench_block(match)


def test_negative_luck_has_a_note():
    pairs = np.array([[40, 0, 5], [0, 0, 0], [5, 0, 40]])
    match = Match("a", "b", estimate(Tally.from_pairs(pairs)), luck=luck_of_the_deal(pairs))
    assert "deal 0.0 % [0.0, 0.0] (estimated -" in render(match_block(match))


def test_luck_without_variance():
    pairs = np.array([[0, 0, 0], [0, 9, 0], [0, 0, 0]])
    match = Match("a", "b", estimate(Tally.from_pairs(pairs)), luck=luck_of_the_deal(pairs))
    assert "seat n/a, deal n/a" in render(match_block(match))
    assert json.loads(render(match_block(match), "json"))[0]["deal_share_value"] is None
