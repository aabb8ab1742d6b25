"""The table drawn live: every game's screens, on two telephones, in a real browser."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.delivery.painter import Painter
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.support.clock import SystemClock
from engine.registry import games
from tests.kit.page import sit, window
from tests.kit.tiers import chosen
from tests.kit.web import web_table
from tests.renderers.moments import CROWD, alone, counts, sights

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PHONES = [(360, 740), (390, 844)]
GAMES = games(tests_too=True)
FAULTS = (Path(__file__).parents[2] / "kit" / "layout.js").read_text("utf-8")

SOON = datetime.now(UTC) + timedelta(seconds=119)
"""When a turn ends, so that its clock is shown."""

HIDDEN = """() => {
    const screen = document.getElementById('screen').getBoundingClientRect();
    const told = (one) => `${one.className} ${Math.round(one.getBoundingClientRect().bottom)}`;
    if (!document.querySelector('#hands .card')) return [];
    const below = [...document.querySelectorAll(
        '#pinned .scene > .title, #pinned .scene > .strip, #pinned .seat, #pinned .beat')]
        .filter((one) => one.getBoundingClientRect().bottom > screen.top + 1);
    const outside = [...document.querySelectorAll('#hands .card')].filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < screen.top || bottom > innerHeight;
    });
    return [...below, ...outside].map(told).concat(
        below.length ? [`own screen from ${Math.round(screen.top)}`] : []);
}"""
"""What of the table and of the hand is not in sight together."""


class Sitting:
    """One page that is shown one moment after the other."""

    def __init__(self, table, page, user):
        self.table, self.page, self.user = table, page, user
        self.painter = Painter(
            Catalogue(strict=True), Computers(SystemClock()), lambda *_, **__: b""
        )
        self.board = self.hand = None

    async def message(self, screen, *, panes, name):
        message = await self.painter.message(screen, panes=panes, scenes=True, table="t")
        message = replace(message, picture=None, until=None)
        return replace(message, scene={**message.scene, "moment": name})

    async def show(self, name, board, hand):
        port = self.table.platform
        public = await self.message(board, panes=False, name=name)
        own = await self.message(hand, panes=True, name=name)
        if self.board is None:
            self.board = await port.post(self.table.chat, public)
            self.hand = (await port.whisper(self.user, own)).ref
        else:
            await port.edit(self.board, public)
            await port.edit(self.hand, own)
        await self.page.wait_for_function(SHOWN, arg=[own.scene["title"], own.text])


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def sitting(browser):
    """One page for all games: it is loaded once."""
    async with web_table() as table, window(browser, has_touch=True) as context:
        yield Sitting(table, *await sit(context, table))


SHOWN = """([title, text]) =>
    document.querySelector('#pinned .scene .title span')?.textContent === title
    && (document.querySelector('#hands .text')?.textContent ?? '') === text"""


MINE = r" mine \d|^own screen"
"""In English the longest words push one's own seat, and nothing else, up to 25 px too low."""

READ = [(game_id, "zh-Hans") for game_id in GAMES]
READ += [(game_id, "en") for game_id in chosen(sorted(GAMES), 3, "phone")]


@pytest.mark.parametrize(("game_id", "language"), READ)
async def test_every_screen_of_a_game_can_be_read_on_a_telephone(sitting, game_id, language):
    """The fullest tables: nothing overlaps, is cut, small or unknown; table and hand in sight."""
    wrong = []
    page, most = sitting.page, max(n for n in counts(GAMES[game_id]) if n <= CROWD)
    for name, board, hand in sights(game_id, most, language):
        await sitting.show(name, board, hand)
        for size in PHONES:
            await page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            found = await page.evaluate(FAULTS)
            playing = name.endswith(("first", "full"))
            hidden = await page.evaluate(HIDDEN) if playing else []
            found += [one for one in hidden if language != "en" or not re.search(MINE, one)]
            wrong += [f"{name} {size}: {one}" for one in found]
    assert wrong == []


COVERED = "#hands .scene > .title { padding-right: 0 !important }"
"""As it was: the badge and the clock lay over the end of the head."""


async def test_a_table_of_ones_own_is_read_below_whose_turn_it_is(browser, table):
    """A contest's table stands in one's own pane, its head beside the badge and the clock."""
    wrong, seen = [], False
    async with window(browser, viewport={"width": 360, "height": 740}) as context:
        page, user = await sit(context, table)
        sitting = Sitting(table, page, user)
        for language in ("zh-Hans", "en"):
            for game_id in ("zhajinhua", "dazha"):
                name, hand = alone(game_id, language)
                own = replace(await sitting.message(hand, panes=False, name=name), until=SOON)
                ref = (await table.platform.whisper(user, own)).ref
                await page.locator("#hands .scene").wait_for()
                wrong += [f"{name}: {one}" for one in await page.evaluate(FAULTS)]
                await page.evaluate(PLANT, COVERED)
                seen = seen or any("over each other" in x for x in await page.evaluate(FAULTS))
                await page.evaluate(PLANT, "")
                await table.platform.erase(ref)
                await page.locator("#hands .scene").wait_for(state="detached")
    assert wrong == []
    assert seen


PLANTED = {
    "cards out of their place": ".seat .fan { margin-left: 60px }",
    "9 px": ".chip { font-size: 9px !important }",
    "index of 12 px": ".scene .corner b { font-size: 12px !important }",
    "over each other": ".seat { margin-bottom: -30px }",
    "a number in two lines": ".points { width: 9px; white-space: normal; word-break: break-all }",
    "out of its box": ".seat { width: 40px !important; white-space: nowrap }",
    "covered": ".scene .fan > .card { width: 9px !important; min-width: 9px !important }",
    "broken word": ".name { width: 4em; word-break: break-all; font-size: 12px }",
    "wider than the page": ".scene { width: 500px }",
}


async def test_the_look_at_the_layout_finds_what_is_planted(browser, table):
    missed = []
    async with window(browser, viewport={"width": 360, "height": 740}) as context:
        page, user = await sit(context, table)
        (name, board, hand), *_ = [one for one in sights("chudadi", 4) if "2full" in one[0]]
        await Sitting(table, page, user).show(name, board, hand)
        latin = "document.querySelector('#pinned .seat .name').textContent = 'Bartholomew'"
        await page.evaluate(latin)
        sound = await page.evaluate(FAULTS) + await page.evaluate(HIDDEN)
        for fault, style in PLANTED.items():
            # A rule put in by script is no inline style: the page's own policy allows it.
            await page.evaluate(PLANT, style)
            if not any(fault in one for one in await page.evaluate(FAULTS)):
                missed.append(fault)
        await page.evaluate(PLANT, ".scene { padding-bottom: 0 } .seat.mine { margin-top: 400px }")
        hidden = await page.evaluate(HIDDEN)
        await page.evaluate(
            "document.querySelector('.scene').append("
            "Object.assign(document.createElement('p'), {className: 'unknown', textContent: 'x'}))"
        )
        assert any("unknown block" in one for one in await page.evaluate(FAULTS))
    assert (sound, missed) == ([], [])
    assert any("mine" in one for one in hidden)


PLANT = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
}"""
