"""What the service sends to Discord, and what becomes of it."""

from datetime import timedelta

import discord
import pytest

from bot.ports.errors import ChatGone, MessageGone, NotAllowed, PlatformError
from bot.ports.messages import Button, Outgoing
from bot.ports.notices import PlaceGone
from bot.ports.platform import Delivery
from bot.ports.refs import ChatRef, MessageRef, UserRef
from tests.kit.discord import buttons, platform, simulated, spoken, wired
from tests.kit.service import FakeService, png

BUTTONS = ((Button("g1:table1:1:hand", "我的手牌"),),)
GRID = tuple(tuple(Button(f"g1:t:1:n{6 * r + c}", "1") for c in range(5)) for r in range(6))


async def test_a_board_is_posted_changed_retired_and_deleted():
    async with wired() as w:
        ref = await w.port.post(w.chat, Outgoing("轮到小安", png(1), "牌桌", BUTTONS))
        assert (ref.chat, ref.private) == (w.chat.id, False)
        (shown,) = w.channel.history()
        assert (shown.content, shown.attachments[0].description) == ("轮到小安", "牌桌")
        assert buttons(shown) == {"我的手牌": "b:g1:table1:1:hand"}

        assert await w.port.edit(ref, Outgoing("轮到阿强", png(2), "牌桌", BUTTONS)) == ref
        (shown,) = w.channel.history()
        assert (shown.content, len(shown.attachments)) == ("轮到阿强", 1)

        await w.port.retire(ref)
        (shown,) = w.channel.history()
        assert (shown.content, shown.components) == ("轮到阿强", [])

        await w.port.erase(ref)
        assert w.channel.history() == []
        await w.port.erase(ref)  # it is gone already
        assert w.service.notices == [], "our own deletions are no news"


async def test_a_picture_that_has_not_changed_is_not_sent_again():
    async with wired() as w:
        ref = await w.port.post(w.chat, Outgoing("一", png(1), "牌桌"))
        await w.port.edit(ref, Outgoing("二", png(1), "牌桌"))
        await w.port.edit(ref, Outgoing("三"))
        bodies = w.sent("PATCH", "/channels/*/messages/*")
        assert ["attachments" in body for body in bodies] == [False, True]
        (shown,) = w.channel.history()
        assert (shown.content, shown.attachments) == ("三", [])


async def test_a_message_of_components_is_changed_and_retired_even_when_nobody_remembers_it():
    async with wired() as w:
        ref = await w.port.post(w.chat, Outgoing("棋盘", png(1), "牌桌", GRID))
        (shown,) = w.channel.history()
        assert shown.flags.components_v2
        fresh = platform()  # the program was started again
        fresh._connection.use(w.env.bot)
        await fresh.edit(ref, Outgoing("完", png(2), "牌桌", BUTTONS))
        (shown,) = w.channel.history()
        assert buttons(shown) == {"我的手牌": "b:g1:table1:1:hand"}
        again = platform()
        again._connection.use(w.env.bot)
        await again.retire(ref)
        (shown,) = w.channel.history()
        assert buttons(shown) == {}
        assert [c.content for c in shown.components if isinstance(c, discord.TextDisplay)] == ["完"]


async def test_a_long_text_is_several_messages_and_cannot_be_an_edit():
    long = "\n".join("规" * 900 for _ in range(4))
    async with wired() as w:
        ref = await w.port.post(w.chat, Outgoing(long, rows=BUTTONS))
        shown = w.channel.history()
        assert [len(m.content) for m in shown] == [1801, 1801]
        assert [bool(m.components) for m in shown] == [False, True]
        assert ref.id == str(shown[-1].id)
        with pytest.raises(MessageGone):
            await w.port.edit(ref, Outgoing(long))


GONE = [
    # status, code, what it means, why
    (404, 10008, MessageGone, "the message was deleted"),
    (400, 30046, MessageGone, "too many edits of an old message"),
    (404, 10003, ChatGone, "DIS-14: the channel was deleted"),
    (403, 50001, ChatGone, "we may not see the channel"),
    (403, 50013, NotAllowed, "we may not write"),
    (500, 0, PlatformError, "Discord has trouble"),
]


