"""The page in a small hand, and that nothing stands on it twice."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Fact, Outgoing, Reply, Style, Where
from tests.kit.page import picker, sit, window
from tests.kit.service import png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LONG = " ".join(s + r for r in ("3", "4", "5", "6", "7") for s in "SHCD")
"""A hand of twenty."""

LINES = """[...new Set([...document.querySelectorAll('#hands .bar button')]
    .filter((one) => one.checkVisibility()).map((one) => one.offsetTop))].length"""

WIDE = """[document.documentElement.scrollWidth, innerWidth, visualViewport.width]"""


def phone(browser, width=360, **options):
    return window(
        browser,
        viewport={"width": width, "height": 740},
        has_touch=True,
        is_mobile=True,
        **options,
    )


@pytest.mark.parametrize("rest", [(), (Button("n", "过", Style.PRIMARY),)])
async def test_plays_on_offer_take_one_line_below_a_long_hand(browser, table, rest):
    """They slide; what is sent, passed and asked for stays in sight, and so does the hand."""
    plays = tuple(Button(f"p{n}", "♠3 ♥3 ♣3 ♦3 ♠4 ♥4 ♣4 ♦4", picks=("c0", "c1")) for n in range(5))
    hand = Outgoing(
        text="轮到你先出。",
        pickers=(picker(codes=LONG, most=20),),
        rows=(plays, (*rest, Button("h", "提示"))),
    )
    async with phone(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, hand)
        await expect(page.locator("#hands .card")).to_have_count(20)
        assert await page.evaluate(LINES) == 2
        for label in ("出牌", "提示", *(button.label for button in rest)):
            button = page.get_by_role("button", name=label, exact=True)
            await expect(button).to_be_in_viewport(ratio=1)
            assert (await button.bounding_box())["width"] >= 44
        for at in (0, 19):
            await expect(page.locator("#hands .card").nth(at)).to_be_in_viewport(ratio=1)
        await page.locator('[data-key="press p4"]').click()
        await table.service.until(lambda: table.service.heard)

        assert [said.token for said in table.service.heard] == ["p4"]


async def test_two_plays_and_two_answers_are_no_grid(browser, table):
    rows = (
        (Button("p1", "♠5 ♠10 ♠K"), Button("p2", "♠6 ♥6")),
        (Button("n", "过", Style.PRIMARY), Button("h", "提示")),
    )
    async with phone(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="要", pickers=(picker(),), rows=rows))
        await expect(page.locator("#hands .bar button")).to_have_count(5)

        assert await page.locator("#hands .grid").count() == 0


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("locale", ["zh-CN", "en"])
async def test_the_head_of_the_page_is_no_wider_than_a_phone(browser, table, locale, width):
    async with phone(browser, width, locale=locale) as context:
        page = await context.new_page()
        await page.goto(table.url(f"/r/{table.room}"))
        await page.locator("#name").fill("Alice")
        await page.keyboard.press("Enter")
        await expect(page.locator("#link")).to_have_attribute("data-link", "online")

        assert await page.evaluate(WIDE) == [width, width, width]
        assert await page.locator("#gear").bounding_box() is not None
        await expect(page.locator("#gear")).to_be_in_viewport(ratio=1)
        name = page.locator("#rename")
        assert await name.evaluate("one => one.scrollWidth <= one.clientWidth"), "all of it"


async def test_what_can_be_pressed_on_ones_own_screen_is_not_on_the_board_too(browser, table):
    asked = (Button("call", "跟 10", Style.PRIMARY), Button("fold", "弃牌", Style.PRIMARY))
    board = Outgoing(text="轮到 小明", rows=(asked, (Button("w", "在等谁"),)))
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.post(table.chat, board)
        other, _ = await sit(context, table, "B")
        await page.bring_to_front()
        await page.locator("#pinned").get_by_role("button", name="弃牌").focus()
        own = await table.platform.whisper(user, Outgoing(text="跟还是弃？", rows=(asked,)))
        for label in ("跟 10", "弃牌", "在等谁"):
            await expect(page.get_by_role("button", name=label)).to_have_count(1)
        await expect(page.locator("#hands").get_by_role("button", name="弃牌")).to_be_focused()
        await expect(other.locator("#pinned").get_by_role("button")).to_have_count(3)
        await table.platform.edit(own.ref, Outgoing(text="等别人"))

        await expect(page.locator("#pinned").get_by_role("button")).to_have_count(3)


async def test_the_same_answer_again_takes_the_place_of_the_first(browser, table):
    """Asked for by the same button, though the words are new; or the same words, typed."""
    said = iter(("在等 A", "在等 B", "规则", "规则"))
    table.service.answer = lambda _: Reply(Outgoing(text=next(said)), Where.PRIVATE)
    board = Outgoing(text="牌桌", rows=((Button("w", "在等谁"),),))
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, board)
        notes = page.locator(".note .text")
        for shown in (["在等 A"], ["在等 B"]):
            await page.get_by_role("button", name="在等谁").click()
            await expect(notes).to_have_text(shown)
        for _ in range(2):
            await page.get_by_label("打字出牌或输入命令").fill("/rules")
            await page.keyboard.press("Enter")
            await expect(page.get_by_label("打字出牌或输入命令")).to_have_value("")
        await table.service.until(lambda: len(table.service.heard) == 4)

        await expect(notes).to_have_text(["规则", "在等 B"])


async def test_the_same_refusal_twice_is_told_once(browser, table):
    table.service.answer = lambda _: Reply(Outgoing(text="压不过 ♠9"), Where.TOAST)
    async with window(browser) as context:
        page, _ = await sit(context, table)
        for heard in (1, 2):
            await page.get_by_label("打字出牌或输入命令").fill("出 3")
            await page.keyboard.press("Enter")
            await table.service.until(lambda heard=heard: len(table.service.heard) == heard)
            await expect(page.locator(".toast")).to_have_text(["压不过 ♠9"])


COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const toast = box(document.querySelector('.toast'));
    const needed = '#hands .text, #hands .facts, #hands button, #pinned button, .state > *';
    return [...document.querySelectorAll(needed)].filter((one) => {
        const { left, right, top, bottom } = box(one);
        const seen = one.checkVisibility() && bottom > 0 && top < innerHeight;
        const beside = left >= toast.right || right <= toast.left;
        return seen && !beside && top < toast.bottom && bottom > toast.top;
    }).map((one) => one.textContent);
}"""
"""What is asked and what can be pressed, as far as a refusal lies over it."""

