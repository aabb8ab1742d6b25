"""What the page looks like to whom: colours, languages, clocks, who is thinking, who is meant."""

from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.ports.messages import Attachment, Button, Fact, Outgoing, Reply, Style
from bot.ports.refs import UserRef
from tests.kit.page import picker, sit, window
from tests.kit.service import png
from tests.kit.web import web_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest_asyncio.fixture(loop_scope="module")
async def table():
    async with web_table(now=lambda: NOON) as running:
        yield running


def looks(page, label):
    """A choice in the page's own settings."""
    return page.get_by_role("dialog", name="语言和外观").get_by_label(label)


async def test_the_colours_follow_the_system_until_somebody_chooses(browser, table):
    async with window(browser, color_scheme="light") as context:
        page, _ = await sit(context, table)
        root = page.locator("html")
        await expect(root).to_have_attribute("data-theme", "light")
        await page.emulate_media(color_scheme="dark")
        await expect(root).to_have_attribute("data-theme", "dark")
        await page.get_by_role("button", name="语言和外观").click()
        await expect(looks(page, "跟随系统")).to_be_checked()
        await looks(page, "浅色").check()
        await expect(root).to_have_attribute("data-theme", "light")
        await page.reload()

        await expect(root).to_have_attribute("data-theme", "light")
        await page.get_by_role("button", name="语言和外观").click()
        await expect(looks(page, "浅色")).to_be_checked()


async def test_suits_can_have_four_colours(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="选", pickers=(picker(codes="S3 C3 D3"),)))
        spade, club = (page.get_by_role("button", name=name) for name in ("黑桃 3", "梅花 3"))
        paint = "one => getComputedStyle(one).color"
        assert await spade.evaluate(paint) == await club.evaluate(paint)
        await page.get_by_role("button", name="语言和外观").click()
        await looks(page, "四色").check()

        assert await spade.evaluate(paint) != await club.evaluate(paint)


LOCALES = [
    ("zh-CN", "zh-Hans", "怎么称呼你？"),
    ("zh-TW", "zh-Hant", "怎麼稱呼你？"),
    ("en-GB", "en", "What shall we call you?"),
]


@pytest.mark.parametrize(("locale", "lang", "words"), LOCALES)
async def test_the_page_speaks_the_browsers_language(browser, table, locale, lang, words):
    async with window(browser, locale=locale) as context:
        page = await context.new_page()
        await page.goto(table.url(f"/r/{table.room}"))

        await expect(page.locator("html")).to_have_attribute("lang", lang)
        await expect(page.get_by_label(words)).to_be_visible()


async def test_another_language_is_chosen_kept_and_told_to_the_service(browser, table):
    async with window(browser) as context:
        page, user = await sit(context, table)
        assert table.service.notices[-1].language == "zh-Hans"
        await page.get_by_role("button", name="语言和外观").click()
        await page.get_by_role("button", name="English").click()
        await table.service.until(lambda: len(table.service.notices) == 2)
        await expect(page.get_by_role("region", name="Private")).to_be_visible()
        await expect(page.locator("#rename")).to_have_text("You are 小明")
        await page.get_by_label("Type a play or a command").fill("pass")
        await page.keyboard.press("Enter")
        await table.service.until(lambda: table.service.heard)

        assert (table.service.notices[-1].user, table.service.notices[-1].language) == (user, "en")
        assert table.service.heard[0].language == "en"
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("lang", "en")


