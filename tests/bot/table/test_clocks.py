"""Deadlines are data: only downtime, a pause and a standstill move them."""

from datetime import timedelta

import pytest

from bot.table.state import Phase
from bot.table.table import HOST_AWAY, LOBBY_IDLE
from tests.kit.actors import begin, name_of, waited_for
from tests.kit.platform import buttons


def left(house, who):
    """How long a person still has, in seconds; None without a deadline."""
    table = house.table
    question = table.question_of(table.seat_of(house.people.say(who, "").user))
    if question.due is not None or question.deadline is None:
        return None
    return (question.deadline - house.clock.now()).total_seconds()


AWAY = [("/leave", "/join"), ("/autopilot", "/back"), ("/autopilot", "/join")]


@pytest.mark.parametrize(("away", "back"), AWAY)
async def test_nobody_gains_time_by_going_and_coming_back(house, away, back):
    await begin(house, "比大小", 3)
    await house.forward(100)
    await house.say("乙", away)
    assert left(house, "乙") is None
    await house.say("乙", back)
    assert left(house, "乙") == 20


async def test_who_is_away_over_the_deadline_has_not_timed_out(house):
    await begin(house, "比大小", 3, quan=2)
    await house.forward(119.5)
    await house.say("乙", "/autopilot")
    seat = house.table.seat_of(house.people.say("乙", "").user)
    await house.forward(0.6)
    assert house.table.match.state.chosen[seat] is None
    await house.forward(0.5)
    assert house.table.match.state.chosen[seat] is not None
    timeouts = [player.timeouts for player in house.table.state.players]
    assert timeouts == [int(other != seat) for other in range(3)]


@pytest.mark.parametrize("back", ["/resume", "/back", "/join"])
async def test_after_a_standstill_the_time_is_as_long_as_before_it(house, back):
    """RAC-14: and the standstill is not counted twice."""
    await begin(house, "比大小", 1, 2)
    await house.forward(100)
    await house.say("甲", "/autopilot")
    assert house.table.state.suspended_at is not None
    await house.forward(36_000)
    await house.say("甲", back)
    assert left(house, "甲") == 20
    await house.forward(5)
    assert waited_for(house.table) == [(house.table.state.questions[0].seat, "甲")]


async def test_a_question_from_the_time_away_gets_the_whole_time(house):
    await begin(house, "比大小", 2, quan=4)
    await house.say("乙", "/autopilot")
    await house.forward(1.1)
    table = house.table
    seat, who = waited_for(table)[0]
    token = house.platform.private(who).pickers[0].token
    await house.press(who, token, ["cards.0"])
    await house.say("甲", "/next")
    assert table.state.round == 2
    await house.press("乙", buttons(house.platform.private("乙"))["取消托管"])
    assert left(house, "乙") == 120
    assert name_of(table, seat) == "甲"
    assert timedelta(seconds=120) == table.question_of(seat).deadline - house.clock.now()


# A lobby has times of its own: when it closes if nobody comes, and its host's right to start.


DAY = 86_400.0


@pytest.mark.parametrize("down", [3 * 60, 9 * 3600, 40 * DAY])
async def test_a_lobby_lives_no_shorter_for_a_standstill(world, down):
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        await house.forward(600)
    async with world.house(down=down) as house:
        await house.say("甲", "/addbot")
        pressed = house.clock.now()
        await house.next_wake()
        assert house.tables.running == {}
        assert house.clock.now() - pressed == LOBBY_IDLE


async def test_a_host_who_could_not_be_heard_still_starts_alone(world):
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        await house.say("乙", "/join")
        await house.forward(HOST_AWAY.total_seconds() - 20)
    async with world.house(down=DAY) as house:
        await house.say("乙", "/start")
        assert house.table.state.phase is Phase.LOBBY
        await house.forward(20)
        await house.say("乙", "/start")
        assert house.table.state.phase is not Phase.LOBBY
