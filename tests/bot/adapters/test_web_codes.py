"""A code makes a second device its person's: once, soon, and not by guessing."""

import asyncio
import json

import pytest
import pytest_asyncio

from bot.adapters.web.devices import MOST
from bot.adapters.web.pairing import LASTS, LENGTH, LETTERS, typed
from bot.adapters.web.people import CODES, WRONG, WRONG_EACH
from bot.adapters.web.signing import Signer
from tests.kit.devices import Browser, Clock, told
from tests.kit.web import web_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def clock():
    return Clock()


@pytest_asyncio.fixture(loop_scope="module")
async def table(clock):
    async with web_table(clock=clock, proxies=["127.0.0.1"]) as running:
        yield running


async def test_a_second_device_becomes_its_persons_by_a_code_and_both_are_told(table):
    old = await Browser(table).sit()
    here, state = await old.open()
    new = Browser(table)
    code = await old.code()
    found = await new.join(code.lower())

    assert len(code) == LENGTH
    assert set(code) <= set(LETTERS)
    assert found == {"name": "小明", "room": table.room}
    assert await told(here, "device") == "Firefox · Android"
    assert new.person.id == old.person.id == state["you"]["id"]
    assert new.person.device != old.person.device
    listing = await new.devices()
    assert sorted((one["here"], one["on"]) for one in listing) == [(False, True), (True, False)]
    assert {one["label"] for one in listing} == {"Firefox · Android"}


async def test_who_was_away_is_told_of_the_new_device_on_coming_back(table):
    old, new = await Browser(table).sit(), Browser(table)
    await new.join(await old.code())
    fresh, _ = await new.open("tab-0002")
    here, _ = await old.open()

    assert await told(here, "device") == "Firefox · Android"
    await fresh.send_str('{"ping":1}')
    assert json.loads((await fresh.receive(timeout=10)).data)["pong"]


async def test_a_code_works_once_also_for_two_at_the_same_moment(table):
    old = await Browser(table).sit()
    code = await old.code()
    racers = [Browser(table, address=f"10.0.0.{at}") for at in range(8)]
    found = await asyncio.gather(*(one.join(code) for one in racers))

    assert sorted("name" in one for one in found) == [False] * 7 + [True]
    assert [one for one in found if "name" not in one] == [{"error": "device-unknown"}] * 7
    assert len(await old.devices()) == 2


@pytest.mark.parametrize("path", ["", "devices", "devices/join", "me"])
async def test_a_preview_changes_nothing(table, path):
    """What fetches an address by GET is no press."""
    old = await Browser(table).sit()
    code = await old.code()
    url = table.url(f"/r/{table.room}/{path}".removesuffix("/"))
    headers = {"Cookie": "kept=yes"}
    for method in (table.http.get, table.http.head):
        async with method(f"{url}?code={code}", headers=headers) as answer:
            assert "person" not in answer.cookies

    assert "name" in await Browser(table).join(code)


async def test_a_code_is_over_after_five_minutes_and_when_there_is_a_newer_one(table, clock):
    old = await Browser(table).sit()
    first = await old.code()
    second = await old.code()
    assert await Browser(table).join(first) == {"error": "device-unknown"}
    clock.now += LASTS
    assert await Browser(table).join(second) == {"error": "device-unknown"}
    third = await old.code()
    clock.now += LASTS - 1

    assert "name" in await Browser(table).join(third)


async def test_guessing_ends_after_five_wrong_ones_a_minute_even_for_who_guesses_right(
    table, clock
):
    old = await Browser(table).sit()
    code = await old.code()
    thief = Browser(table, address="10.0.0.1")
    for _ in range(WRONG_EACH):
        assert await thief.join("ABCD2345") == {"error": "device-unknown"}
    assert await thief.join(code) == {"error": "device-wait"}
    house = Browser(table, address="2001:db8:0:1::1")
    for at in range(WRONG_EACH):
        house.headers["X-Forwarded-For"] = f"2001:db8:0:1::{at}"
        await house.join("")
    house.headers["X-Forwarded-For"] = "2001:db8:0:1:ffff::1"
    assert await house.join(code) == {"error": "device-wait"}, "one house is one address"
    assert "name" in await Browser(table, address="10.0.0.2").join(code)
    clock.now += 59
    assert await thief.join("ABCD2345") == {"error": "device-wait"}
    clock.now += 1

    assert await thief.join("ABCD2345") == {"error": "device-unknown"}


