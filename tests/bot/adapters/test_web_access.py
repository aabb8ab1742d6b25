"""The page by keyboard, on a phone, for who cannot see it well."""

import json

import pytest
from playwright.async_api import expect

from bot.ports.messages import (
    Button,
    Fact,
    Outgoing,
    Picker,
    PickGroup,
    PickOption,
    Reply,
    Style,
    Where,
)
from engine import shuffle, verify
from engine.core import defaults
from engine.match import Match, Rounds
from engine.registry import games
from engine.replay import RoundLog
from tests.kit.beacon import QUICKNET, ROUNDS
from tests.kit.page import picker, sit, window
from tests.kit.service import png
from tests.kit.shuffles import contest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

TOAST = Reply(Outgoing(text="压不过 ♠9"), Where.TOAST)


FOCUSED = "document.activeElement.ariaLabel || document.activeElement.textContent.trim()"


async def tab_through(page, count):
    """What the keyboard comes to, one Tab after the other."""
    names = []
    for _ in range(count):
        await page.keyboard.press("Tab")
        names.append(await page.evaluate(FOCUSED))
    return names


async def test_everything_is_reached_by_keyboard_in_the_order_it_is_read(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        rows = ((Button("pass", "不出", Style.PRIMARY),),)
        await table.platform.post(table.chat, Outgoing(text="牌桌", rows=((Button("w", "等谁"),),)))
        await table.platform.whisper(user, Outgoing(text="一", pickers=(picker(),), rows=rows))
        await page.reload()
        await expect(page.get_by_role("button", name="不出")).to_be_visible()

        assert await tab_through(page, 13) == [
            "跳到私信", "跳到输入框", "邀请朋友", "你是 小明", "聊天", "语言和外观", "等谁",
            "黑桃 3", "红桃 3", "方块 10", "大王", "出牌", "不出",
        ]  # fmt: skip
        outline = await page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
        assert outline == "3px"


async def test_a_skip_link_leads_past_the_board(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="一", pickers=(picker(),)))
        await page.reload()
        await expect(page.get_by_role("button", name="黑桃 3")).to_be_visible()
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("link", name="跳到私信")).to_be_in_viewport()
        await page.keyboard.press("Enter")

        assert await tab_through(page, 1) == ["黑桃 3"]


async def test_a_message_drawn_anew_keeps_the_keyboard_where_it_was(browser, table):
    table.service.answer = lambda _: TOAST
    rows = ((Button("pass", "不出", Style.PRIMARY),),)
    async with window(browser) as context:
        page, user = await sit(context, table)
        hand = Outgoing(text="一", pickers=(picker(),), rows=rows)
        sent = await table.platform.whisper(user, hand)
        card = page.get_by_role("button", name="红桃 3")
        await card.focus()
        await page.keyboard.press("Enter")
        await table.platform.edit(sent.ref, Outgoing(text="二", pickers=(picker(),), rows=rows))
        await expect(page.locator("#hands .text")).to_have_text("二")
        await expect(card).to_be_focused()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Space")
        await page.get_by_role("button", name="出牌").press("Enter")
        await table.service.until(lambda: table.service.heard)

        assert table.service.heard[0].values == ("c1", "c2")


async def test_when_a_control_is_gone_the_keyboard_stays_in_its_pane(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        sent = await table.platform.whisper(user, Outgoing(text="一", pickers=(picker(),)))
        await page.get_by_role("button", name="红桃 3").focus()
        await table.platform.edit(sent.ref, Outgoing(text="等别人", rows=((Button("l", "看"),),)))
        await expect(page.locator("#hands .text")).to_have_text("等别人")
        assert await page.evaluate("document.activeElement.id") == "screen"
        await table.platform.erase(sent.ref)
        await table.platform.whisper(user, Outgoing(text="二", pickers=(picker(8),)))
        await expect(page.get_by_role("button", name="黑桃 3")).to_be_visible()

        assert await tab_through(page, 1) == ["黑桃 3"]


def page_of_rules(table, pages):
    """Answers with the rules, one page further at each press, as far as there are ``pages``."""

    def answer(_):
        at = len(table.service.heard)
        more = ((Button("more", "下一页"),),) if at < pages else ()
        return Reply(Outgoing(text=f"规则 {at}", rows=more), Where.SAME_MESSAGE)

    return answer


async def test_a_note_asked_for_by_keyboard_is_gone_into_and_left_with_escape(browser, table):
    table.service.answer = page_of_rules(table, 3)
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, Outgoing(text="牌桌", rows=((Button("r", "规则"),),)))
        opener = page.get_by_role("button", name="规则")
        await opener.press("Enter")
        await expect(page.locator(".note")).to_be_focused()
        assert await tab_through(page, 1) == ["下一页"]
        await page.keyboard.press("Enter")
        await expect(page.locator(".note .text")).to_have_text("规则 2")
        await expect(page.get_by_role("button", name="下一页")).to_be_focused()
        await page.keyboard.press("Escape")

        await expect(page.locator(".note")).to_have_count(0)
        await expect(opener).to_be_focused()


