"""What one process sends with a token: counted in any second, and in its order."""

import asyncio

import pytest

from bot.ports.allowance import LOOK, SOON, WINDOW, Allowance
from bot.ports.budget import Later


class Time:
    """Seconds that pass as somebody sleeps."""

    def __init__(self):
        self.now = -5000.0

    async def sleep(self, seconds):
        assert 0 < seconds <= SOON
        self.now += seconds
        await asyncio.sleep(0)


def allowance(most):
    time = Time()
    return time, Allowance(most, lambda: time.now, time.sleep)


async def test_never_more_leave_in_any_second_and_all_leave_in_their_order():
    time, one = allowance(5)
    left = []

    async def send(number):
        await one.turn()
        left.append((number, time.now))

    await asyncio.gather(*map(send, range(40)))
    assert [number for number, _ in left] == list(range(40))
    times = [at for _, at in left]
    assert all(later - sooner >= WINDOW for sooner, later in zip(times, times[5:], strict=False))
    assert times[-1] - times[0] < 7 * WINDOW + 0.1, "and no later than they have to"


def test_a_share_may_grow_and_shrink_and_be_nothing():
    time, one = allowance(10)
    for _ in range(10):
        one.ask()
    one.share = lambda: 2
    time.now += WINDOW
    one.ask(), one.ask()
    with pytest.raises(Later):
        one.ask()
    one.share = lambda: 3
    one.ask()
    one.share = lambda: 0
    time.now += WINDOW
    with pytest.raises(Later) as later:
        one.ask()
    assert later.value.seconds == LOOK


def test_who_waits_is_known_to_have_waited():
    _, one = allowance(1)
    one.ask()
    assert not one.wanted()
    with pytest.raises(Later):
        one.ask()
    assert one.wanted() and not one.wanted()


def test_nothing_leaves_while_the_platform_refuses_everything():
    time, one = allowance(5)
    told = []
    one.refused = told.append
    one.hold(3.0)
    one.hold(1.0)
    assert told == [3.0, 1.0] and one.held == 3.0
    time.now += 2.9
    with pytest.raises(Later):
        one.ask()
    time.now += 0.2
    one.ask()


def test_what_was_sent_before_a_new_connection_counts():
    time, before = allowance(2)
    before.ask()
    after = Allowance(2, lambda: time.now, time.sleep)
    after.follow(before)
    after.ask()
    with pytest.raises(Later):
        after.ask()
