"""Chats that move, close, come back or let the bot do less."""

from functools import partial

import pytest

from bot.ports.errors import ChatGone, ChatMoved, NotAllowed, RetryAfter
from bot.ports.notices import Added, MemberLeft, Migrated, PlaceBack, PlaceGone, Removed
from bot.ports.refs import ChatRef, UserRef
from bot.table.state import Phase
from bot.table.table import SWEPT
from tests.kit.actors import NAMES, answer, begin, chance, to_the_end, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import World

ROOM = ChatRef("memory", ROOM_ID)
TOPIC = ChatRef("memory", ROOM_ID, "7")
NEW = ChatRef("memory", long_id("super"))


@pytest.fixture
def platform():
    return Where()


@pytest.fixture
async def house(tmp_path, platform):
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


class Where(MemoryPlatform):
    """Raises, for all that goes to some chats, what a test has put into ``bars``."""

    def __init__(self):
        super().__init__(quiet=True, aside=True)
        self.bars = {}

    def _check(self, method, where):
        super()._check(method, where)
        for chat, error in self.bars.items():
            if where.split(":")[-2 if ":" in where else 0] == chat:
                raise error()


async def notice(house, *notices):
    for one in notices:
        await house.service.notice(one)
        await house.settle()


def notes(house, who, words):
    """How often a person was told something in private."""
    return sum(words in message.text for message in house.platform.told(who))


# Added and removed.


async def test_a_greeting_of_three_lines_when_it_is_added(house):
    await notice(house, Added(ROOM))
    (sent,) = house.platform.in_chat()
    assert len(sent.message.text.splitlines()) == 3 and "/newgame" in sent.message.text
    assert not sent.message.rows


@pytest.mark.parametrize(("language", "word"), [("en", "deal"), ("zh-TW", "發"), ("zh-CN", "发")])
async def test_the_greeting_speaks_the_chats_language(house, language, word):
    await notice(house, Added(ROOM, language=language))
    assert word in house.platform.in_chat()[0].message.text


async def test_a_greeting_that_cannot_be_sent_harms_nothing(house, caplog):
    house.platform.bars[ROOM_ID] = ChatGone
    await notice(house, Added(ROOM))
    assert house.platform.in_chat() == []
    assert not [r for r in caplog.records if r.levelname == "ERROR"]


async def test_tel_03_removed_in_mid_game_and_added_again(house):
    await begin(house, "比大小", 2, quan=3)
    table, deadline = house.table, house.table.state.questions[0].deadline
    house.platform.bars[ROOM_ID] = ChatGone
    await notice(house, Removed(ROOM), Removed(ROOM))
    assert table.state.suspended_at is not None
    assert [notes(house, name, "请回去") for name in "甲乙"] == [1, 1]
    await house.forward(3600)
    swept = table.state.suspended_at + SWEPT
    assert table.match.step == 0 and table.next_wake() == swept, "no clock of the game runs"
    tries = len(house.platform.calls)
    await house.forward(3600)
    assert len(house.platform.calls) == tries, "nothing is tried meanwhile"
    house.platform.bars.clear()
    await notice(house, Added(ROOM))
    assert "按“继续”接着打" in house.platform.lines()[-1]
    await house.press("乙", buttons(house.platform.board())["继续"])
    assert table.state.questions[0].deadline - house.clock.now() == deadline - (
        house.clock.now().replace(hour=12, minute=0, second=0)
    )
    await to_the_end(house, chance(1))


async def test_tel_03_without_a_notice_the_first_failure_tells(house):
    await begin(house, "比大小", 2, quan=3)
    house.platform.bars[ROOM_ID] = ChatGone
    await answer(house, house.table, 0, chance(1))
    assert house.table.state.suspended_at is not None
    assert [notes(house, name, "写不进去") for name in "甲乙"] == [1, 1]
    assert house.table.match.step == 1, "what was played is kept"


async def test_it_is_resumed_from_the_private_chat_too(house):
    await begin(house, "比大小", 2, quan=3)
    await notice(house, Removed(ROOM))
    shown = next(m for m in house.platform.told("甲") if m.rows)
    await house.press("甲", buttons(shown)["继续"], chat=None)
    assert house.table.state.suspended_at is None and house.table.state.unreachable == ""


async def test_other_chats_go_on(house):
    await begin(house, "比大小", 2)
    house.people.chat = NEW
    await begin(house, "比大小", 2)
    await notice(house, Removed(ROOM))
    states = {r.table.state.place.id: r.table.state for r in house.tables.running.values()}
    assert states[ROOM_ID].suspended_at is not None and states[NEW.id].suspended_at is None


