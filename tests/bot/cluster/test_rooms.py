"""The rooms of one process: taken, found, passed on, lost and given back, by leases in memory."""

import asyncio
from collections import defaultdict

import pytest

from bot.cluster import rooms as module
from bot.cluster import whereabouts
from bot.cluster.rooms import TIDY, Rooms
from bot.lease.row import (
    SPAN,
    UNSEEN,
    Lease,
    alone_for,
    claimed,
    cut_short,
    is_held,
    passed,
    released,
    renewed,
)
from bot.store.leases import Fence, Given

A, B = "web:" + "a" * 32, "web:" + "b" * 32


class Leases:
    """As those of a database."""

    def __init__(self):
        self.now, self.rows, self.live = 0.0, defaultdict(Lease), set()
        self.dead = set()

    async def claim(self, process, names):
        given = {}
        for name in names:
            before = self.rows[name]
            after = claimed(before, process, self.now)
            if after is not None:
                self.rows[name] = after
                given[name] = Given(after.epoch, alone_for(before, self.now))
        return given

    def _put(self, fence, after):
        if after is not None:
            self.rows[fence.name] = after
        return after

    async def renew(self, fences):
        kept = set()
        for fence in fences:
            lease = renewed(self.rows[fence.name], fence.holder, fence.epoch, self.now)
            if self._put(fence, lease) is not None:
                kept.add(fence.name)
        return kept

    async def release(self, fences):
        for one in fences:
            self._put(one, released(self.rows[one.name], one.holder, one.epoch, self.now))

    async def hand_over(self, fences, to):
        given = {}
        for one in fences:
            lease = passed(self.rows[one.name], one.holder, one.epoch, to, self.now)
            if self._put(one, lease) is not None:
                given[one.name] = lease.epoch
        return given

    async def holders(self, names):
        found = {name: self.rows[name] for name in names}
        return {name: one.holder for name, one in found.items() if one.until > self.now}

    async def alive(self):
        return {one.holder for one in self.rows.values() if one.until > self.now} - {""}

    async def cut_short(self):
        found = set()
        for name, one in self.rows.items():
            after = cut_short(one, self.now) if one.holder in self.dead else None
            if after is not None:
                self.rows[name] = after
                found.add(one.holder)
        return found

    async def orphans(self, platform, most):
        held = {name for name, one in self.rows.items() if one.holder and one.until > self.now}
        return self.live - held

    async def forget(self, platform):
        pass


class Opener:
    """What it was told to open and to close."""

    def __init__(self):
        self.told, self.unfit, self.nothing = [], set(), set()

    async def open(self, rooms):
        self.told.append(("open", dict(rooms)))
        return self.unfit & rooms.keys()

    async def close(self, rooms, *, lost):
        self.told.append(("lost" if lost else "close", set(rooms)))

    def idle(self, rooms):
        return self.nothing & set(rooms)


class Side:
    """One process."""

    def __init__(self, leases, name, sides):
        self.opener, self.sides = Opener(), sides
        self.process = f"{name}.{name}"
        self.house = ""
        self.rooms = Rooms(
            leases, self.process, "web", lambda: self.house, self.pass_on, lambda: leases.now
        )
        self.rooms.serve(self.opener)

    def pass_on(self, process, room, epoch):
        self.sides[process].mail = (room, epoch)

    async def look(self):
        """What is done each second."""
        await self.rooms._renew()
        await self.rooms._adopt()
        await self.rooms._tidy()
        await asyncio.gather(*self.rooms._tasks)


@pytest.fixture
def two():
    leases, sides = Leases(), {}
    for name in "xy":
        side = Side(leases, name, sides)
        sides[side.process] = side
    return leases, *sides.values()


async def test_a_room_is_run_by_whoever_it_is_asked_for_first_and_found_by_the_others(two):
    leases, x, y = two
    assert await asyncio.gather(*(x.rooms.find(A) for _ in range(3))) == [""] * 3
    assert await y.rooms.find(A) == "x" and x.opener.told == [("open", {A: 0.0})]
    assert not y.opener.told and y.rooms.fences([f"{A}:"]) == [Fence(A, y.process, 0)]
    assert x.rooms.fences([f"{A}:", "discord:1:"]) == [Fence(A, x.process, 1)]
    await x.rooms.end()
    leases.now += 1
    assert x.opener.told[-1] == ("close", {A}) and await x.rooms.find(A) is None
    assert await y.rooms.find(A) == "" and y.opener.told == [("open", {A: 1.0})]


async def test_what_a_dead_process_ran_is_taken_over_and_it_knows_when_it_wakes(two):
    leases, x, y = two
    await x.rooms.find(A)
    leases.live = {A, B}
    heard = []
    y.rooms.alive = heard.append
    for _ in range(int(SPAN)):
        await y.look()
        leases.now += 1
    assert y.rooms.running == {B} and heard[-1] == {x.process, y.process}
    await y.look()
    assert y.rooms.running == {A, B} and y.opener.told[-1] == ("open", {A: SPAN})
    await x.look()
    assert x.opener.told[-1] == ("lost", {A}) and not x.rooms.running and not x.rooms.holds(A)
    assert await x.rooms.find(A) == "y"


