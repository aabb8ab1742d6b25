"""Updates that come at several doors: in their order, each once, and none that nobody took."""

import asyncio
import json
from itertools import permutations

import pytest

from bot.adapters.telegram.order import FAR, PATIENCE, Order
from bot.adapters.telegram.webhook import Entrance, Webhook, secret_of
from tests.kit.clock import ManualClock
from tests.kit.telegram import telegram_port, until

HOOK = Webhook("https://table.example.org/telegram")


def ordered(*numbers, clock=None):
    """An order to which these have come, and those that went."""
    gone, order = [], Order(clock or ManualClock())
    for number in numbers:
        order.put(number, lambda number=number: gone.append(number))
    return order, gone


@pytest.mark.parametrize("later", [*permutations(range(101, 105))])
def test_whatever_order_they_come_in_they_go_in_that_of_their_numbers(later):
    assert ordered(100, *later)[1] == [100, 101, 102, 103, 104]


def test_nobody_waits_longer_than_a_moment_for_one_that_does_not_come():
    clock = ManualClock()
    order, gone = ordered(100, 103, 102, clock=clock)
    clock.forward(PATIENCE / 2)
    order.put(105, lambda: gone.append(105))
    clock.forward(PATIENCE / 2)
    assert gone == [100, 102, 103]
    clock.forward(PATIENCE / 2)
    assert gone == [100, 102, 103, 105]
    order.put(101, lambda: gone.append(101))
    assert gone[-1] == 101 and clock.next_call is None


def test_what_comes_again_goes_again_and_waits_for_nobody():
    assert ordered(100, 101, 100, 102)[1] == [100, 101, 100, 102]
    assert ordered(100, 102, 102, 101)[1] == [100, 101, 102, 102]


@pytest.mark.parametrize("number", [7, 4 * FAR])
def test_after_a_quiet_week_numbers_begin_anew(number):
    gone = ordered(2 * FAR, number, number + 2, number + 1)[1]
    assert gone == [2 * FAR, number, number + 1, number + 2]


def test_a_key_becomes_a_secret_that_telegram_takes():
    found = {secret_of(bytes([n]) * 32) for n in range(256)}
    assert len(found) == 256
    assert all(secret.replace("-", "").replace("_", "").isalnum() for secret in found)
    assert {len(secret) for secret in found} == {43}


@pytest.fixture
async def shared():
    """The adapter where updates come by relays, and what it made of them."""
    clock = ManualClock()
    async with telegram_port(webhook=HOOK, clock=clock, key=bytes(32)) as port:
        await until(lambda: port.server.sent("setWebhook"))
        yield port


def words(port, number, text):
    """An update in which somebody says something to the bot alone."""
    user = port.world.user("甲")
    message = port.world.put(port.world.private(user), user.json(), text=text).json()
    return json.dumps({"update_id": number, "message": message}).encode()


async def test_where_relays_listen_the_platform_does_not_and_telegram_is_told_their_secret(shared):
    (request,) = shared.server.sent("setWebhook")
    assert request.fields["secret_token"] == secret_of(bytes(32))
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(HOOK.host, HOOK.port)


async def test_what_relays_bring_at_one_time_is_taken_in_order_and_once(shared):
    told = [words(shared, number, f"说{number}") for number in range(7)]
    assert await shared.platform.entrance.passed(told[0]) == b""
    came = [told[2], told[1], told[2], told[3], told[1]]
    await asyncio.gather(*(shared.platform.entrance.passed(update) for update in came))
    assert [i.text for i in shared.stub.incoming] == [f"说{n}" for n in range(4)]


async def test_what_is_taken_while_the_platform_ends_counts_for_nothing(shared):
    shared.stub.waits = asyncio.Event()
    entrance = shared.platform.entrance
    passed = asyncio.create_task(entrance.passed(words(shared, 5, "扣")))
    await until(lambda: shared.stub.incoming)
    shared.running.cancel()
    with pytest.raises(ConnectionError):
        await passed
    with pytest.raises(ConnectionError):
        await entrance.passed(words(shared, 6, "过"))
    assert [i.text for i in shared.stub.incoming] == ["扣"]


async def test_before_it_serves_nothing_is_taken():
    with pytest.raises(ConnectionRefusedError):
        await Entrance(None, HOOK, ManualClock()).passed(b'{"update_id": 1}')