@pytest.mark.parametrize(("status", "code", "error", "why"), GONE, ids=[row[3] for row in GONE])
async def test_what_discords_errors_mean(status, code, error, why, monkeypatch):
    async def at_once(_):
        return None

    async with wired() as w:
        ref = await w.port.post(w.chat, Outgoing("x"))
        monkeypatch.setattr("discord.http.asyncio.sleep", at_once)  # five tries after a 5xx
        w.env.inject_error("PATCH", "/channels/*", status=status, code=code, times=None)
        with pytest.raises(error) as raised:
            await w.port.edit(ref, Outgoing("y"))
        assert type(raised.value) is error


async def test_dis_08_without_the_right_to_attach_the_board_is_words_and_it_is_named():
    async with wired() as w:
        guild = w.channel.guild
        silent = guild.create_text_channel(
            "无图", overwrites={guild.me: discord.PermissionOverwrite(attach_files=False)}
        )
        chat = ChatRef("discord", str(silent.id))
        assert await w.port.lacks(chat) == ("discord-right-attach",)
        assert await w.port.lacks(w.chat) == ()
        await w.port.post(chat, Outgoing("轮到小安", png(1), "牌桌在这里"))
        (shown,) = silent.history()
        assert (shown.content, shown.attachments) == ("轮到小安\n\n牌桌在这里", [])


async def test_a_missing_right_is_named():
    async with wired() as w:
        guild = w.channel.guild
        mute = guild.create_text_channel(
            "禁言", overwrites={guild.me: discord.PermissionOverwrite(send_messages=False)}
        )
        with pytest.raises(NotAllowed) as refused:
            await w.port.post(ChatRef("discord", str(mute.id)), Outgoing("x"))
        assert refused.value.rights[0] == "discord-right-send"


async def test_a_picture_that_is_too_large_is_told_in_words():
    async with wired() as w:
        w.env.inject_error("POST", "/channels/*/messages", status=413, code=40005)
        await w.port.post(w.chat, Outgoing("轮到小安", png(1), "牌桌在这里"))
        (shown,) = w.channel.history()
        assert (shown.content, shown.attachments) == ("轮到小安\n\n牌桌在这里", [])


# Private messages.


async def test_a_hand_arrives_and_makes_no_noise_unless_it_has_to():
    async with wired() as w:
        first = await w.port.whisper(w.user, Outgoing("你的牌", title="打牌 · 小安"))
        await w.port.whisper(w.user, Outgoing("轮到你", notify=True))
        shown = w.ann.user.dm_channel.history()
        assert first.ref == MessageRef(
            "discord", str(w.ann.user.dm_channel.id), str(shown[0].id), private=True
        )
        assert shown[0].content == "**打牌 · 小安**\n你的牌"
        assert [m.flags.suppress_notifications for m in shown] == [True, False]


CLOSED = [("POST", "/users/@me/channels", 50007), ("POST", "/channels/*/messages", 50278)]


@pytest.mark.parametrize(("method", "path", "code"), CLOSED, ids=["50007", "50278"])
async def test_prv_01_a_closed_private_chat_is_an_answer_and_no_error(method, path, code):
    async with wired() as w:
        w.env.inject_error(method, path, status=403, code=code, times=None)
        delivery = await w.port.whisper(w.user, Outgoing("你的牌"))
        assert (delivery.ref, delivery.final) == (None, True)
        assert delivery.reason == ("closed" if code == 50007 else "stranger")
        assert (await w.port.reach(w.user)).ref is None


async def test_whether_a_person_can_be_reached_is_found_out_without_a_message():
    async with wired() as w:
        delivery = await w.port.reach(w.user)
        assert delivery == Delivery(
            MessageRef("discord", str(w.ann.user.dm_channel.id), "0", private=True)
        )
        assert w.ann.user.dm_channel.history() == []


async def test_nobody_is_somebody_who_cannot_be_reached():
    async with wired() as w:
        delivery = await w.port.whisper(UserRef("discord", "12345"), Outgoing("x"))
        assert (delivery.ref, delivery.final) == (None, True)


# Threads.


async def test_dis_09_an_archived_thread_is_opened_and_a_locked_one_told():
    async with wired() as w:
        place = await w.port.open_place(w.chat, "蹲麻子")
        assert place is not None
        assert (place.id, bool(place.thread)) == (w.chat.id, True)
        ref = await w.port.post(place, Outgoing("一"))
        assert (ref.chat, ref.thread) == (place.id, place.thread)
        (thread,) = w.channel.threads
        w.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
        await w.port.edit(ref, Outgoing("二"))
        assert thread.last_message.content == "二"
        w.env.inject_error("PATCH", f"/channels/{thread.id}*", status=400, code=50083, times=None)
        with pytest.raises(ChatGone):
            await w.port.edit(ref, Outgoing("三"))
        assert w.service.notices == [PlaceGone(place, deleted=False)]


