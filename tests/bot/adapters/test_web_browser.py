"""The browser table's page in a real chromium."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from bot.adapters.web import WebPlatform
from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption, Reply, Where
from bot.ports.refs import ChatRef
from tests.kit.page import PHONE, picker, sit, window
from tests.kit.service import FakeService, png
from tests.kit.touch import touch
from tests.kit.web import KEY, web_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

TOAST = Reply(Outgoing(text="压不过 ♠9"), Where.TOAST)


async def test_a_name_opens_the_room_and_one_press_asks_for_a_game(browser, table):
    async with window(browser) as context:
        page = await context.new_page()
        await page.goto(table.url("/"))
        await page.wait_for_url(re.compile(r"/r/[a-z2-7]{32}$"))
        await page.get_by_role("button", name="进入房间").click()
        await expect(page.get_by_role("alert")).to_have_text("请输入名字")
        await page.get_by_label("怎么称呼你？").fill("字" * 25)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("24")
        await page.get_by_label("怎么称呼你？").fill(" 小明 ")
        await page.keyboard.press("Enter")
        await expect(page.locator("#rename")).to_have_text("你是 小明")
        await page.get_by_role("button", name="开一桌").click()
        await table.service.until(lambda: table.service.heard)

        (said,) = table.service.heard
        assert (said.text, said.display_name) == ("/newgame", "小明")
        assert said.chat == ChatRef("web", page.url.rsplit("/", 1)[1])


async def test_a_typed_line_is_sent_with_enter_and_the_line_is_empty_again(browser, table):
    table.service.answer = lambda _: TOAST
    async with window(browser) as context:
        page, user = await sit(context, table)
        await page.get_by_label("打字出牌或输入命令").fill("出 34567")
        await page.keyboard.press("Enter")
        await expect(page.locator(".toast")).to_have_text("压不过 ♠9")

        await expect(page.get_by_label("打字出牌或输入命令")).to_have_value("")
        assert [(i.text, i.user) for i in table.service.heard] == [("出 34567", user)]


async def test_somebody_else_in_a_second_tab_is_another_person_and_stays_it(browser, table):
    async with window(browser) as context:
        one, first = await sit(context, table, "A")
        two, second = await sit(context, table, "B")
        await table.platform.whisper(first, Outgoing(text="A 的手牌"))
        await expect(one.locator("#hands")).to_contain_text("A 的手牌")
        before = len(table.service.notices)
        await two.reload()
        await one.reload()
        await table.service.until(lambda: len(table.service.notices) == before + 2)
        await expect(one.locator("#rename")).to_have_text("你是 A")
        await expect(one.locator("#hands")).to_contain_text("A 的手牌")
        await expect(two.locator("#rename")).to_have_text("你是 B")
        await expect(two.locator("#link")).to_have_text("已连接")

        assert first != second
        assert {n.user for n in table.service.notices} == {first, second}
        assert "A 的手牌" not in await two.content()


NASTY = "<img src=x onerror=alert(1)><script>alert(2)</script><b>\"&amp;'</b>${alert(3)}"


async def test_names_and_texts_are_shown_as_text(browser, table):
    """TXT-01: nothing that a person or the service says becomes markup."""
    table.service.answer = lambda _: Reply(
        Outgoing(text=NASTY, title=NASTY, rows=((Button("t3", NASTY),),))
    )
    name = "<i onclick=alert(4)>"
    nasty = Outgoing(
        text=NASTY,
        title=NASTY,
        alt=NASTY,
        picture=png(),
        rows=((Button("t1", NASTY), Button("", NASTY)),),
        pickers=(
            Picker('"]<b>', NASTY, (PickGroup(NASTY, (PickOption("c0", NASTY, "<b>"),), 0, 1),)),
        ),
    )
    async with window(browser) as context:
        page, user = await sit(context, table, name)
        await table.platform.post(table.chat, nasty)
        await table.platform.post(table.chat, Outgoing(text=NASTY))
        await table.platform.whisper(user, nasty)
        await page.get_by_label("打字出牌或输入命令").fill(NASTY)
        await page.keyboard.press("Enter")
        await expect(page.locator(".note .text")).to_have_text(NASTY)

        await expect(page.locator("#rename")).to_have_text(f"你是 {name}")
        for place in ("#pinned", "#lines", "#hands"):
            await expect(page.locator(f"{place} .text")).to_have_text(NASTY)
        for place in ("#pinned", "#hands"):
            await expect(page.locator(f"{place} img")).to_have_attribute("alt", NASTY)
            await expect(page.locator(f"{place} legend span")).to_have_text(NASTY)
            await expect(page.locator(f"{place} .card")).to_have_text(NASTY)
        found = await page.evaluate(
            "[...document.querySelectorAll('main *')].map((e) => e.tagName)"
            ".filter((t) => ['SCRIPT', 'I'].includes(t))"
        )
        assert found == []
        assert await page.locator("main img").count() == 2


async def test_cards_are_picked_by_touch_and_sent_in_the_order_shown(browser, table):
    async with window(browser, viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page, user = await sit(context, table)
        hand = Outgoing(text="出牌", title="abcd · 斗地主 · 小明", pickers=(picker(least=3),))
        sent = await table.platform.whisper(user, hand)
        count, send = page.locator("#hands output"), page.get_by_role("button", name="出牌")
        await expect(count).to_have_text("已选 0/3")
        await expect(send).to_be_disabled()
        for label in ("大王", "黑桃 3"):
            await touch(page.get_by_role("button", name=label))
        await expect(count).to_have_text("已选 2/3")
        await expect(send).to_be_disabled()
        await touch(page.get_by_role("button", name="红桃 3"))
        await touch(page.get_by_role("button", name="方块 10"))
        await expect(count).to_have_text("最多选 3 张")
        await touch(page.get_by_role("button", name="红桃 3"))
        await touch(page.get_by_role("button", name="方块 10"))
        await expect(count).to_have_text("已选 3/3")
        await touch(send)
        await table.service.until(lambda: table.service.heard)

        (pressed,) = table.service.heard
        assert (pressed.token, pressed.values) == ("g1:abcdef:7:s0", ("c0", "c2", "c3"))
        assert pressed.message == sent.ref


async def test_as_many_of_each_group(browser, table):
    one, two = picker(codes="SA HA DA", most=3), picker(codes="SK HK", most=2, value="t")
    swap = Picker("g1:abcdef:8:s0", "换牌", (*one.groups, *two.groups), equal=True)
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="换牌", pickers=(swap,)))
        send = page.get_by_role("button", name="换牌")
        for label, fits in (
            ("黑桃 A", False),
            ("红桃 K", True),
            ("红桃 A", False),
            ("黑桃 K", True),
        ):
            await page.get_by_role("button", name=label).click()
            await expect(send).to_be_enabled(enabled=fits)
        await expect(page.locator("#hands output").first).to_have_text("已选 2")
        await send.click()
        await table.service.until(lambda: table.service.heard)

        assert table.service.heard[0].values == ("c0", "c1", "t0", "t1")


async def test_with_one_to_pick_another_card_takes_its_place(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="打一张", pickers=(picker(most=1),)))
        for label in ("黑桃 3", "方块 10"):
            await page.get_by_role("button", name=label).click()

        pressed = page.locator("#hands .card[aria-pressed=true]")
        await expect(pressed).to_have_count(1)
        await expect(pressed).to_have_attribute("aria-label", "方块 10")
        await expect(page.locator("#hands output")).to_have_text("已选 1/1")


async def test_a_refused_pick_and_a_changed_screen_keep_what_is_picked(browser, table):
    """RAC-13: a selection is a draft; only a new question forgets it."""
    table.service.answer = lambda _: TOAST
    async with window(browser) as context:
        page, user = await sit(context, table)
        sent = await table.platform.whisper(user, Outgoing(text="一", pickers=(picker(),)))
        await page.get_by_role("button", name="红桃 3").click()
        await page.get_by_role("button", name="出牌").click()
        await expect(page.locator(".toast")).to_have_text("压不过 ♠9")
        await table.platform.edit(sent.ref, Outgoing(text="二", pickers=(picker(),)))
        await expect(page.locator("#hands .text")).to_have_text("二")
        kept = page.locator("#hands .card[aria-pressed=true]")
        await expect(kept).to_have_attribute("aria-label", "红桃 3")

        other = Outgoing(text="三", pickers=(picker(8),))
        await table.platform.edit(sent.ref, other)
        await expect(page.locator("#hands .text")).to_have_text("三")
        await expect(kept).to_have_count(0)


async def test_a_button_pressed_twice_at_once_is_sent_once(browser, table):
    """RAC-01."""
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, Outgoing(text="牌桌", rows=((Button("t", "过"),),)))
        table.service.gate.clear()
        button = page.get_by_role("button", name="过", exact=True)
        await button.dblclick()
        await expect(button).to_have_attribute("aria-busy", "true")
        table.service.gate.set()
        await expect(button).to_have_attribute("aria-busy", "false")
        await button.click()
        await table.service.until(lambda: len(table.service.heard) == 2)

        assert [i.token for i in table.service.heard] == ["t", "t"]


async def test_pictures_are_drawn_with_their_words_and_changed_without_a_gap(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        board = Outgoing(text="牌桌", picture=png(200, 0, 0, 30), alt="红色")
        ref = await table.platform.post(table.chat, board)
        await table.platform.whisper(user, Outgoing(picture=png(0, 0, 200, 50), alt="蓝色"))
        pinned, hand = page.get_by_alt_text("红色"), page.get_by_alt_text("蓝色")
        for image, width in ((pinned, 30), (hand, 50)):
            await expect(image).to_have_js_property("naturalWidth", width)
        await table.platform.edit(
            ref, Outgoing(text="牌桌", picture=png(0, 200, 0, 40), alt="绿色")
        )
        await expect(page.get_by_alt_text("绿色")).to_have_js_property("naturalWidth", 40)

        assert await page.locator("#pinned img").count() == 1
        sources = await page.locator("main img").evaluate_all("all => all.map((i) => i.src)")
        assert all(source.startswith("blob:") for source in sources)


async def test_the_newest_board_is_pinned_and_older_ones_are_folded_away(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        old = await table.platform.post(
            table.chat,
            Outgoing(text="第一局", picture=png(), alt="旧", rows=((Button("a", "过"),),)),
        )
        await expect(page.locator("#pinned")).to_contain_text("第一局")
        await table.platform.post(table.chat, Outgoing(text="结算"))
        await table.platform.post(table.chat, Outgoing(text="第二局", rows=((Button("b", "过"),),)))
        await table.platform.retire(old)
        await expect(page.locator("#pinned .text")).to_have_text("第二局")
        lines = page.get_by_role("log", name="消息")
        await expect(lines).to_have_attribute("aria-live", "polite")
        await expect(lines.get_by_text("第一局")).to_have_count(0)
        await lines.get_by_text("之前的牌桌").click()

        await expect(lines.get_by_text("第一局")).to_be_visible()
        await expect(lines.locator(".text")).to_have_text(["第一局", "结算"])


async def test_notes_are_for_this_tab_and_can_be_put_away(browser, table):
    table.service.answer = lambda i: Reply(
        Outgoing(text=f"答 {i.text or i.token}", rows=((Button("more", "更多"),),))
    )
    async with window(browser) as context:
        page, _ = await sit(context, table)
        other, _ = await sit(context, table, "B")
        await page.bring_to_front()
        await page.get_by_label("打字出牌或输入命令").fill("/rules")
        await page.keyboard.press("Enter")
        await expect(page.locator(".note .text")).to_have_text("答 /rules")
        await page.get_by_role("button", name="更多").click()
        await expect(page.locator(".note .text")).to_have_text("答 more")
        await page.get_by_role("button", name="收起").click()

        await expect(page.locator(".note")).to_have_count(0)
        assert await other.locator(".note").count() == 0


async def test_a_menu_goes_when_something_is_done_and_what_is_to_be_read_stays(browser, table):
    notes = {
        "/newgame": Reply(Outgoing(text="想玩哪一个？", rows=((Button("m", "斗地主"),),))),
        "/rules": Reply(Outgoing(text="规则")),
    }
    table.service.answer = lambda i: notes.get(i.text, TOAST)
    async with window(browser) as context:
        page, _ = await sit(context, table)
        line = page.get_by_label("打字出牌或输入命令")
        for said, shown in (
            ("/newgame", ["想玩哪一个？"]),
            ("/rules", ["规则"]),
            ("/newgame", ["想玩哪一个？", "规则"]),
            ("/newgame", ["想玩哪一个？", "规则"]),
            ("/start", ["规则"]),
        ):
            await line.fill(said)
            await line.press("Enter")
            await expect(page.locator(".note .text")).to_have_text(shown)


async def test_the_page_comes_back_by_itself_and_sends_what_was_not_answered(browser):
    """The server is stopped and started again on its port: nothing is lost or done twice."""
    async with web_table() as table, window(browser) as context:
        page, user = await sit(context, table)
        board = await table.platform.post(table.chat, Outgoing(text="第一手"))
        await expect(page.locator("#lines")).to_contain_text("第一手")
        port = table.platform.port
        await table.platform.stop()
        await expect(page.locator("#link")).to_have_text("连接断开，正在重连…")
        await page.get_by_label("打字出牌或输入命令").fill("过")
        await page.keyboard.press("Enter")

        again, service = WebPlatform("127.0.0.1", port, KEY), FakeService(lambda _: TOAST)
        await again.edit(board, Outgoing(text="第二手", rows=((Button("t", "过"),),)))
        await again.start(service)
        try:
            await expect(page.locator("#link")).to_have_text("已连接")
            await expect(page.locator(".toast")).to_have_text("压不过 ♠9")
            await expect(page.locator("#pinned .text")).to_have_text("第二手")
            assert [(i.text, i.user) for i in service.heard] == [("过", user)]
            assert await page.get_by_text("第一手").count() == 0
        finally:
            await again.stop()


async def test_a_connection_lost_before_the_answer_does_the_thing_once(browser, table):
    table.service.answer = lambda _: TOAST
    async with window(browser) as context:
        page, _ = await sit(context, table)
        table.service.gate.clear()
        await page.get_by_label("打字出牌或输入命令").fill("过")
        await page.keyboard.press("Enter")
        await table.service.until(lambda: table.service.heard)
        (tab,) = table.platform.messages.channel(("room", table.room)).tabs
        tab.abort()
        await table.service.until(lambda: len(table.service.notices) == 2)
        table.service.gate.set()
        await expect(page.locator(".toast")).to_have_text("压不过 ♠9")

        assert len(table.service.heard) == 1


async def test_a_connection_that_died_in_silence_is_noticed(browser, table):
    """The server no longer answers, and no packet says so: as after a phone's sleep."""
    async with window(browser) as context:
        page = await context.new_page()
        await page.clock.install()
        await page.goto(table.url(f"/r/{table.room}"))
        await page.get_by_label("怎么称呼你？").fill("小明")
        await page.keyboard.press("Enter")
        await expect(page.locator("#link")).to_have_text("已连接")
        (tab,) = table.platform.messages.channel(("room", table.room)).tabs
        tab.send = lambda _: None
        await page.clock.run_for(30_000)
        await table.service.until(lambda: len(table.service.notices) == 2)

        await expect(page.locator("#link")).to_have_text("已连接")
        await table.platform.post(table.chat, Outgoing(text="还在"))
        await expect(page.locator("#lines")).to_contain_text("还在")


