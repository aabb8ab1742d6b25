"""Shares of numbered things: even, taken over, given back, and what is done once in a while."""

import asyncio
from itertools import pairwise

import pytest

from bot.cluster import shares
from bot.cluster.names import address_of
from bot.cluster.shares import CALM, SETTLED, fair
from bot.lease.row import SPAN
from bot.lease.row import Lease as Row
from tests.kit.shares import Fleet, Turns


@pytest.mark.parametrize(("count", "names"), [(2, "ab"), (16, "abc"), (1, "ab"), (3, "a")])
async def test_all_are_taken_and_nobody_has_more_than_a_fair_share(count, names):
    fleet = Fleet(count, names)
    await fleet.pass_by(int(3 + SETTLED + count * CALM))
    assert sum(fleet.sizes()) == count
    assert fleet.sizes()[-1] <= fair(count, len(names))


async def test_the_things_of_one_who_died_are_taken_over_once_its_leases_are_over():
    fleet = Fleet(4, "ab")
    await fleet.pass_by(int(3 + SETTLED + 2 * CALM))
    assert fleet.sizes() == [2, 2]
    await fleet.pass_by(int(SPAN) - 1, "a")
    assert len(fleet.shares["a"].held) == 2
    await fleet.pass_by(3, "a")
    assert sorted(fleet.shares["a"].held) == [0, 1, 2, 3]
    await fleet.pass_by(1, "b")  # it was not dead, but slept
    assert not fleet.shares["b"].held & fleet.shares["a"].held


async def test_one_who_stops_leaves_them_to_the_others_at_once():
    fleet = Fleet(4, "ab")
    await fleet.pass_by(30)
    await fleet.shares["a"].end()
    await fleet.pass_by(1, "b")
    assert sorted(fleet.shares["b"].held) == [0, 1, 2, 3]
    assert set((await fleet.shares["b"].holders()).values()) == {address_of("b.b")}


async def test_what_is_known_to_be_free_is_taken_at_once(monkeypatch):
    monkeypatch.setattr(shares, "BEAT", 3600)
    fleet, changed = Fleet(2, "ab"), asyncio.Event()
    await fleet.pass_by(1, "b")

    async def more():
        changed.set()

    running = asyncio.create_task(fleet.shares["a"].run(more))
    while fleet.rows.forgot != ["things"]:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await fleet.shares["b"].end()
    fleet.shares["a"].hurry()
    await asyncio.wait_for(changed.wait(), 60)
    running.cancel()
    assert fleet.held() == {"a": [0, 1], "b": []}


async def test_nothing_is_given_back_while_processes_come_and_go():
    """What moves is gone for a moment: who starts again and again takes nobody else's with it."""
    fleet = Fleet(6, "abc")
    await fleet.pass_by(int(3 + SETTLED + 6 * CALM))
    assert fleet.sizes() == [2, 2, 2]
    for _ in range(4):
        before = {name: fleet.shares[name].held for name in "ab"}
        await fleet.shares["c"].end()
        await fleet.pass_by(int(CALM), "ab")
        fleet.shares["c"] = fleet._of("c")
        await fleet.pass_by(int(CALM))
        assert all(before[name] <= fleet.shares[name].held for name in "ab")
        assert not fleet.shares["c"].held, "all there is has been taken meanwhile"
    await fleet.pass_by(int(SETTLED + 3 * CALM))
    assert fleet.sizes() == [2, 2, 2]


@pytest.mark.parametrize("order", ["abcd", "dcba", "bdac"])
async def test_in_rolling_restarts_hardly_more_are_begun_anew_than_there_are(order):
    """One is begun in some seconds: those of one who stops with two wait for each other."""
    fleet = Fleet(4, "abcd")
    await fleet.pass_by(int(3 + SETTLED + 4 * CALM))
    assert fleet.sizes() == [1, 1, 1, 1]
    for _ in range(5):
        begun = len(fleet.rows.given)
        for name in order:
            await fleet.shares[name].end()
            fleet.shares[name] = fleet._of(name)
            await fleet.pass_by(2, [other for other in order if other != name])
            await fleet.pass_by(8)
            assert fleet.sizes() in ([0, 1, 1, 2], [1, 1, 1, 1])
        assert len(fleet.rows.given) - begun <= 6


