"""The problem of the day posted by itself: once a day, at its hour, wherever the program dies."""

import re
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot.ports.errors import ChatGone, ChatMoved, NoConnection, PlatformError, Unfit
from bot.ports.notices import Migrated, Removed
from bot.ports.refs import ChatRef
from bot.runtime import daily
from bot.runtime.daily import day_of
from bot.screens.puzzle import daily_token
from bot.users.daily import PATIENCE, Daily, load
from engine.puzzles import of_day
from tests.kit.clock import ManualClock
from tests.kit.house import service
from tests.kit.ids import ROOM_ID
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.tiers import DEEP

ROOM = ChatRef("memory", ROOM_ID)
HOUR = 3600
DAY = 24 * HOUR
NOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
"""Eight in the evening in China; a chat is told times by that zone until it says otherwise."""


@asynccontextmanager
async def chat(tmp_path, clock=None, platform=None):
    clock = clock or ManualClock(NOON - timedelta(hours=1))
    async with service(tmp_path / "t.db", clock=clock, platform=platform) as house:
        yield house


async def on(house, words="/puzzle daily", **fields):
    return await house.say("甲", words, admin=True, **fields)


async def until(house, hours, step=2):
    """Let hours pass, some at a time."""
    for _ in range(int(hours / step)):
        await house.forward(step * HOUR)


def number(message):
    """Which problem a message shows; empty: none."""
    found = re.search(r"每日残局：第 (\d+) 题", message.text)
    return found[1] if found else ""


def posts(house, room=ROOM_ID):
    """Every problem that was posted into a chat."""
    return [sent.message for sent in house.platform.in_chat(room) if number(sent.message)]


def numbers(house):
    return list(map(number, posts(house)))


async def test_it_is_posted_each_day_at_its_hour_with_who_solved_the_last(tmp_path):
    async with chat(tmp_path) as house:
        shown = await on(house)
        assert "每天 20:00 UTC+8" in shown.message.text
        await house.forward(HOUR / 2)
        assert not posts(house), "not before its hour"
        await house.forward(HOUR / 2 + daily.LOOK)
        (first,) = posts(house)
        assert number(first) == str(of_day(day_of(house.clock.now())).number)
        assert "上一题" not in first.text, "there was none before"
        opened = await house.press("乙", buttons(first)["我来解"])
        await house.forward(3)
        await house.press("乙", buttons(opened.message)["看答案"])
        await until(house, 26)
        _, second = posts(house)
        assert f"上一题（第 {number(first)} 题）没人解开" in second.text
        assert number(second) != number(first)


async def test_once_a_day_through_restarts_at_every_moment(tmp_path):
    clock = ManualClock(NOON - timedelta(hours=1))
    platform = MemoryPlatform()
    async with chat(tmp_path, clock, platform) as house:
        await on(house)
    days, hours = (6, 0.5) if DEEP else (2, 4)
    for _ in range(int(24 * days / hours)):
        async with chat(tmp_path, clock, platform) as house:
            await house.forward(hours * HOUR)
    assert len(posts(house)) == len(set(numbers(house))) == days


@pytest.mark.parametrize("moment", ["before it is sent", "after it was sent"])
async def test_whoever_is_killed_about_posting_posts_no_second_time(tmp_path, moment):
    clock, platform = ManualClock(NOON - timedelta(hours=1)), MemoryPlatform()
    async with chat(tmp_path, clock, platform) as house:
        await on(house)
        posted = platform.post

        async def post(place, message):
            if moment == "after it was sent":
                await posted(place, message)
            raise PlatformError("the program died here")

        platform.post = post
        await house.forward(HOUR + daily.LOOK)
        platform.post = posted
    for _ in range(4):
        async with chat(tmp_path, clock, platform) as house:
            await house.forward(HOUR)
    assert len(posts(house)) == (moment == "after it was sent")
    async with chat(tmp_path, clock, platform) as house:
        await until(house, 21)
    assert len(posts(house)) == 1 + (moment == "after it was sent")


