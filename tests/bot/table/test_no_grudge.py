"""What keeps nobody out, and what nobody pays for: scores, and an end that was not their doing."""

from __future__ import annotations

import pytest

from bot.table.state import Phase
from engine.match import totals
from tests.kit.actors import answer, begin, chance, go_on, said, to_the_end, waited_for
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons

CHAT = ROOM_KEY


async def play_round(house):
    while house.tables.running and house.table.state.phase is Phase.PLAYING:
        seat, _ = waited_for(house.table)[0]
        await answer(house, house.table, seat, chance(seat))


async def begun(house):
    """A round played and another one under way; the points of the first by name."""
    await begin(house, "比大小", 2, quan=3)
    await play_round(house)
    sums = totals(house.table.match)
    names = [player.name for player in house.table.state.players]
    while house.table.state.phase is not Phase.PLAYING:
        await go_on(house, chance(1))
    await answer(house, house.table, waited_for(house.table)[0][0], chance(1))
    assert house.table.state.phase is Phase.PLAYING
    return dict(zip(names, sums, strict=True))


async def nobody_pays(house, points):
    """The finished round counts, no match does, and everybody is free to play on."""
    found = await house.store.scores.game_totals(CHAT)
    assert {total.name: (total.points, total.rounds) for total in found} == {
        name: (sum_, 1) for name, sum_ in points.items()
    }
    for name in points:
        (mine,) = await house.store.scores.person_totals(f"memory:{name}")
        assert (mine.matches, mine.wins) == (0, 0)
    await begin(house, "比大小", 2)
    assert {player.name for player in house.table.state.players} == set(points)


async def by_administrator(house):
    await house.say("乙", "/autopilot")
    await house.say("管", "/stop", admin=True)


async def by_vote(house):
    await house.say("甲", "/stop")
    await house.press("乙", buttons(house.platform.board())["同意结束"])


@pytest.mark.parametrize("end", [by_administrator, by_vote])
async def test_pol_07_who_is_stopped_pays_no_penalty(house, end):
    points = await begun(house)
    await end(house)
    await nobody_pays(house, points)


async def test_pol_07_nor_does_anybody_for_an_error_of_the_bot(world):
    async with world.house() as house:
        points = await begun(house)
    world.sql("delete from action")
    async with world.house(down=60.0) as house:
        assert not house.tables.running
        await nobody_pays(house, points)


async def test_pol_07_nor_for_the_time_that_the_bot_was_away(world):
    """Nobody has been late while nobody could play: no autopilot, and the round counts in full."""
    async with world.house() as house:
        await begun(house)
        waits = {name for _, name in waited_for(house.table)}
    async with world.house(down=86_400.0) as house:
        assert all(not s.autopilot and not s.timeouts for s in house.table.state.players)
        assert {name for _, name in waited_for(house.table)} == waits
        await to_the_end(house, chance(2))
        scored = await house.store.scores.rounds(CHAT)
        assert [round_.driven for round_ in scored] == [0.0] * 3


async def test_stk_18_no_score_keeps_anybody_out(house):
    """There is no gate: who has lost most opens, joins and starts like anybody."""
    await begun(house)
    await by_administrator(house)
    found = await house.store.scores.game_totals(CHAT)
    last = min(found, key=lambda total: total.points)
    assert last.points < 0
    await house.say("丙", "/newgame 比大小")
    await house.say(last.name, "/join")
    await house.say("丙", "/start")
    assert last.name in {player.name for player in house.table.state.players}
    assert house.table.state.phase is Phase.PLAYING


async def test_stk_18_where_coins_are_a_gate_it_says_which_and_how_to_go_without(house):
    await begin(house, "比大小", 2, money="coins", buyin=1001)
    told = said(await house.say("甲", "/start"))
    assert "每人要有 1001 金币" in told and "改小，或者改打筹码" in told
    await house.say("甲", "/settings money chips")
    await house.say("甲", "/start")
    assert house.table.state.phase is Phase.PLAYING
