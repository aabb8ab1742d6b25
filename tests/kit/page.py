"""The page in a real chromium, with a service that plays nothing behind it."""

from contextlib import asynccontextmanager

from playwright.async_api import expect

from bot.ports.messages import Picker, PickGroup, PickOption
from tests.kit.browser import PATIENCE

PHONE = {"width": 360, "height": 740}


@asynccontextmanager
async def window(browser, known=(), **options):
    """A window of its own; a script error or anything the console calls an error fails the test.

    A server that was stopped on purpose is told by the browser as an error of the network; what
    else is meant to go wrong has one of the words of ``known``. Nothing moves unless that is asked
    for: what is measured stands where it belongs.
    """
    desk = {"width": 1280, "height": 900}
    still = {
        "locale": "zh-CN", "viewport": desk, "reduced_motion": "reduce",
        "service_workers": "block",
    }  # fmt: skip
    options = {**still, **options}
    context = await browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    wrong = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    context.on("dialog", lambda dialog: wrong.append(dialog.message))
    try:
        yield context
    finally:
        await context.close()
    known = ("ERR_CONNECTION", "WebSocket", *known)
    assert [text for text in wrong if not any(word in text for word in known)] == []


async def sit(context, table, name="小明"):
    """A page of that name in the table's room, connected."""
    page = await context.new_page()
    came = len(table.service.notices)
    await page.goto(table.url(f"/r/{table.room}"))
    await page.locator("#door:visible, #table:visible").first.wait_for()
    if await page.locator("#table").is_visible():  # the browser's person: this is somebody else
        await table.service.until(lambda: len(table.service.notices) > came)
        await page.locator("#rename").click()
        await page.locator("#other").click()
    await page.get_by_label("怎么称呼你？").fill(name)
    before = len(table.service.notices)
    await page.keyboard.press("Enter")
    await table.service.until(lambda: len(table.service.notices) > before)
    await expect(page.locator("#link")).to_have_text("已连接")
    return page, table.service.notices[-1].user


def picker(question=7, codes="S3 H3 D10 BJ", least=1, most=3, value="c"):
    signs = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
    options = tuple(
        PickOption(f"{value}{at}", "大王" if c == "BJ" else signs[c[0]] + c[1:], c)
        for at, c in enumerate(codes.split())
    )
    return Picker(f"g1:abcdef:{question}:s0", "出牌", (PickGroup("手牌", options, least, most),))
