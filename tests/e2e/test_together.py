"""Several people in contexts of their own play in real browsers, and nobody sees too much."""

import asyncio
import json
import re

import pytest
from playwright.async_api import expect

from bot.table.state import Phase
from tests.e2e.pages import NEXT, Person
from tests.kit.actors import press_of, waited_for
from tests.kit.browser import chromium
from tests.kit.open_house import open_house
from tests.kit.shadow import Shadow
from tests.kit.tiers import chosen
from tests.kit.walk import cards_in, spoken

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("小明", "阿强", "小雅", "老石")


async def sit_down(browser, web, game, names, quan):
    """Everybody in one room at one table, started."""
    people = [await Person.arrive(browser, web.address, names[0])]
    people += [await Person.arrive(browser, people[0].page.url, name) for name in names[1:]]
    host = people[0]
    await host.say(f"/newgame {game}")
    for person in people[1:]:
        await person.press("加入")
    await expect(host.board).to_contain_text(f"现在 {len(people)} 人")
    await host.say(f"/settings quan {quan}")
    await expect(host.board.locator(".twin p")).to_have_text(re.compile(f"{quan} 圈"))
    return people


def _shown(html):
    """A page's text and the words in its attributes, without ids."""
    return re.sub(r'(src|href|id|form|for|nonce|data-(id|key)|aria-\w+by)="[^"]*"', "", html)


class Watch:
    """What each person could know when a frame reached them."""

    def __init__(self, table, people):
        self.table = table
        self.people = people
        self.shadow = Shadow(table)
        self.may = {person.name: set() for person in people}
        self.checked = 0

    def look(self):
        """Check all frames that came since the last look."""
        for state in self.shadow.catch_up():
            for person in self.people:
                seen = self.table.game.observe(state, self.seat(person))
                self.may[person.name] |= cards_in(seen)
        for person in self.people:
            frames, person.frames[:] = list(person.frames), []
            for frame in frames:
                assert cards_in(spoken(json.loads(frame))) <= self.may[person.name]
                self.checked += 1

    def seat(self, person):
        """Where a person sits."""
        return next(s for s, x in enumerate(self.table.state.players) if x.name == person.name)


async def play(table, people, look=lambda: None):
    """Everybody does what the game suggests, on their own page, until the match is over."""
    by_name = {person.name: person for person in people}
    turn = 0
    while not table.state.over:
        look()
        before = table.state.public
        if table.state.phase is Phase.BETWEEN:
            players = enumerate(table.state.players)
            name = next(x.name for seat, x in players if seat not in table.state.ready)
            await by_name[name].press(NEXT, "#hands")
        else:
            seat, _ = waited_for(table)[0]
            action = table.game.suggest(table.seen(seat), 1)[0]
            person = by_name[table.state.players[seat].name]
            await person.answer(*press_of(table, seat, action))
        async with asyncio.timeout(20):
            while table.state.public == before:
                await people[0].page.wait_for_timeout(2)
        turn += 1
        yield turn
    look()


async def test_four_people_in_four_contexts(tmp_path):
    async with open_house(tmp_path / "t.db") as (service, web), chromium() as browser:
        people = await sit_down(browser, web, "蹲麻子", NAMES, 1)
        (runner,) = service.running.tables.running.values()
        empty = {p.name: cards_in(_shown(await p.page.content())) for p in people}
        for person in people:
            person.frames.clear()
        await people[0].press("开始")
        await people[0].reads("开始！")
        watch = Watch(runner.table, people)
        async for turn in play(runner.table, people, watch.look):
            if turn % 8 == 0:
                for person in people:
                    dom = cards_in(_shown(await person.page.content())) - empty[person.name]
                    watch.look()
                    assert dom <= watch.may[person.name]
        assert watch.checked > 40
        for person in people:
            await person.reads("全场 1 圈打完")
            await person.say("/scores")
            await expect(person.page.locator(".note .scene")).to_be_visible()
        await _nobody_fetches_anothers_picture(people)
        sheet = await service.context.store.scores.rounds(
            f"web:{people[0].page.url.rsplit('/', 1)[1]}"
        )
        assert [r.round for r in sheet] == [1]


FETCH = """async ([urls, credentials]) => Promise.all(
    urls.map(async url => (await fetch(url, {credentials})).status))"""


async def _nobody_fetches_anothers_picture(people):
    """Every address a person was ever given, asked for by everybody else and by nobody."""
    for owner, person in enumerate(people):
        urls = person.private_pictures()
        own = await person.page.evaluate(FETCH, [urls, "same-origin"])
        assert 200 in own
        assert set(await person.page.evaluate(FETCH, [urls, "omit"])) == {404}
        for other in people[:owner] + people[owner + 1 :]:
            assert set(await other.page.evaluate(FETCH, [urls, "same-origin"])) == {404}


@pytest.mark.parametrize("game", chosen(["比大小", "占格子"], 1, "together"))
async def test_the_games_made_for_tests(tmp_path, game):
    async with open_house(tmp_path / "t.db") as (service, web), chromium() as browser:
        people = await sit_down(browser, web, game, NAMES[:2], 2)
        (runner,) = service.running.tables.running.values()
        await people[0].press("开始")
        await people[0].reads("开始！")
        async for _ in play(runner.table, people):
            pass
        await people[1].reads("打完")
