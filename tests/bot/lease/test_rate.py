"""A token's requests: never more in a second than the platform takes, and nobody starved."""

import pytest

from bot.lease import rate
from bot.lease.rate import BEAT, CALM, RIPE, VALID, Rate, part
from bot.lease.row import SPAN, UNSEEN
from bot.ports.allowance import WINDOW
from tests.kit import rate_world
from tests.kit.lease_world import Broken
from tests.kit.rate_world import RateWorld, Weather
from tests.kit.tiers import DEEP

SEEDS = range(400 if DEEP else 12)
SECONDS = 600 if DEEP else 120
ROUGH = Weather(lost=0.1, doubled=0.1, latest=3.0)
WHOLE = Weather(lost=0)


# The parts.


@pytest.mark.parametrize("most", [1, 5, 30, 50])
def test_parts_of_those_who_count_each_other_are_no_more_than_the_whole(most):
    assert part(most, 1) == most, "who is alone has all of it"
    for present in range(2, 70):
        assert part(most, present) * present <= most
        for busy in range(1, present + 1):
            parts = [part(most, present, busy, place) for place in range(busy)]
            assert sum(parts) + part(most, present) * (present - busy) <= most
            assert parts[0] >= 1, "and there is always somebody who may send"


# One process.


class Alone:
    """One process that looks at rows as a test says."""

    def __init__(self, most=50):
        self.rate, self.now = Rate("t:rate", "a", most), 100.0
        self.epochs = 0

    def look(self, *others, wanted=False, **left):
        look = self.rate.look(self.now, wanted=wanted)
        claimed = {}
        for name in look.claim:
            self.epochs += 1
            claimed[name] = self.epochs
        self.rate.kept(look, set(look.renew), claimed, self.now)
        rows = dict.fromkeys((*self.rate.rows, *others), 5.0)
        self.rate.seen(look, rows | {f"t:rate:{name}": s for name, s in left.items()}, self.now)
        return self.rate.share(self.now)

    def go_on(self, seconds, *others, wanted=False):
        for _ in range(round(seconds / BEAT)):
            self.now += BEAT
            share = self.look(*others, wanted=wanted)
        return share


OTHER, THIRD = "t:rate:at:b", "t:rate:at:c"
OTHER_WAITS = "t:rate:busy:000001:b"


def test_who_is_alone_begins_at_once_and_who_is_not_waits_until_all_have_seen_it():
    assert Alone().look() == 50
    one = Alone()
    assert one.look(OTHER) == 0
    assert one.go_on(RIPE - BEAT, OTHER) == 0 and one.go_on(2 * BEAT, OTHER) == 5
    one = Alone()
    assert one.look(OTHER) == 0 and one.go_on(BEAT) == 50, "the other one has gone"
    assert one.go_on(BEAT, OTHER) == 5, "one that comes later has seen this one"


def test_who_has_to_wait_gets_of_what_the_others_do_not_need():
    one = Alone()
    one.look()
    one.go_on(2 * RIPE, OTHER)
    assert one.go_on(BEAT, OTHER, wanted=True) == 5 + 40, "at once, where nobody else waits"
    assert one.go_on(BEAT, OTHER, OTHER_WAITS, wanted=True) == 5 + 20
    assert one.go_on(CALM, OTHER, OTHER_WAITS) == 5 + 20
    assert one.go_on(2 * BEAT, OTHER, OTHER_WAITS) == 5
    assert len(one.rate.rows) == 2, "its row lasts for as long as others may not count on its part"
    one.go_on(VALID + WINDOW + 2 * BEAT, OTHER, OTHER_WAITS)
    assert list(one.rate.rows) == ["t:rate:at:a"]


def test_what_was_seen_is_believed_for_a_moment_only():
    one = Alone()
    assert one.look() == 50
    assert one.rate.share(one.now + VALID - 0.01) == 50
    assert one.rate.share(one.now + VALID) == 0
    one.now += UNSEEN + BEAT  # it slept: its row may have ended, and come back
    assert one.look(OTHER) == 0 and one.go_on(RIPE + BEAT, OTHER) == 5


def test_a_row_that_is_lost_is_taken_anew():
    one = Alone()
    one.look()
    look = one.rate.look(one.now, wanted=False)
    one.rate.kept(look, set(), {}, one.now)
    one.rate.seen(look, {}, one.now)
    assert one.rate.share(one.now) == 0
    assert one.rate.look(one.now, wanted=False).claim == ("t:rate:at:a",)


def test_while_the_platform_refuses_everything_nothing_is_sent():
    one = Alone()
    assert one.look(held=0.7) == 0
    assert one.rate.share(one.now + 0.6) == 0 and one.rate.share(one.now + 0.71) == 50


# All of them.


def sent_in(seed, **given):
    world = RateWorld(seed, **given)
    world.run(SECONDS)
    return world.arrived / SECONDS


@pytest.mark.parametrize("seed", SEEDS)
def test_never_more_in_a_second_than_the_platform_takes_and_nobody_is_starved(seed):
    assert sent_in(seed) > 2, "they did send"
    assert sent_in(seed, processes=2, hungry=1.0) > 2
    sent_in(seed, weather=ROUGH, starved=1e9)
    sent_in(seed, weather=WHOLE, most=30, processes=7, hungry=1.0, starved=30.0)


def test_in_calm_weather_nearly_all_is_used():
    assert sent_in(1, weather=rate_world.CALM, processes=1, hungry=1.0) > 0.85 * 50
    assert sent_in(1, weather=rate_world.CALM, processes=4, hungry=1.0) > 0.75 * 50


def test_where_there_are_more_processes_than_requests_all_have_a_turn():
    world = RateWorld(1, rate_world.CALM, processes=8, most=5, hungry=1.0, starved=60.0)
    world.run(300)
    sent = [one.sent for one in world.senders]
    assert min(sent) > max(sent) / 2


def test_a_seed_is_the_same_every_time():
    assert sent_in(3) == sent_in(3)


# What the law catches.


def at_once(monkeypatch):
    monkeypatch.setattr(rate, "RIPE", 0.0)


def believed_for_too_long(monkeypatch):
    monkeypatch.setattr(rate, "VALID", SPAN)


def never_ended(monkeypatch):
    monkeypatch.setattr(rate._Row, "may_have_ended", lambda self, now: False)


def uncounted(monkeypatch):
    monkeypatch.setattr(rate, "part", lambda most, present, busy=0, place=None: most)


def forgotten_window(monkeypatch):
    monkeypatch.setattr("bot.ports.allowance.WINDOW", 0.5)


def many_worlds(count):
    for seed in range(count):
        RateWorld(seed, hungry=1.0).run(120)


@pytest.mark.parametrize(
    "fault", [at_once, believed_for_too_long, never_ended, uncounted, forgotten_window]
)
def test_the_law_catches(fault, monkeypatch):
    fault(monkeypatch)
    with pytest.raises(Broken, match="in the second before"):
        many_worlds(300)
