"""Personal settings and those of a chat: what they change, who may, and that they last."""

from dataclasses import replace

import pytest

from bot.ports.messages import Where
from bot.ports.refs import ChatRef, UserRef
from bot.users.preferences import PLAIN, Preferences, Taste
from tests.kit.actors import begin, said
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import MemoryPlatform, buttons

GAME = "/newgame 比大小"


class Studio:
    """A painter that remembers how it was asked."""

    def __init__(self):
        self.asked = []

    def paint(self, view, say, *, four=False):
        self.asked.append((say(view.title), four))
        return f"PNG {four} {say(view.title)}".encode()


@pytest.fixture
def studio():
    return Studio()


@pytest.fixture
def platform():
    made = MemoryPlatform(pictures=True)
    made.limits = replace(made.limits, aside=True)
    return made


@pytest.fixture
async def house(tmp_path, platform, studio):
    async with service(tmp_path / "t.db", platform=platform, paint=studio.paint) as open_house:
        yield open_house


def label(message, word):
    """The button whose label holds a word."""
    return next(token for text, token in buttons(message).items() if word in text)


# A language.


async def test_a_person_is_answered_in_their_clients_language(house):
    assert "没有这个命令" in said(await house.say("甲", "/nonsense"))
    assert "No such command" in said(await house.say("甲", "/nonsense", language="en-GB"))
    assert "沒有這個指令" in said(await house.say("乙", "/nonsense", language="zh-TW"))
    # It is remembered: not every message tells it.
    assert "No such command" in said(await house.say("甲", "/nonsense"))


async def test_what_a_person_has_set_outranks_their_client(house):
    await house.say("甲", "/prefs language zh-Hant", language="en")
    assert "沒有這個指令" in said(await house.say("甲", "/nonsense", language="en"))


async def test_who_has_told_no_language_is_spoken_to_in_the_chats(house):
    await house.say("甲", GAME, language="en")
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    assert "Your hand" in house.platform.private("乙").alt


async def test_a_chat_speaks_as_whoever_opens_its_first_table(house):
    await house.say("甲", GAME, language="en")
    assert "Join" in buttons(house.platform.board())
    await house.say("甲", "/stop")
    await house.say("乙", GAME, language="zh-CN")
    assert "Join" in buttons(house.platform.board())


async def test_where_people_have_played_already_the_language_stays(house):
    await begin(house, "比大小")
    await house.say("甲", "/stop", admin=True)
    await house.say("丙", GAME, language="en")
    assert "加入" in buttons(house.platform.board())


async def test_computers_have_names_in_the_chats_language(house):
    await house.say("甲", GAME, language="en")
    await house.say("乙", "/join", language="zh-CN")
    await house.say("乙", "/addbot")
    assert house.table.names == ("甲", "乙", "Bot Stone")
    house.people.chat = ChatRef("memory", long_id("other"))
    await house.say("乙", GAME)
    for _ in range(2):
        await house.say("乙", "/addbot")
    assert house.tables.at(house.people.chat).table.names == ("乙", "电脑·石", "电脑·竹")


# /prefs


async def test_each_press_shows_the_next_value_in_the_same_message(house):
    reply = await house.say("甲", "/prefs", language="zh-CN")
    assert reply.where is Where.PRIVATE
    assert "语言 · Language：简体中文" in said(reply)
    seen = []
    for _ in range(3):
        reply = await house.press("甲", label(reply.message, "Language"))
        assert reply.where is Where.SAME_MESSAGE
        seen.append(said(reply).splitlines()[1])
    assert seen == [
        "語言 · Language：繁體中文",
        "Language · 语言: English",
        "语言 · Language：简体中文",
    ]


@pytest.mark.parametrize("words", ["语言", "我的设置", "个人设置", "prefs"])
async def test_it_is_found_by_its_names(house, words):
    reply = await house.say("甲", f"/{words}")
    assert ("个人设置" in said(reply)) == (words != "语言")


TYPED = [
    # typed, its line afterwards
    ("pictures off", "图片：只要文字（默认是有图）"),
    ("Pictures 只要文字", "图片：只要文字（默认是有图）"),
    ("suits four colours", "花色：四种颜色（默认是红黑两色）"),
    ("language zh-hans", "语言 · Language：简体中文"),
    ("mention off", "轮到我时叫我：不要（默认是可以）"),
]


@pytest.mark.parametrize(("typed", "line"), TYPED, ids=[row[0] for row in TYPED])
async def test_it_can_be_typed_in_any_language(house, typed, line):
    assert line in said(await house.say("甲", f"/prefs {typed}")).splitlines()


