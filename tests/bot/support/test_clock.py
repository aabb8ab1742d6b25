"""The machine's clock: what is waited for passes, whatever the wall shows."""

import heapq
import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.support.clock import SystemClock

BEGIN = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


class Machine:
    """A machine whose two clocks part: ``run`` moves both, ``jump`` the wall, ``sleep`` as it is.

    ``counts``: its monotonic clock goes on while it sleeps, as some do.
    """

    def __init__(self, *, counts):
        self.counts = counts
        self.wall, self.monotonic = BEGIN, 1000.0
        self._calls, self._number = [], itertools.count()

    def clock(self):
        return SystemClock(lambda: self.wall, lambda: self.monotonic, self.later)

    def later(self, seconds, call):
        entry = [self.monotonic + seconds, next(self._number), call]
        heapq.heappush(self._calls, entry)
        return Cancelled(entry)

    def run(self, seconds):
        """Awake for so long; what is due comes at its time."""
        until = self.monotonic + seconds
        while self._calls and self._calls[0][0] <= until:
            due, _, call = heapq.heappop(self._calls)
            step = max(0.0, due - self.monotonic)
            self.wall += timedelta(seconds=step)
            self.monotonic += step
            call()
        self.wall += timedelta(seconds=until - self.monotonic)
        self.monotonic = until

    def jump(self, seconds):
        self.wall += timedelta(seconds=seconds)

    def sleep(self, seconds):
        self.wall += timedelta(seconds=seconds)
        self.monotonic += seconds if self.counts else 0


class Cancelled:
    """A call that can be taken back."""

    def __init__(self, entry):
        self._entry = entry

    def cancel(self):
        self._entry[2] = lambda: None


def followed(machine):
    """A clock that is set whenever it is told to be, and by what it was."""
    clock, moves = machine.clock(), []

    def told(ahead):
        moves.append(ahead.total_seconds())
        clock.set_by(ahead)

    clock.watch(told)
    return clock, moves


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["run", "jump", "sleep"]), st.floats(-100_000, 100_000, allow_nan=False)
    ),
    max_size=8,
)


@given(steps=STEPS, counts=st.booleans(), wait=st.floats(1, 500))
def test_what_is_waited_for_comes_after_just_so_long_awake(steps, counts, wait):
    machine = Machine(counts=counts)
    clock, _ = followed(machine)
    machine.run(1.5)
    awake, rung = 0.0, []
    clock.call_at(clock.now() + timedelta(seconds=wait), lambda: rung.append(clock.steady()))
    begun = clock.steady()
    for what, amount in steps:
        if what == "jump":
            machine.jump(amount)
        elif what == "sleep":
            machine.sleep(10 + abs(amount))
        elif awake + abs(amount) % 60 < wait - 0.1:
            machine.run(abs(amount) % 60)
            awake += abs(amount) % 60
        assert not rung, "nobody loses time they had"
    machine.run(wait - awake + 7)
    assert len(rung) == 1
    assert rung[0] - begun == pytest.approx(wait, abs=6)
    assert abs(machine.wall - clock.now()) < timedelta(seconds=1), "it shows what the wall does"


@pytest.mark.parametrize("counts", [False, True])
@pytest.mark.parametrize("by", [15, 28_800, -15, -28_800])
def test_a_jump_is_noticed_within_a_second_and_moves_no_call(by, counts):
    machine = Machine(counts=counts)
    clock, moves = followed(machine)
    rung = []
    clock.call_in(100, lambda: rung.append(machine.monotonic))
    begun = machine.monotonic
    machine.run(10)
    machine.jump(by)
    assert clock.now() != machine.wall, "until it is followed everything goes on as before"
    machine.run(1.1)
    assert moves == [pytest.approx(by)]
    assert clock.now() == machine.wall
    machine.run(200)
    assert rung == [pytest.approx(begun + 100)]


@pytest.mark.parametrize("counts", [False, True])
def test_a_machine_that_slept_has_not_let_anybody_answer(counts):
    """Also where its monotonic clock says that the time has passed."""
    machine = Machine(counts=counts)
    clock, moves = followed(machine)
    rung = []
    clock.call_in(60, lambda: rung.append(True))
    machine.run(50)
    machine.sleep(36_000)
    machine.run(9)
    assert not rung and moves == [pytest.approx(36_000, abs=1.1)]
    machine.run(3)
    assert rung


def test_a_clock_that_is_slewed_is_left_alone():
    machine = Machine(counts=True)
    _, moves = followed(machine)
    for _ in range(9):
        machine.jump(0.1)
        machine.run(60)
    assert moves == []


def test_who_cannot_follow_yet_is_told_again_until_they_can():
    machine = Machine(counts=True)
    clock, told = machine.clock(), []
    watch = clock.watch(told.append)
    machine.jump(3600)
    machine.run(3.5)
    assert len(told) == 3
    clock.set_by(told[-1])
    machine.run(3.5)
    assert len(told) == 3
    watch.cancel()
    machine.jump(3600)
    machine.run(3.5)
    assert len(told) == 3


def test_a_cancelled_call_does_not_come_even_if_it_was_put_off():
    machine = Machine(counts=True)
    clock, _ = followed(machine)
    rung = []
    handle = clock.call_in(5, lambda: rung.append(True))
    machine.run(1)
    machine.sleep(100)
    machine.run(0.5)
    handle.cancel()
    machine.run(100)
    assert not rung
