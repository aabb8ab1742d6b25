"""How updates come in: polling, webhook, two processes, a wrong token, a silent server."""

import asyncio
import logging
import os

import pytest
from aiohttp import ClientSession

from bot.adapters.telegram.platform import TelegramPlatform
from bot.adapters.telegram.webhook import Webhook
from bot.commands.topics import DECLARED
from bot.i18n.catalogue import Catalogue
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.refs import UserRef
from tests.kit.clock import ManualClock
from tests.kit.ports import free_port
from tests.kit.telegram import Stub, telegram_port, until
from tests.kit.telegram_server import TOKEN, TelegramServer
from tests.kit.telegram_world import BOT

BOARD = [[{"text": "加入", "callback_data": "g1:table1:0:join"}]]


def platform_for(server, clock, token=TOKEN, **fields):
    return TelegramPlatform(token, Catalogue(strict=True), clock, api_base=server.address, **fields)


def lines(caplog):
    """What was logged at the level of errors."""
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]


async def test_a_wrong_token_is_one_clear_line_and_ends_only_telegram(caplog):
    clock = ManualClock()
    async with TelegramServer(clock.now) as server:
        await platform_for(server, clock, "123456:WRONG").run(Stub())
    assert lines(caplog) == ["telegram is left out: the token was refused"]
    assert "WRONG" not in caplog.text


def rivals(caplog):
    """What was said of another process."""
    said = [r.getMessage() for r in caplog.records if "another process" in r.getMessage()]
    return [line for line in said if f"process {os.getpid()} on" in line]


async def test_tel_10_of_two_processes_the_older_stands_back_and_comes_back_by_itself(caplog):
    async with telegram_port() as first:
        user = first.world.user("甲")
        async with telegram_port(server=first.server) as second:
            await until(lambda: first.clock.next_call is not None)
            assert not first.platform.serving and second.platform.serving
            assert len(rivals(caplog)) == 1
            second.world.whisper(user, "扣")
            await second.rest()
            assert [i.text for i in second.stub.incoming] == ["扣"]
            assert first.stub.incoming == []
        first.clock.forward(5)
        first.world.whisper(user, "过")
        await until(lambda: first.stub.incoming)
        assert first.platform.serving
        assert [i.text for i in first.stub.incoming] == ["过"]
    assert lines(caplog) == []


async def test_tel_10_two_that_both_stay_give_each_other_more_room_each_time(caplog):
    """Nobody's update is lost or done twice, and the log is not filled."""
    async with telegram_port() as first, telegram_port(server=first.server) as second:
        user, pauses = first.world.user("甲"), []
        for count in range(12):
            await until(lambda: first.platform.serving != second.platform.serving)
            waiting = first if second.platform.serving else second
            await until(lambda port=waiting: port.clock.next_call is not None)
            pauses.append((waiting.clock.next_call - waiting.clock.now()).total_seconds())
            first.world.whisper(user, str(count))
            await until(lambda n=count: _taken(first, second) == n + 1)
            waiting.clock.forward(pauses[-1])
            await until(lambda port=waiting: port.platform.serving)
        assert pauses == sorted(pauses) and pauses[0] == 5 and pauses[-1] == 60
        assert _taken(first, second) == 12
    assert len(rivals(caplog)) == 2


def _taken(*ports):
    return sum(len(port.stub.incoming) for port in ports)


async def test_a_server_that_does_not_answer_is_asked_again_with_growing_pauses():
    clock = ManualClock()
    async with TelegramServer(clock.now) as server:
        server.fail(502, "Bad Gateway", method="getMe", times=3)
        platform = platform_for(server, clock)
        running = asyncio.create_task(platform.run(Stub()))
        waits = []
        for _ in range(3):
            await until(lambda: clock.next_call is not None)
            waits.append((clock.next_call - clock.now()).total_seconds())
            clock.forward(waits[-1])
        await platform.ready.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert waits == [1, 2, 4]