async def test_a_note_put_away_is_not_brought_back_by_an_answer_on_its_way(browser, table):
    table.service.answer = page_of_rules(table, 2)
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, Outgoing(text="牌桌", rows=((Button("r", "规则"),),)))
        await page.get_by_role("button", name="规则").press("Enter")
        await expect(page.locator(".note .text")).to_have_text("规则 1")
        # Both within one turn of the page's loop: no answer can come between them.
        await page.get_by_role("button", name="下一页").evaluate(
            """button => {
              button.click();
              button.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
            }"""
        )
        await table.service.until(lambda: len(table.service.heard) == 2)
        table.service.answer = lambda _: Reply(Outgoing(text="到了"), Where.PRIVATE)
        await page.get_by_role("textbox").fill("/why")
        await page.keyboard.press("Enter")

        await expect(page.locator(".note .text")).to_have_text(["到了"])


async def test_a_button_that_cannot_send_yet_says_why(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="选", pickers=(picker(least=2),)))
        send = page.get_by_role("button", name="出牌")
        await expect(send).to_be_disabled()
        await send.press("Enter")
        await expect(page.get_by_role("status").get_by_text("至少 2 张")).to_be_visible()

        assert table.service.heard == []


async def test_panes_are_regions_and_what_happens_is_read_out(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.post(table.chat, Outgoing(text="开始了"))
        first = Outgoing(text="轮到 小明", rows=((Button("w", "等谁"),),))
        board = await table.platform.post(table.chat, first)
        await table.platform.edit(board, Outgoing(text="小明 打 ♠3", rows=first.rows))
        await table.platform.whisper(user, Outgoing(text="轮到你", pickers=(picker(),)))

        await expect(page.get_by_role("region", name="牌桌")).to_contain_text("小明 打 ♠3")
        await expect(page.get_by_role("region", name="私信")).to_contain_text("轮到你")
        await expect(page.get_by_role("log", name="消息")).to_contain_text("开始了")
        aloud = page.get_by_role("log", name="牌桌上的变化").locator("p")
        await expect(aloud).to_have_text(["轮到 小明", "小明 打 ♠3", "轮到你"])


async def test_a_hand_to_look_at_is_a_list_and_marked_cards_say_so(browser, table):
    options = (PickOption("0", "♠3", "S3", marked=True), PickOption("1", "大王", "BJ"))
    hand = Picker("", "", (PickGroup("你的手牌", options, 0, 0),))
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="等别人", pickers=(hand,)))
        cards = page.get_by_role("list", name="你的手牌").get_by_role("listitem")

        await expect(cards.locator(".unseen")).to_have_text(["黑桃 3（标出）", "大王"])
        assert await page.locator("#hands button").count() == 0
        assert await page.locator("body").get_attribute("data-turn") == "no"


async def test_a_long_picture_has_a_short_name_and_its_words_below(browser, table):
    words = "蹲麻子 · 第 1 圈\n" + "小明：5 张\n" * 20
    async with window(browser) as context:
        page, _ = await sit(context, table)
        board = await table.platform.post(table.chat, Outgoing(picture=png(1), alt=words))
        await expect(page.get_by_role("img", name="蹲麻子 · 第 1 圈", exact=True)).to_be_visible()
        twin = page.locator("#pinned .twin p")
        await expect(twin).to_be_hidden()
        await page.get_by_text("文字版").press("Enter")
        await expect(twin).to_have_text(words.strip())
        await table.platform.edit(board, Outgoing(picture=png(2), alt=words + "新的一行"))
        await expect(twin).to_contain_text("新的一行")
        await page.reload()

        await expect(twin).to_contain_text("新的一行")


