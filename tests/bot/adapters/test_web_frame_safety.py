"""What is tried against the page inside clients, at both doors: each of it comes to nothing."""

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.adapters.discord.frame import frame as discord_frame
from bot.adapters.discord.identity import Application
from bot.adapters.telegram.frame import frame as telegram_frame
from bot.adapters.web import WebPlatform
from bot.adapters.web.cookies import PERSON
from bot.adapters.web.framed import view as views
from bot.adapters.web.framed.sessions import LASTS
from bot.ports.refs import UserRef
from tests.kit.activity import (
    CLIENT,
    INSTANCE,
    SECRET,
    Door,
    Unseen,
    activity_house,
    authority,
    token_of,
)
from tests.kit.clock import ManualClock
from tests.kit.framed import FramedHouse, FramedPage, framed_house, free_port
from tests.kit.house import House
from tests.kit.initdata import HUGE, PUBLIC, init_data
from tests.kit.telegram_server import TOKEN
from tests.kit.web import KEY
from tests.kit.world import until

ANN, CHANNEL, GUILD = "1150000000000000001", "1250000000000000002", "1250000000000000003"


# A table that is played, seen through either door.


@dataclass
class Inside:
    """Three people at a table who have the page of one door open; a fourth who looks on.

    ``enter`` opens somebody's page by their place among the people, at a table that is named.
    """

    house: House
    people: list[Any]
    enter: Any
    remove: Any
    kind: str

    def asked(self):
        """Whoever is asked now."""
        user = self.house.table.state.players[self.house.table.state.questions[0].seat].user
        return next(n for n, one in enumerate(self.people) if str(one.id) == user.id)

    async def bar(self, who):
        """Keep somebody out of the chat."""
        state = self.house.table.state
        home = state.home or state.place
        user = UserRef(self.kind, str(self.people[who].id))
        await self.house.service.bars.bar(home.key, home, user)


@asynccontextmanager
async def in_telegram(path):
    async with framed_house(path) as framed:
        await framed.house.begin(framed.group, framed.people[:3], "doudizhu")

        async def enter(who, table=""):
            found = await framed.session(framed.data(framed.people[who]))
            return FramedPage(*await framed.socket(found["token"], table))

        async def remove(who):
            framed.house.world.leave(framed.group, framed.people[who])
            await framed.house.settle()

        yield Inside(framed.house, framed.people, enter, remove, "telegram")


@asynccontextmanager
async def in_discord(path):
    async with activity_house(path) as inside:
        club = inside.club
        await club.slash(0, "newgame", game="doudizhu")
        for who in (1, 2):
            await club.click(who, club.board(), "加入")
        await club.click(0, club.board(), "开始")

        async def enter(who, table=""):
            person = club.people[who]
            inside.enter(person)
            found = await inside.session(person.id)
            return FramedPage(*await inside.socket(found["token"], table=table))

        async def remove(who):
            club.env.backend.remove_member(club.guild.id, club.people[who].id)

        yield Inside(inside.house, club.people, enter, remove, "discord")


AT = {"telegram": in_telegram, "discord": in_discord}
at_each_door = pytest.mark.parametrize("door", AT)


@pytest.fixture(autouse=True)
def _believed_for_no_minute(monkeypatch):
    monkeypatch.setattr(views, "LOOK_AGAIN", 0)


def button(page):
    """A button of one's own screen."""
    return next(b["token"] for row in page.hand["rows"] for b in row if b["token"])


@at_each_door
@pytest.mark.parametrize("how", ["removed", "blocked"])
async def test_who_may_play_there_no_longer_neither_does_nor_sees_more_on_an_open_page(
    tmp_path, door, how
):
    """Who is removed sees nothing; who is blocked sees what stands in the chat, where they are."""
    async with AT[door](tmp_path / "x.db") as inside:
        who, before = inside.asked(), inside.house.table.match.step
        page = await inside.enter(who)
        press = button(page)
        await (inside.remove(who) if how == "removed" else inside.bar(who))
        answer = await page.press(press)
        after = inside.house.table.match.step
        await page.press(views.AGAIN)
        await until(lambda: page.hand is None)

        assert set(answer) != {"ack"}
        assert after == before
        assert any(m["scene"] for m in page.shown.values()) == (how == "blocked")
        await page.close()


@at_each_door
async def test_a_session_whose_time_is_up_ends_the_page_that_is_open(tmp_path, door):
    """It is shown nothing more, and what it presses is not done."""
    async with AT[door](tmp_path / "x.db") as inside:
        who, before = inside.asked(), inside.house.table.match.step
        page = await inside.enter(who)
        press, shown = button(page), len(page.frames)
        inside.house.clock.lapse(LASTS.total_seconds())
        await page.socket.send_str(json.dumps({"n": 1, "press": press, "ago": 0}))
        await until(lambda: page.socket.closed)

        assert page.socket.close_code == 4403
        assert inside.house.table.match.step == before
        assert len(page.frames) == shown