REFUSED = (
    "♠3 ♥4 ♣5 加起来是 12，不是 10 的倍数（规则 4）。换三张，或者说没牛。"
    "公共区只有 3 张，满 5 张才能清场。",
    "♠3 ♥4 ♣5 make 12, which is no multiple of 10 (rule 4). Choose three others, or say no bull. "
    "There are only 3 cards in the middle: it can be swept with 5.",
)


@pytest.mark.parametrize("words", REFUSED, ids=("zh", "en"))
@pytest.mark.parametrize("size", [(360, 740), (390, 844), (768, 1024), (1280, 800)])
async def test_a_refusal_lies_over_nothing_that_is_asked_or_pressed(browser, table, size, words):
    table.service.answer = lambda _: Reply(Outgoing(text=words), Where.TOAST)
    viewport = dict(zip(("width", "height"), size, strict=True))
    hand = Outgoing(
        text="轮到你先出。\n上一手：♠3", asked="turn", until=None, facts=(Fact("手牌分", "45"),),
        pickers=(picker(codes=LONG, most=20),), rows=((Button("n", "过"), Button("h", "提示")),),
    )  # fmt: skip
    asks = Button("w", "在等谁")
    board = Outgoing(
        picture=png(width=1200, height=800), alt="牌桌", text="轮到 小明", rows=((asks,),)
    )
    async with window(browser, viewport=viewport) as context:
        page, user = await sit(context, table)
        await table.platform.post(table.chat, board)
        await table.platform.whisper(user, hand)
        await expect(page.locator("#hands .card")).to_have_count(20)
        await page.locator("#hands .card").first.click()
        await page.locator('#hands [data-key^="send "]').click()
        await expect(page.locator(".toast")).to_be_visible()

        assert await page.evaluate(COVERED) == []
        await page.locator('[data-key="press n"]').click()
        await table.service.until(lambda: len(table.service.heard) == 2)
        await page.locator(".toast").click()
        await expect(page.locator(".toast")).to_have_count(0)


async def test_of_two_refusals_the_newer_stands(browser, table):
    said = iter(("压不过 ♠9", "还没轮到你"))
    table.service.answer = lambda _: Reply(Outgoing(text=next(said)), Where.TOAST)
    async with window(browser) as context:
        page, _ = await sit(context, table)
        for words in ("压不过 ♠9", "还没轮到你"):
            await page.get_by_label("打字出牌或输入命令").fill("出 3")
            await page.keyboard.press("Enter")
            await expect(page.locator(".toast")).to_have_text([words])
