"""A hand under the finger: swept over, touched twice, raised by 提示."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing
from engine.frozen import changed
from tests.kit.page import picker, sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODES = "S3 H3 C3 S4 H4 S5 D6"


OFFERS = (
    Button("p1", "♠3 ♥3 ♣3", picks=("c0", "c1", "c2")),
    Button("p2", "♠4 ♥4", picks=("c3", "c4")),
)


def hand(question=7, hint=None):
    """A hand of seven with two plays on offer, or one of them as a hint."""
    offers, text, token = OFFERS, "轮到你", "h0"
    if hint is not None:
        offers = (changed(OFFERS[hint], hint=True),)
        text, token = f"提示 {hint + 1} / 2：先出小的。", f"h{1 - hint}"
    return Outgoing(
        text=text,
        pickers=(picker(question, codes=CODES, most=7),),
        rows=(offers, (Button("n", "过"), Button(token, "提示", hint=True))),
        asked="turn",
    )


async def test_a_hand_is_swept_raised_by_hints_and_played_by_two_touches(browser, table):
    async with window(browser, viewport={"width": 390, "height": 844}, has_touch=True) as context:
        page, user = await sit(context, table)
        sent = await table.platform.whisper(user, hand())
        cards = page.locator("#hands button.card")
        raised = page.locator("#hands button.card[aria-pressed=true]")
        await expect(cards).to_have_count(7)

        # One stroke picks all that lie under it, the other way puts them back.
        middles = [
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for box in [await cards.nth(at).bounding_box() for at in range(7)]
        ]
        await page.mouse.move(*middles[1])
        await page.mouse.down()
        await page.mouse.move(*middles[5], steps=3)
        await page.mouse.up()
        await expect(raised).to_have_count(5)
        await page.mouse.move(*middles[5])
        await page.mouse.down()
        await page.mouse.move(*middles[4])
        await page.mouse.up()
        await expect(raised).to_have_count(3)

        # 提示 raises the cards of an idea beside its reason, of the next one at the next press.
        hint, table_heard = page.get_by_role("button", name="提示"), table.service.heard
        for at, count in ((0, 3), (1, 2), (0, 3)):
            await hint.click()
            await table.service.until(lambda: table_heard)
            assert table_heard.pop().token == f"h{at}"
            await table.platform.edit(sent.ref, hand(hint=at))
            await expect(raised).to_have_count(count)
            await expect(page.get_by_text(f"提示 {at + 1} / 2：先出小的。").first).to_be_visible()
        # What is picked afterwards stays picked, whatever else of the message changes.
        await cards.nth(5).click()
        await table.platform.edit(sent.ref, changed(hand(hint=0), thinking="电脑想着"))
        await expect(raised).to_have_count(4)
        await cards.nth(5).click()
        assert await page.locator("#hands .offers").is_hidden()

        # Two touches play what is raised.
        await cards.nth(0).dblclick()
        await table.service.until(lambda: table.service.heard)
        (said,) = table.service.heard
        assert said.values == ("c0", "c1", "c2")


async def test_a_hand_lies_by_suits_for_whoever_wants_it_and_is_played_the_same(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, hand())
        names = "[...document.querySelectorAll('#hands button.card')].map(c => c.ariaLabel)"
        await expect(page.locator("#hands button.card")).to_have_count(7)
        by_rank = await page.evaluate(names)
        await page.get_by_role("button", name="红桃 4").click()
        await page.get_by_role("button", name="语言和外观").click()
        await page.get_by_label("按花色").check()
        await page.keyboard.press("Escape")
        by_suit = await page.evaluate(names)
        await page.get_by_role("button", name="黑桃 4").click()
        await page.get_by_role("button", name="出牌").click()
        await table.service.until(lambda: table.service.heard)

        assert [name.split()[0] for name in by_suit] == ["黑桃"] * 3 + ["红桃"] * 2 + [
            "梅花",
            "方块",
        ]
        assert sorted(by_suit) == sorted(by_rank)
        assert table.service.heard[0].values == ("c3", "c4"), "what was picked before stays picked"
        await page.reload()
        await expect(page.locator("#hands button.card").nth(1)).to_have_accessible_name("黑桃 4")


class Finger:
    """A finger on a telephone: what the browser makes of it is the browser's own."""

    def __init__(self, session):
        self._session = session

    @classmethod
    async def on(cls, page):
        """A finger on a page."""
        return cls(await page.context.new_cdp_session(page))

    async def _touch(self, kind, *points):
        at = [{"x": x, "y": y} for x, y in points]
        what = {"type": kind, "touchPoints": at}
        await self._session.send("Input.dispatchTouchEvent", what)

    async def drag(self, begin, end, steps=8, *, lift=True):
        """Down at one place, along to another, and up."""
        (x, y), (to_x, to_y) = begin, end
        await self._touch("touchStart", begin)
        for at in range(1, steps + 1):
            part = at / steps
            await self._touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        if lift:
            await self._touch("touchEnd")

    async def lift(self):
        """Up again."""
        await self._touch("touchEnd")


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


async def test_a_finger_drawn_across_raises_and_pulled_up_plays(browser, table):
    async with window(browser, **PHONE) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, hand())
        cards = page.locator("#hands button.card")
        raised = page.locator("#hands button.card[aria-pressed=true]")
        await expect(cards).to_have_count(7)
        await page.evaluate("document.body.style.minHeight = '300vh'")
        finger, scrolled = await Finger.on(page), await page.evaluate("scrollY")

        async def middle(at):
            box = await cards.nth(at).bounding_box()
            return box["x"] + min(box["width"] / 2, 12), box["y"] + box["height"] / 2

        # Across: several are raised, and back again.
        await finger.drag(await middle(0), await middle(2))
        await expect(raised).to_have_count(3)
        await finger.drag(await middle(2), await middle(1))
        await expect(raised).to_have_count(1)

        # A little upwards is no pull; what is raised stays so, and nothing is played.
        x, y = await middle(0)
        await finger.drag((x, y), (x, y - 25))
        await expect(raised).to_have_count(1)
        # Far enough it says that it will play; let go, it does.
        await finger.drag((x, y), (x, y - 90), lift=False)
        await expect(page.locator("#hands .ready")).to_have_count(1)
        assert table.service.heard == []
        await finger.lift()
        await table.service.until(lambda: table.service.heard)
        assert table.service.heard[0].values == ("c0",)
        assert await page.evaluate("scrollY") == scrolled, "the page stayed where it was"


async def test_a_card_that_is_not_raised_is_pulled_up_and_played_by_one_stroke(browser, table):
    async with window(browser, **PHONE) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, hand())
        await expect(page.locator("#hands button.card")).to_have_count(7)
        box = await page.locator("#hands button.card").nth(5).bounding_box()
        x, y = box["x"] + 10, box["y"] + box["height"] / 2
        finger = await Finger.on(page)
        await finger.drag((x, y), (x + 15, y - 90))
        await table.service.until(lambda: table.service.heard)
        assert table.service.heard[0].values == ("c5",)
