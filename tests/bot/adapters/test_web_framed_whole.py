"""Whole deals with one person on the page inside Telegram and one by the buttons in the chat."""

from dataclasses import replace

import pytest

from bot.commands import windows
from bot.ports.refs import UserRef
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


class Watched:
    """A page that is open, and the cards that its reader may know: at a seat, or looking on."""

    def __init__(self, house, page, seat):
        self.house, self.page, self.seat = house, page, seat
        self.known, self.read = set(), 0
        self.learn()
        house.service.windows.listen(lambda _: self.learn())

    def learn(self):
        """What the game lets them see, and all are told, whenever the table is shown otherwise."""
        table = self.house.table
        self.known.update(cards_in((table.seen(self.seat), table.news)))

    def look(self):
        """Check what has come since the last look."""
        fresh, self.read = self.page.frames[self.read :], len(self.page.frames)
        assert cards_in(spoken(fresh)) <= self.known


async def watched(framed, person):
    """Somebody's page at the table that is on."""
    table = framed.house.table
    page = await entered(framed, person, table.state.id)
    return Watched(framed.house, page, table.seat_of(UserRef("telegram", str(person.id))))


@pytest.mark.slow
@pytest.mark.parametrize("game", chosen(GAMES, 1, "inside Telegram"))
async def test_a_deal_is_played_whole_and_no_frame_has_a_card_that_its_reader_may_not_see(
    tmp_path, game
):
    """Neither one's of whoever plays there, nor one's of somebody who only looks on."""
    async with framed_house(tmp_path / "t.db") as framed:
        house, rng = framed.house, chance(27, game)
        inside = await begun(framed, game)
        readers = [await watched(framed, person) for person in (inside, framed.people[3])]
        page, pressed = readers[0].page, 0
        assert readers[1].seat is None
        for _ in range(MOST):
            for reader in readers:
                reader.look()
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
        assert all(reader.read > 1 for reader in readers)
        for reader in readers:
            await reader.page.close()


@pytest.mark.parametrize("leak", ["hand", "board"])
async def test_planted_a_page_that_shows_another_seats_cards_is_seen(tmp_path, monkeypatch, leak):
    real_hand, real_board = windows.private.hand, windows.public.board

    def hand(reader, table, seat, **more):
        return real_hand(reader, table, (seat + 1) % table.match.seats, **more)

    def board(reader, table):
        shown = real_board(reader, table)
        return replace(shown, message=replace(shown.message, text=told(table.seen(0).hand)))

    async with framed_house(tmp_path / "t.db") as framed:
        await framed.house.begin(framed.group, framed.people[:3], "doudizhu")
        if leak == "hand":
            monkeypatch.setattr(windows.private, "hand", hand)
        else:
            monkeypatch.setattr(windows.public, "board", board)
        who = framed.people[0] if leak == "hand" else framed.people[3]
        reader = await watched(framed, who)
        with pytest.raises(AssertionError):
            reader.look()
        await reader.page.close()


def told(cards):
    """Cards in words."""
    return " ".join(card.code for card in cards)


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
