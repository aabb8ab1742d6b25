"""Cards that are picked and not sent: who is told what, by the whole service."""

import pytest

from bot.ports.messages import Picked
from bot.screens.picked import MOST
from bot.table import tokens
from tests.kit.actors import NAMES, begin, name_of, waited_for
from tests.kit.house import service


@pytest.fixture
async def leading(tmp_path):
    """A table of 锄大地 with somebody to lead: the house, their seat and name."""
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "chudadi", persons=4)
        seat, name = waited_for(house.table)[0]
        yield house, seat, name


def ask(house, name, values, number=None):
    question = house.table.state.questions[0]
    token = tokens.button(house.table.state.id, number or question.number, "s0")
    return house.service.picked(house.people.press(name, token, values))


async def test_a_pick_is_answered_with_its_rule_and_with_what_it_may_become(leading):
    house, seat, name = leading
    prompt = house.table.prompt(seat)
    among = prompt.picks[0].among
    must = house.table.match.state.public.must
    before = house.table.match.step
    good = await ask(house, name, (tokens.value_of("cards", among.index(must)),))
    other = next(at for at, card in enumerate(among) if card != must)
    bad = await ask(house, name, (tokens.value_of("cards", other),))

    assert good.why == "" and bad.why
    assert len(good.plays) <= MOST
    for play in good.plays:
        item = tokens.read(play.token).item
        assert must in tokens.action_of(item, (), prompt).cards
        assert tokens.action_of("s0", play.picks, prompt).cards
    assert house.table.match.step == before, "asking plays nothing"
    refused = await house.press(
        name,
        tokens.button(house.table.state.id, house.table.state.questions[0].number, "s0"),
        (tokens.value_of("cards", other),),
    )
    assert refused.message.text == bad.why, "the same words as when it is sent"


async def test_nothing_is_said_to_who_is_not_asked_or_of_an_old_question(leading):
    house, seat, name = leading
    values = (tokens.value_of("cards", 0),)
    number = house.table.state.questions[0].number
    for who in (*(one for one in NAMES[:4] if one != name), "丁", "somebody else"):
        if who != name:
            assert await ask(house, who, values) == Picked()
    assert await ask(house, name, values, number + 1) == Picked()
    assert await ask(house, name, ("cards.99",)) == Picked()
    assert await ask(house, name, ("x" * 60,)) == Picked()
    assert name_of(house.table, seat) == name


async def test_a_game_that_fails_to_say_costs_a_line_in_the_log_and_no_more(
    leading, monkeypatch, caplog
):
    house, _, name = leading

    secret = "".join(("H", "10"))

    def broken(*_):
        raise OSError(secret)

    monkeypatch.setattr(type(house.table.game), "imagine", broken)
    assert await ask(house, name, (tokens.value_of("cards", 0),)) == Picked()
    assert "nothing said of a pick" in caplog.text
    assert secret not in caplog.text
