"""Who is kept out: of every way to a seat, a queue or a tournament, and for how long."""

import pytest

from bot.ports.notices import Migrated
from bot.ports.refs import ChatRef, UserRef
from tests.kit.actors import said
from tests.kit.gate import ROOM, Town
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import World, until


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as made:
        made.people.chat = ROOM
        yield made


async def table(house, *people, start=False):
    first, *others = people
    await house.say(first, "/newgame 比大小")
    for who in others:
        await house.say(who, "/join")
    if start:
        await house.say(first, "/start")


def about(who):
    return {"about": UserRef("memory", who), "about_name": who}


def sitting(house):
    state = house.tables.at(ROOM).table.state
    return [s.name for s in state.players if not s.left]


def cup_token(house, item):
    (tournament,) = house.service.running.tournaments._runners
    return f"m1:tournament:{item}.{tournament}"


WAYS = ("/join", "/newgame 比大小", "/again", "/coinroom", "/tournament join", "/daily")


async def test_a_blocked_person_finds_no_way_to_a_seat_a_queue_or_a_tournament(house):
    await house.say("管", "/block", admin=True, **about("坏"))
    await table(house, "甲", "乙")
    await house.say("乙", "/tournament 比大小")
    for way in WAYS:
        assert "不让你在这里上桌" in said(await house.say("坏", way)), way
    board = house.platform.in_chat(ROOM.id)[0].message
    for token in (buttons(board)["加入"], "m1:coinroom:join", cup_token(house, "join"),
                  "m1:newgame:_specimen"):  # fmt: skip
        assert "不让你在这里上桌" in said(await house.press("坏", token)), token
    assert sitting(house) == ["甲", "乙"]


async def test_it_is_for_that_chat_alone_and_looking_stays(house):
    await house.say("管", "/block", admin=True, **about("坏"))
    await table(house, "甲", "乙")
    assert "不让你" not in said(await house.say("坏", "/scores"))
    assert "不让你" not in said(await house.say("坏", "/why"))
    other = ChatRef("memory", "-10055555555555")
    assert said(await house.say("坏", "/newgame 比大小", chat=other)) == ""


async def test_who_sits_already_leaves_and_cannot_play_on(house):
    await table(house, "甲", "坏", start=True)
    await house.say("管", "/block", admin=True, **about("坏"))
    assert sitting(house) == ["甲"]
    for line in ("/back", "/join", "/hand", "/next", "/play ♠3"):
        await house.forward(6)
        assert "不让你在这里上桌" in said(await house.say("坏", line)), line
        assert "不让你在这里上桌" in said(await house.say("坏", line, chat=None)), line
    assert sitting(house) == ["甲"]


async def test_who_waits_for_a_seat_in_a_queue_or_a_tournament_waits_no_longer(house):
    await table(house, "甲", "乙", start=True)
    await house.say("坏", "/coinroom")
    await house.say("坏二", "/join")
    await house.say("甲", "/tournament 比大小 0")
    await house.say("坏三", "/tournament join")
    (tournament,) = house.service.running.tournaments._runners.values()
    assert house.service.running.coinrooms.at(ROOM) and house.table.state.queue
    assert tournament.state.holds(UserRef("memory", "坏三"))
    for who in ("坏", "坏二", "坏三"):
        await house.say("管", "/block", admin=True, **about(who))
    await house.settle()
    assert house.service.running.coinrooms.at(ROOM) is None
    assert not house.table.state.queue
    assert not tournament.state.holds(UserRef("memory", "坏三"))


async def test_unblocking_undoes_it_by_whichever_name(house):
    await house.say("管", "/block", admin=True, **about("坏"))
    await table(house, "甲", "乙")
    assert "没有被拉黑" in said(await house.say("管", "/unblock", admin=True, **about("好")))
    assert "又可以上桌" in said(await house.say("管", "/unblock", admin=True, **about("坏")))
    await house.say("坏", "/join")
    assert sitting(house) == ["甲", "乙", "坏"]
    await house.say("管", "/block 3", admin=True)
    assert sitting(house) == ["甲", "乙"]
    assert "放开了 1 个人" in said(await house.say("管", "/unblock all", admin=True))
    await house.say("坏", "/join")
    assert sitting(house) == ["甲", "乙", "坏"]


