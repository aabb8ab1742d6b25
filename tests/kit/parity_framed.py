"""People in a chat who say things there and press on the page inside their client.

What everybody is shown is the chat's; what each is shown is their page's, and what was answered in
the chat to what they said there.
"""

from contextlib import AsyncExitStack
from unittest import mock

import aiohttp

from bot.adapters.discord import identity
from bot.adapters.telegram.frame import frame
from bot.adapters.web import WebPlatform
from bot.adapters.web.framed.view import View
from tests.kit.activity import ActivityHouse, authority, door_to
from tests.kit.framed import FramedHouse, FramedPage, free_port
from tests.kit.initdata import PUBLIC
from tests.kit.parity import EVERYBODY, PEOPLE, Seen, fits, lines, wanted
from tests.kit.parity_discord import Discord
from tests.kit.parity_telegram import Telegram
from tests.kit.telegram_server import TOKEN
from tests.kit.web import KEY


class Framed:
    """What the pages of all clients have in common; beside it stands who speaks in the chat.

    A page is drawn beside the service. So nothing goes on before each has looked as often as it
    was told to, and every frame that it was sent has come.
    """

    kind = "inside"

    def __init__(self, path, clock):
        super().__init__(path, clock)
        self._pages, self._read, self._there = {}, {}, []
        self._looking = 0
        self._patched = AsyncExitStack()

    async def __aenter__(self):
        look = View._look

        async def counted(view):
            self._looking += 1
            try:
                return await look(view)
            finally:
                self._looking -= 1

        self._patched.enter_context(mock.patch.object(View, "_look", counted))
        return await super().__aenter__()

    async def __aexit__(self, *_):
        await self._shut()
        await super().__aexit__(*_)
        await self._patched.aclose()

    def _watch(self):
        """The house is calm once its pages are, too."""
        quiet = self.house.quiet
        self.house.quiet = lambda: quiet() and self._drawn()

    def _drawn(self):
        """Whether every page shows what there is."""
        if self._looking:
            return False
        tabs = {tab.session: tab for tab in self._web._server.frames.tabs}
        return all(
            not tab.view._stirred.is_set() and tab._sent == len(page.frames)
            for who, page in self._pages.items()
            if (tab := tabs.get(tab_of(who))) is not None
        )

    async def _shut(self):
        for page in self._pages.values():
            await page.close()
        self._pages.clear()
        self._read.clear()

    async def _restart(self):
        open_before = tuple(self._pages)
        await self._shut()
        await super()._restart()
        await self._again()
        for who in open_before:  # each comes back by itself
            await self._page(who)

    # What people do.

    async def _page(self, who):
        """Their page, at the newest table: opened anew where it shows another."""
        table = self.table.state.id
        known = self._pages.get(who)
        if known is not None and f"g{table}" in known.shown:
            return known
        if known is not None:
            await known.close()
        self._pages[who] = FramedPage(*await self._enter(who, table))
        self._read[who] = 0
        return self._pages[who]

    def _places(self, page, where):
        if where == "answer":
            return page.notes[-1:]
        side = "g" if where == "board" else "p"
        return [m for m in page.shown.values() if m["id"].startswith(side)]

    async def _press(self, who, where, key):
        if not self.house.tables.running:  # a table that is over is in the chat alone
            await super()._press(who, where, key)
            return
        page = await self._page(who)
        if key == "button-hand" and page.hand:  # nothing is sent: it stands there
            self._there.append(seen(who, page.hand))
        for message in self._places(page, where):
            for button in (b for row in message["rows"] for b in row):
                if fits(button["label"], key):
                    await page.press(button["token"], message=message["id"])
                    return
        raise AssertionError(f"no {key} for {who} on the {where}")

    async def _send(self, who, key, picked):
        page = await self._page(who)
        (message,) = self._places(page, "hand")
        picker = next(p for p in message["pickers"] if fits(p["label"], key))
        offered = [(o["value"], o["label"]) for g in picker["groups"] for o in g["options"]]
        await page.press(picker["token"], wanted(picked, offered), message=message["id"])

    async def _stale(self, who, token):
        if not self.house.tables.running:
            await super()._stale(who, token)
            return
        page = await self._page(who)
        await page.press(token)

    # What they were shown.

    async def take(self):
        await self.house.settle()
        told = await super().take()
        found = [one for one in told if one.reader == EVERYBODY or not is_hand(one)]
        found += self._there
        self._there = []
        for who, page in self._pages.items():
            fresh, self._read[who] = page.frames[self._read[who] :], len(page.frames)
            for sent in fresh:
                found += self._of(who, sent)
        return found

    def _of(self, who, sent):
        if sent.get("toast"):
            yield Seen(who, lines(sent["toast"]))
        if "note" in sent:
            yield seen(who, sent["note"])
        own = [sent["put"]] if sent.get("place") == "person" else []
        for message in own or sent.get("messages", {}).get("person", []):
            yield seen(who, message)


