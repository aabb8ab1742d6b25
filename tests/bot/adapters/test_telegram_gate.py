"""Strangers, people who left and administrators without a name, on Telegram."""

import pytest

from bot.adapters.telegram import deeplink
from bot.ports.refs import UserRef
from bot.table.state import Phase
from tests.kit.telegram import data_of, open_group
from tests.kit.telegram_world import ANONYMOUS, BOT_ID

ITEMS = ("join", "bot", "unbot", "start", "leave", "set", "opt-quan", "why", "look", "scores",
         "rules", "next", "resume", "back", "yes", "c0", "n1", "hand", "reach", "said")  # fmt: skip


def words(chat):
    return "\n".join(message.words for message in chat.ours)


async def opened(house, group, people):
    await house.say(people[0], group, "/newgame dunmazi")
    await house.press(people[1], house.board(group), "加入")
    await house.forward(6)
    return house.table


def tokens_of(table):
    return [f"g1:{table.state.id}:{table.state.round}:{item}" for item in ITEMS]


@pytest.mark.parametrize("admin", [False, True], ids=["plain bot", "administrator bot"])
async def test_a_strangers_sixty_forged_controls_change_nothing(tmp_path, admin):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        group.admins += [BOT_ID] if admin else []
        table = await opened(house, group, people)
        stranger = house.world.user("外人")
        group.members = [*people]
        private = await house.whisper(stranger, "/start")
        before, shown = table.state, words(group)
        # By a link, and by a press on whatever message, as a client that lies would send it.
        for token in tokens_of(table):
            await house.whisper(stranger, f"/start {deeplink.payload(token)}")
            for message in (private, house.board(group)):
                if message.chat.person is not None:
                    await house.press(stranger, message, "", data=token)
        assert (table.state, words(group)) == (before, shown)
        assert "轮到" not in words(house.world.private(stranger))
        assert "圈数" not in words(house.world.private(stranger)), "nor are settings read"