async def test_a_hosts_word_is_for_the_life_of_the_table(house):
    await table(house, "甲", "乙", "坏")
    assert "到散桌为止" in said(await house.say("甲", "/block 坏"))
    assert sitting(house) == ["甲", "乙"]
    assert "不让你" in said(await house.say("坏", "/join"))
    await house.say("甲", "/stop")
    assert "不让你" not in said(await house.say("坏", "/newgame 比大小"))


async def test_kicking_keeps_out_of_this_table_and_of_the_same_once_more(house):
    await table(house, "甲", "乙", "坏")
    await house.say("甲", "/kick 坏")
    assert "不让你" in said(await house.say("坏", "/join"))
    assert sitting(house) == ["甲", "乙"]
    await house.say("甲", "/start")
    await house.say("甲", "/stop", admin=True)
    await house.say("甲", "/again")
    assert "不让你" in said(await house.say("坏", "/join"))
    await house.say("甲", "/unblock all")
    assert "不让你" not in said(await house.say("坏", "/join"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/block", "不让谁上桌"), ("/block 9", "不让谁上桌"), ("/block 甲", "不能拉黑自己"),
        ("/block 3", "电脑不用拉黑"), ("/unblock", "让谁重新上桌"),
    ],
)  # fmt: skip
async def test_what_is_no_order_says_how_it_is_written_and_changes_nothing(house, line, told):
    await table(house, "甲", "乙")
    await house.say("甲", "/addbot")
    assert told in said(await house.say("甲", line))
    assert not house.service.bars.some(ROOM.key, house.table.state.id)


async def test_who_may_not_is_told_who_may(house):
    assert "只有群管理员" in said(await house.say("乙", "/block 甲"))
    await table(house, "甲", "乙")
    assert "桌主（甲）或群管理员" in said(await house.say("乙", "/block 甲"))
    assert sitting(house) == ["甲", "乙"]


# How long, and under what.


async def test_it_outlives_forgetting_restarts_and_a_new_key_of_the_chat(tmp_path):
    world = World(tmp_path / "t.db")
    new = ChatRef("memory", "-10077777777777")
    async with world.house() as house:
        await house.say("坏人名字", "/scores", chat=ROOM)
        await house.say("管", "/block", chat=ROOM, admin=True, **about("坏人名字"))
        await house.press("坏人名字", "m1:forgetme:all", chat=None)
    rows = world.sql("select scope, mark from bar")
    assert len(rows) == 1 and "坏人" not in str(rows)
    async with world.house(down=8 * 86_400) as house:
        await house.forward(10)
        assert "不让你" in said(await house.say("坏人名字", "/newgame 比大小", chat=ROOM))
        await house.service.notice(Migrated(ROOM, new))
        assert "不让你" in said(await house.say("坏人名字", "/newgame 比大小", chat=new))
    assert world.sql("select scope, mark from bar") == rows


async def test_what_forgetting_leaves_is_said(house):
    assert "被拉黑" in said(await house.say("甲", "/forgetme"))


async def test_bars_of_tables_that_are_over_are_forgotten(tmp_path):
    world = World(tmp_path / "t.db")
    async with world.house() as house:
        house.people.chat = ROOM
        await table(house, "甲", "坏")
        await house.say("甲", "/kick 坏")
        await house.say("甲", "/stop")
    assert len(world.sql("select * from bar")) == 1
    async with world.house(down=2 * 86_400) as house:
        await house.forward(10)
        await until(lambda: not any(house.service.bars._held.values()))
    assert world.sql("select * from bar") == []


# Where anybody can come as somebody new.


@pytest.fixture
async def page(tmp_path):
    platform = MemoryPlatform(purses=False, admins=False)
    async with service(tmp_path / "t.db", platform=platform, check=False) as made:
        made.people.chat = ROOM
        yield Town(made, tmp_path / "t.db")


