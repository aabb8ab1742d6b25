"""Shares of numbered things: even, taken over, given back, and what is done once in a while."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.cluster import shares
from bot.cluster.names import address_of
from bot.cluster.shares import CALM, SETTLED, Shares, fair
from bot.lease.row import SPAN, claimed, passed, released, renewed
from bot.lease.row import Lease as Row
from bot.store.leases import Fence, Given


class Rows:
    """Leases as the database keeps them, by one clock.

    ``down``: it does not answer; ``cut``: a claim is granted, and its answer does not arrive.
    """

    def __init__(self):
        self.now, self.rows, self.down, self.cut = 1000.0, {}, False, False
        self.forgot, self.given = [], []

    def _row(self, name):
        if self.down:
            raise ConnectionError
        return self.rows.get(name, Row())

    async def claim(self, process, names):
        given = {}
        for name in names:
            after = claimed(self._row(name), process, self.now)
            if after is not None:
                self.rows[name], given[name] = after, Given(after.epoch)
        self.given += [name for name in given if name[-1].isdigit()]
        if self.cut:
            raise TimeoutError
        return given

    async def renew(self, fences):
        kept = set()
        for fence in fences:
            after = renewed(self._row(fence.name), fence.holder, fence.epoch, self.now)
            if after is not None:
                self.rows[fence.name] = after
                kept.add(fence.name)
        return kept

    async def release(self, fences):
        for fence in fences:
            after = released(self._row(fence.name), fence.holder, fence.epoch, self.now)
            if after is not None:
                self.rows[fence.name] = after

    async def hand_over(self, fences, to):
        for fence in fences:
            after = passed(self._row(fence.name), fence.holder, fence.epoch, to, self.now)
            if after is not None:
                self.rows[fence.name] = after

    async def forget(self, what):
        self.forgot.append(what)

    async def having(self, prefix):
        self._row("")
        return {
            name: row.holder
            for name, row in self.rows.items()
            if name.startswith(prefix) and row.holder and row.until > self.now
        }

    async def left(self, prefix):
        rows = self.rows.items()
        return {
            n: r.until - self.now for n, r in rows if n.startswith(prefix) and r.until > self.now
        }

    async def change(self, name, judged, *, longer=False):
        after = judged(self._row(name), self.now)
        if after is not None:
            self.rows[name] = after
        return after is not None


class Fleet:
    """Processes that share ``count`` things; ``events``: what each had, whenever that changed.

    ``takes``: seconds until whoever stands by for a thing is ready; None: nobody stands by.
    """

    def __init__(self, count, names, takes=None):
        self.rows, self.count, self.events, self.takes = Rows(), count, [], takes
        self.shares = {name: self._of(name) for name in names}

    def _of(self, name, count=None):
        process, began = f"{name}.{name}", {}
        made = Shares(self.rows, process, "things", count or self.count, lambda: self.rows.now)

        def ready(number):
            return self.rows.now - began.setdefault(number, self.rows.now) >= self.takes

        if self.takes is not None:
            made.stands_by, made.ready = lambda: True, ready
        return made

    async def pass_by(self, seconds, names=None):
        """So many seconds in which these processes run."""
        for _ in range(seconds):
            self.rows.now += 1
            for name in names or self.shares:
                await self.shares[name].step(self._changed)
            awake = [number for name in names or self.shares for number in self.shares[name].held]
            assert len(awake) == len(set(awake)), "one thing is done by two"

    async def _changed(self):
        self.events.append(self.held())

    def held(self):
        return {name: sorted(share.held) for name, share in self.shares.items()}

    def sizes(self):
        return sorted(len(share.held) for share in self.shares.values())


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


async def test_whoever_came_first_passes_on_what_others_are_ready_for():
    """Were it killed, all of that would have to be begun anew, one after the other."""
    fleet = Fleet(8, "a", takes=5)
    await fleet.pass_by(3)
    for name in "bcd":
        fleet.shares[name] = fleet._of(name)
    for _ in range(3):  # and one of them comes and goes, so that nothing ever settles
        await fleet.pass_by(int(CALM), "abc")
        await fleet.shares["d"].end()
        fleet.shares["d"] = fleet._of("d")
        await fleet.pass_by(1)
    assert len(fleet.shares["a"].held) <= 4
    await fleet.pass_by(6 * int(CALM))
    assert fleet.sizes() == [2, 2, 2, 2]


@pytest.mark.parametrize("takes", [0, 5, 20])
async def test_for_each_thing_another_process_stands_by_and_takes_it_up_at_once(takes):
    fleet = Fleet(4, "abcd", takes)
    await fleet.pass_by(60)
    assert fleet.sizes() == [1, 1, 1, 1]
    spare = {name: share.spare for name, share in fleet.shares.items()}
    assert sorted(n for numbers in spare.values() for n in numbers) == [0, 1, 2, 3]
    assert all(len(numbers) == 1 for numbers in spare.values())
    for name, share in fleet.shares.items():
        assert not share.spare & share.held
        (number,) = share.held
        (other,) = (one for one in "abcd" if number in spare[one])
        for row, lease in fleet.rows.rows.items():  # it was killed, and that is known
            if lease.holder == f"{name}.{name}":
                fleet.rows.rows[row] = replace(lease, until=fleet.rows.now)
        rest = [one for one in "abcd" if one != name]
        await fleet.pass_by(1, rest)
        assert number in fleet.shares[other].held, "whatever else it has"
        assert number not in fleet.shares[other].spare
        await fleet.pass_by(1, rest)
        assert sum(len(fleet.shares[one].spare) for one in rest) == 4, "somebody stands by again"
        fleet.shares[name] = fleet._of(name)
        await fleet.pass_by(60)
        assert fleet.sizes() == [1, 1, 1, 1]
        spare = {one: fleet.shares[one].spare for one in "abcd"}


async def test_what_is_passed_on_is_done_until_the_other_does_it_and_then_stood_by_for():
    fleet = Fleet(2, "a", takes=5)
    await fleet.pass_by(2)
    fleet.shares["b"] = fleet._of("b")
    seen = []
    for _ in range(20):
        await fleet.pass_by(1, "ab")
        a, b = fleet.shares["a"], fleet.shares["b"]
        assert a.held | a.leaving | b.held == {0, 1}, "there is always somebody who does it"
        assert a.leaving.isdisjoint(a.spare)
        seen.append((set(a.held), set(a.leaving), set(b.held), set(b.spare), set(a.spare)))
    assert ({0}, {1}, set(), {0, 1}, set()) in seen or ({0}, {1}, {1}, {0}, set()) in seen
    assert seen[-1] == ({0}, set(), {1}, {0}, {1}), "and a session is begun for nothing but that"
    assert len(fleet.rows.given) == 3


@pytest.mark.parametrize("takes", [0, 1000])
async def test_who_stands_by_for_several_of_one_takes_all_of_them_and_keeps_them(takes):
    fleet = Fleet(4, "abcd", takes)
    for name, numbers in {"a": [0, 2], "b": [1], "c": [3]}.items():
        await fleet.rows.claim(f"{name}.{name}", [f"things:4:{n}" for n in numbers])
    await fleet.rows.claim(
        "d.d", [f"things:4:{n}:{role}" for n in (0, 2) for role in ("by", "ready")]
    )
    for name in "bcd":
        await fleet.shares[name].step(fleet._changed)
    await fleet.rows.release([Fence(f"things:4:{n}", "a.a", 1) for n in (0, 2)])
    before = len(fleet.rows.given)
    for name in "bcdbcd":
        await fleet.shares[name].step(fleet._changed)
    assert fleet.shares["d"].held == {0, 2}
    assert len(fleet.rows.given) - before == 2, "each once"


async def test_what_nobody_took_that_was_passed_on_is_had_again():
    fleet = Fleet(2, "ab", takes=0)
    for name in ("things:2:0", "things:2:1"):
        await fleet.rows.claim("a.a", [name])
    await fleet.pass_by(1, "ab")
    freed = []
    fleet.shares["a"].freed = lambda: freed.append(fleet.shares["a"].leaving)
    for _ in range(4):
        await fleet.pass_by(1, "ab")
        if freed:
            break
    assert len(freed[0]) == 1
    await fleet.shares["b"].end()
    await fleet.pass_by(5, "a")
    assert fleet.shares["a"].held == {0, 1} and not fleet.shares["a"].leaving


async def test_who_may_not_stand_by_any_more_leaves_that_to_others():
    fleet = Fleet(2, "abc", takes=0)
    await fleet.pass_by(10)
    stood = next(name for name in "abc" if fleet.shares[name].spare)
    numbers = fleet.shares[stood].spare
    fleet.shares[stood].stands_by = lambda: False
    await fleet.pass_by(2)
    assert not fleet.shares[stood].spare
    for share in fleet.shares.values():
        share.stands_by = lambda: False
    await fleet.pass_by(2)
    assert numbers and not any(share.spare for share in fleet.shares.values())
    assert sum(fleet.sizes()) == 2


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


class Turns:
    """Turns that shares of a fleet wait for, in a time that passes when nothing else happens."""

    def __init__(self, fleet, monkeypatch):
        self.fleet, self.done, self._waking, self._real = fleet, [], [], asyncio.sleep
        monkeypatch.setattr(shares.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds):
        self._waking.append((self.fleet.rows.now + seconds, woken := asyncio.Event()))
        await woken.wait()

    async def _turn(self, name, wait, number):
        await self._sleep(wait)
        await self.fleet.shares[name].once("0", 5.5, number)
        self.done.append((name, self.fleet.rows.now))

    async def taken(self, waits):
        """The names in the order in which they had their turn; ``waits``: each with the seconds
        after which it begins to wait, and for which thing."""
        turns = [asyncio.create_task(self._turn(name, *wait)) for name, wait in waits.items()]
        while len(self.done) < len(turns):
            for _ in range(20):
                await self._real(0)
            self._waking.sort(key=lambda one: one[0])
            if self._waking:
                self.fleet.rows.now, woken = self._waking.pop(0)
                woken.set()
        await asyncio.gather(*turns)
        return "".join(name for name, _ in self.done)


@pytest.mark.parametrize("after", [0.5, 2.4, 4.4, 5.3])
async def test_whoever_has_waited_for_longer_has_the_next_turn(after, monkeypatch):
    fleet = Fleet(3, "abc")
    await fleet.pass_by(int(3 + SETTLED + 3 * CALM))
    numbers = {name: min(share.held) for name, share in fleet.shares.items()}
    turns = Turns(fleet, monkeypatch)
    waits = {"a": 0.0, "b": 0.05, "c": after + 0.1}
    assert await turns.taken({n: (wait, numbers[n]) for n, wait in waits.items()}) == "abc"
    assert turns.done[-1][1] - turns.done[0][1] < 2 * 5.5 + 2 * shares.SHY


async def test_a_turn_goes_first_to_those_who_have_what_it_is_for(monkeypatch):
    """Then to who stands by for what would be gone together, however long others have waited."""
    fleet = Fleet(4, "abcd", takes=1000)
    have = {"a": [0, 1], "b": [2], "c": [3]}
    for name, numbers in have.items():
        await fleet.rows.claim(f"{name}.{name}", [f"things:4:{n}" for n in numbers])
    await fleet.pass_by(2)
    fleet.shares["e"] = fleet._of("e")
    await fleet.pass_by(1)
    assert fleet.held() == {**have, "d": [], "e": []}
    turns = Turns(fleet, monkeypatch)
    waits = {"e": (0.0, 2), "c": (1.0, 2), "d": (3.0, 0), "b": (5.0, 2)}
    assert await turns.taken(waits) == "ebdc"


@pytest.mark.parametrize("mine", [True, False])
async def test_while_somebody_may_have_died_turns_are_left_to_what_they_had(mine, monkeypatch):
    fleet = Fleet(2, "ab", takes=1000)
    await fleet.pass_by(int(3 + SETTLED + CALM))
    share = fleet.shares["a"]
    assert len(share.held) == len(share.spare) == 1
    number = min(share.held if mine else share.spare)
    turns, began = Turns(fleet, monkeypatch), fleet.rows.now
    await turns.taken({"a": (shares.SILENT + 0.1, number)})
    waited = turns.done[0][1] - began
    assert waited < 2 if mine else waited >= SPAN, "by then it is known"
