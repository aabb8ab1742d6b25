"""A client of drand's HTTP API against a server that speaks it, with numbers that it signs."""

import asyncio
import json
from datetime import datetime, timedelta

import pytest
from pydantic import ValidationError

from bot.app import settings
from bot.app.check import findings
from bot.app.serve import beacon_of
from bot.app.settings import Settings
from bot.beacon import client
from bot.beacon.__main__ import judged
from bot.beacon.chain import QUICKNET, Unfit, chain_from
from bot.beacon.client import AHEAD, Drand, SignatureJudge
from bot.beacon.signature import signed
from bot.support.clock import SystemClock
from bot.table.state import BeaconRound
from engine import shuffle, verify
from engine.core import defaults
from engine.match import Match, Rounds
from engine.registry import games
from engine.replay import RoundLog
from tests.kit import beacon as kit
from tests.kit.clock import BEGIN, ManualClock
from tests.kit.tiers import DEEP


class Believing:
    """Takes any signature, and keeps what it was asked."""

    def __init__(self, right=True):
        self.answer, self.asked = right, []

    def warm(self):
        self.asked.append("soon")

    async def right(self, key, number, signature):
        self.asked.append((key, number, signature))
        return self.answer

    def close(self):
        pass


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def server(clock):
    return kit.DrandServer(clock.now)


def drand(url, server, clock, judge=None):
    return Drand([url], server.chain.hash, clock, judge or Believing())


async def test_it_names_a_round_that_is_still_to_come_and_gets_it_then(server, clock):
    judge = Believing()
    async with server.running() as url:
        beacon = drand(url, server, clock, judge)
        named = await beacon.name()
        assert AHEAD <= named.due - BEGIN <= AHEAD + timedelta(seconds=2 * kit.PERIOD)
        assert named.due == server.chain.due(named.number)
        with pytest.raises(Unfit, match="no server answers"):
            await beacon.told(named)
        clock.forward((named.due - BEGIN).total_seconds())
        told = await beacon.told(named)
    assert told.signature == server.sign(named.number)
    assert dict(told.chain) == server.facts
    assert judge.asked == ["soon", (server.facts["public_key"], named.number, told.signature)]


async def test_a_round_is_named_by_the_beacons_clock_where_that_is_ahead(server, clock):
    """A machine whose clock is behind must not name what the beacon has told already."""
    server.now = lambda: clock.now() + timedelta(seconds=27)
    async with server.running() as url:
        named = await drand(url, server, clock).name()
    assert named.due >= server.now() + AHEAD


@pytest.mark.parametrize("apart", [-120, 120])
async def test_where_the_clocks_are_far_apart_no_round_is_named(server, clock, apart):
    server.now = lambda: clock.now() + timedelta(seconds=apart)
    async with server.running() as url:
        assert await drand(url, server, clock).name() is None
        with pytest.raises(Unfit, match="away from this machine's clock"):
            await drand(url, server, clock).newest()


