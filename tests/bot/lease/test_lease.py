"""Leases: never two who write, never a lost acknowledged play, whatever happens in between."""

import pytest

from bot.lease.keeper import Ask, Keeper, Request
from bot.lease.row import (
    BEAT,
    LOOK,
    SPAN,
    UNSEEN,
    Lease,
    alone_for,
    claimed,
    cut_short,
    is_held,
    released,
    renewed,
)
from tests.kit import lease_rooms, lease_world
from tests.kit.lease_rooms import RoomWorld
from tests.kit.lease_world import CALM, Broken, Process, Weather, World
from tests.kit.tiers import DEEP

SEEDS = range(40 if DEEP else 6)
EVENTS = 100_000 if DEEP else 50_000


# The row.


def test_a_lease_is_given_to_one_and_to_the_next_when_it_has_run_out():
    first = claimed(Lease(), "a", 100.0)
    assert first == Lease("a", 1, 100.0 + SPAN)
    assert claimed(first, "b", 100.0 + SPAN - 0.001) is None
    assert claimed(first, "b", 100.0 + SPAN) == Lease("b", 2, 100.0 + 2 * SPAN)
    assert claimed(first, "a", 101.0) == Lease("a", 2, 101.0 + SPAN), "it forgot that it has it"


def test_only_the_epoch_counts_for_whoever_writes():
    first = claimed(Lease(), "a", 0.0)
    assert is_held(first, "a", 1), "also when it has run out, as long as nobody else has it"
    assert renewed(first, "a", 1, 50.0) == Lease("a", 1, 50.0 + SPAN)
    second = claimed(first, "b", 60.0)
    assert not is_held(second, "a", 1) and renewed(second, "a", 1, 61.0) is None
    assert released(second, "a", 1, 61.0) is None
    again = claimed(released(second, "b", 2, 61.0), "a", 62.0)
    assert again == Lease("a", 3, 62.0 + SPAN)
    assert not is_held(again, "a", 1) and not is_held(again, "b", 2)


def test_only_whoever_has_not_renewed_lately_is_found_dead():
    lease = claimed(Lease(), "a", 100.0)
    assert cut_short(lease, 100.0 + UNSEEN) is None and cut_short(Lease(), 100.0) is None
    dead = cut_short(lease, 100.1 + UNSEEN)
    assert dead == Lease("a", 1, 100.1 + UNSEEN) and cut_short(dead, 200.0) is None
    assert claimed(dead, "b", 100.1 + UNSEEN) == Lease("b", 2, 100.1 + UNSEEN + SPAN)
    assert renewed(dead, "a", 1, 103.0).until == 103.0 + SPAN, "it lived, and nobody has it"


def test_for_how_long_nobody_did_what_a_lease_stands_for():
    first = claimed(Lease(), "a", 100.0)
    assert alone_for(Lease(), 100.0) == 0
    assert alone_for(first, 100.0 + SPAN + 1) == SPAN + 1, "it was renewed last at 100"
    assert alone_for(released(first, "a", 1, 103.0), 104.5) == 1.5


# One process.


def test_a_process_asks_when_it_is_time():
    keeper = Keeper("a")
    keeper.want(["t"])
    assert keeper.tick(0.0) == [Request(Ask.CLAIM, "t")]
    assert keeper.tick(LOOK / 2) == []
    assert keeper.granted("t", 4, 0.5) and keeper.epoch("t") == 4
    assert keeper.tick(0.5 + BEAT) == [Request(Ask.RENEW, "t", 4)]
    assert keeper.lost("t", 4, 5.0) and keeper.epoch("t") == 0
    assert keeper.tick(5.0 + LOOK) == [Request(Ask.CLAIM, "t")]


