import numpy as np
import pytest

from harness.report.fonts import drawable
from harness.report.page import MOST_ROWS, first_rows, fit, fold, spread, text_width


def test_labels_fit():
    assert fit("greedy", 9.5, 2.0) == "greedy"
    short = fit("x" * 200, 9.5, 1.0)
    assert "…" in short
    assert text_width(short, 9.5) <= 1.0
    assert fit("", 9.5, 1.0) == ""
    assert fit("ab", 9.5, 0.01) == "…"


def test_text_folds():
    lines = fold("one two three four five six seven " * 5, 9.5, 2.0)
    assert len(lines) > 3
    assert all(text_width(line, 9.5) <= 2.0 for line in lines)
    assert fold("", 9.5, 2.0) == []


def test_what_no_font_has_becomes_a_box():
    assert drawable("a$x_1$ Ёлка ±≥\x1b[31m") == "a$x_1$ Ёлка ±≥"
    assert drawable("a\U000e0fff") == "a"
    assert drawable("ㄅ\u31a0") in ("ㄅ\u31a0", "▯▯", "ㄅ▯")


@pytest.mark.parametrize(
    "wanted", [[1.0], [1.0, 1.0, 1.0], [0.0, 5.0, 5.1, 10.0], [9.9, 9.95, 10.0], [0.0, 0.0]]
)
def test_spread_keeps_apart_inside(wanted):
    sizes = [1.0] * len(wanted)
    places = spread(wanted, sizes, 0.0, 10.0)
    assert np.all(np.diff(places) >= 1.0 - 1e-9)
    assert places[0] >= 0.5 - 1e-9
    assert places[-1] <= 9.5 + 1e-9


def test_spread_moves_nothing_without_need():
    assert spread([2.0, 5.0, 8.0], [1.0, 1.0, 1.0], 0.0, 10.0) == [2.0, 5.0, 8.0]
    assert spread([], [], 0.0, 1.0) == []
    crowded = spread([1.0, 1.0, 1.0], [5.0, 5.0, 5.0], 0.0, 6.0)
    assert crowded == pytest.approx([1.0, 3.0, 5.0])


def test_rows_beyond_the_most_are_told():
    rows, note = first_rows({str(k): k for k in range(MOST_ROWS + 5)})
    assert len(rows) == MOST_ROWS
    assert note == f"The first {MOST_ROWS} of {MOST_ROWS + 5} rows."
    assert first_rows({"a": 1}) == ({"a": 1}, "")
