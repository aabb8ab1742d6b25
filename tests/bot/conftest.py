"""What most tests of the service begin with: a world with a database, and a house open in it."""

import pytest

from tests.kit.world import World


@pytest.fixture
def world(tmp_path):
    return World(tmp_path / "t.db")


@pytest.fixture
async def house(world):
    async with world.house() as open_house:
        yield open_house
