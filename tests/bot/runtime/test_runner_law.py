"""What holds for everything that takes a command, stores and shows: tables, tournaments, queues
of coin rooms, proposals."""

import asyncio

import pytest

from tests.kit.actors import said
from tests.kit.running import KINDS, Writer, shown
from tests.kit.world import until

EACH = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
MOVED = ("table", "tournament")
TIMED = pytest.mark.parametrize(
    "kind", [k for k in KINDS if k.name in MOVED], ids=lambda kind: kind.name
)
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
    writer.well = 0
    assert "暂时存不进数据库" in said(await house.do(kind.change(house)))
    assert shown(house) == before
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


@EACH
async def test_nothing_is_left_running_after_a_stop(world, kind):
    async with world.house(check=False) as house:
        await kind.begin(house)
        written = house.store.written
        mine = asyncio.current_task()
    world.clock.forward(kind.due or 90_000)
    await moments()
    assert house.store.written >= written
    assert {t for t in asyncio.all_tasks() if t is not mine and not t.done()} == set()
