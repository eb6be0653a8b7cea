"""What all tests share: hypothesis draws the same examples in each run, and never complains of a slow machine."""

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    """Take up the filter that the compiler's gate sets, which pytest's own take the place of."""
    config.addinivalue_line("filterwarnings", "ignore:First-class function type feature is experimental")