async def test_the_clock_runs_and_warns_once_whose_turn_it_is(browser, table):
    async with window(browser) as context:
        page = await context.new_page()
        await page.clock.install()
        await page.goto(table.url(f"/r/{table.room}"))
        await page.get_by_label("怎么称呼你？").fill("小明")
        await page.keyboard.press("Enter")
        await table.service.until(lambda: table.service.notices)
        user = table.service.notices[-1].user
        until = NOON + timedelta(seconds=85)
        await table.platform.post(table.chat, Outgoing(text="轮到 小明", until=until, rows=LOOK))
        board = page.locator("#board-state").get_by_role("timer")
        await expect(board).to_have_text("1:25")
        sent = await table.platform.whisper(
            user, Outgoing(text="出牌", until=until, pickers=(picker(),), asked="turn")
        )
        clock = page.locator("#screen-state").get_by_role("timer")
        await expect(clock).to_have_text("1:25")
        await expect(page.locator("#screen-state")).to_contain_text("轮到你了")
        await expect(board).to_have_count(0)
        await page.clock.run_for(3_000)
        await expect(clock).to_have_text("1:22")
        soon = Outgoing("快", until=NOON + timedelta(seconds=22), pickers=(picker(),), asked="turn")
        await table.platform.edit(sent.ref, soon)
        await expect(clock).to_have_text("0:22")
        await page.clock.run_for(1_000)
        await expect(page.locator(".toast")).to_have_count(0)
        await page.clock.run_for(1_000)
        await expect(page.locator(".toast")).to_have_text("还有 20 秒")
        await page.clock.run_for(6_000)
        await expect(clock).to_have_text("0:14")
        await expect(page.locator(".toast")).to_have_count(0)
        over = Outgoing(
            "到了", until=NOON + timedelta(seconds=2), pickers=(picker(),), asked="turn"
        )
        await table.platform.edit(sent.ref, over)
        await page.clock.run_for(4_000)
        await expect(clock).to_have_text("0:00")
        await table.platform.edit(sent.ref, Outgoing(text="等别人", rows=LOOK))
        await expect(page.locator("#screen-state")).to_be_empty()


LOOK = ((Button("w", "等谁"),),)


async def test_a_computer_at_work_is_shown_calmly(browser, table):
    async with window(browser, reduced_motion="reduce") as context:
        page, _ = await sit(context, table)
        thinking = Outgoing(text="轮到 电脑・石", thinking="电脑・石 在想", rows=LOOK)
        board = await table.platform.post(table.chat, thinking)
        shown = page.locator("#board-state .thinking")
        await expect(shown).to_have_text("电脑・石 在想")
        assert await shown.locator(".dots i").count() == 3
        motion = "one => one.getAnimations({subtree: true}).length"
        assert await shown.evaluate(motion) == 0
        await page.emulate_media(reduced_motion="no-preference")
        assert await shown.evaluate(motion) > 0
        await table.platform.edit(board, Outgoing(text="轮到 小明", rows=LOOK))

        await expect(shown).to_have_count(0)


async def test_what_one_plays_by_stands_as_words_and_values(browser, table):
    facts = (Fact("手牌分", "45", good=True), Fact("花色", "♠ 还缺 2 张"))
    async with window(browser) as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text="轮到你", facts=facts, rows=LOOK))

        await expect(page.locator("#hands dt")).to_have_text(["手牌分", "花色"])
        await expect(page.locator("#hands dd")).to_have_text(["45", "♠ 还缺 2 张"])
        await expect(page.locator("#hands .good dd")).to_have_text(["45"])


