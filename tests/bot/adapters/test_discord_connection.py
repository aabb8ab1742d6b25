"""The connection to Discord, over real sockets: refused, broken, limited, and back again."""

import asyncio
import logging
from itertools import pairwise

import pytest
from discord import ApplicationFlags, Intents
from discord.http import Route

from bot.adapters.discord.events import OneConnection
from bot.ports.errors import MessageGone, PlatformError, RetryAfter
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.refs import MessageRef, UserRef
from tests.kit.discord_gateway import CHANNEL, INVALID, PERSON, RECONNECT, press
from tests.kit.discord_running import CHAT, TOKEN, calls, pointed, ready, running
from tests.kit.service import FakeService, png
from tests.kit.world import until

MEMBERS = Intents(members=True).value
BROKEN = "two\nlines"
MESSAGES = f"/channels/{CHANNEL}/messages"


@pytest.fixture
async def fake(monkeypatch):
    async with pointed(monkeypatch) as made:
        yield made


async def test_a_wrong_token_is_one_clear_line(fake, caplog):
    fake.will("GET", "/users/@me", 401, {"code": 0, "message": "401: Unauthorized"})
    with caplog.at_level(logging.DEBUG):
        async with running(fake) as (platform, task, pauses):
            async with asyncio.timeout(10):
                await task
            with pytest.raises(RetryAfter):
                await platform.post(CHAT, Outgoing(text="x"))
    # Whoever makes the first client of a process is told by the library that it has no voice.
    told = (r for r in caplog.records if "voice" not in r.getMessage())
    errors = [r.getMessage() for r in told if r.levelno >= logging.WARNING]
    assert len(errors) == 1
    assert "DISCORD_TOKEN" in errors[0]
    assert TOKEN not in caplog.text
    assert pauses == []


async def test_a_token_that_no_header_can_hold_is_as_wrong(fake, caplog):
    async with running(fake, token=BROKEN) as (_, task, _pauses), asyncio.timeout(10):
        await task
    assert "DISCORD_TOKEN" in caplog.text
    assert fake.calls == []


FINAL = [(4004, "DISCORD_TOKEN"), (4011, "DISCORD_SHARDS=auto"), (4014, "intents")]


@pytest.mark.parametrize(("code", "said"), FINAL)
async def test_what_no_attempt_can_mend_ends_with_a_line(fake, caplog, code, said):
    fake.close_with = code
    async with running(fake) as (_, task, pauses), asyncio.timeout(10):
        await task
    assert said in caplog.text
    assert pauses == []


@pytest.mark.parametrize("flag", ["gateway_guild_members", "gateway_guild_members_limited"])
async def test_members_are_listened_to_where_the_application_was_allowed_to(fake, flag):
    """Nobody sets it here: what stands in the developers' portal stands in the flags."""
    async with running(fake) as (made, _, _):
        await until(lambda: made.serving)
        assert not fake.intents & MEMBERS
    fake.flags = ApplicationFlags(**{flag: True}).value
    async with running(fake) as (made, _, _):
        await until(lambda: made.serving)
        assert fake.intents & MEMBERS


async def test_refused_after_all_it_goes_on_without_members(fake):
    fake.flags, fake.refuses = ApplicationFlags(gateway_guild_members=True).value, MEMBERS
    async with running(fake) as (made, task, _):
        await until(lambda: made.serving)
        assert fake.identified == 2 and not fake.intents & MEMBERS
        assert not task.done()


async def test_a_first_connection_that_fails_is_tried_again_with_growing_pauses(fake):
    fake.refused = 4
    async with running(fake) as (platform, task, pauses):
        await ready(platform)
        assert not task.done()
    assert len(pauses) == 4
    assert all(later > sooner for sooner, later in pairwise(pauses))
    assert fake.identified == 1


async def test_commands_are_declared_once_a_run(fake):
    fake.refused = 2
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
    puts = [call for call in fake.calls if call[0] == "PUT"]
    assert len(puts) == 1


async def test_an_outage_at_the_login_is_no_end(fake):
    fake.will("GET", "/users/@me", 403, {"code": 0, "message": "maintenance"})
    async with running(fake) as (platform, _, pauses):
        await ready(platform)
    assert len(pauses) == 1


async def test_while_nothing_is_connected_messages_wait(fake):
    fake.refused = 1_000_000
    async with running(fake) as (platform, _, _pauses):
        await fake.until(lambda: fake.calls)
        with pytest.raises(RetryAfter):
            await platform.post(CHAT, Outgoing(text="x"))
        with pytest.raises(RetryAfter):
            await platform.whisper(UserRef("discord", PERSON), Outgoing(text="x"))
    assert calls(fake, "POST", MESSAGES) == []


