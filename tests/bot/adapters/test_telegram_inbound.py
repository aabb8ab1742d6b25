"""What updates mean to the service."""

from datetime import UTC, datetime

import pytest
from telegram import Update

from bot.adapters.telegram import deeplink
from bot.adapters.telegram.updates import Reader
from bot.commands.topics import DECLARED
from bot.ports.notices import Added, MemberLeft, Migrated, PlaceBack, PlaceGone, Reachable, Removed
from bot.ports.refs import ChatRef, MessageRef, UserRef
from tests.kit.telegram_world import ANONYMOUS, BOT, BOT_ID, BOT_NAME, World

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Wire:
    """People in a world, and what the reader makes of the last thing they did."""

    def __init__(self):
        self.updates = []
        self.world = World(self.updates.append, lambda: NOW)
        self.user = self.world.user("甲", language="zh-hant")
        self.group = self.world.group("牌友", [self.user])
        self.reader = Reader(BOT_ID, BOT_NAME, DECLARED.menu)

    def arrival(self):
        return self.reader.read(Update.de_json(self.updates.pop(), None))

    def said(self, text, chat=None, **more):
        """The words of an arrival; None for what is not meant for us."""
        self.world.say(self.user, chat or self.group, text, **more)
        if not self.updates:
            return None
        incoming = self.arrival().incoming
        return incoming and incoming.text


@pytest.fixture
def wire():
    return Wire()


def ref(chat, thread=""):
    return ChatRef("telegram", str(chat.id), thread)


CALLED = [
    ("{0} 扣", "扣", True),
    ("扣 {0}", "扣", True),
    ("我说 {0} 扣", "我说   扣", True),
    ("{0}扣", "扣", True),
    ("/hand{0}", "/hand", True),
    ("扣", "扣", False),
    ("/hand", "/hand", False),
    ("me{0} 扣", "me@paizhuo_bot 扣", False),
    ("{0}x 扣", "@paizhuo_botx 扣", False),
]


@pytest.mark.parametrize(("typed", "text", "called"), CALLED, ids=[row[0] for row in CALLED])
def test_whether_words_are_said_to_the_bot(wire, typed, text, called):
    wire.group.admins.append(BOT_ID)
    wire.world.say(wire.user, wire.group, typed.format(f"@{BOT_NAME}"))
    incoming = wire.arrival().incoming
    assert (incoming.text, incoming.addressed) == (text, called)
    assert incoming.to_us is (called or text.startswith("/"))


def test_a_reply_to_a_message_of_the_bot_is_said_to_it(wire):
    wire.group.admins.append(BOT_ID)
    ours = wire.world.put(wire.group, BOT, text="牌桌")
    theirs = wire.world.say(wire.user, wire.group, "早")
    for to, called in ((ours, True), (theirs, False)):
        wire.updates.clear()
        wire.world.say(wire.user, wire.group, "扣", replies_to=to)
        assert wire.arrival().incoming.addressed is called


def test_words_in_a_topic_that_the_bot_opened_are_no_reply_to_it(wire):
    """Telegram says of every message there that it replies to the one that opened the topic."""
    forum = wire.world.group("论坛", [wire.user], topics=(7,))
    forum.admins.append(BOT_ID)
    wire.world.say(wire.user, forum, "扣", thread=7)
    update = wire.updates.pop()
    update["message"]["reply_to_message"] = update["message"] | {
        "message_id": 7, "from": BOT, "text": None,
        "forum_topic_created": {"name": "第 1 桌", "icon_color": 0},
    }  # fmt: skip
    del update["message"]["reply_to_message"]["text"]
    incoming = wire.reader.read(Update.de_json(update, None)).incoming
    assert (incoming.text, incoming.addressed) == ("扣", False)


WORDS = [
    ("/newgame 蹲麻子", "/newgame 蹲麻子", "a command"),
    (f"/join@{BOT_NAME}", "/join", "a command for us by name"),
    (f"/play@{BOT_NAME.upper()} 3 4", "/play 3 4", "names have no case"),
    ("/join@other_bot", None, "PRV-13: a command for another bot"),
    ("/weather", None, "PRV-13: a command that is none of ours"),
    ("/开局", "/开局", "a command in Chinese"),
    (f"@{BOT_NAME} 扣", "扣", "we are spoken to by name"),
]


