"""What stands beside the table on which people play does not take its place, and goes in time."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing, Reply, Where
from tests.kit.page import sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


def board(text, *labels, on=True):
    return Outgoing(
        text=text, rows=(tuple(Button(f"b{at}", label) for at, label in enumerate(labels)),), on=on
    )


async def test_a_call_stands_beside_the_table_that_is_played(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        pinned, lines = page.locator("#pinned"), page.locator("#lines")
        ref = await table.platform.post(table.chat, board("轮到 小明", "我的手牌"))
        await expect(pinned).to_contain_text("轮到 小明")
        await table.platform.post(table.chat, board("比赛报名", "报名", on=False))
        await expect(lines.get_by_role("button", name="报名")).to_be_visible()
        await expect(pinned).to_contain_text("轮到 小明")
        await table.platform.edit(ref, board("轮到 小红", "我的手牌"))
        await expect(pinned).to_contain_text("轮到 小红")

        await table.platform.edit(ref, board("这一桌已经结束", "再来一场", on=False))
        await expect(pinned).to_contain_text("比赛报名")


async def test_a_table_that_opens_after_a_call_is_in_sight(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, board("比赛报名", "报名", on=False))
        await expect(page.locator("#pinned")).to_contain_text("比赛报名")
        await table.platform.post(table.chat, board("等人入座", "加入"))
        await expect(page.locator("#pinned")).to_contain_text("等人入座")


async def test_a_note_goes_when_it_is_no_longer_true(browser, table):
    said = iter((Outgoing("在等 小明", passing=True), Outgoing("规则：先出完的赢")))
    table.service.answer = lambda _: Reply(next(said), Where.PRIVATE)
    async with window(browser) as context:
        page, _ = await sit(context, table)
        ref = await table.platform.post(table.chat, board("轮到 小明", "在等谁", "规则"))
        notes = page.locator(".note .text")
        await page.get_by_role("button", name="在等谁").click()
        await page.get_by_role("button", name="规则").click()
        await expect(notes).to_have_text(["规则：先出完的赢", "在等 小明"])
        await table.platform.edit(ref, board("轮到 小红", "在等谁", "规则"))
        await expect(notes).to_have_text(["规则：先出完的赢"])
