"""Playing from a hand on the page: what cards may become, why not, pulled up, by keyboard."""

from datetime import timedelta
from functools import partial

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing, Picked
from engine.frozen import changed
from tests.kit.page import picker, sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CODES = "S3 H4 C5 D6 S7 S9 H9 C9 BJ"
STRAIGHT = tuple(f"c{at}" for at in range(5))
WHY = "♠3 ♥9 不成牌型：点数不同，也连不起来（规则 6）。可以出任何成牌型的牌。"

PRESS = "all => all.forEach(at => document.querySelectorAll('#hands button.card')[at].click())"


def hand(question=7, on=None):
    return Outgoing(
        text="轮到你先出。",
        pickers=(picker(question, codes=CODES, most=9),),
        rows=(
            (Button("p9", "♠9 ♥9", picks=("c5", "c6")), Button("p3", "♠3", picks=("c0",))),
            (Button("n", "过"), Button("h", "提示", hint=True)),
            (Button("a", "自动过牌", on=on), Button("m", "更多")),
        ),
        asked="turn",
    )


def weighed(incoming):
    """A 3 begins a straight; with a 9 it is nothing."""
    if incoming.values == ("c0",):
        return Picked("", (Button("q1", "♠3 ♥4 ♣5 ♦6 ♠7", picks=STRAIGHT),))
    return Picked(WHY) if set(incoming.values) == {"c0", "c5"} else Picked()


@pytest.fixture
def seat(browser, table):
    """Somebody with that hand before them, on a telephone."""
    table.service.weighed = weighed
    return window(browser, viewport={"width": 390, "height": 844}, has_touch=True)


async def dealt(context, table, on=None):
    page, user = await sit(context, table)
    await table.platform.whisper(user, hand(on=on))
    await expect(page.locator("#hands button.card")).to_have_count(9)
    return page, page.locator("#hands button.card"), user


def raised(page):
    return page.locator("#hands button.card[aria-pressed=true]")


async def heard(table):
    await table.service.until(lambda: table.service.heard)
    return table.service.heard[-1]


async def test_a_straight_is_played_by_its_first_card_and_one_press_more(seat, table):
    async with seat as context:
        page, cards, _ = await dealt(context, table)
        before = await cards.nth(0).bounding_box()
        await cards.nth(0).click()
        straight = page.get_by_role("group", name="可以这样出").get_by_role("button")
        await expect(straight).to_have_accessible_name("♠3 ♥4 ♣5 ♦6 ♠7")
        await expect(straight).to_be_in_viewport(ratio=1)
        await straight.hover()
        await expect(page.locator(".card.meant")).to_have_count(5)
        after = await cards.nth(0).bounding_box()
        assert abs(after["y"] - before["y"]) <= 10, "no card moves away under the finger"
        await straight.click()
        said = await heard(table)

        assert (said.token, said.values) == ("q1", ())
        assert len(table.service.heard) == 1
        assert [one.values for one in table.service.weighings] == [("c0",)]
        assert table.service.weighings[0].token == picker().token


async def test_why_not_is_said_before_it_is_sent_and_asked_once_a_pause(seat, table):
    async with seat as context:
        page, cards, user = await dealt(context, table)
        send = page.get_by_role("button", name="出牌")
        await page.evaluate(PRESS, [0, 1, 1, 5])
        await expect(page.get_by_role("status").filter(has_text="不成牌型")).to_have_text(WHY)
        await expect(send).to_have_attribute("aria-disabled", "true")
        assert [one.values for one in table.service.weighings] == [("c0", "c5")]
        assert table.service.heard == []
        await cards.nth(5).click()
        await expect(page.locator("#hands .why")).to_have_text("")
        await expect(send).to_have_attribute("aria-disabled", "false")
        # What was said of a pick goes with its question.
        await cards.nth(5).click()
        await expect(page.locator("#hands .why")).to_have_text(WHY)
        await table.platform.whisper(user, Outgoing(text="等别人"))
        await table.platform.whisper(user, hand(8))
        await expect(page.locator("#hands .why")).to_have_count(2)


async def pull(page, card, pixels):
    box = await card.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 4, y - pixels / 2, steps=3)
    await page.mouse.move(x + 6, y - pixels, steps=3)
    await page.mouse.up()


