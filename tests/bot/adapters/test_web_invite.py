"""Inviting: the addresses that others reach, the switch for one's own network, and its PIN."""

import asyncio
import json

import aiohttp
import pytest
import pytest_asyncio
import segno

from bot.adapters.web import lan
from bot.adapters.web.invite import EVERYWHERE, address
from bot.adapters.web.lan import REST, WRONG, WRONG_EACH
from bot.adapters.web.network import is_home
from bot.adapters.web.origins import Proxies
from tests.kit.devices import Clock
from tests.kit.web import web_table

NEAR = "127.0.0.2"
"""An address of this machine that is not the one the page listens on by its settings."""


async def near():
    return (NEAR,)


@pytest.fixture
def clock():
    return Clock()


@pytest_asyncio.fixture
async def table(clock):
    async with web_table(find=near, clock=clock) as running:
        yield running


async def asked(table, path, body=None, *, at="127.0.0.1", host="", origin="", **cookies):
    """Status, JSON or text, and cookies that were set."""
    port = table.platform.port
    host = host or f"{at}:{port}"
    headers = {"Host": host, "Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())}
    method = "GET" if body is None else "POST"
    if body is not None:
        headers["Origin"] = origin or f"http://{host}"
    async with table.http.request(
        method, f"http://{at}:{port}{path}", headers=headers, json=body, allow_redirects=False
    ) as answer:
        text = await answer.text()
        plain = json.loads(text) if answer.content_type == "application/json" else text
        return answer.status, plain, {k: v.value for k, v in answer.cookies.items()}


async def owner(table):
    """The cookie of whoever came by the printed address."""
    key = table.platform.first_address.partition("#own=")[2]
    _, told, cookies = await asked(table, "/own", {"key": key})
    assert told == {"own": True}
    return cookies["own"]


async def opened(table):
    """Open to the network: the owner's cookie, and the PIN."""
    own = await owner(table)
    _, told, _ = await asked(table, "/own/lan", {"open": True}, own=own)
    assert told["open"]
    return own, told["pin"]


async def refuses(table, at=NEAR):
    try:
        await asked(table, "/", at=at)
    except aiohttp.ClientConnectionError:
        return True
    return False


# The addresses.


async def urls(table, **more):
    _, told, _ = await asked(table, f"/r/{table.room}/invite", {}, **more)
    return [one["url"] for one in told["addresses"]]


async def test_an_address_of_this_machine_alone_is_offered_to_nobody(table):
    assert await urls(table) == []
    assert await urls(table, host=f"localhost:{table.platform.port}") == []


async def test_a_name_of_the_internet_is_offered_as_it_was_opened(clock):
    async with web_table(find=near, hosts=["table.example.org", "localhost"]) as table:
        room = f"/r/{table.room}"
        https = {"host": "table.example.org", "origin": "https://table.example.org"}

        assert await urls(table, **https) == [f"https://table.example.org{room}"]
        assert await urls(table) == [f"https://table.example.org{room}"]


async def test_where_it_listens_everywhere_every_address_is_offered():
    async with web_table(find=near, bound=EVERYWHERE[0]) as table:
        port = table.platform.port

        assert await urls(table) == [f"http://{NEAR}:{port}/r/{table.room}"]
        first, *_ = await urls(table, host=f"desk.local:{port}")
        assert first == f"http://desk.local:{port}/r/{table.room}"


def test_a_code_is_what_a_camera_reads():
    """Every dark square of the path, put back into a grid, is the standard's own picture."""
    url = "https://table.example.org/r/abcdefghijklmnopqrstuvwxyz234567"
    told = address(url)
    grid = [[0] * told["size"] for _ in range(told["size"])]
    for run in told["path"].strip("M").split("M"):
        start, _, rest = run.partition("h")
        x, y = map(int, start.split())
        for step in range(int(rest.partition("v")[0])):
            grid[y][x + step] = 1
    wanted = segno.make_qr(url, error="m").matrix_iter(border=4)

    assert grid == [list(row) for row in wanted]


@pytest.mark.parametrize(
    ("header", "address", "same"),
    [("[fd00::5]:8765", "fd00::5", True), ("[FD00:0::5]", "fd00::5", True),
     ("fd00::5", "fd00::5", False), ("[fd00::6]:8765", "fd00::5", False),
     ("192.168.1.5", "192.168.1.5", True), ("192.168.1.5.evil.example", "192.168.1.5", False),
     ("0xc0a80105:8765", "192.168.1.5", False), ("", "192.168.1.5", False)],
)  # fmt: skip
def test_a_host_is_the_address_or_is_not(header, address, same):
    assert lan._is(header, address) == same


def test_what_the_internet_reaches_is_never_opened():
    away = ("203.0.113.5", "2001:db8::5", "100.64.0.5", "169.254.1.5", "fe80::1", "::1", "desk")
    assert not any(map(is_home, away))
    assert all(map(is_home, ("10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "fd12::1")))


# The switch.


async def test_the_switch_is_shown_to_whoever_came_by_the_printed_address_alone(table):
    """Being on this machine proves nothing: a tunnel is, too."""
    for cookies in ({}, {"own": ""}, {"own": "x" * 22}):
        _, told, _ = await asked(table, "/own/lan", {"open": True}, **cookies)
        assert told == {"own": False}
    assert await refuses(table)
    for key in ("", "x" * 22, "\ud800"):
        assert (await asked(table, "/own", {"key": key}))[1:] == ({"own": False}, {})

    own = await owner(table)
    assert (await asked(table, "/own/lan", {}, own=own))[1]["own"]


async def test_the_printed_address_works_once(table):
    first = table.platform.first_address
    await owner(table)
    _, told, cookies = await asked(table, "/own", {"key": first.partition("#own=")[2]})

    assert (told, cookies) == ({"own": False}, {})
    assert table.platform.first_address == table.platform.address


@pytest.mark.parametrize(
    "options",
    [{"hosts": ["table.example.org"]}, {"proxies": ["127.0.0.1"]}, {"bound": EVERYWHERE[0]}],
    ids=["name", "proxy", "open"],
)
async def test_it_is_never_offered_where_others_come_by_other_means(options):
    async with web_table(find=near, **options) as table:
        assert "#" not in table.platform.first_address
        for cookies in ({}, {"own": ""}):
            assert (await asked(table, "/own", {"key": ""}))[1:] == ({"own": False}, {})
            _, told, _ = await asked(table, "/own/lan", {"open": True}, **cookies)
            assert told == {"own": False}
        _, told, _ = await asked(table, f"/r/{table.room}/invite", {})
        assert not told["lan"]


async def test_another_page_turns_nothing(table):
    own = await owner(table)
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null"):
        status, *_ = await asked(table, "/own/lan", {"open": True}, own=own, origin=origin)
        assert status == 403
    assert await refuses(table)


async def test_it_is_open_while_the_switch_is_on(table):
    said = []
    table.platform.lan.say = lambda line, plain: said.extend([line, plain])
    own, pin = await opened(table)
    url = f"http://{NEAR}:{table.platform.port}/r/{table.room}"

    assert all(pin in line for line in said)
    assert len(pin) == 6
    assert pin.isdecimal()
    assert await urls(table) == [url]
    _, _, cookies = await asked(table, "/pin", {"pin": pin}, at=NEAR)
    assert "invite" in (await asked(table, f"/r/{table.room}", at=NEAR, **cookies))[1]
    await asked(table, "/own/lan", {"open": False}, own=own)
    assert await refuses(table)
    assert await urls(table) == []

    _, told, _ = await asked(table, "/own/lan", {"open": True}, own=own)
    status, *_ = await asked(table, f"/r/{table.room}/me", {}, at=NEAR, **cookies)
    assert status == 403, "who had the PIN of before has none now"
    assert told["pin"]


async def test_an_open_tab_from_the_network_ends_with_the_switch(table):
    own, pin = await opened(table)
    _, _, cookies = await asked(table, "/pin", {"pin": pin}, at=NEAR)
    start = f"http://{NEAR}:{table.platform.port}"
    headers = {"Origin": start, "Cookie": f"lan={cookies['lan']}"}
    far = await table.http.ws_connect(f"{start}/r/{table.room}/ws", headers=headers)
    near_by = await table.tab()
    await asked(table, "/own/lan", {"open": False}, own=own)

    assert (await far.receive(timeout=10)).type in (
        aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR, aiohttp.WSMsgType.CLOSE,
    )  # fmt: skip
    assert await near_by.ask(1, say="here") == {"ack": 1}


async def test_addresses_that_are_gone_are_closed(table, clock, monkeypatch):
    await opened(table)
    await table.platform.lan.look()
    assert not await refuses(table)
    monkeypatch.setattr("bot.adapters.web.lan.is_own", lambda address: False)
    clock.now += 60
    await table.platform.lan.look()

    assert await refuses(table)
    assert table.platform.lan.pin == ""


async def test_an_address_that_cannot_be_listened_at_is_said(clock):
    async def nowhere():
        return ("192.0.2.1",)

    async with web_table(find=nowhere) as table:
        own = await owner(table)
        _, told, _ = await asked(table, "/own/lan", {"open": True}, own=own)

        assert told == {"error": "lan-none", "own": True, "open": False, "pin": ""}


# From the network.

INSIDE = [
    ("POST", "/r/{room}/me"), ("POST", "/r/{room}/sit"), ("GET", "/r/{room}/ws"),
    ("GET", "/r/{room}/devices"), ("POST", "/r/{room}/devices/join"), ("GET", "/r/{room}/p/x"),
    ("POST", "/r/{room}/invite"), ("POST", "/r/{room}/file"), ("GET", "/health"),
    ("GET", "/metrics"), ("PUT", "/"), ("POST", "/"),
]  # fmt: skip


async def test_without_the_pin_there_is_nothing_but_the_question(table):
    await opened(table)
    for path in ("/", f"/r/{table.room}", "/r/nonsense"):
        status, text, cookies = await asked(table, path, at=NEAR)
        assert (status, cookies) == (200, {})
        assert 'id="pin"' in text
        assert table.room not in text
    assert (await asked(table, "/static/style.css", at=NEAR))[0] == 200
    start = f"http://{NEAR}:{table.platform.port}"
    for cookie in ("", "lan=", "lan=123456", "own=x"):
        headers = {"Origin": start, "Cookie": cookie}
        for method, path in INSIDE:
            url = start + path.format(room=table.room)
            async with table.http.request(method, url, headers=headers, json={}) as answer:
                assert answer.status == 403, (method, path)


async def test_the_owners_door_is_not_in_the_network(table):
    own, pin = await opened(table)
    _, _, cookies = await asked(table, "/pin", {"pin": pin}, at=NEAR)
    for path in ("/own", "/own/lan"):
        status, *_ = await asked(table, path, {"open": False}, at=NEAR, own=own, **cookies)
        assert status == 404


async def test_only_the_address_itself_leads_there_and_only_there(table):
    """Neither another's name that points here, nor this address where it is not open."""
    _, pin = await opened(table)
    port = table.platform.port
    for host in ("evil.example", "localhost", "127.0.0.1", "desk.local", "127.0.0.3", f"{NEAR}."):
        assert (await asked(table, "/", at=NEAR, host=f"{host}:{port}"))[0] == 403, host
        status, *_ = await asked(table, "/pin", {"pin": pin}, at=NEAR, host=f"{host}:{port}")
        assert status == 403, host
    assert (await asked(table, "/", host=f"{NEAR}:{port}"))[0] == 403
    evil = "http://evil.example"
    assert (await asked(table, "/pin", {"pin": pin}, at=NEAR, origin=evil))[0] == 403


async def test_the_pin_is_given_by_post_alone(table):
    _, pin = await opened(table)
    for path in (f"/?pin={pin}", f"/pin?pin={pin}", f"/r/{table.room}?pin={pin}"):
        _, _, cookies = await asked(table, path, at=NEAR)
        assert cookies == {}
    assert (await asked(table, "/pin", {"pin": pin}))[0] == 404, "nobody is asked for it here"


@pytest.mark.parametrize("typed", ["{0}{1}", " {0} {1} ", "{0}-{1}", "wide"])
async def test_the_pin_is_read_however_it_is_typed(table, typed):
    _, pin = await opened(table)
    wide = "".join(chr(ord("０") + int(digit)) for digit in pin)
    said = wide if typed == "wide" else typed.format(pin[:3], pin[3:])

    assert (await asked(table, "/pin", {"pin": said}, at=NEAR))[2]["lan"]


def wrong(pin):
    return f"{(int(pin) + 1) % 10**6:06}"


async def test_five_wrong_ones_a_minute(table, clock):
    _, pin = await opened(table)
    tries = (asked(table, "/pin", {"pin": wrong(pin)}, at=NEAR) for _ in range(WRONG_EACH + 3))
    told = [found for _, found, _ in await asyncio.gather(*tries)]

    assert told.count({"error": "pin-wrong"}) == WRONG_EACH
    assert (await asked(table, "/pin", {"pin": pin}, at=NEAR))[1] == {"error": "pin-wait"}
    clock.now += 60
    assert (await asked(table, "/pin", {"pin": pin}, at=NEAR))[2]


async def test_fifty_in_all_then_a_rest(table, clock):
    """However slowly they come, and from wherever."""
    _, pin = await opened(table)
    for _ in range(WRONG // WRONG_EACH):
        for _ in range(WRONG_EACH):
            _, told, _ = await asked(table, "/pin", {"pin": wrong(pin)}, at=NEAR)
            assert told == {"error": "pin-wrong"}
        clock.now += 60
    clock.now += REST - 61
    status, told, _ = await asked(table, "/pin", {"pin": pin}, at=NEAR)
    assert (status, told) == (429, {"error": "pin-rest"})
    clock.now += 1
    assert (await asked(table, "/pin", {"pin": pin}, at=NEAR))[2]


@pytest.mark.parametrize("body", [[], {}, {"pin": 123456}, {"pin": None}, {"pin": ["1"]}, "1", 1])
async def test_what_is_no_pin_is_refused(table, body):
    await opened(table)

    assert (await asked(table, "/pin", body, at=NEAR))[0] == 400


async def test_where_somebody_says_they_come_from_counts_for_nothing(table):
    """No proxy stands before the network: one address stays one."""
    _, pin = await opened(table)
    assert not Proxies().trust(NEAR)
    start = f"http://{NEAR}:{table.platform.port}"
    told = []
    for at in range(WRONG_EACH + 1):
        headers = {"Origin": start, "X-Forwarded-For": f"10.0.0.{at}"}
        body = {"pin": wrong(pin)}
        async with table.http.post(f"{start}/pin", json=body, headers=headers) as answer:
            told.append(await answer.json())

    assert told[-1] == {"error": "pin-wait"}
