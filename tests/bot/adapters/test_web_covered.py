"""Nothing that is told or opened on a telephone lies over the hand or what it is played with."""

from datetime import UTC, datetime

import pytest
from playwright.async_api import expect

from bot.ports.messages import Attachment, Button, Fact, Outgoing, Reply, Style, Where
from bot.ports.refs import UserRef
from bot.ports.talk import Line
from tests.kit.page import picker, sit, window
from tests.kit.service import png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PHONES = [(360, 740), (390, 844)]
LONG = " ".join(s + r for r in ("3", "4", "5", "6", "7") for s in "SHCD")
HAND = Outgoing(
    text="轮到你先出。\n上一手：♠3", asked="turn", facts=(Fact("手牌分", "45"),),
    pickers=(picker(codes=LONG, most=20),),
    rows=((Button("n", "过", Style.PRIMARY), Button("h", "提示"), Button("a", "托管")),),
)  # fmt: skip
BOARD = Outgoing(
    picture=png(width=1200, height=800), alt="牌桌", text="轮到 小明", on=True,
    rows=((Button("ask", "在等谁"), Button("more", "更多")),),
)  # fmt: skip

OUT_OF_REACH = """() => {
    const reached = (one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        if (top < -1 || bottom > innerHeight + 1) return false;
        // Of a card its own sign; the next one lies over the rest.
        const x = left + Math.min(width / 2, 12);
        const seen = (y) => one.contains(document.elementFromPoint(x, y));
        return seen(top + 5) && seen((top + bottom) / 2);
    };
    const own = '#hands .card, #hands .bar button, #hands .row button, #hands .text';
    return [...document.querySelectorAll(own)]
        .filter((one) => one.checkVisibility() && !reached(one))
        .map((one) => one.textContent.slice(0, 20) || one.ariaLabel);
}"""
"""What of the hand and of its buttons is not in sight, or lies below something."""

BURIED = """async (place) => {
    const found = [];
    for (const one of document.querySelectorAll(`${place} :is(button, a, input, label)`)) {
        if (!one.checkVisibility()) continue;
        one.scrollIntoView({ block: 'nearest' });
        await new Promise(requestAnimationFrame);
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!one.contains(there) && !there?.contains(one)) found.push(one.textContent || one.type);
    }
    return found;
}"""
"""What of a note can be pressed, and cannot be brought into sight."""

menu = tuple(
    tuple(Button(f"m{row}{at}", label) for at, label in enumerate(labels))
    for row, labels in enumerate(
        (("托管", "离开", "暂停"), ("结束",), ("自动过牌：关",), ("规则",))
    )
)
KINDS = {
    "words": Outgoing("在等 小红、小刚"),
    "rules": Outgoing("\n".join(f"{n}. 先出完的人赢，其他人按剩下的牌算分。" for n in range(40))),
    "menu": Outgoing("还能做这些", rows=menu),
    "picture": Outgoing("战绩", picture=png(width=1200, height=1600), alt="战绩\n" * 30),
    "form": Outgoing("改什么", pickers=(picker(question=9, codes="S3 H3 D10 BJ"),), rows=menu),
    "file": Outgoing("导出", file=Attachment("scores.csv", b"a;b")),
}
TOLD = ("压不过 ♠9", "There are only 3 cards in the middle: it can be swept with 5. " * 3)


class Look:
    """A page with a hand of twenty in it, looked at in every size."""

    def __init__(self, table, page):
        self.table, self.page, self.wrong = table, page, []

    async def open(self, kind, reply):
        """Ask with the board's own button, as a reader does."""
        self.table.service.answer = lambda _: reply
        await self.page.evaluate("scrollTo(0, 0)")
        await self.page.locator('[data-key="press more"]').click()
        place = ".toast" if reply.where is Where.TOAST else ".note"
        await expect(self.page.locator(place)).to_have_count(1)
        await self.faults(kind, "#notes")

    async def faults(self, kind, place):
        """Look at it where it opened, and with each of its controls brought into sight."""
        self.wrong += [(kind, one) for one in await self.page.evaluate(OUT_OF_REACH)]
        self.wrong += [(kind, "buried", one) for one in await self.page.evaluate(BURIED, place)]
        self.wrong += [(kind, "then", one) for one in await self.page.evaluate(OUT_OF_REACH)]


