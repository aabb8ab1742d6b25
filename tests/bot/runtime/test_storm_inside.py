"""When a part of the program itself fails: a game, a computer player, a table's own task."""

import asyncio
import threading

import pytest

from bot.delivery import presenter
from bot.players import computer
from bot.players.computer import AT_ONCE, Computers
from bot.ports.refs import ChatRef
from bot.runtime.runner import RESTARTS
from bot.runtime.table_runner import TableRunner
from bot.support.clock import SystemClock
from bot.support.workers import HANGING
from bot.table.commands import Thought
from bot.table.state import Phase
from engine.core import Action
from engine.errors import IllegalAction
from engine.games._trial import position
from engine.registry import games
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
from tests.kit.house import unshown
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import buttons
from tests.kit.world import DOWN, until

SPECIMEN, TRIAL = (games(tests_too=True)[name] for name in ("_specimen", "_trial"))


def errors(caplog):
    return [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]


# Computer players.


class Player:
    """A computer player made of one function."""

    def __init__(self, choose):
        self.choose = choose


@pytest.fixture
def hanging(house, monkeypatch):
    """A computer player that never answers; the limit is short, since real time passes."""
    leave, asked = threading.Event(), []

    def hang(game, seen, prompt, rng):
        asked.append(seen.seat)
        leave.wait(30)
        return game.suggest(seen, 1)[0]

    monkeypatch.setattr(computer, "policy", lambda _: Player(hang))
    quick = Computers(SystemClock(), limit=0.05)
    monkeypatch.setattr(house.context.computers, "workers", quick.workers)
    yield asked
    leave.set()


async def test_a_player_that_hangs_is_answered_for(house, hanging, caplog, world):
    await begin(house, "比大小", 1, 2, quan=1)
    table = house.table
    computers = [seat for seat, player in enumerate(table.state.players) if not player.person]
    best = [SPECIMEN.suggest(table.seen(seat), 1)[0] for seat in computers]
    await house.forward(2.1)
    played = dict(table.log[-1].actions)
    assert [played[seat] for seat in computers] == best
    assert len(hanging) == 2
    assert sum("computer player failed" in e for e in errors(caplog)) == 2


async def test_players_that_hang_for_ever_take_no_place_from_others(house, hanging):
    """Pictures are painted and tables go on while more of them hang than a pool has threads."""
    await begin(house, "比大小", 1, 7, quan=3)
    for number in (1, 2, 3):
        await answer(house, house.table, waited_for(house.table)[0][0], chance(number))
        await house.forward(2.1)
        if number < 3:
            await house.say("甲", "/next")
    await until(lambda: not house.tables.running)
    assert "再来一场" in buttons(house.platform.board())
    assert len(hanging) <= HANGING + AT_ONCE, "who is known to hang is asked no more"


async def test_a_late_answer_is_dropped(house):
    await begin(house, "比大小", 2, 1, quan=2)
    seat = next(s for s, player in enumerate(house.table.state.players) if not player.person)
    late = house.table.question_of(seat).number
    await house.forward(2.1)
    assert house.table.match.step == 1
    runner = next(iter(house.tables.running.values()))
    runner.tell(Thought(seat, late, legal(house.table, waited_for(house.table)[0][0], chance(1))))
    before = house.table.state
    await house.settle()
    assert house.table.state == before


def _raises(*_):
    raise ZeroDivisionError("a computer player")


ODD = [
    ("raises", _raises),
    ("a card it does not hold", lambda g, seen, p, r: Action("play", cards=())),
    ("a verb of no game", lambda g, seen, p, r: Action("sing", number=7)),
    ("nothing", lambda g, seen, p, r: None),
]


