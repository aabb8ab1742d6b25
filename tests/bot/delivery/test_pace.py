"""No chat is ever sent more than its platform takes, and the newest state always arrives."""

import ast
import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bot
from bot.adapters.discord.platform import DiscordPlatform
from bot.adapters.telegram.platform import TelegramPlatform
from bot.delivery.gateway import Gateway
from bot.delivery.outbox import Outbox
from bot.delivery.painter import Painter
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.ports.budget import Claim, Later, Pace, Traffic, Window
from bot.ports.messages import Outgoing
from bot.ports.refs import ChatRef, UserRef
from bot.screens.screen import Screen
from bot.support.clock import SystemClock
from tests.kit.clock import BEGIN, ManualClock
from tests.kit.house import no_picture
from tests.kit.platform import MemoryPlatform

PACES = {
    "a group of Telegram": TelegramPlatform.limits.in_group,
    "a person of Telegram": TelegramPlatform.limits.in_private,
    "a channel of Discord": DiscordPlatform.limits.in_group,
    "a person of Discord": DiscordPlatform.limits.in_private,
}
TELEGRAM = {"group": [(20, 60.0)], "private": [(60, 60.0), (3, 1.0)]}
DISCORD = {"group": [(5, 5.0)], "private": [(5, 5.0)]}
"""What the platforms take, written by hand: requests and seconds."""


def at(seconds):
    return BEGIN + timedelta(seconds=seconds)


def most(times, seconds):
    """The most of these that lie within any so many seconds, to the microsecond."""
    last = seconds - 1e-6
    return max((sum(0 <= t - begin < last for t in times) for begin in times), default=0)


class Crowd:
    """Claims made at times of their own, each tried again when it is told to."""

    def __init__(self, pace, traffic=None):
        self.pace, self.traffic = pace, traffic or Traffic()
        self.went = []

    def run(self, wanted, patience=2000):
        """``wanted``: (second, claim) each; the times at which each went, None: given up."""
        waiting = [(second, number, claim) for number, (second, claim) in enumerate(wanted)]
        times = [None] * len(wanted)
        while waiting:
            waiting.sort(key=lambda item: item[:2])
            now, number, claim = waiting.pop(0)
            try:
                self.traffic.ask("chat", self.pace, claim, at(now))
            except Later as later:
                if claim.who and now < patience:
                    waiting.append((now + later.seconds + 1e-6, number, claim))
            else:
                times[number] = now
                self.went.append((now, claim))
        return times


CLAIMS = st.tuples(st.booleans(), st.sampled_from(["", "", "甲", "乙", "丙"]), st.booleans())


@given(
    st.sampled_from(sorted(PACES)),
    st.lists(st.tuples(st.floats(0, 90), CLAIMS), max_size=80),
)
def test_no_window_is_ever_fuller_than_it_may_be_and_whoever_waits_gets_there(name, wanted):
    pace = PACES[name]
    crowd = Crowd(pace)
    claims = [
        (second, Claim(str(number), board=board and not asked, asked=asked, ends=ends))
        for number, (second, (board, asked, ends)) in enumerate(wanted)
    ]
    times = crowd.run(claims)
    assert None not in times
    for window in pace.windows:
        for asked, bound in ((None, window.most), (True, window.asked), (False, window.shown)):
            found = [t for t, c in crowd.went if asked is None or bool(c.asked) is asked]
            assert most(found, window.seconds) <= (bound or window.most)
    if pace.boards:
        assert most([t for t, c in crowd.went if c.board], 60) <= pace.boards


def test_requests_that_nobody_counts_are_found():
    """A planted fault: a repost counts as one request and is three."""
    pace, went = PACES["a group of Telegram"], []
    crowd = Crowd(pace)
    for time in crowd.run([(float(n), Claim(f"{n}", board=True)) for n in range(30)]):
        went += [time] * 3
    assert most(went, 60) > 20


def test_the_windows_are_those_of_the_platforms():
    for limits, known in ((TelegramPlatform.limits, TELEGRAM), (DiscordPlatform.limits, DISCORD)):
        for where, pace in (("group", limits.in_group), ("private", limits.in_private)):
            for bound, seconds in known[where]:
                fits = [w for w in pace.windows if w.most * max(1, seconds / w.seconds) <= bound]
                assert fits, (where, bound, seconds)


