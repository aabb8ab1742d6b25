"""The program is killed while somebody plays inside a client: the page comes back by itself.

The round goes on. The program is a process of its own; the platform, and what was sent there,
outlives it.
"""

import re
import sqlite3
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from types import SimpleNamespace

import aiohttp
import pytest
from playwright.async_api import expect

from bot.adapters.discord.frame import origin_of
from tests.e2e.pages import EAGER, GONE, OFFER
from tests.kit.activity import CLIENT, SECRET, Client, authority, token_of
from tests.kit.discord_gateway import CHANNEL, GUILD, fake_discord
from tests.kit.discord_guild import Guild
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

ASKED = re.compile(r":(p\w+\.\.|c\d+)$")
"""Buttons that answer a question and need no cards to be picked."""


class Round:
    """Two people in a chat: the first plays on the page, the second by buttons in private.

    ``program`` is what is killed; ``wrong`` what the platform has found wrong with it.
    """

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.wrong = []

    def stored(self, table="action"):
        """How many rows are stored."""
        file = f"file:{self.folder}/table.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as found:
            return found.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608


class InTelegram(Round):
    """A group, and private chats."""

    def __init__(self, folder, program, server, url):
        super().__init__(folder, program)
        self.world, self.url, self.wrong = server.world, url, server.wrong
        self.people = [self.world.user("甲"), self.world.user("乙")]
        self.chat = self.world.group("牌友", self.people)

    async def begin(self):
        self.world.say(self.people[0], self.chat, "/newgame 蹲麻子")
        await self._press(self.people[1], "加入")
        await self._press(self.people[0], "开始", "现在 2 人")
        await happens(lambda: self.stored("match"))

    async def enter(self, context):
        """The first one's page."""
        # Telegram's own key nobody has here: as from an older client, there is one signature.
        data = init_data(datetime.now(UTC), self.people[0].id, token=TOKEN, signature="")
        return (await opened(context, address_of(self.url, data))).page

    async def _press(self, person, label, words=""):
        """Press a button of the group, as soon as there is one."""
        board = await happens(lambda: self._board(label, words))
        self.world.press(person, board, label)

    def _board(self, label, words):
        shown = (m for m in reversed(self.chat.ours) if label in m.buttons and words in m.words)
        return next(shown, None)

    def over(self):
        """Whether the round is."""
        return any("第 1 圈结束" in message.words for message in self.chat.ours)

    async def answer(self, done):
        """Let the second press what they are asked for the first time; whether there was such."""
        for message in reversed(self.world.private(self.people[1]).ours):
            for label, button in message.buttons.items():
                token = button.get("callback_data", "")
                if ASKED.search(token) and token not in done:
                    done.add(token)
                    self.world.press(self.people[1], message, label)
                    return True
        return False


class InDiscord(Round):
    """A channel of a server, and private messages."""

    ANN, BOB = "5000000000000000011", "5000000000000000012"

    def __init__(self, folder, program, server, http):
        super().__init__(folder, program)
        self.server, self.authority, self.http = server, server.authority, http
        self.origin, self.url = origin_of(CLIENT), program.address.rstrip("/")

    async def begin(self):
        await self.server.until(lambda: self.server.identified)
        await self.server.slash(self.ANN, "newgame", game="蹲麻子")
        await self._press(self.BOB, "加入")
        await self._press(self.ANN, "开始", "现在 2 人")
        await happens(lambda: self.stored("match"))
        self.authority.enter(self.ANN, CHANNEL, GUILD)

    async def enter(self, context):
        """The first one's page."""
        client = Client(self, SimpleNamespace(id=self.ANN), await context.new_page())
        await client.open()
        return client.page

    async def _press(self, ident, label, words=""):
        found = await happens(lambda: self._board(label, words))
        await self.server.press(ident, *found)

    def _board(self, label, words):
        shown = self.server.keys(CHANNEL)
        return next(((m, k) for m, k, at in shown if at == label and words in str(m)), None)

    def over(self):
        """Whether the round is."""
        return any("第 1 圈结束" in str(m) for m in self.server.messages.values())

    async def answer(self, done):
        """Let the second press what they are asked for the first time; whether there was such."""
        for message, key, _ in self.server.keys(self.server.alone(self.BOB)):
            if ASKED.search(key) and key not in done:
                done.add(key)
                await self.server.press(self.BOB, message, key)
                return True
        return False


@asynccontextmanager
async def in_telegram(folder):
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
            yield InTelegram(folder, program, server, url)


@asynccontextmanager
async def in_discord(folder):
    """The program, with Discord and a page that may open inside it."""
    async with (
        authority() as vouches,
        fake_discord(Guild(vouches)) as server,
        aiohttp.ClientSession() as http,
    ):
        for ident, name in ((InDiscord.ANN, "甲"), (InDiscord.BOB, "乙")):
            server.known(ident, name)
        settings = {
            "DISCORD_TOKEN": token_of(CLIENT), "DISCORD_CLIENT_SECRET": SECRET,
            "DISCORD_API_BASE": server.api, "DISCORD_GATEWAY": server.gateway,
            "DISCORD_SHARDS": "0", "COMPUTER_PACE": "0", "WEB_URL": "https://table.example.org",
            "WEB_PROXIES": "127.0.0.1",
        }  # fmt: skip
        async with Program(folder, **settings) as program:
            yield InDiscord(folder, program, server, http)


DOORS = {"discord": in_discord, "telegram": in_telegram}


async def go_on(frame, offer):
    """Pick what is offered and press it."""
    for card in offer["cards"]:
        await frame.locator(f'#hands [data-key="{card}"]').click(timeout=LONG)
    await frame.locator(f'#hands [data-key="{offer["press"]}"]').click(timeout=LONG)


@pytest.mark.parametrize("door", DOORS)
async def test_after_each_kill_the_page_comes_back_and_the_round_goes_on(browser, tmp_path, door):
    async with (
        DOORS[door](tmp_path) as there,
        window(
            browser,
            known=("ERR_", "502"),
            permissions=["local-network-access"],
            ignore_https_errors=True,
        ) as context,
    ):
        program = there.program
        await there.begin()
        page = await there.enter(context)
        frame = await (await page.query_selector("#app")).content_frame()
        await expect(frame.locator("#hands .card").first).to_be_visible(timeout=LONG)
        done, kills, pressed = set(), 0, 0
        while not there.over():
            offer = await frame.evaluate(OFFER, list(EAGER))
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
            elif not await there.answer(done):
                await page.wait_for_timeout(50)
        assert kills == 3
        assert pressed >= 3
        assert await frame.locator("#shut").count() == 0
        assert there.wrong == []
