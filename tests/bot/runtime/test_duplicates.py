"""复式 in the whole service: the same cards everywhere, books that open late, restarts."""

from bot.ports.refs import UserRef
from bot.runtime.tournament_stages import Stages
from bot.screens.replay import mark_of
from bot.store.matches import chat_of
from bot.table.commands import Close
from bot.tournament.state import SEALED, Status, table_of
from tests.kit.actors import answer, chance, waited_for
from tests.kit.duplicate_ear import Ear
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.tournament import ROOM, play_on, register, tables

GAME = "niuniu"


def user(number):
    return UserRef("memory", f"p{number}")


async def duplicate(house, people=1, **how):
    """A 复式 that has begun."""
    how = {"tables": 2, "deals": 2, **how}
    house.tables.pace = 0
    tournament = await house.service.running.tournaments.create_duplicate(
        house.people.say("org", ""), house.context.games[GAME], **how
    )
    await house.settle()
    await register(house, tournament, *range(people))
    await house.forward(600)
    return tournament


async def until(house, true):
    for _ in range(400):
        if true():
            return
        await house.next_wake()
    raise AssertionError("it does not come to that")


async def one_table_over(house, people=1):
    """A deal that the computers have played at their table, and p0 not at the other one.

    Gives the tournament, p0's table, and what the other one was made of.
    """
    tournament = await duplicate(house, people)
    here = user(0)
    await until(house, lambda: len(tournament.state.bracket.open) == 1)
    (mine,) = tables(house, tournament)
    assert mine.seat_of(here) is not None
    made = (table_of(tournament.state, 0, index) for index in range(2))
    return tournament, mine, next(one for one in made if one.table != mine.state.id)


async def play_here(house, table):
    """The people of one table play it to its end, while those of others do nothing."""
    rng = chance(3)
    for _ in range(400):
        if table.state.over:
            return
        asked = waited_for(table)
        if asked:
            await answer(house, table, asked[0][0], rng)
        else:
            await house.forward(3)
    raise AssertionError("it does not end")


def public(house):
    return "\n".join(s.message.text for s in house.platform.in_chat())


def private(house, who):
    return "\n".join(s.message.text for s in house.platform.sent.values()
                     if s.ref.private and s.ref.chat == who)  # fmt: skip


async def test_it_is_called_by_a_line_joined_by_buttons_and_played_to_its_end(tmp_path):
    platform = MemoryPlatform()
    async with service(tmp_path / "db", platform=platform, check=False) as house:
        house.tables.pace = 0
        await house.say("p0", "/duplicate 牛牛 2 3 5")
        (tournament,) = house.service.running.tournaments._runners.values()
        state = tournament.state
        assert (state.tables, state.seats, state.deals) == (2, 4, 3)
        for number in range(4):
            board = next(s for s in reversed(platform.in_chat()) if s.message.rows)
            await house.press(f"p{number}", buttons(board.message)["报名"])
        await house.press("p0", buttons(board.message)["现在开赛"])
        assert tournament.state.status is Status.PLAYING
        assert platform.opened == {}, "nobody looks on where others play the same cards"
        await play_on(house, tournament)
        await house.settle()
        session = tournament.state.bracket
        assert len(session.compared) == 3
        assert "复式打完了" in public(house)
        for number in range(4):
            place = session.places[number]
            told = f"总分现在排第 {place}（共 8 人）"
            assert told in private(house, f"p{number}")


