"""What moves on the page, what is heard, and what is drawn of a match: the table between plays."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Outgoing
from tests.kit.page import picker, sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NAMES = ("小明", "阿强", "小雅")
MOST = 250
"""Milliseconds that motion may take."""


def face(code):
    return {"face": code, "label": ""}


def seat(at, score, *, asked=False):
    return {
        "seat": at, "name": NAMES[at], "cards": 5, "held": "5 张", "score": score,
        "ahead": score.startswith("+"), "marks": [], "team": "", "asked": asked, "won": False,
        "dim": False,
    }  # fmt: skip


def play(at, codes, points=""):
    return {
        "seat": at, "name": NAMES[at], "cards": [face(code) for code in codes.split()],
        "label": "", "mark": "", "tint": "", "points": points, "won": True,
    }  # fmt: skip


def scene(*plays, scores=("0", "0", "0"), **more):
    settled = any(one["points"] for one in plays)
    trick = {
        "kind": "trick", "title": "", "plays": list(plays), "settled": settled,
        "beat": len(plays) - 1 if plays and not settled else -1,
    }  # fmt: skip
    seats = {
        "kind": "seats", "me": 0, "rows": [seat(at, score) for at, score in enumerate(scores)],
        "free": 0, "vacant": "",
    }  # fmt: skip
    rest = {"blocks": [seats, trick], "who": list(NAMES), **more}
    return {"table": "t", "title": "牌桌", "turn": "", **rest}


def board(*plays, told="", **more):
    return Outgoing(scene=scene(*plays, **more), text=told, told=told, alt="牌桌", on=True)


WATCH = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) {
        const one = animate.apply(this, all);
        moved.push([this.className.split(' ')[0], one.effect.getComputedTiming().endTime]);
        one.pause();
        return one;
    };
}"""
"""Each animation as it begins: a quick one may be over before it could be looked for."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_a_play_is_seen_to_come_and_does_not_wait_for_it(browser, table, motion):
    async with window(browser, reduced_motion=motion) as context:
        page, user = await sit(context, table)
        ref = await table.platform.post(table.chat, board())
        await table.platform.whisper(user, Outgoing(text="一", pickers=(picker(),)))
        await expect(page.locator("#hands .card")).to_have_count(4)
        await page.evaluate(WATCH)
        await table.platform.edit(ref, board(play(1, "S9 H9 C9")))
        await expect(page.locator("#pinned .beat .card")).to_have_count(3)
        moved = await page.evaluate("moved")
        if motion == "reduce":
            assert moved == []
            return
        assert [kind for kind, _ in moved] == ["card"] * 3
        assert all(0 < end <= MOST for _, end in moved)
        # Whoever goes on is not held up: all stands where it belongs at once.
        await page.keyboard.press("Shift")
        assert await page.evaluate("document.getAnimations().length") == 0
        await table.platform.edit(ref, board(play(1, "S9 H9 C9"), scores=("0", "+3", "−3")))
        await expect(page.locator("#pinned .points").filter(has_text="+3")).to_be_visible()
        assert [kind for kind, _ in (await page.evaluate("moved"))[3:]] == ["points"] * 2
        await table.platform.edit(ref, board(scores=("0", "+3", "−3")))
        await expect(page.locator("#pinned .leaving")).to_have_count(1)
        await page.keyboard.press("Shift")
        await expect(page.locator("#pinned .beat")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce", "off"])
async def test_a_deal_and_a_settlement_are_seen_to_come(browser, table, motion):
    """Nothing moves for who wants no motion: of this device, or by their own word."""
    media = "no-preference" if motion == "off" else motion
    async with window(browser, reduced_motion=media) as context:
        page, user = await sit(context, table)
        if motion == "off":
            await page.evaluate("localStorage.setItem('pokertable-motion', 'off')")
            await page.reload()
        ref = await table.platform.post(table.chat, board())
        await expect(page.locator("#pinned .seat")).to_have_count(3)
        await page.evaluate(WATCH)
        many = picker(codes=" ".join(s + r for s in "SHCD" for r in "34567"), most=20)
        for shown, cards in (
            (page.locator("#hands .card"), 20),
            (page.locator("#pinned .line .card"), 6),
        ):
            if cards == 20:
                await table.platform.whisper(user, Outgoing(text="一", pickers=(many,)))
            else:
                plays = (play(0, "S3", "−1"), play(1, "D10 H10", "+3"), play(2, "H4 C4 S4", "−2"))
                await table.platform.edit(ref, board(*plays))
            await expect(shown).to_have_count(cards)
            moved = await page.evaluate("moved.splice(0)")
            if motion != "no-preference":
                assert moved == []
                continue
            assert sum(kind == "card" for kind, _ in moved) == cards
            assert all(0 < end <= MOST for _, end in moved)


async def test_the_trick_before_is_at_a_touch(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        ref = await table.platform.post(table.chat, board(play(1, "S9")))
        last = page.locator("#pinned .before")
        await expect(page.locator("#pinned .beat .card")).to_have_count(1)
        await table.platform.edit(ref, board(play(1, "S9"), play(2, "D10")))
        await expect(page.locator("#pinned .last .card")).to_have_count(1)
        await expect(last).to_have_count(0)
        await table.platform.edit(ref, board(play(2, "H3 C3")))
        await last.get_by_text("上一轮").click()
        await expect(last.locator("li > b")).to_have_text(["阿强", "小雅"])
        faces = "all => all.map((one) => one.dataset.face)"
        assert await last.locator(".card").evaluate_all(faces) == ["S9", "D10"]
        await page.reload()
        await last.get_by_text("上一轮").click()
        await expect(last.locator(".card")).to_have_count(2)


COURSE = [[0, 0, 0], [4, -2, -2], [3, 1, -4]]


async def test_a_settlement_names_everybody_once_and_draws_the_match(browser, table):
    plays = (play(0, "S3", "−1"), play(1, "D10", "+3"), play(2, "H4 C4", "−2"))
    async with window(browser) as context:
        page, _ = await sit(context, table)
        ref = await table.platform.post(
            table.chat, board(*plays, scores=("+4", "−2", "−2"), course=COURSE[:2])
        )
        for name in NAMES:
            await expect(page.locator("#pinned .scene b").filter(has_text=name)).to_have_count(1)
        await expect(page.locator("#pinned .sum")).to_have_text(["+4", "−2"])
        await expect(page.locator(".chart")).to_have_count(0)
        await table.platform.edit(ref, board(*plays, scores=("+3", "+1", "−4"), course=COURSE))
        await expect(page.locator(".chart polyline")).to_have_count(3)
        await expect(page.locator(".chart li")).to_have_text(["小明+3", "阿强+1", "小雅−4"])
        tops = await page.locator(".chart polyline").evaluate_all(
            "all => all.map((one) => Number(one.getAttribute('points').split(/[ ,]/).at(-1)))"
        )
        ends = sorted(tops)
        assert tops[-1] == ends[0], "one's own line is drawn last and ends highest"


async def test_of_a_crowd_the_chart_names_who_leads_who_is_last_and_oneself(browser, table):
    who = [f"第{at}位" for at in range(12)]
    course = [[0] * 12, [12 - at for at in range(12)], [30 - 2 * at for at in range(12)]]
    async with window(browser) as context:
        page, _ = await sit(context, table)
        shown = board(scores=("0", "0", "0"), course=course, who=who)
        await table.platform.post(table.chat, shown)
        await expect(page.locator(".chart polyline")).to_have_count(12)
        await expect(page.locator(".chart .faint")).to_have_count(7)
        named = ["第0位+30", "第1位+28", "第2位+26", "第3位+24", "第11位+8"]
        await expect(page.locator(".chart li")).to_have_text(named)


async def test_what_a_table_shows_is_told_to_listeners_and_not_to_readers(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        ref = await table.platform.post(table.chat, board(told="阿强 叫地主"))
        told = page.locator("#pinned .told")
        await expect(told).to_have_text("阿强 叫地主")
        assert (await told.bounding_box())["height"] > 10, "no play shows it yet"
        await table.platform.edit(ref, board(play(1, "S9"), told="阿强 出 ♠9（单张）"))
        await expect(told).to_have_text("阿强 出 ♠9（单张）")
        assert (await told.bounding_box())["height"] <= 1
        await expect(page.locator("#aloud p").last).to_have_text("阿强 出 ♠9（单张）")


async def test_nothing_is_heard_until_it_is_wanted_and_the_icon_shows_ones_turn(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await page.evaluate(
            "() => { window.opened = 0; const Real = AudioContext; window.AudioContext ="
            " class extends Real { constructor() { super(); opened += 1; } } }"
        )
        icon = page.locator("link[rel=icon]")
        hand = Outgoing(text="轮到你", pickers=(picker(),), asked="turn", notify=True)
        sent = await table.platform.whisper(user, hand)
        await expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
        assert await page.evaluate("opened") == 0
        await table.platform.edit(sent.ref, Outgoing(text="等别人"))
        await expect(icon).to_have_attribute("href", "/static/icon.svg")
        await page.get_by_role("button", name="语言和外观").click()
        await page.get_by_role("group", name="声音").get_by_text("开").click()
        await page.keyboard.press("Escape")
        await table.platform.whisper(user, hand)
        await expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
        assert await page.evaluate("opened") == 1


@pytest.mark.parametrize("by", ["mouse", "finger"])
async def test_a_card_is_picked_that_is_pressed_on_its_way(browser, table, by):
    """It stands elsewhere as soon as it is touched: the press was nobody's."""
    async with window(browser, reduced_motion="no-preference", has_touch=True) as context:
        page, user = await sit(context, table)
        await table.platform.post(table.chat, board())
        await expect(page.locator("#pinned .seat.mine")).to_be_visible()
        await page.evaluate(WATCH)
        await table.platform.whisper(user, Outgoing(text="一", pickers=(picker(),)))
        card = page.locator("#hands button.card").nth(3)
        await expect(card).to_be_visible()
        assert len(await page.evaluate("moved")) == 4
        box = await card.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        # The last of those that lie on each other at the start is on top.
        if by == "mouse":
            await page.mouse.click(x, y)
        else:
            await page.touchscreen.tap(x, y)
        await expect(card).to_have_attribute("aria-pressed", "true")
        assert await card.bounding_box() != box
