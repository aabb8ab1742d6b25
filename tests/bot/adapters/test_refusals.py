"""What each platform is documented to refuse with, and what that means for a table."""

import logging

import pytest

from bot.adapters.discord import errors as discord_errors
from bot.delivery.outbox import AGAIN, TRIES
from bot.ports.errors import ChatGone, MessageGone, NotAllowed, PlatformError, RetryAfter, Unfit
from bot.ports.messages import Outgoing
from bot.ports.notices import Removed
from bot.ports.platform import Delivery
from bot.ports.refs import ChatRef, UserRef
from tests.kit.discord import club, wired
from tests.kit.telegram import open_group, telegram_port

SEND, PICTURES = ("telegram-right-send",), ("telegram-right-pictures",)


@pytest.fixture
async def port():
    async with telegram_port() as port:
        yield port


async def refused(port, status, words, **fields):
    """What a group that refuses means, and whether the service is told that we are out of it."""
    group = port.world.group("牌友", [port.world.user("甲")])
    chat = ChatRef("telegram", str(group.id))
    port.server.fail(status, words, **fields)
    with pytest.raises(PlatformError) as raised:
        await port.platform.post(chat, Outgoing("一"))
    await port.rest()
    return raised.value, port.stub.notices == [Removed(chat)]


GONE = [
    (400, "Bad Request: group chat was deactivated"),
    (403, "Forbidden: the group chat was deleted"),
    (400, "Bad Request: CHANNEL_PRIVATE"),
    (403, "Forbidden: CHANNEL_PRIVATE"),
    (400, "Bad Request: CHAT_FORBIDDEN"),
    (403, "Forbidden: bot was kicked from the group chat"),
    (403, "Forbidden: bot is not a member of the channel chat"),
]


@pytest.mark.parametrize(("status", "words"), GONE)
async def test_a_group_that_is_gone_is_told_to_the_service(port, status, words):
    error, told = await refused(port, status, words)
    assert isinstance(error, ChatGone)
    assert told


NO_CHAT = ["chat not found", "PEER_ID_INVALID", "group chat was upgraded to a supergroup chat"]


@pytest.mark.parametrize("words", NO_CHAT)
async def test_a_chat_that_is_not_there_is_gone(port, words):
    error, _ = await refused(port, 400, f"Bad Request: {words}")
    assert isinstance(error, ChatGone)


RIGHTS = [
    ("have no rights to send a message", SEND),
    ("not enough rights to send text messages to the chat", SEND),
    ("CHAT_WRITE_FORBIDDEN", SEND),
    ("CHAT_RESTRICTED", SEND),
    ("CHAT_ADMIN_REQUIRED", SEND),
    ("CHAT_SEND_PLAIN_FORBIDDEN", SEND),
    ("CHAT_GUEST_SEND_FORBIDDEN", SEND),
    ("USER_BANNED_IN_CHANNEL", SEND),
    ("need administrator rights in the channel chat", SEND),
    ("CHAT_SEND_PHOTOS_FORBIDDEN", PICTURES),
    ("CHAT_SEND_MEDIA_FORBIDDEN", PICTURES),
    ("not enough rights to send documents to the chat", PICTURES),
]


@pytest.mark.parametrize(("words", "rights"), RIGHTS)
@pytest.mark.parametrize(("status", "before"), [(400, "Bad Request"), (403, "Forbidden")])
async def test_a_group_that_is_closed_to_the_bot_names_the_right(
    port, status, before, words, rights
):
    error, told = await refused(port, status, f"{before}: {words}")
    assert isinstance(error, NotAllowed)
    assert (error.rights, told) == (rights, False)


PERSONS = [
    ("bot was blocked by the user", "blocked"),
    ("USER_IS_BLOCKED", "blocked"),
    ("YOU_BLOCKED_USER", "blocked"),
    ("bot can't initiate conversation with a user", "never"),
    ("bot can't send messages to bots", "never"),
    ("USER_IS_BOT", "never"),
    ("USER_PRIVACY_RESTRICTED", "never"),
    ("user is deactivated", "gone"),
    ("INPUT_USER_DEACTIVATED", "gone"),
    ("USER_DEACTIVATED", "gone"),
    ("chat not found", "never"),
]