ROUND = {"round": 7, "signature": "ab" * 48}
WRONG = {
    "status": (500, "no server answers"),
    "moved": (302, "no server answers"),
    "no object": ([], "no drand"),
    "nothing in it": ({}, "no drand"),
    "another round": (ROUND, "another round"),
    "no number": ({**ROUND, "round": "7"}, "no drand"),
    "below one": ({**ROUND, "round": 0}, "no drand"),
    "no signature": ({**ROUND, "signature": "ab"}, "no drand"),
    "too long": ({**ROUND, "signature": "ab" * 20_000}, "no server answers"),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_server_that_answers_otherwise_is_not_believed(server, clock, name):
    wrong, why = WRONG[name]
    wanted = BeaconRound(server.chain.hash, "", 5, server.chain.due(5))
    server.trouble = {"5": wrong}
    async with server.running() as url:
        with pytest.raises(Unfit, match=why):
            await drand(url, server, clock).told(wanted)


async def test_another_chain_than_the_one_that_is_set_is_not_believed(server, clock):
    async with server.running() as url:
        wanted = BeaconRound(QUICKNET, "", 5, server.chain.due(5))
        with pytest.raises(Unfit, match="another beacon"):
            await drand(url, server, clock).told(wanted)
        server.trouble = {"info": {**server.info(), "period": 30}}
        with pytest.raises(Unfit, match="another chain"):
            await drand(url, server, clock).told(wanted)
        server.trouble = {"info": {**server.info(), "schemeID": "pedersen-bls-chained"}}
        with pytest.raises(Unfit, match="scheme"):
            await drand(url, server, clock).told(wanted)


async def test_a_signature_that_is_not_right_is_not_dealt_from(server, clock):
    wanted = BeaconRound(server.chain.hash, "", 5, server.chain.due(5))
    async with server.running() as url:
        with pytest.raises(Unfit, match="signature"):
            await drand(url, server, clock, Believing(right=False)).told(wanted)


async def test_one_that_hangs_holds_up_nobody_and_the_next_is_asked(server, clock, monkeypatch):
    monkeypatch.setattr(client, "PATIENCE", 0.05)
    asked = []

    async def get(url):
        asked.append(url.rpartition("/")[2])
        if url.startswith("http://hangs"):
            await asyncio.Event().wait()
        newest = {"round": server.chain.round_at(clock.now()), "signature": "ab" * 48}
        return server.info() if url.endswith("/info") else newest

    def at(*urls):
        return Drand(urls, server.chain.hash, clock, Believing(), get)

    waiting = asyncio.create_task(at("http://hangs").name())
    await asyncio.sleep(0)
    assert not waiting.done() and await waiting is None
    assert await at("http://hangs", "http://answers").name() is not None
    assert asked == ["info", "info", "info", "latest", "latest"]


def test_the_chain_that_everybody_knows_is_known():
    told = {
        "public_key": kit.QUICKNET["public_key"], "period": 3, "genesis_time": 1692803367,
        "groupHash": kit.QUICKNET["group_hash"], "schemeID": "bls-unchained-g1-rfc9380",
        "metadata": {"beaconID": "quicknet"},
    }  # fmt: skip
    chain = chain_from(told, QUICKNET)
    assert chain.name == "drand quicknet"
    assert chain.due(1000) == datetime.fromisoformat("2023-08-23T15:59:24+00:00")
    due = chain.due(1000)
    assert chain.round_at(due) == 1000 and chain.round_at(due - timedelta(seconds=1)) == 999
    assert chain.round_at(chain.due(1) - timedelta(days=1)) == 0


@pytest.mark.parametrize("number", sorted(kit.ROUNDS) if DEEP else [1000])
def test_real_rounds_of_drand_are_signed(number):
    """Source: rounds of drand's quicknet as its servers have told them."""
    key, signature = kit.QUICKNET["public_key"], kit.ROUNDS[number]
    assert signed(key, number, signature)
    if DEEP:
        assert not signed(key, number + 1, signature)


@pytest.mark.parametrize(
    "odd", ["00" * 48, "ff" * 48, "c0" + "00" * 47, "80" + "00" * 47, "ab" * 48]
)
def test_what_is_no_point_of_the_curve_is_no_signature(odd):
    assert not signed(kit.QUICKNET["public_key"], 1000, odd)


async def test_python_m_bot_check_says_whether_the_beacon_answers(server, tmp_path):
    """With the library itself, in a process beside the program."""
    clock = SystemClock()
    server.now = clock.now

    async def told(url, chain):
        made = {"beacon_urls": url, "beacon_chain": chain, "web": True, "web_port": 0}
        database = f"sqlite:///{tmp_path}/none.db"
        found = findings(Settings(_env_file=None, database_url=database, **made))
        seen = [finding async for finding in found]
        return next((well, how) for well, what, how in seen if what == "beacon")

    async with server.running() as url:
        well, how = await told(url, server.chain.hash)
        assert well and "well signed" in how and "not known" in how
        well, how = await told(url, QUICKNET)
        assert not well and url in how
    well, how = await told(url, server.chain.hash)
    assert not well and "no server answers" in how


def test_the_number_of_a_record_is_judged_by_its_signature():
    record = json.loads(record_with(1000, kit.ROUNDS[1000]))
    assert judged(json.dumps(record)) == (True, "right: drand quicknet signed round 1000")
    if DEEP:  # each takes a second of a processor
        well, how = judged(record_with(1001, kit.ROUNDS[1000]))
        assert not well and "not the one of round 1001" in how
    record["key"] = "00" * 32
    assert judged(json.dumps(record))[1].startswith("WRONG (key)")
    assert judged("{")[1].startswith("not read")


def record_with(number, signature):
    """A record that is right in itself, dealt from a signature of quicknet."""
    opening = bytes(range(32))
    bound = [f"beacon={QUICKNET}", f"round={number}", "seating=chosen", "seat 0=person"]
    seed = shuffle.seed_of(opening, bound, (), signature)
    game = games()["niuniu"]
    fresh = Match(game, 2, seed, defaults(game.info), Rounds(1))
    beacon = kit.QUICKNET | {"signature": signature}
    record = shuffle.record(opening, bound, (), fresh, [RoundLog(fresh.options)], 0, beacon)
    assert verify.check(record) is None
    return json.dumps(record)


def test_what_is_set_is_looked_at_before_the_start(monkeypatch):
    good = "https://api.drand.sh http://127.0.0.1:8080/"
    assert Settings(_env_file=None, beacon_urls=good).beacons == tuple(good.split())
    assert beacon_of(Settings(_env_file=None), None) is None
    with pytest.raises(ValidationError, match="are wanted, with blanks"):
        Settings(_env_file=None, beacon_urls="api.drand.sh")
    with pytest.raises(ValidationError, match="beacon_chain"):
        Settings(_env_file=None, beacon_chain="quicknet")
    monkeypatch.setattr(settings, "is_there", lambda: False)
    with pytest.raises(ValidationError, match=r"pip install '\.\[beacon\]'"):
        Settings(_env_file=None, beacon_urls=good)
    assert Settings(_env_file=None).beacons == (), "who has none needs nothing for it"


@pytest.mark.deep
async def test_a_judge_says_what_the_library_says(clock):
    judge = SignatureJudge(SystemClock())
    try:
        assert await judge.right(kit.QUICKNET["public_key"], 1000, kit.ROUNDS[1000])
        assert not await judge.right(kit.QUICKNET["public_key"], 1000, "80" + "00" * 47)
    finally:
        judge.close()
