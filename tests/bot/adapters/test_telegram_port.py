"""The port on a Bot API server: what is sent, changed and taken back, and what goes wrong."""

import asyncio
import struct

import pytest

from bot.ports.errors import ChatGone, ChatMoved, MessageGone, NotAllowed, PlatformError, RetryAfter
from bot.ports.messages import Attachment, Button, Outgoing, Picker, PickGroup, PickOption
from bot.ports.notices import Migrated, PlaceGone, Reachable, Removed
from bot.ports.platform import Delivery
from bot.ports.refs import ChatRef, MessageRef, UserRef
from tests.kit.telegram import telegram_port
from tests.kit.telegram_world import BOT

ROWS = ((Button("g1:table1:0:join", "加入"), Button("g1:table1:0:start", "开始")),)
PICKS = (
    Picker(
        "g1:table1:3:s0", "出牌", (PickGroup("选", (PickOption("cards.0", "♠3", "S3"),), 1, 1),)
    ),
)


def chat_of(group, thread=""):
    return ChatRef("telegram", str(group.id), thread)


def user_of(user):
    return UserRef("telegram", str(user.id))


@pytest.fixture
async def port():
    async with telegram_port() as port:
        yield port


@pytest.fixture
def group(port):
    return port.world.group("牌友", [port.world.user("甲")])


async def test_a_board_is_a_photo_with_words_and_buttons(port, group):
    ref = await port.platform.post(chat_of(group), Outgoing("轮到 甲", b"PNG1", rows=ROWS))
    (message,) = group.ours
    assert ref == MessageRef("telegram", str(group.id), str(message.id))
    assert (message.photo, message.caption) == (b"PNG1", "轮到 甲")
    assert list(message.buttons) == ["加入", "开始"]
    assert message.silent and not message.protected


@pytest.mark.parametrize("picture", [None, b"PNG1"])
async def test_a_file_to_keep_is_a_document_below(port, group, picture):
    file = Attachment("scores.csv", b"a,b\r\n")
    await port.platform.post(chat_of(group), Outgoing("战绩在附件里", picture, file=file))
    words, document = group.ours
    assert words.photo == picture
    assert "战绩在附件里" in (words.caption or words.text)
    assert document.document == file.data
    assert not document.protected


async def test_only_what_has_changed_is_sent(port, group):
    ref = await port.platform.post(chat_of(group), Outgoing("一", b"PNG1", rows=ROWS))
    (message,) = group.ours
    before = len(port.server.requests)
    await port.platform.edit(ref, Outgoing("一", b"PNG1", rows=ROWS))
    assert port.server.counts(before) == {}
    await port.platform.edit(ref, Outgoing("二", b"PNG1", rows=ROWS))
    assert port.server.counts(before) == {"editMessageCaption": 1}
    await port.platform.edit(ref, Outgoing("二", b"PNG2"))
    assert port.server.counts(before) == {"editMessageCaption": 1, "editMessageMedia": 1}
    assert (message.photo, message.caption, message.keyboard) == (b"PNG2", "二", [])


async def test_img_04_pictures_are_sent_as_bytes_and_never_by_a_number(port, group):
    ref = await port.platform.post(chat_of(group), Outgoing("一", b"PNG1"))
    await port.platform.edit(ref, Outgoing("一", b"PNG2"))
    await port.platform.edit(ref, Outgoing("一", b"PNG1"))
    assert [next(iter(r.files.values()))[1] for r in port.server.requests if r.files] == [
        b"PNG1", b"PNG2", b"PNG1",
    ]  # fmt: skip


async def test_words_become_a_picture_and_a_picture_gets_other_words(port, group):
    ref = await port.platform.post(chat_of(group), Outgoing("一"))
    (message,) = group.ours
    await port.platform.edit(ref, Outgoing("二", b"PNG"))
    assert (message.text, message.photo, message.caption) == (None, b"PNG", "二")
    await port.platform.edit(ref, Outgoing("三"))
    assert (message.photo, message.caption) == (b"PNG", "三")


async def test_tel_06_what_is_not_modified_is_a_success(port, group):
    message = Outgoing("一", b"PNG1", rows=ROWS)
    ref = await port.platform.post(chat_of(group), message)
    async with telegram_port(server=port.server) as other:  # remembers nothing
        assert await other.platform.edit(ref, message) == ref
    assert port.server.requests[-1].refused.startswith("Bad Request: message is not modified")


