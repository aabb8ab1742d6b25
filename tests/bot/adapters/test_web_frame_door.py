"""The door for Telegram's clients: who may show the page, who gets in, and what they are shown."""

import asyncio
import json

import aiohttp
import pytest

from bot.adapters.web.framed import view as views
from bot.adapters.web.framed.door import origin_of
from bot.table import tokens
from tests.kit.framed import framed_house
from tests.kit.initdata import init_data
from tests.kit.web import web_table

OTHER = "654321:TEST-token_of_another_bot"
EVIL = "https://evil.example"


@pytest.fixture
async def framed(tmp_path):
    async with framed_house(tmp_path / "t.db") as made:
        await made.house.begin(made.group, made.people[:3], "doudizhu")
        yield made


@pytest.fixture
def table(framed):
    return framed.house.table


@pytest.fixture
def asked(framed):
    """Whoever is asked now, and their seat."""
    return framed.house.asked()[0]


def policy(answer):
    """A content security policy by directive."""
    parts = answer.headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


async def next_of(socket, wanted):
    """The next frame that has a key; None once the socket is closed."""
    while True:
        found = await socket.receive(timeout=60)
        if found.type is not aiohttp.WSMsgType.TEXT:
            return None
        frame = json.loads(found.data)
        if wanted in frame:
            return frame


# Headers.


async def test_each_door_has_headers_of_its_own(framed):
    """Telegram's page alone may frame its door; nobody may frame the page, nor what has failed."""
    paths = {
        "/frame/telegram": "https://web.telegram.org",
        "/frame/telegram?table=ab&lang=en": "https://web.telegram.org",
        "/frame/telegram/s/miniapp.js": "https://web.telegram.org",
        "/frame/telegram/p/nothing": "https://web.telegram.org",
        f"/r/{framed.web.signer.new_room()}": "'none'",
        "/static/app.js": "'none'",
        "/frame/discord": "'none'",
        "/frame/": "'none'",
        "/frame/telegramx": "'none'",
    }
    for path, ancestors in paths.items():
        async with framed.http.get(framed.url + path) as answer:
            assert policy(answer)["frame-ancestors"] == ancestors, path
            assert policy(answer)["script-src"] == "'self'"
            own = ancestors == "'none'"
            assert ("X-Frame-Options" in answer.headers) == own, path
            wide = answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
            assert wide != own, path


async def test_without_an_address_there_is_no_door(tmp_path):
    async with web_table() as table:
        async with table.http.get(table.url("/frame/telegram")) as answer:
            assert answer.status == 404
        body = {"proof": "x", "key": "k" * 32}
        url = table.url("/frame/telegram/session")
        async with table.http.post(url, json=body, headers=table.origin) as answer:
            assert answer.status == 403


@pytest.mark.parametrize(
    "origin", ["", "null", EVIL, "https://web.telegram.org", "http://127.0.0.1", "http://localhost"]
)
async def test_what_does_something_comes_from_the_page_itself(framed, asked, origin):
    data = framed.data(asked[0])
    status, _ = await framed.post("session", {"proof": data, "key": "k" * 32}, origin)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await framed.http.ws_connect(f"{framed.url}/frame/telegram/ws", headers={"Origin": origin})

    assert status == 403
    assert "token" in await framed.session(data)  # it was not used up


def test_an_origin_is_what_a_browser_calls_an_address():
    assert origin_of("https://Table.example:443") == "https://table.example"
    assert origin_of("https://table.example:8443/x") == "https://table.example:8443"
    assert origin_of("http://[::1]:80") == "http://[::1]"
    assert origin_of("") == ""


# Who gets in.


async def test_what_telegram_has_not_signed_for_this_bot_opens_nothing(framed, asked):
    person, _ = asked
    now = framed.house.clock.now()
    good = framed.data(person)
    forged = good.replace("hash=", "hash=0")[:-1]
    for data, why in (
        ("", "forged"), ("x", "forged"), (forged, "forged"),
        (init_data(now, person.id, token=OTHER), "forged"),
        (good.replace(str(person.id), str(person.id + 1)), "forged"),
        (init_data(now, person.id, auth_date=str(int(now.timestamp()) - 3601)), "old"),
        (init_data(now, person.id, auth_date=str(int(now.timestamp()) + 61)), "old"),
    ):  # fmt: skip
        assert await framed.session(data) == {"error": f"frame-{why}"}, data


@pytest.mark.parametrize("body", [[], "x", 7, {}, {"proof": 7}, {"proof": "x", "key": "short"}])
async def test_what_is_no_request_for_a_session_is_none(framed, body):
    status, _ = await framed.post("session", body)

    assert status == 400


async def test_the_same_proof_from_elsewhere_closes_both_pages(framed, asked):
    data = framed.data(asked[0])
    first = await framed.session(data)
    socket, state = await framed.socket(first["token"])
    assert state["messages"]["person"]

    assert await framed.session(data, "key-of-another-page") == {"error": "frame-elsewhere"}
    assert await next_of(socket, "never") is None
    assert socket.close_code == 4403
    _, again = await framed.socket(first["token"])
    assert again is None


