"""The table drawn live: every game's screens, on two telephones, in a real browser."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.painter import Painter
from bot.i18n.catalogue import Catalogue
from engine.registry import games
from tests.kit.page import sit, window
from tests.renderers.moments import counts, sights

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PHONES = [(360, 740), (390, 844)]
GAMES = games(tests_too=True)
FAULTS = (Path(__file__).parents[2] / "kit" / "layout.js").read_text("utf-8")

HIDDEN = """() => {
    const screen = document.getElementById('screen').getBoundingClientRect();
    const told = (one) => `${one.className} ${Math.round(one.getBoundingClientRect().bottom)}`;
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
        self.painter = Painter(Catalogue(strict=True), lambda *_, **__: b"")
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


SHOWN = """([title, text]) =>
    document.querySelector('#pinned .scene .title span')?.textContent === title
    && (document.querySelector('#hands .text')?.textContent ?? '') === text"""


@pytest.mark.parametrize("game_id", GAMES)
async def test_every_screen_of_a_game_can_be_read_on_a_telephone(browser, table, game_id):
    wrong = []
    async with window(browser, has_touch=True) as context:
        page, user = await sit(context, table)
        sitting = Sitting(table, page, user)
        for count in counts(GAMES[game_id]):
            for name, board, hand in sights(game_id, count):
                for size in PHONES:
                    await page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
                    if size == PHONES[0]:
                        await sitting.show(name, board, hand)
                    await page.evaluate("scrollTo(0, 0)")
                    wrong += [f"{name} {size}: {one}" for one in await page.evaluate(FAULTS)]
                    if hand.pickers:
                        wrong += [
                            f"{name} {size} unseen: {one}" for one in await page.evaluate(HIDDEN)
                        ]
    assert wrong == []
