"""Whole deals with one person on the page inside Telegram and one by the buttons in the chat."""

import pytest

from bot.ports.refs import UserRef
from bot.screens.table_view import private_view
from engine.registry import games
from tests.bot.adapters.test_every_game import company
from tests.kit.actors import chance, legal, press_of
from tests.kit.clock import ManualClock
from tests.kit.framed import FramedPage, framed_house, page_beside
from tests.kit.telegram import server_for, telegram_house
from tests.kit.tiers import chosen
from tests.kit.walk import cards_in, spoken

MOST = 1000
"""Things that happen in one deal; more have no end in sight."""

GAMES = games()


async def begun(framed, game):
    """A table of two people, or as many as there may be, and computer players."""
    house, group = framed.house, framed.group
    people, computers = company(GAMES[game], 2)
    await house.say(framed.people[0], group, f"/newgame {game}")
    for person in framed.people[1:people]:
        await house.press(person, house.board(group), "加入")
    for _ in range(computers):
        await house.say(framed.people[0], group, "/addbot")
        await house.forward(6)
    await house.say(framed.people[0], group, "/start")
    await house.forward(6)
    return framed.people[0]


async def entered(framed, person, table=""):
    """A person's page."""
    found = await framed.session(framed.data(person))
    return FramedPage(*await framed.socket(found["token"], table))


@pytest.mark.slow
@pytest.mark.parametrize("game", chosen(GAMES, 1, "inside Telegram"))
async def test_a_deal_is_played_whole_and_no_frame_has_a_card_that_its_reader_may_not_see(
    tmp_path, game
):
    async with framed_house(tmp_path / "t.db") as framed:
        house, rng = framed.house, chance(27, game)
        inside = await begun(framed, game)
        table = house.table
        page = await entered(framed, inside, table.state.id)
        seat = table.seat_of(UserRef("telegram", str(inside.id)))
        known, read, pressed = set(), 0, 0

        def learn(_):
            """What that seat sees, and all are told, whenever the table is shown otherwise."""
            known.update(cards_in((private_view(house.table, seat), house.table.news)))

        learn(table.state.id)
        house.service.windows.listen(learn)
        for _ in range(MOST):
            fresh, read = page.frames[read:], len(page.frames)
            assert cards_in(spoken(fresh)) <= known
            if house.table.match.played:
                break
            asked = house.asked()
            if not asked:
                await house.forward(3)
                continue
            who, at = rng.choice(asked)
            action = legal(house.table, at, rng)
            if who is inside:
                answer = await page.press(*press_of(house.table, at, action))
                assert set(answer) == {"ack"}, answer
                pressed += 1
                await house.settle()
            else:
                own = house.world.private(who).ours
                shown = next(m for m in reversed(own) if m.keyboard)
                await house.act(who, shown, house.table, at, action)
        assert house.table.match.played
        assert pressed
        await page.close()


async def test_after_a_restart_the_same_proof_opens_the_page_anew_within_its_hour(tmp_path):
    clock = ManualClock()
    async with server_for(None, clock) as server:
        async with telegram_house(tmp_path / "t.db", server=server, clock=clock) as house:
            people = [house.world.user(name) for name in "甲乙丙"]
            group = house.world.group("牌友群", people)
            await house.begin(group, people, "doudizhu")
            async with page_beside(house, group, people) as framed:
                data = framed.data(people[0])
                before = await framed.session(data)
                _, state = await framed.socket(before["token"], house.table.state.id)
        clock.lapse(1800)
        async with (
            telegram_house(tmp_path / "t.db", server=server, clock=clock) as house,
            page_beside(house, group, people) as framed,
        ):
            assert (await framed.socket(before["token"]))[1] is None
            again = await framed.session(data)
            _, now = await framed.socket(again["token"], house.table.state.id)
            clock.lapse(1801)
            late = await framed.session(data, "key-of-another-page")

    hands = [message["pickers"] for one in (state, now) for message in one["messages"]["person"]]
    assert [picker["groups"] for picker in hands[0]] == [picker["groups"] for picker in hands[1]]
    assert hands[0]
    assert late == {"error": "frame-old"}