@pytest.mark.parametrize(("what", "choose"), ODD, ids=[o[0] for o in ODD])
async def test_a_player_that_answers_oddly_holds_up_nobody(house, monkeypatch, what, choose):
    monkeypatch.setattr(computer, "policy", lambda _: Player(choose))
    await begin(house, "比大小", 1, 2, quan=1)
    await answer(house, house.table, waited_for(house.table)[0][0], chance(1))
    await house.forward(2.1)
    await until(lambda: not house.tables.running)
    sheet = await house.store.scores.rounds(ROOM_KEY)
    assert [r.round for r in sheet] == [1]


async def test_a_player_without_any_suggestion_makes_the_cautious_move(house, monkeypatch):
    monkeypatch.setattr(computer, "policy", lambda _: Player(_raises))
    monkeypatch.setattr(type(SPECIMEN), "suggest", lambda *_: [])
    await begin(house, "比大小", 1, 1, quan=1)
    seat = next(s for s, player in enumerate(house.table.state.players) if not player.person)
    least = min(house.table.match.state.hands[seat])
    await house.forward(2.1)
    assert house.table.match.state.chosen[seat] == least


# The clock's move.


def _refused(*_):
    raise IllegalAction("specimen-one-of-your-cards")


CAUTIOUS = [("raises", _raises), ("is refused", lambda *_: Action("sing"))]


@pytest.mark.parametrize(("what", "move"), CAUTIOUS, ids=[c[0] for c in CAUTIOUS])
async def test_a_cautious_move_that_fails_is_replaced(house, monkeypatch, what, move):
    monkeypatch.setattr(type(SPECIMEN), "on_timeout", move)
    await begin(house, "比大小", 2, quan=2)
    hands = house.table.match.state.hands
    await house.forward(121)
    assert house.table.state.phase is Phase.BETWEEN
    assert house.table.match.state.chosen == tuple(hand[0] for hand in hands)


async def test_the_smallest_number_stands_in_too(house, monkeypatch):
    monkeypatch.setattr(type(TRIAL), "on_timeout", _raises)
    await begin(house, "占格子", 2, open="none")
    await house.forward(121)
    least = Action("mark", number=0)
    assert house.table.log[-1].actions == ((0, least), (1, least))


async def test_when_nothing_is_accepted_the_round_is_void(house, monkeypatch, world):
    await begin(house, "比大小", 2, quan=2)
    for seat, _ in waited_for(house.table):
        await answer(house, house.table, seat, chance(1))
    await house.say("甲", "/next")
    await house.say("乙", "/next")
    match = house.table.state.match
    with monkeypatch.context() as patched:
        patched.setattr(type(SPECIMEN), "apply", _refused)
        await house.forward(121)
        await until(lambda: not house.tables.running)
    assert "作废" in house.platform.lines()[-1] and "1 圈" in house.platform.lines()[-1]
    assert [r.round for r in await house.store.scores.rounds(ROOM_KEY)] == [1]
    assert world.sql("select status from match where id = ?", match) == [("void",)]
    await begin(house, "比大小", 2, quan=1)
    await to_the_end(house, chance(1))


async def test_a_bug_in_the_clocks_move_lets_the_table_stand_still(house, monkeypatch, caplog):
    await begin(house, "比大小", 2, quan=2)
    with monkeypatch.context() as patched:
        patched.setattr(type(SPECIMEN), "apply", _raises)
        await house.forward(121)
        assert house.table.state.suspended_at is not None
        await house.forward(3600)
    assert len(errors(caplog)) == 1
    assert sum("出了点问题" in line for line in house.platform.lines()) == 1
    await house.say("甲", "/resume")
    await to_the_end(house, chance(1))


# Rounds that end at the deal.


async def seen(house, number):
    """A round that ended at the deal stands there until both have seen it."""
    assert house.table.state.phase is Phase.BETWEEN and house.table.state.round == number
    assert "下一圈" in buttons(house.platform.board())
    await house.say("甲", "/next")
    await house.say("乙", "/next")