@pytest.mark.parametrize("typed", ["colour red", "language fr", "language", "tag en"])
async def test_what_does_not_exist_is_refused_with_what_does(house, typed):
    reply = await house.say("甲", f"/prefs {typed}")
    assert "语言 · Language 简体中文/繁體中文/English" in said(reply)


async def test_an_open_hand_is_shown_in_the_new_language_at_once(house):
    await begin(house, "比大小")
    before = house.platform.private("甲")
    others, board = house.platform.private("乙"), house.platform.board()
    await house.say("甲", "/prefs language en")
    after = house.platform.private("甲")
    assert ("Your hand" in before.alt, "Your hand" in after.alt) == (False, True)
    assert house.platform.private("乙") == others
    assert house.platform.board() == board
    assert [r.chat for r in house.platform.order if r.private].count("甲") == 1  # edited in place


async def test_settings_outlive_the_program(tmp_path, platform, studio):
    async with service(tmp_path / "t.db", platform=platform, paint=studio.paint) as house:
        await begin(house, "比大小")
        await house.say("甲", "/prefs language en")
        await house.say("乙", "/prefs pictures off")
        await house.say("甲", "/chat language zh-Hant")
    async with service(tmp_path / "t.db", platform=platform, paint=studio.paint) as house:
        house.people._count = 100  # sources never repeat
        for who in "甲乙":
            await house.say(who, "/hand")
        await house.say("丙", "/table")
        assert house.platform.private("乙").picture is None
        assert house.platform.private("甲").picture is not None
        assert "Your hand" in house.platform.private("甲").alt
        assert "在等誰" in buttons(house.platform.board())


# Pictures and suits.


async def test_who_wants_no_pictures_has_the_same_in_words(house):
    await house.say("甲", "/prefs pictures off")
    await begin(house, "比大小")
    mine, other, board = (*map(house.platform.private, "甲乙"), house.platform.board())
    assert mine.picture is None
    assert mine.text.startswith(mine.alt)
    assert len(mine.alt) > 20
    assert other.picture is not None
    assert board.picture is not None
    assert other.alt not in other.text
    await house.say("甲", "/prefs pictures on")
    again = house.platform.private("甲")
    assert again.picture is not None
    assert again.alt == mine.alt


async def test_a_chat_without_pictures_has_a_board_in_words(house):
    await begin(house, "比大小")
    await house.say("甲", "/chat pictures off")
    board = house.platform.board()
    assert board.picture is None
    assert board.text.startswith(board.alt)
    assert house.platform.private("甲").picture is not None


async def test_four_colours_are_for_those_who_want_them(house, studio):
    """IMG-05."""
    await begin(house, "比大小")
    assert not any(four for _, four in studio.asked)
    await house.say("甲", "/prefs suits four")
    assert b"True" in house.platform.private("甲").picture
    assert b"False" in house.platform.private("乙").picture
    await house.say("甲", "/chat suits four")
    assert b"True" in house.platform.board().picture
    assert b"False" in house.platform.private("乙").picture


# Private hands.


async def test_who_wants_no_private_messages_asks_for_the_hand(house):
    await house.say("甲", "/prefs dm off")
    await begin(house, "比大小")
    assert house.platform.private("甲") is None
    assert house.platform.private("乙") is not None
    reply = await house.press("甲", buttons(house.platform.board())["我的手牌"])
    assert reply.where is Where.PRIVATE
    assert reply.message.pickers
    assert reply.message.picture is not None
    await house.say("甲", "/prefs dm on")
    assert house.platform.private("甲").pickers == reply.message.pickers


async def test_the_only_road_to_a_hand_cannot_be_closed(house):
    house.platform.limits = replace(house.platform.limits, aside=False)
    reply = await house.say("甲", "/prefs")
    assert "手牌私下发给我" not in said(reply)
    assert "English" in said(await house.say("甲", "/prefs dm off"))
    assert house.context.preferences.wants(UserRef("memory", "甲"), "dm")
    assert "过时" in said(await house.press("甲", "m1:prefs:dm"))


async def test_what_the_client_itself_lets_people_choose_is_not_set_twice(house):
    house.platform.limits = replace(house.platform.limits, looks=True)
    text = said(await house.say("甲", "/prefs"))
    assert "图片：有图（默认）" in text
    assert "⚙" in text
    assert "Language" not in text
    assert "花色：" not in text
    assert "没有这一项" in said(await house.say("甲", "/prefs language en"))
    # The chat's are everybody's, and no client's.
    assert "Language" in said(await house.say("甲", "/chat", admin=True))


# /chat


async def test_a_chat_is_set_by_its_administrators_and_hosts(house):
    reply = await house.say("丁", "/chat language en")
    assert "管理员" in said(reply)
    reply = await house.say("丁", "/chat language en", admin=True)
    assert "Settings of this chat" in said(reply)
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    assert "Join" in buttons(house.platform.board())
    assert "Administrators" in said(await house.say("乙", "/chat language zh-Hans"))
    await house.say("甲", "/chat language zh-Hans")
    assert "加入" in buttons(house.platform.board())


