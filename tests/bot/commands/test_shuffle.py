"""A shuffle that anyone can check: from the fingerprint in the lobby to the file."""

import json

import pytest

from bot.table import tokens
from bot.table.state import dumps, loads
from engine.verify import Fault, check
from tests.kit.actors import begin, chance, said, to_the_end
from tests.kit.fingerprint import SHOWN, posted, posts, shown
from tests.kit.platform import ROOM_ID


@pytest.fixture
async def house(world):
    async with world.house(check=False) as house:
        yield house


async def lobby(house, sealed=True):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    if sealed:
        assert await house.say("乙", "/封牌") is None
        await house.forward(1)


async def record(house):
    await house.forward(60)  # else it was only just shown
    return said(await house.say("甲", "/record"))


async def file_of(house):
    message = (await house.say("甲", "/record 验牌")).message
    assert message.file.name == "shuffle.json"
    return json.loads(message.file.data)


async def played(house, *words):
    """A sealed match with words, to its end; the fingerprint as people saw it."""
    await lobby(house)
    for who, word in words:
        await house.say(who, f"加字 {word}")
    assert not words or f"{len(dict(words))} 人加了字" in house.platform.board().text
    await house.say("甲", "/start")
    await to_the_end(house, chance(1))
    return shown(posts(house)[0])


async def test_the_whole_way(house):
    seen = await played(house, ("乙", "春风"), ("甲", "明月"), ("乙", "秋水"))
    told = posted(house)
    assert "乙 加的字：春风" in told and "乙 加的字：秋水" in told, "in messages that stay"
    assert told.count(seen) == 2, "in the lobby, and when it begins"
    assert seen.replace(" ", "") in await record(house)
    assert seen in house.platform.private("乙").text, "in each hand"
    assert "种子" not in await record(house) and "还没开封" in await record(house)
    match = await house.store.scores.latest_match(f"memory:{ROOM_ID}")
    found = await house.store.shuffles.of(match)
    sent = repr([one.message for one in house.platform.sent.values()])
    secrets = [found.opening.hex(), *(given.salt.hex() for given in found.words)]
    assert len(secrets) == 3 and not any(secret in sent for secret in secrets)
    assert "春风" not in repr(found) and found.opening.hex() not in repr(found)
    assert "还没开封" in said(await house.say("甲", "/record 验牌"))
    assert "还要 1 人" in said(await house.say("甲", "/open"))
    question = house.platform.board()
    await house.press("乙", question.rows[0][0].token)
    assert any("开封了" in line for line in posts(house))
    whole = await file_of(house)
    assert check(whole, seen) is None
    assert [(word["seat"], word["word"]) for word in whole["words"]] == [
        ("0", "明月"),
        ("1", "秋水"),
    ]
    assert "号加的字：秋水" in await record(house) and whole["opening"] in await record(house)
    assert whole["key"] != whole["opening"]


async def test_without_a_word_there_is_a_fingerprint_too(house):
    await begin(house, "比大小")
    (line,) = [text for text in posts(house) if SHOWN.search(text)]
    await to_the_end(house, chance(1))
    await house.forward(24 * 3600)
    assert "开封了" in said(await house.say("乙", "/open")), "a day later one is enough"
    whole = await file_of(house)
    assert check(whole, shown(line)) is None and not whole["words"]


async def test_it_goes_by_buttons_alone(house):
    """Seal, ask how, open, and get the file: whoever knows no command presses for it."""
    await lobby(house, sealed=False)

    async def pressed(who, words):
        shown = (await house.press(who, tokens.button(house.table.state.id, 0, "more"))).message
        token = next(one.token for row in shown.rows for one in row if one.label == words)
        return await house.press(who, token)

    await pressed("乙", "封牌")
    assert "例如：/shuffle 春风" in said(await pressed("甲", "加字"))
    assert shown(posts(house)[-1]) in house.platform.board().text
    await house.say("甲", "/start")
    more = await house.press("甲", tokens.button(house.table.state.id, 1, "more"))
    assert SHOWN.search(said(more)), "also where the hand is drawn and has no line below it"
    await to_the_end(house, chance(1))
    await house.forward(24 * 3600)
    (button,) = (await house.say("甲", "/record")).message.rows[-1]
    assert button.label == "开封验牌"
    await house.press("甲", button.token)
    await house.forward(60)
    (button,) = (await house.say("甲", "/record")).message.rows[-1]
    message = (await house.press("乙", button.token)).message
    assert check(json.loads(message.file.data)) is None


async def test_alone_nobody_has_to_be_asked(house):
    await house.say("甲", "/newgame 比大小", chat=None)
    await house.say("甲", "/addbot", chat=None)
    await house.say("甲", "/封牌", chat=None)
    assert loads(dumps(house.table.state)) == house.table.state, "a seal outlives the program"
    await house.say("甲", "加字 春风", chat=None)
    await house.say("甲", "/start", chat=None)
    await to_the_end(house, chance(1))
    assert "开封了" in said(await house.say("甲", "/open", chat=None))
    message = (await house.say("甲", "/record 验牌", chat=None)).message
    record = json.loads(message.file.data)
    assert check(record) is None and [word["word"] for word in record["words"]] == ["春风"]


