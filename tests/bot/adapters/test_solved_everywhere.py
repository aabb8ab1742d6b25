"""A written ending solved, and a problem opened, by real buttons on each platform."""

from __future__ import annotations

import aiohttp

from bot.adapters.web import WebPlatform
from tests.kit import discord, web
from tests.kit.discord import club
from tests.kit.house import service
from tests.kit.telegram import open_group

ENDING = "斗地主 地主: 2 5 5 3 | 农民: K 4 4 | 农民: A 6"


async def test_telegram(tmp_path):
    async with open_group(tmp_path / "t.db", "甲", check=False) as (house, _, people):
        (ann,) = people
        private = house.world.private(ann)
        await house.say(ann, private, f"/analyse {ENDING}")
        await house.forward(6)
        shown = house.last(private)
        edits, first = shown.edits, shown.words
        assert "大家都打到最好" in first
        await house.press(ann, shown, "▶")
        await house.forward(6)
        assert shown.edits == edits + 1 and shown.words != first

        await house.say(ann, private, "/puzzle")
        await house.forward(6)
        problem = house.last(private)
        assert "你是地主" in problem.words
        await house.press(ann, problem, "看答案")
        await house.forward(6)
        assert "这样赢" in problem.words


async def test_discord(tmp_path):
    async with club(tmp_path / "d.db", people=2) as found:
        result = await found.slash(0, "analyse", position=ENDING)
        await found.settle()
        message = result.response.message or result.followups[-1].message
        assert "大家都打到最好" in message.content
        await found.people[0].click(message, custom_id=discord.buttons(message)["▶"])
        await found.settle()
        assert "第 1 /" in message.content or "第 1 /" in result.response.message.content
        assert result.ephemeral


async def test_the_page(tmp_path):
    platform = WebPlatform("127.0.0.1", 0, web.KEY)
    async with service(tmp_path / "w.db", platform=platform, check=False) as house:
        await platform.start(house.service)
        try:
            async with aiohttp.ClientSession() as http:
                tab = await web.WebTable(platform, house.service, http).tab()
                note = (await tab.ask(1, say=f"/analyse {ENDING}"))["note"]
                assert "大家都打到最好" in note["text"] and note["scene"] is not None
                labels = {b["label"]: b["token"] for row in note["rows"] for b in row}
                step = (await tab.ask(2, press=labels["▶"]))["note"]
                assert "第 1 /" in step["text"]
        finally:
            await platform.stop()
