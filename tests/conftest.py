"""How hard hypothesis tries: HYPOTHESIS_PROFILE is dev (the default), ci or deep.

What plays whole matches is not traced for coverage: tracing takes longer than playing, and a line
that a random match has passed is not a line whose result a test has looked at.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

_SLOW = (HealthCheck.too_slow,)

settings.register_profile("dev", max_examples=30, deadline=None, suppress_health_check=_SLOW)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=_SLOW,
)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.no_cover)