async def test_a_page_loaded_anew_goes_on_and_its_old_token_is_nobodys(framed, asked):
    data = framed.data(asked[0])
    first = await framed.session(data)
    second = await framed.session(data)

    assert first["token"] != second["token"]
    assert (await framed.socket(first["token"]))[1] is None
    assert (await framed.socket(second["token"], tab="tab-0002"))[1]["messages"]["person"]


async def test_a_token_of_the_page_opens_no_door_and_one_of_the_door_no_room(framed, asked):
    room = framed.web.signer.new_room()
    token = framed.web.signer.sit("小明")
    assert (await framed.socket(token))[1] is None
    own = (await framed.session(framed.data(asked[0])))["token"]
    url = f"{framed.url}/r/{room}/ws"
    async with framed.http.ws_connect(url, headers={"Origin": framed.url}) as socket:
        hello = {"token": own, "tab": "tab-0001", "lang": "zh-Hans"}
        await socket.send_str(json.dumps({"hello": hello}))
        await socket.receive(timeout=60)
        assert socket.close_code == 4401


# What they are shown.


async def opened(framed, person, table="", **more):
    """A page of a person's that shows a table: its socket and first frame."""
    found = await framed.session(framed.data(person, **more))
    return await framed.socket(found["token"], table)


def faces(state):
    """The cards to pick from on a page."""
    own = state["messages"]["person"]
    groups = [group for m in own for p in m["pickers"] for group in p["groups"]]
    return sorted(option["face"] for group in groups for option in group["options"])


async def test_each_sees_their_own_hand_by_address_by_link_and_without_either(framed, table):
    for seat, person in enumerate(framed.people[:3]):
        at = next(n for n, s in enumerate(table.state.players) if s.user.id == str(person.id))
        ways = [
            await opened(framed, person, table.state.id),
            await opened(framed, person, start_param=table.state.id),
            await opened(framed, person, query_id=f"q{seat}"),
        ]
        for _, state in ways:
            assert faces(state) == sorted(card.code for card in table.seen(at).hand)


async def test_the_table_that_is_named_is_a_claim_and_a_stranger_sees_nothing(framed, table):
    stranger = framed.house.world.user("路人")
    for way in ({"table": table.state.id}, {"start_param": table.state.id}):
        _, state = await opened(framed, stranger, **way)

        assert state["messages"]["person"] == []
        (told,) = state["messages"]["room"]
        assert told["scene"] is None
        assert [b["label"] for row in told["rows"] for b in row] == ["再看一次"]
        assert "请到群里按一下" in told["text"]  # the way that works
        assert "牌友群" not in json.dumps(state, ensure_ascii=False)


async def test_a_press_on_the_page_is_seen_in_the_chat_and_one_in_the_chat_on_the_page(
    framed, table, asked
):
    person, _ = asked
    socket, state = await opened(framed, person, table.state.id)
    (hand,) = state["messages"]["person"]
    press = hand["rows"][0][0]["token"]
    before = table.state.step
    await socket.send_str(json.dumps({"n": 1, "press": press, "message": hand["id"], "ago": 0}))
    acked = await next_of(socket, "ack")
    await framed.house.settle()

    assert acked == {"ack": 1}
    assert framed.house.table.state.step == before + 1
    other, _ = framed.house.asked()[0]
    page, _ = await opened(framed, other, table.state.id)
    question = framed.house.table.state.questions[0].number
    token = tokens.button(table.state.id, question, "c0")
    await framed.house.press(other, framed.house.hand(other), "", data=token)
    assert (await next_of(page, "put"))["put"]["id"] in (f"g{table.state.id}", f"p{table.state.id}")
    assert framed.house.table.state.step == before + 2


async def test_a_frame_sent_twice_is_done_once(framed, table, asked):
    socket, state = await opened(framed, asked[0], table.state.id)
    (hand,) = state["messages"]["person"]
    press = {"n": 1, "press": hand["rows"][0][0]["token"], "message": hand["id"], "ago": 0}
    before = table.state.step
    for _ in range(2):
        await socket.send_str(json.dumps(press))
        assert await next_of(socket, "ack") == {"ack": 1}
    await framed.house.settle()

    assert framed.house.table.state.step == before + 1


async def test_who_was_removed_while_it_is_open_is_shown_nothing_more(framed, table, asked):
    person, _ = asked
    socket, state = await opened(framed, person, table.state.id)
    assert state["messages"]["person"]
    framed.house.world.leave(framed.group, person)
    await framed.house.settle()
    await socket.send_str(json.dumps({"n": 1, "press": views.AGAIN}))
    gone = {(await next_of(socket, "drop"))["drop"] for _ in range(2)}

    assert gone == {f"g{table.state.id}", f"p{table.state.id}"}


async def test_a_picture_is_its_sessions_alone(framed, table, asked):
    person, _ = asked
    socket, state = await opened(framed, person, table.state.id)
    board = state["messages"]["room"][0]
    other = (await framed.session(framed.data(framed.people[3])))["token"]
    url = f"{framed.url}/frame/telegram/p/{board['picture']}"
    for headers in ({}, {"Authorization": f"Bearer {other}"}, {"Authorization": "Bearer x"}):
        async with framed.http.get(url, headers=headers) as answer:
            assert answer.status == 404

    assert board["picture"]
    await asyncio.wait_for(socket.close(), 5)
