"""Whatever breaks a contest off: coins move only by a deal that was finished."""

import pytest

from bot.ports.notices import Added, MemberLeft, PlaceGone, Removed
from bot.ports.refs import ChatRef, UserRef
from bot.store.tournament_rows import EndedMatch
from bot.table import stakes
from bot.table.commands import Close, Suspend
from bot.table.state import Phase
from tests.kit.actors import answer, begin, chance, waited_for
from tests.kit.coin_law import complaints
from tests.kit.coinroom import FOUR, queue
from tests.kit.ids import ROOM_ID
from tests.kit.tiers import chosen
from tests.kit.tournament import called, register
from tests.kit.world import World

CHAT = ChatRef("memory", ROOM_ID)


# The ways in which something is broken off. Each is told the house, a table of it and chance.


async def by_one_who_plays_and_administers(house, table, rng):
    who = rng.choice([s.user.id for s in table.state.players if s.user is not None])
    await house.say(who, "/stop", chat=table.state.place, admin=True)


async def by_an_outside_administrator(house, table, rng):
    await house.say("管", "/stop", chat=table.state.place, admin=True)


async def by_all_who_play(house, table, rng):
    for player in table.state.players:
        await house.say(player.user.id, "/stop", chat=table.state.place)


async def by_one_after_the_others_have_left(house, table, rng):
    people = [s.user.id for s in table.state.players]
    stays = rng.choice(people)
    for name in people:
        if name != stays:
            await house.say(name, "/leave", chat=table.state.place)
    await house.say(stays, "/stop", chat=table.state.place)
    await house.say(stays, "/leave", chat=table.state.place)
    await house.say(stays, "/newgame 比大小", chat=table.state.place)


async def by_leaving_the_chat(house, table, rng):
    for player in table.state.players:
        await house.service.notice(MemberLeft(player.user, CHAT))
    await house.settle()


async def by_deleting_the_place(house, table, rng):
    if table.state.place is not None:
        await house.service.notice(PlaceGone(table.state.place))
    await house.settle()


async def by_locking_the_place(house, table, rng):
    if table.state.place is not None:
        await house.service.notice(PlaceGone(table.state.place, deleted=False))
    await house.settle()


async def by_throwing_the_program_out(house, table, rng):
    await house.service.notice(Removed(CHAT))
    await house.settle()


async def by_throwing_it_out_for_a_while(house, table, rng):
    await house.service.notice(Removed(CHAT))
    await house.forward(rng.below(3000))
    await house.service.notice(Added(CHAT, UserRef("memory", "管"), "测试群"))
    await house.settle()


async def by_a_fault(house, table, rng):
    await house.tables.running[table.state.id].ask(Suspend())
    await house.settle()


async def by_an_error_of_the_game(house, table, rng):
    await house.tables.running[table.state.id].ask(Close("void"))
    await house.settle()


async def by_time(house, table, rng):
    await house.forward(rng.choice([3600.0, 86_400.0, 8 * 86_400.0]))


WAYS = (
    by_one_who_plays_and_administers, by_an_outside_administrator, by_all_who_play,
    by_one_after_the_others_have_left, by_leaving_the_chat, by_deleting_the_place,
    by_locking_the_place, by_throwing_the_program_out, by_throwing_it_out_for_a_while,
    by_a_fault, by_an_error_of_the_game, by_time,
)  # fmt: skip


# What can be broken off.


async def a_tournament(house):
    tournament = await called(house, "_specimen", fee=50, deals=2)
    await register(house, tournament, 0, 1, 2, 3)
    await house.forward(600)


async def a_coin_room(house):
    await queue(house, FOUR)


async def a_coins_table(house):
    await begin(house, "比大小", 3, money="coins", buyin=100, quan=3)


CONTESTS = (a_tournament, a_coin_room, a_coins_table)


def on(house):
    """The tables that are played."""
    return [r.table for r in house.tables.running.values() if not r.table.state.over]


async def some_answers(house, rng, most):
    """People answer up to so many questions, and press for the next deal."""
    for _ in range(rng.below(most + 1)):
        asked = [(table, seat) for table in on(house) for seat, _ in waited_for(table)]
        between = [table for table in on(house) if table.state.phase is Phase.BETWEEN]
        if asked:
            await answer(house, *rng.choice(asked), rng)
        elif between:
            for player in between[0].state.players:
                await house.say(player.user.id, "/next", chat=between[0].state.place)


async def ended(house):
    """Time passes until nothing is left; nobody does anything."""
    for _ in range(3000):
        if not on(house) and house.service.running.tournaments.at(CHAT) is None:
            return
        if not await house.next_wake():
            await house.forward(600)
    raise AssertionError("it does not end")


async def broken_off(world, contest, way, seed):
    rng = chance(seed, contest.__name__, way.__name__)
    for _ in range(rng.below(20)):
        world.ids.seed()  # other deals
    async with world.house(check=False) as house:
        await contest(house)
        for _ in range(1 + rng.below(2)):
            await some_answers(house, rng, 20)
            if on(house):
                await way(house, on(house)[0], rng)
        if rng.below(2):
            await ended(house)
    async with world.house(down=float(rng.below(5000)), check=False) as house:
        await ended(house)
        assert await house.store.coins.ledger_check() == []


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.__name__)
async def test_coins_move_only_by_deals_that_were_finished(world, contest, way):
    await broken_off(world, contest, way, 0)
    assert complaints(world.path) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", chosen(range(1, 4), 1, "broken off"))
@pytest.mark.parametrize("contest", chosen([one.__name__ for one in CONTESTS], 1, "broken off"))
async def test_coins_move_only_by_deals_that_were_finished_often(tmp_path, contest, seed):
    (contest,) = (one for one in CONTESTS if one.__name__ == contest)
    for way in WAYS:
        world = World(tmp_path / f"{way.__name__}.db")
        await broken_off(world, contest, way, seed)
        assert complaints(world.path) == [], way.__name__


@pytest.mark.parametrize(
    ("contest", "way", "fault"),
    [
        (a_tournament, by_an_error_of_the_game, (EndedMatch, "decided", property(bool))),
        (a_coin_room, by_an_outside_administrator, (stakes, "fee_is_due_back", lambda _: False)),
    ],
    ids=["a table without a deal counts", "a fee for nothing"],
)
async def test_the_law_sees(tmp_path, monkeypatch, contest, way, fault):
    monkeypatch.setattr(*fault)
    found = []
    for seed in range(8):
        world = World(tmp_path / f"{seed}.db")
        await broken_off(world, contest, way, seed)
        if found := complaints(world.path):
            break
    assert found