async def test_ten_rounds_that_end_at_the_deal_are_seen_one_by_one(house, monkeypatch, world):
    monkeypatch.setattr(position, "opens", lambda hand, rule: True)
    await begin(house, "占格子", 2, quan=10)
    for number in range(1, 10):
        await seen(house, number)
    await until(lambda: not house.tables.running)
    sheet = await house.store.scores.rounds(ROOM_KEY)
    assert [r.round for r in sheet] == list(range(1, 11))
    assert world.sql("select count(*) from action") == [(0,)]
    assert world.sql("select status from match") == [("finished",)]
    text = "\n".join(house.platform.lines())
    assert all(f"第 {number} 圈结束" in text for number in range(1, 11))
    assert "再来一场" in buttons(house.platform.board())


async def test_deals_in_a_row_in_the_middle_of_a_match(house, monkeypatch):
    """The first round is played, all others end at the deal, and the match with them."""
    monkeypatch.setattr(position, "opens", lambda hand, rule: rule == "suit")
    await begin(house, "占格子", 2, quan=13, open="none", chips=40)
    while house.table.state.phase is Phase.PLAYING:
        table = house.table
        seat, name = waited_for(table)[0]
        token, values = press_of(table, seat, TRIAL.on_timeout(table.seen(seat)))
        await house.press(name, token, values)
    await house.say("甲", "/settings open suit")
    for number in range(1, 13):
        await seen(house, number)
    await until(lambda: not house.tables.running)
    sheet = await house.store.scores.rounds(ROOM_KEY)
    assert [r.round for r in sheet] == list(range(1, 14))


# What cannot be shown.


async def test_a_screen_that_fails_is_contained(house, monkeypatch, caplog):
    """The play is stored; the table stands still, says so, and goes on when it can be shown."""
    await begin(house, "比大小", 3, quan=1)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    with monkeypatch.context() as patched:
        patched.setattr(type(SPECIMEN), "present", _raises)
        async with asyncio.timeout(20):
            await house.press(name_of(house.table, 0), token, values)
        assert house.table.match.step == 1
        assert house.table.state.suspended_at is not None
        assert sum("出了点问题" in line for line in house.platform.lines()) == 1
        await house.say("乙", "/resume")
        assert house.table.state.suspended_at is not None
    assert sum("出了点问题" in line for line in house.platform.lines()) == 2
    assert len(errors(caplog)) <= 4
    await house.say("甲", "/resume")
    await to_the_end(house, chance(1))


async def test_a_table_whose_end_cannot_be_shown_ends(house, monkeypatch, world):
    await begin(house, "比大小", 2, quan=1)
    await answer(house, house.table, 0, chance(1))
    with monkeypatch.context() as patched:
        patched.setattr(presenter, "board", _raises)
        token, values = press_of(house.table, 1, legal(house.table, 1, chance(1)))
        pressed = house.people.press(name_of(house.table, 1), token, values)
        await house.handle(pressed)
        await until(lambda: not house.tables.running)
    assert world.sql("select status from match") == [("finished",)]


async def test_a_start_survives_a_table_that_cannot_be_shown(world, monkeypatch):
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=1)
        house.people.chat = ChatRef("memory", long_id("other"))
        await begin(house, "占格子", 2, open="none")
    world.sql("update table_state set state = json_set(state, '$.shown', 0)")
    with monkeypatch.context() as patched:
        patched.setattr(type(SPECIMEN), "present", _raises)
        async with world.house(down=DOWN, check=False) as house:
            assert len(house.tables.running) == 2
            bad, good = sorted(house.tables.running.values(), key=lambda r: r.table.state.game)
            assert good.table.state.game == "_trial"
            assert good.table.state.shown == good.table.state.public
    assert bad.table.state.shown < bad.table.state.public


async def test_why_is_answered_even_if_it_fails(house, monkeypatch):
    await begin(house, "比大小", 2)
    monkeypatch.setattr("bot.commands.info.why", _raises)
    assert "没有执行" in said(await house.say("甲", "/why"))


# A table's own task.