async def test_polling_goes_on_after_errors_and_nothing_is_lost():
    async with telegram_port() as port:
        user = port.world.user("甲")
        for status, more in ((500, {}), (0, {}), (429, {"retry_after": 30})):
            port.server.fail(status, "no", method="getUpdates", **more)
        port.world.whisper(user, "扣")

        def taken():
            port.clock.forward(5)
            return port.stub.incoming and port.server.idle

        await until(taken)
        assert [incoming.text for incoming in port.stub.incoming] == ["扣"]


async def test_tel_11_an_update_is_confirmed_after_it_was_stored_and_not_before():
    async with telegram_port() as port:
        port.stub.waits = asyncio.Event()
        port.world.whisper(port.world.user("甲"), "扣")
        await until(lambda: port.stub.incoming)
        polls = port.server.polls
        assert port.server.confirmed == 0
        port.stub.waits.set()
        await port.rest()
        assert (port.server.confirmed, port.server.polls) == (1, polls + 1)


async def test_tel_11_what_was_not_confirmed_comes_again_under_the_same_source():
    async with telegram_port() as first:
        user = first.world.user("甲")
        message = first.world.put(first.world.private(user), BOT, text="x", keyboard=BOARD)
        first.stub.waits = asyncio.Event()
        first.world.press(user, message, "加入")
        await until(lambda: first.stub.incoming)
        async with telegram_port(server=first.server) as second:
            first.stub.waits.set()
            await second.rest()
            assert [i.source for i in second.stub.incoming] == [
                i.source for i in first.stub.incoming
            ]


async def test_an_update_that_comes_twice_is_done_once():
    async with telegram_port() as port:
        sent = []
        send, port.world._send = port.world._send, lambda u: (sent.append(u), send(u))
        port.world.whisper(port.world.user("甲"), "扣")
        await port.rest()
        port.server.again(sent[0] | {"update_id": 99})
        await port.rest()
        assert len(port.stub.incoming) == 1


async def test_one_persons_things_keep_their_order_and_hold_up_nobody_else():
    async with telegram_port() as port:
        first, second = port.world.user("甲"), port.world.user("乙")
        port.stub.waits = asyncio.Event()
        for text in ("一", "二"):
            port.world.whisper(first, text)
        port.world.whisper(second, "三")
        await until(lambda: len(port.stub.incoming) == 2)
        assert [i.text for i in port.stub.incoming] == ["一", "三"]
        port.stub.waits.set()
        await port.rest()
        assert [i.text for i in port.stub.incoming] == ["一", "三", "二"]


async def test_a_bug_in_one_update_stops_no_other(caplog):
    async with telegram_port() as port:
        card = "a card: " + chr(0x2660) + "3"

        async def broken(incoming):
            port.stub.handle = handle
            raise RuntimeError(card)

        handle, port.stub.handle = port.stub.handle, broken
        for text in ("一", "二"):
            port.world.whisper(port.world.user("甲"), text)
        await port.rest()
        assert [i.text for i in port.stub.incoming] == ["二"]
        assert len(lines(caplog)) == 1 and card[-2:] not in caplog.text


async def test_the_token_is_in_no_log(caplog):
    caplog.set_level(logging.DEBUG)
    async with telegram_port() as port:
        user = port.world.user("甲")
        for status in (500, 0, 400, 401):
            port.server.fail(status, "no", method="sendMessage")
            with pytest.raises(PlatformError):
                await port.platform.whisper(UserRef("telegram", str(user.id)), Outgoing("一"))
        port.server.fail(500, method="getUpdates")
        port.world.whisper(user, "扣")
        await until(lambda: port.clock.next_call is not None)
        port.clock.forward(5)
        await port.rest()
    # The server of the test logs the addresses that it is asked for; the bot does not.
    told = [r for r in caplog.records if r.name != "aiohttp.access"]
    said = [f"{r.getMessage()} {r.exc_text}" for r in told]
    assert said
    assert not [line for line in said if TOKEN.partition(":")[2] in line]