async def test_a_hundred_wrong_ones_a_minute_are_the_end_for_all(table, clock):
    old = await Browser(table).sit()
    code = await old.code()
    for at in range(WRONG):
        thief = Browser(table, address=f"10.1.{at // 250}.{at % 250}")
        assert await thief.join("ABCD2345") == {"error": "device-unknown"}

    assert await Browser(table, address="10.2.0.1").join(code) == {"error": "device-wait"}
    clock.now += 60
    assert "name" in await Browser(table, address="10.2.0.1").join(code)


@pytest.mark.parametrize("body", [{}, {"code": 5}, {"code": None}, {"code": ["ABCD2345"]}])
async def test_nonsense_is_no_code(table, body):
    assert await Browser(table).post("devices/join", **body) == 400


@pytest.mark.parametrize("code", ["\ud83d", "\ud83dABCD234", "\u202eABCD2345", "<b>ABCD2</b>"])
async def test_what_no_text_can_hold_is_no_code(table, caplog, code):
    assert table.platform.devices.codes.find(code) is None
    url = table.url(f"/r/{table.room}/devices/join")
    async with table.http.post(url, json={"code": code}, headers=table.origin) as answer:
        assert (answer.status, await answer.json()) == (200, {"error": "device-unknown"})
    assert caplog.text == ""


async def test_codes_are_typed_as_people_type(table):
    old = await Browser(table).sit()
    code = await old.code()
    wide = "".join(chr(ord(c) + 0xFEE0) for c in code.lower())

    assert typed(wide[:4] + " - " + wide[4:]) == code
    assert "name" in await Browser(table).join(f" {wide[:4]}-{wide[4:]}\n")


async def test_who_sits_here_is_replaced_only_after_asking(table):
    old, other = await Browser(table).sit(), await Browser(table).sit("小红")
    code, before = await old.code(), other.cookies["person"]
    asked = await other.join(code)
    assert asked == {"ask": {"id": other.person.id, "name": "小红"}, "name": "小明"}
    assert other.cookies["person"] == before
    for claim in (True, "", old.person.id, [other.person.id]):
        assert "ask" in await other.join(code, instead=claim)
    assert "room" in await other.join(code, instead=other.person.id)

    assert other.person.id == old.person.id
    assert other.person.name == "小明"


async def test_ones_own_browser_needs_no_code(table):
    old = await Browser(table).sit()
    code = await old.code()

    assert await old.join(code) == {"error": "device-already"}
    assert "name" in await Browser(table).join(code), "it was not used up"


async def test_where_cookies_are_refused_the_tab_gets_the_token(table):
    old, new = await Browser(table).sit(), Browser(table, keeps=False)
    found = await new.join(await old.code())

    assert table.platform.signer.person(found["token"]).id == old.person.id
    assert "person" not in new.cookies


async def test_nobody_gets_a_code_without_a_person(table):
    stranger = Browser(table)
    assert await stranger.post("devices/code") == 401
    stranger.cookies["person"] = Signer(b"another key, as long as that one").sit("小明")
    assert await stranger.post("devices/code") == 401
    assert await stranger.devices() == 401


async def test_codes_are_made_so_fast_and_no_faster(table):
    old = await Browser(table).sit()
    found = [await old.post("devices/code") for _ in range(CODES + 1)]

    assert ["code" in one for one in found] == [True] * CODES + [False]


async def test_a_person_has_so_many_devices_and_no_more(table, clock):
    old = await Browser(table).sit()
    await old.open()
    for _ in range(MOST - 1):
        clock.now += 20
        assert "name" in await Browser(table).join(await old.code())

    assert await old.post("devices/code") == {"error": "devices-full"}