@at_each_door
async def test_the_table_that_a_stranger_names_or_chooses_shows_nothing_of_it(tmp_path, door):
    """Its id is a claim: at the address, and in the press that chooses one."""
    async with AT[door](tmp_path / "x.db") as inside:
        table, stranger = inside.house.table.state, 3
        await inside.remove(stranger)
        page = await inside.enter(stranger, table.id)
        await page.press(f"{views.CHOSEN}{table.id}")
        await page.press(f"g1:{table.id}:{table.questions[0].number}:c0")
        await inside.house.settle()

        (told,) = page.shown.values()
        assert told["scene"] is None
        assert "加进那个群，再按「再看一次」" in told["text"]  # the way that works
        assert inside.house.table.state.step == table.step
        await page.close()


# Both doors of one page.


class Doors:
    """One page with both doors, and a way in for the same person's two accounts."""

    def __init__(self, clock, telegram, discord):
        self.clock, self.doors = clock, {"telegram": telegram, "discord": discord}

    def data(self):
        """A proof of Telegram's."""
        return init_data(self.clock.now(), HUGE)

    async def tokens(self):
        """A token of each door."""
        opened = {
            "telegram": await self.doors["telegram"].session(self.data()),
            "discord": await self.doors["discord"].session(ANN),
        }
        return {name: found["token"] for name, found in opened.items()}


@pytest.fixture
async def both():
    clock = ManualClock()
    port = await free_port()
    url = f"http://127.0.0.1:{port}"
    async with authority() as vouches, aiohttp.ClientSession() as http:
        application = Application(CLIENT, SECRET, token_of(CLIENT), vouches.api)
        frames = [telegram_frame(TOKEN, clock.now, PUBLIC), discord_frame(application, clock.now)]
        page = WebPlatform("127.0.0.1", port, KEY, url=url, frames=frames, now=clock.now)
        await page.start(Unseen())
        discord = Door(vouches, page, http)
        discord.known(ANN, "小安")
        vouches.enter(ANN, CHANNEL, GUILD)
        try:
            yield Doors(clock, FramedHouse(None, None, [], page, http), discord)
        finally:
            await page.stop()


@pytest.mark.parametrize(("of", "at"), [("telegram", "discord"), ("discord", "telegram")])
async def test_what_opened_one_door_opens_no_other(both, of, at):
    """Tokens, proofs, and what the page of the other door says of where it comes from."""
    told = await both.tokens()
    there, here = both.doors[at], both.doors[of]
    proofs = {
        "telegram": both.data(),
        "discord": json.dumps({
            "code": both.doors["discord"].authority.code(ANN),
            "state": await both.doors["discord"].begin(), "instance": INSTANCE,
        }),
    }  # fmt: skip
    body = {"proof": proofs[of], "key": "key-of-the-first-page"}
    origins = {"telegram": there.url, "discord": both.doors["discord"].origin}
    url = f"{there.url}/frame/{at}/p/nothing"

    assert (await there.socket(told[of]))[1] is None
    assert (await there.post("session", body))[1] == {"error": "frame-forged"}
    assert (await there.post("session", body, origins[of]))[0] == 403
    assert (await here.post("session", body))[1].keys() == {"token", "name"}
    async with there.http.get(url, headers={"Authorization": f"Bearer {told[of]}"}) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("door", ["telegram", "discord"])
async def test_a_cookie_of_the_page_and_a_form_of_anybody_do_nothing_at_a_door(both, door):
    """Whoever has sat down on the page is nobody there, and no form is sent in their name."""
    there = both.doors[door]
    cookies = {PERSON: there.web.signer.sit("小明")}
    headers = {"Origin": there.url if door == "telegram" else there.origin}
    form = {"proof": both.data(), "key": "key-of-the-first-page"}
    url = f"{there.url}/frame/{door}"
    for sent in ({"data": form}, {"json": {"proof": cookies[PERSON], "key": "k" * 32}}):
        more = {"headers": headers, "cookies": cookies, **sent}
        async with there.http.post(f"{url}/session", **more) as answer:
            assert "token" not in await answer.text()
            assert "Set-Cookie" not in answer.headers
    async with there.http.ws_connect(f"{url}/ws", headers=headers) as socket:
        await socket.send_str(json.dumps({"hello": {"tab": "tab-0001", "lang": "zh-Hans"}}))
        await socket.receive(timeout=60)
        assert socket.close_code in (4400, 4401)


async def test_from_discords_origin_nothing_is_done_on_the_page_itself(both):
    discord = both.doors["discord"]
    room = discord.web.signer.new_room()
    for path in ("/own", f"/r/{room}/sit", f"/r/{room}/me", f"/r/{room}/devices/code"):
        headers = {"Origin": discord.origin}
        async with discord.http.post(discord.url + path, json={}, headers=headers) as answer:
            assert answer.status == 403, path
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await discord.http.ws_connect(f"{discord.url}/r/{room}/ws", headers=headers)