@pytest.mark.parametrize(("words", "reason"), PERSONS)
@pytest.mark.parametrize(("status", "before"), [(400, "Bad Request"), (403, "Forbidden")])
async def test_who_is_closed_to_us_is_not_tried_again(port, status, before, words, reason):
    user = port.world.user("甲")
    port.server.fail(status, f"{before}: {words}")
    delivery = await port.platform.whisper(UserRef("telegram", str(user.id)), Outgoing("一"))
    assert delivery == Delivery(reason=reason, final=True)


FAULTS = [
    "message text is empty",
    "message is too long",
    "MEDIA_CAPTION_TOO_LONG",
    "BUTTON_DATA_INVALID",
    "inline keyboard expected",
    "REPLY_MARKUP_TOO_LONG",
    "message to be replied not found",
]


@pytest.mark.parametrize("words", FAULTS)
async def test_what_is_our_fault_is_known_as_that(port, words):
    error, told = await refused(port, 400, f"Bad Request: {words}")
    assert (type(error), told) == (Unfit, False)


LATER = [
    (500, "Internal Server Error"),
    (500, "Internal Server Error: sent message was immediately deleted"),
    (502, "Bad Gateway"),
    (504, "Gateway Timeout"),
    (400, "Bad Request: SOMETHING_OF_NEXT_YEAR"),
    (403, "Forbidden: for a reason of next year"),
    (0, ""),
]


@pytest.mark.parametrize(("status", "words"), LATER)
async def test_what_passes_or_is_not_known_is_tried_later(port, status, words):
    error, told = await refused(port, status, words)
    assert (type(error), told) == (PlatformError, False)


async def test_slow_mode_says_how_long(port):
    error, _ = await refused(port, 400, "Bad Request: SLOWMODE_WAIT_30")
    assert isinstance(error, RetryAfter)
    assert error.seconds == 30


async def test_what_is_logged_of_words_that_are_not_known_is_harmless(port):
    error, _ = await refused(port, 400, "Bad Request: NEW 123456:AAE-secret ♠3 小明 " + "x" * 200)
    assert str(error).startswith("refused: ")
    assert len(str(error)) < 100
    assert not any(word in str(error) for word in ("123456", "♠", "小明"))


DISCORD = [
    *((404, code, ChatGone) for code in (10003, 10004)),
    *((403, code, ChatGone) for code in (50001, 50008, 50024, 160005)),
    *((400, code, ChatGone) for code in (50003, 40058)),
    *((404, code, MessageGone) for code in (10008,)),
    *((403, code, MessageGone) for code in (50005, 50021)),
    *((400, code, MessageGone) for code in (30046,)),
    *((403, code, NotAllowed) for code in (50013, 20018, 50009, 60003)),
    *((400, code, NotAllowed) for code in (160002,)),
    *((400, code, RetryAfter) for code in (20016, 20022, 20028, 20029, 40003, 40062)),
    *((400, code, Unfit) for code in (50006, 50109, 50045, 50046, 200000, 240000)),
    (413, 40005, Unfit),
    (400, 999_999, PlatformError),
    (403, 999_999, PlatformError),
    (401, 0, PlatformError),
    (400, 130000, PlatformError),
]


@pytest.mark.parametrize(("status", "code", "error"), DISCORD)
async def test_what_discord_is_documented_to_refuse_with(status, code, error):
    async with wired() as w:
        w.env.inject_error("POST", "/channels/*", status=status, code=code, times=None)
        with pytest.raises(PlatformError) as raised:
            await w.port.post(w.chat, Outgoing("一"))
        assert type(raised.value) is error


def test_no_code_of_discord_has_two_meanings():
    kinds = ("MESSAGE", "CHANNEL", "RIGHT", "SLOWER", "FAULT")
    codes = [code for kind in kinds for code in getattr(discord_errors, kind)]
    assert len(codes) == len(set(codes))


HOURS = 12


