"""Many people at once: what is taken is taken once, and everybody gets an answer."""

import asyncio
from dataclasses import replace

import pytest

from bot.ports.refs import ChatRef, UserRef
from bot.table.table import DESERTED
from tests.kit.actors import begin, chance, legal, name_of, press_of, said, to_the_end, waited_for
from tests.kit.ids import long_id
from tests.kit.platform import buttons
from tests.kit.tournament import called


async def test_a_hundred_equal_presses_act_once(house):
    """RAC-01."""
    await begin(house, "比大小", 2)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    who = name_of(house.table, 0)
    presses = [house.people.press(who, token, values) for _ in range(100)]
    replies = await asyncio.gather(*map(house.service.handle, presses))
    await house.settle()
    assert set(map(said, replies)) == {""}, "copies are done already, and no mistakes"
    assert house.table.match.step == 1


async def test_more_people_than_seats_at_once(house):
    """RAC-12."""
    await house.say("甲", "/newgame 占格子")
    joins = [house.people.say(who, "/join") for who in "乙丙丁戊己庚辛"]
    replies = await asyncio.gather(*map(house.service.handle, joins))
    await house.settle()
    assert sum("座位满了" in said(reply) for reply in replies) == 4
    assert len(house.table.state.players) == 4


async def test_two_new_tables_at_one_place_at_once(house):
    asked = [house.people.say(who, "/newgame 比大小") for who in "甲乙"]
    replies = await asyncio.gather(*map(house.service.handle, asked))
    await house.settle()
    assert sum("已经有一桌" in said(reply) for reply in replies) == 1
    assert len(house.tables.running) == 1


async def test_a_platform_that_is_slow_to_say_holds_up_no_other_chat(house, monkeypatch):
    """Rights are asked for when a table is opened: where that hangs, other chats still open one."""
    slow, asked, answered = house.people.chat, asyncio.Event(), asyncio.Event()

    async def lacks(chat):
        if chat == slow:
            asked.set()
            await answered.wait()
        return ()

    monkeypatch.setattr(house.platform, "lacks", lacks)
    first = asyncio.create_task(house.handle(house.people.say("甲", "/newgame 比大小")))
    await asked.wait()
    other = replace(slow, id=long_id("other"))
    async with asyncio.timeout(30):
        await house.handle(house.people.say("乙", "/newgame 比大小", chat=other))
    assert house.tables.at(other) is not None and house.tables.at(slow) is None
    answered.set()
    await first
    assert house.tables.at(slow) is not None


async def test_a_table_that_goes_on_while_rights_are_asked_for_stays(house, monkeypatch):
    """It stood still for long and would have given way when the new one was asked for."""
    await begin(house, "比大小", 1, 1)
    await house.say("甲", "/pause")
    await house.forward(DESERTED.total_seconds() + 1)
    assert house.table.gives_way(house.clock.now())
    ident = house.table.state.id

    async def lacks(chat):
        await house.handle(house.people.say("甲", "/resume"))
        return ()

    monkeypatch.setattr(house.platform, "lacks", lacks)
    assert "已经有一桌" in said(await house.say("乙", "/newgame 比大小"))
    assert house.table.state.id == ident and not house.table.state.over


async def test_everybody_acts_at_once(house):
    """RAC-16: in a simultaneous phase each is taken, in whatever order."""
    await begin(house, "占格子", 4, open="none")
    table = house.table
    presses = []
    for seat, name in waited_for(table):
        token, values = press_of(table, seat, legal(table, seat, chance(seat)))
        presses.append(house.people.press(name, token, values))
    replies = await asyncio.gather(*map(house.service.handle, presses))
    await house.settle()
    assert replies == [None] * 4
    assert house.table.match.step == 4


async def test_presses_while_the_table_ends_get_an_answer(house):
    await begin(house, "比大小", 1, 1)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    presses = [house.people.press("甲", token, values) for _ in range(20)]
    stop = house.people.say("甲", "/stop")
    every = [presses[0], stop, *presses[1:]]
    async with asyncio.timeout(20):
        replies = await asyncio.gather(*map(house.service.handle, every))
    await house.settle()
    assert all(said(reply) for reply in replies[2:])
    assert house.tables.running == {}


# A seat at a table, or a tournament: never both.


async def test_who_registers_while_rights_are_asked_for_gets_no_table(house, monkeypatch):
    tournament = await called(house)

    async def lacks(chat):
        await house.handle(house.people.say("甲", "/tournament join"))
        return ()

    monkeypatch.setattr(house.platform, "lacks", lacks)
    assert "你报名了" in said(await house.say("甲", "/newgame 比大小"))
    assert tournament.state.holds(UserRef("memory", "甲")) and not house.tables.running


WAYS = {
    "a table": lambda house, tables: house.people.say("甲", "/newgame 比大小", chat=DEN),
    "the word": lambda house, tables: house.people.say("甲", "/join"),
    "the button": lambda house, tables: house.people.press("甲", tables["加入"]),
    "the link": lambda house, tables: house.people.press("甲", tables["加入"], chat=None),
    "the queue": lambda house, tables: house.people.say("甲", "/coinroom", chat=DEN),
}
DEN = ChatRef("memory", long_id("den"))


@pytest.mark.parametrize("registers_first", [False, True])
@pytest.mark.parametrize("way", WAYS)
async def test_who_registers_and_sits_down_at_once_gets_one_of_both(
    house, monkeypatch, way, registers_first
):
    """Others do so too, and storing is slow: there is time between a look and what it leads to."""
    tournament = await called(house)
    await house.say("己", "/newgame 占格子")
    shown = buttons(house.platform.board())
    commit = house.store.commit

    async def slowly(rows):
        for _ in range(50):
            await asyncio.sleep(0)
        await commit(rows)

    monkeypatch.setattr(house.store, "commit", slowly)
    mine = [WAYS[way](house, shown), house.people.say("甲", "/tournament join")]
    others = [house.people.say("庚", "/join"), house.people.say("辛", "/tournament join")]
    requests = [*others, *(reversed(mine) if registers_first else mine)]
    replies = await asyncio.gather(*map(house.service.handle, requests))
    await house.settle()
    user = UserRef("memory", "甲")
    seated = [r for r in house.tables.running.values() if r.table.seat_of(user) is not None]
    queued = (
        [house.service.running.coinrooms.waits(user)]
        if house.service.running.coinrooms.waits(user)
        else []
    )
    assert len(seated) + len(queued) + tournament.state.holds(user) == 1
    told = [said(reply) for reply in replies[2:]]
    refused = ("你报名了", "你正坐在", "你正在")
    assert sum(any(word in line for word in refused) for line in told) == 1


async def test_who_waited_for_a_seat_and_registered_is_not_taken_along_to_the_next_table(house):
    """They hear of no new table, and would be seated there as soon as somebody declines."""
    await begin(house, "占格子", 4, 圈=1)
    await house.say("己", "/join")
    await to_the_end(house, chance(1))
    assert not house.tables.running
    tournament = await called(house)
    await house.say("己", "/tournament join")
    await house.say("甲", "/again")
    await house.say("乙", "/leave")
    user = UserRef("memory", "己")
    assert tournament.state.holds(user) and house.table.seat_of(user) is None