async def test_a_picture_is_enlarged_and_put_away_by_keyboard(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, Outgoing(picture=png(1, width=900), alt="牌桌"))
        zoom = page.get_by_role("button", name="放大图片")
        await zoom.press("Enter")
        large = page.get_by_role("dialog").get_by_role("img", name="牌桌")
        await expect(large).to_have_js_property("naturalWidth", 900)
        await page.keyboard.press("Escape")

        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(zoom).to_be_focused()


SMALL = """[...document.querySelectorAll('button, a, summary, input')]
    .filter((one) => one.checkVisibility() && !one.matches('.skip'))
    .map((one) => [one.textContent, one.offsetWidth, one.offsetHeight])
    .filter(([, width, height]) => width < 44 || height < 44)"""


async def test_on_a_phone_ones_own_screen_is_at_the_thumb_and_the_board_above_it(browser, table):
    codes = " ".join(s + r for r in ("3", "4", "5", "6", "7", "8", "9", "10", "J") for s in "SH")
    grid = tuple(
        tuple(Button(f"n{r * 5 + c}", str(r * 5 + c + 1)) for c in range(5)) for r in range(5)
    )
    long = Outgoing(
        text="轮到你" * 30,
        title="房间 · 斗地主 · " + "字" * 24,
        picture=png(0, 40, 30, 1200, 840),
        alt="字" * 200,
        facts=(Fact("手牌分", "45"), Fact("花色" * 9, "还缺 3 张" * 9)),
        pickers=(picker(codes=codes, most=18),),
        rows=((Button("p", "不出", Style.PRIMARY), Button("h", "提示"), Button("a", "托管")),),
        notify=True,
    )
    board = Outgoing(text="牌桌", picture=png(0, 80, 60, 1200, 840), alt="板", rows=grid)
    for width in (360, 390):
        size = {"width": width, "height": 740}
        async with window(browser, viewport=size, has_touch=True, is_mobile=True) as context:
            page, user = await sit(context, table, "字" * 24)
            await table.platform.post(table.chat, board)
            await table.platform.whisper(user, long)
            await expect(page.locator("#hands .card")).to_have_count(18)
            box = await page.locator("#screen").bounding_box()

            assert round(box["y"] + box["height"]) == 740, "it stands at the lower edge"
            assert box["y"] > 740 / 4, "the board is in sight above it"
            await expect(page.locator("#pinned img")).to_be_in_viewport()
            await expect(page.get_by_role("button", name="出牌")).to_be_in_viewport(ratio=1)
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert await page.evaluate(SMALL) == []
            await page.get_by_label("打字出牌或输入命令").focus()
            await expect(page.get_by_label("打字出牌或输入命令")).to_be_in_viewport(ratio=1)


async def test_a_hand_of_six_with_its_question_and_its_buttons_fits_a_small_phone(browser, table):
    hand = Outgoing(
        text="刚摸到 ♣Q\n摸到了，再选 1 张打到公共区（刚摸的也可以打）。",
        title="abcd · 蹲麻子 · 小明",
        facts=(Fact("手牌分", "45"), Fact("花色", "♦ 还缺 2 张"), Fact("距离目标", "还差 5 分")),
        pickers=(picker(codes="SA CK CQ DQ D9 D5", most=1),),
        rows=((Button("l", "弃牌明细"),),),
    )
    board = Outgoing(text="牌桌", picture=png(0, 80, 60, 1120, 900), alt="板", rows=hand.rows)
    async with window(browser, viewport={"width": 360, "height": 640}, has_touch=True) as context:
        page, user = await sit(context, table)
        await table.platform.post(table.chat, board)
        await table.platform.whisper(user, hand)
        await expect(page.locator("#hands .card")).to_have_count(6)

        for part in (".text", ".facts", ".card >> nth=0", ".card >> nth=5", ".bar"):
            await expect(page.locator(f"#hands {part}")).to_be_in_viewport(ratio=1)


async def test_words_on_the_page_have_contrast(browser, table):
    """Text against the colour behind it, 4.5 to 1 at least, where the page sets both."""
    async with window(browser) as context:
        page, user = await sit(context, table)
        rows = (
            (Button("a", "甲", Style.PRIMARY), Button("b", "乙"), Button("c", "丙", Style.DANGER)),
        )
        await table.platform.whisper(
            user, Outgoing(text="字", title="题", rows=rows, pickers=(picker(),))
        )
        await expect(page.locator("#hands .card")).to_have_count(4)
        pairs = await page.evaluate(CONTRASTS)

    assert len(pairs) >= 8
    for what, ratio in pairs:
        assert ratio >= 4.5, what