@given(st.lists(st.floats(0, 60), max_size=40), st.lists(st.floats(0, 60), max_size=200))
def test_boards_go_as_if_nobody_asked_for_anything(boards, presses):
    """One person may press as often as they like."""
    pace = PACES["a group of Telegram"]
    shown = [(second, Claim(f"board {n}", board=True)) for n, second in enumerate(boards)]
    asked = [(second, Claim("", asked="甲")) for second in presses]
    calm = Crowd(pace).run(shown)
    assert Crowd(pace).run(shown + asked)[: len(shown)] == calm


def test_a_window_without_shares_lets_the_boards_wait():
    """A planted fault: what one person asks for takes what boards need."""
    pace = Pace((Window(20, 60.0, asked=20),), 12)
    shown = [(second, Claim("board", board=True)) for second in (5.0, 10.0)]
    asked = [(1.0, Claim("", asked="甲"))] * 50
    assert Crowd(pace).run(shown + asked)[:2] != Crowd(pace).run(shown)


def test_of_four_tables_what_ends_goes_first_and_then_whoever_waited_longest():
    pace = PACES["a group of Telegram"]
    crowd = Crowd(pace)
    crowd.run([(0.0, Claim("before", board=True))] * 1)
    wanted = [
        (1.0, Claim("third", board=True, since=at(0.9))),
        (1.1, Claim("second", board=True, since=at(0.5))),
        (1.2, Claim("first", board=True, ends=True)),
        (1.3, Claim("fourth", board=True)),
    ]
    times = crowd.run(wanted)
    order = [claim.who for _, claim in crowd.went][1:]
    assert order == ["first", "second", "third", "fourth"]
    assert times[3] < 30


def test_whoever_does_not_come_back_holds_up_nobody():
    traffic, pace = Traffic(), PACES["a group of Telegram"]
    traffic.ask("chat", pace, Claim("a", board=True), at(0))
    with pytest.raises(Later):
        traffic.ask("chat", pace, Claim("gone", board=True, ends=True), at(1))
    with pytest.raises(Later):
        traffic.ask("chat", pace, Claim("b", board=True), at(1))
    traffic.ask("chat", pace, Claim("b", board=True), at(9))


def test_a_clock_that_is_put_back_does_not_silence_a_chat():
    traffic, pace = Traffic(), PACES["a person of Telegram"]
    for _ in range(3):
        traffic.ask("chat", pace, Claim("a"), at(8 * 3600))
    with pytest.raises(Later) as later:
        traffic.ask("chat", pace, Claim("a"), at(0))
    assert later.value.seconds <= 1


# Outboxes.


class Watched(MemoryPlatform):
    """Notes when which chat was touched; ``slow``: a request takes a moment."""

    def __init__(self, limits):
        super().__init__(quiet=True, edits=limits.edits, group=limits.group, private=limits.private)
        self.clock, self.times = None, []

    def _check(self, method, where):
        self.times.append((self.clock.now(), where.split(":")[1] if ":" in where else where))
        super()._check(method, where)


@asynccontextmanager
async def outboxes(platform, count):
    """Tables in one chat, and a way to let time pass until everything has left."""
    clock = platform.clock = ManualClock()
    painter = Painter(Catalogue(strict=True), Computers(SystemClock()), no_picture)
    gateway = Gateway({"memory": platform}, painter, clock, lambda _: False, *(_nothing,) * 2)
    made = [Outbox(f"t{n}", ChatRef("memory", "room", str(n)), gateway) for n in range(count)]
    tasks = [asyncio.create_task(outbox.run()) for outbox in made]

    async def rest():
        for _ in range(400):
            await asyncio.sleep(0)
            if all(outbox.resting for outbox in made) and not clock.fire():
                return

    async def forward(seconds):
        """Let time pass, to the next call that is due and so on."""
        end = clock.now() + timedelta(seconds=seconds)
        while True:
            await rest()
            due = clock.next_call
            if due is None or due > end:
                break
            clock.forward(max(0.0, (due - clock.now()).total_seconds()))
        clock.forward((end - clock.now()).total_seconds())
        await rest()

    try:
        yield made, forward
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        painter.close()


def _nothing(*_):
    pass


def board(number, text):
    return Screen(None, (), Outgoing(text), public=number)


