"""A session that only listens, beside another process's of the same shard, until it is its turn."""

import pytest

from bot.adapters.discord import shard
from bot.ports.messages import Outgoing, Reply, Where
from tests.kit.discord_relay import SHARDS, chat_of, connected, serving
from tests.kit.discord_shards import many_shards, person, server_of
from tests.kit.service import FakeService
from tests.kit.world import until


@pytest.fixture
async def fake():
    async with many_shards(SHARDS) as made:
        yield made


async def standing_by(fake, others, *numbers):
    """Wait until these shards have a session each that only listens."""
    await fake.until(lambda: set(numbers) <= set(fake.begun))
    await until(lambda: all(map(others.given.ready, numbers)))


async def test_who_stands_by_hears_everything_and_answers_nothing_until_it_is_its_turn(
    fake, monkeypatch
):
    service = FakeService(lambda _: Reply(Outgoing(text="好"), Where.TOAST))
    async with serving(monkeypatch, fake, service, held=[0]) as (others, platform, _):
        others.given.have(0, spare=[1, 2])
        await connected(platform, 0)
        await standing_by(fake, others, 1, 2)
        message = fake._message(chat_of(1).id, "1", {"flags": 64})
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        slash = await fake.slash(1, person(2), "rules")
        lost = await fake.press(2, person(1), message, "b:g1:table1:0:join")
        await fake.tell("GUILD_DELETE", {"id": server_of(2, SHARDS)}, fake.sockets[2])
        await fake.press(0, person(1), message, "b:g1:table1:0:leave")
        await until(lambda: service.heard)
        assert [one.token for one in service.heard] == ["g1:table1:0:leave"]
        others.given.have(0, 1, spare=[2])
        await until(lambda: fake.answers_to(ident) and fake.answers_to(slash))
        assert len(service.heard) == 3 and sorted(fake.begun) == [0, 1, 2]
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        await until(lambda: fake.answers_to(ident))
        assert not fake.answers_to(lost) and service.notices == []
        others.given.have(0, spare=[2], leaving=[1])
        ident = await fake.press(1, person(1), message, "b:g1:table1:0:join")
        await until(lambda: fake.answers_to(ident))
        others.given.have(0, spare=[1, 2])
        await until(lambda: not others.given._changed.is_set())
        heard = len(service.heard)
        await fake.press(1, person(1), message, "b:g1:table1:0:join")
        await fake.press(0, person(1), message, "b:g1:table1:0:leave")
        await until(lambda: len(service.heard) > heard)
        assert [one.token for one in service.heard[heard:]] == ["g1:table1:0:leave"]
        puts = [call for call in fake.calls if call[0] == "PUT"]
        assert len(puts) == 1, "who stands by declares nothing"


async def test_what_came_too_long_ago_is_left_alone(fake, monkeypatch):
    """Discord has told whoever pressed that it has failed."""
    monkeypatch.setattr(shard, "IN_TIME", 0.0)
    answered, is_ours = [], shard.OneShard.is_ours

    async def noted(client, interaction):
        answered.append(await is_ours(client, interaction))
        return answered[-1]

    monkeypatch.setattr(shard.OneShard, "is_ours", noted)
    service = FakeService(lambda _: Reply(Outgoing(text="好"), Where.TOAST))
    async with serving(monkeypatch, fake, service, held=[]) as (others, _, _):
        others.given.have(spare=[0])
        await standing_by(fake, others, 0)
        assert not fake.declared
        fake.declared = [{"name": "rules", "id": "1", "type": 1}]
        message = fake._message(chat_of(0).id, "1", {"flags": 64})
        gone = [
            await fake.press(0, person(1), message, "b:g1:table1:0:join"),
            await fake.slash(0, person(1), "rules"),
        ]
        await until(lambda: answered == [False, False])
        others.given.have(0)
        await until(lambda: len(fake.declared) > 1)  # that is done by whoever answers
        ident = await fake.press(0, person(1), message, "b:g1:table1:0:leave")
        await until(lambda: fake.answers_to(ident))
        assert [one.token for one in service.heard] == ["g1:table1:0:leave"]
        assert not any(map(fake.answers_to, gone))


@pytest.mark.parametrize("thinking", [0, 128])
async def test_what_the_one_before_has_answered_is_not_said_twice(fake, monkeypatch, thinking):
    """A command that it had only put off is answered in its place."""
    service = FakeService(lambda _: Reply(Outgoing(text="好"), Where.TOAST))
    async with serving(monkeypatch, fake, service, held=[1]) as (others, platform, _):
        others.given.have(0, spare=[1])
        await connected(platform, 0)
        await standing_by(fake, others, 1)
        await until(lambda: fake.declared)
        fake.thinking = thinking
        message = fake._message(chat_of(1).id, "1", {"flags": 64})
        idents = [
            await fake.press(1, person(1), message, "b:g1:table1:0:join"),
            await fake.slash(1, person(1), "rules"),
        ]
        fake.types |= dict.fromkeys(idents, 6)
        begun = len(fake.calls)
        others.given.have(0, 1)
        await until(lambda: len(service.heard) == 2)
        own = await fake.press(1, person(1), message, "b:g1:table1:0:leave")
        await until(lambda: fake.answers_to(own))

        def completed():
            more = [call for call in fake.calls[begun:] if "/webhooks/" in call[1]]
            return [(method, body["content"]) for method, _, body, _ in more if method != "GET"]

        if thinking:
            await until(completed)
        assert completed() == ([("PATCH", "好")] if thinking else [])


async def test_while_few_sessions_are_left_for_the_day_nobody_stands_by(fake, monkeypatch):
    fake.left = 400
    async with serving(monkeypatch, fake, FakeService(), held=[0]) as (others, platform, _):
        await connected(platform, 0)
        assert others.given.stands_by()
        others.given.have(0, spare=[1])
        await until(lambda: not others.given.stands_by())
        assert fake.begun == [0]
        others.given.have(0, 1)
        fake.left = 1000
        await connected(platform, 1)
        assert fake.begun == [0, 1], "what it is to answer for waits for nothing"
