"""How hard hypothesis tries, which tests are quick, and where coverage is not traced.

HYPOTHESIS_PROFILE is dev (the default), ci or deep.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.kit import tiers
from tests.kit.tracing import patiently

_SLOW = (HealthCheck.too_slow,)
_TOLD = {"derandomize": True, "print_blob": True}

settings.register_profile("dev", max_examples=30, deadline=None, suppress_health_check=_SLOW)
settings.register_profile(
    "ci", max_examples=30, deadline=None, suppress_health_check=_SLOW, **_TOLD
)
settings.register_profile("deep", max_examples=300, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "deep" if tiers.DEEP else "dev"))

UNTRACED = ("bot/adapters", "bot/commands", "bot/runtime", "crash", "e2e", "bench")
"""Below tests/: tracing multiplies the time of service and platform tests by 2.3."""

_UNTRACED = frozenset(f"tests/{folder}" for folder in UNTRACED)


def pytest_addoption(parser):
    parser.addoption(
        "--measure", action="store_true", help="rewrite tests/durations.json with what is run"
    )


def pytest_configure(config):
    patiently()
    config.pluginmanager.register(tiers.Dealer())
    if config.getoption("--measure"):
        config.pluginmanager.register(tiers.Measure())


def pytest_ignore_collect(collection_path, config):
    """Whoever wants the traced tests, or those of time, need not wait until the others are read."""
    wanted = config.getoption("markexpr")
    if wanted == "not no_cover":
        return collection_path.relative_to(config.rootpath).as_posix() in _UNTRACED or None
    if wanted == "alone" and collection_path.suffix == ".py":
        return "mark.alone" not in collection_path.read_text("utf-8") or None
    return None


def pytest_collection_modifyitems(config, items):
    if not tiers.DEEP:
        deep = [item for item in items if item.get_closest_marker("deep")]
        config.hook.pytest_deselected(items=deep)
        items[:] = [item for item in items if item not in set(deep)]
    untraced = tuple(f"{folder}/" for folder in _UNTRACED)
    for item in items:
        quick = tiers.is_quick(item)
        if quick:
            item.add_marker(pytest.mark.quick)
        timed = item.get_closest_marker("alone")
        if timed or not quick or item.nodeid.startswith(untraced):
            item.add_marker(pytest.mark.no_cover)
