"""When what a table stands on fails: database, messenger, painter, a second process."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest

from bot.ports.errors import PlatformError, RetryAfter
from bot.ports.refs import ChatRef
from bot.runtime.loading import load
from bot.store import db
from bot.store.rows import NotSaved
from bot.table.commands import Press
from bot.table.state import Phase
from tests.kit.actors import (
    answer,
    begin,
    chance,
    legal,
    name_of,
    press_of,
    said,
    to_the_end,
    waited_for,
)
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import until

# The database refuses to write.


class Refusing:
    """A store that can be told to refuse, and counts what it took."""

    def __init__(self, store):
        self.write, self.refuses, self.taken, self.tries = store.commit, False, 0, 0
        store.commit = self.commit

    async def commit(self, rows):
        self.tries += 1
        if self.refuses:
            raise NotSaved("disk I/O error")
        await self.write(rows)
        self.taken += 1


@pytest.fixture
def disk(house):
    return Refusing(house.store)


async def settle(house):
    """Like ``house.settle``, while nothing can be stored."""
    for _ in range(50):
        house.clock.fire()
        await asyncio.sleep(0.001)


async def test_what_cannot_be_stored_is_refused_and_changes_nothing(house, disk):
    await begin(house, "比大小", 2)
    disk.refuses = True
    before, posts = house.table.snapshot(), len(house.platform.order)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    for _ in range(3):
        reply = await house.press(name_of(house.table, 0), token, values)
        assert "存不进数据库" in said(reply)
        assert house.table.snapshot() == before
    for line in ("/stop", "/autopilot", "/leave"):
        assert "存不进数据库" in said(await house.say("甲", line))
    assert house.table.snapshot() == before
    assert len(house.platform.order) == posts
    disk.refuses = False
    assert await house.press(name_of(house.table, 0), token, values) is None
    assert house.table.match.step == 1


async def test_clocks_stand_still_while_nothing_can_be_stored(house, disk):
    await begin(house, "比大小", 2, quan=2)
    await house.forward(100)
    disk.refuses = True
    await house.say("甲", "/autopilot")
    for _ in range(100):
        await house.forward(2)
    assert house.table.match.step == 0
    assert all(s.timeouts == 0 for s in house.table.state.players)
    disk.refuses = False
    # Nobody has to do anything: it is tried again every two seconds.
    await house.forward(2)
    left = {q.deadline - house.clock.now() for q in house.table.state.questions}
    assert left == {timedelta(seconds=20)}
    await house.forward(19)
    assert house.table.match.step == 0
    await house.forward(1)
    assert house.table.state.phase is Phase.BETWEEN


async def test_the_first_thing_stored_after_a_failure_is_no_time_out(house, disk):
    """The deadline passes while nobody can answer; the press that comes then still counts."""
    await begin(house, "比大小", 2)
    await house.forward(119)
    disk.refuses = True
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    who = name_of(house.table, 0)
    assert "存不进" in said(await house.press(who, token, values))
    house.clock.forward(500)
    await settle(house)
    disk.refuses = False
    assert await house.press(who, token, values) is None
    assert house.table.state.players[0].timeouts == 0
    (left,) = {q.deadline - house.clock.now() for q in house.table.state.questions}
    assert left == timedelta(seconds=1)


async def test_what_was_shown_meanwhile_is_noted_later(house, disk):
    await house.say("甲", "/newgame 比大小")
    house.platform.fail["post"] = RetryAfter(10)
    await house.say("甲", "/table")
    disk.refuses = True
    house.platform.fail.clear()
    await house.forward(10)
    board = house.platform.in_chat()[-1].ref
    assert house.table.state.board != board
    disk.refuses = False
    await house.forward(2)
    await house.forward(2)
    assert house.table.state.board == board


async def test_a_finished_table_ends_although_the_last_note_failed(house, disk):
    await begin(house, "比大小", 2, quan=1)
    house.platform.fail["edit"] = RetryAfter(10)
    for seat, _ in waited_for(house.table):
        await answer(house, house.table, seat, chance(1))
    assert house.table.state.phase is Phase.FINISHED
    disk.refuses = True
    house.platform.fail.clear()
    await house.forward(10)
    assert house.table.state.live
    disk.refuses = False
    await house.forward(2)
    await until(lambda: not house.tables.running)


async def test_computers_go_on_when_the_disk_does(house, disk):
    await begin(house, "比大小", 1, 3, quan=2)
    disk.refuses = True
    for _ in range(5):
        await house.forward(2)
    assert house.table.match.step == 0
    disk.refuses = False
    await house.forward(2)
    await house.forward(2.1)
    assert house.table.match.step == 3


async def test_one_tables_refusal_is_no_other_tables(house, disk):
    """Only who could not be stored stands still."""
    await begin(house, "比大小", 2)
    house.people.chat = ChatRef("memory", long_id("other"))
    await begin(house, "比大小", 2)
    one, other = (r.table for r in house.tables.running.values())
    disk.refuses = True
    assert "存不进" in said(await house.say("甲", "/autopilot"))
    disk.refuses = False
    await house.forward(2)
    await house.forward(58)
    (still,) = {q.deadline for q in other.state.questions}
    (ran,) = {q.deadline for q in one.state.questions}
    assert still - ran == timedelta(seconds=2)


async def test_a_full_disk(world, monkeypatch):
    """The same with a real file: SQLite is out of pages until somebody makes room."""
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=32)
        await house.forward(100)
    world.sql("insert into chat_setting values ('junk', 'junk', ?)", "x" * 400_000)
    ((pages,),) = world.sql("pragma page_count")
    monkeypatch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, f"PRAGMA max_page_count={pages}"))
    async with world.house() as house:
        rng = chance(1)
        for count in range(300):
            table, before = house.table, house.table.snapshot()
            if table.state.phase is Phase.BETWEEN:
                reply = await house.say("甲" if count % 2 else "乙", "/next")
            else:
                reply = await answer(house, table, waited_for(table)[0][0], rng)
            if "存不进" in said(reply):
                break
        assert house.table.snapshot() == before
        assert "存不进" in said(reply)
        world.sql("delete from chat_setting where chat = 'junk'")
        await house.forward(2)
        assert house.table.match == before.match
        await to_the_end(house, chance(2))
    scored = world.sql("select count(distinct round) from round_score")
    assert scored == [(32,)]


# A second process on the same database.


async def elsewhere(house, seat, source):
    """What another process does with its own copy of the table: it plays for a seat."""
    ident = house.table.state.id
    (stored,) = [t for t in await house.store.matches.live_tables() if t.table == ident]
    copy = await load(stored, house.store, house.context.games)
    token, values = press_of(copy, seat, legal(copy, seat, chance("elsewhere")))
    question, item = token.split(":")[2:]
    user = copy.state.players[seat].user
    command = Press(user, int(question), item, values, source)
    effects = copy.handle(command, house.clock.now())
    await house.store.commit(effects[0].rows)
    return copy


async def test_a_step_that_another_process_took_is_shown(house):
    await begin(house, "比大小", 3)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    copy = await elsewhere(house, 1, "other:1")
    assert house.table.match.step == 0
    edits = house.platform.in_chat()[0].edits
    assert "过时" in said(await house.press(name_of(house.table, 0), token, values))
    assert house.table.match == copy.match
    assert house.table.state.questions == copy.state.questions
    assert house.platform.in_chat()[0].edits > edits
    assert await house.press(name_of(house.table, 0), token, values) is None
    assert house.table.match.step == 2
    rows = await house.store.matches.match(house.table.state.match)
    assert [seat for seat, _ in rows.rounds[0].actions] == [1, 0]


async def test_a_source_that_another_process_stored_is_done_already(house):
    await begin(house, "比大小", 3)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    pressed = house.people.press(name_of(house.table, 0), token, values)
    await elsewhere(house, 0, pressed.source)
    assert await house.handle(pressed) is None, "a quiet done"
    rows = await house.store.matches.match(house.table.state.match)
    assert len(rows.rounds[0].actions) == 1


async def test_a_table_that_another_process_closed_is_gone(house, world):
    await begin(house, "比大小", 3)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    who = name_of(house.table, 0)
    await elsewhere(house, 1, "other:1")
    world.sql("update table_state set live = 0")
    reply = await house.handle(house.people.press(who, token, values))
    assert "已经结束" in said(reply)
    await until(lambda: not house.tables.running)
    assert "已经结束" in said(await house.handle(house.people.press(who, token, values)))


# The painter and the messenger.


async def test_a_painter_that_fails_leaves_the_words(world):
    def paint(view, say, *, four):
        raise MemoryError("no picture today")

    world.platform = MemoryPlatform(pictures=True)
    async with world.house(paint=paint) as house:
        await begin(house, "比大小", 2, quan=1)
        board, hand = house.platform.board(), house.platform.private("甲")
        assert board.picture is None and "比大小" in board.text
        assert hand.picture is None and hand.pickers
        await to_the_end(house, chance(1))


class Choosy(MemoryPlatform):
    """Fails in one chat, in whatever way it is told to; the rest works."""

    def __init__(self, chat, error):
        super().__init__()
        self.chat, self.error, self.refused = chat, error, 0

    def _check(self, method, where):
        if self.error is not None and self.chat in where:
            self.refused += 1
            raise self.error()
        super()._check(method, where)


ERRORS = [partial(RetryAfter, 3600), PlatformError, ValueError]


@pytest.mark.parametrize("error", ERRORS, ids=["wait an hour", "fails", "a bug"])
async def test_a_group_that_cannot_be_written_to_holds_up_nobody(world, error):
    """STK-10, and for other tables too."""
    world.platform = Choosy(long_id("bad"), error)
    async with world.house() as house:
        house.people.chat = ChatRef("memory", long_id("good"))
        await begin(house, "比大小", 2, quan=1)
        good = house.table
        house.people.chat = ChatRef("memory", long_id("bad"))
        await begin(house, "比大小", 2, quan=1)
        bad = house.tables.at(house.people.chat).table
        assert house.platform.in_chat(long_id("bad")) == []
        for table in (bad, good):
            for seat, who in waited_for(table):
                ref = next(hand.ref for hand in table.state.hands if hand.user.id == who)
                assert house.platform.sent[ref].message.pickers, "private screens come all the same"
                assert await answer(house, table, seat, chance(1)) is None
            assert table.state.phase is Phase.FINISHED
        assert len(await house.store.scores.rounds(f"memory:{long_id('bad')}")) == 1
        assert any("第一名" in line for line in house.platform.lines(long_id("good")))
        assert house.platform.refused < 30, "it is not tried again and again"
        world.platform.error = None
        await house.forward(3601)
        shown = house.platform.in_chat(long_id("bad"))
        waits = error in ERRORS[:2]
        assert bool(shown) == waits
        assert any("第一名" in s.message.text for s in shown) == waits
        await until(lambda: not house.tables.running)


async def test_a_short_failure_loses_nothing(world):
    world.platform = Choosy(ROOM_ID, partial(PlatformError, "network"))
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=1)
        for seat, _ in waited_for(house.table):
            await answer(house, house.table, seat, chance(1))
        world.platform.error = None
        await house.forward(5)
        assert "再来一场" in buttons(house.platform.board())
        text = "\n".join(house.platform.lines())
        assert "开始！" in text and "第 1 圈结束" in text and "第一名" in text
        await until(lambda: not house.tables.running)


async def test_a_person_who_cannot_be_written_to_holds_up_nobody(world):
    world.platform = Choosy("乙", partial(RetryAfter, 3600))
    async with world.house() as house:
        await begin(house, "比大小", 3, quan=1)
        assert house.platform.private("甲").pickers and house.platform.private("丙").pickers
        assert house.platform.private("乙") is None
        assert len(house.table.state.hands) == 2
        world.platform.error = None
        await house.forward(3601)
        assert house.platform.private("乙") is not None


class Stuck(MemoryPlatform):
    """Never answers in one chat."""

    async def post(self, chat, message):
        if chat.id == "bad":
            await asyncio.Event().wait()
        return await super().post(chat, message)


async def test_a_messenger_that_never_answers_holds_up_one_chat_only(world):
    world.platform = Stuck()
    async with world.house() as house:
        bad = ChatRef("memory", long_id("bad"))
        await house.handle(house.people.say("甲", "/newgame 比大小", chat=bad))
        await house.handle(house.people.say("乙", "/join", chat=bad))
        await house.handle(house.people.say("甲", "/start", chat=bad))
        await house.handle(house.people.say("丙", "/newgame 比大小"))
        await until(house.platform.in_chat)
        table = house.tables.at(bad).table
        await until(lambda: len(table.state.hands) == 2)
        for seat, name in waited_for(table):
            token, values = press_of(table, seat, legal(table, seat, chance(1)))
            assert await house.handle(house.people.press(name, token, values)) is None
        assert table.state.phase is Phase.FINISHED
