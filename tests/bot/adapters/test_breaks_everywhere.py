"""A break by vote and the same table once more, on every platform, by what people are shown."""

import pytest

from bot.table.commands import Configure
from bot.table.state import Phase
from tests.bot.adapters.test_every_game import play
from tests.kit.actors import chance
from tests.kit.roads import ROADS


def shown(road, who, ending):
    """The newest message of a person with a button whose token begins or ends so, and it."""
    return next(
        (message, token)
        for message in road.sight(who)
        for token in road.offered(message)
        if token.endswith(f":{ending}") or token.startswith(ending)
    )


async def comes(road, true):
    """Let things happen until something is true."""
    for _ in range(200):
        if true():
            return
        await road.wait()
    raise AssertionError("it never happened")


def has(road, who, ending):
    try:
        return bool(shown(road, who, ending))
    except StopIteration:
        return False


@pytest.mark.parametrize("platform", ROADS)
async def test_a_break_and_once_more(tmp_path, platform):
    async with ROADS[platform](tmp_path / "t.db", 2) as road:
        await road.command(0, "newgame dunmazi")
        (runner,) = road.service.running.tables.running.values()
        road.table = table = runner.table
        await road.command(1, "join")
        await runner.ask(Configure(table.state.host, "quan", 1))
        await road.command(0, "start")

        await road.command(0, "pause")
        await comes(road, lambda: has(road, 1, "yes"))
        await road.press(1, *shown(road, 1, "yes"))
        assert table.state.suspended_at is not None
        await comes(road, lambda: has(road, 1, "resume"))
        await road.press(1, *shown(road, 1, "resume"))
        assert table.state.suspended_at is None

        while table.state.phase is not Phase.FINISHED:
            await play(road, chance(1, platform, table.state.round))
            if table.state.phase is Phase.BETWEEN:
                for who in range(2):
                    await road.command(who, "next")
        seats = [player.user for player in table.state.players]

        await comes(road, lambda: has(road, 0, "m1:again"))
        await road.press(0, *shown(road, 0, "m1:again"))
        await comes(road, lambda: has(road, 1, "join"))
        await road.press(1, *shown(road, 1, "join"))
        (runner,) = road.service.running.tables.running.values()
        assert runner.table.state.phase is Phase.PLAYING
        assert [player.user for player in runner.table.state.players] == seats
