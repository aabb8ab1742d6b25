"""Being told of one's turn while the page is closed: to whom, how often, and what of it is said."""

import base64
import json
import logging

import http_ece
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from bot.adapters.web.push import AWAY, SOON, words
from bot.adapters.web.push_service import Services
from bot.adapters.web.subscription import read, sent
from bot.ports.messages import Outgoing
from bot.ports.refs import UserRef
from tests.kit.devices import Browser, Clock
from tests.kit.web import web_table


def coded(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


PRIVATE = ec.generate_private_key(ec.SECP256R1())
POINT = PRIVATE.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
KEYS = {"p256dh": coded(POINT), "auth": coded(b"sixteen bytes...")}
MINE = "https://fcm.googleapis.com/fcm/send/mine"
TURN = Outgoing("该你出了：♠A ♥K", asked="turn", notify=True, turn="table:7")


class Service:
    """What a browser's service answers."""

    key = "our public key"

    def __init__(self):
        self.told = []
        self.status = 201

    async def send(self, to, told):
        self.told.append((to.endpoint, json.loads(told)))
        if not self.status:
            raise OSError
        return self.status

    async def close(self):
        self.key = ""


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def service():
    return Service()


@pytest_asyncio.fixture
async def table(clock, service):
    async with web_table(clock=clock, sender=service) as running:
        yield running


async def asked(table, endpoint=MINE, lang="en"):
    """A person who wants to be told on their device."""
    browser = await Browser(table).sit()
    on = {"endpoint": endpoint, "keys": KEYS, "expirationTime": None}
    assert await browser.post("push") == {"key": "our public key", "on": False}
    assert (await browser.post("push", on=on, lang=lang))["on"]
    return browser


async def turn(table, browser, message=TURN):
    """Show a person this, and let all be done that comes of it."""
    delivery = await table.platform.whisper(UserRef("web", browser.person.id), message)
    await later(table, SOON)
    return delivery.ref


async def later(table, seconds):
    """So long afterwards everybody has been told who is to be."""
    table.platform.clock.now += seconds
    table.platform._server.sweep()
    await settled(table)


async def settled(table, what="_tell"):
    """All of this that was begun is done."""
    for worker in tuple(table.platform._server._workers):
        if worker.get_coro().__name__ == what:
            await worker


async def test_who_is_away_is_told_and_of_nothing_but_that(table, service):
    browser = await asked(table)
    await turn(table, browser)
    url = f"/r/{table.room}"

    told = {"title": "Your turn", "body": "The table is waiting for you", "url": url}
    assert service.told == [(MINE, told)]


async def test_once_a_turn(table, service):
    browser = await asked(table)
    ref = await turn(table, browser)
    for message in (TURN, Outgoing("♠A", asked="turn", turn="table:7"), TURN):
        await table.platform.edit(ref, message)
        await turn(table, browser, message)
        await later(table, 60)
    assert len(service.told) == 1

    await table.platform.edit(ref, Outgoing("等乙", turn=""))
    await turn(table, browser, Outgoing("", asked="turn", notify=True, turn="table:8"))
    assert len(service.told) == 2


@pytest.mark.parametrize(
    "message",
    [
        Outgoing("准备好了吗", asked="ready", notify=True, turn="table:7"),
        Outgoing("♠A", notify=True),
        Outgoing("♠A", asked="turn", turn="table:7"),
    ],
    ids=["ready", "nothing asked", "shown anew after a start"],
)
async def test_of_nothing_else(table, service, message):
    await turn(table, await asked(table), message)

    assert service.told == []


async def test_whoever_looks_at_the_page_is_told_by_it(table, service):
    """A telephone that is put away in one's turn is told a little later, and only while it is."""
    browser = await asked(table)
    socket, _ = await browser.open()
    ref = await turn(table, browser)
    await later(table, 600)
    await socket.close()
    await settled(table, "work")
    assert table.platform._server.tabs == []
    await later(table, AWAY - 1)
    assert service.told == []
    await later(table, 1)
    assert len(service.told) == 1

    await table.platform.edit(ref, Outgoing("", asked="turn", notify=True, turn="table:8"))
    await table.platform.retire(ref)
    await later(table, 60)
    assert len(service.told) == 1, "it was over before anybody was told"


async def test_whoever_loads_the_page_anew_is_not_told(table, service):
    browser = await asked(table)
    await table.platform.whisper(UserRef("web", browser.person.id), TURN)
    await later(table, SOON - 1)
    socket, _ = await browser.open()
    await later(table, 60)

    assert service.told == []
    await socket.close()


@pytest.mark.parametrize(
    ("status", "stays"),
    [(404, False), (410, False), (429, True), (302, True), (500, True), (0, True)],
)
async def test_a_browser_that_takes_nothing_is_forgotten(table, service, status, stays, caplog):
    caplog.set_level(logging.INFO)
    browser = await asked(table)
    service.status = status
    await turn(table, browser)

    assert (await browser.post("push"))["on"] == stays
    assert "mine" not in caplog.text
    assert KEYS["auth"] not in caplog.text


async def test_off_is_off(table, service):
    quiet = await asked(table)
    assert not (await quiet.post("push", off=True))["on"]
    await turn(table, quiet)

    user = UserRef("web", quiet.person.id)
    assert not [key for key in await table.service.belongings.of(user) if key.startswith("push:")]
    assert service.told == []


async def test_a_device_that_was_ended_takes_nothing(table, service):
    """Not even if what was forgotten with it has come back."""
    browser = await asked(table)
    person, user = browser.person, UserRef("web", browser.person.id)
    key = f"push:{person.device}"
    value = (await table.service.belongings.of(user))[key]
    await browser.post("devices/end", device=person.device)
    assert not (await table.service.belongings.of(user)).get(key)
    await table.service.belongings.keep(user, key, value)
    await table.platform.whisper(user, TURN)
    await later(table, SOON)

    assert service.told == []


async def test_where_nothing_can_be_sent_nobody_is_asked():
    async with web_table() as table:
        browser = await Browser(table).sit()
        assert await browser.post("push") == {"key": ""}
        assert await browser.post("push", on={"endpoint": MINE, "keys": KEYS}) == {"key": ""}


ELSEWHERE = [
    "http://fcm.googleapis.com/x", "https://evil.example/x", "https://127.0.0.1/x",
    "https://fcm.googleapis.com.evil.example/", "https://fcm.googleapis.com@evil.example/",
    "https://evil.example/fcm.googleapis.com", "https://fcm.googleapis.com:8443/x",
    "https://evilfcm.googleapis.com/x", "https://push.apple.com.evil.example/x",
    "https://evil.example\\.push.apple.com/x", "https://evil.example#.push.apple.com/",
    "https://evil.example?.push.apple.com/", "//fcm.googleapis.com/x", "file:///etc/passwd", "",
    "https://[::1].push.apple.com/", "https://fcm.googleapis.com/\n", MINE + "x" * 1000,
]  # fmt: skip


@pytest.mark.parametrize("endpoint", ELSEWHERE, ids=range(len(ELSEWHERE)))
def test_it_is_sent_to_services_that_are_known_alone(endpoint):
    assert sent({"endpoint": endpoint, "keys": KEYS}, "en", "room") is None
    kept = json.dumps({"endpoint": endpoint, **KEYS, "lang": "en", "room": "room"})
    assert read(kept) is None, "not even if it was kept"


SERVICES = [
    "https://fcm.googleapis.com/fcm/send/abc:def", "https://web.push.apple.com/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc%2b",
]  # fmt: skip


@pytest.mark.parametrize("endpoint", SERVICES, ids=range(len(SERVICES)))
def test_what_browsers_send_is_kept_and_read(endpoint):
    made = sent({"endpoint": endpoint, "keys": KEYS}, "xx", "room")

    assert read(made.kept()) == made
    assert made.lang == "zh-Hans"


@pytest.mark.parametrize(
    "found",
    [None, [], "x", {}, {"endpoint": MINE}, {"endpoint": MINE, "keys": []},
     {"endpoint": MINE, "keys": {**KEYS, "auth": "short"}},
     {"endpoint": MINE, "keys": {**KEYS, "p256dh": "é" * 87}}, {"endpoint": 1, "keys": KEYS}],
)  # fmt: skip
async def test_what_is_no_subscription_is_refused(table, found):
    browser = await Browser(table).sit()

    assert await browser.post("push", on=found) == {"error": "push-unknown"}


class Line:
    """A session that sends nothing: what would be sent, and an answer."""

    def __init__(self, status):
        self.status, self.posts = status, []

    def post(self, url, **sent):
        self.posts.append((url, sent))
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def close(self):
        pass


@pytest.mark.parametrize("status", [201, 307])
async def test_what_is_sent_only_its_browser_reads_and_nobody_is_followed(status):
    line = Line(status)
    services = Services(b"s" * 32, line)
    to = sent({"endpoint": MINE, "keys": KEYS}, "zh-Hans", "room")

    assert await services.send(to, words(to)) == status
    ((url, told),) = line.posts
    assert (url, told["allow_redirects"]) == (MINE, False)
    read_there = http_ece.decrypt(
        told["data"], private_key=PRIVATE, auth_secret=b"sixteen bytes...", version="aes128gcm"
    )
    assert json.loads(read_there) == {"title": "轮到你了", "body": "牌桌在等你", "url": "/r/room"}
    no_point = sent({"endpoint": MINE, "keys": {**KEYS, "p256dh": coded(b"x" * 65)}}, "en", "room")
    with pytest.raises(ValueError, match=r"."):
        await services.send(no_point, b"x")
    assert Vapid02.verify(told["headers"]["Authorization"])
    assert services.key in told["headers"]["Authorization"]
    assert Services(b"s" * 32, line).key == services.key, "the same after a restart"
    assert Services(b"t" * 32, line).key != services.key
