"""What people say to each other at the page: said, seen, kept, hidden, and never more than text."""

import logging
from datetime import UTC, datetime
from itertools import count

import pytest
from playwright.async_api import expect

from bot.adapters.web.names import NameRefused, clean_name
from bot.i18n.names import clean
from bot.ports.messages import Outgoing
from bot.ports.refs import UserRef
from bot.ports.talk import Line
from bot.support.errors import Refused
from bot.talk import words
from tests.kit.actors import chance
from tests.kit.nasty import line
from tests.kit.open_house import open_house
from tests.kit.page import PHONE, sit, window
from tests.kit.tiers import DEEP

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SCENE = {
    "title": "锄大地", "turn": "", "table": "abcdef", "course": [],
    "blocks": [
        {
            "kind": "seats", "me": 1, "free": 0, "vacant": "",
            "rows": [
                {
                    "seat": at, "name": name, "cards": 3, "held": "3 张", "score": "0",
                    "ahead": False, "marks": [], "team": "", "asked": False, "won": False,
                    "dim": False,
                }
                for at, name in enumerate(("小红", "小明"))
            ],
        }
    ],
}  # fmt: skip


def said(number, text="", *, quick="", who="a" * 16, name="小红", seat=0):
    about = f"m1:speaker:{who}"
    return Line(str(number), UserRef("web", who), name, text, quick, NOON, seat, about)


def tell(table, *lines):
    (listener,) = table.service.talk.listeners
    for one in lines:
        listener.said(table.chat, one, ())


async def came(context, port, name, room=""):
    """Somebody at the real table, and their room."""
    page = await context.new_page()
    await page.goto(f"http://127.0.0.1:{port}/{f'r/{room}' if room else ''}")
    await page.get_by_label("怎么称呼你？").fill(name)
    await page.keyboard.press("Enter")
    await expect(page.locator("#link")).to_have_text("已连接")
    return page, page.url.rpartition("/")[2]


async def say(page, text):
    if not await page.locator("#talk").is_visible():
        await page.locator("#talk-open").click()
    await page.get_by_label("说点什么").fill(text)
    await page.keyboard.press("Enter")


def lines(page):
    return page.locator("#talk-lines .line > bdi")


async def test_two_people_talk_hide_each_other_and_are_asked_to_be_quiet(browser, tmp_path):
    async with (
        open_house(tmp_path / "t.db") as (_, web),
        window(browser, viewport=PHONE) as one,
        window(browser, locale="en-GB") as two,
    ):
        ann, room = await came(one, web.port, "小安")
        bob = await two.new_page()
        await bob.goto(f"http://127.0.0.1:{web.port}/r/{room}")
        await bob.get_by_label("What shall we call you?").fill("Bob")
        await bob.keyboard.press("Enter")
        await ann.get_by_label("打字出牌或输入命令").fill("/newgame 锄大地")
        await ann.keyboard.press("Enter")
        await bob.get_by_role("button", name="Join").click()
        await say(ann, "今晚打几圈？<b>")
        unread = bob.get_by_role("button", name="Chat, 1 unread")
        await expect(unread).to_be_visible()
        await expect(bob.locator("#pinned .seat .bubble")).to_have_text("今晚打几圈？<b>")
        await ann.get_by_role("button", name="快出牌吧").click()
        await bob.get_by_role("button", name="Chat, 2 unread").click()
        await expect(lines(bob)).to_have_text(
            ["今晚打几圈？<b>", "Come on, my tea is getting cold"]
        )
        await bob.reload()
        await expect(bob.get_by_role("button", name="Chat", exact=True)).to_be_visible()
        await bob.locator("#talk-open").click()
        await expect(lines(bob)).to_have_count(2)

        await bob.locator("#talk .who").first.click()
        await bob.get_by_role("button", name="Hide what they say").click()
        await expect(lines(bob)).to_have_count(0)
        await say(ann, "听得到吗")
        await expect(lines(ann)).to_have_count(3)
        await expect(lines(bob)).to_have_count(0)
        await bob.get_by_role("button", name="Show what they say").click()
        await expect(lines(bob)).to_have_count(3)

        await bob.get_by_label("Say something").fill("我先走了")
        await bob.keyboard.press("Enter")
        await ann.locator("#talk .who").click()
        await ann.get_by_role("button", name="请 TA 先别说话").click()
        await expect(ann.get_by_text("桌主已请 TA 先别说话")).to_be_visible()
        await bob.get_by_label("Say something").fill("no!")
        await bob.keyboard.press("Enter")
        await expect(bob.locator(".toast")).to_contain_text("asked you to stay quiet")
        await expect(bob.get_by_label("Say something")).to_have_value("no!")
        await ann.get_by_role("button", name="让 TA 说话").click()
        await expect(ann.get_by_role("button", name="请 TA 先别说话")).to_be_visible()
        await bob.get_by_label("Say something").press("Enter")
        await expect(lines(ann)).to_have_text([*("今晚打几圈？<b>", "快出牌吧，茶都凉了"),
                                               *("听得到吗", "我先走了", "no!")])  # fmt: skip


