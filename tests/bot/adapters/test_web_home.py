"""What the page shows beside a room: one's own rooms, one's people, and open tables."""

import pytest
from playwright.async_api import expect

from tests.kit.open_house import open_house
from tests.kit.page import PHONE, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def came(context, web, name, path=""):
    page = await context.new_page()
    await page.goto(f"http://127.0.0.1:{web.port}/{path}")
    if name:
        await page.get_by_label("怎么称呼你？").fill(name)
        await page.keyboard.press("Enter")
    await expect(page.locator("#link")).to_have_text("已连接")
    return page


async def typed(page, line):
    await page.get_by_label("打字出牌或输入命令").fill(line)
    await page.keyboard.press("Enter")


async def test_a_table_is_opened_to_everybody_found_joined_and_come_back_to(browser, tmp_path):
    async with (
        open_house(tmp_path / "t.db") as (service, web),
        window(browser) as one,
        window(browser, viewport=PHONE) as two,
    ):
        ann = await came(one, web, "小安")
        await typed(ann, "/newgame 比大小")
        await expect(ann.locator("#pinned")).to_contain_text("小安")
        bob = await came(two, web, "小博")
        assert await bob.locator("#home article").count() == 0, "its address is its key"
        await ann.get_by_role("button", name="设置").click()
        await ann.get_by_role("button", name="谁能来：有链接的人").click()
        await expect(ann.get_by_role("button", name="谁能来：所有人")).to_be_visible()
        await bob.reload()
        await bob.get_by_role("link", name="小安 的牌桌").click()
        await expect(bob.locator("#pinned")).to_contain_text("小博")
        (runner,) = service.running.tables.running.values()
        assert [sitter.name for sitter in runner.table.state.players] == ["小安", "小博"]

        await ann.get_by_role("button", name="开始").click()
        await expect(bob.locator("#hands article").first).to_be_visible()
        again = await came(two, web, "")
        room = again.get_by_role("link", name="比大小 · 正在打 · 和 小安")
        await expect(room).to_be_visible()
        fellows = again.locator("#home").get_by_text("小安", exact=True)
        await expect(fellows).to_be_visible()
        await room.click()
        await expect(again.locator("#hands article").first).to_be_visible()
        await again.get_by_role("button", name="更多").first.click()
        await expect(again.get_by_role("button", name="打过牌的人")).to_be_visible()


async def test_an_address_alone_seats_nobody(browser, tmp_path):
    async with open_house(tmp_path / "t.db") as (service, web), window(browser) as one:
        ann = await came(one, web, "小安")
        await typed(ann, "/newgame 比大小")
        await expect(ann.locator("#pinned")).to_contain_text("小安")
        async with window(browser) as two:
            room = ann.url.rpartition("/")[2]
            bob = await came(two, web, "小博", f"r/{room}#join")
            await expect(bob.locator("#pinned")).to_contain_text("小安")
            await typed(bob, "你们好")
            await expect(ann.get_by_role("button", name="聊天，1 条没看")).to_be_visible()
        (runner,) = service.running.tables.running.values()
        assert [sitter.name for sitter in runner.table.state.players] == ["小安"]
