"""The whole service with the browser table in this process: all of it real."""

from contextlib import asynccontextmanager

from bot.adapters.web import WebPlatform
from bot.commands.service import GameService
from bot.delivery.painter import Painter
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.screens.reader import Reader
from bot.support.clock import SystemClock
from engine.registry import games
from tests.kit.disk import open_store


@asynccontextmanager
async def open_house(path, *, pace=0.0, ids=None, near=(), **painting):
    """The service with a browser table on a free port; the games made for tests are listed too.

    ``near``: its own addresses in the network around it.
    """

    async def find():
        return near

    store = await open_store(path)
    web = WebPlatform("127.0.0.1", 0, await store.secret("web", 32), find=find)
    catalogue = Catalogue(strict=True)
    computers = Computers(SystemClock())
    painter = Painter(catalogue, computers, **painting)
    service = GameService(
        store, {web.name: web}, Reader(catalogue), painter, computers, games(tests_too=True),
        SystemClock(), pace=pace, ids=ids,
    )  # fmt: skip
    try:
        await service.start()
        await web.start(service)
        yield service, web
    finally:
        await web.stop()
        await service.close()
        await store.close()
