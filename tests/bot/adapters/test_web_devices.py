"""A person's devices: listed, called by one name, and ended for good."""

import json

import pytest
import pytest_asyncio

from bot.adapters.web import WebPlatform
from bot.adapters.web.devices import label, listed
from bot.adapters.web.people import ENDED
from bot.ports.messages import Outgoing
from bot.ports.refs import UserRef
from tests.kit.devices import Browser, Clock, told
from tests.kit.service import png
from tests.kit.web import KEY, web_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def clock():
    return Clock()


@pytest_asyncio.fixture(loop_scope="module")
async def table(clock):
    async with web_table(clock=clock, proxies=["127.0.0.1"]) as running:
        yield running


# The end of a device.


async def test_a_device_ended_is_out_in_every_tab_at_once_and_for_good(table):
    old, lost = await Browser(table).sit(), Browser(table)
    await old.open()
    await lost.join(await old.code())
    tabs = [(await lost.open(f"tab-000{at}"))[0] for at in range(2)]
    thief = dict(lost.cookies)
    device, user = lost.person.device, UserRef("web", lost.person.id)
    picture = table.platform.messages.pictures.add(png(), ("person", user.id))
    found = await old.post("devices/end", device=device)

    assert found == {"ended": device}
    for socket in tabs:
        while isinstance((last := await socket.receive(timeout=10)).data, str):
            pass
        assert last.data == ENDED
    await table.platform.whisper(user, Outgoing("♠A"))
    lost.cookies = dict(thief)  # the browser was told to forget it, and a thief does not
    assert (await lost.open())[1].data == 4401
    assert await lost.post("me") == {}
    lost.cookies = dict(thief)
    assert await lost.devices() == 401
    assert await lost.post("devices/code") == 401
    assert await lost.post("devices/end", device=old.person.device) == 401
    headers = {"Cookie": f"person={thief['person']}"}
    async with table.http.get(table.url(f"/r/{table.room}/p/{picture}"), headers=headers) as seen:
        assert seen.status == 404
    renamed = await lost.post("sit", name="小明")
    assert lost.person.id != user.id, "whoever it is now is somebody else"
    assert renamed["name"] == "小明"
    assert [one["here"] for one in await old.devices()] == [True]


async def test_it_is_out_after_a_restart_too(table):
    old = await Browser(table).sit()
    await old.open()
    lost = Browser(table)
    await lost.join(await old.code())
    await old.post("devices/end", device=lost.person.device)
    token = lost.cookies["person"]
    again = WebPlatform("127.0.0.1", 0, KEY)
    await again.start(table.service)
    try:
        assert again.signer.person(token) is None
        assert again.signer.person(old.cookies["person"]).id == old.person.id
    finally:
        await again.stop()


async def test_what_a_lost_device_has_sent_is_not_done_any_more(table):
    old = await Browser(table).sit()
    await old.open()
    lost = Browser(table)
    await lost.join(await old.code())
    device, (socket, _) = lost.person.device, await lost.open()
    table.service.gate.clear()
    heard = len(table.service.heard)
    await socket.send_str(json.dumps({"n": 1, "say": "one"}))
    await table.service.until(lambda: len(table.service.heard) > heard)
    await socket.send_str(json.dumps({"n": 2, "say": "two"}))
    await socket.send_str('{"ping":1}')
    assert await told(socket, "pong")
    await old.post("devices/end", device=device)
    table.service.gate.set()
    while isinstance((await socket.receive(timeout=10)).data, str):
        pass

    assert [one.text for one in table.service.heard[heard:]] == ["one"]


async def test_nobody_ends_what_is_not_theirs(table):
    one, other = await Browser(table).sit(), await Browser(table).sit("小红")
    await one.open()
    await other.open()
    for device in (other.person.device, "x" * 16, "", other.person.id, "../" * 5):
        assert await one.post("devices/end", device=device) == 404
    assert await one.post("devices/end", device=5) == 400

    assert [device["here"] for device in await other.devices()] == [True]


async def test_who_ends_this_device_is_nobody_here(table):
    one = await Browser(table).sit()
    token = one.cookies["person"]
    await one.post("devices/end", device=one.person.device)

    assert "person" not in one.cookies
    assert table.platform.signer.person(token) is None


async def test_a_code_made_on_a_device_that_is_ended_is_none(table):
    old, lost = await Browser(table).sit(), Browser(table)
    await old.open()
    await lost.join(await old.code())
    code = await lost.code()
    await old.post("devices/end", device=lost.person.device)

    assert await Browser(table).join(code) == {"error": "device-unknown"}


async def test_cookies_of_former_days_are_one_device_and_can_be_ended(table):
    signer, browser = table.platform.signer, Browser(table)
    body = f"{'a' * 16}.5bCP5piO"
    old = f"{body}.{signer._mark('person', body, 16)}"
    browser.cookies["person"] = old
    assert (browser.person.id, browser.person.name) == ("a" * 16, "小明")
    assert await browser.post("me") == {"name": "小明"}
    assert browser.cookies["person"] != old
    assert signer.person(old) == browser.person
    await browser.post("devices/end", device=browser.person.device)

    assert signer.person(old) is None


async def test_a_new_name_is_every_devices_at_once_and_stays(table):
    old, new = await Browser(table).sit(), Browser(table)
    await old.open()
    await new.join(await old.code())
    there, _ = await new.open("tab-0002")
    await old.post("sit", name="明哥")
    assert (await told(there, "you"))["name"] == "明哥"

    assert (await new.open("tab-0003"))[1]["you"]["name"] == "明哥"


# Whose page it is.


EVIL = [{}, {"Origin": "null"}, {"Origin": "https://evil.example"}, {"Origin": "http://127.0.0.1"}]


@pytest.mark.parametrize("origin", EVIL, ids=["none", "null", "evil", "another port"])
async def test_every_change_and_every_socket_asks_where_it_comes_from(table, origin):
    """All routes there are, and each way of asking them: what is added later is held, too."""
    browser = await Browser(table).sit()
    cookie = {"Cookie": f"person={browser.cookies['person']}"}
    routes = [
        (route.method, route.resource) for route in table.platform._server.app.router.routes()
    ]
    asked = 0
    for method, resource in routes:
        parts = {
            "room": table.room,
            "name": "app.js",
            "picture": "x",
            "file": "x",
            "report": "x",
            "language": "en",
        }
        names = [name for name in parts if f"{{{name}" in resource.canonical]
        url = table.url(str(resource.url_for(**{name: parts[name] for name in names})))
        for verb in ("POST", "PUT", "PATCH", "DELETE", method):
            upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"} if verb == "GET" else {}
            if verb == "HEAD":
                continue
            headers = {**cookie, **origin, **upgrade}
            async with table.http.request(verb, url, headers=headers, json={}) as answer:
                assert answer.status == 403, (verb, url)
                asked += 1

    assert asked >= 5 * 12
    assert browser.person is not None


# What is kept.


@pytest.mark.parametrize("value", ["", " ", "5", "x", "x y", "-1 Firefox", "² Firefox", "5 "])
async def test_what_cannot_be_read_is_a_device_all_the_same(value):
    assert [one.id for one in listed({f"device:{'a' * 16}": value, "suits": "four"})] == ["a" * 16]


AGENTS = [
    ("", ""),
    ("<script>alert(1)</script>", ""),
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604", "Safari · iPhone"),
    ("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537.36 Edg/140.0", "Edge · Windows"),
    ("Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28 Chrome/130", "Samsung · Android"),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "words"), AGENTS)
async def test_a_device_is_called_in_words_of_ours(agent, words):
    assert label(agent) == words