def told(caplog):
    """The lines about what was not sent."""
    lines = [r for r in caplog.records if r.levelno >= logging.WARNING]
    return [r.getMessage() for r in lines if r.name.startswith("bot.")]


FOR_HOURS = [
    ("Bad Request: SOMETHING_OF_NEXT_YEAR", TRIES + 1),
    ("Bad Request: REPLY_MARKUP_TOO_LONG", 1),
    ("Bad Request: group chat was deactivated", 1),
]


@pytest.mark.parametrize(("words", "most"), FOR_HOURS)
async def test_what_is_refused_for_hours_is_tried_some_times_and_logged_once(
    tmp_path, caplog, words, most
):
    async with open_group(tmp_path / "t.db", "甲乙", check=False) as (house, group, people):
        await house.begin(group, people)
        table = house.table
        caplog.clear()
        house.server.fail(400, words, chat=group.id, times=10_000)
        before = len(house.server.requests)
        for _ in range(HOURS * 3600 // int(AGAIN[-1])):
            await house.forward(AGAIN[-1])
        tried = [r for r in house.server.requests[before:] if r.chat == group.id and r.refused]
        assert 1 <= len(tried) <= 8 * most, "changed and sent, with a picture, as a file, in words"
        about = [line for line in told(caplog) if f"table={table.state.id}" in line]
        assert len(about) == 1, about
        assert table.state.suspended_at is not None


@pytest.mark.parametrize(("status", "code"), [(400, 999_999), (400, 50006), (404, 10003)])
async def test_discord_that_refuses_for_hours_is_logged_once_and_the_table_stands_still(
    tmp_path, caplog, status, code
):
    async with club(tmp_path / "t.db", people=2) as c:
        await c.begin()
        table, place = c.house.table, c.channel.id
        caplog.clear()
        for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
            c.env.inject_error(
                method, f"/channels/{place}/{path}", status=status, code=code, times=None
            )
        for _ in range(HOURS):
            await c.forward(3600)
        about = [line for line in told(caplog) if f"table={table.state.id}" in line]
        assert len(about) == 1, about
        assert table.state.suspended_at is not None


async def test_a_person_who_is_refused_for_hours_holds_up_nobody_and_is_logged_once(
    tmp_path, caplog
):
    async with open_group(tmp_path / "t.db", "甲乙", check=False) as (house, group, people):
        await house.begin(group, people)
        asked = house.asked()[0][0]
        caplog.clear()
        house.server.fail(400, "Bad Request: NEW_THING", chat=asked.id, times=10_000)
        before = len(house.server.requests)
        for _ in range(HOURS * 3600 // int(AGAIN[-1])):
            await house.forward(AGAIN[-1])
        tried = [r for r in house.server.requests[before:] if r.chat == asked.id and r.refused]
        assert 1 <= len(tried) <= 8 * (TRIES + 1)
        assert len([line for line in told(caplog) if "sending failed" in line]) == 1


async def test_who_writes_in_a_topic_of_the_private_chat_is_answered_there(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        private = house.world.private(people[0])
        private.topics |= {77: "open", 78: "open"}
        for thread in (77, 78):
            await house.forward(4)  # else it was only just shown
            await house.say(people[0], private, "/hand", thread=thread)
            assert private.ours[-1].thread == thread
            assert private.ours[-1] is house.hand(people[0])


async def test_a_topic_that_was_deleted_keeps_nothing_from_its_person(port):
    user = port.world.user("甲")
    private = port.world.private(user)
    private.topics |= {77: "open"}
    port.world.say(user, private, "/help", thread=77)
    await port.rest()
    person = UserRef("telegram", str(user.id))
    await port.platform.whisper(person, Outgoing("一"))
    private.topics |= {77: "deleted"}
    ref = (await port.platform.whisper(person, Outgoing("二"))).ref
    await port.platform.whisper(person, Outgoing("三"))
    assert [m.thread for m in private.ours[-3:]] == [77, None, None]
    assert (ref.thread, ref.private) == ("", True)
    port.world.say(user, private, "/help")
    await port.rest()
    await port.platform.edit(ref, Outgoing("四"))
    assert private.ours[-2].text == "四"