async def looked_at(browser, table, size):
    page, user = await sit(browser, table)
    await page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    await table.platform.post(table.chat, BOARD)
    await table.platform.whisper(user, HAND)
    await expect(page.locator("#hands .card")).to_have_count(20)
    await expect(page.locator("#pinned img")).to_be_visible()
    return Look(table, page)


@pytest.mark.parametrize("size", PHONES)
async def test_no_note_and_no_panel_lies_over_the_hand(browser, table, size):
    async with window(browser, has_touch=True) as context:
        look = await looked_at(context, table, size)
        page, service = look.page, table.service
        assert await page.evaluate(OUT_OF_REACH) == [], "nothing is told yet"
        for kind, message in KINDS.items():
            await look.open(kind, Reply(message, Where.PRIVATE))
            assert await page.locator(".note .close").count() == 1
            await page.locator(".note .close").click()
            await expect(page.locator(".note")).to_have_count(0)
            assert await page.evaluate("scrollY") == 0, "back at the table"
        await look.open("two: rules", Reply(KINDS["rules"], Where.PRIVATE))
        service.answer = lambda _: Reply(KINDS["menu"], Where.PRIVATE)
        await page.locator('[data-key="press ask"]').click()
        await expect(page.locator(".note")).to_have_count(2)
        await look.faults("two", "#notes")
        for words in TOLD:
            await look.open("toast", Reply(Outgoing(words), Where.TOAST))
            await page.evaluate("document.querySelector('#notes').scrollIntoView()")
            await look.open("toast over notes", Reply(Outgoing(words + "!"), Where.TOAST))
            await page.locator(".toast").click()
        ground = "getComputedStyle(document.getElementById('screen')).backgroundColor"
        before = await page.evaluate(ground)
        await page.locator("#gear").click()
        await expect(page.locator("#looks")).to_be_visible()
        await look.faults("looks", "#looks")
        assert await page.evaluate(ground) == before, "what lies below does not shine through"
        await page.keyboard.press("Escape")
        await talk_at(table, page)
        await look.faults("talk", "#talk")
        await look.open("rules beside talk", Reply(KINDS["rules"], Where.PRIVATE))
        await look.open("toast over talk", Reply(Outgoing(TOLD[1]), Where.TOAST))
        assert await page.locator("#talk-lines .line").count() == 40

    assert look.wrong == []


async def talk_at(table, page):
    """Many have said a lot, and somebody reads it."""
    speaker = UserRef("web", "a" * 16)
    long = "出什么好呢" * 12
    lines = [Line(str(n), speaker, "小红", long, "", NOON, 0, "m1:speaker:x") for n in range(40)]
    (listener,) = table.service.talk.listeners
    for line in lines:
        listener.said(table.chat, line, ())
    await page.evaluate("scrollTo(0, 0)")
    await page.locator("#talk-open").click()
    await expect(page.locator("#talk")).to_be_visible()


PLANTED = {
    "a sheet over all": "#notes { position: fixed; inset: auto 0 0; z-index: 5 }",
    "the hand pushed away": "#screen { position: static !important }",
    "talk over all": "#talk { position: fixed; display: flex !important; bottom: 0; z-index: 5 }",
    "a note that ends below the hand": "#notes { position: fixed; top: 500px; z-index: 1 }",
}


@pytest.mark.parametrize("fault", PLANTED)
async def test_the_look_finds_what_covers(browser, table, fault):
    async with window(browser, has_touch=True) as context:
        look = await looked_at(context, table, PHONES[0])
        await look.page.evaluate(
            """(text) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(text);
                document.adoptedStyleSheets = [sheet];
            }""",
            PLANTED[fault],
        )
        await look.open("rules", Reply(KINDS["rules"], Where.PRIVATE))

    assert look.wrong


async def test_an_enlarged_picture_goes_when_its_reader_is_asked(browser, table):
    async with window(browser, has_touch=True) as context:
        page, user = await sit(context, table)
        await page.set_viewport_size({"width": 360, "height": 740})
        await table.platform.post(table.chat, BOARD)
        await page.locator("#pinned .zoom").click()
        await expect(page.locator("#zoomed")).to_be_visible()
        await table.platform.whisper(user, HAND)

        await expect(page.locator("#hands .card")).to_have_count(20)
        await expect(page.locator("#zoomed")).to_be_hidden()
