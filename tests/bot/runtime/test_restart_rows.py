"""Rows that do not fit, other versions of a game, and tables beside each other, after a restart."""

import asyncio
from dataclasses import replace
from enum import Enum

import pytest

from bot.ports.errors import RetryAfter
from bot.runtime import loading
from bot.store.matches import Matches
from bot.store.rows import TableSaved
from bot.table.state import Phase, dumps
from engine.core import Game, Option
from engine.registry import games
from tests.kit.actors import answer, begin, chance, said, to_the_end, waited_for
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import buttons
from tests.kit.world import DOWN, until


async def played(world, chat=ROOM_ID):
    """A match of two rounds with the first one finished, in a chat; the table's id."""
    async with world.house() as house:
        house.people.chat = replace(house.people.chat, id=chat)
        await house.say("甲", "/newgame 比大小")
        await house.say("乙", "/join")
        await house.say("甲", "/settings quan 2")
        await house.say("甲", "/start")
        table = house.tables.at(house.people.chat).table
        for seat, _ in waited_for(table):
            await answer(house, table, seat, chance(1))
        await house.say("甲", "/next")
        await house.say("乙", "/next")
        await answer(house, table, 0, chance(2))
        assert (table.state.round, table.match.step) == (2, 1)
        return table.state.id


BROKEN = [
    ("no JSON", "update table_state set state = '{' where [table] = ?"),
    ("no text", "update table_state set state = x'ff00' where [table] = ?"),
    ("another shape", "update table_state set state = '[]' where [table] = ?"),
    (
        "a newer form",
        "update table_state set state = json_set(state, '$.form', 99) where [table] = ?",
    ),
    (
        "an unknown game",
        "update table_state set state = json_set(state, '$.game', 'mahjong') where [table] = ?",
    ),
    (
        "no such match",
        "update table_state set state = json_set(state, '$.match', 'aaaaaaaaaa') where [table] = ?",
    ),
    (
        "a broken action",
        "update action set action = '{' where round = 2"
        " and match in (select id from match where [table] = ?)",
    ),
    (
        "an action that the rules refuse",
        """update action set action = '{"v":"play","c":"BJ"}' where round = 2"""
        " and match in (select id from match where [table] = ?)",
    ),
    (
        "an action that is not there",
        "delete from action where round = 2 and match in (select id from match where [table] = ?)",
    ),
    (
        "a broken seed",
        "update match set seed = x'' where [table] = ?",
    ),
]


@pytest.mark.parametrize(("what", "statement"), BROKEN, ids=[b[0] for b in BROKEN])
async def test_a_broken_row_closes_its_table_and_no_other(world, what, statement, caplog):
    """RES-09."""
    broken = await played(world, "broken")
    good = await played(world, "good")
    world.sql(statement, broken)
    before = len(world.platform.lines("broken"))
    async with world.house(down=DOWN) as house:
        assert list(house.tables.running) == [good]
        await until(lambda: len(world.platform.lines("broken")) > before)
        assert ["接不上" in line for line in world.platform.lines("broken")[before:]] == [True]
        errors = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
        assert [broken in error for error in errors] == [True]
        sheet = await house.store.scores.rounds("memory:broken")
        assert [r.round for r in sheet] == [1], "the finished round is kept"
        house.people.chat = replace(house.people.chat, id="broken")
        assert await house.say("甲", "/newgame 比大小") is None
        house.people.chat = replace(house.people.chat, id="good")
        await answer(house, house.tables.running[good].table, 1, chance(3))
    async with world.house(down=DOWN) as house:
        assert len(world.platform.lines("broken")) == before + 1, "said once"
        assert [t.state.phase for t in map(_table, house.tables.running.values())] == [Phase.LOBBY]


