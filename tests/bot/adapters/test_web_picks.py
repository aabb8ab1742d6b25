"""Cards somebody is picking: whatever is drawn meanwhile, all of the page agrees about them.

What is marked, what the count says, what the button says and what is sent are the same, and the
next card lies where the finger that is on its way was aimed at.
"""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing, Picked, PickGroup
from engine.frozen import changed
from engine.rng import Rng
from tests.kit.page import PHONE, picker, sit, window
from tests.kit.tiers import chosen
from tests.kit.web import web_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODES = "S3 H3 C3 S4 H4 S5 D6 H7 C8 D9 S10 H10"
COUNT = len(CODES.split())

LOOK = """() => {
    const all = [...document.querySelectorAll('#hands button.card')];
    const send = document.querySelector('#hands [data-key^="send "]');
    const marked = all.filter(one => one.ariaPressed === 'true');
    return {
        marked: marked.map(one => one.dataset.key.split(' ').at(-1)),
        count: document.querySelector('#hands output').textContent,
        able: send.ariaDisabled !== 'true',
        token: send.dataset.key.split(' ')[1],
        form: send.form?.querySelectorAll('button.card').length,
        all: all.length,
    };
}"""

TOP = "document.querySelector('#hands .cards').getBoundingClientRect().top"


def hand(question=7, *, gone=(), least=1, most=COUNT, lines=1, thinking=""):
    """A hand from which some are picked, below so many lines."""
    made = picker(question, codes=CODES, least=least, most=most)
    (group,) = made.groups
    left = tuple(one for one in group.options if one.value not in gone)
    made = changed(made, groups=(PickGroup(group.title, left, least, most),))
    rows = ((Button("n", "过"), Button("h0", "提示", hint=True)),)
    text = "\n".join(f"轮到你，第 {line} 行" for line in range(lines))
    return Outgoing(text=text, pickers=(made,), rows=rows, asked="turn", thinking=thinking)


def weighed(incoming):
    """Something to read and to press for one card and three, an error for two, else nothing."""
    count = len(incoming.values)
    if count in (1, 3):
        return Picked("", (Button("o1", "♠3 ♥3 ♣3", picks=("c0", "c1", "c2")),))
    return Picked("这样不成牌型：对子要两张点数一样的牌，这里不一样，所以出不了。" * (count == 2))


async def agrees(page, table):
    """Hold the page against itself, and against what it sends."""
    found = await page.evaluate(LOOK)
    assert found["form"] == found["all"], "the button is of the hand that is shown"
    assert str(len(found["marked"])) in found["count"], found
    if not found["able"]:
        return found
    await page.locator('#hands [data-key^="send "]').evaluate("one => one.click()")
    await table.service.until(lambda: table.service.heard)
    (said,) = table.service.heard
    table.service.heard.clear()
    assert said.token == found["token"]
    by_number = sorted(found["marked"], key=lambda value: int(value[1:]))
    assert sorted(said.values, key=lambda value: int(value[1:])) == by_number
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return found


async def test_whatever_is_drawn_all_of_the_page_agrees_about_what_is_picked(browser):
    seconds = [0.0]  # the server's: nobody here is too fast
    phone = window(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    async with web_table(clock=lambda: seconds[0]) as table, phone as context:
        page, user = await sit(context, table)
        sent = await table.platform.whisper(user, hand())
        await expect(page.locator("#hands button.card")).to_have_count(COUNT)
        rng, now, marked = Rng(b"picks", b"1"), {"question": 7}, set()
        for step in range(24):
            seconds[0] += 5
            kind = rng.below(6)
            if kind <= 1:
                one = page.locator("#hands button.card").nth(rng.below(COUNT - 2))
                marked ^= {(await one.get_attribute("data-key")).split(" ")[-1]}
                await one.evaluate("one => one.click()")
            elif kind == 2:
                now |= {"lines": 1 + rng.below(4), "thinking": f"想 {step}"}
            elif kind == 3:
                now |= {"gone": (f"c{rng.below(COUNT)}", f"c{rng.below(COUNT)}")}
            elif kind == 4:
                now |= {"least": 1 + rng.below(3)}
            else:
                now |= {"question": now["question"] + 1}
                marked = set()
            mine = f"第 {step} 步"
            await table.platform.edit(sent.ref, changed(hand(**now), title=mine))
            await expect(page.locator("#hands h3")).to_have_text(mine)
            marked -= set(now.get("gone", ()))
            found = await agrees(page, table)
            assert set(found["marked"]) == marked, "what is still in the hand stays picked"
            assert found["able"] == (len(marked) >= now.get("least", 1)), found


@pytest.mark.parametrize("place", chosen(("top", "middle", "end"), 2, "a hand that stays"))
async def test_what_is_told_moves_no_card_under_a_finger(browser, table, place):
    table.service.weighed = weighed
    async with window(browser, viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page, user = await sit(context, table)
        for line in range(30):
            await table.platform.post(table.chat, Outgoing(text=f"第 {line} 句"))
        board = Outgoing(text="牌桌", alt="牌桌", rows=((Button("w", "等谁"),),), on=True)
        posted = await table.platform.post(table.chat, board)
        sent = await table.platform.whisper(user, hand(lines=3))
        cards = page.locator("#hands button.card")
        await expect(cards).to_have_count(COUNT)
        share = {"top": 0, "middle": 0.4, "end": 0.9}[place]
        await page.evaluate(
            """share => {
                const far = document.getElementById('hands').getBoundingClientRect();
                const most = scrollY + far.bottom - innerHeight * 0.5;
                scrollTo(0, share ? most * share : 0);
            }""",
            share,
        )
        if not await page.evaluate(f"{TOP} > 0 && {TOP} < innerHeight - 60"):
            await cards.nth(0).scroll_into_view_if_needed()
        before = await page.evaluate(TOP)
        asked = len(table.service.weighings)
        for at in range(4):
            await cards.nth(at).evaluate("one => one.click()")
            asked += 1
            await table.service.until(lambda most=asked: len(table.service.weighings) >= most)
            idea = page.locator("#hands .ideas.open")
            await expect(idea).to_have_count(1 if at < 3 else 0)
            assert abs(await page.evaluate(TOP) - before) < 2, f"after card {at}"
        more = changed(board, text="牌桌\n又一行\n又一行\n又一行")
        await table.platform.edit(posted, more)
        await expect(page.locator("#board")).to_contain_text("又一行")
        assert abs(await page.evaluate(TOP) - before) < 2, "the board has grown"
        await table.platform.edit(sent.ref, changed(hand(lines=1), thinking="想"))
        await expect(page.locator("#hands")).not_to_contain_text("第 2 行")
        assert abs(await page.evaluate(TOP) - before) < 2, "the hand's own words have shrunk"


async def test_two_cards_touched_quickly_are_picked_and_not_played(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, hand())
        cards = page.locator("#hands button.card")
        raised = page.locator("#hands button.card[aria-pressed=true]")
        await expect(cards).to_have_count(COUNT)
        for at, times in ((0, 1), (1, 2)):
            box = await cards.nth(at).bounding_box()
            await page.mouse.move(box["x"] + 10, box["y"] + 20)
            await page.mouse.down(click_count=times)
            await page.mouse.up(click_count=times)
        await expect(raised).to_have_count(2)
        await cards.nth(2).dblclick()
        await table.service.until(lambda: table.service.heard)
        assert [one.values for one in table.service.heard] == [("c0", "c1", "c2")]
