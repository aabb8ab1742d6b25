"""/replay: a match step by step on one message of who asked; and what is kept of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from io import BytesIO

import pytest
from PIL import Image

from bot.access.rights import RIGHTS
from bot.commands.played import spot
from bot.commands.replays import HANDED_IN
from bot.ports.incoming import Enclosed
from bot.ports.messages import Where
from bot.ports.refs import ChatRef, MessageRef
from bot.records import frames, rounds
from bot.records.writer import write
from bot.runtime.forgetting import UNDO
from bot.screens.replay import mark_of
from bot.table import tokens
from renderers import film, picture
from tests.kit import written
from tests.kit.actors import begin, chance, said, to_the_end
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.tiers import chosen
from tests.kit.world import until

LAST = ("◀", "▶", "|◀", "▶|")


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "比大小", quan=2)
        await to_the_end(house, chance(1))
        yield house


async def first(house, who="甲", line="/replay", **fields):
    """The message of a replay that somebody asks for."""
    await house.forward(12)
    return (await house.say(who, line, **fields)).message


async def step(house, who, message, label):
    """What becomes of one's own message by a press on it."""
    own = MessageRef("memory", who, "m1", private=True)
    return await house.press(who, buttons(message)[label], message=own, own=True)


async def test_it_is_stepped_through_on_one_message(house):
    """Every moment once, forward and back; at each end there is no further button."""
    message = await first(house)
    assert "刚发完牌" in message.text
    assert set(buttons(message)) & set(LAST) == {"▶", "▶|"}
    texts = [message.text]
    while "▶" in buttons(message):
        reply = await step(house, "甲", message, "▶")
        assert reply.where is Where.SAME_MESSAGE
        message = reply.message
        texts.append(message.text)
    match = await house.store.scores.latest_match(ROOM_KEY)
    stored = await house.store.matches.match(match)
    assert len(texts) == sum(1 + len(round_.actions) for round_ in stored.rounds)
    assert set(buttons(message)) & set(LAST) == {"◀", "|◀"}
    back = [message.text]
    while "◀" in buttons(message):
        message = (await step(house, "甲", message, "◀")).message
        back.append(message.text)
    assert back == texts[::-1]


async def test_a_token_holds_what_is_needed(tmp_path):
    """After a restart the same button goes on; the longest is within what platforms carry."""
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "比大小", quan=2)
        await to_the_end(house, chance(1))
        message = await first(house)
        before = (await step(house, "甲", message, "▶")).message.text
        clock = house.clock
    async with service(tmp_path / "t.db", clock=clock, check=False) as house:
        await house.forward(12)
        assert (await step(house, "甲", message, "▶")).message.text == before
    for row in message.rows:
        assert all(len(button.token) <= tokens.LONGEST for button in row)
    assert len(tokens.menu("replay", f"{'a' * 10}.99999.{'f' * 8}")) <= tokens.LONGEST


async def test_it_belongs_to_who_asked(house):
    """Another one's press is refused in private words, and shows nothing."""
    message = await first(house)
    reply = await step(house, "乙", message, "▶")
    assert "别人在看" in said(reply)
    assert not reply.public
    assert not reply.message.rows


async def test_a_round_and_a_play_can_be_named(house):
    assert "第 1 / " in (await first(house, line="/replay 1")).text
    whole = await first(house, line="/replay 第2副")
    assert "刚发完牌" in whole.text
    assert "◀" in buttons(whole)
    assert "看不懂" in (await first(house, line="/replay 斗地主")).text


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", (0, None)), ("12", (0, 12)), ("从 12", (0, 12)), ("from 12", (0, 12)),
        ("从: 12", (0, 12)), ("第2副", (2, None)), ("第 2 副 5", (2, 5)), ("2副 从 5", (2, 5)),
        ("deal 2 from 5", (2, 5)), ("第2副第5步", (2, 5)), ("１２", (0, 12)),
        ("斗地主", None), ("1: ♠3", None), ("-1", None), ("99999", None), ("12 34 56", None),
    ],
)  # fmt: skip
def test_what_a_place_is_called(words, meant):
    assert spot(words) == meant


