"""Whole deals with one person in Discord's Activity and the others by the buttons in the chat."""

import pytest

from bot.screens.table_view import private_view
from engine.registry import games
from tests.bot.adapters.test_every_game import company
from tests.kit.activity import activity_house
from tests.kit.actors import chance, offered, press_of
from tests.kit.framed import FramedPage
from tests.kit.tiers import chosen
from tests.kit.walk import cards_in

MOST = 1000
"""Things that happen in one deal; more have no end in sight."""

GAMES = games()


async def begun(club, game):
    """A table of two people, or as many as there may be, and computer players."""
    people, computers = company(GAMES[game], 2)
    await club.slash(0, "newgame", game=game)
    for who in range(1, people):
        await club.click(who, club.board(), "加入")
    for _ in range(computers):
        await club.slash(0, "addbot")
    await club.click(0, club.board(), "开始")


@pytest.mark.slow
@pytest.mark.parametrize("game", chosen(GAMES, 1, "inside Discord"))
async def test_a_deal_is_played_whole_and_no_frame_has_a_card_that_its_reader_may_not_see(
    tmp_path, game
):
    async with activity_house(tmp_path / "d.db") as inside:
        club, house, rng = inside.club, inside.house, chance(27, game)
        await begun(club, game)
        person, table = club.people[0], house.table
        seat = club.seat_of(0)
        known, read, pressed = set(), 0, 0

        def learn(_):
            """What that seat sees, and all are told, whenever the table is shown otherwise."""
            known.update(cards_in((private_view(house.table, seat), house.table.news)))

        learn(table.state.id)
        house.service.windows.listen(learn)
        inside.enter(person)
        found = await inside.session(person.id)
        page = FramedPage(*await inside.socket(found["token"]))
        for _ in range(MOST):
            learn(table.state.id)  # a page may look between a change and its being told
            fresh, read = page.frames[read:], len(page.frames)
            assert cards_in(fresh) <= known
            if house.table.match.played:
                break
            asked = club.asked()
            if not asked:
                await club.forward(3)
                continue
            who, at = rng.choice(asked)
            token, values = press_of(house.table, at, offered(house.table, at, rng))
            if who == 0:
                answer = await page.press(token, values)
                assert set(answer) == {"ack"}, answer
                pressed += 1
                await club.settle()
            else:
                await club.act(who, club.private(who), token, values)
        assert house.table.match.played
        assert pressed
        await page.close()
