"""Whoever types is heard also where our clock is wrong, and what comes late is still late."""

from datetime import timedelta

import pytest

from bot.support.skew import Skews
from tests.kit.actors import begin, said, waited_for
from tests.kit.clock import BEGIN, ManualClock
from tests.kit.house import service


def heard(skews, clock, ahead, late=0.0):
    """How late a message is thought to be that was written ``late`` seconds ago, while our clock
    is ``ahead`` of the platform's."""
    written = clock.now() - timedelta(seconds=ahead + late)
    return (clock.now() - skews.ours("telegram", written)).total_seconds()


@pytest.mark.parametrize("ahead", [0, 60, 8 * 3600, 40 * 86_400])
def test_from_the_second_message_on_a_wrong_clock_is_seen_through(ahead):
    clock = ManualClock()
    skews = Skews(clock)
    heard(skews, clock, ahead, 0.4)
    for late in (0.2, 0.9, 0.1, 1.4):
        clock.lapse(20)
        assert heard(skews, clock, ahead, late) < 3


def test_what_waited_while_nobody_was_there_stays_late():
    """They come all at once, each a little less late than the one before."""
    clock = ManualClock()
    skews = Skews(clock)
    for late in (600, 480, 300, 120, 60):
        clock.lapse(0.1)
        assert heard(skews, clock, 0, late) == pytest.approx(late)
    clock.lapse(30)
    assert heard(skews, clock, 0, 0.5) < 3
    clock.lapse(30)
    assert heard(skews, clock, 0, 45) == pytest.approx(45)


def test_a_clock_that_was_put_right_is_believed_at_once():
    clock = ManualClock()
    skews = Skews(clock)
    for _ in range(3):
        heard(skews, clock, 3600)
        clock.lapse(10)
    assert heard(skews, clock, 0, 0.5) < 3
    clock.lapse(10)
    assert heard(skews, clock, 0, 40) == pytest.approx(40)


def test_platforms_have_clocks_of_their_own():
    clock = ManualClock()
    skews = Skews(clock)
    for _ in range(3):
        heard(skews, clock, 3600)
        clock.lapse(10)
    assert skews.ours("discord", BEGIN) == BEGIN


async def test_who_types_is_heard_though_our_clock_is_hours_ahead(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "比大小", 2, quan=9)
        answers = []
        for _ in range(4):
            await house.forward(5)
            true = house.clock.now() - timedelta(hours=8)
            _, who = waited_for(house.table)[0]
            answers.append(said(await house.say(who, "/play 什么都不是", at=true)))
        early = ["之前写的" in answer for answer in answers]
        assert early == [True, False, False, False], answers
