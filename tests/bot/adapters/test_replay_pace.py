"""A match of fifty plays stepped through, in haste and at leisure: what the platforms are sent.

Through the real libraries, within what a chat is sent, and with a server that asks for patience.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.records.story import ALL
from bot.records.writer import write
from tests.bot.adapters.test_discord_pace import MOST, STEP, Watch
from tests.kit import discord, written
from tests.kit.discord import club
from tests.kit.telegram import open_group
from tests.kit.tiers import chosen

FIFTY = "matrix.txt"
EDITS = ("editMessageText", "editMessageMedia", "editMessageCaption")
BOUNDS = ((3, timedelta(seconds=1)), (10, timedelta(seconds=10)))
"""What a private chat of Telegram may be sent."""

LAST = "第 50 / 50 步"


def record():
    """A match of fifty plays, as a file."""
    fresh, log, _ = written.playthrough(FIFTY)
    assert [len(round_.actions) for round_ in log] == [50]
    return ("牌谱.txt", write(fresh, log, ALL).encode())


class Replayed:
    """A replay in somebody's private chat, and what its server was sent of it."""

    def __init__(self, house, person):
        self.house, self.person, self.presses = house, person, 0
        self.chat = house.world.private(person)

    async def begin(self):
        await self.house.say(self.person, self.chat, "/replay", file=record())
        await self.house.forward(12)
        self.message = self.house.last(self.chat)
        assert "▶" in self.message.buttons
        self.posted = len(self.chat.ours)

    def press(self, label="▶"):
        """Press, and wait for nothing."""
        self.presses += 1
        return self.house.world.press(self.person, self.message, label)

    @property
    def edits(self):
        return [r for r in self.house.server.sent(chat=self.person.id) if r.method in EDITS]

    def kept(self):
        """No edit too many, none refused, no second message, no more than the chat takes."""
        assert 0 < len(self.edits) <= 50
        assert len(self.chat.ours) == self.posted
        times = [r.at for r in self.house.server.sent(chat=self.person.id)]
        for most, span in BOUNDS:
            assert all(sum(t <= at < t + span for at in times) <= most for t in times)
        acknowledged = self.house.server.sent("answerCallbackQuery")
        assert len(acknowledged) == self.presses


@pytest.fixture
async def replayed(tmp_path):
    async with open_group(tmp_path / "t.db", "甲", check=False, paced=True) as (house, _, (ann,)):
        found = Replayed(house, ann)
        await found.begin()
        yield found


async def test_telegram_at_leisure_shows_every_play(replayed):
    seen = [replayed.message.words]
    for _ in range(50):
        replayed.press()
        await replayed.house.forward(2)
        seen.append(replayed.message.words)
    assert len(set(seen)) == len(seen) == 51 and LAST in seen[-1]
    assert len(replayed.edits) == 50
    replayed.kept()


@pytest.mark.parametrize("times", chosen([1, 4], 1, "haste"))
async def test_telegram_in_haste_gets_there_too(replayed, times):
    """Four presses at once, ten times in five seconds: each is answered, none is too much."""
    for _ in range(500):
        if LAST in replayed.message.words:
            break
        for _ in range(times):
            replayed.press()
        await replayed.house.forward(0.5)
    await replayed.house.forward(12)
    assert LAST in replayed.message.words
    replayed.kept()


async def test_telegram_is_shown_the_newest_of_what_was_asked_in_haste(replayed):
    """Forward and back between two edits: what was pressed last stands there in the end."""
    tokens = {label: b["callback_data"] for label, b in replayed.message.buttons.items()}
    for _ in range(12):
        for label in ("▶|", "▶"):
            replayed.presses += 1
            replayed.house.world.press(replayed.person, replayed.message, "", data=tokens[label])
        await replayed.house.forward(0.1)
    await replayed.house.forward(12)
    assert "第 1 / 50 步" in replayed.message.words
    replayed.kept()


async def test_telegram_that_asks_for_patience_is_given_it(replayed):
    """A 429 delays what was asked for and loses nothing of it; until then nothing is sent."""
    replayed.press()
    await replayed.house.forward(2)
    for method in EDITS:
        words = "Too Many Requests: retry after 7"
        replayed.house.server.fail(429, words, method=method, retry_after=7)
    before = replayed.message.words
    replayed.press()
    await replayed.house.forward(3)
    sent = len(replayed.edits)
    assert replayed.message.words == before
    replayed.press("▶|")
    await replayed.house.forward(3)
    assert len(replayed.edits) == sent, "the chat is held"
    await replayed.house.forward(6)
    assert LAST in replayed.message.words
    assert sum(bool(r.refused) for r in replayed.edits) == 1


async def test_discord_in_haste_and_at_leisure(tmp_path, monkeypatch):
    """Each press is one answer on the same message; the channel hears nothing of it."""
    watch = Watch(monkeypatch)
    async with club(tmp_path / "d.db", people=1, paced=True) as found:
        watch.c = found
        result = await found.slash(0, "replay", file=record())
        message = result.response.message
        posted = len(found.channel.history())
        for edits in range(50):
            assert f"第 {edits} / " in message.content or not edits
            shown = discord.buttons(message)
            await found.people[0].click(message, custom_id=shown["▶"])
            await found.settle()
            message = result.response.message
            if edits % 2:
                await found.forward(STEP)
        assert LAST in message.content
        assert len(found.channel.history()) == posted
        assert not watch.times or watch.most() <= MOST