@pytest.mark.parametrize(("op", "data"), [(RECONNECT, None), (INVALID, True)], ids=["op7", "op9"])
async def test_discord_asks_for_a_new_connection_and_the_session_goes_on(fake, op, data):
    async with running(fake) as (platform, _, pauses):
        await ready(platform)
        await fake.order(op, data)
        await fake.until(lambda: fake.resumed == 1)
    assert fake.identified == 1
    assert pauses == []


async def test_op_9_without_a_session_begins_a_new_one(fake, monkeypatch):
    async def at_once(self, shard_id, *, initial=False):
        await asyncio.sleep(0)

    # The library waits five seconds before it identifies again, as Discord asks.
    monkeypatch.setattr(OneConnection, "before_identify_hook", at_once)
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
        await fake.order(INVALID, data=False)
        await fake.until(lambda: fake.identified == 2)
    assert fake.resumed == 0


async def test_a_press_after_a_broken_connection_is_answered(fake):
    service = FakeService(lambda _: Reply(Outgoing(text="你已入座"), Where.TOAST))
    async with running(fake, service) as (platform, _, _pauses):
        await ready(platform)
        await fake.drop()
        await fake.until(lambda: fake.resumed == 1)
        await fake.tell("INTERACTION_CREATE", press("10", "g1:table1:0:join"))
        path = "/interactions/10/secret-10/callback"
        await fake.until(lambda: calls(fake, "POST", path))
    (incoming,) = service.heard
    assert (incoming.token, incoming.source, incoming.language) == (
        "g1:table1:0:join", "10", "zh-CN",
    )  # fmt: skip
    ((_, _, body, _),) = calls(fake, "POST", path)
    assert body["type"] == 4
    assert body["data"]["content"] == "你已入座"


async def test_tokens_of_interactions_stand_in_no_line(fake, caplog):
    service = FakeService(lambda _: Reply(Outgoing(text="x"), Where.TOAST))
    path = "/interactions/10/secret-10/callback"
    fake.will("POST", path, 429, {"retry_after": 0.01}, Via="1.1 google")
    with caplog.at_level(logging.DEBUG):
        async with running(fake, service) as (platform, _, _pauses):
            await ready(platform)
            await fake.tell("INTERACTION_CREATE", press("10", "g1:table1:0:join"))
            await fake.until(lambda: len(calls(fake, "POST", path)) == 2)
    assert "secret-10" not in caplog.text
    assert TOKEN not in caplog.text


async def test_dis_12_a_picture_is_whole_when_it_is_sent_again(fake):
    picture = png(1, 2, 3)
    fake.will("POST", MESSAGES, 429, {"retry_after": 0.01}, Via="1.1 google")
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
        await platform.post(CHAT, Outgoing(text="x", picture=picture))
    sent = calls(fake, "POST", MESSAGES)
    assert [files["files[0]"] for *_, files in sent] == [picture, picture]


LIMITS = [
    ({"retry_after": 31.5}, {"Via": "1.1 google"}, 31.5, "longer than the library waits"),
    ({}, {}, 60.0, "an address that is banned is not told how long"),
]


@pytest.mark.parametrize(("body", "headers", "seconds", "why"), LIMITS, ids=[r[3] for r in LIMITS])
async def test_too_fast_says_how_long_to_wait(fake, body, headers, seconds, why):
    fake.will("POST", MESSAGES, 429, body, **headers)
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
        with pytest.raises(RetryAfter) as refused:
            await platform.post(CHAT, Outgoing(text="x"))
    assert refused.value.seconds == seconds


async def test_an_edit_of_what_is_too_old_is_a_message_gone(fake):
    old = f"{MESSAGES}/1000000000000000001"
    fake.will("PATCH", old, 400, {"code": 30046, "message": "too many edits"})
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
        with pytest.raises(MessageGone):
            await platform.edit(
                MessageRef("discord", CHANNEL, "1000000000000000001"), Outgoing(text="x")
            )


async def test_a_server_that_is_gone_is_no_bug(fake):
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
        platform._connection.client.http._HTTPClient__session.connector._force_close = True
        Route.BASE = "http://127.0.0.1:9/api/v10"
        with pytest.raises(PlatformError):
            await platform.post(CHAT, Outgoing(text="x"))