class MiniApp(Framed, Telegram):
    """Telegram's clients with the page in them."""

    name, beside = "miniapp", "telegram"

    def __init__(self, path, clock):
        super().__init__(path, clock)
        self._proofs = {}

    async def _start(self):
        await super()._start()
        self._http = aiohttp.ClientSession()
        now = self._clock.now
        port = await free_port()
        url = f"http://127.0.0.1:{port}"
        self._web = WebPlatform(
            "127.0.0.1", port, KEY, url=url, frames=[frame(TOKEN, now, PUBLIC)], now=now
        )
        await self._web.start(self.house.service)
        people = list(self._people.values())
        self._framed = FramedHouse(self.house, self._group, people, self._web, self._http)
        self._tokens = {}
        for who, person in self._people.items():
            proof = self._proofs.setdefault(who, self._framed.data(person, called=who))
            self._tokens[who] = (await self._framed.session(proof))["token"]
        self._watch()

    async def _shut(self):
        await super()._shut()
        await self._web.stop()
        await self._http.close()

    async def _again(self):
        """The page began with the rest."""

    async def _enter(self, who, table):
        return await self._framed.socket(self._tokens[who], table, tab_of(who))


class Activity(Framed, Discord):
    """Discord's clients with the page in them."""

    name, beside = "activity", "discord"

    async def __aenter__(self):
        await super().__aenter__()
        self._patched.enter_context(mock.patch.object(identity, "AGAIN", 0))
        self._vouches = await self._patched.enter_async_context(authority())
        await self._again()
        return self

    async def _again(self):
        """The page, before the service of now; whoever has an account comes in."""
        self._open = AsyncExitStack()
        opened = door_to(self.house.service, self._vouches, self._clock.now)
        self._door = ActivityHouse(self._club, await self._open.enter_async_context(opened))
        self._web = self._door.web
        self._tokens = {}
        for who, person in zip(PEOPLE, self._club.people, strict=True):
            self._door.known(person.id, who)
            self._door.enter(person)
            key = f"key-of-the-page-{PEOPLE.index(who)}"
            self._tokens[who] = (await self._door.session(person.id, key))["token"]
        self._watch()

    async def _shut(self):
        await super()._shut()
        await self._open.aclose()

    async def _enter(self, who, _table):
        return await self._door.socket(self._tokens[who], tab_of(who))


def tab_of(who):
    """How somebody's page calls itself."""
    return f"tab-{PEOPLE.index(who):05d}"


def is_hand(one):
    """Whether it is somebody's private screen."""
    return one.tells("hand-title")


def seen(reader, message):
    """A message of the page."""
    labels = tuple(b["label"] for row in message["rows"] for b in row if b["label"])
    picks = tuple(
        (p["label"], tuple(o["label"] for g in p["groups"] for o in g["options"]))
        for p in message["pickers"]
    )
    words = lines(message["title"], message["text"])
    return Seen(reader, words, labels, picks, bool(message["picture"]))
