"""A private screen says by itself whether its reader is waited for, however its buttons look."""

import pytest

from bot.screens.situation import Situation
from bot.table import waiting
from tests.kit.actors import answer, begin, chance, go_on, waited_for
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform, buttons


@pytest.fixture
async def house(tmp_path):
    platform = MemoryPlatform(panes=True, places=4)
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


def asked(house, *people):
    """How the private screens of people say that they are waited for."""
    return [house.platform.private(who).asked for who in people]


def waits_for(table, seat):
    """How the table waits for a seat."""
    return waiting.asked(table.state, seat, Situation(table).prompts.get(seat))


async def test_who_has_a_turn_is_asked_and_who_has_none_is_not(house):
    await begin(house, "占格子", 2, open="none")
    turns = 0
    while house.table.match is not None and waited_for(house.table):
        seats = {who for _, who in waited_for(house.table)}
        for who in ("甲", "乙"):
            assert asked(house, who) == ["turn" if who in seats else ""]
            turns += who in seats
        if not await go_on(house, chance(turns)):
            break
    assert turns > 1


async def test_who_has_answered_and_may_change_it_is_not_asked_any_more(house):
    await begin(house, "占格子", 2, open="none")
    seat, who = waited_for(house.table)[0]
    await answer(house, house.table, seat, chance(1))
    other = "乙" if who == "甲" else "甲"
    assert waits_for(house.table, seat) == ""
    assert asked(house, who, other) == ["", "turn"]


async def test_between_two_rounds_whoever_has_not_said_so_is_waited_for(house):
    await begin(house, "比大小", 2, quan=2)
    for seat, _ in waited_for(house.table):
        await answer(house, house.table, seat, chance(seat))
    while "下一圈" not in buttons(house.platform.board()):
        await go_on(house, chance(3))
    assert asked(house, "甲", "乙") == ["ready", "ready"]
    assert "等大家按“下一圈”。" in house.platform.board().text
    await house.press("甲", buttons(house.platform.board())["下一圈"])
    assert asked(house, "甲", "乙") == ["", "ready"]
    assert "2 人里有 1 人按了" in house.platform.board().text


async def test_of_one_person_it_is_not_said_how_many_have_pressed(house):
    await begin(house, "比大小", 1, computers=1, quan=2)
    while "下一圈" not in buttons(house.platform.board()):
        await go_on(house, chance(3))
    assert "按“下一圈”就接着打。" in house.platform.board().text
    assert "人按了" not in house.platform.board().text


async def test_for_whoever_is_on_autopilot_nobody_waits(house):
    await begin(house, "比大小", 2)
    await house.say("乙", "/autopilot")
    assert asked(house, "乙") == [""]
    assert "取消托管" in buttons(house.platform.private("乙")), "the loudest button is no question"
    await house.say("乙", "/back")
    assert asked(house, "乙") == ["turn"]


async def test_on_a_break_nobody_is_asked(house):
    await begin(house, "比大小", 2)
    await house.say("甲", "/pause")
    await house.say("乙", "/yes")
    assert asked(house, "甲", "乙") == ["", ""]
    await house.say("乙", "/resume")
    assert "turn" in asked(house, "甲", "乙")


async def test_at_the_end_nobody_is_asked(house):
    await begin(house, "比大小", 2, quan=1)
    rng = chance(1)
    while await go_on(house, rng):
        pass
    assert asked(house, "甲", "乙") == ["", ""]


async def test_what_keeps_a_table_from_its_chat_waits_for_anybody_to_go_on(house):
    await begin(house, "比大小", 2)
    house.table.change(unreachable="hurdle-removed", suspended_at=house.clock.now())
    assert [waits_for(house.table, seat) for seat in (0, 1)] == ["ready", "ready"]
