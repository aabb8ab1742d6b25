"""Places that a kill leaves behind are used for their table, or put away."""

import pytest

from bot.ports.errors import NotAllowed, PlatformError, RetryAfter
from bot.store.letters import PlaceNoted
from bot.store.rows import MatchStarted, NotSaved
from bot.table.state import Phase
from bot.tournament.commands import Abort
from bot.tournament.state import Status
from engine.rng import Rng
from tests.kit.actors import answer, waited_for
from tests.kit.coinroom import FOUR, greedy, queue
from tests.kit.tournament import called, play_on, register, tables


def dies_at(house, at):
    """Nothing is stored any more from the first row on of which ``at`` is true."""
    commit, dead = house.store.commit, []

    async def refuse(rows):
        if dead or any(at(row) for row in rows):
            dead.append(True)
            raise NotSaved("the program dies here")
        await commit(rows)

    house.store.commit = refuse


def opened_but_not_noted(row):
    return isinstance(row, PlaceNoted) and bool(row.place)


def noted_but_no_table(row):
    return isinstance(row, MatchStarted)


MOMENTS = (opened_but_not_noted, noted_but_no_table)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
async def test_a_tournaments_table_is_played_where_its_place_was_opened(world, moment):
    async with world.house(check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        dies_at(house, moment)
        await house.forward(600)
        (place,) = house.platform.opened
        assert not tables(house, tournament)
    async with world.house(check=False) as house:
        (tournament,) = house.service.running.tournaments._runners.values()
        (table,) = tables(house, tournament)
        assert table.state.place == place
        assert list(house.platform.opened) == [place]
        await play_on(house, tournament)
        await house.settle()
        assert house.platform.closed == [place]
        assert await house.store.letters.places() == []


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
async def test_a_place_of_a_coin_room_that_did_not_begin_is_put_away(world, moment):
    async with world.house(check=False) as house:
        await queue(house, FOUR)
        await queue(house, "戊己庚")
        dies_at(house, moment)
        house.platform.fail["close_place"] = PlatformError("too late")
        await house.say("辛", "/coinroom")
        (place,) = house.platform.opened
        assert house.platform.closed == []
    del world.platform.fail["close_place"]
    async with world.house(check=False) as house:
        assert house.platform.closed == [place]
        (begun,) = [p for p in house.platform.opened if p != place]
        assert house.tables.at(begun) is not None, "and who waited plays in another one"
        (row,) = await house.store.letters.places()
        assert row.place == begun.place, "which is put away when its table is over"


async def test_a_place_that_was_not_put_away_at_the_end_is_after_the_start(world):
    """Also where the platform is not there yet: it is tried again."""
    async with world.house(check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        (place,) = house.platform.opened
        house.platform.fail["close_place"] = PlatformError("not now")
        await play_on(house, tournament)
        assert tournament.state.status is Status.OVER
    async with world.house(check=False) as house:
        assert house.platform.closed == []
        del house.platform.fail["close_place"]
        await house.forward(61)
        assert house.platform.closed == [place]
        assert await house.store.letters.places() == []
    async with world.house(check=False) as house:
        await house.forward(61)
        assert house.platform.closed == [place]


async def test_what_may_not_be_put_away_is_let_be(world):
    async with world.house(check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        house.platform.fail["close_place"] = NotAllowed(("right",))
        await play_on(house, tournament)
        await house.settle()
        assert await house.store.letters.places() == []


async def test_a_place_that_cannot_be_opened_is_not_looked_for(world):
    async with world.house(check=False) as house:
        house.platform.fail["open_place"] = NotAllowed(("discord-right-threads",))
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        assert await house.store.letters.places() == []


async def test_a_platform_that_is_not_there_yet_is_waited_for_a_while(world):
    """As after a start, when it connects; but nobody waits for it for ever."""
    async with world.house(check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        house.platform.fail["open_place"] = RetryAfter(5)
        await house.forward(600)
        assert tables(house, tournament) == []
        del house.platform.fail["open_place"]
        await house.forward(6)
        (table,) = tables(house, tournament)
        assert table.state.place in house.platform.opened


async def test_a_platform_that_never_comes_is_not_waited_for(world):
    async with world.house(check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        house.platform.fail["open_place"] = RetryAfter(5)
        await house.forward(600)
        for _ in range(5):
            await house.forward(6)
        (table,) = tables(house, tournament)
        assert table.state.place is None


async def test_what_is_called_off_leaves_no_place(world):
    async with world.house(check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, *range(16))
        await house.forward(600)
        await tournament.do(Abort("gone"))
        await house.settle()
        assert set(house.platform.closed) == set(house.platform.opened)
        assert len(house.platform.closed) == 4


# Coin rooms that have a place of their own end like any other table.


async def second_room(house):
    """A coin room in a place of its own, since another table is on; it, and where it is."""
    await queue(house, FOUR)
    await queue(house, "戊己庚辛")
    (place,) = house.platform.opened
    return house.tables.at(place), place


async def played_out(house, runner, queues=""):
    """Everybody plays until the table is over and everything was shown; somebody queues there."""
    rng = Rng(bytes(32), "coins")
    while not runner.table.state.over:
        if runner.table.state.phase is Phase.BETWEEN:
            left = runner.table.next_wake() - house.clock.now()
            await house.forward(left.total_seconds() - 60)
            for who in queues:
                await house.say(who, "/coinroom", chat=runner.table.state.place)
            await house.forward(60)
            continue
        (seat, _), *_ = waited_for(runner.table)
        await answer(house, runner.table, seat, rng, greedy)
    await house.forward(60)
    await house.settle()


async def test_a_coin_rooms_place_is_put_away_when_it_is_over(world):
    async with world.house(check=False) as house:
        runner, place = await second_room(house)
        assert [row.place for row in await house.store.letters.places()] == [place.place]
        assert house.platform.closed == []
        await played_out(house, runner)
        assert house.platform.closed == [place]
        assert await house.store.letters.places() == []
        shown = [s for s in house.platform.in_chat(place.id) if s.ref.thread == place.thread]
        assert shown, "and what came last was shown there before"


async def test_it_is_after_a_kill_as_well(world):
    async with world.house(check=False) as house:
        await second_room(house)
    async with world.house(check=False) as house:
        (place,) = house.platform.opened
        await house.settle()
        assert house.platform.closed == [], "it is still played there"
        await played_out(house, house.tables.at(place))
        assert house.platform.closed == [place]
        assert await house.store.letters.places() == []


async def test_killed_at_its_end_it_is_put_away_after_the_start(world):
    async with world.house(check=False) as house:
        runner, place = await second_room(house)
        house.platform.fail["close_place"] = PlatformError("not now")
        await played_out(house, runner)
        assert house.platform.closed == []
    del world.platform.fail["close_place"]
    async with world.house(check=False) as house:
        await house.forward(120)
        assert house.platform.closed == [place]
        assert await house.store.letters.places() == []


async def test_where_the_next_four_wait_or_play_it_stays_open(world):
    """Whoever queues again there is drawn there again; it is put away after the last table."""
    async with world.house(check=False) as house:
        runner, place = await second_room(house)
        await played_out(house, runner, queues="壬")
        assert house.service.running.coinrooms.at(place) is not None
        assert house.platform.closed == []
    async with world.house(check=False) as house:
        await house.settle()
        assert house.platform.closed == [], "nor does a start put it away"
        for name in "癸子丑":
            await house.say(name, "/coinroom", chat=place)
        await played_out(house, house.tables.at(place))
        assert house.platform.closed == [place]
        assert await house.store.letters.places() == []
