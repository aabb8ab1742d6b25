"""What stands on the page can be read: nothing runs into anything, lies under it or outstays."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Fact, Outgoing, Picker, PickGroup, PickOption
from tests.kit.page import picker, sit, window
from tests.kit.service import png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SIZES = [(360, 740), (390, 844), (768, 1024), (1280, 800)]
CODES = [s + r for r in ("3", "6", "10", "J", "K") for s in "SHCD"]

COLLIDING = """() => [...document.querySelectorAll('#hands .card')].filter((card) => {
    const [sign, pip] = ['.corner i', '.pip'].map((one) => card.querySelector(one));
    if (!sign?.checkVisibility()) return false;
    const [one, two] = [sign, pip].map((part) => part.getBoundingClientRect());
    return one.bottom > two.top && one.right > two.left;
}).map((card) => card.textContent)"""
"""Cards whose two signs of the suit touch."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [5, 20])
async def test_the_signs_of_a_card_do_not_run_into_each_other(browser, table, size, count):
    viewport = dict(zip(("width", "height"), size, strict=True))
    hand = picker(codes=" ".join(CODES[-count:]), most=count)
    async with window(browser, viewport=viewport) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="出牌", pickers=(hand,)))
        await expect(page.locator("#hands .card")).to_have_count(count)
        assert await page.evaluate(COLLIDING) == []
        assert await page.locator("#hands .card :is(.pip):visible").count() == count


async def test_a_tile_is_as_wide_as_what_stands_on_it(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        tiles = PickGroup("手牌", (PickOption("t0", "九筒九筒九筒九筒", "9p"),), 1, 1)
        hand = Picker("g1:abcdef:7:s0", "打", (tiles,))
        await table.platform.whisper(user, Outgoing(text="打", pickers=(hand,)))
        tile = page.locator("#hands .card").first
        assert await tile.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
async def test_on_a_desktop_the_boards_buttons_stand_above_the_line_to_type(browser, table, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    names = ("我的手牌", "在等谁", "战绩", "规则")
    row = tuple(Button(f"b{n}", name) for n, name in enumerate(names))
    text = "电脑·石 出 ♠10 ♦10（对子）\n轮到 小明，19:12:57 之前。"
    async with window(browser, viewport=viewport) as context:
        page, _ = await sit(context, table)
        board = Outgoing(text=text, picture=png(width=1200, height=1130), alt="牌桌", rows=(row,))
        await table.platform.post(table.chat, board)
        await expect(page.locator("#pinned img")).to_have_js_property("complete", True)
        line = await page.locator("#say").bounding_box()
        for name in names:
            button = await page.get_by_role("button", name=name).bounding_box()
            assert button["y"] + button["height"] <= line["y"], name


async def test_words_that_were_read_are_put_away_and_stay_away(browser, table):
    hand = Outgoing(text="出牌", title="房间 · 二八杠 · 小明", pickers=(picker(),), asked="turn")
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="第 1 轮开始，你在第 1 桌。"))
        await table.platform.whisper(user, Outgoing(text="请到隔壁"))
        await table.platform.whisper(user, hand)
        texts, close = page.locator("#hands .text"), page.get_by_role("button", name="收起")
        await expect(texts).to_have_text(["出牌", "请到隔壁", "第 1 轮开始，你在第 1 桌。"])
        await expect(close).to_have_count(2)
        await expect(page.locator("body")).to_have_attribute("data-hands", "one")
        await close.last.focus()
        await page.keyboard.press("Enter")
        await expect(texts).to_have_text(["出牌", "请到隔壁"])
        assert await page.evaluate("document.activeElement.id") == "screen"
        await page.reload()
        await expect(texts).to_have_text(["出牌", "请到隔壁"])


async def test_two_tables_are_told_apart_by_their_titles(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        for game in ("二八杠", "斗地主"):
            hand = Outgoing(text=game, title=f"房间 · {game} · 小明", pickers=(picker(),))
            await table.platform.whisper(user, hand)
        await expect(page.locator("#hands h3")).to_have_count(2)
        await expect(page.locator("body")).to_have_attribute("data-hands", "several")


async def test_how_a_table_ended_takes_no_room_from_the_next(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        ended = Outgoing(text="二八杠：这一桌已经结束。", title="房间 · 二八杠 · 小明")
        await table.platform.whisper(user, ended)
        await expect(page.locator("#hands .text")).to_have_text(ended.text)
        hand = Outgoing(text="轮到你", title="房间 · 斗地主 · 小明", pickers=(picker(),))
        await table.platform.whisper(user, hand)
        await expect(page.locator("#hands .text")).to_have_text("轮到你")
        await expect(page.locator("body")).to_have_attribute("data-hands", "one")


async def test_a_hand_that_holds_nothing_any_more_leaves_no_empty_pane(browser, table):
    title = "房间 · 斗地主 · 小明"
    async with window(browser) as context:
        page, user = await sit(context, table)
        playing = Outgoing(title=title, facts=(Fact("手牌分", "45"),))
        sent = await table.platform.whisper(user, playing)
        await expect(page.locator("#hands article")).to_have_count(1)
        await table.platform.edit(sent.ref, Outgoing(title=title))
        await expect(page.locator("#hands article")).to_have_count(0)
        await expect(page.locator("#screen-empty")).to_have_text("只有你看得到的手牌会出现在这里")
        await expect(page.locator("body")).to_have_attribute("data-hands", "none")
        await table.platform.edit(sent.ref, playing)
        await expect(page.locator("#hands article")).to_have_count(1)