async def test_cards_pulled_up_are_played_and_let_go_too_soon_are_not(seat, table):
    async with seat as context:
        page, cards, _ = await dealt(context, table)
        await cards.nth(6).click()
        await pull(page, cards.nth(7), 26)
        await expect(raised(page)).to_have_count(2)
        assert table.service.heard == []
        await pull(page, cards.nth(7), 90)

        assert (await heard(table)).values == ("c6", "c7")


async def test_a_hand_is_played_with_a_keyboard_alone(seat, table):
    async with seat as context:
        page, cards, _ = await dealt(context, table)
        await cards.nth(0).focus()
        for key in ("ArrowUp", "ArrowRight", "Space", "ArrowRight", "Enter"):
            await page.keyboard.press(key)
        await expect(raised(page)).to_have_count(3)
        await page.keyboard.press("ArrowDown")
        await expect(raised(page)).to_have_count(2)
        await page.keyboard.press("Escape")
        await expect(raised(page)).to_have_count(0)
        await page.keyboard.press("h")
        assert (await heard(table)).token == "h"
        await expect(page.locator("#hands [data-hint]")).to_be_enabled()
        await page.keyboard.press("End")
        await expect(cards.nth(8)).to_be_focused()
        await page.keyboard.press("Home")
        await expect(cards.nth(0)).to_be_focused()
        await page.keyboard.press("Space")
        await expect(raised(page)).to_have_count(1)
        await page.keyboard.press("Enter")
        await table.service.until(lambda: len(table.service.heard) == 2)

        assert table.service.heard[1].values == ("c0",)


async def test_a_hand_is_sorted_from_the_table_by_rank_suit_and_sets(seat, table):
    names = "[...document.querySelectorAll('#hands button.card')].map(c => c.dataset.face)"
    async with seat as context:
        page, _, _ = await dealt(context, table)
        orders = {}
        for _ in range(3):
            order = await page.locator("html").get_attribute("data-order")
            orders[order] = await page.evaluate(names)
            await page.get_by_role("button", name="理牌").click()
            await expect(page.get_by_role("button", name="理牌")).to_be_focused()
        assert set(orders) == {"rank", "suit", "shape"}
        assert orders["rank"] == CODES.split()
        assert orders["shape"][:3] == ["S9", "H9", "C9"]
        assert [code[0] for code in orders["suit"]] == list("BSSSHHCCD")
        assert {tuple(sorted(order)) for order in orders.values()} == {tuple(sorted(CODES.split()))}


async def test_a_switch_on_the_table_says_how_it_stands(seat, table):
    async with seat as context:
        page, _, user = await dealt(context, table, on=False)
        switch = page.get_by_role("switch", name="自动过牌")
        await expect(switch).not_to_be_checked()
        await switch.click()
        assert (await heard(table)).token == "a"
        await table.platform.erase((await table.platform.whisper(user, hand(8, on=True))).ref)
        await table.platform.whisper(user, hand(9, on=True))
        await expect(page.get_by_role("switch", checked=True)).to_have_count(1)


FINGERS = ("mouse", "finger", "blank")


@pytest.mark.parametrize("by", FINGERS)
async def test_what_is_being_pressed_stays_under_the_finger_while_the_page_changes(seat, table, by):
    """Drawn anew between down and up, the card was another and the press was lost."""
    async with seat as context:
        page, cards, user = await dealt(context, table)
        (shown,) = table.platform.messages.channel(("person", user.id)).messages.values()
        async with page.expect_websocket() as opened:
            await page.reload()
        await expect(cards).to_have_count(9)
        box = await cards.nth(3).bounding_box()
        at = {"x": box["x"] + 8, "y": box["y"] + box["height"] / 2}
        touch = partial((await context.new_cdp_session(page)).send, "Input.dispatchTouchEvent")
        await page.mouse.move(**at)
        await cards.nth(3).focus()
        down, up = {
            "mouse": (page.mouse.down, page.mouse.up),
            "finger": (
                partial(touch, {"type": "touchStart", "touchPoints": [at]}),
                partial(touch, {"type": "touchEnd", "touchPoints": []}),
            ),
            "blank": (partial(page.keyboard.down, " "), partial(page.keyboard.up, " ")),
        }[by]

        await down()
        anew = changed(hand(), text="轮到你先出。电脑想好了。")
        socket = await opened.value
        async with socket.expect_event("framereceived"):
            table.platform.messages.put(("person", user.id), anew, shown.id)
        await page.evaluate("new Promise(requestAnimationFrame)")
        await expect(page.locator("#hands .text")).to_have_text("轮到你先出。")
        await up()
        await expect(page.locator("#hands .text")).to_have_text(anew.text)
        await expect(raised(page)).to_have_count(1)
        await expect(raised(page)).to_have_accessible_name("方块 6")


