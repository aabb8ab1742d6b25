"""Shards with the port between them and whoever serves: what is told, asked, refused and paced."""

import asyncio
import logging

import pytest

from bot.adapters.discord import relay as module
from bot.adapters.discord.relay import APART
from bot.ports.errors import ChatGone, Elsewhere, RetryAfter
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.notices import Removed
from bot.ports.refs import ChatRef, MessageRef, UserRef
from tests.kit.discord_relay import SHARDS, TOKEN, chat_of, connected, serving
from tests.kit.discord_shards import many_shards, person, server_of
from tests.kit.service import FakeService
from tests.kit.world import until


@pytest.fixture
async def fake():
    async with many_shards(SHARDS) as made:
        yield made


REFUSED = {"message": "You are being rate limited.", "retry_after": 0.4, "global": True}
LIMITED = {"Via": "1.1 x", "X-RateLimit-Global": "true", "Retry-After": "1"}


async def test_what_discord_refuses_of_everything_holds_all_shards_of_a_process(fake, monkeypatch):
    service, told = FakeService(), []
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        others.allowance.refused = told.append
        at = f"/channels/{chat_of(1).id}/messages"
        fake.will("POST", at, 429, REFUSED, **LIMITED)
        first = asyncio.create_task(platform.post(chat_of(1), Outgoing("一")))
        await fake.until(lambda: any(path == at for _, path, _, _ in fake.calls))
        await until(lambda: others.allowance.held)
        assert told == [1.0], "and the other processes hear of it"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(platform.post(chat_of(2), Outgoing("二")), 0.3)
        await platform.post(chat_of(2), Outgoing("三"))
        assert not others.allowance.held
        assert (await first).chat == chat_of(1).id
        written = [body["content"] for _, path, body, _ in fake.calls if path.endswith("messages")]
        assert sorted(written) == ["一", "一", "三"], "the library tries again what was refused"


async def test_a_long_refusal_is_told_to_whoever_sends(fake, monkeypatch):
    async with serving(monkeypatch, fake, FakeService()) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        others.allowance.hold(300.0)
        with pytest.raises(RetryAfter) as caught:
            await platform.post(chat_of(1), Outgoing("一"))
        assert caught.value.seconds > 200


async def test_what_carries_the_token_is_counted_and_answers_to_interactions_are_not(
    fake, monkeypatch
):
    service, counted = FakeService(lambda _: Reply(Outgoing("好"))), []
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        ask = others.allowance.ask
        monkeypatch.setattr(others.allowance, "ask", lambda: (ask(), counted.append(1)))
        await until(lambda: fake.declared)
        counted.clear()
        ident = await fake.slash(1, person(1), "rules")
        await until(lambda: fake.answers_to(ident))
        assert not counted
        await platform.post(chat_of(1), Outgoing("一"))
        assert counted == [1]


async def test_what_is_done_in_any_server_is_told_and_answered_there(fake, monkeypatch):
    service = FakeService(lambda _: Reply(Outgoing(text="你已入座"), Where.TOAST))
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        for number in range(SHARDS):
            message = fake._message(chat_of(number).id, "1", {"flags": 64})
            ident = await fake.press(number, person(1), message, "b:g1:table1:0:join")
            await until(lambda ident=ident: fake.answers_to(ident))
            assert service.heard[-1].chat == chat_of(number)
            assert service.heard[-1].token == "g1:table1:0:join"
            link = platform.place_link(chat_of(number))
            assert link.endswith(f"/{server_of(number, SHARDS)}/{chat_of(number).id}")
        assert others.count == SHARDS and sorted(fake.begun) == [0, 1, 2]
        assert sorted(others.given.turns) == [("0", APART, number) for number in range(SHARDS)]
        puts = [call for call in fake.calls if call[0] == "PUT"]
        assert len(puts) == 1, "one shard declares the commands"
    assert others.given.ended


