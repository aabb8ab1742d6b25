"""How many touches it takes to sit down and to play, with the whole service behind the page."""

import pytest
from playwright.async_api import expect

from tests.kit.house import Counted
from tests.kit.open_house import open_house
from tests.kit.page import window
from tests.kit.touch import touch

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


class Finger:
    """Touches things of one page, and counts."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    async def tap(self, what):
        await touch(what)
        self.taps += 1

    async def press(self, label, place="body"):
        await expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        button = self.page.locator(place).get_by_role("button", name=label, exact=True)
        await self.tap(button.first)

    async def spent(self, most):
        """Begin anew, after no more than so many."""
        assert 0 < self.taps <= most
        self.taps = 0


async def bid(me):
    """Get on in an auction until the cards are played; whoever may wants to lead."""
    send = me.page.locator('#hands button[data-key^="send "]')
    more = me.page.locator("#hands").get_by_role("button", name="更多", exact=True)
    for _ in range(12):
        await expect(me.page.locator("#screen-state .turn")).to_be_visible()
        await expect(more).to_be_visible()
        if await send.count():
            return send
        keys = me.page.locator('#hands button.primary[data-key^="press "]')
        before = await keys.first.get_attribute("data-key")
        await touch(keys.first)
        await expect(me.page.locator(f'#hands [data-key="{before}"]')).to_have_count(0)
    raise AssertionError("the auction does not end")


async def named(page, name):
    """Give a name: its field has the keyboard already."""
    await expect(page.locator("#name")).to_be_focused()
    await page.keyboard.type(name)


async def test_few_touches_seat_somebody_and_play(browser, tmp_path):
    async with open_house(tmp_path / "t.db", ids=Counted()) as (_, web):
        room = f"{web.address}r/{web.signer.new_room()}"
        async with window(browser, **PHONE) as context, window(browser, **PHONE) as guests:
            page, other = await context.new_page(), await guests.new_page()
            me, guest = Finger(page), Finger(other)
            seat = other.locator("#pinned .seat").filter(has_text="阿强")
            await page.goto(room)
            await named(page, "小明")
            await me.press("进入房间")
            await me.press("开一桌")
            await me.press("斗地主", "#notes")
            await me.spent(6)

            await other.goto(room)
            await named(other, "阿强")
            await guest.press("进入房间")
            await guest.press("加入")
            await expect(seat).to_have_count(1)
            await guest.spent(6)
            await guest.press("离开")
            await expect(seat).to_have_count(0)
            # Once more, known by now: the link, and a seat.
            guest.taps = 0
            await other.goto(room)
            await guest.press("加入")
            await expect(seat).to_have_count(1)
            await guest.spent(4)
            await guest.press("离开")
            await expect(seat).to_have_count(0)

            for _ in range(2):
                await me.press("加电脑")
            await me.press("开始")
            send = await bid(me)
            cards = page.locator("#hands button.card")
            raised = page.locator("#hands button.card[aria-pressed=true]")
            me.taps = 0
            held = await cards.count()
            await me.press("提示")
            await expect(raised).not_to_have_count(0)
            picked = await raised.count()
            await me.tap(send)
            await me.spent(2)
            await expect(page.locator("#hands .card")).to_have_count(held - picked)


DEAL = (
    "地主: 大王 3 4 5 6 7 QQQ KKK AAA 22 | 农民: 小王 33 44 55 6 7 88 99 10 10 J Q | "
    "农民: 3 4 5 66 77 88 99 10 10 K A 22 | 底牌: JJJ; 叫, 2 不抢, 3 不抢"
)
"""A straight, and a card that nobody beats: after it one leads again."""


async def test_a_card_and_a_straight_are_two_touches_and_a_running_table_is_few(browser, tmp_path):
    async with open_house(tmp_path / "t.db", ids=Counted()) as (service, web):
        room = web.signer.new_room()
        async with window(browser, **PHONE) as context, window(browser, **PHONE) as guests:
            page, other = await context.new_page(), await guests.new_page()
            me, guest = Finger(page), Finger(other)
            await page.goto(f"{web.address}r/{room}")
            await named(page, "小明")
            await me.press("进入房间")
            await page.locator("#words").fill(f"/deal 斗地主 {DEAL}")
            await page.keyboard.press("Enter")
            for _ in range(2):
                await me.press("加电脑")
            await me.press("开始")
            send = await bid(me)
            cards = page.locator("#hands button.card")
            await expect(cards).to_have_count(20)

            me.taps = 0
            await me.tap(page.locator('#hands button.card[data-face="BJ"]'))
            await me.tap(send)
            await me.spent(2)
            await expect(page.locator("#hands .card")).to_have_count(19)
            await expect(page.locator("#screen-state .turn")).to_be_visible()

            # A first card, and what it may become with others.
            straight = page.locator("#hands .ideas button").filter(has_text="7").first
            await me.tap(page.locator('#hands button.card[data-face$="3"]'))
            await me.tap(straight)
            await me.spent(2)
            await expect(page.locator("#hands .card")).to_have_count(14)

            # Who comes while a hand is on is seated from the queue as soon as it is over.
            await other.goto(f"{web.address}r/{room}")
            await named(other, "阿强")
            for label in ("进入房间", "更多", "排队等座位"):
                await guest.press(label)
            await expect(other.get_by_role("button", name="不排队了")).to_be_visible()
            await guest.spent(4)
            (running,) = service.running.tables.running.values()
            assert [waiting.name for waiting in running.table.state.queue] == ["阿强"]


async def test_a_guest_whose_browser_keeps_nothing_plays_a_round(browser, tmp_path):
    """Also when the connection is lost meanwhile, and when the page is loaded anew."""
    async with open_house(tmp_path / "t.db", ids=Counted()) as (service, web):
        room = web.signer.new_room()
        async with window(browser, **PHONE) as context:
            page = await context.new_page()
            me, told = Finger(page), page.locator("#lines")
            await page.goto(f"{web.address}r/{room}")
            await named(page, "小明")
            await context.clear_cookies()
            await me.press("进入房间")
            await expect(page.locator("#toasts")).to_contain_text("浏览器不让存 cookie")
            await page.locator("#words").fill("/newgame 抢庄牛牛")
            await page.keyboard.press("Enter")
            await me.press("加电脑")
            await me.press("开始")
            # What is under “更多” stands there also while nothing is asked.
            asked = ':not([data-hint]):not([data-key$=":more"])[data-key^="press "]'
            own = page.locator(f"#hands .row button{asked}")
            for turn in range(8):
                await expect(own.or_(told.get_by_text("第 1 圈结束")).first).to_be_visible()
                if await told.get_by_text("第 1 圈结束").count():
                    break
                key = await own.first.get_attribute("data-key")
                await touch(own.first)
                await expect(page.locator(f'#hands [data-key="{key}"]')).to_have_count(0)
                if turn == 0:
                    web._server.tabs[0].abort()
                if turn == 1:
                    await page.reload()
            await expect(told).to_contain_text("第 1 圈结束")
            assert turn >= 1
            (running,) = service.running.tables.running.values()
            persons = [one for one in running.table.state.players if one.user is not None]
            assert [one.name for one in persons] == ["小明"], "the same person all the time"
            kept = {cookie["name"] for cookie in await context.cookies()}
            assert kept <= {"kept"}, "by which it is found out whether cookies stay"
