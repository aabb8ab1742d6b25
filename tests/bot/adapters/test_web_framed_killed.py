"""The program is killed while somebody plays inside Telegram: the page comes back by itself.

The round goes on. The program is a process of its own, Telegram a server that outlives it.
"""

import re
import sqlite3
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime

import pytest
from playwright.async_api import expect

from tests.e2e.pages import EAGER, GONE, OFFER
from tests.kit.doors import LONG, happens, opened
from tests.kit.framed import address_of, free_port
from tests.kit.initdata import init_data
from tests.kit.page import window
from tests.kit.program import Program
from tests.kit.telegram_server import TOKEN, TelegramServer
from tests.kit.tls import front

pytestmark = [
    pytest.mark.browser,
    pytest.mark.deep,
    pytest.mark.asyncio(loop_scope="module"),
]


@asynccontextmanager
async def running(folder):
    """The program, with Telegram and a page that may open inside it."""
    port = await free_port()
    async with (
        TelegramServer(lambda: datetime.now(UTC), token=TOKEN) as server,
        front(folder, port) as url,
    ):
        settings = {
            "TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_BASE": server.address,
            "COMPUTER_PACE": "0", "WEB_URL": url, "WEB_PROXIES": "127.0.0.1",
        }  # fmt: skip
        async with Program(folder, port=port, **settings) as program:
            yield server, program, url


class Round:
    """Two people in a group: the first plays on the page, the second in the private chat."""

    def __init__(self, server, folder):
        self.folder, self.world = folder, server.world
        self.people = [self.world.user("甲"), self.world.user("乙")]
        self.chat = self.world.group("牌友", self.people)

    async def begin(self):
        self.world.say(self.people[0], self.chat, "/newgame 蹲麻子")
        await self.press(self.people[1], "加入")
        await self.press(self.people[0], "开始", "现在 2 人")
        await happens(lambda: self.stored("match"))

    async def press(self, person, label, words=""):
        """Press a button of the group, as soon as there is one."""
        board = await happens(lambda: self._board(label, words))
        self.world.press(person, board, label)

    def _board(self, label, words):
        shown = (m for m in reversed(self.chat.ours) if label in m.buttons and words in m.words)
        return next(shown, None)

    def stored(self, table="action"):
        """How many rows are stored."""
        file = f"file:{self.folder}/table.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as found:
            return found.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608

    def over(self):
        """Whether the round is."""
        return any("第 1 圈结束" in message.words for message in self.chat.ours)

    def asked(self, done):
        """What the second may press in the private chat, as (message, label, token)."""
        for message in reversed(self.world.private(self.people[1]).ours):
            for label, button in message.buttons.items():
                token = button.get("callback_data", "")
                if re.search(r":(p\w+\.\.|c\d+)$", token) and token not in done:
                    return message, label, token
        return None


async def go_on(frame, offer):
    """Pick what is offered and press it."""
    for card in offer["cards"]:
        await frame.locator(f'#hands [data-key="{card}"]').click(timeout=LONG)
    await frame.locator(f'#hands [data-key="{offer["press"]}"]').click(timeout=LONG)


async def test_after_each_kill_the_page_comes_back_and_the_round_goes_on(browser, tmp_path):
    async with (
        running(tmp_path) as (server, program, url),
        window(
            browser,
            known=("ERR_", "502"),
            permissions=["local-network-access"],
            ignore_https_errors=True,
        ) as context,
    ):
        there = Round(server, tmp_path)
        await there.begin()
        # Telegram's own key nobody has here: as from an older client, there is one signature.
        data = init_data(datetime.now(UTC), there.people[0].id, token=TOKEN, signature="")
        app = await opened(context, address_of(url, data))
        frame = (await app.page.query_selector("#app")).content_frame
        frame = await frame()
        await expect(app.hands.locator(".card").first).to_be_visible(timeout=LONG)
        done, kills, pressed = set(), 0, 0
        while not there.over():
            offer = await frame.evaluate(OFFER, list(EAGER))
            shown = there.asked(done)
            if offer is not None and await frame.evaluate("document.body.dataset.turn") == "yes":
                before = there.stored()
                dies = kills < 3
                if dies and kills == 0:  # before it is pressed
                    await program.kill()
                await go_on(frame, offer)
                if dies and kills > 0:  # while it is on its way
                    await program.kill()
                if dies:
                    await program.start()
                    kills += 1
                await happens(lambda before=before: there.stored() > before or there.over())
                await frame.wait_for_function(GONE, arg=offer["press"], timeout=LONG)
                pressed += 1
            elif shown is not None:
                message, label, token = shown
                done.add(token)
                there.world.press(there.people[1], message, label)
            else:
                await app.page.wait_for_timeout(50)
        assert kills == 3
        assert pressed >= 3
        assert await frame.locator("#shut").count() == 0
        assert server.wrong == []
