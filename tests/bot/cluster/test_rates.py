"""A token's share in one process: its rows are kept, a refusal is told, an end leaves it free."""

import asyncio

import pytest

from bot.cluster.rates import Rates
from bot.lease.rate import BEAT, RIPE, VALID
from bot.lease.row import SPAN
from bot.ports.allowance import WINDOW, Allowance, since_boot
from bot.ports.budget import Later
from tests.kit.shares import Rows as Kept

MOST = 20


class Rows(Kept):
    """Leases as the database keeps them."""

    async def left(self, prefix):
        self._row("")
        return {
            name: row.until - self.now
            for name, row in self.rows.items()
            if name.startswith(prefix) and row.until > self.now
        }

    async def forget(self, prefix):
        self._row("")


class Fleet:
    """Processes that send with one token."""

    def __init__(self, *names):
        self.rows = Rows()
        self.allowances, self.rates = {}, {}
        for name in names:
            self.comes(name)

    def comes(self, name):
        allowance = self.allowances[name] = Allowance(MOST, lambda: self.rows.now)
        self.rates[name] = Rates(
            self.rows, f"{name}.{name}", "discord", allowance, lambda: self.rows.now
        )

    async def pass_by(self, seconds, *names):
        for _ in range(round(seconds / BEAT)):
            self.rows.now += BEAT
            for name in names or self.rates:
                await self.rates[name].step()

    def shares(self):
        return {name: allowance.share() for name, allowance in self.allowances.items()}


async def test_who_is_alone_has_all_and_two_share_it_once_both_have_seen_each_other():
    fleet = Fleet("a")
    await fleet.rates["a"].step()
    assert fleet.shares() == {"a": MOST}
    fleet.comes("b")
    await fleet.pass_by(2 * BEAT)
    assert fleet.shares() == {"a": 2, "b": 0}
    await fleet.pass_by(RIPE + BEAT)
    assert fleet.shares() == {"a": 2, "b": 2}


async def test_a_share_runs_out_with_what_it_is_known_by(caplog):
    fleet = Fleet("a")
    await fleet.rates["a"].step()
    fleet.rows.down = True
    await fleet.pass_by(VALID - BEAT)
    assert fleet.shares() == {"a": MOST}
    await fleet.pass_by(2 * BEAT)
    assert fleet.shares() == {"a": 0}
    assert caplog.text.count("a token's share is not known reason=ConnectionError") == 1
    fleet.rows.down = False
    await fleet.pass_by(BEAT)
    assert fleet.shares() == {"a": MOST}


async def test_who_ends_leaves_it_to_the_others_as_soon_as_what_it_sent_is_past():
    fleet = Fleet("a", "b")
    await fleet.pass_by(2 * RIPE)
    await fleet.rates["a"].end()
    await fleet.pass_by(BEAT, "b")
    assert fleet.shares()["b"] == 2
    await fleet.pass_by(WINDOW + BEAT, "b")
    assert fleet.shares()["b"] == MOST


async def test_who_dies_leaves_it_to_the_others_when_its_row_has_run_out():
    fleet = Fleet("a", "b")
    await fleet.pass_by(2 * RIPE)
    await fleet.pass_by(SPAN - BEAT, "b")
    assert fleet.shares() == {"a": 0, "b": 2}
    await fleet.pass_by(2 * BEAT, "b")
    assert fleet.shares() == {"a": 0, "b": MOST}


async def test_a_refusal_of_everything_at_one_process_is_heard_by_all():
    fleet = Fleet("a", "b")
    await fleet.pass_by(2 * RIPE)
    fleet.allowances["a"].hold(2.0)
    assert fleet.allowances["a"].held == 2.0
    await fleet.pass_by(BEAT)
    assert fleet.shares() == {"a": 0, "b": 0}
    await fleet.pass_by(2 * BEAT)
    assert fleet.shares() == {"a": 0, "b": 0}
    fleet.comes("c")  # and by who comes later
    await fleet.pass_by(2 * BEAT)
    assert fleet.shares() == {"a": 1, "b": 1, "c": 0}


async def test_a_refusal_that_could_not_be_told_is_told_later():
    fleet = Fleet("a", "b")
    await fleet.pass_by(2 * RIPE)
    fleet.rows.down = True
    fleet.allowances["a"].hold(5.0)
    await fleet.pass_by(BEAT)
    fleet.rows.down = False
    await fleet.pass_by(BEAT)
    assert fleet.shares() == {"a": 0, "b": 0}


async def test_it_runs_until_it_is_cancelled_and_then_nothing_is_sent():
    rows = Rows()
    rows.now = since_boot()
    allowance = Allowance(MOST)
    task = asyncio.create_task(Rates(rows, "a.a", "discord", allowance).run())
    async with asyncio.timeout(10):
        while not allowance.share():  # noqa: ASYNC110
            await asyncio.sleep(0)
    await allowance.turn()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    with pytest.raises(Later):
        allowance.ask()
    assert rows.rows["discord:rate:at:a"].until == rows.now + WINDOW
