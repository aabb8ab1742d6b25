"""What holds for everything that takes a command, stores and shows: tables, tournaments, queues
of coin rooms, proposals."""

import asyncio
from datetime import timedelta

import pytest

from bot.coinroom import machine as coinroom
from bot.ports.refs import ChatRef
from bot.runtime import runner
from bot.store.rows import StepTaken
from bot.table import machine
from bot.tournament import tournament
from tests.kit.actors import said
from tests.kit.running import KINDS, Writer, shown, state_of
from tests.kit.world import until

EACH = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
TIMED = pytest.mark.parametrize("kind", [k for k in KINDS if k.due], ids=lambda kind: kind.name)
RETRY = 3


@pytest.fixture
async def house(world):
    async with world.house(check=False) as open_house:
        yield open_house


async def moments():
    """Whatever can go on without the database does."""
    for _ in range(50):
        await asyncio.sleep(0.0005)


async def kept_back(house, kind):
    """What is seen before a change, while it waits to be stored, and after."""
    await kind.begin(house)
    before, writer = shown(house), Writer(house.store)
    writer.go.clear()
    doing = asyncio.create_task(house.handle(kind.change(house)))
    await until(lambda: writer.waiting)
    await moments()
    meanwhile, answered = shown(house), doing.done()
    writer.go.set()
    await doing
    await house.settle()
    return before, (meanwhile, answered), shown(house)


@EACH
async def test_nothing_is_shown_nor_answered_before_it_is_stored(house, kind):
    before, meanwhile, after = await kept_back(house, kind)
    assert meanwhile == (before, False)
    assert after != before


@EACH
async def test_what_is_refused_by_the_database_is_as_if_it_had_not_been_asked(house, kind):
    await kind.begin(house)
    before, writer = shown(house), Writer(house.store)
    state = state_of(house, kind) if kind.due else None
    writer.well = 0
    assert "暂时存不进数据库" in said(await house.do(kind.change(house)))
    assert shown(house) == before
    assert state is None or state_of(house, kind) == state
    writer.well = None
    assert "存不进" not in said(await house.do(kind.change(house)))
    assert shown(house) != before


@TIMED
async def test_what_falls_due_while_nothing_can_be_stored_is_done_as_soon_as_it_can(house, kind):
    await kind.begin(house)
    before, writer = shown(house), Writer(house.store)
    writer.well = 0
    await house.forward(kind.due)
    assert writer.refused and shown(house) == before
    writer.well = None
    await house.forward(RETRY)
    await house.forward(kind.due)
    assert shown(house) != before


@TIMED
async def test_it_is_tried_again_every_few_seconds_by_itself(house, kind):
    await kind.begin(house)
    writer = Writer(house.store)
    writer.well = 0
    await house.forward(kind.due)
    seen = writer.refused
    for _ in range(5):
        await house.forward(RETRY)
    assert seen + 4 <= writer.refused <= seen + 12


@TIMED
async def test_which_message_shows_it_is_not_lost_where_that_could_not_be_stored(world, kind):
    """Else it is posted a second time after the next start."""
    async with world.house(check=False) as house:
        await house.say("甲", "/purse")
        writer = Writer(house.store)
        writer.well = 1
        await house.say("甲", kind.first)
        assert writer.refused, "which message shows it"
        writer.well = None
        await house.forward(RETRY)
        sent = set(world.platform.sent)
    async with world.house(down=11, check=False) as house:
        await house.do(kind.change(house))
        posted = [ref for ref in set(world.platform.sent) - sent if not ref.private]
        assert posted == []


def timers(clock):
    """The calls arranged for machines that run, by the functions that arranged them."""
    calls = [handle.call for *_, handle in clock._calls if handle.call is not None]
    kinds = ("Runner", "Stages", "TournamentRunner", "CoinRooms")
    names = [getattr(call, "__qualname__", "") for call in calls]
    return [name for name in names if name.partition(".")[0] in kinds]


@EACH
async def test_nothing_is_left_running_after_a_stop(world, kind):
    async with world.house(check=False) as house:
        await kind.begin(house)
        assert timers(world.clock) or not kind.due
        mine = asyncio.current_task()
    assert timers(world.clock) == []
    assert {t for t in asyncio.all_tasks() if t is not mine and not t.done()} == set()


@TIMED
async def test_the_law_catches_a_stop_that_leaves_a_timer(world, kind, monkeypatch):
    monkeypatch.setattr(runner.Runner, "_stop_timer", lambda self: None)
    async with world.house(check=False) as house:
        await kind.begin(house)
    assert timers(world.clock)


@TIMED
async def test_the_law_catches_a_runner_that_keeps_nothing_for_later(world, kind, monkeypatch):
    """As tournaments and queues were: which message shows them was lost."""
    monkeypatch.setattr(runner.Runner, "_done_late", lambda self: asyncio.sleep(0))
    with pytest.raises(AssertionError):
        await test_which_message_shows_it_is_not_lost_where_that_could_not_be_stored(world, kind)


@TIMED
async def test_where_another_process_was_first_it_is_read_anew_and_goes_on(house, kind):
    await kind.begin(house)
    before, writer = state_of(house, kind), Writer(house.store)
    writer.well, writer.error = 0, StepTaken("another process was here first")
    refused = said(await house.do(kind.change(house)))
    assert refused and "出了点问题" not in refused
    assert state_of(house, kind) == before, "that is what is stored"
    writer.well = None
    await house.do(kind.change(house))
    assert state_of(house, kind) != before


BROKEN = {
    "table": (machine, "Join"),
    "tournament": (tournament, "Register"),
    "queue": (coinroom, "Join"),
}


@TIMED
async def test_a_bug_is_logged_once_and_halts_only_that(house, kind, monkeypatch, caplog):
    await kind.begin(house)
    module, name = BROKEN[kind.name]
    handlers = {command.__name__: command for command in module._HANDLERS}

    secret = chr(0x2660) + "A"

    def broken(*args):
        raise KeyError(secret)

    request, before = kind.change(house), state_of(house, kind)
    with monkeypatch.context() as patch:
        patch.setitem(module._HANDLERS, handlers[name], broken)
        assert "出了点问题" in said(await house.do(request))
        assert secret not in caplog.text and caplog.text.count("error=KeyError") == 1
        assert kind.name == "table" or state_of(house, kind) == before
    house.people.chat = ChatRef("memory", "-10012345678901")
    await house.say("戊", "/newgame 比大小")
    assert house.platform.in_chat("-10012345678901")


@TIMED
async def test_the_law_catches_what_is_shown_before_it_is_stored(house, kind, monkeypatch):
    """The planted fault: a machine's own state is worked on, and not a draft of it."""
    for one in (machine.Table, tournament.Tournament, coinroom.CoinRoom):
        monkeypatch.setattr(one, "draft", lambda self: self)
    await kind.begin(house)
    before, writer = state_of(house, kind), Writer(house.store)
    writer.well = 0
    await house.do(kind.change(house))
    assert state_of(house, kind) != before


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[2]], ids=lambda kind: kind.name)
async def test_the_law_catches_a_runner_that_does_not_try_again(house, kind, monkeypatch):
    """As queues were: what fell due while nothing could be stored never came."""
    monkeypatch.setattr(runner, "RETRY", timedelta(hours=9))
    with pytest.raises(AssertionError):
        await test_it_is_tried_again_every_few_seconds_by_itself(house, kind)