async def test_what_is_sent_goes_by_the_shard_of_its_server_and_in_private_by_the_first(
    fake, monkeypatch
):
    """Whoever serves has never heard of the channels: it has just begun to."""
    async with serving(monkeypatch, fake, FakeService()) as (_, platform, _):
        await connected(platform, *range(SHARDS))
        asked = []
        call = platform._call

        async def noted(number, name, *args):
            asked.append((number, name))
            return await call(number, name, *args)

        monkeypatch.setattr(platform, "_call", noted)
        ref = await platform.post(chat_of(2), Outgoing(text="一", picture=b"\x89PNG\r\n\x1a\n"))
        assert fake.written(chat_of(2).id)[0]["id"] == ref.id
        assert await platform.edit(ref, Outgoing(text="二")) == ref
        user = UserRef("discord", person(1)["id"])
        told = await platform.whisper(user, Outgoing(text="手牌"))
        assert told.ref.private and fake.written(told.ref.chat)[0]["content"] == "手牌"
        await platform.erase(told.ref)
        assert await platform.lacks(chat_of(1)) == ()
        done = [(number, name) for number, name in asked if name != "knows"]
        assert done == [(2, "post"), (2, "edit"), (0, "whisper"), (0, "erase"), (1, "lacks")]
        fake.will("POST", f"/channels/{chat_of(1).id}/messages", 404, {"code": 10003})
        with pytest.raises(ChatGone):
            await platform.post(chat_of(1), Outgoing(text="x"))
        nowhere = ChatRef("discord", "1900000000000000009")
        await platform.post(nowhere, Outgoing(text="x"))
        assert asked[-1] == (0, "post")


async def test_a_shard_that_nobody_has_is_waited_for_and_found_where_it_is_then(fake, monkeypatch):
    async with serving(monkeypatch, fake, FakeService(), held=[0, 1]) as (others, platform, _):
        await connected(platform, 0, 1)
        with pytest.raises(RetryAfter):
            await platform._call(2, "lacks", chat_of(2))
        others.given.have(2)
        await connected(platform, 2)
        await platform.post(chat_of(2), Outgoing(text="x"))
        with pytest.raises(RetryAfter):  # private messages wait for the first
            await platform.whisper(UserRef("discord", person(1)["id"]), Outgoing(text="x"))
        assert sorted(fake.begun) == [0, 1, 2]
        await until(lambda: fake.sockets[0].closed and fake.sockets[1].closed)


async def test_who_presses_while_a_shard_is_passed_on_is_answered(fake, monkeypatch, caplog):
    """What is under way there is brought to its end first, unless that takes too long."""
    go_on, service = asyncio.Event(), FakeService(lambda _: Reply(Outgoing("好"), Where.TOAST))
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        house = others.house

        async def slow(data):
            found = await house(data)
            await go_on.wait()
            return found

        monkeypatch.setattr(others, "house", slow)
        message = fake._message(chat_of(1).id, "1", {"flags": 64})
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        slash = await fake.slash(1, person(2), "rules")
        await until(lambda: len(service.heard) == 2)
        others.given.have(0, 2)
        await until(lambda: not others.given._changed.is_set())
        asyncio.get_running_loop().call_soon(go_on.set)
        await until(lambda: fake.sockets[1].closed)
        assert fake.answers_to(ident) == fake.answers_to(slash) == [4]
        monkeypatch.setattr(module, "CLOSING", 0.05)
        go_on.clear()
        ident = await fake.press(2, person(1), message, "b:g1:table1:0:join")
        await until(lambda: len(service.heard) == 3)
        others.given.have(0)
        await until(lambda: fake.sockets[2].closed)
        go_on.set()
        await until(lambda: "answer not sent" in caplog.text)
        assert fake.answers_to(ident) == [] and "Traceback" not in caplog.text


async def test_while_nobody_serves_that_is_said_and_a_message_waits(fake, monkeypatch):
    service = FakeService()
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        others.silent = True
        message = fake._message(chat_of(1).id, "1", {"flags": 64})
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        await until(lambda: fake.answers_to(ident))
        assert fake.answers_to(ident) == [4] and service.heard == []
        (said,) = (body["data"] for _, path, body, _ in fake.calls if f"/{ident}/" in path)
        assert "请再试一次" in str(said) and said["flags"] & 64
        with pytest.raises(RetryAfter):
            await platform.post(chat_of(1), Outgoing(text="x"))