async def test_whoever_leaves_the_group_leaves_all_its_topics(house):
    """STK-25: 托管 answers for the person everybody waits for."""
    house.people.chat = TOPIC
    await begin(house, "比大小", 3)
    await notice(house, MemberLeft(UserRef("memory", "乙"), ROOM))
    seat = house.table.seat_of(UserRef("memory", "乙"))
    assert house.table.state.players[seat].left
    await house.forward(1.1)
    assert house.table.match.state.chosen[seat] is not None


# Places.


async def test_dis_14_a_deleted_place_ends_the_table_and_tells_once(house):
    house.people.chat = TOPIC
    await begin(house, "比大小", 2)
    house.platform.bars[ROOM_ID] = ChatGone
    await notice(house, PlaceGone(TOPIC), PlaceGone(TOPIC))
    assert house.tables.running == {}
    assert [notes(house, name, "那个地方被删掉了") for name in "甲乙"] == [1, 1]
    house.platform.bars.clear()
    await begin(house, "比大小", 2)
    assert house.table.state.phase is Phase.PLAYING


async def test_dis_14_a_deleted_lobby(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    house.platform.bars[ROOM_ID] = ChatGone
    await notice(house, PlaceGone(ROOM))
    assert house.tables.running == {}
    assert [notes(house, name, "被删掉了") for name in "甲乙"] == [1, 1]


async def test_tel_02_a_closed_topic_stands_still_and_is_resumed(house):
    """DIS-09: an archived or locked thread as well."""
    house.people.chat = TOPIC
    await begin(house, "比大小", 2, quan=2)
    general = ChatRef("memory", ROOM_ID)
    await begin_at(house, general)
    await notice(house, PlaceGone(TOPIC, deleted=False))
    table = house.tables.at(TOPIC).table
    assert table.state.suspended_at is not None
    assert house.tables.at(general).table.state.suspended_at is None, "General goes on"
    assert notes(house, "甲", "重新打开") == 1
    await notice(house, PlaceBack(TOPIC))
    line = [s for s in house.platform.in_chat() if s.ref.thread == "7"][-1]
    assert "继续" in line.message.text
    await house.say("甲", "/resume", chat=TOPIC)
    assert table.state.suspended_at is None


async def begin_at(house, chat):
    before, house.people.chat = house.people.chat, chat
    await begin(house, "比大小", 2)
    house.people.chat = before


async def test_tel_02_everything_stays_in_its_topic(house):
    house.people.chat = TOPIC
    await begin(house, "比大小", 2, quan=1)
    await to_the_end(house, chance(1))
    assert {s.ref.thread for s in house.platform.in_chat()} == {"7"}


# Migration.


@pytest.mark.parametrize("when", ["notice first", "while sending", "both, several times"])
async def test_a_group_that_becomes_another_keeps_its_table(house, when):
    await begin(house, "比大小", 2, quan=2)
    table = house.table
    for seat, _ in waited_for(table):
        await answer(house, table, seat, chance(1))
    house.platform.bars[ROOM_ID] = partial(ChatMoved, NEW)
    if when != "while sending":
        await notice(house, Migrated(ROOM, NEW))
    house.people.chat = NEW
    await house.press("甲", f"g1:{table.state.id}:1:next")
    if when == "both, several times":
        await notice(house, Migrated(ROOM, NEW), Migrated(ROOM, NEW))
    await house.forward(2)
    assert table.state.place == NEW and house.tables.at(ROOM) is None
    assert house.tables.at(NEW).table is table
    assert table.state.board.chat == long_id("super")
    assert len([s for s in house.platform.in_chat(long_id("super")) if s.message.rows]) == 1
    assert table.state.suspended_at is None
    await house.say("乙", "/next")
    for seat, _ in waited_for(table):
        await answer(house, table, seat, chance(2))
    assert house.tables.running == {}
    sheet = await house.store.scores.rounds(NEW.key)
    assert [r.round for r in sheet] == [1, 2], "the totals have come along"
    assert any("第一名" in line for line in house.platform.lines(long_id("super")))


async def test_a_migrated_chat_keeps_its_settings_and_its_last_game(house):
    await house.say("甲", "/chat language en", admin=True)
    await begin(house, "比大小", 2, quan=1)
    await to_the_end(house, chance(1))
    await notice(house, Migrated(ROOM, NEW))
    house.people.chat = NEW
    await house.say("甲", "/newgame")
    assert house.table.game.info.id == "_specimen"
    assert "Join" in buttons(house.platform.board(long_id("super")))


async def test_a_migration_survives_a_restart(tmp_path):
    world = World(tmp_path / "t.db")
    world.platform = Where()
    async with world.house() as house:
        house.people.chat = TOPIC
        await begin(house, "比大小", 2, quan=2)
        await notice(house, Migrated(ROOM, NEW))
    async with world.house(down=60) as house:
        house.people.chat = ChatRef("memory", long_id("super"), "7")
        assert house.tables.at(house.people.chat).table is house.table
        for seat, _ in waited_for(house.table):
            await answer(house, house.table, seat, chance(1))
        assert "下一圈" in buttons(house.platform.board(long_id("super")))


async def test_a_lobby_opened_in_the_new_chat_gives_way(house):
    await begin(house, "比大小", 2, quan=2)
    playing = house.table
    house.people.chat = NEW
    await house.say("丙", "/newgame 比大小")
    await notice(house, Migrated(ROOM, NEW))
    assert house.tables.at(NEW).table is playing
    assert [r.table for r in house.tables.running.values()] == [playing]


# Rights.


async def test_dis_08_the_lobby_says_which_right_is_missing(house):
    house.platform.lacking[f"{ROOM_KEY}:"] = ("mark-host",)
    await house.say("甲", "/newgame 比大小")
    assert "我在这里少了权限：桌主。" in house.platform.board().text
    house.platform.lacking.clear()
    await house.say("甲", "/table")
    assert "少了权限" not in house.platform.board().text


async def test_dis_08_a_right_that_is_lost_in_mid_game(house):
    await begin(house, "比大小", 2, quan=2)
    house.platform.bars[ROOM_ID] = partial(NotAllowed, ("mark-host", "mark-left"))
    await answer(house, house.table, 0, chance(1))
    assert house.table.state.suspended_at is not None
    for name in "甲乙":
        assert notes(house, name, "权限（桌主、已离开）") == 1
    house.platform.bars.clear()
    shown = next(m for m in house.platform.told("甲") if m.rows)
    await house.press("甲", buttons(shown)["继续"], chat=None)
    await to_the_end(house, chance(1))
    assert notes(house, "甲", "权限") == 1


async def test_a_hurdle_that_is_still_there_is_told_once_more_only_when_somebody_goes_on(house):
    await begin(house, "比大小", 2, quan=2)
    house.platform.bars[ROOM_ID] = partial(NotAllowed, ("mark-host",))
    await answer(house, house.table, 0, chance(1))
    await house.say("乙", "/resume", chat=None)
    assert house.table.state.suspended_at is not None
    assert notes(house, "甲", "权限") == 2
    assert len([c for c in house.platform.calls if c[0] in ("post", "edit")]) < 40


async def test_dis_08_a_lobby_that_cannot_be_shown_tells_its_host(house):
    house.platform.bars[ROOM_ID] = partial(NotAllowed, ("mark-host",))
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    await house.say("丙", "/join")
    assert [notes(house, name, "权限") for name in "甲乙丙"] == [1, 0, 0]


# Very slow platforms.


async def test_tel_12c_a_pause_of_hours_stops_the_clocks_of_that_chat_alone(house, caplog):
    await begin(house, "比大小", 2, quan=2)
    house.people.chat = NEW
    await begin(house, "比大小", 2, quan=2)
    slow, other = house.tables.at(ROOM).table, house.tables.at(NEW).table
    house.platform.bars[ROOM_ID] = partial(RetryAfter, 10072)
    caplog.clear()
    await answer(house, slow, 0, chance(1))
    assert slow.state.suspended_at is not None and other.state.suspended_at is None
    assert notes(house, NAMES[0], "安静 167 分钟") == 1
    assert [r.getMessage() for r in caplog.records if r.levelname == "ERROR"] == [
        f"group stands still table={slow.state.id} seconds=10072"
    ]
    await answer(house, other, 0, chance(1))
    assert other.match.step == 1
    tries = len(house.platform.calls)
    await house.forward(100)
    assert len([c for c in house.platform.calls[tries:] if ROOM_ID in c[1]]) == 0
    house.platform.bars.clear()
    await house.forward(10000)
    assert "继续" in buttons(house.platform.board(ROOM_ID)), "shown as soon as it may be"