async def test_what_whoever_has_fewest_does_not_take_is_taken_by_the_others():
    fleet = Fleet(4, "ab")
    await fleet.pass_by(int(3 + SETTLED + 2 * CALM))
    fleet.shares["c"] = fleet._of("c")
    await fleet.pass_by(1)
    for name in ("things:4:0", "things:4:3"):
        fleet.rows.rows[name] = Row()
    for _ in range(int(shares.LEFT) + 3):
        fleet.rows.now += 1
        here = await fleet.rows.renew([fleet.shares["c"]._fences()[-1]])
        assert here, "it is there, and takes nothing"
        for name in "ab":
            await fleet.shares[name].step(fleet._changed)
    assert sum(fleet.sizes()) == 4


async def test_without_the_database_nobody_goes_on_for_longer_than_a_lease():
    fleet = Fleet(2, "a")
    await fleet.pass_by(2)
    fleet.rows.down = True
    await fleet.pass_by(int(SPAN))
    assert sorted(fleet.shares["a"].held) == [0, 1]
    await fleet.pass_by(1)
    assert not fleet.shares["a"].held and fleet.events[-1] == {"a": []}
    fleet.rows.down = False
    await fleet.pass_by(2)
    assert sorted(fleet.shares["a"].held) == [0, 1]


async def test_what_was_taken_without_its_being_known_is_taken_at_the_next_look():
    fleet = Fleet(2, "a")
    await fleet.pass_by(1)
    fleet.rows.rows["things:2:0"], fleet.rows.cut = Row(), True
    await fleet.pass_by(1)
    fleet.rows.cut = False
    assert fleet.held() == {"a": [1]} and fleet.rows.rows["things:2:0"].holder == "a.a"
    await fleet.pass_by(1)
    assert fleet.held() == {"a": [0, 1]}


async def test_while_there_are_others_of_another_number_none_are_taken():
    """Two that count otherwise would both hear of everything."""
    fleet = Fleet(2, "a")
    await fleet.pass_by(2)
    fleet.shares["b"] = fleet._of("b", count=3)
    await fleet.pass_by(30)
    assert fleet.held() == {"a": [0, 1], "b": []}
    await fleet.shares["a"].end()
    await fleet.pass_by(1, "b")
    assert fleet.held() == {"a": [], "b": [0, 1, 2]}


async def test_what_is_done_once_in_a_while_is_done_by_one_after_the_other(monkeypatch):
    fleet, done = Fleet(1, "abc"), []

    async def look(seconds):
        fleet.rows.now += seconds
        await real(0)

    real = asyncio.sleep
    monkeypatch.setattr(shares.asyncio, "sleep", look)

    async def turn(name, key):
        for _ in range(3):
            await fleet.shares[name].once(key, 5.5, 0)
            done.append((key, fleet.rows.now))

    await asyncio.gather(*(turn(name, key) for name in "abc" for key in "01"))
    for key in "01":
        times = [at for which, at in done if which == key]
        assert len(times) == 9
        assert all(later - sooner >= 5.5 for sooner, later in pairwise(times))
    assert min(at for which, at in done if which == "1") < 1006, "keys do not wait for each other"


@pytest.mark.parametrize("after", [0.5, 2.4, 4.4, 5.3])
async def test_whoever_has_waited_for_longer_has_the_next_turn(after, monkeypatch):
    fleet = Fleet(3, "abc")
    await fleet.pass_by(int(3 + SETTLED + 3 * CALM))
    numbers = {name: min(share.held) for name, share in fleet.shares.items()}
    turns = Turns(fleet, monkeypatch)
    waits = {"a": 0.0, "b": 0.05, "c": after + 0.1}
    assert await turns.taken({n: (wait, numbers[n]) for n, wait in waits.items()}) == "abc"
    assert turns.done[-1][1] - turns.done[0][1] < 2 * 5.5 + 2 * shares.SHY