async def test_a_stranger_with_a_token_sees_nothing(house):
    """A token is a claim: from another chat, in private, with a mark of their own."""
    match = await house.store.scores.latest_match(ROOM_KEY)
    user = house.people.say("生人", "x").user
    token = tokens.menu("replay", f"{match}.0.{mark_of(user, match)}")
    kept = tokens.menu("keep", f"{match}.1.text")
    dealt = tokens.menu("deal", f"{match}.1.0")
    house.platform.outside |= {"生人"}
    away = ChatRef("memory", "-10099999999999")
    for forged in (token, kept, dealt):
        for chat in (None, away):
            reply = await house.press("生人", forged, chat=chat)
            assert not reply.message.rows
            assert reply.message.file is None
            assert "♠" not in reply.message.text
        assert not house.tables.running


async def test_somebody_who_played_sees_it_in_private_too(house):
    """And whoever is in the chat without having played sees what everybody saw."""
    message = await first(house)
    private = (await house.press("甲", buttons(message)["▶"], chat=None)).message
    assert "你的手牌" in private.text and "你的手牌" in message.text
    other = await first(house, "丙")
    assert "▶" in buttons(other) and "你的手牌" not in other.text


def test_moments_and_places_are_one_and_the_same():
    """Law: every moment has a place and every place a moment, whatever the log."""
    for game in written.some(4, "moments"):
        log = written.at_random(game, written.luck_of("moments", game.info.id)).log
        for at in range(frames.count(log)):
            assert frames.moment(log, *frames.place(log, at)) == at
        assert frames.place(log, -5) == (1, 0)
        assert frames.place(log, 10**6) == (len(log), len(log[-1].actions))
        if log[0].actions:
            assert frames.overall(log, 1) == 1


async def test_a_table_of_fifty_moves_is_at_most_fifty_edits(tmp_path):
    """Each press is one answer on the same message, and posts nothing in the chat."""
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "斗地主", persons=1, computers=2, rounds=1)
        await to_the_end(house, chance(3))
        message, calls = await first(house), len(house.platform.calls)
        edits = 0
        while "▶" in buttons(message):
            reply = await step(house, "甲", message, "▶")
            assert reply.where is Where.SAME_MESSAGE
            message, edits = reply.message, edits + 1
        match = await house.store.matches.match(await house.store.scores.latest_match(ROOM_KEY))
        assert edits == len(match.rounds[0].actions) > 10
        assert len(house.platform.calls) == calls


async def test_practice_alone_shows_all_hands(tmp_path):
    """As /display does there; with a friend at the table it shows one's own."""
    deal_ = "/deal 比大小 1: ♠A ♠K ♠Q\n2: ♥A ♥K ♥Q\n其余: 随机"
    for friends, hands in ((0, True), (1, False)):
        async with service(tmp_path / f"{friends}.db", check=False) as house:
            await house.say("甲", deal_)
            await house.say("乙", "/join") if friends else await house.say("甲", "/addbot")
            await house.say("甲", "/start")
            assert ("♥A" in (await first(house)).text) == hands


# What is kept.


async def test_the_last_round_in_motion(house):
    """An animated WebP, small and short, of as many pictures as there were moments."""
    await house.forward(12)
    reply = await house.say("甲", "/record 动图")
    file = reply.message.file
    assert file.name == "round.webp"
    assert len(file.data) <= film.MOST_BYTES
    shown = Image.open(BytesIO(file.data))
    assert shown.format == "WEBP" and shown.is_animated
    match = await house.store.matches.match(await house.store.scores.latest_match(ROOM_KEY))
    assert shown.n_frames <= 1 + len(match.rounds[-1].actions)


async def test_a_film_that_hangs_is_given_up(house, monkeypatch):
    def never(views, say, *, four=False):
        raise film.TooLarge("no film")

    monkeypatch.setattr(film, "film", never)
    await house.forward(12)
    assert "没能做出来" in said(await house.say("甲", "/record film"))