async def test_what_cannot_be_is_said(house):
    await lobby(house, sealed=False)
    assert "先封牌" in said(await house.say("甲", "加字 春风"))
    await house.say("甲", "/封牌")
    await house.forward(1)
    assert "还没有人加字" in said(await house.say("乙", "/封牌"))
    assert "最多 40" in said(await house.say("甲", "加字 " + "长" * 41))
    assert "看不见" in said(await house.say("甲", "加字 春\u200b风"))
    assert said(await house.say("丙", "加字 春风")), "who does not sit there gives no word"
    await house.say("甲", "/start")
    assert said(await house.say("甲", "加字 春风")), "nor anybody once the cards are dealt"
    assert "还没打完" in said(await house.say("甲", "/open"))
    await to_the_end(house, chance(1))
    assert "打过这一场" in said(await house.say("丙", "/open"))


@pytest.mark.parametrize(
    "change", ["/settings quan 2", "/leave", "/kick 2", "/settings seating chosen"]
)
async def test_a_seal_is_off_as_soon_as_anything_changes_that_it_is_for(house, change):
    await lobby(house)
    seen = shown(posts(house)[-1])
    await house.say("甲", change)
    assert any("作废" in line and seen in line for line in posts(house))
    assert house.table.state.seal is None


async def test_what_was_shown_and_not_dealt_is_counted_and_named(house):
    await lobby(house)
    first = shown(posts(house)[-1])
    await house.say("甲", "/settings quan 2")
    await house.say("甲", "/封牌")
    second = shown(posts(house)[-1])
    assert first != second
    await house.say("甲", "/start")
    await to_the_end(house, chance(1))
    text = await record(house)
    assert "1 个发牌指纹打完没开封，1 个公布了没发牌" in text
    assert f"{first}（没发牌，乙）" in text and f"{second}（没开封，甲）" in text
    assert f"/open {second[:8]}" in text or f"开封 {second[:8]}" in text
    await house.forward(24 * 3600)
    await house.say("甲", "/open")
    text = await record(house)
    assert "这里还有 1 个公布了没发牌的发牌指纹。" in text


async def test_a_word_that_was_changed_is_found(house):
    seen = await played(house, ("乙", "春风"))
    await house.forward(24 * 3600)
    await house.say("甲", "/open")
    whole = await file_of(house)
    whole["words"][0]["word"] = "秋风"
    assert check(whole, seen) == Fault("word", 0)


async def test_whoever_is_forgotten_leaves_what_the_check_needs(house):
    seen = await played(house, ("甲", "明月"), ("乙", "春风"))
    await house.forward(24 * 3600)
    await house.say("甲", "/open")
    asked = await house.say("乙", "/forgetme")
    await house.press("乙", asked.message.rows[0][0].token)
    whole = await file_of(house)
    assert check(whole, seen) is None
    assert [word["word"] for word in whole["words"]].count(None) == 1
    assert "春风" not in json.dumps(whole, ensure_ascii=False)
    assert "本人已删除" in await record(house)


async def test_who_deals_anew_after_a_look_at_the_cards_is_counted_and_can_be_opened(house):
    """A match that was ended before a round of it was, is dealt and not opened like any other."""
    await lobby(house, sealed=False)
    await house.say("甲", "/start")
    first = shown(posts(house)[-1])
    await house.say("甲", "/stop", admin=True)
    await house.forward(24 * 3600)
    assert "开封了" in said(await house.say("乙", "/open"))
    await house.forward(60)
    message = (await house.say("乙", "/open")).message
    assert check(json.loads(message.file.data), first) is None


async def test_an_earlier_match_is_opened_by_its_fingerprint(house):
    """Else whoever deals another match keeps the one before closed for ever."""
    await begin(house, "比大小")
    first = shown(posts(house)[0])
    await to_the_end(house, chance(1))
    await begin(house, "比大小")
    await to_the_end(house, chance(2))
    await house.forward(24 * 3600)
    assert "没有找到" in said(await house.say("甲", "/open " + "0" * 8))
    assert "前 8 位" in said(await house.say("甲", "/open 第一场"))
    assert "打过这一场" in said(await house.say("丙", f"/open {first[:8]}"))
    assert "开封了" in said(await house.say("乙", f"/open {first[:8].upper()}"))
    assert first not in await record(house)
    message = (await house.say("甲", f"/open {first}")).message
    assert check(json.loads(message.file.data), first) is None
    assert "“记录”里有" in said(await house.say("丙", f"/open {first[:8]}"))


async def test_who_edits_the_message_cannot_edit_what_people_have_kept(house):
    """Whatever stands in the message later: the fingerprint below the hand and in a copy is it."""
    seen = await played(house, ("乙", "春风"))
    kept = shown(house.platform.private("乙").text)
    first = next(one for one in house.platform.in_chat() if not one.message.rows)
    other = "0" * 8 + seen[8:]
    assert first.message.text.replace(seen, other) != first.message.text
    await house.forward(24 * 3600)
    await house.say("甲", "/open")
    whole = await file_of(house)
    assert check(whole, kept) is None
    assert check(whole, other) == Fault("shown")
    whole["fingerprint"] = other.replace(" ", "") + whole["fingerprint"][32:]
    assert check(whole, other) == Fault("fingerprint") and check(whole, kept) == Fault("shown")