async def test_a_hidden_page_says_in_its_title_whose_turn_it_is(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await page.evaluate(
            "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
        )
        await table.platform.whisper(user, Outgoing(text="轮到你", notify=True))
        await expect(page).to_have_title("● 轮到你了 · 牌桌")
        await page.evaluate(
            "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"
        )

        await expect(page).to_have_title("牌桌")


async def test_who_is_not_known_any_more_is_asked_for_a_name_again(browser):
    async with web_table() as table, window(browser) as context:
        page, _ = await sit(context, table)
        port = table.platform.port
        await table.platform.stop()
        again = WebPlatform("127.0.0.1", port, KEY)
        again.signer.person = lambda _: None
        await again.start(FakeService())
        try:
            await expect(page.get_by_label("怎么称呼你？")).to_be_visible()
            assert await page.evaluate("sessionStorage.length") == 0
        finally:
            await again.stop()


async def test_another_name_stays_the_same_person(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table, "小明")
        await page.get_by_role("button", name="你是 小明").click()
        await page.get_by_label("怎么称呼你？").fill("明哥")
        await page.keyboard.press("Enter")
        await table.service.until(lambda: len(table.service.notices) == 2)
        await expect(page.locator("#rename")).to_have_text("你是 明哥")
        await page.get_by_label("打字出牌或输入命令").fill("过")
        await page.keyboard.press("Enter")
        await table.service.until(lambda: table.service.heard)

        assert [(i.user, i.display_name) for i in table.service.heard] == [(user, "明哥")]


async def test_a_line_too_long_for_a_frame_never_leaves_the_page(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        line = page.get_by_label("打字出牌或输入命令")
        await line.evaluate("e => { e.value = '字'.repeat(2000) }")
        await line.press("Enter")
        await expect(page.locator(".toast")).to_have_text("这句话太长了")
        await page.get_by_label("打字出牌或输入命令").fill("过")
        await page.keyboard.press("Enter")
        await asyncio.wait_for(table.service.until(lambda: table.service.heard), 10)

        assert [i.text for i in table.service.heard] == ["过"]
