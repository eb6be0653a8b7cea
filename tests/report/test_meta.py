import json

import numpy as np
import pytest

from harness.report.meta import cycles_table, nash_table
from harness.report.tables import render
from harness.stats.alpharank import alpha_rank
from harness.stats.cycles import Cycle
from harness.stats.hodge import CyclicTest
from harness.stats.nash import NashAverage, nash_average
from harness.stats.scale import ELO_PER_NAT

CYCLE = Cycle((0, 2, 1), (0.2, 0.3, 0.1), 0.6, 0.2, 1.0, 0.91)


def test_cycles():
    table = cycles_table([CYCLE], ["a", "b", "c"], CyclicTest(0.2, 0.05, 0.15, 0.001), replicates=1000)
    text = render(table)
    assert "a > c > b > a              +34.7  +52.1  +17.4  +104.2  [34.7, 173.7]     91.0\n" in text
    assert "of 1,000 replicates" in text
    assert "Cyclic part of the log-odds: 20.0 %, of which noise alone gives 5.0 %; p 0.001." in text
    row = json.loads(render(table, "json"))[0]
    assert row["curl"] == pytest.approx(0.6 * ELO_PER_NAT)
    assert row["frequency"] == 0.91


def test_no_cycles():
    text = render(cycles_table([], ["a", "b", "c"]))
    assert text == "No cycles of three\n"
    test = CyclicTest(0.2, 0.05, 0.15, 0.001)
    for form, title in (("table", "No cycles of three"), ("md", "**No cycles of three**")):
        found = render(cycles_table([], ["a", "b", "c"], test), form)
        assert found.startswith(f"{title}\n\nCyclic part")
        assert "\n\n\n" not in found
    assert json.loads(render(cycles_table([], []), "json")) == []


def test_nash():
    m = np.array([[0.0, 1, -1, 2], [-1, 0, 1, 2], [1, -1, 0, 2], [-2, -2, -2, 0]])
    text = render(nash_table(nash_average(m, np.stack([m, m])), list("abcd"), alpha_rank(m), replicates=2))
    assert "33.3" in text
    last = next(line for line in text.splitlines() if " d " in line).split()
    assert last == ["4", "d", "0.0", "-347.4", "0.0", "0.0"]


def test_nash_alone():
    table = nash_table(NashAverage(np.array([0.0, 1.0]), np.array([-0.5, 0.0])), ["a", "b"])
    assert table.fields == ("rank", "player", "nash", "skill")
    assert [row["player"] for row in table.rows] == ["b", "a"]
