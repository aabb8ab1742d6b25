"""A hand under the finger: swept over, touched twice, raised by 提示."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing
from tests.kit.page import picker, sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODES = "S3 H3 C3 S4 H4 S5 D6"


def hand(question=7):
    """A hand of seven with two plays on offer."""
    offers = (
        Button("p1", "♠3 ♥3 ♣3", picks=("c0", "c1", "c2")),
        Button("p2", "♠4 ♥4", picks=("c3", "c4")),
    )
    return Outgoing(
        text="轮到你",
        pickers=(picker(question, codes=CODES, most=7),),
        rows=(offers, (Button("n", "过"), Button("h", "提示", hint=True))),
        asked="turn",
    )


async def test_a_hand_is_swept_raised_by_hints_and_played_by_two_touches(browser, table):
    async with window(browser, viewport={"width": 390, "height": 844}, has_touch=True) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, hand())
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

        # 提示 goes on to the next idea with each press, and sends nothing.
        hint = page.get_by_role("button", name="提示")
        for count in (3, 2, 3):
            await hint.click()
            await expect(raised).to_have_count(count)
        assert table.service.heard == []
        assert await page.locator("#hands .offers").is_hidden()

        # Two touches play what is raised.
        await cards.nth(0).dblclick()
        await table.service.until(lambda: table.service.heard)
        (said,) = table.service.heard
        assert said.values == ("c0", "c1", "c2")
