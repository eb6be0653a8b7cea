"""The page on numbers: everything that tables print is explained there, and its figures are those of the code."""

from __future__ import annotations

import re

import numpy as np
import pytest

from harness.cli.commands.rate import NASH_REPLICATES
from harness.report.matches import Match, match_block
from harness.report.meta import cycles_table, nash_table
from harness.report.ratings import rating_table
from harness.stats.analysis import rate
from harness.stats.counts import Tally, pair_table
from harness.stats.cycles import Cycle
from harness.stats.deals import DealTable
from harness.stats.estimate import estimate
from harness.stats.luck import luck_of_the_deal
from harness.stats.nash import NashAverage
from harness.stats.plan import plan
from harness.stats.scale import NELO_PER_SIGMA
from harness.stats.sprt import PRESETS, Sprt
from harness.stats.stopping import adjusted_estimate
from harness.tournament.sequential import CAP
from tests.docs.pages import DOCS, headings, section

PAGE = DOCS / "statistics.md"
TEXT = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))


def a_match() -> Match:
    """Make a match in which every line is printed."""
    results = np.array([[2, 2], [2, 0], [0, 2], [1, 2], [1, 1], [0, 1], [0, 0], [2, 2]])
    tally, test = Tally.from_results(results), Sprt(0.0, 50.0)
    return Match(
        "a",
        "b",
        estimate(tally),
        by_seat=np.ones((2, 3)),
        luck=luck_of_the_deal(pair_table(results)),
        sprt=test,
        state=test.state(tally),
        adjusted=adjusted_estimate(tally, test, every=4),
    )


def test_every_line_of_a_match_is_explained():
    names = [str(row["name"]).split(" ±")[0] for row in match_block(a_match()).rows if row["name"]]
    assert len(names) >= 12
    titles = "\n".join(headings(PAGE))
    for name in names:
        assert name in TEXT or name.lower() in titles.lower(), name


def test_every_column_of_a_rating_table_is_explained():
    rng = np.random.Generator(np.random.PCG64(1))
    counts = rng.integers(0, 5, (3, 60, 2, 3)).astype(np.int32)
    table = DealTable(3, np.array([0, 0, 1]), np.array([1, 2, 2]), counts)
    made = rating_table(rate(table, replicates=100), ["a", "b", "c"], {})
    for column in made.columns:
        word = column.title.split(" ")[0]
        assert f"`{column.title}`" in TEXT or word in ("rank", "player", "Elo", "±", "score", "faults"), (
            column.title
        )


def test_the_tables_beside_it_are_explained():
    nash = nash_table(NashAverage(np.ones(1), np.zeros(1), np.ones(1)), ["a"], np.ones(1))
    cycles = cycles_table([Cycle((0, 1, 2), (1.0, 1.0, 1.0), 3.0, 2.0, 4.0, 1.0)], ["a", "b", "c"])
    for title in (nash.columns[3].title, nash.columns[4].title, cycles.columns[-1].title):
        assert f"`{title}`" in TEXT
    assert f"{NASH_REPLICATES} bootstrap replicates" in TEXT


def test_each_section_has_its_three_parts():
    for title in headings(PAGE):
        name = title.lstrip("# ")
        if title.startswith("#") and not title.startswith("# ") and name not in ("Marks", "Traps"):
            text = section(PAGE, name)
            if name != "Many comparisons at once":
                for part in ("**What it means.**", "**How it is computed", "**What it does not mean.**"):
                    assert part in text, f"{name}: {part}"


def test_presets_are_those_of_the_code():
    text = section(PAGE, "Sequential test").replace("−", "-")
    for name, (low, high) in PRESETS.items():
        assert f"| `{name}` | preset: elo0={low:g} elo1={high:g}." in text


@pytest.mark.parametrize("difference", [2, 5, 10])
def test_lengths_of_tests_are_those_of_the_planner(difference: int):
    games = plan(Sprt(0.0, float(difference))).games_worst
    assert re.search(rf"\b{games:,.0f} for (a difference of )?{difference}\b", TEXT)


def test_constants():
    assert f"C = 800/ln 10 = {NELO_PER_SIGMA:.3f}" in TEXT
    assert f"{Sprt().lower:.2f}".replace("-", "−") + f" and {Sprt().upper:.2f}" in TEXT
    assert CAP == 10
    assert "after ten times the games that the test takes at worst" in TEXT