async def test_retiring_takes_the_buttons_and_leaves_the_rest(port, group):
    ref = await port.platform.post(chat_of(group), Outgoing("一", b"PNG1", rows=ROWS))
    await port.platform.retire(ref)
    await port.platform.retire(ref)
    (message,) = group.ours
    assert (message.caption, message.keyboard) == ("一", [])
    await port.platform.edit(ref, Outgoing("一", b"PNG1", rows=ROWS))
    assert message.keyboard


async def test_tel_07_what_is_too_old_to_be_deleted_is_let_be(port, group):
    ref = await port.platform.post(chat_of(group), Outgoing("一"))
    port.server.fail(400, "Bad Request: message can't be deleted for everyone")
    await port.platform.erase(ref)
    assert len(group.ours) == 1
    await port.platform.erase(ref)
    await port.platform.erase(ref)
    assert group.ours == []
    with pytest.raises(MessageGone):
        await port.platform.edit(ref, Outgoing("二"))


async def test_tel_14_what_a_caption_does_not_hold_stands_below(port, group):
    long = "\n".join(f"第 {n} 行：{'长' * 40}" for n in range(40))
    ref = await port.platform.post(chat_of(group), Outgoing(long, b"PNG", rows=ROWS))
    assert "\n".join(m.words for m in group.ours) == long
    assert [bool(m.keyboard) for m in group.ours] == [True, False]
    await port.platform.edit(ref, Outgoing(long + "\n完", b"PNG", rows=ROWS))
    assert "\n".join(m.words for m in group.ours) == long + "\n完"
    await port.platform.edit(ref, Outgoing("短", b"PNG", rows=ROWS))
    assert [m.words for m in group.ours] == ["短"]


async def test_tel_13_what_is_no_photo_is_a_file_and_what_is_no_picture_is_words(port, group):
    wide = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 9000, 200)
    ref = await port.platform.post(chat_of(group), Outgoing("一", wide, "画面"))
    assert group.ours[-1].document == wide
    await port.platform.edit(ref, Outgoing("二", wide + b"2", "画面"))
    assert group.ours[-1].document == wide + b"2"
    port.server.fail(400, "Bad Request: PHOTO_INVALID_DIMENSIONS", method="sendPhoto")
    await port.platform.post(chat_of(group), Outgoing("三", b"PNG", "画面"))
    assert group.ours[-1].document == b"PNG"
    for method in ("sendPhoto", "sendDocument"):
        port.server.fail(400, "Bad Request: IMAGE_PROCESS_FAILED", method=method)
    await port.platform.post(chat_of(group), Outgoing("四", b"PNG", "画面"))
    assert group.ours[-1].text == "四\n\n画面"


async def test_tel_02_a_topic_keeps_everything_and_general_has_no_number(port):
    forum = port.world.group("论坛", topics=(7,))
    await port.platform.post(chat_of(forum, "7"), Outgoing("一"))
    await port.platform.post(chat_of(forum), Outgoing("二"))
    assert [m.thread for m in forum.ours] == [7, None]
    assert "message_thread_id" not in port.server.requests[-1].fields


async def test_cards_are_not_picked_in_a_group_but_the_way_to_it_is_shown(port, group):
    await port.platform.post(chat_of(group), Outgoing("轮到 甲", rows=ROWS, pickers=PICKS))
    assert list(group.ours[-1].buttons) == ["加入", "开始", "去私聊里选牌"]
    assert group.ours[-1].buttons["去私聊里选牌"]["url"].startswith("https://t.me/paizhuo_bot?")


async def test_who_is_called_is_told_even_if_they_never_spoke(port, group):
    (user,) = group.members
    await port.platform.post(chat_of(group), Outgoing("轮到 甲 了", mention=user_of(user)))
    (entity,) = group.ours[-1].entities
    assert (entity["type"], entity["user"]["id"]) == ("text_mention", user.id)
    assert not group.ours[-1].silent
    user.name = "很久没来的人"
    await port.platform.post(chat_of(group), Outgoing("该你了", mention=user_of(user)))
    assert group.ours[-1].text == "很久没来的人\n该你了"


ERRORS = [
    (400, "Bad Request: message to edit not found", {}, MessageGone),
    (400, "Bad Request: message can't be edited", {}, MessageGone),
    (400, "Bad Request: chat not found", {}, ChatGone),
    (403, "Forbidden: bot was kicked from the supergroup chat", {}, ChatGone),
    (403, "Forbidden: bot is not a member of the supergroup chat", {}, ChatGone),
    (400, "Bad Request: not enough rights to send text messages to the chat", {}, NotAllowed),
    (400, "Bad Request: not enough rights to send photos to the chat", {}, NotAllowed),
    (400, "Bad Request: CHAT_WRITE_FORBIDDEN", {}, NotAllowed),
    (400, "Bad Request: message thread not found", {}, ChatGone),
    (400, "Bad Request: TOPIC_CLOSED", {}, ChatGone),
    (400, "Bad Request: upgraded", {"migrate_to_chat_id": -10_012_345_678_909}, ChatMoved),
    (429, "Too Many Requests: retry after 7", {"retry_after": 7}, RetryAfter),
    (500, "Internal Server Error", {}, PlatformError),
    (502, "Bad Gateway", {}, PlatformError),
    (400, "Bad Request: something new", {}, PlatformError),
    (0, "", {}, PlatformError),
]


