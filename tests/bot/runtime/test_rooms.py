"""One of several processes: a room that is left and taken again is as it was, and what it leaves
to the house is not done."""

from datetime import timedelta

import pytest

from bot.commands.gate import OF_THE_HOUSE
from bot.ports.errors import Elsewhere
from bot.runtime.elsewhere import OtherProcesses
from bot.runtime.engagements import Kind, Wish
from bot.store.rows import PersonSet
from tests.bot.runtime.test_restart import comparable, screens, shifted
from tests.kit.actors import answer, begin, chance, waited_for
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