async def test_what_a_killed_process_ran_is_taken_over_before_its_lease_has_run_out(two):
    leases, x, y = two
    await x.rooms.find(A)
    await y.rooms.find(B)
    leases.live, leases.dead = {A, B}, {x.process}
    while y.rooms.running == {B}:
        leases.now += 0.5
        await y.look()
    assert y.rooms.running == {A, B} and UNSEEN < leases.now <= UNSEEN + 0.5 < SPAN
    assert y.rooms._hurry.is_set(), "nor is the next look waited for"


async def test_what_a_dead_process_ran_is_shared_by_those_who_live(two):
    leases, x, y = two
    rooms = {f"web:{letter * 32}" for letter in "cdefghij"}
    await x.rooms.begin([A])
    await y.rooms.begin([B])
    leases.live = rooms
    await x.look()
    assert len(x.rooms.running - {A}) == len(rooms) / 2
    await y.look()
    await x.look()
    await y.look()
    assert (x.rooms.running | y.rooms.running) - {A, B} == rooms
    assert not x.rooms.running & y.rooms.running


async def test_what_is_here_is_kept_while_something_else_takes_long_to_open(two, monkeypatch):
    leases, x, _ = two
    await x.rooms.find(A)
    leases.live, opened, real = {A, B}, asyncio.Event(), x.opener.open

    async def slowly(rooms):
        await opened.wait()
        return await real(rooms)

    async def renew(fences):
        leases.now += 1
        return await type(leases).renew(leases, fences)

    monkeypatch.setattr(module, "BEAT", 0.001)
    monkeypatch.setattr(x.opener, "open", slowly)
    monkeypatch.setattr(leases, "renew", renew)
    running = asyncio.create_task(x.rooms.run())
    async with asyncio.timeout(60):
        while leases.now < 2 * SPAN:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        assert x.rooms.running == {A} and leases.rows[A].until > leases.now, "B is being opened"
        opened.set()
        while B not in x.rooms.running:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert ("lost", {A}) not in x.opener.told


async def test_a_room_is_found_at_another_process_while_something_is_being_opened_here(two):
    _, x, y = two
    await y.rooms.find(B)
    opened, real = asyncio.Event(), x.opener.open

    async def slowly(rooms):
        await opened.wait()
        return await real(rooms)

    x.opener.open = slowly
    opening = asyncio.create_task(x.rooms.find(A))
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        assert await x.rooms.find(B) == "y"
        again = asyncio.create_task(x.rooms.find(A))
        opened.set()
        assert await opening == await again == ""


async def test_however_many_ask_where_rooms_are_few_queries_are_made(two, monkeypatch):
    leases, x, y = two
    rooms = [f"web:{number:032d}" for number in range(30)]
    await y.rooms.take(rooms)
    asked, go = [], asyncio.Event()

    async def holders(names):
        asked.append(set(names))
        await go.wait()
        return await type(leases).holders(leases, names)

    monkeypatch.setattr(leases, "holders", holders)
    finding = [asyncio.create_task(x.rooms.find(room)) for room in rooms]
    for _ in range(20):
        await asyncio.sleep(0)
    go.set()
    assert await asyncio.gather(*finding) == ["y"] * 30
    assert len(asked) == 2 and set.union(*asked) == set(rooms)

    async def fail(names):
        asked.append(set(names))
        raise OSError

    monkeypatch.setattr(leases, "holders", fail)
    leases.now += 1
    assert await asyncio.gather(*map(x.rooms.find, rooms)) == [None] * 30


async def test_rooms_that_are_asked_for_while_one_is_opened_are_taken_together(two, monkeypatch):
    leases, x, _ = two
    claims, opened, real = [], asyncio.Event(), x.opener.open
    rooms = [f"web:{number:032d}" for number in range(30)]

    async def slowly(rooms):
        await opened.wait()
        return await real(rooms)

    async def claim(process, names):
        claims.append(set(names))
        return await type(leases).claim(leases, process, names)

    monkeypatch.setattr(x.opener, "open", slowly)
    monkeypatch.setattr(leases, "claim", claim)
    finding = [asyncio.create_task(x.rooms.find(room)) for room in [A, *rooms]]
    for _ in range(20):
        await asyncio.sleep(0)
    opened.set()
    assert await asyncio.gather(*finding) == [""] * 31 and x.rooms.running == {A, *rooms}
    assert len(claims) <= 2 and set.union(*claims) == {A, *rooms}