async def test_the_cards_of_a_deal_are_the_same_at_every_table(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await duplicate(house, people=6, tables=4)
        dealt = {table.match.seed for table in tables(house, tournament)}
        assert len(tables(house, tournament)) == 4
        assert len(dealt) == 1


async def test_what_a_table_has_played_is_in_no_book_before_all_have(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament, _, other = await one_table_over(house)
        store, scores = house.store, house.store.scores
        (ended,) = await store.matches.ended([other.match])
        assert ended.status == "finished"
        assert (await store.read(chat_of, other.match)).startswith(SEALED)
        assert not await scores.latest_match(ROOM)
        assert not await scores.person_totals("memory:p0", ROOM)
        assert await store.shuffles.unopened(ROOM) == []
        names = [entrant.name for entrant in other.entrants]
        board = public(house)
        for line in ("/scores", "/record", "/replay", "/settle", "/table", "/why", "/me"):
            reply = await house.say("org", line)
            told = reply.message.text if reply else ""
            assert not any(name in told for name in names), line
        assert not any(f"{points:+d}" in board for points in ended.scores)
        await play_on(house, tournament)
        await house.settle()
        assert await store.read(chat_of, other.match) == ROOM
        board = next(s for s in reversed(house.platform.in_chat()) if s.message.rows)
        record = buttons(board.message)["第 2 副 · 第 1 桌牌谱"]
        assert (await house.press("org", record)).message.file is not None
        assert await scores.latest_match(ROOM)
        assert await scores.person_totals("memory:p0", ROOM)


async def test_who_has_not_played_a_deal_reads_nothing_of_it_and_who_has_may(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament, _, other = await one_table_over(house)
        match = other.match
        for token in (f"m1:keep:{match}.1.text", f"m1:keep:{match}.1.film",
                      f"m1:replay:{match}.0.{mark_of(user(0), match)}",
                      f"m1:analyse:{match}.1", f"m1:deal:{match}.1.1"):  # fmt: skip
            for where in ({}, {"chat": None}):
                before = len(house.platform.order)
                reply = await house.press("p0", token, **where)
                assert reply is not None, token
                assert reply.message.file is None and reply.message.picture is None, token
                assert len(house.platform.order) == before, token
        await play_on(house, tournament)
        await house.settle()
        reply = await house.press("p0", f"m1:keep:{match}.1.text")
        assert reply.message.file is not None, "it is open to the chat now"


async def test_who_has_played_it_may_read_it_alone_but_not_where_others_look_on(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await duplicate(house, people=2)
        here = tables(house, tournament)
        done = next(table for table in here if table.seat_of(user(0)) is not None)
        assert len(here) == 2
        await play_here(house, done)
        assert len(tournament.state.bracket.open) == 1
        assert "等别的桌也打完，就公布这副牌的比赛分" in private(house, "p0")
        token = f"m1:keep:{done.state.match}.1.text"
        reply = await house.press("p0", token, chat=None)
        assert reply.message.file is not None
        reply = await house.press("p0", token)
        assert reply.message.file is None
        assert "还有别的桌没打完" in reply.message.text


async def test_killed_in_the_midst_of_a_deal_it_goes_on_with_the_same_cards(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament, mine, _ = await one_table_over(house)
        before, seed = tournament.state, mine.match.seed
        platform, clock = house.platform, house.clock
    async with service(tmp_path / "db", platform=platform, clock=clock, check=False) as house:
        (again,) = house.service.running.tournaments._runners.values()
        assert again.state.bracket == before.bracket
        (table,) = tables(house, again)
        assert table.state.id == mine.state.id
        assert table.match.seed == seed
        assert table.state.chat_key.startswith(SEALED)
        house.tables.pace = 0
        await play_on(house, again)
        assert again.state.status is Status.OVER


async def test_a_table_that_is_stopped_has_the_average_and_the_others_go_on(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament, mine, _ = await one_table_over(house)
        await house.tables.running[mine.state.id].ask(Close("void"))
        await house.settle()
        session = tournament.state.bracket
        assert len(session.compared) == 1
        assert set(session.totals) == {1}
        await play_on(house, tournament)
        assert tournament.state.status is Status.OVER


async def test_a_table_that_others_may_look_at_is_heard(tmp_path, monkeypatch):
    """What the whole runs listen for is found where tables have places, as knock-outs' do."""

    async def placed(self, made):
        return await self._parts.places.open(made.table, self.state.chat, "t", [])

    async def early(name):
        async with service(tmp_path / name, check=False) as house:
            ear = Ear()
            ear.attach(house)
            tournament = await duplicate(house, people=2)
            here = tables(house, tournament)
            done = next(table for table in here if table.seat_of(user(0)) is not None)
            await play_here(house, done)
            assert len(tournament.state.bracket.open) == 1
            return ear

    kept = await early("kept.db")
    assert kept.early == []
    assert kept.own > 0, "who sat there is told"
    monkeypatch.setattr(Stages, "_place", placed)
    told = await early("told.db")
    assert "" in [reader for reader, _ in told.early]
