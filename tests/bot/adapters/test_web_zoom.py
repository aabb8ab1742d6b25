"""The page at 200 %: half the width and height are left, and the hand is still in sight."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing, Style
from tests.kit.page import picker, sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HALVES = [(180, 370), (195, 422), (384, 512), (640, 400)]
"""Of a small and a usual phone, a tablet and a desk, in CSS pixels at 200 %."""

LONG = " ".join(s + r for r in ("3", "4", "5", "6", "7") for s in "SHCD")

SEEN = """() => [...document.querySelectorAll('#hands .card')].filter((card) => {
    const {left, top, width} = card.getBoundingClientRect();
    const x = left + Math.min(width, 16) / 2, y = top + 12;
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight
        && card.contains(document.elementFromPoint(x, y));
}).length"""
"""Cards whose index can be seen now, without anything above it."""

WIDE = "[document.documentElement.scrollWidth, innerWidth]"


@pytest.mark.parametrize("size", HALVES)
async def test_at_200_percent_the_hand_is_in_sight_and_nothing_is_beside_the_page(
    browser, table, size
):
    viewport = dict(zip(("width", "height"), size, strict=True))
    rows = ((Button("n", "过", Style.PRIMARY), Button("h", "提示")),)
    cards = (picker(codes=LONG, most=20),)
    hand = Outgoing(text="轮到你先出。", pickers=cards, rows=rows, asked="turn")
    async with window(browser, viewport=viewport, device_scale_factor=2) as context:
        page, user = await sit(context, table)
        board = Outgoing(text="轮到 小明\n" * 20, rows=((Button("w", "等谁"),),))
        await table.platform.post(table.chat, board)
        await table.platform.whisper(user, hand)
        await expect(page.locator("#hands .card")).to_have_count(20)
        wide, inner = await page.evaluate(WIDE)
        assert wide <= inner
        await page.evaluate("scrollTo(0, 0)")
        assert await page.evaluate(SEEN) >= 5
        send = page.get_by_role("button", name="出牌", exact=True)
        await expect(send).to_be_in_viewport(ratio=1)