async def test_who_asks_for_a_room_does_not_wait_until_others_are_open(two, monkeypatch):
    """What is taken over from a dead process is opened beside it."""
    leases, x, _ = two
    leases.live, opened, real = {B}, asyncio.Event(), x.opener.open

    async def slowly(rooms):
        if B in rooms:
            await opened.wait()
        return await real(rooms)

    monkeypatch.setattr(x.opener, "open", slowly)
    looking = asyncio.create_task(x.look())
    while not x.rooms.holds(B):  # noqa: ASYNC110
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        assert await x.rooms.find(A) == ""
    asked = asyncio.create_task(x.rooms.find(B))
    ended = asyncio.create_task(x.rooms.end())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not asked.done() and not ended.done() and B not in x.rooms.running
    opened.set()
    await asyncio.gather(looking, ended)
    assert x.opener.told[-1] == ("close", {A, B}), "what was being opened is given back as well"
    assert not x.rooms.holds(A) and not x.rooms.holds(B)


async def test_who_waits_no_longer_for_a_room_leaves_it_to_be_opened(two, monkeypatch):
    """It is this process's by then: half opened it would be nobody's until its lease ends."""
    _, x, _ = two
    opened, real = asyncio.Event(), x.opener.open

    async def slowly(rooms):
        await opened.wait()
        return await real(rooms)

    monkeypatch.setattr(x.opener, "open", slowly)
    asked = asyncio.create_task(x.rooms.take([A]))
    while not x.rooms.holds(A):  # noqa: ASYNC110
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait([asked])
    assert asked.cancelled()
    opened.set()
    assert await x.rooms.find(A) == "" and x.rooms.running == {A}


async def test_of_many_rooms_the_first_are_open_before_the_last_are_taken(two, monkeypatch):
    leases, x, _ = two
    leases.live = {f"web:{number:032d}" for number in range(3 * module.TOGETHER)}
    taken, real = [], leases.claim

    async def claim(process, names):
        taken.append(len(x.rooms.running))
        return await real(process, names)

    monkeypatch.setattr(leases, "claim", claim)
    await x.look()
    assert x.rooms.running == leases.live
    assert taken == [0, module.TOGETHER, 2 * module.TOGETHER]


async def test_what_is_the_house_s_is_passed_on_to_it(two):
    leases, x, y = two
    await x.rooms.find(A)
    await x.rooms.to_house(A)
    assert x.rooms.holds(A), "there is none"
    x.house = y.process
    await x.rooms.to_house(A)
    assert x.opener.told[-1] == ("close", {A}) and y.mail == (A, 2)
    await y.rooms.given(*y.mail)
    await y.rooms.given(*y.mail)
    assert y.opener.told == [("open", {A: 0.0})] and await x.rooms.find(A) == "y"
    assert is_held(leases.rows[A], y.process, 2)
    x.opener.unfit = {B}
    assert await x.rooms.find(B) == "y" and y.mail == (B, 2) and not x.rooms.holds(B)


async def test_a_room_in_which_nothing_is_any_more_is_given_back(two):
    leases, x, _ = two
    await x.rooms.find(A)
    await x.rooms.find(B)
    x.opener.nothing = {A, B}
    for _ in range(2):
        assert x.rooms.running == {A, B}
        leases.now += TIDY
        leases.rows[A] = renewed(leases.rows[A], x.process, 1, leases.now)
        leases.rows[B] = renewed(leases.rows[B], x.process, 1, leases.now)
        await x.look()
        x.opener.nothing = {A}
    assert x.rooms.running == {B} and leases.rows[A].holder == ""


async def test_what_cannot_be_opened_is_left_to_others(two, monkeypatch):
    leases, x, y = two

    async def fail(rooms):
        raise OSError

    monkeypatch.setattr(x.opener, "open", fail)
    assert await x.rooms.find(A) is None and leases.rows[A].holder == ""
    assert await y.rooms.find(A) == "" and not x.rooms.holds(A)
    assert whereabouts.KNOWN < 1, "nor for long"


async def test_who_has_slept_asks_before_it_says_that_a_room_is_still_here(two):
    leases, x, y = two
    await x.rooms.find(A)
    assert await x.rooms.keeps(A) and not await x.rooms.keeps(B)
    leases.now += SPAN + 1
    asked, renew = [], leases.renew

    async def counted(fences):
        asked.append(fences)
        await asyncio.sleep(0)
        return await renew(fences)

    leases.renew = counted
    assert await asyncio.gather(*(x.rooms.keeps(A) for _ in range(3))) == [True] * 3
    assert len(asked) == 1, "nobody had it: it still is"
    leases.now += SPAN + 1
    assert await y.rooms.find(A) == ""
    assert not await x.rooms.keeps(A) and A not in x.rooms.running
    await asyncio.gather(*x.rooms._tasks)
    assert x.opener.told[-1] == ("lost", {A})


async def test_without_the_database_what_is_here_stays_here(two, monkeypatch):
    leases, x, _ = two
    await x.rooms.find(A)
    leases.now += SPAN + 1

    async def away(fences):
        raise OSError

    monkeypatch.setattr(leases, "renew", away)
    assert await x.rooms.keeps(A), "the clock stands still, and nobody is sent away"
