"""Tournaments in the whole service: registering, tables, places, restarts in every stage."""

import pytest

from bot.players import computer as thinking
from bot.ports.errors import NotAllowed
from bot.ports.notices import MemberLeft, Migrated, PlaceGone
from bot.ports.refs import ChatRef, UserRef
from bot.store.purse import Posted
from bot.support.errors import Refused
from bot.table.commands import AddBot, Configure, Join, Pause, Stop
from bot.table.state import Phase
from bot.tournament.commands import Seat
from bot.tournament.state import Status
from engine.registry import games
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import MemoryPlatform
from tests.kit.tournament import QUICK, ROOM, balance, called, computers, play_on, register, tables

FOUR = sorted(ident for ident, game in games().items() if 4 in game.info.seats)


# A whole tournament.


async def test_sixteen_people_who_never_press_play_it_to_its_end(tmp_path):
    """比赛场 1 to 5 and 7; who is away is 托管, and coins are accounted for to the last one."""
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, *range(18))
        assert await balance(house, f"pool:{tournament.state.id}") == 0
        await house.forward(600)
        assert tournament.state.status is Status.PLAYING
        assert [e.name for e in tournament.state.removed] == ["p17", "p16"]
        assert await balance(house, f"pool:{tournament.state.id}") == 800
        first = tables(house, tournament)
        assert [len(t.state.players) for t in first] == [4] * 4
        assert {t.state.pool for t in first} == {800}
        assert len({t.state.place for t in first} & set(house.platform.opened)) == 4
        await play_on(house, tournament)
        await house.settle()
        winner = tournament.state.winner.user.key
        assert await balance(house, f"pool:{tournament.state.id}") == 0
        for number in range(18):
            key = f"memory:p{number}"
            expected = 1000 - (50 if number < 16 else 0) + (800 if key == winner else 0)
            assert (await house.store.coins.purse(ROOM, key)).free == expected
        assert await house.store.coins.ledger_check() == []
        assert len(house.platform.opened) == len(house.platform.closed) == 5
        assert house.service.running.tournaments.of(tournament.state.id) is None


async def test_coins_that_are_spent_in_the_moment_of_the_start_are_not_spent_twice(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2, 3, 4)
        store = house.store
        looked = store.coins.purses

        async def then_spent(chat, people):
            found = await looked(chat, people)
            if await balance(house, "house") == 0:
                lines = (("purse:memory:p1", -980), ("house", 980))
                await store.commit([Posted("spent", ROOM, "fee", lines, house.clock.now())])
            return found

        store.coins.purses = then_spent
        await house.forward(600)
        assert [e.name for e in tournament.state.entrants] == ["p0", "p2", "p3", "p4"]
        assert [e.name for e in tournament.state.poor] == ["p1"]
        assert await balance(house, f"pool:{tournament.state.id}") == 200
        assert await store.coins.ledger_check() == []


@pytest.mark.parametrize("game", FOUR)
async def test_any_game_of_four(tmp_path, game):
    async with service(tmp_path / "db", check=False) as house:
        house.tables.pace = 0
        tournament = await called(house, game)
        await computers(house, tournament, 4)
        await house.forward(600)
        await play_on(house, tournament)
        scores = tournament.state.bracket.stages[0][0].scores
        deals = [scored.dealt for scored in await house.store.scores.rounds(ROOM, game)]
        assert tuple(map(sum, zip(*deals, strict=True))) == scores