async def test_a_thread_that_may_not_be_made_says_which_right_is_missing():
    async with wired() as w:
        w.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
        with pytest.raises(NotAllowed) as refused:
            await w.port.open_place(w.chat, "蹲麻子")
        assert refused.value.rights == ("discord-right-threads",)


async def test_players_are_added_to_their_thread_and_it_is_put_away():
    async with wired() as w:
        stranger = UserRef("discord", "999")
        place = await w.port.open_place(w.chat, "决赛", (w.user, stranger))
        (thread,) = w.channel.threads
        added = [r.path for r in w.env.http_requests if "/thread-members/" in r.path]
        assert [path.rpartition("/")[2] for path in added] == [w.user.id, "999"]
        guild = w.env.bot.get_channel(w.channel.id).guild
        assert w.port.place_link(place) == f"https://discord.com/channels/{guild.id}/{thread.id}"
        assert w.port.place_link(ChatRef("discord", "1234567890123456785")) == ""
        await w.port.close_place(place)
        await w.port.close_place(w.chat)
        assert w.sent("PATCH", f"/channels/{thread.id}") == [{"archived": True}]
        await (await w.env.bot.fetch_channel(thread.id)).delete()
        await w.env.settle()
        await w.port.close_place(place)


async def test_a_thread_of_ours_is_found_again_by_its_title_while_it_is_in_use():
    async with wired() as w:
        before = discord.utils.snowflake_time(int(w.channel.id))
        assert await w.port.find_place(w.chat, "决赛", before) is None
        place = await w.port.open_place(w.chat, "决赛", (w.user,))
        assert await w.port.find_place(w.chat, "决赛", before) == place
        assert await w.port.find_place(w.chat, "第 1 桌", before) is None
        assert await w.port.find_place(w.chat, "决赛", before + timedelta(hours=1)) is None
        assert await w.port.find_place(ChatRef("discord", "5"), "决赛", before) is None


@pytest.mark.parametrize(
    ("denied", "kind", "missing"),
    [
        ((), 11, ()),
        (("create_public_threads",), 12, ()),
        (("create_public_threads", "create_private_threads"), 0, ("discord-right-threads",)),
        (("send_messages_in_threads",), 0, ("discord-right-send-in-threads",)),
    ],
)
async def test_a_thread_is_public_or_private_as_the_rights_allow(denied, kind, missing):
    async with wired() as w:
        me = w.env.bot.get_channel(w.channel.id).guild.me
        lacks = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
        await w.env.bot.get_channel(w.channel.id).set_permissions(me, overwrite=lacks)
        await w.env.settle()
        found = ()
        try:
            await w.port.open_place(w.chat, "决赛", (w.user,))
        except NotAllowed as error:
            found = error.rights
        assert found == missing
        opened = w.sent("POST", f"/channels/{w.channel.id}/threads")
        assert [request["type"] for request in opened] == ([kind] if kind else [])


async def test_a_channel_that_can_have_no_threads_says_so():
    async with wired() as w:
        with pytest.raises(NotAllowed) as refused:
            await w.port.open_place(ChatRef("discord", "1234567890123456785"), "决赛")
        assert refused.value.rights == ("discord-right-text-channel",)


async def test_what_stands_below_a_board_is_counted():
    async with wired() as w:
        board = await w.port.post(w.chat, Outgoing("牌桌"))
        assert w.port.newer(board) == 0
        said = [await w.ann.send(w.channel, f"第 {n} 句") for n in range(3)]
        assert w.port.newer(board) == 3
        await w.ann.delete(said[1])
        assert w.port.newer(board) == 2


async def test_many_connections_are_one_platform():
    service = FakeService()
    port = platform(shards=2)
    client = port.connect(service)
    spoken(client, {})
    async with simulated(client) as env:
        for shard in (0, 1):
            guild = env.create_guild(f"第 {shard} 区", shard_id=shard)
            channel = guild.create_text_channel("打牌")
            ref = await port.post(ChatRef("discord", str(channel.id)), Outgoing("牌桌"))
            assert channel.last_message.id == int(ref.id)
            ann = guild.add_member(env.create_user("ann"))
            await ann.slash(channel, "why")
    assert [incoming.text for incoming in service.heard] == ["/why", "/why"]