CONTRASTS = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const solid = (node) => {
    for (; node; node = node.parentElement) {
      const text = getComputedStyle(node).backgroundColor;
      const found = parse(text);
      if ((found[3] ?? 1) === 1 && !text.startsWith("color")) return found;
    }
    return [21, 87, 74]; // the lightest felt
  };
  const worded = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  return [...document.querySelectorAll("body *")]
    .filter((e) => e.offsetParent && worded(e))
    .map((e) => {
      const [one, two] = [light(parse(getComputedStyle(e).color)), light(solid(e))];
      return [e.textContent.trim(), (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)];
    });
}"""


async def test_without_motion_for_who_asked_for_none(browser, table):
    async with window(browser, reduced_motion="reduce") as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="选牌", pickers=(picker(),)))
        card = page.get_by_role("button", name="黑桃 3")

        await expect(card).to_have_css("transition-duration", "0s")


async def test_a_shuffle_is_checked_on_a_phone_without_a_word_to_the_server(browser, table):
    game = games()["niuniu"]
    seed, bound = bytes(range(32)), ["table=t", "seat 0=person"]
    fresh = Match(game, 2, seed, defaults(game.info), Rounds(1))
    record = shuffle.record(seed, bound, (), fresh, [RoundLog(fresh.options)])
    wrong = {**record, "draws": [{**record["draws"][1], "label": "deal/2"}]}
    async with window(browser, viewport={"width": 360, "height": 740}) as context:
        page = await context.new_page()
        await page.goto(table.url("/shuffle"))
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        result = page.get_by_role("status")
        for given, says in ((record, "没问题"), (wrong, "少了一次发牌"), ([], "不是验牌文件")):
            file = {"name": "shuffle.json", "mimeType": "application/json"}
            file["buffer"] = json.dumps(given).encode()
            await page.get_by_label("验牌文件").set_input_files(file)
            await expect(result).to_contain_text(says, use_inner_text=True)
        file["buffer"] = json.dumps(record).encode()
        await page.get_by_label("验牌文件").set_input_files(file)
        await page.get_by_label("发牌指纹").fill("0" * 32)
        await expect(result).to_contain_text("指纹不是这一个", use_inner_text=True)
        await page.get_by_label("发牌指纹").fill(record["fingerprint"][:32])
        await expect(result).to_contain_text("每一次洗牌都", use_inner_text=True)
        assert all(url.endswith("/static/icon.svg") for url in asked), "the tab's own picture"
        bound = [f"beacon={verify.chain_of(QUICKNET)}", "round=1000", "seat 0=person"]
        seed = shuffle.seed_of(bytes(32), bound, (), ROUNDS[1000])
        fresh = Match(game, 2, seed, defaults(game.info), Rounds(1))
        told = QUICKNET | {"signature": ROUNDS[1000]}
        record = shuffle.record(bytes(32), bound, (), fresh, [RoundLog(fresh.options)], 0, told)
        file["buffer"] = json.dumps(record).encode()
        await page.get_by_label("发牌指纹").fill(record["fingerprint"])
        await page.get_by_label("验牌文件").set_input_files(file)
        look = page.get_by_role("listitem")
        await expect(look).to_have_count(2)
        await expect(look.first).to_contain_text("drand quicknet 第 1000 期")
        await expect(look.first).to_contain_text(verify.number_of(ROUNDS[1000]))
        record, other = contest(2, 1), contest(2, 2)["duplicate"]
        file["buffer"] = json.dumps(record).encode()
        await page.get_by_label("发牌指纹").fill(record["fingerprint"])
        await page.get_by_label("验牌文件").set_input_files(file)
        places = " ".join(str(int(at) + 1) for at in record["duplicate"]["seated"])
        told = look.filter(has_text="复式第 2 副，第 1 桌")
        await expect(told).to_contain_text(f"{places} 号")
        file["buffer"] = json.dumps({**record, "duplicate": other}).encode()
        await page.get_by_label("验牌文件").set_input_files(file)
        await expect(result).to_contain_text("每一次洗牌都", use_inner_text=True)
        other["seated"] = record["duplicate"]["seated"]
        file["buffer"] = json.dumps({**record, "duplicate": other}).encode()
        await page.get_by_label("验牌文件").set_input_files(file)
        await expect(result).to_contain_text("不是抽签排到这里的人", use_inner_text=True)
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
