"""How long a press takes from Telegram's update to our first call to Telegram, beside an echo bot.

``python -m tests.bench.telegram [presses]``: a table of 蹲麻子 in the middle of rounds, the real
service and store and the real adapter. An answer that the rules are known to take is acknowledged
before it is done (``bot.foresight``), all else after. What the commit takes is left out of every
time and printed beside it. How long it takes until a press is done is printed too; painting begins
after that and is left out. The echo bot is an application of the library whose handler answers the
press at once. Microseconds; 5,000 presses of each in turns.
"""

import asyncio
import json
import sys
import tempfile
from dataclasses import replace
from types import SimpleNamespace

from telegram import Update
from telegram.ext import Application, CallbackQueryHandler
from telegram.request import HTTPXRequest

from bot.adapters.telegram.platform import TelegramPlatform
from bot.commands.service import GameService
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.ports.refs import ChatRef
from bot.screens.reader import Reader
from bot.store.store import Store
from bot.support.clock import SystemClock
from bot.table import tokens
from engine.registry import games
from tests.bench.discord import BLOCK, PRESSES, Bench, Silent, Unpainted, Watch, line
from tests.kit.actors import legal, press_of, waited_for
from tests.kit.telegram_world import BOT, BOT_NAME

TOKEN = "123456:TEST"
PEOPLE = ("11", "12", "13", "14")
PLACE = ChatRef("telegram", "-10012345678921")


class Wire(HTTPXRequest):
    """Stands for Telegram: notes when a press is answered, and answers everything at once."""

    watch = None

    async def do_request(self, url, method, request_data=None, **_):
        name = url.rpartition("/")[2]
        if name == "getUpdates":
            await asyncio.Event().wait()
        if name == "answerCallbackQuery":
            await self.watch.create_interaction_response()
        result = BOT | {"username": BOT_NAME} if name == "getMe" else True
        return 200, json.dumps({"ok": True, "result": result}).encode()


class Nowhere(Silent, TelegramPlatform):
    """Telegram so, and without its bounds for a chat."""

    limits = replace(TelegramPlatform.limits, edits=0, group=(), private=())

    async def lacks(self, chat):
        return ()


def update(bot, number, who, data):
    """A press in a private chat."""
    person = {"id": int(who), "is_bot": False, "first_name": who}
    chat = {"id": int(who), "type": "private", "first_name": who}
    message = {"message_id": 1, "date": 1, "chat": chat, "from": BOT, "text": "x"}
    query = {
        "id": str(number), "from": person, "message": message, "chat_instance": "1", "data": data,
    }  # fmt: skip
    return Update.de_json({"update_id": number, "callback_query": query}, bot)


class Presses(Bench):
    """A table and four people who press what is legal, on Telegram."""

    platform, place, people = "telegram", PLACE, PEOPLE

    async def press(self):
        """One legal press of whoever is asked, timed; between rounds time does not count."""
        await self.playing()
        table = self.runner.table
        seat, who = waited_for(table)[0]
        action = legal(table, seat, self.rng)
        token, values = press_of(table, seat, action)
        if values:
            number = table.question_of(seat).number
            item = tokens.item_of(action, table.prompt(seat))
            token = tokens.button(table.state.id, number, item)
        told = update(self.client.bot, next(self.numbers), who, token)
        await self.rest()
        self.watch.start("cards" if action.cards else "choices")
        await self.client.take(told)
        self.watch.done()


async def echoed(application, watch, number):
    """One press of the echo bot, timed."""
    told = update(application.bot, number, "11", "echo")
    watch.start()
    await application.process_update(told)


async def answer(told, _):
    """The library's own way to answer a press."""
    await told.callback_query.answer()


async def main(presses=PRESSES):
    """Print the figures; whether the bar is kept."""
    HTTPXRequest.do_request = Wire.do_request
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/bench.db")
        catalogue, ours, theirs = Catalogue(), Watch(), Watch()
        store.commit = ours.timed(store.commit)
        port = Nowhere(TOKEN, catalogue, SystemClock(), a_second=10**6)
        computers = Computers(SystemClock())
        painter = Unpainted(catalogue, computers)
        service = GameService(
            store, {port.name: port}, Reader(catalogue), painter, computers, games(), SystemClock()
        )
        await service.start()
        HTTPXRequest.watch = ours
        running = asyncio.create_task(port.run(service))
        echo = Application.builder().token(TOKEN).updater(None).build()
        echo.add_handler(CallbackQueryHandler(answer))
        try:
            await port.ready.wait()
            client = SimpleNamespace(bot=port._bot, take=port._intake.take)
            bench = Presses(service, client, ours)
            await bench.begin()
            await echo.initialize()
            for _ in range(presses // BLOCK):
                HTTPXRequest.watch = ours
                for _ in range(BLOCK):
                    await bench.press()
                HTTPXRequest.watch = theirs
                for number in range(BLOCK):
                    await echoed(echo, theirs, 10**9 + number)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await service.close()
            await store.close()
    print("Telegram, 蹲麻子, from update to first call")
    kept = ours.told()
    print(line("an echo bot of the same library", theirs.spent[""]))
    return kept


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main(*map(int, sys.argv[1:]))) else 1)
