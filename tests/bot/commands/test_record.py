"""The record of a long match is a file, made page by page beside the loop, with a bound."""

import gc
import threading
import tracemalloc

import pytest

from bot.screens import record as records
from bot.screens.reader import Reader
from bot.screens.record import Book, Record
from bot.store import pages
from engine.match import Match, Rounds
from engine.replay import RoundLog
from tests.kit.actors import begin, chance, to_the_end

LONG = 8


@pytest.fixture
async def house(world):
    async with world.house(check=False) as house:
        await begin(house, "比大小", quan=LONG)
        await to_the_end(house, chance(1))
        yield house


async def asked(house):
    await house.forward(4)  # else it was only just shown
    return (await house.say("甲", "/record")).message


def rounds_in(text):
    """The numbers of the rounds that are written down."""
    return [int(line.split()[1]) for line in text.splitlines() if line.startswith("第 ")]


@pytest.mark.parametrize("page", [1, 3, LONG, 100])
async def test_a_record_is_the_same_wherever_a_page_ends(house, monkeypatch, page):
    whole = (await asked(house)).text
    assert rounds_in(whole) == list(range(1, LONG + 1))
    # What was played is read first, not 64 digits.
    assert whole.startswith("第 1 圈") and "还没开封" in whole.partition("\n发牌指纹")[2]
    monkeypatch.setattr(pages, "LOG_PAGE", page)
    assert (await asked(house)).text == whole


async def test_a_long_record_is_a_file_and_the_words_say_so(house, monkeypatch):
    whole = (await asked(house)).text.partition("\n这里还有")[0]
    monkeypatch.setattr(records, "MOST_WORDS", len(whole) - 1)
    message = await asked(house)
    assert message.file.name == "record.txt" and message.file.data.decode() == whole
    first, *rest = message.text.partition("\n这里还有")[0].splitlines()
    assert f"{LONG} 圈" in first and "附件" in first
    assert rest == whole.splitlines()[-2:], "what proves the deal is read"


@pytest.mark.parametrize("most", [150, 400, 700])
async def test_what_is_too_long_for_a_file_is_its_newest_rounds(house, monkeypatch, most):
    monkeypatch.setattr(records, "MOST_WORDS", 0)
    monkeypatch.setattr(Record.__init__, "__kwdefaults__", None)
    monkeypatch.setattr(Record.__init__, "__defaults__", (most,))
    message = await asked(house)
    text = message.file.data.decode()
    kept = rounds_in(text)
    assert kept and kept == list(range(LONG + 1 - len(kept), LONG + 1)) and len(kept) < LONG
    assert f"最近的 {len(kept)} 圈" in message.text
    proofs = sum(len(line.encode()) for line in text.splitlines()[-2:])
    assert len(text.encode()) <= most + proofs + 2


async def test_rounds_are_played_again_beside_the_loop(house, monkeypatch):
    seen = []

    class Noted(Record):
        def add(self, log):
            seen.append(threading.current_thread())
            super().add(log)

    monkeypatch.setattr(records, "Record", Noted)
    monkeypatch.setattr(pages, "LOG_PAGE", 2)
    await asked(house)
    assert len(seen) == LONG / 2 and threading.main_thread() not in seen


def fresh(game):
    return Match(game, 2, bytes(32), {}, Rounds(1))


async def test_one_round_without_end_is_cut_too(house, monkeypatch):
    game = next(g for g in house.context.games.values() if g.info.id == "_specimen")
    book = Book(Reader(house.context.reader.catalogue))
    made = book.record(fresh(game), ("甲", "乙"))
    monkeypatch.setattr(made, "_written", lambda round_: "第 1 圈\n" + "  出牌\n" * 1_000_000)
    made._most = 1000
    made.add([RoundLog({})])
    assert made.rounds == made.kept == 1
    assert 900 < len(made._played[0]) < 1000 and made._played[0].decode().endswith("  出牌")


async def test_whatever_the_length_a_record_costs_its_bound(house, monkeypatch):
    """100,000 rounds, which no match has: what is held is what may be kept."""
    game = next(g for g in house.context.games.values() if g.info.id == "_specimen")
    made = Book(Reader(house.context.reader.catalogue)).record(fresh(game), ("甲", "乙"))
    monkeypatch.setattr(made, "_written", lambda round_: f"第 {made.rounds} 圈\n" + "x" * 400)
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(1000):
            made.add([RoundLog({})] * 100)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert made.rounds == 100_000 and made.kept > 4000
    assert len(made.data()) < records.MOST_BYTES + 200
    assert peak < 2 * records.MOST_BYTES
