"""复式 with a public random number in the place of words: registration closes, then it is told."""

import json

import pytest

from bot.table import tokens
from bot.table.beacon import GONE, LATE
from bot.tournament.state import Status, table_of
from engine.verify import check
from tests.kit import beacon as kit
from tests.kit.actors import said
from tests.kit.beacon import FakeBeacon
from tests.kit.fingerprint import BEACON_WAIT, SHOWN, posted, shown
from tests.kit.ids import ROOM_KEY
from tests.kit.tournament import contest, play_on


@pytest.fixture
def beacon(world):
    return FakeBeacon(world.clock)


@pytest.fixture
async def house(world, beacon):
    async with world.house(check=False, beacon=beacon) as house:
        house.tables.pace = 0
        yield house


async def closed(house):
    """A 复式 whose registration is over, and which waits; its fingerprint as people saw it."""
    await house.say("甲", "/duplicate 牛牛 2 1 10")
    for who in ("甲", "乙"):
        await house.say(who, "/duplicate 报名")
    assert not SHOWN.search(posted(house)), "it is shown with a round, when nobody comes any more"
    assert "不用加字" in said(await house.say("乙", "/shuffle 春风"))
    await house.say("甲", "/duplicate 开始")
    await house.settle()
    return shown(posted(house))


async def file_of(house, state):
    match = table_of(state, 0, 1).match
    reply = await house.press("甲", tokens.menu("keep", f"{match}.0.check"))
    return json.loads(reply.message.file.data)


async def to_the_end(house):
    runner = contest(house)
    await play_on(house, runner)
    await house.settle()
    await house.forward(24 * 3600)
    assert "开封了" in said(await house.say("甲", "/open"))
    await house.forward(60)
    return runner.state


async def test_the_whole_way_through_a_restart(world, beacon):
    async with world.house(check=False, beacon=beacon) as house:
        house.tables.pace = 0
        seen = await closed(house)
        when, state = house.clock.now().timestamp(), contest(house).state
        assert state.status is Status.OPEN and state.waits.round.due > house.clock.now()
        assert seen in house.platform.board().text
        for who, line in (("丙", "/duplicate 报名"), ("乙", "/duplicate 退出")):
            assert "已经开始" in said(await house.say(who, line))
        assert "已经开始了：等" in said(await house.say("甲", "/duplicate 开始"))
        assert "不用加字" in said(await house.say("乙", "/shuffle 春风"))
    async with world.house(check=False, beacon=beacon) as house:
        house.tables.pace = 0
        await house.forward(BEACON_WAIT)
        assert contest(house).state.status is Status.PLAYING
        assert "公开随机数来了" in posted(house)
        state = await to_the_end(house)
        record = await file_of(house, state)
        assert check(record, seen, int(when)) is None
        number = next(int(one[6:]) for one in record["bound"] if one.startswith("round="))
        assert record["beacon"]["signature"] == kit.signature_of(number) and not record["words"]


async def test_one_that_stays_away_is_counted_and_the_contest_begins_from_another(house, beacon):
    seen = await closed(house)
    beacon.gone = "no server answers"
    await house.forward(BEACON_WAIT + LATE.total_seconds())
    assert "再等一会儿" in posted(house) and "还在等" in house.platform.board().text
    await house.forward(GONE.total_seconds())
    runner = contest(house)
    assert f"{seen} 作废" in posted(house) and runner.state.seal is None
    assert runner.state.status is Status.OPEN
    (one,) = await house.store.shuffles.unopened(ROOM_KEY)
    assert not one.dealt and one.fingerprint.startswith(seen.replace(" ", ""))
    await house.forward(61)
    assert "改由大家加字" in posted(house), "the beacon is silent from the start now"
    await house.say("乙", "/shuffle 春风")
    await house.forward(61)
    assert runner.state.status is Status.PLAYING
    record = await file_of(house, await to_the_end(house))
    assert check(record) is None and [one["word"] for one in record["words"]] == ["春风"]
    assert not record["fingerprint"].startswith(seen.replace(" ", ""))


async def test_called_off_while_it_waits_it_is_counted(house):
    await closed(house)
    await house.say("甲", "/duplicate 取消")
    await house.forward(BEACON_WAIT)
    (one,) = await house.store.shuffles.unopened(ROOM_KEY)
    assert not one.dealt


async def test_who_begins_where_it_is_silent_hears_of_the_minute_for_words(house, beacon):
    await house.say("甲", "/duplicate 牛牛 2 1 10")
    await house.say("甲", "/duplicate 报名")
    beacon.gone = "no server answers"
    await house.say("甲", "/duplicate 开始")
    assert "改由大家加字" in posted(house)
    await house.say("甲", "/shuffle 春风")
    assert contest(house).state.seal.words
    await house.say("甲", "/duplicate 开始")
    assert contest(house).state.status is Status.PLAYING