STEPS = st.lists(
    st.tuples(
        st.floats(0, 4),
        st.integers(0, 2),
        st.sampled_from(["board", "repost", "end", "hand", "turn", "line", "call", "note"]),
    ),
    max_size=60,
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["telegram", "discord"]), STEPS)
def test_whatever_is_shown_the_newest_arrives_and_no_chat_gets_too_much(name, steps):
    asyncio.run(_shown(name, steps))


async def _shown(name, steps):
    limits = {"telegram": TelegramPlatform, "discord": DiscordPlatform}[name].limits
    platform = Watched(limits)
    user, newest, lines = UserRef("memory", "甲"), {}, []
    async with outboxes(platform, 3) as (made, forward):
        for number, (pause, table, what) in enumerate(steps):
            outbox, text = made[table], f"{number}"
            match what:
                case "board" | "repost" | "end":
                    asked = frozenset([user])
                    outbox.board(
                        board(number, text), asked, repost=what == "repost", ends=what == "end"
                    )
                    newest[table] = text
                case "hand" | "turn":
                    screen = Screen(None, (), Outgoing(text, notify=what == "turn"))
                    outbox.hand(user, screen)
                    newest["hand", table] = text
                case "line":
                    outbox.say(f"line {text}")
                    lines.append(f"line {text}")
                case "call":
                    outbox.call(user, f"call {text}")
                case "note":
                    outbox.note(user, f"note {text}")
                    lines.append(f"note {text}")
            await forward(pause)
        await forward(600)
        assert all(outbox.idle for outbox in made)
        known = TELEGRAM if name == "telegram" else DISCORD
        for chat, where in (("room", "group"), ("甲", "private")):
            times = [(t - BEGIN).total_seconds() for t, there in platform.times if there == chat]
            for bound, seconds in known[where]:
                assert most(times, seconds) <= bound
        for key, text in newest.items():
            if isinstance(key, tuple):
                (shown,) = [m for m in platform.told("甲") if m.text == text]
            else:
                shown = platform.sent[made[key].board_ref].message
            assert shown.text == text
        told = "\n".join(s.message.text for s in platform.sent.values())
        assert all(line in told for line in lines)


async def test_what_somebody_wants_to_see_below_again_and_again_is_posted_once():
    platform = Watched(TelegramPlatform.limits)
    async with outboxes(platform, 1) as (made, forward):
        made[0].board(board(1, "牌桌"), frozenset())
        await forward(60)
        before = len(platform.times)
        for _ in range(200):
            made[0].board(board(1, "牌桌"), frozenset(), repost=True)
            await forward(0.05)
        await forward(5)
        assert len(platform.times) - before <= 2, "one below, and the old one's buttons off"
        made[0].board(board(2, "新的"), frozenset(), repost=True)
        await forward(5)
        assert platform.sent[made[0].board_ref].message.text == "新的"


async def test_a_reposted_board_counts_as_all_its_requests():
    platform = Watched(replace(TelegramPlatform.limits, edits=0))
    async with outboxes(platform, 2) as (made, forward):
        for number in range(60):
            made[number % 2].board(board(number, str(number)), frozenset(), repost=True)
            platform.below.update(dict.fromkeys(platform.sent, 9))  # out of sight
            await forward(1)
        await forward(120)
        times = [(t - BEGIN).total_seconds() for t, _ in platform.times]
        assert 16 <= most(times, 60) <= 20, "it was as much as may be"
        assert not [s for s in platform.in_chat() if s.retired is False and s.message.rows]


# Nobody goes another way.

TOUCHES = {"post", "edit", "retire", "whisper", "erase", "open_place", "close_place"}


def passed_by(source):
    """Where a platform is called without being counted, as lines of a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            by = getattr(node.func.value, "attr", getattr(node.func.value, "id", ""))
            if node.func.attr in TOUCHES and by not in ("gateway", "_gateway"):
                yield node.lineno


def test_whatever_touches_a_chat_is_counted_on_its_way_out():
    """The service has one way out; the adapters' own requests are counted in their tests."""
    root = Path(bot.__file__).parent
    files = [f for part in ("commands", "runtime", "app") for f in (root / part).rglob("*.py")]
    found = [(f.name, line) for f in files for line in passed_by(f.read_text("utf-8"))]
    assert len(files) > 20 and found == []
    assert list(passed_by("async def f(self):\n    await self.platform.post(1, 2)")) == [2]
