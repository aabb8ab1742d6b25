"""The door for Discord's clients: who may show the page, and who gets in."""

import json

import aiohttp
import pytest

from bot.adapters.discord import identity
from bot.adapters.discord.states import LASTS, States
from bot.ports.frame import Unproven
from tests.kit.activity import (
    CLIENT,
    INSTANCE,
    KEY_OF_PAGE,
    OTHER,
    Unseen,
    authority,
    door_to,
    token_of,
)
from tests.kit.clock import ManualClock

ELSEWHERE = "key-of-another-page"
ANCESTORS = "https://discord.com https://ptb.discord.com https://canary.discord.com"
FORGED, ABSENT, FAILED, OLD = (
    {"error": f"frame-{w}"} for w in ("forged", "absent", "failed", "old")
)
ANN, BOB = "1150000000000000001", "1150000000000000002"
CHANNEL, GUILD = "1250000000000000001", "1250000000000000002"


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def door(clock, monkeypatch):
    """Two people who have an account, of whom one is in an Activity."""
    monkeypatch.setattr(identity, "AGAIN", 0)
    async with authority() as vouches, door_to(Unseen(), vouches, clock.now) as made:
        made.known(ANN, "小安")
        made.known(BOB, "小宝")
        vouches.enter(ANN, CHANNEL, GUILD)
        yield made


def policy(answer):
    """A content security policy by directive."""
    parts = answer.headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


# Headers.


async def test_discords_pages_alone_may_show_it(door):
    query = f"?instance_id={INSTANCE}&frame_id=f1&platform=desktop"
    paths = {
        f"/{query}": ANCESTORS,
        "/frame/discord": ANCESTORS,
        f"/frame/discord{query}": ANCESTORS,
        "/frame/discord/s/activity.js": ANCESTORS,
        "/frame/discord/p/nothing": ANCESTORS,
        "/?instance_id=i": "'none'",
        "/static/app.js": "'none'",
        "/frame/telegram": "'none'",
    }
    for path, ancestors in paths.items():
        async with door.http.get(door.url + path, allow_redirects=False) as answer:
            assert policy(answer)["frame-ancestors"] == ancestors, path
            assert policy(answer)["script-src"] == "'self'"
            own = ancestors == "'none'"
            assert ("X-Frame-Options" in answer.headers) == own, path
            wide = answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
            assert wide != own, path
            assert "Set-Cookie" not in answer.headers


async def test_the_page_is_at_the_root_of_discords_proxy_and_a_room_at_that_of_anybody(door):
    url = f"{door.url}/?instance_id={INSTANCE}&frame_id=f1&platform=mobile"
    async with door.http.get(url, allow_redirects=False) as answer:
        assert answer.status == 200
        assert 'data-frame="discord"' in await answer.text()
    async with door.http.get(f"{door.url}/", allow_redirects=False) as answer:
        assert answer.status == 303


@pytest.mark.parametrize(
    "origin",
    [
        "", "null", "https://discord.com", f"http://{CLIENT}.discordsays.com",
        f"https://{OTHER}.discordsays.com", f"https://{CLIENT}.discordsays.com.evil.example",
        f"https://{CLIENT}.discordsays.com:8443", "OURS",
    ],
)  # fmt: skip
async def test_what_does_something_comes_from_discords_own_origin_of_this_application(door, origin):
    origin = door.url if origin == "OURS" else origin
    for path in ("begin", "session"):
        body = {"key": KEY_OF_PAGE, "where": INSTANCE, "proof": "{}"}
        assert (await door.post(path, body, origin))[0] == 403
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await door.http.ws_connect(f"{door.url}/frame/discord/ws", headers={"Origin": origin})
    assert door.authority.calls == []


# Who gets in.


async def test_the_way_in_asks_discord_for_no_more_than_it_needs(door):
    person = ANN
    found = await door.session(person)
    (token,) = door.authority.granted
    calls = door.authority.calls

    assert found["name"] == "小安"
    assert [path for _, path, by in calls if by == f"Bearer {token}"] == ["/users/@me"]
    assert token not in json.dumps(found)
    assert token_of(CLIENT) not in json.dumps(found)