@pytest.mark.parametrize(("status", "words", "parameters", "error"), ERRORS)
async def test_what_refusals_mean(port, group, status, words, parameters, error):
    ref = await port.platform.post(chat_of(group), Outgoing("一"))
    port.server.fail(status, words, **parameters)
    with pytest.raises(PlatformError) as raised:
        await port.platform.edit(ref, Outgoing("二"))
    assert type(raised.value) is error or (error is ChatGone and isinstance(raised.value, ChatGone))


async def test_missing_rights_are_named(port, group):
    port.server.fail(400, "Bad Request: not enough rights to send photos to the chat")
    with pytest.raises(NotAllowed) as raised:
        await port.platform.post(chat_of(group), Outgoing("一", b"PNG"))
    assert raised.value.rights == ("telegram-right-pictures",)
    assert await port.platform.lacks(chat_of(group)) == ()
    group.may["can_send_photos"] = False
    assert await port.platform.lacks(chat_of(group)) == ("telegram-right-pictures",)
    group.may["can_send_messages"] = False
    assert await port.platform.lacks(chat_of(group)) == (
        "telegram-right-send", "telegram-right-pictures",
    )  # fmt: skip


async def test_tel_12_a_429_holds_its_chat_as_long_as_it_says_and_no_other(port, group):
    other = port.world.group("别的群")
    port.server.fail(429, "Too Many Requests: retry after 90", retry_after=90, chat=group.id)
    with pytest.raises(RetryAfter) as raised:
        await port.platform.post(chat_of(group), Outgoing("一"))
    assert raised.value.seconds == 90
    before = len(port.server.requests)
    await port.platform.post(chat_of(other), Outgoing("二"))
    port.clock.forward(30)
    with pytest.raises(RetryAfter) as raised:
        await port.platform.post(chat_of(group), Outgoing("一"))
    assert raised.value.seconds == 60
    assert port.server.counts(before) == {"sendMessage": 1}
    port.clock.forward(60)
    await port.platform.post(chat_of(group), Outgoing("一"))
    assert [m.text for m in (*group.ours, *other.ours)] == ["一", "二"]


async def test_a_refusal_that_says_something_of_the_group_is_told(port):
    user = port.world.user("甲")
    group = port.world.group("牌友", [user])
    forum = port.world.group("论坛", topics=(7, 8))
    forum.topics |= {7: "closed", 8: "deleted"}
    small = port.world.group("小群", kind="group")
    small.moved = -10_012_345_678_909
    group.kicked = True
    for chat in (chat_of(group), chat_of(forum, "7"), chat_of(forum, "8"), chat_of(small)):
        with pytest.raises(PlatformError):
            await port.platform.post(chat, Outgoing("一"))
    await port.rest()
    assert port.stub.notices == [
        Removed(chat_of(group)),
        PlaceGone(chat_of(forum, "7"), deleted=False),
        PlaceGone(chat_of(forum, "8"), deleted=True),
        Migrated(chat_of(small), ChatRef("telegram", "-10012345678909")),
    ]


# Persons.


async def test_a_hand_is_titled_protected_and_rings_only_when_it_must(port):
    user = port.world.user("甲")
    hand = Outgoing("轮到你", b"PNG", title="牌友 · 蹲麻子 · 甲", notify=True)
    delivery = await port.platform.whisper(user_of(user), hand)
    (message,) = port.world.private(user).ours
    assert delivery.ref == MessageRef("telegram", str(user.id), str(message.id), private=True)
    assert message.caption == "牌友 · 蹲麻子 · 甲\n轮到你"
    assert message.entities == [{"type": "bold", "offset": 0, "length": 12}]
    assert message.protected and not message.silent
    await port.platform.edit(delivery.ref, Outgoing("等 乙", b"PNG", title="牌友 · 蹲麻子 · 甲"))
    assert message.caption.endswith("等 乙")
    await port.platform.whisper(user_of(user), Outgoing("静"))
    assert port.world.private(user).ours[-1].silent