async def test_a_stranger_is_told_why(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        table = await opened(house, group, people)
        stranger = house.world.user("外人")
        private = await house.whisper(stranger, "/start")
        join = f"g1:{table.state.id}:0:join"
        assert "请到群里按一下" in (await house.press(stranger, private, "", data=join))[0]
        group.admins.append(BOT_ID)
        await house.forward(90)
        assert "群里的人才能用" in (await house.press(stranger, private, "", data=join))[0]


def test_links_bring_nothing_that_acts():
    for item in (*ITEMS, "notify"):
        token = f"g1:table1:0:{item}"
        wanted = token if item in ("hand", "notify") else ""
        assert deeplink.token(deeplink.payload(token)) == wanted
    ask = "m1:notify:ask.-10012345678901"
    assert deeplink.token(deeplink.payload(ask)) == ask
    for word in ("on", "off"):
        assert deeplink.payload(ask.replace("ask", word)) == ""
    for token in ("m1:newgame:dunmazi", "m1:tournament:join.0123456789", "m1:forgetme:all"):
        assert deeplink.token(deeplink.payload(token)) == ""


async def test_a_link_asks_whether_to_tell_of_tables_and_a_press_in_private_answers(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙丙") as (house, group, people):
        group.admins.append(BOT_ID)
        await opened(house, group, people)
        link = f"/start {deeplink.payload(f'm1:notify:ask.{group.id}')}"
        outside = house.world.user("外人")
        for person, wanted in ((outside, False), (people[2], True)):
            await house.whisper(person, link)
            asked = house.last(house.world.private(person))
            user = UserRef("telegram", str(person.id))
            assert ("要我私信叫你吗" in asked.words) == wanted
            assert not house.service.running.subscriptions.wanted(user, house.table.state.place), (
                "only asked"
            )
            await house.press(person, asked, "", data=f"m1:notify:on.{group.id}")
            assert (
                house.service.running.subscriptions.wanted(user, house.table.state.place) == wanted
            )
            await house.forward(9)


async def test_who_was_seen_in_the_group_may_look_in_private_until_they_leave(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙丙") as (house, group, people):
        table = await opened(house, group, people)
        why = f"g1:{table.state.id}:0:why"
        private = await house.whisper(people[2], "/help")
        await house.say(people[2], group, "/why")
        assert await said_of(house, people[2], private, why)
        house.world.leave(group, people[2])
        await house.forward(5)  # else it was only just answered
        assert not await said_of(house, people[2], private, why)


async def said_of(house, person, private, token):
    """Whether a press is answered with more than a refusal."""
    answer = await house.press(person, private, "", data=token)
    return answer is None or "群" not in answer[0]


async def test_who_left_the_group_does_not_come_back_to_the_seat_in_private(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙丙") as (house, group, people):
        await house.begin(group, people)
        house.world.leave(group, people[2])
        await house.settle()
        gone = next(s for s in house.table.state.players if s.name == "丙")
        assert gone.left
        for line in ("/back", "/join", "/resume", "/play ♠3", "/hand"):
            await house.whisper(people[2], line)
        gone = next(s for s in house.table.state.players if s.name == "丙")
        assert gone.left
        assert "你已经不在那个群里了" in house.hand(people[2]).words


# An administrator without a name.


async def test_an_anonymous_administrator_has_an_administrators_rights_and_no_seat(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        table = await opened(house, group, people)

        async def masked(text):
            await house.say(None, group, text, sender=ANONYMOUS, sender_chat=group.json())
            await house.forward(30)  # one person is shown four things a minute in a group
            return house.last(group).words

        for line in ("/join", "/newgame dazha", "/hand", "/prefs"):
            assert "匿名管理员" in await masked(line), line
        assert len(table.state.players) == 2
        assert "没有打完的牌局" in await masked("/scores") or "还没有" in house.last(group).words
        assert "只给你一个人看" in await masked("/chat")
        await masked("/stop")
        assert table.state.phase is Phase.CLOSED


async def test_a_channel_that_speaks_is_nobody(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        table = await opened(house, group, people)
        channel = {"id": -1009, "type": "channel", "title": "频道"}
        await house.say(None, group, "/stop", sender=ANONYMOUS, sender_chat=channel)
        assert table.state.phase is Phase.LOBBY
        assert "以群组或频道的身份" in house.last(group).words


# Keeping people out.


async def test_somebody_is_blocked_by_reply_and_by_mention(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙丙") as (house, group, people):
        group.admins.append(people[0].id)
        await house.say(people[0], group, "/newgame dunmazi")
        bad = await house.say(people[1], group, "/join")
        said = house.world.put(group, people[1].json(), text="哈哈")
        reply = {"reply_to_message": said.json()}
        await house.say(people[0], group, "/block", **reply)
        assert [s.name for s in house.table.state.players] == ["甲"]
        await house.say(people[1], group, "/join")
        await house.press(people[1], house.board(group), "加入")
        assert [s.name for s in house.table.state.players] == ["甲"]
        mention = {"type": "text_mention", "offset": 9, "length": 1, "user": people[1].json()}
        await house.say(people[0], group, "/unblock 乙", entities=[mention])
        await house.say(people[1], group, "/join")
        assert [s.name for s in house.table.state.players] == ["甲", "乙"]
        assert bad.chat is group


# What everybody sees.


async def test_a_press_that_names_another_message_changes_nothing_for_others(tmp_path):
    """A lying client sends any data with any message of the chat."""
    async with open_group(tmp_path / "t.db", "甲乙丙") as (house, group, people):
        group.topics = {5: "open", 6: "open"}
        await house.say(people[0], group, "/newgame dunmazi", thread=5)
        await house.say(people[1], group, "/newgame dunmazi", thread=6)
        for _ in range(4):
            await house.forward(5)  # both boards are the group's, and some seconds apart
        mine, other = (m for m in group.ours if m.keyboard)
        line = next((m for m in group.ours if not m.keyboard), None)
        kept = [(m.words, m.keyboard, m.gone) for m in group.ours]
        for token in data_of(mine):
            if token.endswith((":why", ":rules", ":scores", ":set")) or "newgame" in token:
                await house.press(people[2], other, "", data=token)
        await house.press(people[2], other, "", data="m1:newgame:nothing")
        assert [(m.words, m.keyboard, m.gone) for m in group.ours] == kept
        assert line is None or not line.gone