async def test_what_is_forged_used_or_another_pages_opens_nothing(door, clock):
    person = ANN
    code = door.authority.code

    async def tried(code, state, **more):
        return await door.prove(code, state, **more)

    state = await door.begin()
    assert await tried("nobody-was-given-this", state) == FORGED
    assert await tried(code(person), "x" * 32) == FORGED
    assert await tried(code(person), state) == FORGED  # used up by the one before
    assert await tried(code(person), await door.begin(), key=ELSEWHERE) == FORGED
    state = await door.begin(instance="i-1-gc-2-3")
    assert await tried(code(person), state) == FORGED
    assert await tried(code(person, OTHER), await door.begin()) == FORGED
    once = code(person)
    assert "token" in await tried(once, await door.begin())
    assert await tried(once, await door.begin()) == FORGED
    late = await door.begin()
    clock.lapse(LASTS.total_seconds() + 1)
    assert await tried(code(person), late) in (OLD, FORGED)


@pytest.mark.parametrize(
    "proof",
    [
        "", "x", "[]", "{}", "null", '{"code": 7}', "[" * 2000, "9" * 5000,
        json.dumps({"code": "a/../b", "state": "s", "instance": INSTANCE}),
        json.dumps({"code": "a", "state": "s", "instance": "../../users/@me"}),
        json.dumps({"code": "a", "state": ["s"], "instance": INSTANCE}),
        json.dumps({"code": "é", "state": "é", "instance": INSTANCE}),
    ],
)  # fmt: skip
async def test_what_is_no_code_is_never_asked_about(door, proof):
    _, found = await door.post("session", {"proof": proof, "key": KEY_OF_PAGE})

    assert found in (FORGED, {})
    assert door.authority.calls == []


async def test_who_is_not_in_the_instance_that_they_name_is_let_into_none(door):
    door.authority.enter(BOB, CHANNEL, GUILD, "i-7-gc-8-9", OTHER)

    assert await door.session(BOB) == ABSENT
    assert await door.session(BOB, instance="i-7-gc-8-9") == ABSENT
    assert await door.session(BOB, instance="i-0-gc-0-0") == ABSENT
    door.authority.behind = 1  # whoever has just come in
    assert "token" in await door.session(ANN)


async def test_scope_and_bots_and_answers_that_make_no_sense_open_nothing(door):
    person = ANN
    profile = door.authority.people[str(person)]
    for change in ({"bot": True}, {"id": "0"}, {"id": 7}, {"id": None}):
        door.authority.people[str(person)] = {**profile, **change}
        assert await door.session(person) == FORGED, change
    door.authority.people[str(person)] = profile
    door.authority.scope = "guilds"
    assert await door.session(person) == FORGED
    door.authority.scope = "identify"
    for status in (500, 502, 429):
        door.authority.broken = status
        assert await door.session(person) == FAILED
    door.authority.broken = 0
    assert "token" in await door.session(person)


async def test_a_wrong_secret_opens_nothing_and_stands_in_no_log(door, clock, caplog):
    async with door_to(Unseen(), door.authority, clock.now, "another" * 4) as other:
        assert await other.session(ANN) == FAILED
    assert "DISCORD_CLIENT_SECRET" in caplog.text
    assert "another" not in caplog.text


async def test_too_many_at_once_are_told_to_come_again(door, monkeypatch):
    monkeypatch.setattr(identity, "AT_ONCE", 0)

    assert await door.session(ANN) == {"error": "frame-slowly"}


async def test_sessions_of_two_pages_are_their_own(door):
    """A token opens no other door; one code is one page's, and each loading has a token anew."""
    person = ANN
    first = await door.session(person)
    second = await door.session(person, key=ELSEWHERE)
    room = door.web.signer.new_room()
    url = f"{door.url}/r/{room}/ws"

    assert first["token"] != second["token"]
    for token in (door.web.signer.sit("小明"), "x", first["token"][:-1]):
        assert (await door.socket(token))[1] is None
    async with door.http.ws_connect(url, headers={"Origin": door.url}) as socket:
        hello = {"token": first["token"], "tab": "tab-0001", "lang": "zh-Hans"}
        await socket.send_str(json.dumps({"hello": hello}))
        await socket.receive(timeout=60)
        assert socket.close_code == 4401


def test_a_state_is_good_for_one_page_once():
    """The law: whatever is tried first with it is the last."""
    clock = ManualClock()
    states = States(clock.now)
    for key, instance, lapse, why in (
        ("page", "i1", 0, ""),
        ("other", "i1", 0, "forged"),
        ("page", "i2", 0, "forged"),
        ("page", "i1", 601, "old"),
    ):
        state = states.give("page", "i1")
        clock.lapse(lapse)
        for expected in (why, "forged"):
            if expected:
                with pytest.raises(Unproven) as refused:
                    states.take(state, key, instance)
                assert refused.value.code == expected
            else:
                states.take(state, key, instance)
    assert len(states) == 0
