"""复式 in two worlds that differ in how one table's deal has ended, while another still plays it.

Whoever has not played it there is sent the same bytes in both: by every socket, as every picture,
whatever they ask for. A leak that is planted, in words, in a number, in a pixel, is seen.
"""

import io
import re
from collections import Counter
from contextlib import asynccontextmanager

import aiohttp
import pytest
from PIL import Image

from bot.adapters.web import WebPlatform
from bot.runtime import tournament_presenter
from bot.screens.screen import with_message
from bot.screens.tournament import board
from bot.table.state import Phase
from renderers.picture import paint
from tests.kit.actors import chance, legal, press_of
from tests.kit.clock import ManualClock
from tests.kit.house import service
from tests.kit.tiers import chosen
from tests.kit.two_worlds import Lots, Tap, differing
from tests.kit.web import KEY, WebTable

GAMES = chosen(("niuniu", "zhajinhua"), 1, "worlds of a duplicate")
"""Whose deals are over after a few presses."""

PEOPLE = ("甲", "乙", "丙", "丁", "看")
"""The last one has no seat."""

STEPS = 12
"""Seconds in which they play: as many in each world, whatever they press."""

ASKED = (
    *("/record", "/record 第1副", "/record 文字", "/replay", "/analyse", "/scores", "/scores all"),
    *("/me", "/settle", "/export", "/why", "/table", "/hand", "/rules 战绩", "/season", "/open"),
    *("/record 卡片", "/record 验牌", "/mydata", "/duplicate", "/display"),
)
"""All by which one could get to see what was played."""


@asynccontextmanager
async def room(path):
    clock = ManualClock()
    platform = WebPlatform("127.0.0.1", 0, KEY, now=clock.now, clock=clock.steady)
    async with (
        service(path, platform=platform, clock=clock, paint=paint, check=False) as house,
        # A connection each: else a port would be somebody's page now and a picture's then.
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as http,
    ):
        house.tables.pace = 0
        await platform.start(house.service)
        yield house, WebTable(platform, house.service, http)
        await platform.stop()


class Room:
    """Five people in a room of the page, of whom four play."""

    def __init__(self, house, web, tap):
        self.house, self.web, self.tap = house, web, tap
        self.tabs, self.numbers, self.readers = {}, dict.fromkeys(PEOPLE, 0), {}

    async def come(self):
        for at, name in enumerate(PEOPLE):
            tab = await self.web.tab(name, session=f"tab-{at}0000")
            self.tabs[name] = tab
            self.readers[name] = self.reader(tab)

    def reader(self, tab):
        return self.tap.reader(tab.socket.get_extra_info("sockname")[1])

    async def ask(self, name, **frame):
        self.numbers[name] += 1
        await self.house.forward(1)
        found = await self.tabs[name].ask(self.numbers[name], **frame)
        await self.house.settle()
        return found

    async def press(self, name, label):
        again = await self.web.tab(name, token=self.tabs[name].token, session="tab-look0")
        shown = again.state["messages"]["room"]
        await again.socket.close()
        buttons = {b["label"]: b["token"] for m in shown for row in m["rows"] for b in row}
        await self.ask(name, press=buttons[label], values=[], message="")

    def table_of(self, name):
        for runner in self.house.tables.running.values():
            if runner.table.seat_of(self.tabs[name].user) is not None:
                return runner.table
        return None

    async def play_out(self, name, rng):
        """Those at somebody's table play their deal to its end; its table, and who they are."""
        table = self.table_of(name)
        people = [n for n in PEOPLE if table.seat_of(self.tabs[n].user) is not None]
        for _ in range(STEPS):
            waiting = [n for n in people if self._asked(table, n)]
            if not waiting:
                await self.house.forward(1)
                continue
            seat = table.seat_of(self.tabs[waiting[0]].user)
            token, values = press_of(table, seat, legal(table, seat, rng))
            await self.ask(waiting[0], press=token, values=list(values), message="")
        return table, people

    def _asked(self, table, name):
        seat = table.seat_of(self.tabs[name].user)
        playing = table.state.phase is Phase.PLAYING and not table.state.over
        return playing and table.question_of(seat) is not None

    async def look_around(self, names):
        """Those who must not know it ask for whatever there is."""
        for name in names:
            for line in ASKED:
                await self.ask(name, say=line)

    async def heard(self, names):
        """What some were sent, by their sockets and as pictures, files and pages."""
        readers = {}
        for name in names:
            again = await self.web.tab(name, token=self.tabs[name].token, session="tab-anew0")
            readers[name] = self.reader(again)
            await self.house.settle()  # what is shown again to whoever has come
            await again.socket.close()
        await self.house.settle()
        found = {name: self.tap.sent_to(self.readers[name]) for name in names}
        for name, reader in readers.items():
            found[name, "anew"] = self.tap.sent_to(reader)
            raw = b"".join((*self.readers[name], *reader))
            found[name, "pictures"] = Counter()
            for picture in dict.fromkeys(PICTURE.findall(raw)):
                status, headers, body = await self.web.fetch(
                    picture.decode(), self.tabs[name].token
                )
                kept = {key: value for key, value in headers.items() if key != "Date"}
                found[name, "pictures"][repr((status, kept)).encode() + body] += 1
        return found


