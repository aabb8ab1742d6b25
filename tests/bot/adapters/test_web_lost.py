"""Frames that are lost, doubled or late: what a tab wants is done once, and a gap is noticed."""

import asyncio
import json

from aiohttp import WSMessage, WSMsgType
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.adapters.web.protocol import PING
from bot.adapters.web.reply_cache import ReplyCache
from bot.adapters.web.tab import Tab

KEPT, LOST, DOUBLED, LATE = "kept", "lost", "doubled", "late"
SETTLED = 60
FATES = st.lists(st.sampled_from((KEPT, KEPT, LOST, DOUBLED, LATE)), max_size=40)


class Way:
    """A socket as the server has it: what comes in, and what goes out."""

    def __init__(self):
        self.coming, self.gone = asyncio.Queue(), []

    def __aiter__(self):
        return self

    async def __anext__(self):
        data = await self.coming.get()
        if data is None:
            raise StopAsyncIteration
        return WSMessage(WSMsgType.TEXT, data, None)

    async def send_str(self, data):
        self.gone.append(json.loads(data))

    async def close(self, code=0):
        self.coming.put_nowait(None)


class Person:
    """Who does each frame once, by its number: as the platform does."""

    def __init__(self):
        self.done, self.replies = [], ReplyCache()

    async def opened(self, tab):
        tab.send({"state": list(self.done)})

    async def answer(self, tab, frame):
        async def doing():
            self.done.append(frame.text)
            tab.send({"put": frame.text})
            return {}

        return await self.replies.once("ann", str(frame.n), doing)


class Page:
    """What connection.js does: it asks whether all has come, and begins anew where it has not."""

    def __init__(self, fates, person, *, blind=False):
        self.fates, self.person, self.blind = list(fates), person, blind
        self.waiting, self.shown, self.late = {}, [], []

    def arrives(self):
        return self.fates.pop(0) if self.fates else KEPT

    async def says(self, texts):
        """Say these, over as many connections as it takes."""
        self.waiting = dict(enumerate(texts, 1))
        for _ in range(len(self.fates) + 3):
            if not await self.connection():
                return
        raise AssertionError("it never comes to an end")

    async def connection(self):
        """Whether another connection is needed after this one."""
        way = Way()
        tab = Tab(way, "ann", "room", "tab", "en", lambda: 0.0, lambda: None)
        tab._bucket.take = lambda: True
        reading = [asyncio.create_task(tab.read()), asyncio.create_task(tab.work(self.person))]
        late, self.late = self.late, []
        for data in late:  # from the connection before: it is the older one
            way.coming.put_nowait(data)
        frames = [json.dumps({"n": n, "say": text}) for n, text in self.waiting.items()]
        for data in frames:
            fate = self.arrives()
            for _ in range({LOST: 0, LATE: 0, DOUBLED: 2}.get(fate, 1)):
                way.coming.put_nowait(data)
            self.late += [data] if fate == LATE else []
        for _ in range(SETTLED):  # until all that came is done and answered
            await asyncio.sleep(0)
        way.coming.put_nowait(PING)
        for _ in range(SETTLED):
            await asyncio.sleep(0)
        got, pong = 0, {}
        for frame in way.gone:
            if "pong" in frame:
                pong = frame
                continue
            lost = self.arrives() in (LOST, LATE)
            got += not lost and not pong
            if not lost:
                self.take(frame)
        way.coming.put_nowait(None)
        await asyncio.gather(*reading)
        if self.blind:
            return bool(self.waiting)
        return pong["pong"] > got or pong["taken"] < len(frames) or bool(self.waiting)

    def take(self, frame):
        if "state" in frame:
            self.shown = list(frame["state"])
        elif "put" in frame and frame["put"] not in self.shown:
            self.shown.append(frame["put"])
        elif "ack" in frame:
            self.waiting.pop(frame["ack"], None)


def lived(fates, *, blind=False):
    person = Person()
    page = Page(fates, person, blind=blind)
    asyncio.run(page.says(["a", "b", "c"]))
    return person.done, page.shown


@settings(max_examples=60)
@given(fates=FATES)
def test_whatever_is_lost_doubled_or_late_all_is_done_once_and_shown(fates):
    done, shown = lived(fates)
    assert sorted(done) == ["a", "b", "c"]
    assert sorted(shown) == sorted(done)


def test_the_law_catches_a_page_that_does_not_ask_what_is_missing():
    wrong = [at for at in range(12) if len(lived([KEPT] * at + [LOST], blind=True)[1]) < 3]
    assert wrong, "a lost frame of the table goes unnoticed"
