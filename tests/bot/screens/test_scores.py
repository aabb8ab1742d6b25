"""What can be read: people of one name are told apart in it."""

from dataclasses import replace

import pytest

from bot.ports.refs import ChatRef
from bot.scores.period import Period
from bot.screens.courses import of_match
from bot.screens.scores import ScoreBook
from bot.store.rows import GameTotal
from bot.store.scorebook import EVER
from engine.msg import msg
from engine.rng import Rng
from tests.kit.actors import answer, begin, chance, said, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, ROOM_KEY
from tests.kit.platform import buttons


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def test_txt_03_people_of_one_name_are_told_apart_in_what_is_read(house):
    say, rng = house.people.say, Rng(b"book", "people")
    for who, text in (("甲", "/newgame 比大小"), ("乙", "/join"), ("甲", "/start")):
        await house.do(say(who, text, display_name="小明"))
    table = house.table
    for _ in range(2):
        await answer(house, table, waited_for(table)[0][0], rng)
    assert table.match.over
    for command in ("/scores", "/record"):
        text = (await house.do(say("丙", command))).message.text
        assert "小明·1" in text
        assert "小明·2" in text
        assert "小明 " not in text


async def test_txt_03_a_name_in_the_totals_stays_the_same_whoever_leads(house):
    called = ScoreBook(house.context.reader).called
    rows = [GameTotal(user, "小明", "dazha", points, 1) for user, points in (("b", 5), ("a", -5))]
    assert called(rows) == called(rows[::-1]) == {"a": "小明·1", "b": "小明·2"}


async def test_the_book_of_a_match_is_in_its_readers_words(house):
    await begin(house, "比大小")
    english = await house.say("甲", "/why", language="en")
    assert english.message.text.startswith("Waiting for ")
    assert "在等" in (await house.say("乙", "/why")).message.text


async def played_here(house, *names, chat):
    """One round of a match of two persons at a place, which goes on."""
    house.people.chat = chat
    await house.say(names[0], "/newgame 比大小")
    await house.say(names[1], "/join")
    await house.say(names[0], "/settings quan 3")
    await house.say(names[0], "/start")
    table = house.tables.at(chat).table
    for seat, _ in waited_for(table):
        await answer(house, table, seat, chance(seat))
    await house.forward(5)
    return table


async def test_sco_01_what_is_read_and_corrected_is_the_match_at_this_table(house):
    """Another topic of the chat plays too, and has finished a round later."""
    one, two = (ChatRef("memory", ROOM_ID, topic) for topic in "12")
    here = await played_here(house, "甲", "乙", chat=one)
    await played_here(house, "丙", "丁", chat=two)
    read = said(await house.say("甲", "/scores", chat=one)).split("累计")[0]
    assert "甲" in read and "丙" not in read
    assert "丙" in said(await house.say("丙", "/scores", chat=two)).split("累计")[0]
    how = said(await house.say("甲", "/correct", chat=one))
    assert "甲" in how and "丁" not in how
    assert "还要 1 人" in said(await house.say("甲", "/correct 1 0 0", chat=one))
    await house.press("乙", buttons(house.platform.board())["同意"])
    first, second = await house.store.scores.rounds(ROOM_KEY)
    assert (first.match, first.scores) == (here.state.match, (0, 0))
    assert second.corrections == ()


@pytest.mark.parametrize("who", ["甲", "乙"])
async def test_sco_01_others_have_played_since_and_ones_own_match_is_meant(house, who):
    room = ChatRef("memory", ROOM_ID)
    mine = await played_here(house, "甲", "乙", chat=room)
    await house.say("群主", "/stop", admin=True)
    await played_here(house, "丙", "丁", chat=room)
    assert "还要 1 人" in said(await house.say(who, "/correct 1 0 0"))
    assert "可以提议" in said(await house.say("看", "/correct 1 0 0"))
    assert "还要 2 人" in said(await house.say("群主", "/correct 1 0 0", admin=True))
    await house.press("乙" if who == "甲" else "甲", asked_of(house, "甲")["同意"])
    scored = await house.store.scores.rounds(ROOM_KEY)
    assert [r.scores == (0, 0) for r in scored] == [r.match == mine.state.match for r in scored]


def asked_of(house, name):
    """The buttons of the question in the group that names somebody."""
    (found,) = (
        s.message
        for s in house.platform.in_chat()
        if name in s.message.text and "提议改" in s.message.text
    )
    return buttons(found)


async def test_the_book_has_the_course_of_the_newest_match(house):
    """A line for each person, in the picture and on the page; what was corrected counts."""
    await begin(house, "比大小", quan=3)
    rng = chance(4)
    for _ in range(3):
        for seat, _ in waited_for(house.table):
            await answer(house, house.table, seat, rng)
        for who in ("甲", "乙"):
            await house.say(who, "/next")
    rounds = await house.store.scores.rounds(ROOM_KEY)
    course = of_match(rounds).points
    assert course[0] == (0, 0)
    assert len(course) == len(rounds) + 1 == 4
    assert course[-1] == tuple(map(sum, zip(*(r.scores for r in rounds), strict=True)))
    assert of_match([replace(r, seats=r.seats[:1], scores=r.scores[:1]) for r in rounds]) is None
    assert of_match(rounds[:1]) is None


async def test_the_book_says_who_beat_whom_in_the_newest_match(house):
    """Of three and more; of two the rounds say it."""
    await begin(house, "比大小", persons=3, quan=3)
    rng = chance(4)
    for _ in range(3):
        for seat, _ in waited_for(house.table):
            await answer(house, house.table, seat, rng)
        for who in ("甲", "乙", "丙"):
            await house.say(who, "/next")
    rounds = await house.store.scores.rounds(ROOM_KEY)
    shown = said(await house.say("甲", "/scores"))
    assert "谁赢谁" in shown
    won = sum(r.scores[0] > r.scores[1] for r in rounds)
    lost = sum(r.scores[0] < r.scores[1] for r in rounds)
    (duels,) = [b for b in house_view(house, rounds).blocks if b.title.key == "sheet-duels"]
    assert duels.rows[0][2] == f"{won} : {lost}"
    assert [row[seat + 1] for seat, row in enumerate(duels.rows)] == ["–"] * 3


def house_view(house, rounds):
    """What the book shows of a match."""
    period = Period("all", EVER, msg("scores-title", game="x"))
    return ScoreBook(house.context.reader).scores(rounds, [], [], period).view
