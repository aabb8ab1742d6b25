"""A table that a group called and that is played in private is still that group's table."""

from contextlib import asynccontextmanager

import pytest

from bot.ports.notices import MemberLeft, Migrated, PlaceGone, SightChanged
from bot.ports.refs import ChatRef, UserRef
from bot.runtime import departures, tables
from bot.support.errors import Refused
from bot.table import tokens
from tests.bot.access.test_rights import meant
from tests.kit import gate
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.tournament import called, register
from tests.kit.tournament import tables as playing

GROUP = ChatRef("memory", ROOM_ID)
LEFT = UserRef("memory", "p0")

# What whoever sat there, sits there, and was never there may press, by the rows of test_rights.
PEOPLE = {"p0": "gone", "p1": "seated", "outsider": "stranger"}


@asynccontextmanager
async def private_table(path):
    """A tournament's table whose topic is gone: it is played on in private."""
    async with service(path, check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        (table,) = playing(house, tournament)
        await house.service.notice(PlaceGone(table.state.place))
        await house.settle()
        house.platform.outside |= {"outsider"}
        yield house, house.tables.get(table.state.id)


def player(runner):
    table = runner.table
    return table.state.players[table.seat_of(LEFT)]


WAYS = {
    "told": MemberLeft(LEFT, GROUP),
    "asked": SightChanged("memory", LEFT),
    "a whole server": SightChanged("memory", None, frozenset({GROUP.key})),
}
"""How a platform lets know that somebody has left."""


async def leaves(house, way):
    house.platform.outside |= {LEFT.id}
    await house.service.notice(WAYS[way])
    await house.settle()


@pytest.mark.parametrize("way", WAYS)
async def test_whoever_leaves_the_group_gets_up_from_its_private_table(tmp_path, way):
    async with private_table(tmp_path / "t.db") as (house, runner):
        assert runner.table.state.place is None and not player(runner).left
        await leaves(house, way)
        assert player(runner).left
        assert sum(not s.left for s in runner.table.state.players) == 3


async def admits(house, name, token):
    made = house.service
    try:
        return (
            await made.gate.admit(made.request(house.people.press(name, token, chat=None)))
            is not None
        )
    except Refused:
        return False


async def test_the_rows_of_the_hand_written_table_hold_for_it(tmp_path):
    async with private_table(tmp_path / "t.db") as (house, runner):
        await leaves(house, "told")
        state, wrong, rows = runner.table.state, [], meant()
        for name, kind in PEOPLE.items():
            for item, act in gate.CONTROLS.items():
                token = tokens.button(state.id, state.round, item)
                if await admits(house, name, token) != rows[act, kind]:
                    wrong.append((name, item))
        assert wrong == []


async def test_who_comes_back_to_the_group_takes_the_seat_again(tmp_path):
    async with private_table(tmp_path / "t.db") as (house, runner):
        await leaves(house, "told")
        state = runner.table.state
        back = tokens.button(state.id, state.round, "more-return")
        await house.do(house.people.press("p0", back, chat=None))
        assert player(runner).left, "not from outside"
        house.platform.outside -= {LEFT.id}
        house.service.presence.joined(LEFT, GROUP)
        await house.do(house.people.press("p0", back, chat=None))
        assert not player(runner).left


async def test_a_group_with_another_id_takes_its_private_tables_along(tmp_path):
    async with private_table(tmp_path / "t.db") as (house, runner):
        new = ChatRef("memory", long_id("hall"))
        await house.service.notice(Migrated(GROUP, new))
        await house.settle()
        assert runner.table.state.home.key == new.key


@pytest.mark.parametrize("way", WAYS)
async def test_planted_a_table_without_a_place_that_is_passed_over_is_seen(
    tmp_path, monkeypatch, way
):
    def placed(state):
        return () if state.place is None else departures_people(state)

    departures_people = departures._people
    monkeypatch.setattr(departures, "_people", placed)
    monkeypatch.setattr(tables.Tables, "called", tables.Tables.within)
    async with private_table(tmp_path / "t.db") as (house, runner):
        await leaves(house, way)
        assert not player(runner).left
