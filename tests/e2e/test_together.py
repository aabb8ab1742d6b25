"""Several people in contexts of their own play in real browsers, and nobody sees too much."""

import asyncio
import json
import re

import pytest
from playwright.async_api import expect

from tests.e2e.pages import Person
from tests.kit.browser import chromium
from tests.kit.open_house import open_house
from tests.kit.shadow import Shadow
from tests.kit.walk import cards_in

pytestmark = pytest.mark.browser

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
    await expect(host.board.get_by_role("img")).to_have_accessible_name(re.compile(f"打 {quan} 圈"))
    return people


def _words(frame):
    """A frame without its ids, which are random letters and may spell anything."""
    match frame:
        case dict():
            ids = ("id", "picture", "token", "place")
            return [_words(value) for key, value in frame.items() if key not in ids]
        case list():
            return [_words(item) for item in frame]
        case _:
            return frame


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
                assert cards_in(_words(json.loads(frame))) <= self.may[person.name]
                self.checked += 1

    def seat(self, person):
        """Where a person sits."""
        return next(s for s, x in enumerate(self.table.state.sitters) if x.name == person.name)


async def test_four_people_in_four_contexts(tmp_path):
    async with open_house(tmp_path / "t.db") as (hub, web), chromium() as browser:
        people = await sit_down(browser, web, "蹲麻子", NAMES, 1)
        (runner,) = hub.runners.values()
        table = runner.table
        empty = {p.name: cards_in(_shown(await p.page.content())) for p in people}
        for person in people:
            person.frames.clear()
        await people[0].press("开始")
        await people[0].reads("指纹")
        watch = Watch(table, people)
        for turn in range(600):
            watch.look()
            if table.state.over:
                break
            moved = await asyncio.gather(*[p.go_on() for p in people if await p.offers()])
            if turn % 10 == 0:
                for person in people:
                    dom = cards_in(_shown(await person.page.content())) - empty[person.name]
                    watch.look()
                    assert dom <= watch.may[person.name]
            if not moved:
                await asyncio.sleep(0)
        assert table.state.over
        assert watch.checked > 20
        for person in people:
            await person.reads("全场 1 圈打完")
        await _nobody_fetches_anothers_picture(people)
        sheet = await hub.store.scored(f"web:{people[0].page.url.rsplit('/', 1)[1]}")
        assert [r.round for r in sheet] == [1]


async def _nobody_fetches_anothers_picture(people):
    fetch = """async ([url, token]) => (await fetch(url, {
        headers: token ? {Authorization: `Bearer ${token}`} : {}})).status"""
    tokens = [await person.token() for person in people]
    private = [person.private_pictures() for person in people]
    assert all(private)
    for owner, pictures in enumerate(private):
        for other, person in enumerate(people):
            for url in pictures:
                if other != owner:
                    assert await person.page.evaluate(fetch, [url, tokens[other]]) == 404
                assert await person.page.evaluate(fetch, [url, ""]) == 404


@pytest.mark.parametrize("game", ["比大小", "占格子"])
async def test_the_games_made_for_tests(tmp_path, game):
    async with open_house(tmp_path / "t.db") as (hub, web), chromium() as browser:
        people = await sit_down(browser, web, game, NAMES[:2], 2)
        (runner,) = hub.runners.values()
        await people[0].press("开始")
        await people[0].reads("指纹")
        for _ in range(300):
            if runner.table.state.over:
                break
            for person in people:
                await person.anything()
        assert runner.table.state.over
        await people[1].reads("打完")