def test_a_film_is_never_too_large_nor_too_long(monkeypatch):
    """The longest round is shown in twenty seconds; where nothing is small enough it says so."""
    for count in (1, 2, 10, 48, 60, 500):
        assert sum(film.durations(len(film.some(range(count))))) <= film.LONGEST
    fresh, log, _ = written.playthrough("zhajinhua.txt")
    views = [frame.view for frame in frames.round_frames(fresh, log, 1, None)][:3]
    whole = film.film(views, str)
    monkeypatch.setattr(film, "MOST_BYTES", len(whole) - 1)
    assert len(film.film(views, str)) < len(whole)
    monkeypatch.setattr(film, "MOST_BYTES", 10)
    with pytest.raises(film.TooLarge):
        film.film(views, str)


async def test_the_card_of_a_match(tmp_path):
    platform = MemoryPlatform(pictures=True, scenes=True)
    async with service(
        tmp_path / "t.db", platform=platform, paint=picture.paint, check=False
    ) as house:
        await begin(house, "比大小", quan=2)
        await to_the_end(house, chance(1))
        await house.forward(12)
        message = (await house.say("甲", "/record 卡片")).message
        assert message.picture.startswith(b"\x89PNG")
        assert message.file.name == "match.png" and message.file.data == message.picture
        assert "甲" in message.alt and "战报" in message.alt


async def test_what_is_kept_is_reached_from_the_replay(house):
    message = await first(house)
    shown = buttons(message)
    text = await house.press("甲", shown["文字"])
    assert text.message.file.data.decode().startswith("牌谱 1: ")
    await house.forward(12)
    assert (await house.press("甲", shown["动图"])).message.file.name == "round.webp"
    await house.forward(12)
    assert "战报" in (await house.press("甲", shown["卡片"])).message.alt


async def test_before_a_round_is_over_there_is_no_card(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "比大小")
        assert "一副都还没打完" in said(await house.say("甲", "/record 卡片"))


# From a play of it.


async def test_a_table_goes_on_from_where_the_replay_stands(house):
    """In one's own seat, with the cards that one knows, and computer players around."""
    message = await first(house, "乙", line="/replay 第2副 1")
    reply = await house.press("乙", buttons(message)["从这里打"])
    assert "就照这副牌发" in said(reply)
    table = house.table
    assert table.state.deal
    seat = table.seat_of(house.people.say("乙", "x").user)
    match = await house.store.matches.match(await house.store.scores.latest_match(ROOM_KEY))
    assert match.seats[seat].user == "memory:乙"
    await house.say("乙", "/start")
    assert len(house.table.log[0].actions) >= 1
    assert house.table.log[0].actions[0][0] == match.rounds[1].actions[0][0]


async def test_a_table_goes_on_from_a_play_that_is_named(house):
    await house.forward(12)
    await house.say("甲", "/deal 2")
    await house.say("甲", "/start")
    stored = await house.store.matches.match(await house.store.scores.latest_match(ROOM_KEY))
    first_action = house.table.log[0].actions[0]
    assert first_action[0] == stored.rounds[0].actions[0][0]


@pytest.mark.parametrize("who", "甲乙")
async def test_whoever_gets_another_beginning_than_they_named_is_told_why(house, monkeypatch, who):
    """No hands that were made up fit the plays; and who made the plays has nothing to be told."""
    await house.forward(12)
    monkeypatch.setattr(rounds, "TRIES", 0)
    reply = await house.say(who, "/deal 第2副 2")
    assert "就从头打起" in said(reply) and "就照这副牌发" in said(reply)
    assert "从: 1\n" in house.table.state.deal
    await house.say(who, "/stop")
    monkeypatch.undo()
    reply = await house.say(who, "/deal 第2副 2")
    assert "打起" not in said(reply) and "就照这副牌发" in said(reply)
    assert "从: 2\n" in house.table.state.deal


def test_it_has_a_right_of_its_own():
    assert RIGHTS["replay"] == RIGHTS["record"]


# A record that is handed in.


def enclosing(text):
    """A file with a text in it."""

    async def read(most):
        return text.encode()[:most]

    return Enclosed("record.txt", len(text.encode()), read)


