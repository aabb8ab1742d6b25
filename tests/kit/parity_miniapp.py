"""People in a group of Telegram who say things there and press on the page inside the client.

What everybody is shown is the group's; what each is shown is their page's, and what was answered in
the chat to what they said there.
"""

import aiohttp

from bot.adapters.telegram.frame import frame
from bot.adapters.web import WebPlatform
from tests.kit.framed import FramedHouse, FramedPage, free_port
from tests.kit.initdata import PUBLIC
from tests.kit.parity import EVERYBODY, PEOPLE, Seen, fits, lines, wanted
from tests.kit.parity_telegram import Telegram
from tests.kit.telegram_server import TOKEN
from tests.kit.web import KEY
from tests.kit.world import until


class MiniApp(Telegram):
    """Telegram's clients with the page in them."""

    name, beside = "miniapp", "telegram"

    def __init__(self, path, clock):
        super().__init__(path, clock)
        self._pages = {}
        self._proofs = {}
        self._read = {}
        self._http = None
        self._there = []

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

    async def _stop(self):
        for page in self._pages.values():
            await page.close()
        self._pages.clear()
        self._read.clear()
        await self._web.stop()
        await self._http.close()

    async def _restart(self):
        open_before = tuple(self._pages)
        await self._stop()
        await super()._restart()
        for who in open_before:  # each comes back by itself
            await self._page(who)

    async def __aexit__(self, *_):
        await self._stop()
        await super().__aexit__(*_)

    # What people do.

    async def _page(self, who):
        """Their page, at the newest table: opened anew where it shows another."""
        table = self.table.state.id
        known = self._pages.get(who)
        if known is not None and f"g{table}" in known.shown:
            return known
        if known is not None:
            await known.close()
        tab = f"tab-{PEOPLE.index(who):05d}"
        socket, state = await self._framed.socket(self._tokens[who], table, tab)
        self._pages[who] = FramedPage(socket, state)
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
        # A page that has just been opened is drawn beside what the house waits for.
        thinking = self.house.context.computers.workers
        await until(lambda: not thinking.working)
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