async def test_what_is_shown_again_as_it_is_is_not_drawn_anew(seat, table):
    """As after a restart: what somebody is doing with it goes on."""
    async with seat as context:
        page, cards, user = await dealt(context, table)
        await cards.nth(3).evaluate("card => { card.mark = 'the same' }")
        (shown,) = table.platform.messages.channel(("person", user.id)).messages.values()
        again = changed(hand(), until=table.platform.messages.now() + timedelta(seconds=90))
        table.platform.messages.put(("person", user.id), again, shown.id)
        await expect(page.locator("#screen-state .clock")).to_be_visible()
        assert await cards.nth(3).evaluate("card => card.mark") == "the same"


async def test_another_press_waits_for_the_answer_and_the_same_is_one(seat, table):
    async with seat as context:
        page, _, user = await dealt(context, table)
        service, (shown,) = (
            table.service,
            table.platform.messages.channel(("person", user.id)).messages,
        )
        service.gate.clear()
        button = partial(page.locator("#hands").get_by_role, "button", exact=True)
        skip, ideas, more = (button(name=name) for name in ("过", "提示", "更多"))
        await skip.dblclick()
        await service.until(lambda: service.heard)
        for one in (more, more, ideas):
            await one.click()
        for one in (skip, ideas, more):
            await expect(one).to_have_attribute("aria-busy", "true")
        service.gate.set()
        await service.until(lambda: len(service.heard) == 3)
        assert [one.token for one in service.heard] == ["n", "m", "h"], "in turn, each once"
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)

        # What is not there any more when its turn comes is told, and not sent.
        service.gate.clear()
        await skip.click()
        await ideas.click()
        gone = changed(hand(8), rows=((Button("m", "更多"),),))
        table.platform.messages.put(("person", user.id), gone, shown)
        await expect(ideas).to_have_count(0)
        service.gate.set()
        await expect(page.locator("#toasts")).to_have_text("没来得及：刚才按的已经不在了")
        assert [one.token for one in service.heard[3:]] == ["n"]


async def test_what_was_said_of_one_pick_does_not_hinder_another(seat, table):
    async with seat as context:
        page, _, _ = await dealt(context, table)
        play = page.get_by_role("button", name="出牌")
        await page.evaluate(PRESS, [0, 5])
        await expect(play).to_have_attribute("aria-disabled", "true")
        asked = len(table.service.weighings)
        await page.evaluate(PRESS, [5])
        assert await play.get_attribute("aria-disabled") == "false", "before anything is asked"
        await table.service.until(lambda: len(table.service.weighings) > asked)


async def test_the_keyboard_stays_in_its_pane_whatever_is_drawn_anew(seat, table):
    """On its like, on the pane where there is none, and there again where the pane was gone."""
    async with seat as context:
        page, cards, user = await dealt(context, table)
        put = partial(table.platform.messages.put, ("person", user.id))
        (shown,) = table.platform.messages.channel(("person", user.id)).messages
        within = page.locator("#screen:focus, #screen :focus")
        focused = page.locator(":focus")
        await page.locator("#hands").get_by_role("button", name="过", exact=True).focus()
        put(changed(hand(), text="一"), shown)
        await expect(page.locator("#hands .text")).to_have_text("一")
        await expect(focused).to_have_text("过")
        # Its like is there, and hidden: the board shows the same button, and one's own screen it.
        hidden = "#hands .bar > .rows { display: none }"
        await page.evaluate(
            "css => { const s = new CSSStyleSheet(); s.replaceSync(css);"
            " document.adoptedStyleSheets = [s]; }",
            hidden,
        )
        put(changed(hand(), text="二"), shown)
        await expect(page.locator("#hands .text")).to_have_text("二")
        await expect(within).to_have_count(1)
        await expect(focused).not_to_have_text("过")
        # All of the pane is hidden for a while.
        await cards.nth(1).focus()
        await page.evaluate("document.adoptedStyleSheets[0].replaceSync('#own { display: none }')")
        put(changed(hand(8), text="三"), shown)
        await expect(page.locator("#hands .text")).to_have_text("三")
        await page.evaluate("document.adoptedStyleSheets = []")
        put(changed(hand(9), text="四"), shown)
        await expect(within).to_have_count(1)
