"""The problem of the day in a room of the page: for whoever looks on, once, through restarts."""

import json
from contextlib import asynccontextmanager
from datetime import timedelta

import aiohttp

from bot.adapters.web import WebPlatform
from tests.bot.runtime.test_daily import HOUR, NOON
from tests.kit.clock import ManualClock
from tests.kit.discord import small_picture
from tests.kit.house import service
from tests.kit.web import KEY, WebTable


@asynccontextmanager
async def page(path, clock, room=""):
    platform = WebPlatform("127.0.0.1", 0, KEY, now=clock.now)
    async with (
        service(path, platform=platform, clock=clock, paint=small_picture, check=False) as house,
        aiohttp.ClientSession() as http,
    ):
        await platform.start(house.service)
        web = WebTable(platform, house.service, http)
        web.room = room or web.room
        yield house, web
        await platform.stop()


def problems(tab):
    return [m for m in tab.state["messages"]["room"] if "每日残局" in m["text"]]


async def seen(house, web, name="丙"):
    """What somebody who comes now is shown of it, once it has settled."""
    first = await web.tab(name, session="tab-first00")
    await house.settle()
    return problems(await web.tab(name, token=first.token, session="tab-again00"))


async def test_whoever_looks_on_gets_it_and_a_restart_shows_the_same_again(tmp_path):
    clock, path = ManualClock(NOON - timedelta(hours=1)), tmp_path / "w.db"
    async with page(path, clock) as (house, web):
        me = await web.tab("甲", session="tab-a0000")
        told = (await me.ask(1, say="/puzzle daily"))["note"]
        assert "每天 20:00" in told["text"] and "{" not in told["text"]
        await me.socket.close()
        await house.settle()
        await house.forward(2 * HOUR)
        assert await house.store.preferences.chats_with("daily")
        (shown,) = await seen(house, web)  # it waited until somebody came
        assert shown["scene"] is not None
        labels = {b["label"]: b["token"] for row in shown["rows"] for b in row}
        other = await web.tab("乙", session="tab-b0000")
        note = (await other.ask(1, press=labels["我来解"], values=[], message=shown["id"]))["note"]
        assert "你是地主" in note["text"]
        room = web.room
    async with page(path, clock, room) as (house, web):
        (again,) = await seen(house, web)
        assert again["id"] == shown["id"] and again["text"] == shown["text"]
        await house.forward(24 * HOUR)
        found = await seen(house, web)
        assert found[0]["id"] == shown["id"] and len(found) == 2
        assert "上一题" in json.dumps(found[1], ensure_ascii=False)