async def test_more_tables_than_are_read_at_once(world, monkeypatch):
    """Every one goes on, one that is broken closes alone, and each chat keeps its language."""
    monkeypatch.setattr(loading, "PAGE", 2)
    chats = [f"room{number}" for number in range(5)]
    idents = [await played(world, chat) for chat in chats]
    async with world.house() as house:
        chat = replace(house.people.chat, id="room3")
        await house.context.preferences.set_chat(chat, "language", "en")
        before = [house.tables.running[ident].table.match for ident in idents]
    world.sql("update table_state set state = '{' where [table] = ?", idents[1])
    reads, read = [], vars(Matches)["some"].__get__

    def noted(self, of):
        return reads.append(of) or read(self, Matches)(of)

    monkeypatch.setattr(Matches, "some", noted)
    async with world.house(check=False) as house:
        after = [house.tables.running.get(ident) for ident in idents]
        assert [a and a.table.match for a in after] == [before[0], None, *before[2:]]
        assert house.context.preferences.chat(chat).language == "en"
    assert list(map(len, reads)) == [2 - 1, 2, 1], "those of a page are read together"


def _table(runner):
    return runner.table


# Another version of a game.


class Other:
    """The specimen as another version has it."""

    def __init__(self, monkeypatch):
        self.game = games(tests_too=True)["_specimen"]
        self.patch = monkeypatch

    def becomes(self, **methods):
        kind = type(self.game)
        self.patch.setattr(kind, "info", replace(kind.info, version=kind.info.version + 1))
        for name, method in methods.items():
            self.patch.setattr(kind, name, method)


async def test_another_version_with_equal_screens_goes_on(world, monkeypatch):
    ident = await played(world)
    Other(monkeypatch).becomes()
    async with world.house(down=DOWN) as house:
        assert house.table.state.id == ident
        await to_the_end(house, chance(5))
        sheet = await house.store.scores.rounds(ROOM_KEY)
        assert [r.round for r in sheet] == [1, 2]


def _other_deal(dealt):
    def setup(self, seats, options, carry, rng):
        step = dealt(self, seats, options, carry, rng)
        return replace(step, state=replace(step.state, hands=step.state.hands[::-1]))

    return setup


def _fails(*_):
    raise IndexError("rules that cannot read this any more")


@pytest.mark.parametrize("how", ["screens", "error"])
async def test_another_version_with_other_screens_ends_politely(world, monkeypatch, how):
    ident = await played(world)
    other = Other(monkeypatch)
    if how == "screens":
        # The log can be played again, every card is another one.
        loose = _any_card(type(other.game).apply)
        other.becomes(setup=_other_deal(type(other.game).setup), apply=loose)
    else:
        other.becomes(apply=_fails)
    before = len(world.platform.lines())
    async with world.house(down=DOWN) as house:
        assert house.tables.running == {}
        await until(lambda: len(world.platform.lines()) > before)
        assert "打完的圈都记着" in world.platform.lines()[-1]
        sheet = await house.store.scores.rounds(ROOM_KEY)
        assert [r.round for r in sheet] == [1]
    assert world.sql("select status from match where [table] = ?", ident) == [("stopped",)]
    assert world.sql("select live from table_state where [table] = ?", ident) == [(0,)]


def _any_card(apply):
    def loose(self, state, seat, action, rng):
        return apply(self, state, seat, replace(action, cards=state.hands[seat][:1]), rng)

    return loose


async def test_an_option_that_is_new_is_at_its_default(world, monkeypatch):
    async with world.house() as house:
        await begin(house, "占格子", 2, open="none")
        await answer(house, house.table, 0, chance(1))
    kind = type(games(tests_too=True)["_trial"])
    new = (*kind.info.options, Option("speed", ("slow", "fast"), between=True))
    monkeypatch.setattr(kind, "info", replace(kind.info, options=new))
    async with world.house(down=DOWN) as house:
        assert house.table.options["speed"] == "slow"
        assert house.table.options["open"] == "none"
        assert house.table.match.options["speed"] == "slow"


async def test_a_lobby_loses_options_that_are_gone(world, monkeypatch):
    async with world.house() as house:
        await house.say("甲", "/newgame 占格子")
        await house.say("甲", "/settings chips 40")
    kind = type(games(tests_too=True)["_trial"])
    fewer = (Option("chips", (12, 3)),)
    monkeypatch.setattr(kind, "info", replace(kind.info, options=fewer))
    async with world.house(down=DOWN) as house:
        assert house.table.options == {"chips": 12}
        await house.say("甲", "/addbot")
        await house.press("甲", buttons(world.platform.board())["设置"])


# Tables beside each other.