@pytest.mark.parametrize(("typed", "text", "why"), WORDS, ids=[row[2] for row in WORDS])
def test_words_in_a_group(wire, typed, text, why):
    assert wire.said(typed) == text


def test_a_command_tells_everything_the_service_asks_for(wire):
    message = wire.world.say(wire.user, wire.group, "/hand")
    incoming = wire.arrival().incoming
    assert incoming.source == f"words:{wire.group.id}:{message.id}"
    assert incoming.user == UserRef("telegram", str(wire.user.id))
    assert incoming.chat == ref(wire.group)
    assert (incoming.display_name, incoming.language) == ("甲", "zh-hant")
    assert (incoming.chat_title, incoming.at) == ("牌友", NOW)


def test_tel_08_a_reply_to_the_bot_is_heard_in_spite_of_privacy_mode(wire):
    board = wire.world.put(wire.group, BOT, text="轮到 甲")
    assert wire.said("3 4") is None
    assert wire.said("3 4", replies_to=board) == "3 4"


def test_prv_16_what_is_forwarded_is_no_play(wire):
    origin = {"type": "user", "date": 0, "sender_user": wire.user.json()}
    assert wire.said("/play 3", forward_origin=origin) is None


def test_tel_16_bots_are_not_listened_to(wire):
    assert wire.said("/join", sender=BOT | {"id": 5}) is None
    assert wire.said("/join", via_bot=BOT | {"id": 5}) is None


CHANNEL = {"id": -1001234567890, "type": "channel", "title": "频道"}


def test_an_anonymous_administrator_acts_for_the_group(wire):
    wire.world.say(None, wire.group, "/stop", sender=ANONYMOUS, sender_chat=wire.group.json())
    incoming = wire.arrival().incoming
    assert (incoming.text, incoming.admin, incoming.masked) == ("/stop", True, True)


def test_channels_are_told_to_show_themselves(wire):
    wire.world.say(None, wire.group, "/stop", sender=ANONYMOUS, sender_chat=CHANNEL)
    arrival = wire.arrival()
    assert arrival.incoming is None and arrival.masked.text == "/stop"
    wire.world.say(
        None, wire.group, "/stop", sender=ANONYMOUS, sender_chat=CHANNEL, is_automatic_forward=True
    )
    assert wire.arrival().masked is None


def test_private_words_belong_to_no_chat(wire):
    wire.world.whisper(wire.user, "扣")
    incoming = wire.arrival().incoming
    assert (incoming.chat, incoming.text) == (None, "扣")


def test_start_opens_the_chat_and_brings_a_token(wire):
    wire.world.whisper(wire.user, f"/start {deeplink.payload('g1:table1:0:hand')}")
    arrival = wire.arrival()
    assert arrival.notices == (Reachable(UserRef("telegram", str(wire.user.id)), True),)
    assert (arrival.incoming.token, arrival.incoming.text) == ("g1:table1:0:hand", "")


@pytest.mark.parametrize("payload", ["", "hello", "牌", "x" * 65])
def test_start_without_a_token_asks_for_the_greeting(wire, payload):
    wire.world.whisper(wire.user, f"/start {payload}".strip())
    arrival = wire.arrival()
    assert arrival.notices
    assert (arrival.incoming.token, arrival.incoming.text) == ("", "/help start")


def test_start_in_a_group_is_the_command(wire):
    assert wire.said("/start") == "/start"


def press(wire, chat, thread=None, **more):
    keyboard = [[{"text": "加入", "callback_data": "g1:table1:0:join"}]]
    message = wire.world.put(chat, BOT, text="x", keyboard=keyboard, thread=thread, **more)
    number = wire.world.press(wire.user, message, "加入")
    return message, number, wire.arrival()


