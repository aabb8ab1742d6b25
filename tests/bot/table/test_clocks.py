"""Deadlines are data: only downtime, a pause and a standstill move them."""

from datetime import timedelta

import pytest

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
    timeouts = [sitter.timeouts for sitter in house.table.state.sitters]
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