async def test_easy_computers_take_the_first_suggestion(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(thinking, "policy", asked.append)
    async with service(tmp_path / "db", check=False) as house:
        for level, called_for in (("easy", []), ("normal", [QUICK])):
            tournament = await called(house)
            for number in range(4):
                await tournament.do(Seat(f"c{number}", level))
            await house.forward(600)
            await play_on(house, tournament)
            assert sorted(set(asked)) == called_for


async def test_a_game_that_is_not_for_four_is_refused(tmp_path):
    async with service(tmp_path / "db") as house:
        for game, how, key in (
            ("doudizhu", {}, "cup-game"),
            (QUICK, {"fee": 10_001}, "cup-fee"),
            (QUICK, {"fee": -1}, "cup-fee"),
            (QUICK, {"minutes": 0}, "cup-minutes"),
            (QUICK, {"deals": 33}, "cup-deals"),
        ):
            with pytest.raises(Refused) as error:
                await called(house, game, **how)
            assert error.value.msg.key == key
        await called(house)
        with pytest.raises(Refused) as error:
            await called(house)
        assert error.value.msg.key == "cup-another"
        alone = house.people.say("org", "", chat=None)
        with pytest.raises(Refused) as error:
            await house.service.running.tournaments.create(alone, house.context.games[QUICK])
        assert error.value.msg.key == "cup-in-group"


async def test_without_purses_there_is_no_fee(tmp_path):
    async with service(tmp_path / "db", platform=MemoryPlatform(purses=False)) as house:
        with pytest.raises(Refused) as error:
            await called(house, fee=1)
        assert error.value.msg.key == "cup-no-purses"
        tournament = await called(house, fee=None)
        assert (tournament.state.fee, tournament.state.pool) == (0, 0)


# One thing at a time.


async def test_whoever_has_registered_plays_nowhere_else_until_out(tmp_path):
    """比赛场 1."""
    async with service(tmp_path / "db") as house:
        other = {"chat": ChatRef("memory", long_id("den")), "chat_title": "别处"}
        await house.say("p9", "/newgame 蹲麻子", **other)
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3, 4)
        reply = await house.say("p0", "/join", **other)
        assert "测试群的比赛" in reply.message.text
        assert "比赛" in (await house.say("p0", "/newgame 蹲麻子")).message.text
        with pytest.raises(Refused) as error:
            await register(house, tournament, 9)
        assert error.value.msg.key == "cup-seated"
        await house.service.running.tournaments.withdraw(house.people.say("p0", ""), tournament)
        await house.say("p0", "/join", **other)
        assert house.tables.at(other["chat"]).table.seat_of(UserRef("memory", "p0")) == 1
        await house.forward(600)
        await play_on(house, tournament)
        assert await house.say("p1", "/join", **other) is not None
        assert house.tables.at(other["chat"]).table.seat_of(UserRef("memory", "p1")) == 2


@pytest.mark.parametrize("line", ["/back", "/autopilot", "/join", "/resume", "过"])
async def test_whoever_has_left_a_table_and_registered_does_not_come_back_to_it(tmp_path, line):
    """比赛场 1: nor is a seat that one has left a way into another room."""
    async with service(tmp_path / "db") as house:
        other = {"chat": ChatRef("memory", long_id("den")), "chat_title": "别处"}
        await house.say("p8", "/newgame 蹲麻子", **other)
        await house.say("p9", "/join", **other)
        await house.say("p8", "/start", **other)
        table = house.tables.at(other["chat"]).table
        await house.say("p9", "/leave", **other)
        if line == "/resume":
            await house.say("p8", "/pause", **other)
        tournament = await called(house)
        await register(house, tournament, 9)
        reply = await house.say("p9", line, **other)
        assert "测试群的比赛" in reply.message.text
        seat = table.seat_of(UserRef("memory", "p9"))
        assert table.state.players[seat].left
        await house.service.running.tournaments.withdraw(house.people.say("p9", ""), tournament)
        await house.say("p9", "/back", **other)
        assert not table.state.players[seat].left


async def test_whoever_waits_for_the_coin_room_cannot_register(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house)
        room = house.people.chat
        await house.service.running.coinrooms.join(room, "测试群", UserRef("memory", "p0"), "p0")
        with pytest.raises(Refused) as error:
            await register(house, tournament, 0)
        assert error.value.msg.key == "cup-queued"
        await house.service.running.coinrooms.leave(room, UserRef("memory", "p0"))
        await register(house, tournament, 0)
        assert await house.say("p0", "/coinroom") is not None
        assert house.service.running.coinrooms.waits(UserRef("memory", "p0")) is None


async def test_one_tournament_at_a_time_for_a_person(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house)
        await register(house, tournament, 0)
        caller = house.people.say("org", "", chat=ChatRef("memory", long_id("den")))
        second = await house.service.running.tournaments.create(caller, house.context.games[QUICK])
        with pytest.raises(Refused) as error:
            await register(house, second, 0)
        assert error.value.msg.key == "cup-held"


async def test_nobody_holds_up_a_table_nor_ends_their_own(tmp_path):
    """An administrator who plays has no more to say than the others, at whichever table."""
    async with service(tmp_path / "db") as house:
        tournament = await called(house, "dunmazi")
        await register(house, tournament, 0, 1, 2, 3)
        await house.service.running.tournaments.start_now(house.people.say("org", ""), tournament)
        await house.settle()
        (table,) = tables(house, tournament)
        runner = house.tables.running[table.state.id]
        seated = table.state.players[0].user
        for command, key in (
            (Stop(seated), "cup-no-stop"),
            (Pause(seated), "cup-no-pause"),
            (Join(UserRef("memory", "x"), "x"), "cup-table-closed"),
            (AddBot(seated), "table-not-in-playing"),
        ):
            with pytest.raises(Refused) as error:
                await runner.ask(command)
            assert error.value.msg.key == key
        assert (await house.say("p0", "/leave", chat=table.state.place)) is not None
        assert table.state.phase is Phase.PLAYING
        with pytest.raises(Refused) as error:
            await runner.ask(Stop(seated, admin=True))
        assert error.value.msg.key == "cup-no-stop"
        await house.say("管", "/stop", chat=table.state.place, admin=True)
        assert (tournament.state.status, tournament.state.winner) == (Status.PLAYING, None)
        assert tournament.state.tries(0, 0) == 1
        (again,) = tables(house, tournament)
        assert again is not table
        people = [[s.user for s in t.state.players] for t in (table, again)]
        assert people[0] == people[1]
        assert "没打完就散了，不算，重打" in "".join(house.platform.lines())