def test_a_press_is_a_token_on_a_message(wire):
    message, number, arrival = press(wire, wire.group)
    incoming = arrival.incoming
    assert (incoming.token, incoming.source) == ("g1:table1:0:join", f"press:{number}")
    there = MessageRef("telegram", str(wire.group.id), str(message.id))
    assert (incoming.chat, incoming.message) == (ref(wire.group), there)
    assert not incoming.own


def test_a_press_in_private_belongs_to_no_chat(wire):
    message, _, arrival = press(wire, wire.world.private(wire.user))
    assert arrival.incoming.chat is None
    there = MessageRef("telegram", str(wire.user.id), str(message.id), private=True)
    assert arrival.incoming.message == there


def test_a_press_on_what_one_person_alone_sees_says_so(wire):
    _, _, arrival = press(wire, wire.group, alone=wire.user, ephemeral=9)
    there = MessageRef("telegram", str(wire.group.id), "e9", private=True)
    assert arrival.incoming.own and arrival.incoming.message == there


def test_tel_04_a_press_on_a_message_too_old_to_be_shown_is_still_a_press(wire):
    message = wire.world.put(wire.group, BOT, text="x")
    wire.world.press(wire.user, message, "", data="g1:table1:0:join")
    update = wire.updates.pop()
    old = {"chat": wire.group.json(), "message_id": message.id, "date": 0}
    update["callback_query"]["message"] = old
    incoming = wire.reader.read(Update.de_json(update, None)).incoming
    assert incoming.token == "g1:table1:0:join"
    assert incoming.message.id == str(message.id)


def test_tel_02_only_a_message_of_a_topic_belongs_to_one(wire):
    forum = wire.world.group("论坛", [wire.user], topics=(7,))
    wire.world.say(wire.user, forum, "/join", thread=7)
    assert wire.arrival().incoming.chat == ref(forum, "7")
    wire.world.say(wire.user, forum, "/join")
    assert wire.arrival().incoming.chat == ref(forum)
    # Outside of forums a reply has a thread too, which is no topic.
    wire.world.say(wire.user, wire.group, "/join", message_thread_id=3)
    assert wire.arrival().incoming.chat == ref(wire.group)


def test_notices(wire):
    world, user, group = wire.world, wire.user, wire.group
    me = UserRef("telegram", str(user.id))
    world.block(user)
    assert wire.arrival().notices == (Reachable(me, reachable=False),)
    world.unblock(user)
    assert wire.arrival().notices == (Reachable(me, reachable=True),)
    world.kick(group, user)
    assert wire.arrival().notices == (Removed(ref(group)),)
    world.add(group, user)
    assert wire.arrival().notices == (Added(ref(group), me, "zh-hant"),)
    world.leave(group, user)
    assert wire.arrival().notices == (MemberLeft(me, ref(group)),)
    forum = world.group("论坛", [user], topics=(7,))
    world.topic(forum, 7, "closed", user)
    assert wire.arrival().notices == (PlaceGone(ref(forum, "7"), deleted=False),)
    world.topic(forum, 7, "open", user)
    assert wire.arrival().notices == (PlaceBack(ref(forum, "7")),)


def test_a_group_that_moves_tells_it_from_both_sides(wire):
    small = wire.world.group("小群", [wire.user], kind="group")
    new = wire.world.migrate(small)
    moved = Migrated(ref(small), ref(new))
    assert [wire.arrival().notices, wire.arrival().notices] == [(moved,), (moved,)]


def test_what_is_no_words_is_nothing(wire):
    for caption, more in (("/join", {"photo": b"x"}), (None, {"document": b"x"})):
        message = wire.world.put(wire.group, wire.user.json(), caption=caption, **more)
        wire.world.update("message", message.json())
        arrival = wire.arrival()
        assert (arrival.incoming, arrival.notices) == (None, ())


def test_what_stands_below_a_document_is_said(wire):
    message = wire.world.put(wire.group, wire.user.json(), caption="/deal", document=b"x")
    wire.world.update("message", message.json())
    assert wire.arrival().incoming.text == "/deal"
