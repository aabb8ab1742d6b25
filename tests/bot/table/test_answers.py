"""What a press will lead to, known before it is done: only then may it be acknowledged at once."""

from dataclasses import replace

import pytest

from bot.table import tokens
from bot.table.commands import Repost, Suspend
from tests.kit.actors import answer, begin, chance, legal, press_of, said, waited_for
from tests.kit.house import service


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        await begin(open_house, "蹲麻子", 2)
        yield open_house


def ready(house, action=None):
    """A press on a ready-made answer of whoever is asked: who it is of, and what comes in."""
    table = house.table
    seat, who = waited_for(table)[0]
    action = action or legal(table, seat, chance("foresight"))
    item = tokens.item_of(action, table.prompt(seat))
    token = tokens.button(table.state.id, table.question_of(seat).number, item)
    return who, house.people.press(who, token)


def foreseen(house, press):
    return house.service.foresee(press.user, press.token)


def other(who):
    return "乙" if who == "甲" else "甲"


async def test_ready_made_answers_are_foreseen_and_done_without_a_word(house):
    done = 0
    while done < 12:
        if not waited_for(house.table):
            for who in ("甲", "乙"):
                await house.say(who, "/next")
            continue
        _, press = ready(house)
        assert foreseen(house, press)
        assert await house.do(press) is None
        done += 1


async def test_cards_picked_are_not_foreseen_since_they_may_be_refused(house):
    table = house.table
    seat, who = waited_for(table)[0]
    action = legal(table, seat, chance("picked"))
    token, values = press_of(table, seat, action)
    assert values
    press = house.people.press(who, token, values)
    assert not foreseen(house, press)
    assert await house.do(press) is None


async def test_what_is_refused_or_answered_is_not_foreseen(house):
    who, press = ready(house)
    table = house.table.state.id
    refused = [
        replace(press, user=replace(press.user, id=other(who))),
        replace(press, token=tokens.button(table, 999, "c0")),
        replace(press, token=tokens.button("t" * 10, 1, "c0")),
        replace(press, token="x"),  # noqa: S106
    ]
    answered = [
        replace(press, token=tokens.button(table, 0, "hand")),
        replace(press, token=tokens.menu("newgame")),
        replace(press, token="", text="/play 3"),
    ]
    assert not any(foreseen(house, one) for one in [*refused, *answered])
    assert all([await house.do(one) for one in refused])
    assert foreseen(house, press), "looking changes nothing"


async def test_a_table_that_is_busy_or_stands_still_foresees_nothing(house):
    _, press = ready(house)
    runner = next(iter(house.tables.running.values()))
    runner.tell(Repost())
    assert not foreseen(house, press)
    await house.settle()
    assert foreseen(house, press)
    await runner.ask(Suspend())
    assert not foreseen(house, press)
    assert said(await house.do(press))


async def test_what_could_not_be_stored_is_said_after_all_and_then_before(house, monkeypatch):
    """The first press is acknowledged, and hears of it in words; the next ones are not."""
    _, press = ready(house)
    pen = house.store._writer

    async def full(*_):
        raise OSError("disk full")

    monkeypatch.setattr(pen, "_write", full)
    assert foreseen(house, press)
    assert said(await house.do(press))
    assert not foreseen(house, press)


async def test_a_question_that_was_answered_is_open_to_nobody(house):
    _, press = ready(house)
    seat, _ = waited_for(house.table)[0]
    await answer(house, house.table, seat, chance("once"))
    assert not foreseen(house, press)
    assert said(await house.do(press))
