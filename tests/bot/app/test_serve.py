"""The program put together."""

import asyncio
import gc

import pytest

from bot.app.serve import serve
from bot.app.settings import Settings
from bot.commands.service import GameService
from bot.i18n import catalogue as i18n


@pytest.fixture
def settings(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/t.db")
    monkeypatch.setenv("WEB_PORT", "0")
    return Settings(_env_file=None)


async def started_and_stopped(settings, monkeypatch, look):
    """Serve for a moment; ``look`` is called before anybody is served."""
    begin = GameService.start

    async def noted(service):
        look()
        await begin(service)

    monkeypatch.setattr(GameService, "start", noted)
    stop = asyncio.Event()
    stop.set()
    await serve(settings, stop)


async def test_every_language_is_read_before_anybody_is_served(settings, monkeypatch):
    """Reading one takes a while, and the loop would stand still for everybody."""
    read = []
    i18n._sentences.cache_clear()
    await started_and_stopped(
        settings, monkeypatch, lambda: read.append(i18n._sentences.cache_info().currsize)
    )
    assert read == [len(i18n.LANGUAGES)]
    assert i18n._sentences.cache_info().misses == len(i18n.LANGUAGES)


@pytest.fixture
def usual_thresholds():
    found, usual = gc.get_threshold(), (700, 10, 10)
    gc.set_threshold(*usual)
    yield usual
    gc.set_threshold(*found)


async def test_what_was_loaded_is_out_of_the_collectors_way_while_it_serves(
    settings, monkeypatch, usual_thresholds
):
    aside, before = [], usual_thresholds
    await started_and_stopped(
        settings, monkeypatch, lambda: aside.append((gc.get_freeze_count(), gc.get_threshold()))
    )
    ((frozen, thresholds),) = aside
    assert frozen > 0 and gc.get_freeze_count() == 0
    assert thresholds > before == gc.get_threshold()