async def test_what_was_certainly_not_sent_is_sent_later(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        house.platform.fail["post"] = NoConnection("nobody there")
        await house.forward(HOUR + daily.LOOK)
        assert not posts(house)
        house.platform.fail.clear()
        await house.forward(daily.LOOK)
        assert len(posts(house)) == 1
        await until(house, 12)
        assert len(posts(house)) == 1


async def test_a_look_that_fails_is_not_the_last(tmp_path, monkeypatch, caplog):
    async with chat(tmp_path) as house:
        await on(house)
        problems = house.service.running.daily
        with monkeypatch.context() as patched:
            patched.setattr(problems, "_here", lambda place: 1 / 0)
            await house.forward(HOUR + daily.LOOK)
        assert "ZeroDivisionError" in caplog.text and not posts(house)
        caplog.clear()
        await house.forward(daily.LOOK)
        assert len(posts(house)) == 1


@pytest.mark.parametrize(("hours", "late"), [(11, True), (14, False)])
async def test_after_an_outage_it_comes_late_once_or_waits_for_the_next(tmp_path, hours, late):
    clock, platform = ManualClock(NOON - timedelta(hours=1)), MemoryPlatform()
    async with chat(tmp_path, clock, platform) as house:
        await on(house)
    clock.forward(hours * HOUR)
    for _ in range(3):
        async with chat(tmp_path, clock, platform) as house:
            await house.forward(HOUR / 4)
    assert len(posts(house)) == late
    async with chat(tmp_path, clock, platform) as house:
        await until(house, 26 - hours, 1)
    assert len(posts(house)) == 1 + late


async def test_a_clock_that_is_set_back_posts_no_day_twice_and_one_far_ahead_goes_on(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        await house.forward(HOUR + daily.LOOK)
        house.clock.jump(-3 * HOUR)
        await house.settle()
        await until(house, 8)
        assert len(posts(house)) == 1
        house.clock.jump(40 * DAY)
        await house.settle()
        await until(house, 20)
        ahead = len(posts(house))
        assert ahead > 1
        house.clock.jump(-40 * DAY)
        await house.settle()
        await until(house, 4)
        assert len(posts(house)) == ahead
        await until(house, 48)
        assert len(posts(house)) > ahead, "it goes on"


async def test_the_hour_is_of_the_chats_zone_and_another_zone_repeats_no_problem(tmp_path):
    async with chat(tmp_path) as house:
        await on(house, "/chat zone UTC-5")
        await on(house, "/puzzle daily 7:30")  # 12:30 in the zone of none
        await house.forward(HOUR)
        assert not posts(house)
        await house.forward(HOUR / 2 + daily.LOOK)
        assert len(posts(house)) == 1
        for zone in ("UTC-6", "UTC+14", "UTC-12", "UTC"):
            await on(house, f"/chat zone {zone}")
            await until(house, 30)
        assert len(numbers(house)) == len(set(numbers(house))) > 3


async def test_it_is_posted_in_the_topic_where_it_was_asked_for_and_follows_its_chat(tmp_path):
    async with chat(tmp_path) as house:
        topic = ChatRef("memory", ROOM_ID, "7")
        await on(house, chat=topic)
        new = ChatRef("memory", "-1009999999999999")
        house.platform.fail["post"] = ChatMoved(new)
        await house.forward(HOUR + daily.LOOK)
        house.platform.fail.clear()
        await house.forward(daily.LOOK)
        await house.forward(daily.LOOK)
        assert not posts(house)
        (found,) = posts(house, new.id)
        (ref,) = [ref for ref, sent in house.platform.sent.items() if sent.message is found]
        assert ref.thread == "7"
        await house.service.notice(Migrated(ROOM, new))
        await until(house, 24)
        assert len(posts(house, new.id)) == 2


async def test_nothing_is_posted_where_the_program_was_removed_or_it_was_turned_off(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        await house.service.notice(Removed(ROOM))
        await until(house, 26)
        assert not posts(house)
        await on(house)
        shown = await on(house, "/puzzle daily off")
        assert "不往这里发" in shown.message.text
        await until(house, 26)
        assert not posts(house)


async def test_a_chat_that_cannot_be_written_to_is_tried_once_a_day(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        house.platform.fail["post"] = ChatGone("gone")
        await until(house, 48)
        assert house.platform.calls.count(("post", ROOM.place)) == 2


async def test_a_picture_that_is_not_taken_is_told_in_words(tmp_path):
    async with chat(tmp_path, platform=MemoryPlatform(pictures=True)) as house:
        await on(house)
        posted = house.platform.post

        async def post(place, message):
            if message.picture is not None:
                raise Unfit("too large")
            return await posted(place, message)

        house.platform.post = post
        await house.forward(HOUR + daily.LOOK)
        (message,) = posts(house)
        assert message.picture is None and "地主" in message.text


async def test_nobody_looks_for_two_weeks_and_it_ends_saying_so_once(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        for _ in range(PATIENCE + 3):
            await until(house, 24, 8)
        assert len(posts(house)) == PATIENCE
        assert sum("没人看" in line for line in house.platform.lines()) == 1
        await on(house)
        await until(house, 24, 8)
        assert len(posts(house)) == PATIENCE + 1, "it can be turned on again"


async def test_one_look_in_two_weeks_is_enough(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        for day in range(PATIENCE + 3):
            await until(house, 24, 8)
            if day == PATIENCE - 2:
                await house.press("乙", buttons(posts(house)[0])["我来解"])
        assert len(posts(house)) == PATIENCE + 3


async def test_who_may_not_is_told_who_may_and_nothing_changes(tmp_path):
    async with chat(tmp_path) as house:
        for asked in (
            house.say("乙", "/puzzle daily"),
            house.press("乙", daily_token("1200", ROOM)),
            house.press("乙", daily_token("1200", ROOM), chat=None),
        ):
            shown = await asked
            assert not shown.public
            assert "管理员" in shown.message.text or "那个群" in shown.message.text
        shown = await on(house, "/puzzle daily 25:00")
        assert "要写几点" in shown.message.text and not shown.public
        await until(house, 26)
        assert not posts(house)


async def test_off_and_on_again_posts_no_problem_twice(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        await house.forward(HOUR + daily.LOOK)
        await on(house, "/puzzle daily off")
        await on(house, "/每日残局 21:00")
        await until(house, 12)
        assert len(posts(house)) == 1


async def test_a_problem_that_is_over_is_not_solved_for_the_new_one(tmp_path):
    """The button of yesterday's message opens today's, and says so."""
    async with chat(tmp_path) as house:
        await on(house)
        await until(house, 26)
        first, second = posts(house)
        assert "过了" not in (await house.press("乙", buttons(second)["我来解"])).message.text
        await house.forward(3)
        shown = await house.press("乙", buttons(first)["我来解"])
        assert "那一题已经过了" in shown.message.text
        assert number(shown.message) == number(second)


async def test_a_problem_posted_in_the_evening_is_the_chats_until_the_next(tmp_path):
    async with chat(tmp_path) as house:
        await on(house)
        await house.forward(HOUR + daily.LOOK)
        (posted,) = numbers(house)
        await until(house, 12)  # past midnight
        assert number((await house.say("乙", "/puzzle")).message) == posted


@pytest.mark.parametrize("kept", ["", "{}", "[1]", '[1440, "", 0, 0, 0, "", 0, true]', "[null]"])
def test_what_cannot_be_read_is_nothing(kept):
    assert load(kept) is None
    one = Daily(65, "7", 5, 4, 3, "9", 2, on=False)
    assert load(one.dump()) == one
