"""A public random number in the place of words: from the press on Start to the file."""

import json

import pytest

from bot.beacon.chain import QUICKNET
from bot.store.rows import MatchStarted, NotSaved, Overdrawn
from bot.table.beacon import GONE, LATE
from bot.table.state import Phase, dumps, loads
from engine.verify import check, remarks
from tests.kit import beacon as kit
from tests.kit.actors import begin, chance, said, to_the_end
from tests.kit.beacon import FakeBeacon
from tests.kit.fingerprint import BEACON_WAIT, posted, shown
from tests.kit.platform import ROOM_ID


@pytest.fixture
def beacon(world):
    return FakeBeacon(world.clock)


@pytest.fixture
async def house(world, beacon):
    async with world.house(check=False, beacon=beacon) as house:
        yield house


async def started(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    await house.say("甲", "/start")


async def file_of(house):
    await house.forward(24 * 3600)
    await house.say("甲", "/open")
    message = (await house.say("甲", "/record 验牌")).message
    return json.loads(message.file.data)


async def test_the_whole_way(house, beacon):
    await started(house)
    seal = house.table.state.seal
    assert house.table.state.phase is Phase.LOBBY and house.table.match is None
    named = seal.waits.round
    assert named.due > house.clock.now(), "nobody knows it when the fingerprint is shown"
    seen, when = shown(posted(house)), house.clock.now().timestamp()
    assert f"第 {named.number} 期" in posted(house) and seen in house.platform.board().text
    assert f"{named.due:%M:%S} UTC+8 公布" in posted(house)
    labels = [one.label for row in house.platform.board().rows for one in row]
    assert "开始" not in labels and "按“开始”就打" not in house.platform.board().text
    await house.forward(BEACON_WAIT)
    assert house.table.state.phase is Phase.PLAYING
    assert "公开随机数来了" in posted(house) and seen in house.platform.private("乙").text
    await to_the_end(house, chance(1))
    record = await file_of(house)
    assert check(record, seen, int(when)) is None
    assert record["beacon"]["signature"] == kit.signature_of(named.number)
    assert record["key"] != record["opening"] and not record["words"]
    assert remarks(record)[0][0] == "stranger", "of a chain that is not drand's own"
    text = said(await house.say("甲", "/record"))
    assert f"第 {named.number} 期" in text and remarks(record)[0][-1] in text


async def test_a_chain_that_everybody_knows_is_called_by_its_name(house, beacon):
    beacon.facts = dict(kit.QUICKNET)
    await started(house)
    assert "drand quicknet" in posted(house)
    await house.forward(BEACON_WAIT)
    await to_the_end(house, chance(1))
    record = await file_of(house)
    assert f"beacon={QUICKNET}" in record["bound"]
    assert check(record) is None and remarks(record)[0][:2] == ("beacon", "drand quicknet")


async def test_no_words_are_added_and_nothing_is_sealed(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    assert "直接按“开始”" in said(await house.say("甲", "/封牌"))
    await house.say("甲", "/start")
    assert "不用加字" in said(await house.say("甲", "加字 春风"))
    assert "不用加字" in said(await house.say("甲", "/封牌 春风"))
    assert "已经开始了" in said(await house.say("甲", "/start"))
    assert "公布" in said(await house.say("乙", "/封牌"))


@pytest.mark.parametrize("change", ["/settings quan 2", "/leave", "/kick 2"])
async def test_who_changes_anything_meanwhile_calls_it_off(house, change):
    await started(house)
    seen = shown(posted(house))
    await house.say("甲", change)
    assert f"{seen} 作废" in posted(house) and house.table.state.seal is None
    await house.forward(BEACON_WAIT)
    assert house.table.state.phase is Phase.LOBBY, "it is not dealt from"


async def test_one_that_is_late_is_waited_for(house, beacon):
    await started(house)
    beacon.gone = "no server answers"
    await house.forward(BEACON_WAIT + LATE.total_seconds())
    assert "再等一会儿" in posted(house) and "还在等" in house.platform.board().text
    beacon.gone = ""
    await house.forward(3)
    assert house.table.state.phase is Phase.PLAYING


async def test_one_that_stays_away_calls_the_deal_off_and_it_is_counted(house, beacon):
    """Who does not like a number cannot say that it never came without being seen."""
    await started(house)
    seen = shown(posted(house))
    beacon.gone = "no server answers"
    await house.forward(BEACON_WAIT + LATE.total_seconds())
    await house.forward(GONE.total_seconds())
    assert f"{seen} 作废" in posted(house) and "一直没有来" in posted(house)
    assert house.table.state.seal is None and house.table.state.phase is Phase.LOBBY
    asked = len(beacon.asked)
    await house.forward(60)
    assert len(beacon.asked) == asked, "nobody asks for it any more"
    await house.say("甲", "/start")
    assert house.table.state.phase is Phase.PLAYING, "without, where it is silent from the start"
    assert "没有用它" in posted(house)
    await house.forward(1)
    await to_the_end(house, chance(1))
    await house.forward(60)
    text = said(await house.say("甲", "/record"))
    assert "1 个公布了没发牌" in text and seen in text


async def test_where_it_is_silent_words_are_added(house, beacon):
    beacon.gone = "no server answers"
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    assert await house.say("甲", "/封牌") is None
    assert await house.say("甲", "加字 春风") is None
    await house.say("甲", "/start")
    assert house.table.state.phase is Phase.PLAYING


@pytest.mark.parametrize("down", [1, 600])
async def test_it_goes_on_after_a_kill(world, beacon, down):
    async with world.house(check=False, beacon=beacon) as house:
        await started(house)
        seen = shown(posted(house))
        seal = house.table.state.seal
        assert loads(dumps(house.table.state)).seal == seal
    async with world.house(check=False, beacon=beacon, down=down) as house:
        await house.forward(BEACON_WAIT)
        assert house.table.state.phase is Phase.PLAYING
        assert house.table.state.match == seal.match
        await to_the_end(house, chance(1))
        record = await file_of(house)
        assert check(record, seen) is None
        assert f"round={seal.waits.round.number}" in record["bound"]


async def test_a_program_that_has_no_beacon_any_more_calls_it_off(world, beacon):
    async with world.house(check=False, beacon=beacon) as house:
        await started(house)
    async with world.house(check=False, down=600) as house:
        await house.forward(BEACON_WAIT + LATE.total_seconds())
        await house.forward(GONE.total_seconds())
        assert house.table.state.seal is None and "作废" in posted(house)
        await house.say("甲", "/start")
        assert house.table.state.phase is Phase.PLAYING


async def test_who_plays_again_waits_for_a_round_of_their_own(house):
    await begin(house, "比大小")
    await house.forward(BEACON_WAIT)
    await to_the_end(house, chance(1))
    first = await house.store.scores.latest_match(f"memory:{ROOM_ID}")
    await house.say("甲", "/again")
    await house.say("乙", "/join")
    assert house.table.state.seal.waits is not None
    await house.forward(BEACON_WAIT)
    again = house.table.state.match
    assert again and again != first
    found = [await house.store.shuffles.of(match) for match in (first, again)]
    assert found[0].beacon["signature"] != found[1].beacon["signature"]


async def test_where_coins_have_gone_meanwhile_it_is_said_and_nothing_is_dealt(house, monkeypatch):
    await started(house)
    commit = house.store.commit

    async def refused(rows):
        if any(isinstance(row, MatchStarted) for row in rows):
            raise Overdrawn
        await commit(rows)

    monkeypatch.setattr(house.store, "commit", refused)
    await house.forward(BEACON_WAIT)
    assert house.table.state.phase is Phase.LOBBY and house.table.state.seal is None
    assert "金币" in posted(house) and "这次不发牌" in posted(house)


async def test_a_number_that_cannot_be_stored_is_kept_until_it_can_be(house, monkeypatch):
    await started(house)
    commit = house.store.commit

    async def refused(rows):
        raise NotSaved("disk I/O error")

    monkeypatch.setattr(house.store, "commit", refused)
    await house.forward(BEACON_WAIT)
    assert house.table.state.phase is Phase.LOBBY
    monkeypatch.setattr(house.store, "commit", commit)
    await house.forward(5)
    assert house.table.state.phase is Phase.PLAYING
