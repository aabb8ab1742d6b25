"""What one person asks for again and again costs nobody anything, and no hand is lost by haste."""

import asyncio

import pytest

from bot.commands.repeats import FRESH, SHOWN, SPAN, TAKEN
from bot.ports.messages import Where
from bot.ports.refs import ChatRef, MessageRef, UserRef
from bot.table.state import Phase
from bot.table.table import LOBBY_IDLE, LOBBY_LIFE
from tests.kit.actors import begin, chance, legal, name_of, press_of, said, waited_for
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import World

ROOM = ChatRef("memory", "-10012345678901")
MOST = 12
"""Messages that 200 presses in ten seconds may cause."""


@pytest.fixture(params=[True, False], ids=["toasts", "no toasts"])
async def house(tmp_path, request):
    world = World(tmp_path / "t.db")
    world.platform = MemoryPlatform(quiet=True, aside=True, toasts=request.param)
    async with world.house(check=False) as open_house:
        open_house.people.chat = ROOM
        yield open_house


def messages(house, replies):
    """How many of these were messages where a toast is one."""
    free = house.platform.limits.toasts
    return sum(reply is not None and not (free and reply.where is Where.TOAST) for reply in replies)


CONTROLS = ["我的手牌", "在等谁", "规则", "战绩", "看全场"]
WORDS = ["/hand", "/why", "/rules", "/scores", "/record", "/table", "/help", "/settings", "/me"]


@pytest.mark.parametrize("way", ["one button", "all buttons", "words", "both"])
async def test_200_presses_in_ten_seconds_cause_at_most_twelve_messages(house, way):
    await begin(house, "蹲麻子", 2)
    shown = buttons(house.platform.board(ROOM.id))
    tokens = [shown[label] for label in CONTROLS if label in shown]
    asks = [lambda token=token: house.people.press("甲", token) for token in tokens]
    words = [lambda text=text: house.people.say("甲", text) for text in WORDS]
    asks = {"one button": asks[:1], "all buttons": asks, "words": words, "both": asks + words}[way]
    before, replies = len(house.platform.calls), []
    for number in range(200):
        replies.append(await house.handle(asks[number % len(asks)]()))
        house.clock.forward(0.05)
    await house.settle()
    sent = [m for m, _ in house.platform.calls[before:] if m in ("post", "whisper")]
    assert 0 < messages(house, replies) + len(sent) <= MOST


async def test_who_does_not_ask_is_answered_whoever_else_asks(house):
    await begin(house, "蹲麻子", 2)
    why = buttons(house.platform.board(ROOM.id))["在等谁"]
    for _ in range(50):
        await house.press("甲", why)
    assert "等" in said(await house.press("乙", why))


async def test_what_has_changed_is_shown_at_once(house):
    await begin(house, "蹲麻子", 2)
    ((seat, _), *_), hand = waited_for(house.table), "/hand"
    who = name_of(house.table, seat)
    first = await house.say(who, hand)
    assert first.message.title and said(await house.say(who, hand)) in (
        "",
        "刚给你看过，没有变化。",
    )
    token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
    await house.press(who, token, values)
    assert (await house.say(who, hand)).message.title, "the hand is another one"
    await house.forward(FRESH.total_seconds())
    assert (await house.say(who, hand)).message.title, "it may have scrolled away"


async def test_a_refusal_is_not_taken_for_something_that_was_shown(house):
    await begin(house, "蹲麻子", 2)
    hand = buttons(house.platform.board(ROOM.id))["我的手牌"]
    for _ in range(2):
        assert "不在这一桌" in said(await house.press("丙", hand))


async def test_the_second_copy_of_a_press_is_done_and_no_mistake(house):
    await begin(house, "蹲麻子", 2)
    ((seat, _), *_) = waited_for(house.table)
    token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
    who, step = name_of(house.table, seat), house.table.match.step
    for _ in range(3):
        assert said(await house.press(who, token, values)) == ""
    assert house.table.match.step == step + 1
    other = name_of(house.table, 1 - seat)
    assert said(await house.press(other, token, values)), "it is nobody else's"
    await house.forward(TAKEN.total_seconds())
    assert "过时" in said(await house.press(who, token, values)), "and no copy any more"


