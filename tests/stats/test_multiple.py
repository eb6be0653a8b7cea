"""Adjusted p values against scipy and statsmodels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from statsmodels.stats.multitest import multipletests

from harness.stats.multiple import benjamini_hochberg, holm

values = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@settings(max_examples=15)  # multipletests takes a tenth of a second
@given(values)
def test_against_others(p: list[float]) -> None:
    assert benjamini_hochberg(p) == pytest.approx(false_discovery_control(p), abs=1e-12)
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1], abs=1e-12)


@given(values)
def test_order(p: list[float]) -> None:
    assert (holm(p) >= benjamini_hochberg(p) - 1e-15).all()
    assert (benjamini_hochberg(p) >= [x - 1e-15 for x in p]).all()


def test_edges() -> None:
    assert holm([]).tolist() == benjamini_hochberg([]).tolist() == []
    assert holm([0.01, 0.04, 0.03]).tolist() == [0.03, 0.06, 0.06]
    for bad in ([1.1], [float("nan")], [[0.1]]):
        for function in (holm, benjamini_hochberg):
            with pytest.raises(ValueError, match="p value"):
                function(bad)