async def test_a_button_with_an_address_is_a_link(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        go = Button("", "去看", url="https://discord.com/channels/1")
        await table.platform.post(table.chat, Outgoing(text="开了一桌", rows=((go,),)))
        link = page.get_by_role("link", name="去看")

        await expect(link).to_have_attribute("href", "https://discord.com/channels/1")
        await expect(link).to_have_attribute("rel", "noopener noreferrer")


async def test_a_line_to_somebody_stands_out_for_them_alone(browser, table):
    async with window(browser) as context:
        one, user = await sit(context, table, "甲")
        two, _ = await sit(context, table, "乙")
        await table.platform.post(table.chat, Outgoing(text="轮到 甲", mention=user))
        await table.platform.post(
            table.chat, Outgoing(text="有人", mention=UserRef("web", "x" * 16))
        )

        await expect(one.locator("#lines .named")).to_have_text("提到你 轮到 甲")
        await expect(two.locator("#lines .text")).to_have_text(["轮到 甲", "有人"])
        assert await two.locator("#lines .named").count() == 0


async def test_who_sits_down_too_often_is_told_to_rest(browser, table, monkeypatch):
    async with window(browser, known=("429",)) as context:
        page = await context.new_page()
        await page.goto(table.url(f"/r/{table.room}"))
        monkeypatch.setattr(table.platform._server.people.sits, "take", lambda _: False)
        await page.get_by_label("怎么称呼你？").fill("小明")
        await page.keyboard.press("Enter")

        await expect(page.get_by_role("alert")).to_have_text("太快了，歇一下再试")


async def test_a_file_to_keep_is_saved_under_its_name(browser, table, tmp_path):
    file = Attachment("scores.csv", "\ufeff玩家,得分\r\n小明,-3\r\n".encode())
    table.service.answer = lambda _: Reply(Outgoing("战绩在附件里", png(), "表", file=file))
    async with window(browser, accept_downloads=True) as context:
        page, _ = await sit(context, table)
        await page.get_by_label("打字出牌或输入命令").fill("/export")
        await page.keyboard.press("Enter")
        async with page.expect_download() as waiting:
            await page.get_by_role("button", name="保存 scores.csv").click()
        download = await waiting.value
        await download.save_as(tmp_path / "saved")
        assert download.suggested_filename == file.name
        assert (tmp_path / "saved").read_bytes() == file.data
        link = page.get_by_role("link", name="验牌")
        await expect(link).to_have_count(0)
        file = Attachment("shuffle.json", b"{}")
        await page.get_by_label("打字出牌或输入命令").fill("/open")
        await page.keyboard.press("Enter")
        await expect(link).to_have_attribute("href", "/shuffle?lang=zh-Hans")


async def test_a_button_to_another_room_opens_it_in_this_tab_for_the_same_person(browser, table):
    """A place of a tournament's table: a new tab would not know who sits there."""
    async with window(browser) as context:
        page, user = await sit(context, table)
        place = await table.platform.open_place(table.chat, "第 1 桌")
        url = table.platform.place_link(place)
        go = Button("", "第 1 桌", url=url)
        await table.platform.post(table.chat, Outgoing(text="比赛场", rows=((go,),)))
        before = len(table.service.notices)
        await page.get_by_role("link", name="第 1 桌").click()
        await table.service.until(lambda: len(table.service.notices) > before)
        assert page.url == table.url(url)
        assert table.service.notices[-1].user == user

        await page.get_by_role("link", name="回到刚才的房间").click()
        await table.service.until(lambda: len(table.service.notices) > before + 1)
        assert page.url == table.url(f"/r/{table.room}")
        assert table.service.notices[-1].user == user
        await expect(page.locator("#link")).to_have_text("已连接")
        await expect(page.locator("#back")).to_be_hidden()


async def test_whose_turn_it_is_is_what_the_table_says_and_not_how_buttons_look(browser, table):
    loud = ((Button("back", "取消托管", Style.PRIMARY),), (Button("a", "看牌"),))
    quiet = ((Button("n", "过"),),)
    async with window(browser) as context:
        page, user = await sit(context, table)
        state, body = page.locator("#screen-state"), page.locator("body")
        sent = await table.platform.whisper(user, Outgoing(text="托管", rows=loud))
        for number, (asked, words, turn) in enumerate(
            (("", "", "no"), ("ready", "等你", "yes"), ("turn", "轮到你了", "yes"), ("", "", "no"))
        ):
            for rows in (loud, quiet):
                text = f"{number} {len(rows)}"
                await table.platform.edit(sent.ref, Outgoing(text=text, rows=rows, asked=asked))
                await expect(page.locator("#hands .text")).to_have_text(text)
                await expect(state).to_have_text(words)
                await expect(body).to_have_attribute("data-turn", turn)


BLOCKED = """for (const name of ["sessionStorage", "localStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("blocked", "SecurityError"); },
  });
}"""
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("full", "QuotaExceededError");
};"""


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
async def test_a_browser_that_keeps_nothing_sits_down_all_the_same(browser, table, script):
    async with window(browser) as context:
        await context.add_init_script(script)
        page, user = await sit(context, table)
        await page.get_by_label("打字出牌或输入命令").fill("大家好")
        await page.keyboard.press("Enter")
        await table.service.until(lambda: table.service.heard)

        assert table.service.heard[-1].user == user
        await expect(page.locator("#rename")).to_have_text("你是 小明")
