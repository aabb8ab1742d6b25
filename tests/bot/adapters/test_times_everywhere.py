"""No sentence shows a time of day that does not say whose it is, on any platform.

Everything that runs out is on, every command that names a time is given, in every language; what
the service says is then shaped by each of the platforms.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from playwright.async_api import expect

from bot.adapters.discord.render import fresh, shape
from bot.adapters.telegram.render import essence, shaped
from bot.adapters.web.protocol import shape as on_the_page
from bot.i18n.times import clock_time, day_time, marked, plain
from bot.i18n.zones import zone
from bot.ports.messages import Outgoing
from bot.ports.refs import ChatRef
from tests.kit.house import service
from tests.kit.overheard import all_that_is_said
from tests.kit.page import sit, window
from tests.kit.telegram import telegram_port
from tests.kit.times import BARE, MARKS, called

AT = datetime(2026, 11, 29, 15, 12, 45, tzinfo=UTC)


def complaints(message):
    """What is wrong with a message, as each platform shows it."""
    labels = [b.label for row in message.rows for b in row] + [p.label for p in message.pickers]
    facts = [f"{fact.label} {fact.value}" for fact in message.facts]
    aside = [message.title, message.alt, message.thinking, *labels, *facts]
    yield from (f"marked: {text!r}" for text in aside if MARKS.search(text))
    yield from (f"bare: {text!r}" for text in (plain(message.text), *aside) if BARE.search(text))
    discord = str(fresh(shape(message))) + shape(message).text
    sent = shaped(message, None)
    told = [discord, sent.words.text, *(w.text for w in sent.rest), essence(message)]
    told.append(str(on_the_page("p1", message, AT)["text"]))
    yield from (f"a mark left: {text!r}" for text in told if MARKS.search(text))
    yield from (f"bare: {text!r}" for text in told[1:] if BARE.search(text))
    yield from (f"bare on Discord: {t}" for t in re.findall(r"\d\d:\d\d UTC", shape(message).text))
    times = len(re.findall("\ufdd0", message.text))
    shown = len(re.findall(r"<t:\d+:[Tf]>", shape(message).text))
    entities = sum(e.type == "date_time" for w in (sent.words, *sent.rest) for e in w.entities)
    page = len(on_the_page("p1", message, AT)["times"])
    if not times == shown == entities == page:
        yield f"{times} times, {shown} on Discord, {entities} on Telegram, {page} on the page"


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
async def test_no_sentence_shows_a_bare_time(tmp_path, language):
    heard = await all_that_is_said(tmp_path / "t.db", language)
    wrong = [complaint for message in heard for complaint in complaints(message)]
    assert wrong == []
    told = {message.text for message in heard if MARKS.search(message.text)}
    assert len(told) >= 18, "deadlines, votes, pauses, queues, tournaments, proposals, seasons …"
    offset = "UTC" if language == "en" else "UTC+8"
    for text in told:
        assert f" {offset}" in plain(text), text


def test_the_law_catches_a_time_that_was_put_into_words_too_early():
    assert list(complaints(Outgoing("轮到 小明，23:12:45 之前。")))
    assert list(complaints(Outgoing("x", alt=marked(clock_time(AT), zone("UTC")))))
    good = Outgoing(f"轮到 小明，{marked(clock_time(AT), zone('UTC+8'))} 之前。")
    assert not list(complaints(good))


# The chat's zone.


async def test_a_chat_is_told_times_in_its_own_zone(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        house.people.chat = ChatRef("memory", "-10012345678901")
        await house.say("甲", "/newgame 比大小")
        await house.say("乙", "/join", language="en")
        await house.say("甲", "/start")
        board = house.platform.board("-10012345678901")
        question = house.table.state.questions[0]
        because = (await house.say("甲", "/why")).message.text
        assert called(question.deadline) in plain(because)
        await house.say("甲", "/chat 时区 UTC-3:30", admin=True)
        for who in ("甲", "乙"):
            told = plain((await house.say(who, "/why")).message.text)
            assert called(question.deadline, where="UTC-3:30") in told, "also to who reads English"
        form = (await house.say("甲", "/chat zone +9", admin=True)).message
        assert "时区：UTC+9" in form.text and "/chat 时区 UTC+9" in form.text
        button = next(b for row in form.rows for b in row if "UTC+9" in b.label)
        pressed = (await house.press("甲", button.token, admin=True)).message
        assert "UTC+10" in pressed.text
        wrong = await house.say("甲", "/chat 时区 柏林", admin=True)
        assert "UTC+8、UTC-3:30" in wrong.message.text
        again = (await house.say("甲", "/chat", admin=True)).message.text
        assert "UTC+10" in again, "and nothing has changed"
        assert board is not None


async def test_where_nothing_is_set_the_zone_goes_with_the_language(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        await house.say("A", "/newgame 比大小", language="en")
        await house.say("B", "/join", language="zh")
        await house.say("A", "/start", language="en")
        question = house.table.state.questions[0]
        for who in "AB":
            told = plain((await house.say(who, "/why")).message.text)
            assert called(question.deadline, where="UTC") in told


# Each platform for itself.

WHOLE = f"😀 轮到 小明，{marked(clock_time(AT), zone('UTC+8'))} 之前。\n" + (
    f"赛事 {marked(day_time(AT), zone('UTC+8'))} 开始"
)


async def test_telegram_is_given_the_time_itself_under_true_words():
    async with telegram_port() as port:
        group = port.world.group("牌友", [port.world.user("甲")])
        await port.platform.post(ChatRef("telegram", str(group.id)), Outgoing(WHOLE))
        (message,) = group.ours
        assert message.text == ("😀 轮到 小明，23:12:45 UTC+8 之前。\n赛事 11-29 23:12 UTC+8 开始")
        raw = message.text.encode("utf-16-le")
        found = [
            (
                raw[2 * e["offset"] : 2 * (e["offset"] + e["length"])].decode("utf-16-le"),
                e["type"], e["unix_time"], e["date_time_format"],
            )
            for e in message.entities
        ]  # fmt: skip
        seconds = int(AT.timestamp())
        assert found == [
            ("23:12:45 UTC+8", "date_time", seconds, "T"),
            ("11-29 23:12 UTC+8", "date_time", seconds, "dt"),
        ]


def test_telegram_times_of_a_long_text_stand_in_the_message_that_holds_them():
    time = marked(clock_time(AT), zone("UTC+8"))
    sent = shaped(Outgoing("\n".join(["😀" * 99 + f" {time}"] * 60)), None)
    assert len(sent.rest) > 1
    count = 0
    for words in (sent.words, *sent.rest):
        raw = words.text.encode("utf-16-le")
        assert len(raw) <= 2 * 4096
        for entity in words.entities:
            begin = 2 * entity.offset
            under = raw[begin : begin + 2 * entity.length].decode("utf-16-le")
            assert under == "23:12:45 UTC+8"
            count += 1
    assert count == 60


def test_telegram_toasts_and_captions_are_words_alone():
    message = Outgoing(WHOLE, b"PNG", alt="牌桌")
    assert "23:12:45 UTC+8" in essence(message) and not MARKS.search(essence(message))
    words = shaped(replace(message, picture=None, alt=""), None).words
    assert len(words.entities) == 2


def test_discord_shows_it_as_every_readers_client_does():
    seconds = int(AT.timestamp())
    assert shape(Outgoing(WHOLE)).text == (
        f"😀 轮到 小明，<t:{seconds}:T> 之前。\n赛事 <t:{seconds}:f> 开始"
    )


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="module")
async def test_the_page_shows_it_as_the_readers_own_clock_does(browser, table):
    async with window(browser, timezone_id="America/Sao_Paulo") as context:
        page, user = await sit(context, table)
        await table.platform.whisper(user, Outgoing(text=WHOLE))
        text = page.locator("#hands .text")
        await expect(text).to_contain_text("轮到 小明，12:12:45 之前。")
        await expect(text).to_contain_text("11/29 12:12 开始")
        times = text.locator("time")
        await expect(times).to_have_count(2)
        await expect(times.first).to_have_attribute("datetime", "2026-11-29T15:12:45.000Z")
        await expect(times.first).to_have_attribute("title", "23:12:45 UTC+8")
