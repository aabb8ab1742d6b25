"""One of several processes: a room that is left and taken again is as it was, and what it leaves
to the house is not done."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.commands.gate import OF_THE_HOUSE
from bot.i18n.times import plain
from bot.ports.errors import Elsewhere
from bot.ports.refs import ChatRef, UserRef, alone_key
from bot.runtime.elsewhere import Nobody, OtherProcesses
from bot.runtime.engagements import Kind, Wish
from bot.runtime.letters import Letter
from bot.store.rows import PersonReach, PersonSet
from bot.store.scorebook import Forgotten
from bot.table import tokens
from engine.msg import msg
from tests.bot.runtime.test_restart import comparable, screens, shifted
from tests.kit.actors import answer, begin, chance, waited_for
from tests.kit.coinroom import queue
from tests.kit.ids import ROOM_ID
from tests.kit.tournament import called, register


@pytest.mark.parametrize("lost", [False, True])
async def test_a_room_that_is_left_and_taken_again_is_as_it_was(world, lost):
    async with world.house() as house:
        await begin(house, "占格子", 2)
        before, shown = house.table.state, screens(house.table)
        place = before.place
        await house.service.leave_room(place, lost=lost)
        assert not house.tables.running and house.tables.at(place) is None
        await house.settle()
        await house.service.open_rooms({place: timedelta(0)})
        await house.settle()
        assert comparable(house.table.state) == comparable(before)
        assert screens(house.table) == shown
        seat, _ = waited_for(house.table)[0]
        await answer(house, house.table, seat, chance(1))
        assert house.table.state.step == before.step + 1


async def test_while_nobody_runs_a_room_its_clocks_stand_still(world):
    async with world.house() as house:
        await begin(house, "占格子", 2)
        await house.forward(20)
        before = house.table.state
        await house.service.leave_room(before.place, lost=True)
        house.clock.forward(9)
        await house.service.open_rooms({before.place: timedelta(seconds=9)})
        await house.settle()
        assert comparable(house.table.state) == shifted(comparable(before), timedelta(seconds=9))


async def test_what_is_the_house_s_is_not_done_elsewhere(world):
    async with world.house() as house:
        await begin(house, "占格子", 2)
        house.service.gate.shares = True
        for said in ("/tournament", "/coinroom", "/correct", "/season new"):
            with pytest.raises(Elsewhere):
                await house.say("甲", said)
        assert OF_THE_HOUSE, "and all the rest is"
        assert await house.say("甲", "/scores") is not None


def kept(world):
    """Everything that is stored."""
    named = world.sql("select name from sqlite_master where type = 'table' order by name")
    return {name: sorted(map(repr, world.sql(f"select * from [{name}]"))) for (name,) in named}  # noqa: S608


async def a_tournament(house):
    await register(house, await called(house), *range(4))


async def a_queue(house):
    await queue(house, "甲")


async def a_table(house):
    await begin(house, "占格子", 2)


async def a_letter(house):
    room, now = ChatRef("memory", ROOM_ID), house.clock.now()
    await house.store.commit([Letter("a 1", room, None, (msg("table-gone"),)).row(now)])


@pytest.mark.parametrize("case", [a_tournament, a_queue, a_table, a_letter])
async def test_what_is_done_once_is_done_by_whoever_has_the_house_alone(world, case):
    async with world.house(check=False) as house:
        await case(house)
    before, said = kept(world), len(world.platform.calls)
    async with world.house(check=False, shares=True) as house:
        for _ in range(6):
            await house.forward(3600)
        assert not house.tables.running
    assert kept(world) == before and len(world.platform.calls) == said
    async with world.house(check=False) as house:
        await house.forward(3600)
        await house.forward(3600)
    after = kept(world)
    changed = {name for name, rows in after.items() if rows != before[name]}
    assert "heartbeat" in changed and changed - {"heartbeat", "standstill"}
    assert len(world.platform.calls) > said


async def test_what_somebody_has_set_in_another_process_is_seen_here(world):
    async with world.house() as house:
        await begin(house, "占格子", 2)
        user = house.table.state.players[0].user
        prefs = house.context.preferences
        await house.store.commit([PersonSet(user.key, "suits", "four")])
        assert not prefs.person(user).four
        await house.service.heard(user)
        assert prefs.person(user).four


async def test_who_plays_or_is_registered_in_another_process_is_engaged_here(world):
    async with world.house() as house:
        tournament = await called(house)
        await register(house, tournament, 0)
        await begin(house, "占格子", 2)
        running, engagements = house.service.running, house.context.engagements
        player = house.table.state.players[1].user
        (entry,) = tournament.state.entrants
        here = OtherProcesses(house.store, running.tables, running.tournaments)
        assert not [*await here.engaged(player), *await here.engaged(entry.user)]

        class Nothing:
            def get(self, ident):
                return None

            of = get

        there = OtherProcesses(house.store, Nothing(), Nothing())
        for user, kind, hindered, free in (
            (player, Kind.TABLE, Wish.REGISTER, Wish.SEAT),
            (entry.user, Kind.TOURNAMENT, Wish.SEAT, None),
        ):
            found = await there.engaged(user)
            assert [one.kind for one in found] == [kind]
            assert engagements.hindrance(user, hindered, more=found) is not None
            assert free is None or engagements.hindrance(user, free, more=found) is None


async def test_what_a_dead_process_had_to_tell_is_told_by_whoever_runs_the_room(world):
    async with world.house(check=False) as house:
        await begin(house, "占格子", 2)
        room, person = house.table.state.place, house.table.state.players[1].user
        now = house.clock.now()
        elsewhere = ChatRef("memory", "r" * 32)
        letters = [
            Letter("gone 1", room, None, (msg("table-gone"),)),
            Letter("gone 2", room, person, (msg("table-old-button"),)),
            Letter("gone 3", elsewhere, person, (msg("table-done-already"),)),
        ]
        await house.store.commit([letter.row(now) for letter in letters])
        running = house.service.running.letters
        await running.start(lambda place: False)
        assert len(await house.store.letters.unread()) == 3, "they are about another's rooms"
        await house.service.leave_room(room, lost=True)
        await house.service.open_rooms({room: timedelta(0)})
        await house.settle()
        assert [row.letter for row in await house.store.letters.unread()] == ["gone 3"]
        say = house.context.reader.catalogue.say
        assert sum(plain(say(msg("table-gone"))) in line for line in world.platform.lines()) == 1
        told = [message.text for message in world.platform.told(person.id)]
        assert sum(plain(say(msg("table-old-button"))) in text for text in told) == 1


async def test_who_is_forgotten_or_out_of_reach_in_another_process_is_so_here(world):
    class Listener:
        def __init__(self):
            self.told = []

        def said(self, chat, line, deaf):
            pass

        def anew(self, user, chats):
            self.told.append((user, list(chats)))

    async with world.house() as house:
        await begin(house, "占格子", 2)
        user, context = UserRef("memory", "甲"), house.context
        await house.say("甲", "/prefs suits four")
        changed, listener = [], Listener()
        house.store.people.changed = lambda person, rooms: changed.append((person, rooms))
        house.service.talk.listen(listener)
        assert context.preferences.person(user).four
        traces = await house.store.people.traces(user.key, "", alone_key(user))
        traces = replace(traces, said=())
        await house.store.people.forget(
            Forgotten("anon:1", user.key, "", house.clock.now(), traces), alone_key(user)
        )
        assert changed == [(user.key, set())]
        await house.store.commit([PersonReach(user.key, "blocked", house.clock.now())])
        assert context.preferences.person(user).four and not context.reachability.closed(user)
        await house.service.heard(user, ["memory:" + "r" * 32])
        assert not context.preferences.person(user).four and context.reachability.closed(user)
        assert listener.told[-1] == (None, [ChatRef("memory", "r" * 32)])
        await house.store.commit([PersonReach(user.key, "", house.clock.now())])
        await house.service.heard(user)
        assert not context.reachability.closed(user)


ASKED = (("丙", "house"), ("乙", "rooms"), ("丙", "home"), ("乙", "/mydata"))


async def asked(house, who, what):
    """What somebody is told to a command or a menu."""
    typed = what.startswith("/")
    reply = await (house.say(who, what) if typed else house.press(who, tokens.menu(what, "")))
    if reply is None:
        return ""
    file = reply.message.file.data.decode() if reply.message.file is not None else ""
    return f"{plain(reply.message.text)} {file} {reply.message.rows}"


async def test_tables_of_other_processes_are_listed_as_those_that_run_here(world):
    async with world.house() as house:
        await house.say("甲", "/newgame 占格子")
        await house.say("乙", "/join")
        await house.say("甲", "/settings house open")
        place = house.table.state.place
        others = OtherProcesses(house.store, house.tables, house.service.running.tournaments)
        house.tables.others = others  # which finds nothing beside what runs here
        shown = [await asked(house, who, what) for who, what in ASKED]
        assert "占格子" in shown[0] and "甲" in shown[0] and "占格子" in shown[1]
        assert house.table.state.id in shown[3]
        await house.service.leave_room(place, lost=True)
        assert not house.tables.running
        assert [await asked(house, who, what) for who, what in ASKED] == shown
        house.tables.others = Nobody()
        assert [await asked(house, who, what) for who, what in ASKED] != shown