@pytest.mark.parametrize("name", chosen(written.FILES, 4, "handed in"))
async def test_a_record_that_is_handed_in_is_replayed(tmp_path, name):
    """All of it, as everything is written there; for its owner alone, and it counts nowhere."""
    fresh, log, _ = written.playthrough(name)
    async with service(tmp_path / "t.db", check=False) as house:
        asked = house.people.say("甲", "/replay 1", enclosed=enclosing(write(fresh, log)))
        message = (await house.do(asked)).message
        assert "第 1 / " in message.text or not log[0].actions
        match = next(iter(buttons(message).values())).split(":")[2].split(".")[0]
        stored = await house.store.matches.match(match)
        assert [round_.actions for round_ in stored.rounds]
        assert sum(len(r.actions) for r in stored.rounds) == sum(len(r.actions) for r in log)
        last = tokens.menu(
            "replay", f"{match}.{frames.count(log) - 1}.{mark_of(asked.user, match)}"
        )
        await house.forward(12)
        assert buttons((await house.press("甲", last)).message)
        other = tokens.menu(
            "replay", f"{match}.0.{mark_of(house.people.say('乙', '').user, match)}"
        )
        for chat in (None, asked.chat):
            refused = await house.press("乙", other, chat=chat)
            assert not refused.message.rows
        assert await house.store.scores.latest_match(ROOM_KEY) is None
        assert not await house.store.scores.person_totals(asked.user.key)


async def test_of_a_bad_record_that_is_handed_in_nothing_is_kept(house):
    before = await house.store.scores.latest_match("", person="memory:甲")
    bad = "牌谱 1: 斗地主\n1: ♠3 ♠4 ♠3\n其余: 随机"
    reply = await house.do(house.people.say("甲", "/replay", enclosed=enclosing(bad)))
    assert "第 2 行第 10 个字" in said(reply)
    reply = await house.say("甲", f"/replay {bad}\n// {'x' * 40}")
    assert "第 2 行第 10 个字" in said(reply)
    assert await house.store.scores.latest_match("", person="memory:甲") == before


async def test_what_was_handed_in_is_forgotten_with_its_owner(tmp_path):
    """No key of theirs is left in the file."""
    async with service(tmp_path / "t.db", check=False) as house:
        fresh, log, _ = written.playthrough("zhajinhua.txt")
        text = write(fresh, log)
        await house.do(house.people.say("甲甲甲甲", "/replay", enclosed=enclosing(text)))
        message = (await house.say("甲甲甲甲", "/forgetme", chat=None)).message
        await house.press("甲甲甲甲", buttons(message)["到处都忘记我"], chat=None)
        await house.forward(UNDO.total_seconds() + 86_400)
        with closing(sqlite3.connect(tmp_path / "t.db")) as file:
            await until(lambda: not any("memory:甲甲甲甲" in line for line in file.iterdump()))


async def test_so_many_are_handed_in_and_no_more(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        text = write(*written.playthrough("zhajinhua.txt")[:2])
        told = []
        for _ in range(HANDED_IN + 1):
            await house.forward(12)
            asked = house.people.say("甲", "/replay", enclosed=enclosing(text))
            told.append(said(await house.do(asked)))
        assert "最多交" in told[-1] and not any("最多交" in one for one in told[:-1])
        await house.forward(3600)
        reply = await house.do(house.people.say("甲", "/replay", enclosed=enclosing(text)))
        assert buttons(reply.message)


@pytest.mark.parametrize("how", ["file", "answer", "line", "empty file"])
async def test_where_a_link_is_all_it_takes_a_record_of_ones_own_is_replayed(tmp_path, how):
    """Whoever has not played here sees the match that they bring along, and never the room's."""
    platform = MemoryPlatform(purses=False)
    async with service(tmp_path / "t.db", platform=platform, check=False) as house:
        await begin(house, "比大小", quan=2)
        await to_the_end(house, chance(1))
        assert "只给在这里打过牌的人看" in said(await house.say("丙", "/replay"))
        text = write(*written.playthrough("zhajinhua.txt")[:2])
        fields = {
            "file": {"enclosed": enclosing(text)},
            "answer": {"quoted": text},
            "line": {},
            "empty file": {"enclosed": enclosing(" \n")},
        }[how]
        line = f"/replay {text}" if how == "line" else "/replay"
        reply = await house.do(house.people.say("丙", line, **fields))
        assert "比大小" not in said(reply)
        assert bool(buttons(reply.message)) == (how != "empty file")
        if how != "empty file":
            assert "第 1 / " in (await step(house, "丙", reply.message, "▶")).message.text
