"""A table as it is stored: what is written is read again, in older forms too."""

import json
from dataclasses import replace

import pytest

from bot.table.state import VERSION, dumps, loads
from tests.kit.actors import begin


def in_form_1(stored):
    """As the first version of the program stored it: hands named seats."""
    table = json.loads(stored)
    seats = {json.dumps(s["user"]): seat for seat, s in enumerate(table["sitters"]) if s["user"]}
    for hand in table["hands"]:
        hand["seat"] = seats[json.dumps(hand.pop("user"))]
    del table["form"]
    return json.dumps(table)


async def test_a_table_of_the_first_form_goes_on(world):
    async with world.house() as house:
        await begin(house, "比大小", 3, 1)
        before = house.table.state
        assert len(before.hands) == 3
    ((stored,),) = world.sql("select state from table_state")
    old = in_form_1(stored)
    assert "seat" in json.loads(old)["hands"][0] and loads(old) == loads(stored) == before
    world.sql("update table_state set state = ?", old)
    count = len(world.platform.order)
    async with world.house() as house:
        assert house.table.state == before
        assert len(world.platform.order) == count, "nobody is sent a second message"


async def test_what_is_written_is_read_again(world):
    async with world.house() as house:
        await begin(house, "比大小", 2)
        assert loads(dumps(house.table.state)) == house.table.state
        assert house.table.state.form == VERSION


async def test_stored_names_stay_as_databases_of_today_have_them(world):
    async with world.house() as house:
        await begin(house, "比大小", 2)
        state = replace(
            house.table.state, tournament="0123456789", suspended_for="pause", unreachable="why"
        )
        stored = json.loads(dumps(state))
        assert (stored["cup"], stored["still"], stored["hurdle"]) == ("0123456789", "pause", "why")
        assert not {"tournament", "suspended_for", "unreachable"} & set(stored)
        assert loads(json.dumps(stored)) == state


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"form": 99}', '{"hands": [{}]}', "{"])
def test_what_is_no_table_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        loads(text)