async def test_it_is_a_log_that_the_keyboard_opens_and_closes(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await page.locator("#talk-open").press("Enter")
        await expect(page.get_by_label("说点什么")).to_be_focused()
        log = page.get_by_role("log", name="聊天")
        await expect(log).to_have_attribute("aria-live", "polite")
        tell(table, said(1, "你好"))
        await expect(log).to_contain_text("你好")
        assert "你好" not in await page.locator("#aloud").inner_text(), "it is not said twice"
        await page.keyboard.press("Escape")
        await expect(page.locator("#talk")).to_be_hidden()
        await expect(page.locator("#talk-open")).to_be_focused()
        tell(table, said(2, quick="hurry"))
        await expect(page.locator("#aloud")).to_contain_text("小红说：快出牌吧，茶都凉了")


async def test_who_wants_no_talk_is_shown_none(browser, table):
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await table.platform.post(table.chat, Outgoing(text="牌桌", scene=SCENE, on=True))
        tell(table, said(1, "看这里"))
        await expect(page.locator(".bubble")).to_have_text("看这里")
        await page.locator("#gear").click()
        await page.get_by_role("group", name="聊天").get_by_label("关").check()
        await expect(page.locator(".bubble")).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(page.locator("#talk-open")).to_be_hidden()
        tell(table, said(2, "还在吗"))
        await page.reload()
        await expect(page.locator("#link")).to_have_text("已连接")
        await expect(page.locator("#talk-open")).to_be_hidden()
        assert await page.locator(".bubble").count() == 0


MARKUP = """(wanted) => {
    const words = (one) => one.textContent;
    const known = new Set(['P', 'B', 'BDI', 'BUTTON', 'TIME']);
    const all = [...document.querySelectorAll('#talk-lines *')];
    const odd = all.filter((one) => !known.has(one.tagName)).map((one) => one.outerHTML);
    const rows = [...document.querySelectorAll('#talk-lines .line')];
    const told = rows.map((one) => [...one.querySelectorAll('bdi')].map(words));
    const wrong = told.filter((pair, at) => pair.join('\\n') !== wanted[at].join('\\n'));
    return [...odd, ...wrong.map(String)];
}"""


async def test_whatever_is_said_by_whoever_is_shown_as_text(browser, table, caplog):
    """Lines, names and codes that want to be more: none is markup, and none is logged."""
    caplog.set_level(logging.INFO)
    rng, numbers = chance("page"), count()
    many, each = (100_000 if DEEP else 2_000), 200
    async with window(browser, viewport=PHONE) as context:
        page, _ = await sit(context, table)
        await page.locator("#talk-open").click()
        (listener,) = table.service.talk.listeners
        for _ in range(many // each):
            found = list(some(rng, each, numbers))
            table.service.talk.said = found
            listener.anew(None, [table.chat])
            last = f'#talk-lines .line:last-child[data-id="{found[-1].id}"]'
            await page.locator(last).wait_for()
            assert await page.evaluate(MARKUP, [[one.name, one.words] for one in found]) == []
            codes = table.platform.devices.codes
            assert [code for code in (line(rng) for _ in range(each)) if codes.find(code)] == []
    ours = [one.getMessage() for one in caplog.records if one.name.startswith("bot.")]
    assert [text for text in ours if "onerror" in text or "小安" in text] == []


def some(rng, many, numbers):
    """So many lines that were taken, by people under names that were taken."""
    while many:
        try:
            text, name = words.said(line(rng)), clean(clean_name("小安" + line(rng)[:20]))
        except (Refused, NameRefused):
            continue
        many -= 1
        yield said(next(numbers), text, name=name, seat=-1)
