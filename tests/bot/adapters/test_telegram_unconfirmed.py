"""No update is confirmed before it is stored, however long that takes, and each is taken once."""

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from bot.adapters.telegram import unconfirmed, webhook
from bot.adapters.telegram.unconfirmed import HELD, PAGE, Unconfirmed
from bot.adapters.telegram.webhook import Webhook
from bot.ports.errors import Elsewhere
from tests.bot.adapters.test_telegram_doors import words
from tests.kit.clock import ManualClock
from tests.kit.telegram import telegram_port, until
from tests.kit.telegram_world import BOT

BOARD = [[{"text": "加入", "callback_data": "t1:join"}]]


class Fetched:
    """Telegram as it is asked for updates, and what was made of them."""

    def __init__(self, numbers, clock=None):
        self.taken = {}
        self.confirmed = []
        self.left = list(numbers)
        self.unconfirmed = Unconfirmed(clock or ManualClock())

    def take(self, update):
        assert update.update_id not in self.taken, "taken once"
        self.taken[update.update_id] = asyncio.get_running_loop().create_future()
        return self.taken[update.update_id]

    async def ask(self):
        """One request: what it confirms is gone, and what it brings is taken."""
        while self.left and self.left[0] < self.unconfirmed.offset:
            self.confirmed.append(self.left.pop(0))
        page = [SimpleNamespace(update_id=number) for number in self.left[:PAGE]]
        await self.unconfirmed.take(page, self.take)

    def waiting(self):
        return [number for number, stored in self.taken.items() if not stored.done()]


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Nobody waits here for what does not come."""
    monkeypatch.setattr(unconfirmed, "AGAIN", 0.001)
    monkeypatch.setattr(webhook, "STORED", 0.001)


@pytest.mark.parametrize("seed", range(20))
async def test_in_whatever_order_they_are_stored_none_is_confirmed_before(seed):
    rng = Random(seed)  # noqa: S311
    numbers = sorted(rng.sample(range(1, 400), 80))
    fetched = Fetched(numbers)
    while len(fetched.confirmed) < len(numbers):
        await fetched.ask()
        assert all(fetched.taken[number].done() for number in fetched.confirmed)
        for number in fetched.waiting():
            if rng.random() < 0.3:
                fetched.taken[number].set_result(None)
    assert fetched.confirmed == numbers and sorted(fetched.taken) == numbers


async def test_what_never_ends_does_not_keep_others_out_for_ever(caplog):
    clock = ManualClock()
    fetched = Fetched(range(1, 3 * PAGE), clock)

    async def asked():
        await fetched.ask()
        for number in fetched.waiting():
            if number > 1:
                fetched.taken[number].set_result(None)

    for _ in range(5):
        await asked()
    assert not fetched.confirmed and len(fetched.taken) == PAGE
    clock.forward(HELD + 1)
    for _ in range(5):
        await asked()
    assert len(fetched.taken) == 3 * PAGE - 1 and "takes too long" in caplog.text


async def test_while_the_database_answers_nobody_all_wait():
    clock = ManualClock()
    fetched = Fetched(range(1, 3 * PAGE), clock)
    for _ in range(5):
        await fetched.ask()
        clock.forward(HELD + 1)
    assert not fetched.confirmed and len(fetched.waiting()) == PAGE


async def test_a_press_that_takes_long_to_be_stored_is_not_confirmed_and_others_go_on():
    async with telegram_port() as port:
        slow, quick = port.world.user("甲"), port.world.user("乙")
        port.stub.waits = asyncio.Event()
        message = port.world.put(port.world.private(slow), BOT, text="x", keyboard=BOARD)
        port.world.press(slow, message, "加入")
        await until(lambda: port.stub.incoming)
        waits, port.stub.waits = port.stub.waits, None
        for text in ("一", "二", "三"):
            port.world.whisper(quick, text)
            await until(lambda text=text: port.stub.incoming[-1].text == text)
        assert port.server.confirmed == 0 and len(port.stub.incoming) == 4
        waits.set()
        await port.rest()
        assert port.server.confirmed == 4 and len(port.stub.incoming) == 4


async def test_what_another_process_is_to_do_is_neither_confirmed_nor_answered():
    async with telegram_port() as port:
        user = port.world.user("甲")
        message = port.world.put(port.world.private(user), BOT, text="x", keyboard=BOARD)

        async def elsewhere(incoming):
            raise Elsewhere

        port.stub.handle = elsewhere
        ident = port.world.press(user, message, "加入")
        await until(lambda: not port.platform.serving)
        assert port.server.confirmed == 0 and port.world.presses[ident] is None
        async with telegram_port(server=port.server) as other:
            await until(lambda: port.world.presses[ident] is not None)
            await other.rest()
            assert [i.source for i in other.stub.incoming] == [f"press:{ident}"]


# Those that Telegram sends by itself.


@pytest.fixture
async def shared():
    """The adapter where updates come by relays."""
    hook = Webhook("https://table.example.org/telegram")
    async with telegram_port(webhook=hook, clock=ManualClock(), key=bytes(32)) as port:
        await until(lambda: port.server.sent("setWebhook"))
        yield port


async def test_what_is_not_stored_yet_is_asked_for_again_and_taken_once(shared):
    shared.stub.waits = asyncio.Event()
    entrance, update = shared.platform.entrance, words(shared, 5, "扣")
    for _ in range(3):
        with pytest.raises(ConnectionError):
            await entrance.passed(update)
    shared.stub.waits.set()
    await shared.rest()
    assert await entrance.passed(update) == b""
    assert [i.text for i in shared.stub.incoming] == ["扣"]


async def test_what_another_process_is_to_take_is_sent_again(shared):
    async def elsewhere(incoming):
        raise Elsewhere

    shared.stub.handle = elsewhere
    with pytest.raises(ConnectionError):
        await shared.platform.entrance.passed(words(shared, 5, "扣"))


async def test_what_is_broken_off_as_the_program_ends_is_sent_again_and_shows_no_trace(
    shared, monkeypatch
):
    monkeypatch.setattr(webhook, "STORED", 60)
    shared.stub.waits, said = asyncio.Event(), []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
    entrance = shared.platform.entrance
    brought = asyncio.create_task(entrance.passed(words(shared, 5, "扣")))
    await until(lambda: entrance._taking)
    (taking,) = entrance._taking.values()
    taking.cancel()
    with pytest.raises(ConnectionError):
        await brought
    assert said == []
    shared.stub.waits.set()
    await shared.rest()
