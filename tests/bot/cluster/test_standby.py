"""For each thing that one process has another stands by, takes it up, and is passed it."""

from dataclasses import replace

import pytest

from bot.cluster import shares
from bot.cluster.shares import CALM, SETTLED
from bot.lease.row import SPAN
from bot.store.leases import Fence
from tests.kit.shares import Fleet, Turns


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