def test_answers_that_come_late_or_twice_change_nothing():
    keeper = Keeper("a")
    keeper.want(["t"])
    assert keeper.granted("t", 4, 0.0) and not keeper.granted("t", 4, 0.1)
    assert not keeper.lost("t", 3, 0.2) and keeper.epoch("t") == 4
    assert keeper.lost("t", 4, 0.3) and not keeper.lost("t", 4, 0.4)
    assert not keeper.granted("t", 4, 0.5), "that one is over"
    assert keeper.granted("t", 7, 0.6)
    assert keeper.give_back("t") == [Request(Ask.RELEASE, "t", 7)]
    assert keeper.give_back("t") == [] and keeper.tick(99.0) == []
    assert not keeper.granted("t", 8, 99.0), "nobody wants it here any more"


# All of it.


@pytest.mark.parametrize("seed", SEEDS)
def test_never_two_writers_and_never_a_lost_play(seed):
    world = World(seed)
    world.run(EVENTS)
    world.check()
    stored = sum(map(len, world.database.logs.values()))
    epochs = [lease.epoch for lease in world.database.leases.values()]
    assert stored > EVENTS / 200 and len(world.told) > EVENTS / 200, "they did play"
    assert min(epochs) > 10, "and leases went from hand to hand"


@pytest.mark.parametrize("seed", SEEDS if DEEP else range(3))
def test_rooms_that_are_shared_have_one_writer_each_and_lose_no_play(seed):
    world, events = RoomWorld(seed), EVENTS if DEEP else 8_000
    holders = 0
    for _ in range(80):
        world.run(events // 80)
        leases = world.database.leases.values()
        held = {lease.holder for lease in leases if lease.until > world.now}
        holders = max(holders, len(held))
    world.check()
    stored = sum(map(len, world.database.logs.values()))
    assert stored > events / 200 and len(world.told) > events / 200, "they did play"
    assert holders > 2, "and rooms are shared"
    assert max(lease.epoch for lease in leases) > 3, "and go from hand to hand"


def test_a_seed_is_the_same_every_time():
    one, other = World(3), World(3)
    for world in (one, other):
        world.run(5000)
    assert one.database.logs == other.database.logs and one.now == other.now


def test_a_table_is_taken_over_within_ten_seconds_of_a_death():
    took = []
    for seed in range(30):
        world = World(seed, CALM)
        world.run(2000)
        name = world.names[0]
        holder = world.database.leases[name].holder
        (dead,) = (p for p in world.processes if p.keeper.process == holder)
        at, length = world.now, len(world.database.logs[name])
        world.kill(dead)
        dead.cut = float("inf")
        while world.database.leases[name].holder == holder:
            world.run(1)
        assert world.now - at <= 10, seed
        took.append(world.now - at)
        world.run(500)
        assert len(world.database.logs[name]) > length, "and played at again"
        world.check()
    assert max(took) < UNSEEN + 2 * BEAT + 1, "as it was killed, and its session with it"


# Planted.


def broken(**faulty):
    """Whether the law finds it with some seed."""
    for seed in range(6):
        world = World(seed, **faulty)
        try:
            world.run(50_000)
            world.check()
        except Broken as error:
            return str(error)
    return None


def test_planted_without_fencing_two_write():
    assert "two write" in broken(fencing=False)


def test_planted_by_a_process_s_own_clock_it_is_taken_from_the_living():
    assert "before it ran out" in broken(own_clock=False)


def test_planted_a_play_that_is_acknowledged_before_it_is_stored_is_lost(monkeypatch):
    real = Process.press

    def hasty(process, name, play):
        if process.keeper.epoch(name):
            process.world.acknowledged(name, play)
        real(process, name, play)

    monkeypatch.setattr(Process, "press", hasty)
    assert "not stored" in broken(weather=Weather())


def test_planted_a_room_that_is_passed_on_under_the_same_epoch_has_two_writers(monkeypatch):
    monkeypatch.setattr(lease_rooms, "passed", lambda lease, *_: lease)
    monkeypatch.setattr(lease_world, "is_held", lambda lease, process, epoch: lease.epoch == epoch)
    world = RoomWorld(0, CALM)
    world.run(500)
    one, other, *_ = world.processes
    for name in one.keeper.held:
        one.pass_on(name, other)
    with pytest.raises(Broken, match="two write"):
        world.run(500)