async def test_rounds_go_on_by_themselves_and_a_table_of_absent_people_never_stands_still(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house, deals=3)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        (table,) = tables(house, tournament)
        while table.state.phase is Phase.PLAYING:
            await house.next_wake()
        assert table.state.next_at is not None
        assert table.state.idle_at is None
        with pytest.raises(Refused) as error:
            await house.tables.running[table.state.id].ask(Configure(table.state.host, "clock", 30))
        assert error.value.msg.key == "cup-no-settings"
        await play_on(house, tournament)
        assert len(await house.store.scores.rounds(ROOM)) == 3


# Places.


async def test_a_missing_right_is_named_and_the_table_is_played_in_private(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        house.platform.fail["open_place"] = NotAllowed(("discord-right-threads",))
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        assert tournament.state.lacking == ("discord-right-threads",)
        (table,) = tables(house, tournament)
        assert table.state.place is None
        assert table.state.chat_key == ROOM
        assert all(house.platform.private(f"p{n}") is not None for n in range(4))
        await play_on(house, tournament)


async def test_more_tables_than_places_are_played_in_private(tmp_path):
    async with service(tmp_path / "db", platform=MemoryPlatform(places=3), check=False) as house:
        tournament = await called(house)
        await register(house, tournament, *range(16))
        await house.forward(600)
        assert {table.state.place for table in tables(house, tournament)} == {None}
        await play_on(house, tournament)
        assert len(house.platform.opened) == 1  # the final's


async def test_a_place_that_is_lost_does_not_end_its_table(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        (table,) = tables(house, tournament)
        await house.service.notice(PlaceGone(table.state.place))
        await house.settle()
        assert (table.state.place, table.state.phase) == (None, Phase.PLAYING)
        await play_on(house, tournament)


async def test_whoever_leaves_the_chat_before_the_start_has_withdrawn(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1)
        await house.service.notice(MemberLeft(UserRef("memory", "p0"), ChatRef("memory", ROOM_ID)))
        await house.settle()
        assert [entrant.name for entrant in tournament.state.entrants] == ["p1"]


async def test_an_organiser_who_leaves_holds_nothing_up(tmp_path):
    """The clock begins it; before that an administrator may."""
    async with service(tmp_path / "db") as house:
        tournament = await called(house, fee=50)
        await house.service.running.tournaments.register(house.people.say("org", ""), tournament)
        await register(house, tournament, 0, 1, 2, 3)
        await house.service.notice(MemberLeft(UserRef("memory", "org"), ChatRef("memory", ROOM_ID)))
        await house.settle()
        assert [entrant.name for entrant in tournament.state.entrants] == ["p0", "p1", "p2", "p3"]
        await house.forward(600)
        assert tournament.state.status is Status.PLAYING
        assert await balance(house, f"pool:{tournament.state.id}") == 4 * 50
        await play_on(house, tournament)
        winner = tournament.state.winner.user.key
        assert (await house.store.coins.purse(ROOM, winner)).free == 1000 - 50 + 4 * 50


async def test_a_chat_with_another_id_takes_its_tournament_along(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house)
        await register(house, tournament, 0)
        await house.service.notice(
            Migrated(ChatRef("memory", ROOM_ID), ChatRef("memory", long_id("hall")))
        )
        await house.settle()
        assert (
            house.service.running.tournaments.at(ChatRef("memory", long_id("hall"), "5"))
            is tournament
        )


async def test_tables_that_are_played_out_as_they_are_opened_are_counted_at_once(tmp_path):
    """Computers at no pace: each round of the bracket follows the one before without waiting."""
    async with service(tmp_path / "db", check=False) as house:
        house.tables.pace = 0
        tournament = await called(house)
        await computers(house, tournament, 16)
        began = house.clock.now()
        await house.service.running.tournaments.start_now(house.people.say("org", ""), tournament)
        await house.settle()
        assert tournament.state.status is Status.OVER
        assert house.clock.now() == began
