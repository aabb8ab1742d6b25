"""The ledger of coins: nothing doubles, nothing is lost, nobody falls below zero."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.dialects import postgresql

from bot.economy.ledger import bought_in, charged, daily, granted, moved, needy, returned
from bot.store.coins import below_zero
from bot.store.copy import backup
from bot.store.purse import HOUSE, Posted, Purse
from bot.store.rows import ChatAlias, MatchEnded, MatchStarted, Overdrawn, StepTaken
from bot.store.store import Store

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
CHAT, A, B = "telegram:1", "telegram:A", "telegram:B"


def match_row(match, chat=CHAT):
    return MatchStarted(match, f"t{match}", chat, "doudizhu", 1, b"s", "{}", 1, "{}", (), NOW)


async def rich(store, *people):
    for person in people or (A, B):
        await store.commit([granted(CHAT, person, NOW)])


def test_an_entry_that_does_not_sum_to_zero_cannot_be_made():
    with pytest.raises(ValueError, match="does not sum to zero"):
        Posted("x", CHAT, "x", (("bank", -1), ("purse:A", 2)), NOW)
    with pytest.raises(ValueError, match="moves nothing"):
        Posted("x", CHAT, "x", (), NOW)


async def test_a_first_purse_is_given_once_for_ever(store):
    assert await store.coins.purse(CHAT, A) == Purse(0, 0, False)
    await rich(store, A)
    with pytest.raises(StepTaken):
        await store.commit([granted(CHAT, A, NOW + timedelta(days=900))])
    assert await store.coins.purse(CHAT, A) == Purse(1000, 0, True)
    assert await store.coins.purse("telegram:2", A) == Purse()


async def test_the_day_s_coins_come_once_a_day_of_china(store):
    evening = datetime(2026, 1, 2, 15, 59, tzinfo=UTC)  # 23:59 there
    await store.commit([daily(CHAT, A, evening)])
    with pytest.raises(StepTaken):
        await store.commit([daily(CHAT, A, evening.replace(hour=3))])
    await store.commit([daily(CHAT, A, evening + timedelta(minutes=1))])
    assert (await store.coins.purse(CHAT, A)).free == 400
    assert needy(Purse(100, 99))
    assert not needy(Purse(0, 200))


async def test_a_match_locks_a_buy_in_moves_it_and_gives_it_back(store):
    await rich(store)
    await store.commit([match_row("m"), bought_in(CHAT, "m", {A: 300, B: 300}, NOW)])
    await store.commit([charged(CHAT, "m", 1, (A, B), 1, NOW + timedelta(seconds=1))])
    assert await store.coins.purse(CHAT, A) == Purse(699, 300, True)
    await store.commit([moved(CHAT, "m", 1, {A: 40, B: -40}, NOW + timedelta(seconds=1))])
    assert await store.coins.locks("m") == {A: 340, B: 260}
    later = NOW + timedelta(seconds=2)
    back = returned(CHAT, "m", await store.coins.locks("m"), later)
    await store.commit([back, MatchEnded("m", "finished", later)])
    assert await store.coins.purses(CHAT, [A, B]) == {
        A: Purse(1039, 0, True),
        B: Purse(959, 0, True),
    }
    assert await store.coins.held(CHAT, HOUSE) == 2
    assert await store.coins.locks("m") == {}
    assert await store.coins.ledger_check() == []
    told = [(m.kind, m.amount, m.game) for m in await store.coins.movements(CHAT, B, 2)]
    assert told == [("return", 260, "doudizhu"), ("fee", -1, "doudizhu")]


async def test_two_tables_that_start_at_once_cannot_lock_the_same_coins(store):
    await rich(store, A)

    async def start(match):
        await store.commit([match_row(match), bought_in(CHAT, match, {A: 600}, NOW)])

    found = await asyncio.gather(start("m"), start("n"), return_exceptions=True)
    assert [type(error) for error in found] == [type(None), Overdrawn]
    assert await store.coins.purse(CHAT, A) == Purse(400, 600, True)
    assert [
        m is None for m in (await store.matches.match("m"), await store.matches.match("n"))
    ].count(True) == 1
    await rich(store, B)  # and writing goes on
    assert not store.refusing


async def test_no_lock_and_no_pool_can_be_below_zero(store):
    await rich(store, A)
    await store.commit([match_row("m"), bought_in(CHAT, "m", {A: 100}, NOW)])
    with pytest.raises(Overdrawn):
        await store.commit([returned(CHAT, "m", {A: 101}, NOW)])
    with pytest.raises(Overdrawn):
        await store.commit([Posted("p", CHAT, "x", (("pool:1", -1), (f"purse:{A}", 1)), NOW)])
    assert await store.coins.locks("m") == {A: 100}


async def test_a_chat_that_moved_keeps_its_purses(store):
    await rich(store, A)
    new = "telegram:-100"
    await store.commit([ChatAlias(CHAT, new)])
    assert await store.coins.purse(new, A) == Purse(1000, 0, True)
    spent = Posted("s", new, "fee", ((f"purse:{A}", -700), (HOUSE, 700)), NOW)
    await store.commit([spent])
    late = Posted("t", CHAT, "fee", ((f"purse:{A}", -301), (HOUSE, 301)), NOW)
    with pytest.raises(Overdrawn):
        await store.commit([late])
    assert (await store.coins.purse(CHAT, A)).free == 300
    assert await store.coins.ledger_check(new) == []


async def test_the_check_finds_what_is_wrong(store, raw):
    await rich(store, A)
    await store.commit([match_row("m"), bought_in(CHAT, "m", {A: 100}, NOW)])
    await store.commit([MatchEnded("m", "stopped", NOW)])
    raw("UPDATE posting SET amount = -5 WHERE entry = ? AND line = 1", f"grant:{CHAT}:{A}")
    assert await store.coins.ledger_check(CHAT) == [
        f"grant:{CHAT}:{A} does not sum to zero",
        f"purse:{A} in {CHAT} is below zero: -105",
        f"lock:m:{A} was not given back",
    ]


async def test_a_copy_has_the_ledger_too(store, url, tmp_path):
    await rich(store, A)
    backup(url, tmp_path / "copy.db")
    other = await Store.open(f"sqlite:///{tmp_path / 'copy.db'}")
    try:
        assert await other.coins.purse(CHAT, A) == Purse(1000, 0, True)
    finally:
        await other.close()


def test_the_guard_is_there_for_postgresql():
    text = " ".join(str(below_zero().compile(dialect=postgresql.dialect())).split())
    assert text.startswith("WITH RECURSIVE same(chat) AS")
    assert text.endswith("HAVING sum(posting.amount) < 0")