async def test_sitting_down_and_getting_up_again_and_again_is_braked(house):
    await house.say("甲", "/newgame 占格子")
    join = buttons(house.platform.board(ROOM.id))["加入"]
    leave = join.removesuffix("join") + "leave"
    for number in range(200):
        await house.handle(house.people.press("乙", leave if number % 2 else join))
        house.clock.forward(0.05)
    await house.settle()
    seated = UserRef("memory", "乙") in {s.user for s in house.table.state.players}
    await house.forward(SPAN.total_seconds())
    await house.press("乙", leave if seated else join)
    now = UserRef("memory", "乙") in {s.user for s in house.table.state.players}
    assert now is not seated, "a moment later it works again"


async def test_nobody_keeps_a_lobby_alive_for_ever(house):
    await house.say("甲", "/newgame 占格子")
    opened = house.clock.now()
    while house.tables.running and house.clock.now() - opened < 3 * LOBBY_LIFE:
        await house.say("乙", "/join")
        await house.say("乙", "/leave")
        await house.say("甲", "/settings quan 2")
        await house.forward(LOBBY_IDLE.total_seconds() / 2)
    assert not house.tables.running
    assert house.clock.now() - opened <= LOBBY_LIFE + LOBBY_IDLE


async def test_a_lobby_that_is_used_is_not_closed_early(house):
    await house.say("甲", "/newgame 占格子")
    for who in "乙丙":
        await house.forward(LOBBY_IDLE.total_seconds() * 0.9)
        await house.say(who, "/join")
    assert house.table.state.phase is Phase.LOBBY


async def test_too_many_messages_are_said_to_be_so_once(house):
    await house.say("甲", "/newgame 占格子")
    said_ = [said(await house.say("甲", f"/settings quan {n}")) for n in range(100, 130)]
    assert said_[0] and len(set(said_[:SHOWN])) == 1
    assert "太快" in said_[SHOWN] and set(said_[SHOWN + 1 :]) == {""}
    await house.forward(SPAN.total_seconds())
    assert said(await house.say("甲", "/settings quan 99")) == said_[0]


# A hand is never taken away in haste.


class Slow(MemoryPlatform):
    """Sends a private message at once, and says so when it may."""

    def __init__(self):
        super().__init__(quiet=True)
        self.gate = asyncio.Event()
        self.gate.set()
        self.fails = 0

    async def whisper(self, user, message):
        delivery = await super().whisper(user, message)
        await self.gate.wait()
        if self.fails:
            self.fails -= 1
            raise TimeoutError
        return delivery


ORDERS = ["told, then pressed", "pressed, then told", "pressed twice"]


@pytest.mark.parametrize("order", ORDERS)
async def test_a_hand_is_never_erased_whenever_it_is_pressed(tmp_path, order):
    world = World(tmp_path / "t.db")
    platform = world.platform = Slow()
    async with world.house(check=False) as house:
        await begin(house, "蹲麻子", 2)
        for _ in range(6):
            if house.table.state.phase is not Phase.PLAYING:
                break
            ((seat, _), *_) = waited_for(house.table)
            other, who = name_of(house.table, 1 - seat), name_of(house.table, seat)
            token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
            platform.gate.clear()
            count = len(platform.order)
            await house.handle(house.people.say(who, "/hand", chat=None))
            for _ in range(10_000):
                if len(platform.order) > count:
                    break
                await asyncio.sleep(0)
            newest = next(r for r in reversed(platform.order) if r.private and r.chat == who)
            if order == "told, then pressed":
                platform.gate.set()
                await house.settle()
            presses = [house.people.press(who, token, values, message=newest, chat=None)]
            presses *= 1 + (order == "pressed twice")
            for press in presses:
                await house.handle(press)
            platform.gate.set()
            await house.settle()
            await house.forward(FRESH.total_seconds())
            for person in (who, other):
                hands = {hand.user.id: hand.ref for hand in house.table.state.hands}
                assert hands[person] in platform.sent, "the hand stands there"


async def test_a_copy_that_has_no_more_use_still_goes(tmp_path):
    world = World(tmp_path / "t.db")
    async with world.house(check=False) as house:
        await begin(house, "蹲麻子", 2)
        ((seat, _), *_) = waited_for(house.table)
        who = name_of(house.table, seat)
        token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
        copy = MessageRef("memory", who, "copy", private=True)
        house.platform.sent[copy] = house.platform.sent[house.platform.order[-1]]
        await house.press(who, token, values, message=copy, chat=None)
        assert ("erase", who) in house.platform.calls and copy not in house.platform.sent
