"""What was shown is stored with what comes next; who was killed before shows it again, unseen."""

import asyncio
from collections import Counter

import pytest

from bot.runtime import tables
from bot.store.rows import Acted, TableSaved
from bot.table.machine import NOTED, TableMachine
from bot.table.state import loads
from tests.kit.actors import answer, begin, chance, legal, waited_for
from tests.kit.house import unshown
from tests.kit.world import World


@pytest.fixture
def world(tmp_path):
    return World(tmp_path / "t.db")


def kept(house):
    """Everything that is stored from now on."""
    rows, write = [], house.store.commit

    async def commit(these):
        await write(these)
        rows.extend(these)

    house.store.commit = commit
    return rows


def of(rows, kind):
    return [row for row in rows if isinstance(row, kind)]


async def press(house, number):
    seat, _ = waited_for(house.table)[0]
    await answer(house, house.table, seat, chance(number), legal)


async def test_a_press_stores_its_table_once(world):
    async with world.house() as house:
        await begin(house, "蹲麻子", 3)
        await press(house, 1)
        rows = kept(house)
        for number in range(4):
            await press(house, number)
        assert len(of(rows, TableSaved)) == len(of(rows, Acted)) == 4
        assert house.table.state.shown == house.table.state.public
        await house.forward(NOTED.total_seconds())
        *_, last = saved = of(rows, TableSaved)
        assert len(saved) == 5
        assert loads(last.state) == house.table.state
        await house.forward(NOTED.total_seconds() * 3)
        assert len(of(rows, TableSaved)) == 5, "it is stored"


async def shown_at_the_next_start(world, stop=lambda house: None):
    """What the next start sends, where the last ended in the middle of a round.

    ``stop``: done to the house before it stops.
    """
    async with world.house() as house:
        await begin(house, "蹲麻子", 3)
        for number in range(4):
            await press(house, number)
        before = house.table.state
        assert house.table.note_at is not None
        stop(house)
    world.platform.calls.clear()
    async with world.house() as house:
        assert unshown(house.table.state) == unshown(before)
        assert house.table.state.shown == house.table.state.public
    return Counter(call[0] for call in world.platform.calls)


async def test_a_stop_stores_what_was_shown(world):
    assert not await shown_at_the_next_start(world)


async def test_after_a_kill_the_same_messages_show_the_same_again(world, monkeypatch):
    """So they do where the database hangs, for which no stop waits."""

    async def hang(rows):
        await asyncio.Event().wait()

    def stop(house):
        house.store.commit = hang

    monkeypatch.setattr(tables, "NOTING", 0.01)
    assert await shown_at_the_next_start(world, stop) == {"edit": 4}


async def test_the_law_catches_a_message_that_is_noted_too_late(world, monkeypatch):
    monkeypatch.setattr(TableMachine, "_only_shown", lambda table, before: True)
    with pytest.raises(AssertionError):
        async with world.house() as house:
            await begin(house, "蹲麻子", 3)
