"""Wilson's interval at its ends."""

import numpy as np
import pytest

from harness.stats.rates import wilson


@pytest.mark.parametrize("n", [1, 3, 7, 40, 12_345, 10**9])
def test_the_interval_holds_the_rate_and_is_exact_where_all_were_alike(n):
    p = np.array([0.0, 1 / n, 0.5, 1.0])
    low, high = wilson(p, np.full(4, float(n)), 1.96)
    assert low[0] == 0.0
    assert high[3] == 1.0
    assert (low <= p).all()
    assert (p <= high).all()


def test_the_gold_values():
    """Twenty of forty: 0.352 to 0.648; none of forty: 0 to z²/(n + z²)."""
    low, high = wilson(np.array([0.5, 0.0]), np.array([40.0, 40.0]), 1.96)
    assert low[0] == pytest.approx(0.3520, abs=1e-4)
    assert high[0] == pytest.approx(0.6480, abs=1e-4)
    assert high[1] == pytest.approx(1.96**2 / (40 + 1.96**2), rel=1e-12)


def test_without_games_nothing_is_known():
    low, high = wilson(np.array([0.5]), np.array([0.0]), 1.96)
    assert (low[0], high[0]) == (0.0, 1.0)