async def test_menus_are_offered_by_scope_and_language():
    async with telegram_port() as port:
        menus = port.server.methods.menus
        scopes = ("all_group_chats", "all_private_chats")
        assert set(menus) == {(scope, code) for scope in scopes for code in ("", "zh", "en")}
        everywhere = [c["command"] for c in menus["all_group_chats", "zh"]]
        assert everywhere == [item.name for item in DECLARED.menu]
        assert "start" not in [c["command"] for c in menus["all_private_chats", "zh"]]
        assert {c["command"]: c["description"] for c in menus["all_group_chats", "en"]}[
            "hand"
        ] == Catalogue("en").word("command-about-hand")


# Webhooks.


@pytest.fixture
async def hooked():
    at = free_port()
    webhook = Webhook(f"http://127.0.0.1:{at}/telegram", "127.0.0.1", at)
    async with telegram_port(webhook=webhook) as port:
        await until(lambda: port.server.sent("setWebhook"))
        await port.rest()
        yield port, webhook


async def test_by_webhook_a_press_is_answered(hooked):
    port, _ = hooked
    user = port.world.user("甲")
    message = port.world.put(port.world.private(user), BOT, text="x", keyboard=BOARD)
    port.stub.replies["g1:table1:0:join"] = Reply(Outgoing("你已入座。"), Where.TOAST)
    ident = port.world.press(user, message, "加入")
    await until(lambda: port.stub.incoming)
    await port.rest()
    assert port.world.presses[ident] == ("你已入座。", False)
    assert port.server.polls == 0


@pytest.mark.parametrize("headers", [{}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}])
async def test_what_comes_without_the_secret_is_refused(hooked, headers):
    port, webhook = hooked
    update = {"update_id": 1, "message": {}}
    async with (
        ClientSession() as session,
        session.post(webhook.url, json=update, headers=headers) as answer,
    ):
        assert answer.status == 403
    assert port.stub.incoming == []
    (request,) = port.server.sent("setWebhook")
    assert len(request.fields["secret_token"]) >= 32


async def test_tel_11_by_webhook_an_update_is_answered_for_after_it_was_stored(hooked):
    port, _ = hooked
    port.stub.waits = asyncio.Event()
    port.world.whisper(port.world.user("甲"), "扣")
    await until(lambda: port.stub.incoming)
    assert port.server.delivered == []
    port.stub.waits.set()
    await port.rest()
    assert port.server.delivered == [200]


@pytest.mark.parametrize(("body", "status"), [(b"[" * 5000, 400), (b"{", 400), (b"[1]", 200)])
async def test_pol_11_what_is_no_update_harms_nothing(hooked, body, status):
    port, webhook = hooked
    (request,) = port.server.sent("setWebhook")
    headers = {
        "X-Telegram-Bot-Api-Secret-Token": request.fields["secret_token"],
        "Content-Type": "application/json",
    }
    async with (
        ClientSession() as session,
        session.post(webhook.url, data=body, headers=headers) as answer,
    ):
        assert answer.status == status
    port.world.whisper(port.world.user("甲"), "扣")
    await port.rest()
    assert [incoming.text for incoming in port.stub.incoming] == ["扣"]


async def test_a_webhook_that_the_server_does_not_take_yet_is_offered_again():
    clock = ManualClock()
    at = free_port()
    webhook = Webhook(f"http://127.0.0.1:{at}/telegram", "127.0.0.1", at)
    async with TelegramServer(clock.now) as server:
        server.fail(method="setWebhook")
        async with telegram_port(server=server, clock=clock, webhook=webhook) as port:
            await until(lambda: clock.next_call is not None)
            clock.forward(1)
            await until(lambda: len(server.sent("setWebhook")) == 2)
            port.world.whisper(port.world.user("甲"), "扣")
            await until(lambda: port.stub.incoming)
            assert [incoming.text for incoming in port.stub.incoming] == ["扣"]