class Deadly:
    """Kills a table's task at its next commands, as often as it is told to."""

    def __init__(self, monkeypatch, table=""):
        self.left, self.died, self.table = 0, 0, table
        carry_out = TableRunner._carry_out

        async def deadly(runner, command, answer=None):
            if self.left and runner.table.state.id == self.table:
                self.left -= 1
                self.died += 1
                raise MemoryError("the task")
            return await carry_out(runner, command, answer)

        monkeypatch.setattr(TableRunner, "_carry_out", deadly)


@pytest.fixture
def deadly(monkeypatch):
    return Deadly(monkeypatch)


async def press(house, seat, table):
    """A press; the test fails if it is never answered."""
    token, values = press_of(table, seat, legal(table, seat, chance(seat)))
    async with asyncio.timeout(20):
        return await house.press(name_of(table, seat), token, values)


async def test_a_task_that_dies_is_begun_again_from_the_store(house, deadly, caplog):
    await begin(house, "比大小", 3, quan=1)
    deadly.table, before = house.table.state.id, house.table
    for times in range(1, RESTARTS + 1):
        deadly.left = 1
        assert "出了点问题" in said(await press(house, 0, house.table))
        assert deadly.died == times
        assert house.table is not before, "it was read from the store"
        assert unshown(house.table.state) == unshown(before.state)
        before = house.table
    assert house.table.state.suspended_at is None
    assert await press(house, 0, house.table) is None
    assert sum("table task died" in e for e in errors(caplog)) == RESTARTS
    await to_the_end(house, chance(1))


async def test_a_task_that_dies_again_and_again_lets_the_table_stand_still(house, deadly):
    await begin(house, "比大小", 3, quan=2)
    house.people.chat = ChatRef("memory", long_id("other"))
    await begin(house, "占格子", 2, open="none")
    house.people.chat = ChatRef("memory", ROOM_ID)
    table = house.tables.at(house.people.chat).table
    deadly.table = table.state.id
    for _ in range(RESTARTS + 1):
        deadly.left = 1
        assert "出了点问题" in said(await press(house, 0, table))
        table = house.tables.at(house.people.chat).table
    assert table.state.suspended_at is not None
    assert sum("出了点问题" in line for line in house.platform.lines()) == 1
    # Nothing happens by itself any more, and every press is answered.
    deadly.left, died = 1000, deadly.died
    await house.forward(3600)
    assert deadly.died == died
    for _ in range(3):
        async with asyncio.timeout(20):
            reply = await house.say("甲", "/resume")
        assert "出了点问题" in said(reply)
    assert died + 3 <= deadly.died <= died + 6, "no more often than somebody wants something"
    deadly.left = 0
    await house.say("甲", "/resume")
    table = house.tables.at(house.people.chat).table
    assert table.state.suspended_at is None
    for seat in range(3):
        assert await press(house, seat, table) is None
    assert table.state.phase is Phase.BETWEEN
    other = house.tables.at(ChatRef("memory", long_id("other"))).table
    assert other.state.suspended_at is None


async def test_presses_that_wait_while_a_task_dies_are_answered(house, deadly):
    await begin(house, "比大小", 3)
    table = house.table
    deadly.table, deadly.left = table.state.id, 1
    presses = []
    for seat, name in waited_for(table):
        token, values = press_of(table, seat, legal(table, seat, chance(seat)))
        presses.append(house.people.press(name, token, values))
    async with asyncio.timeout(20):
        replies = await asyncio.gather(*map(house.service.handle, presses))
    await house.settle()
    assert ["出了点问题" in said(reply) for reply in replies] == [True, False, False]
    assert [said(reply) for reply in replies[1:]] == ["", ""]


async def test_a_table_in_trouble_can_be_stopped(house, deadly):
    """STK-01."""
    await begin(house, "比大小", 3)
    deadly.table = house.table.state.id
    for _ in range(RESTARTS + 1):
        deadly.left = 1
        await press(house, 0, house.table)
    async with asyncio.timeout(20):
        await house.say("管", "/stop", admin=True)
    assert house.tables.running == {}
    assert await house.say("乙", "/newgame 比大小") is None