async def test_a_table_that_is_closed_while_it_is_saved_stays_closed(world):
    """RES-04: a late save does not bring it back."""
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        for who in ("乙", "管", "丙"):
            await house.say(who, "/help")  # what a stranger has set must be read first
        slow, write = asyncio.Event(), house.store.commit

        async def commit(rows):
            await slow.wait()
            await write(rows)

        house.store.commit = commit
        runner = house.tables.at(house.people.chat)
        wanted = [("乙", {"text": "/join"}), ("管", {"text": "/stop", "admin": True})]
        tasks = [
            asyncio.create_task(house.handle(house.people.say(who, **what))) for who, what in wanted
        ]
        tasks.append(asyncio.create_task(house.handle(house.people.say("丙", "/join"))))
        await asyncio.sleep(0)
        slow.set()
        replies = await asyncio.gather(*tasks)
        assert "结束" in said(replies[2])
        await house.settle()
        assert runner.table.state.phase is Phase.CLOSED
        ident = runner.table.state.id
    late = replace(runner.table.state, phase=Phase.LOBBY)
    async with world.house(down=DOWN) as house:
        assert house.tables.running == {}
        row = TableSaved(ident, late.place.place, True, dumps(late), world.clock.now())
        await house.store.commit([row])
    async with world.house(down=DOWN) as house:
        assert house.tables.running == {}


async def test_a_closed_table_that_waits_to_be_shown_gives_way(world):
    """Its last board may come late; the place belongs to the table that is on."""
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        world.platform.fail |= {"edit": RetryAfter(3600), "post": RetryAfter(3600)}
        await house.handle(house.people.say("甲", "/stop"))
        await house.handle(house.people.say("乙", "/newgame 比大小"))
        assert len(house.tables.running) == 2
        (new,) = [i for i, r in house.tables.running.items() if not r.table.state.over]
    world.sql("update table_state set at = at + 1000 where [table] != ?", new)
    async with world.house(down=DOWN) as house:
        await house.say("丙", "/join")
        table = house.tables.at(house.people.chat).table
        assert (table.state.id, len(table.state.players)) == (new, 2)
        world.platform.fail.clear()
        await house.forward(3601)
        assert house.tables.at(house.people.chat).table.state.id == new
        assert "已经有一桌" in said(await house.say("丁", "/newgame 比大小"))


def _mutable(thing, found, seen):
    """The mutable things that can be reached from a table, without the rules."""
    if id(thing) in seen or isinstance(thing, (Game, type)) or callable(thing):
        return found
    seen.add(id(thing))
    if isinstance(thing, (list, dict, set)) or hasattr(thing, "__dict__"):
        found[id(thing)] = thing
    if isinstance(thing, dict):
        inner = [*thing, *thing.values()]
    elif isinstance(thing, (list, tuple, set, frozenset)):
        inner = list(thing)
    else:
        names = [*getattr(thing, "__dict__", ()), *getattr(thing, "__slots__", ())]
        inner = [getattr(thing, name) for name in names if hasattr(thing, name)]
    for item in inner:
        _mutable(item, found, seen)
    return found


async def test_tables_share_nothing_that_can_change(world):
    """RES-08."""
    found = []
    for chat in map(long_id, ("one", "other")):
        await played(world, chat)
    for _ in range(2):
        async with world.house(down=DOWN) as house:
            found = [_mutable(r.table, {}, set()) for r in house.tables.running.values()]
            assert len(found) == 2 and all(len(f) > 3 for f in found)
            shared = [found[0][i] for i in found[0].keys() & found[1].keys()]
            # Enum members carry a dictionary each and never change.
            assert [thing for thing in shared if not isinstance(thing, Enum)] == []


async def test_a_host_is_host_at_one_table_only(world):
    """RES-08: the reported case."""
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        other = replace(house.people.chat, id=long_id("other"))
        await house.say("乙", "/newgame 比大小", chat=other)
        await house.say("丙", "/join", chat=other)
        await house.say("甲", "/join", chat=other)
    async with world.house(down=DOWN) as house:
        assert "桌主（乙）" in said(await house.say("甲", "/kick 丙", chat=other))
        assert len(house.tables.at(other).table.state.players) == 3