async def test_where_there_are_no_administrators_anybody_sets_the_chat(house):
    house.platform.limits = replace(house.platform.limits, admins=False)
    assert "English" in said(await house.say("丁", "/chat language en"))


async def test_a_host_has_no_right_after_the_table(house):
    await house.say("甲", GAME)
    reply = await house.say("甲", "/chat")
    await house.say("甲", "/stop")
    token = label(reply.message, "Language")
    assert "管理员" in said(await house.press("甲", token))


async def test_presses_on_a_chats_settings(house):
    reply = await house.say("甲", "/chat", admin=True)
    token = label(reply.message, "花色")
    reply = await house.press("甲", token, admin=True)
    assert reply.where is Where.SAME_MESSAGE
    assert "四种颜色" in said(reply)
    assert "管理员" in said(await house.press("乙", token))


async def test_a_chat_may_be_set_from_where_its_settings_were_sent(house):
    """Telegram answers an administrator in their private chat."""
    reply = await house.say("甲", "/chat", admin=True)
    token = label(reply.message, "图片")
    assert "只要文字" in said(await house.press("甲", token, chat=None))
    assert house.context.preferences.chat(house.people.chat) == Taste(pictures=False)
    # Nobody else may, and no other chat.
    assert "群里" in said(await house.press("乙", token, chat=None))
    assert "群里" in said(
        await house.press("甲", token.replace(ROOM_ID, long_id("other")), chat=None)
    )
    other = ChatRef("memory", long_id("other"))
    assert "过时" in said(await house.press("甲", token, chat=other, admin=True))
    assert "群里" in said(await house.say("甲", "/chat", chat=None))


@pytest.mark.parametrize("token", ["m1:chat:tag.room", "m1:chat:room", "m1:chat", "m1:prefs:tag"])
async def test_buttons_of_nothing_are_old(house, token):
    reply = await house.press("甲", token, admin=True)
    assert "过时" in said(reply)
    assert house.context.preferences.chat(house.people.chat) == PLAIN


async def test_a_setting_that_cannot_be_stored_does_not_count(house, monkeypatch):
    from bot.store.rows import NotSaved

    async def full(rows):
        raise NotSaved("disk full")

    await house.say("甲", "/help")
    monkeypatch.setattr(house.store, "commit", full)
    assert "没有算数" in said(await house.say("甲", "/prefs language en"))
    assert house.context.preferences.person(UserRef("memory", "甲")) == PLAIN


# What is remembered.


async def test_what_is_not_known_any_more_is_the_default_until_it_is_read_again(house, monkeypatch):
    import bot.users.preferences

    monkeypatch.setattr(bot.users.preferences, "MOST", 2)
    await house.say("甲", "/prefs language en")
    for who in "乙丙丁":
        await house.say(who, "/help")
    prefs = house.context.preferences
    assert prefs.person(UserRef("memory", "甲")) == PLAIN
    await house.say("甲", "/help")
    assert prefs.person(UserRef("memory", "甲")).language == "en"


async def test_those_at_tables_that_are_opened_again_count_among_the_many(house, monkeypatch):
    import bot.users.preferences

    monkeypatch.setattr(bot.users.preferences, "MOST", 2)
    await house.say("甲", "/prefs language en")
    prefs = house.context.preferences
    await prefs.know(["memory:乙", "memory:丙"], ())
    assert prefs.person(UserRef("memory", "甲")) == PLAIN


async def test_somebody_may_be_forgotten_while_their_chat_is_read(house, monkeypatch):
    store, prefs = house.store, house.context.preferences
    read = store.preferences.chats

    async def chats(keys):
        prefs.forget_person(UserRef("memory", "甲"))
        return await read(keys)

    monkeypatch.setattr(store.preferences, "chats", chats)
    reply = await house.say("甲", "/nonsense", language="en")
    assert "没有这个命令" in said(reply), "they are a stranger again, and are answered"


async def test_a_language_that_is_not_spoken_any_more_is_as_if_not_set(house):
    prefs = Preferences(house.store, house.context.tasks.begin)
    user, chat = UserRef("memory", "甲"), ChatRef("memory", ROOM_ID)
    await prefs.set_person(user, "language", "tlh")
    await prefs.set_chat(chat, "language", "tlh")
    assert prefs.person(user, chat) == PLAIN


async def test_an_endless_tag_is_cut(house):
    await house.say("甲", "/help", language="en" + "-x" * 5000)
    stored = await house.store.preferences.people(["memory:甲"])
    assert len(stored["memory:甲"]["tag"]) < 50
