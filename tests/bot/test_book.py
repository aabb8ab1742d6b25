"""What can be read: people of one name are told apart in it."""

import pytest

from bot.scorebook import ScoreBook
from bot.store.rows import GameTotal
from engine.rng import Rng
from tests.kit.actors import answer, begin, waited_for
from tests.kit.house import service


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
    called = ScoreBook(house.hub.screens).called
    rows = [GameTotal(user, "小明", "dazha", points, 1) for user, points in (("b", 5), ("a", -5))]
    assert called(rows) == called(rows[::-1]) == {"a": "小明·1", "b": "小明·2"}


async def test_the_book_of_a_match_is_in_its_readers_words(house):
    await begin(house, "比大小")
    english = await house.say("甲", "/why", language="en")
    assert english.message.text.startswith("Waiting for ")
    assert "在等" in (await house.say("乙", "/why")).message.text
