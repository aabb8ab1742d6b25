"""One person is promised to one contest at a time, by whichever road they come."""

import asyncio

import pytest

from bot.ports.refs import ChatRef, UserRef
from bot.runtime.engagements import HINDERS, Engagement, Engagements, Kind, Wish
from bot.support.errors import Refused
from tests.kit.actors import said
from tests.kit.coinroom import queue, queued
from tests.kit.ids import long_id
from tests.kit.platform import MemoryPlatform
from tests.kit.tournament import called, register

ME, YOU = UserRef("telegram", "1234567890"), UserRef("telegram", "1234567891")
DEN, HALL, CELLAR = (ChatRef("memory", long_id(name)) for name in ("den", "hall", "cellar"))


@pytest.fixture
async def house(world):
    async with world.house(check=False) as open_house:
        yield open_house


def engaged(*found):
    """Engagements of which ``ME`` has these."""
    engagements = Engagements()
    for kind in Kind:
        mine = [one for one in found if one.kind is kind]
        engagements.add(kind, lambda user, mine=mine: mine if user == ME else ())
    return engagements


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("wish", Wish)
def test_what_hinders_what(wish, kind):
    engagements = engaged(Engagement(kind, "t", "群", "dazha"))
    why = engagements.hindrance(ME, wish)
    assert (why is not None) is ((wish, kind) in HINDERS)
    assert engagements.hindrance(ME, wish, "t") is None
    assert engagements.hindrance(YOU, wish) is None
    if why is not None:
        assert dict(why.params)["chat"] == "群"
        with pytest.raises(Refused):
            engagements.check(ME, wish)


async def test_two_who_want_the_same_people_never_wait_for_ever():
    engagements, done = engaged(), []

    async def take(*users):
        async with engagements.alone(*users):
            await asyncio.sleep(0)
            done.append(users)

    async with asyncio.timeout(30):
        await asyncio.gather(*(take(*pair) for pair in [(ME, YOU), (YOU, ME)] * 20))
    assert len(done) == 40


async def test_nobody_is_free_while_somebody_else_promises_them():
    engagements, order = engaged(), []

    async def first():
        async with engagements.alone(ME, YOU):
            order.append("drawn")
            await asyncio.sleep(0)
            order.append("stored")

    async def second():
        async with engagements.free(ME, Wish.SEAT):
            order.append("seated")

    await asyncio.gather(first(), second())
    assert order == ["drawn", "stored", "seated"]


# In the whole service.


def at_tables(house, name):
    user = UserRef("memory", name)
    found = [r.table.state for r in house.tables.running.values()]
    return [s for s in found if not s.over and user in [player.user for player in s.players]]


async def test_who_waits_in_two_queues_is_drawn_once_and_waits_no_more(house):
    await queue(house, "甲乙丙", chat=DEN, chat_title="窝")
    await queue(house, "甲乙", chat=HALL, chat_title="厅")
    await queue(house, "丁", chat=DEN, chat_title="窝")
    assert len(at_tables(house, "甲")) == 1
    assert queued(house, HALL.id) == []
    await queue(house, "戊己", chat=HALL, chat_title="厅")
    assert queued(house, HALL.id) == ["戊", "己"]
    assert "正坐在窝的牌桌上" in said(await house.say("甲", "/coinroom", chat=HALL))


async def test_two_queues_that_fill_at_once_do_not_share_a_person(house):
    await queue(house, "甲乙丙", chat=DEN, chat_title="窝")
    await queue(house, "甲戊己", chat=HALL, chat_title="厅")
    people = house.people
    await asyncio.gather(
        house.handle(people.say("丁", "/coinroom", chat=DEN, chat_title="窝")),
        house.handle(people.say("庚", "/coinroom", chat=HALL, chat_title="厅")),
    )
    await house.settle()
    assert len(at_tables(house, "甲")) == 1
    assert len(house.tables.running) == 1
    assert {*queued(house, DEN.id), *queued(house, HALL.id)} < set("乙丙丁戊己庚")


@pytest.mark.parametrize("line", ["/newgame 比大小", "/join", "/coinroom"])
async def test_every_road_asks_who_waits_plays_or_has_registered(house, line):
    """Who waits in a queue gets no seat; who has one gets into no queue and no tournament."""
    chat = {"chat": CELLAR, "chat_title": "窖"}
    if line == "/join":
        await house.say("壬", "/newgame 比大小", **chat)
    await queue(house, "甲", chat=DEN, chat_title="窝")
    reply = said(await house.say("甲", line, **chat))
    assert line == "/coinroom" or "正在窝排队等金币场" in reply
    assert len(at_tables(house, "甲")) == 0
    await house.say("乙", "/newgame 比大小", chat=DEN, chat_title="窝")
    reply = said(await house.say("乙", "/coinroom", chat=HALL))
    assert "正坐在窝的牌桌上（比大小）" in reply
    tournament = await called(house)
    for name, key in (("甲", "cup-queued"), ("乙", "cup-seated")):
        with pytest.raises(Refused) as error:
            await house.service.running.tournaments.register(house.people.say(name, ""), tournament)
        assert error.value.msg.key == key
    await register(house, tournament, 0)
    for wish in ("/newgame 比大小", "/coinroom"):
        assert "被淘汰或退出比赛以前" in said(await house.say("p0", wish, **chat))


async def test_who_sits_down_between_is_left_out_of_the_draw(house):
    """Whatever let them in: they are not at two tables, and the others go on waiting."""
    await queue(house, "甲乙丙", chat=DEN, chat_title="窝")
    hindrance = house.context.engagements.hindrance
    house.context.engagements.hindrance = lambda *_, **__: None
    await house.say("甲", "/newgame 比大小", chat=HALL)
    house.context.engagements.hindrance = hindrance
    await queue(house, "丁", chat=DEN, chat_title="窝")
    assert len(at_tables(house, "甲")) == 1
    assert queued(house, DEN.id) == ["乙", "丙", "丁"]
    assert "甲 在别处有牌桌或比赛，不再排队" in "\n".join(house.platform.lines(DEN.id))


async def test_who_has_blocked_us_since_is_not_drawn(world):
    world.platform = MemoryPlatform(quiet=True)
    async with world.house(check=False) as house:
        await queue(house, "甲乙丙")
        await house.context.reachability.mark(UserRef("memory", "甲"), "blocked")
        await queue(house, "丁")
        assert queued(house) == ["乙", "丙", "丁"]
        assert "私信发不到 甲，不再排队" in "\n".join(house.platform.lines())