@pytest.mark.parametrize("way", ["whisper", "reach"])
@pytest.mark.parametrize(
    ("started", "blocked", "known", "reason"),
    [(False, False, True, "never"), (True, True, True, "blocked"), (True, False, False, "never")],
)
async def test_prv_10_who_cannot_be_reached_is_told_finally(
    port, way, started, blocked, known, reason
):
    user = port.world.user("甲", started=started)
    user.blocked = blocked
    if not known:
        del port.world.chats[user.id]
    arguments = (user_of(user), Outgoing("一")) if way == "whisper" else (user_of(user),)
    assert await getattr(port.platform, way)(*arguments) == Delivery(reason=reason, final=True)


async def test_reach_sends_no_message(port):
    user = port.world.user("甲")
    assert (await port.platform.reach(user_of(user))).ref is not None
    assert port.world.private(user).ours == []
    port.server.fail(500)
    delivery = await port.platform.reach(user_of(user))
    assert (delivery.ref, delivery.final) == (None, False)


async def test_whoever_blocks_between_two_edits_is_told(port):
    user = port.world.user("甲")
    ref = (await port.platform.whisper(user_of(user), Outgoing("一"))).ref
    user.blocked = True
    with pytest.raises(ChatGone):
        await port.platform.edit(ref, Outgoing("二"))
    await port.rest()
    assert port.stub.notices == [Reachable(user_of(user), reachable=False)]


# What it knows.


async def test_how_many_messages_stand_below_is_seen_by_their_numbers(port, group):
    (user,) = group.members
    ref = await port.platform.post(chat_of(group), Outgoing("牌桌", rows=ROWS))
    for n in range(5):
        port.world.say(user, group, f"闲聊 {n}")  # not heard, in privacy mode
    assert port.platform.newer(ref) == 0
    port.world.say(user, group, "/why")
    await port.rest()
    assert port.platform.newer(ref) == 6


async def test_in_topics_and_small_groups_only_what_was_seen_there_counts(port):
    user = port.world.user("甲")
    forum = port.world.group("论坛", [user], topics=(7, 8))
    ref = await port.platform.post(chat_of(forum, "7"), Outgoing("牌桌"))
    for thread in (8, 8, 7):
        port.world.say(user, forum, "/why", thread=thread)
    await port.rest()
    assert port.platform.newer(ref) == 1


async def test_a_link_opens_the_private_chat_and_brings_the_token(port):
    link = port.platform.link("g1:table1:0:hand")
    assert link == "https://t.me/paizhuo_bot?start=g1_table1_0_hand"
    assert port.platform.link("牌") == ""
    user = port.world.user("甲", started=False)
    port.world.open_link(user, link)
    await port.rest()
    assert port.stub.notices == [Reachable(user_of(user), reachable=True)]
    assert port.stub.incoming[-1].token == "g1:table1:0:hand"


async def test_a_topic_of_its_own_where_there_are_topics(port, group):
    forum = port.world.group("论坛", topics=(7,))
    assert await port.platform.open_place(chat_of(forum), "牌" * 200) == chat_of(forum, "8")
    with pytest.raises(NotAllowed) as refused:
        await port.platform.open_place(chat_of(group), "牌桌")
    assert refused.value.rights == ("telegram-right-forum",)
    forum.may["can_manage_topics"] = False
    with pytest.raises(NotAllowed) as refused:
        await port.platform.open_place(chat_of(forum), "牌桌")
    assert refused.value.rights == ("telegram-right-topics",)


async def test_a_topic_is_closed_and_one_that_is_gone_let_be(port):
    forum = port.world.group("论坛", topics=(7,))
    place = await port.platform.open_place(chat_of(forum), "决赛")
    await port.platform.close_place(place)
    assert forum.topics == {7: "open", 8: "closed"}
    del forum.topics[8]
    await port.platform.close_place(place)
    await port.platform.close_place(chat_of(forum))
    assert len(port.server.sent("closeForumTopic")) == 2


def test_the_address_of_a_supergroup_and_its_topics(port):
    assert port.platform.place_link(ChatRef("telegram", "-10012345678901", "8")) == (
        "https://t.me/c/12345678901/8"
    )
    assert (
        port.platform.place_link(ChatRef("telegram", "-10012345678901"))
        == "https://t.me/c/12345678901/1"
    )
    assert port.platform.place_link(ChatRef("telegram", "-77")) == ""


async def test_requests_to_many_chats_go_side_by_side(port):
    groups = [port.world.group(str(n)) for n in range(20)]
    await asyncio.gather(*(port.platform.post(chat_of(g), Outgoing("一")) for g in groups))
    assert all(len(group.ours) == 1 and group.ours[0].sender is BOT for group in groups)