async def test_new_people_sit_down_at_once_where_nobody_was_sent_away(page):
    await table(page.house, "甲", "乙")
    assert sitting(page.house) == ["甲", "乙"]


async def test_where_somebody_was_sent_away_the_host_lets_new_people_in(page):
    house = page.house
    await table(house, "甲", "乙", "坏")
    await house.say("甲", "/kick 坏")
    assert "要桌主（甲）点头" in said(await house.say("new", "/join"))
    assert "要桌主（甲）点头" in said(await house.press("new", page.token("join")))
    asks = [m for m in house.platform.told("甲") if "new 想坐下" in m.text]
    assert len(asks) == 1, "one is enough, however often somebody presses"
    token = buttons(asks[0])["让这位坐下"]
    assert "桌主" in said(await house.press("乙", token, chat=None))
    assert sitting(house) == ["甲", "乙"]
    assert "可以坐下了" in said(await house.press("甲", token, chat=None))
    await house.press("new", buttons(house.platform.told("new")[-1])["加入"], chat=None)
    assert sitting(house) == ["甲", "乙", "new"]
    assert "不让你" in said(await house.say("坏", "/join"))
    await house.forward(11)  # else it is a copy of the press that was taken
    assert "过时" in said(await house.press("甲", token, chat=None))


async def test_who_waits_for_the_hosts_word_waits_after_a_restart_too(tmp_path):
    world = World(tmp_path / "t.db")
    world.platform = MemoryPlatform(purses=False, admins=False)
    async with world.house(check=False) as house:
        house.people.chat = ROOM
        await table(house, "甲", "乙", "坏")
        await house.say("甲", "/kick 坏")
        await house.say("new", "/join")
        (ask,) = [m for m in house.platform.told("甲") if "new 想坐下" in m.text]
    async with world.house(down=5, check=False) as house:
        house.people.chat = ROOM
        assert "要桌主（甲）点头" in said(await house.say("new", "/join"))
        assert sum("想坐下" in m.text for m in house.platform.told("甲")) == 1, "asked already"
        token = buttons(ask)["让这位坐下"]
        forged = token.replace("let-new", "let-other")
        assert "过时" in said(await house.press("甲", forged, chat=None)), "who has not asked"
        assert "可以坐下了" in said(await house.press("甲", token, chat=None))
        await house.say("new", "/join")
        assert sitting(house) == ["甲", "乙", "new"]


async def test_a_crowd_of_new_names_does_not_flood_the_host(page):
    house = page.house
    await table(house, "甲", "乙", "坏")
    await house.say("甲", "/kick 坏")
    for number in range(30):
        await house.say(f"new{number}", "/join")
    assert sum("想坐下" in m.text for m in house.platform.told("甲")) == 8
    assert sitting(house) == ["甲", "乙"]


async def test_books_and_records_are_for_those_who_played_in_the_room(page):
    house = page.house
    await table(house, "甲", "乙")
    lines = ("/export", "/record", "/settle")
    menus = (f"m1:export:all.{ROOM.id}", f"m1:settle:all.{ROOM.id}")

    async def refused(who):
        """What is refused, typed and pressed, in the room and in private."""
        found = set()
        for wish in (*lines, *menus):
            for chat in (ROOM, None) if wish in menus else (ROOM,):
                ask = house.press if wish in menus else house.say
                if "只给在这里打过牌的人" in said(await ask(who, wish, chat=chat)):
                    found.add(wish)
            await house.forward(5)
        return found

    assert await refused("路人") == await refused("乙") == {*lines, *menus}, "a seat is no play"
    await house.say("甲", "/start")
    assert await refused("路人") == {*lines, *menus}
    assert await refused("乙") == set(), "who plays has played"
    await house.say("甲", "/stop")
    await house.say("乙", "/yes")
    assert house.tables.at(ROOM) is None
    assert await refused("乙") == {*lines, *menus}, "nothing was played to the end"
    assert "只给" not in said(await house.say("路人", "/scores"))
