"""A clock that tests move, and what most tests of the service begin with."""

import pytest

from tests.kit.clock import ManualClock
from tests.kit.world import World


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def world(tmp_path):
    return World(tmp_path / "t.db")