async def test_what_whoever_served_could_not_store_any_more_is_asked_of_the_next(fake, monkeypatch):
    def answer(_):
        if not told:
            told.append(1)
            raise Elsewhere
        return Reply(Outgoing(text="你已入座"), Where.TOAST)

    service, told = FakeService(answer), []
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        house = others.house

        async def again(data):
            try:
                return await house(data)
            except ConnectionError:
                platform._done_with.drop(int(service.heard[0].source))  # another process has none
                return await house(data)

        others.house = again
        message = fake._message(chat_of(1).id, "1", {"flags": 64})
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        await until(lambda: fake.answers_to(ident))
        assert "你已入座" in fake.answered[ident] and len(service.heard) == 2


async def test_what_is_asked_again_as_its_answer_was_lost_is_done_once(fake, monkeypatch):
    service = FakeService(lambda _: Reply(Outgoing(text="你已入座"), Where.TOAST))
    async with serving(monkeypatch, fake, service) as (others, platform, _):
        await connected(platform, 1)
        house, lost = others.house, []

        async def twice(data):
            lost.append(await asyncio.gather(house(data), house(data)))
            return await house(data)

        monkeypatch.setattr(others, "house", twice)
        message = fake._message(chat_of(1).id, "1", {"flags": 64})
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        await until(lambda: fake.answers_to(ident))
        assert len(service.heard) == 1 and fake.answers_to(ident) == [4]
        assert lost and lost[-1][0] == lost[-1][1]


async def test_places_that_go_and_messages_that_come_are_told(fake, monkeypatch):
    service = FakeService()
    async with serving(monkeypatch, fake, service) as (_, platform, _):
        await connected(platform, *range(SHARDS))
        board = await platform.post(chat_of(2), Outgoing(text="牌桌"))
        nowhere = MessageRef("discord", chat_of(1).id, "1")
        for number in (1, 2):  # in one of them there is no board
            told = fake._message(chat_of(number).id, "1400000000000000001", {})
            more = {"guild_id": server_of(number, SHARDS), "member": {"roles": [], "flags": 0}}
            await fake.tell("MESSAGE_CREATE", told | more, fake.sockets[number])
        await until(lambda: platform.newer(board) == 1)
        assert platform.newer(nowhere) == 0
        gone = {"id": server_of(1, SHARDS)}
        await fake.tell("GUILD_DELETE", gone, fake.sockets[1])
        await until(lambda: service.notices)
        assert service.notices == [Removed(chat_of(1))]


async def test_no_session_is_begun_where_too_few_are_left_for_the_day(fake, monkeypatch, caplog):
    fake.left = 1
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.01)
    with caplog.at_level(logging.WARNING):
        async with serving(monkeypatch, fake, FakeService(), held=[1]) as (others, platform, _):
            await until(lambda: "lets no session begin" in caplog.text)
            assert fake.begun == [] and others.given.turns == []
            fake.left = 1000
            await connected(platform, 1)
    assert fake.begun == [1] and len(others.given.turns) == 1


async def test_as_many_as_discord_advises(fake, monkeypatch):
    async with serving(monkeypatch, fake, FakeService(), shards=None) as (others, platform, _):
        await connected(platform, *range(SHARDS))
        assert others.count == SHARDS


async def test_a_wrong_token_is_one_clear_line(fake, monkeypatch, caplog):
    fake.will("GET", "/users/@me", 401, {"code": 0, "message": "401: Unauthorized"})
    async with serving(monkeypatch, fake, FakeService(), shards=None) as (others, _, relaying):
        async with asyncio.timeout(10):
            await relaying
        assert others.count is None
    assert "DISCORD_TOKEN" in caplog.text and TOKEN not in caplog.text
