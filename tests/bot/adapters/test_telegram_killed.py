"""The program is killed while it answers a press on Telegram; the press is answered nevertheless.

The program is a process of its own, and Telegram a server on a real socket that outlives it.
"""

import asyncio
import re
import sqlite3
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime

import pytest

from tests.kit.program import HELD, Program
from tests.kit.telegram_server import TelegramServer
from tests.kit.tiers import chosen

pytestmark = pytest.mark.slow

TOKEN = "123456789:AAE-token_of_the_bot_for_tests_0001"

HURRY = """
from bot.adapters.telegram import replies
replies.Query.then = lambda query, call: call()
"""
"""Planted: an update is let go before the press in it is answered."""


class Watched(TelegramServer):
    """A server in front of which the program dies: once ``moment`` comes, nothing is answered.

    ``reached`` is set then; ``let_go`` once the program says that it needs an update no more.
    """

    def __init__(self):
        super().__init__(lambda: datetime.now(UTC), token=TOKEN)
        self.moment = ""
        self.reached, self.let_go = asyncio.Event(), asyncio.Event()
        self.silent = set()

    async def _answer(self, http):
        method = http.match_info["method"]
        dead = self.reached.is_set() or method == self.moment
        if method == "getUpdates" and await self._lets_go(http):
            dead = dead or self.moment == "confirmed"
            self.let_go.set()
        if not dead:
            return await super()._answer(http)
        self.reached.set()
        self.silent.add(waiting := asyncio.current_task())
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self.silent.discard(waiting)

    async def _lets_go(self, http):
        """Whether a request confirms what was sent; a server hears that, whatever it answers."""
        offset = int((await http.post()).get("offset", 0))
        fresh = [update for update in self._updates if update["update_id"] >= offset]
        found, self._updates = fresh != self._updates, fresh
        return found

    async def begin(self, moment):
        """From now on it is watched."""
        await until(lambda: not self._updates)
        self.moment = moment
        self.let_go.clear()

    async def revive(self):
        """The program is dead, and will be answered when it lives again."""
        for waiting in self.silent:
            waiting.cancel()
        await until(lambda: not self.silent)
        self.moment = ""
        self.reached.clear()


async def until(condition):
    """Wait for what a process of its own does."""
    async with asyncio.timeout(90):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        return found


class Group:
    """A group of two in which the program plays."""

    def __init__(self, server, program, folder):
        self.server, self.program, self.folder = server, program, folder
        self.world = server.world
        self.people = [self.world.user("甲"), self.world.user("乙")]
        self.chat = self.world.group("牌友", self.people)

    def board(self, label, words=""):
        """The newest message of the group with a button and these words."""
        shown = (m for m in reversed(self.chat.ours) if label in m.buttons and words in m.words)
        return next(shown, None)

    def asked(self, but=()):
        """Who may play with one press in their private chat: person, message, label."""
        for person in self.people:
            for message in self.world.private(person).ours:
                for label, button in message.buttons.items():
                    data = button.get("callback_data", "")
                    if re.search(r":(p\w+\.\.|c\d+)$", data) and data not in but:
                        return person, message, label
        return None

    def stored(self):
        """How many actions are stored, and how many sit there."""
        file = f"file:{self.folder}/table.db?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as found:
            return found.execute("SELECT count(*) FROM action").fetchone()[0]

    async def killed(self, moment, press, *, confirmed=False):
        """Press and be killed at a moment; what is said of the press in the next life."""
        await self.server.begin(moment)
        ident = press()
        await until(self.server.reached.is_set)
        if confirmed:
            await until(self.server.let_go.is_set)
        await self.program.kill()
        await self.server.revive()
        await self.program.start()
        return ident


@asynccontextmanager
async def group(folder, plant=""):
    settings = {"TELEGRAM_TOKEN": TOKEN, "COMPUTER_PACE": "0"}
    async with Watched() as server:
        settings["TELEGRAM_API_BASE"] = server.address
        async with Program(folder, plant=plant, **settings) as program:
            yield Group(server, program, folder)


async def test_a_press_that_a_kill_interrupts_is_answered_in_the_next_life(tmp_path):
    """Before or after it was stored, and after it was answered: done once, and answered quietly."""
    async with group(tmp_path) as here:
        world, (first, second) = here.world, here.people
        world.say(first, here.chat, "/newgame 蹲麻子")
        board = await until(lambda: here.board("加入"))
        ident = await here.killed("answerCallbackQuery", lambda: world.press(second, board, "加入"))
        await until(lambda: world.presses[ident] is not None)
        board = await until(lambda: here.board("开始", "现在 2 人"))
        world.press(first, board, "开始")
        done = set()
        for count, (moment, busy) in enumerate(chosen(MOMENTS, 1, "a press"), 1):
            person, message, label = await until(lambda: here.asked(done))
            # Its other buttons are pressed no more either, should they still be there.
            done.update(button.get("callback_data", "") for button in message.buttons.values())

            def press(person=person, message=message, label=label, busy=busy):
                if busy:  # the answer waits for its turn, and comes after the play was stored
                    world.whisper(person, "/rules")
                return world.press(person, message, label)

            ident = await here.killed(moment, press)
            await until(lambda ident=ident: world.presses[ident] is not None)
            await until(lambda: here.asked(done))
            assert world.presses[ident] == ("", False), (moment, busy)
            assert here.stored() == count, "done once"
        assert not here.server.wrong


MOMENTS = [("answerCallbackQuery", False), ("answerCallbackQuery", True), ("confirmed", False)]
"""The request at which the program dies, and whether its author has asked for more before."""


async def test_planted_an_update_that_is_let_go_before_its_press_is_answered_is_seen(tmp_path):
    async with group(tmp_path, HURRY) as here:
        world, (first, second) = here.world, here.people
        world.say(first, here.chat, "/newgame 蹲麻子")
        board = await until(lambda: here.board("加入"))
        ident = await here.killed(
            "answerCallbackQuery", lambda: world.press(second, board, "加入"), confirmed=True
        )
        world.press(first, board, "设置")
        await until(lambda: any(world.presses[one] for one in world.presses if one != ident))
        assert world.presses[ident] is None, "nobody ever answered it"


ENOUGH = 8
"""Requests for updates, a second apart: longer than it is waited for what is under way."""


@pytest.mark.deep
async def test_a_press_that_is_not_stored_for_long_is_stored_in_the_next_life(tmp_path):
    """It was answered at once, as a play that is sure to be taken: it may not be lost any more."""
    async with group(tmp_path, HELD) as here:
        world, (first, second) = here.world, here.people
        world.say(first, here.chat, "/newgame 蹲麻子")
        world.press(second, await until(lambda: here.board("加入")), "加入")
        world.press(first, await until(lambda: here.board("开始", "现在 2 人")), "开始")
        person, message, label = await until(lambda: here.asked(()))
        await here.server.begin("")
        (tmp_path / "hold").touch()
        ident = world.press(person, message, label)
        await until(lambda: world.presses[ident] is not None)
        polls = here.server.polls
        await until(lambda: here.server.polls >= polls + ENOUGH or here.server.let_go.is_set())
        assert here.stored() == 0 and not here.server.let_go.is_set()
        await here.program.kill()
        (tmp_path / "hold").unlink()
        await here.program.start()
        await until(lambda: here.stored() == 1)
        await until(here.server.let_go.is_set)
