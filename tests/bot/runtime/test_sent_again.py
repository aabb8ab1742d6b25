"""A press that was done, whose answer a kill swallowed, is sent again: it is no mistake."""

from dataclasses import replace

import pytest

from bot.table.state import Phase
from tests.kit.actors import begin, chance, legal, name_of, press_of, waited_for

DOWN = 3


@pytest.mark.parametrize("aside", [False, True], ids=["told at the table", "told aside"])
@pytest.mark.parametrize("last", [False, True], ids=["it ended a round", "it ended the match"])
async def test_the_press_that_ended_a_round_is_not_refused_in_the_next_life(world, last, aside):
    world.platform.limits = replace(world.platform.limits, aside=aside)
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=1 if last else 4)
        for _ in range(2):
            table = house.table
            seat = waited_for(table)[0][0]
            who = name_of(table, seat)
            press = house.people.press(who, *press_of(table, seat, legal(table, seat, chance(1))))
            assert await house.do(press) is None
        assert table.state.phase is (Phase.FINISHED if last else Phase.BETWEEN)
    async with world.house(down=DOWN) as house:
        assert await house.do(press) is None
        again = house.people.press(who, press.token, press.values)
        told = await house.do(again)
        assert told is not None and told.message.text, "another press is answered as ever"