PICTURE = re.compile(rb'"picture": ?"([\w-]{10,})"')


async def world(path, monkeypatch, game, seed, spoil=None):
    """A world in which one table has ended its deal in a way of its own.

    Returns its result, and what was sent to those who must not know it.
    """
    with monkeypatch.context() as patched:
        tap = Tap(patched, Lots(patched))
        async with room(path) as (house, web):
            at = Room(house, web, tap)
            await at.come()
            await at.ask("甲", say=f"/duplicate {game} 2 2 10")
            for name in PEOPLE[:4]:
                await at.press(name, "报名")
            await at.press("甲", "现在开赛")
            await house.forward(6)
            if spoil is not None:
                spoil(house, patched)
            table, people = await at.play_out("甲", chance(seed))
            assert table.state.over, "it has ended its deal"
            others = [name for name in PEOPLE if name not in people]
            assert any(at.table_of(name) for name in others), "another still plays it"
            await house.forward(6)
            await at.look_around(others)
            return table.sums, await at.heard(others)


async def both(tmp_path, monkeypatch, game, spoil=None):
    one, sent = await world(tmp_path / "1.db", monkeypatch, game, 1, spoil)
    other, told = await world(tmp_path / "2.db", monkeypatch, game, 2, spoil)
    assert one != other, "the worlds differ in what is to be kept"
    return differing(sent, told), sent


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_who_has_not_played_it_is_sent_the_same_whatever_came_of_it(
    tmp_path, monkeypatch, game
):
    found, sent = await both(tmp_path, monkeypatch, game)
    assert {reader: pieces[:4] for reader, pieces in found.items()} == {}
    assert sum(len(pieces) for pieces in sent.values()) > 2 * len(ASKED), "they were told much"


def kept_of(house):
    """Tells what is to be kept, as a number: how a table has ended of those that are on now."""
    tables = [runner.table for runner in house.tables.running.values()]

    def kept():
        ended = [points for table in tables if table.state.over for points in table.sums]
        return sum(place * points for place, points in enumerate(ended, 1)) % 97

    return kept


def in_blanks(house, patched):
    """As many blanks as the best has points, below the board."""
    kept = kept_of(house)

    def leaky(*rest, **more):
        made = board(*rest, **more)
        return with_message(made, text=made.message.text + " " * kept())

    patched.setattr(tournament_presenter, "board", leaky)


def in_a_pixel(house, patched):
    """One pixel of each picture, no more than a shade off."""
    kept = kept_of(house)

    def leaky(view, say, *, four=False):
        with Image.open(io.BytesIO(paint(view, say, four=four))) as opened:
            image = opened.convert("RGB")
        image.putpixel((0, 0), (0, 60, kept()))
        made = io.BytesIO()
        image.save(made, "PNG")
        return made.getvalue()

    patched.setattr(house.context.painter, "_paint", leaky)


LEAKS = {"blanks": in_blanks, "a pixel": in_a_pixel}


@pytest.mark.slow
@pytest.mark.parametrize("leak", chosen(LEAKS, 1, "planted leaks"))
async def test_planted_a_leak_that_no_words_tell_is_seen(tmp_path, monkeypatch, leak):
    found, _ = await both(tmp_path, monkeypatch, GAMES[0], LEAKS[leak])
    assert found
