"""A clock that tests move, and what most tests of the service begin with."""

import pytest

from bot.commands.service import GameService
from tests.kit.clock import ManualClock
from tests.kit.hostile import HELD
from tests.kit.start import Started
from tests.kit.world import World


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def world(tmp_path):
    return World(tmp_path / "t.db")


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """An empty folder to start in, without this machine's settings; a start ends at the tables."""

    async def start(_service, *_):
        raise Started

    for name in ("DISCORD_TOKEN", "TELEGRAM_TOKEN", "DATABASE_URL", "WEB_HOST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEB_PORT", "0")
    monkeypatch.setattr(GameService, "start", start)
    yield
    while HELD:
        HELD.pop().close()
