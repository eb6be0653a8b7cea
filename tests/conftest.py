"""What all tests share: hypothesis draws the same examples in each run, and never complains of a slow machine."""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")
