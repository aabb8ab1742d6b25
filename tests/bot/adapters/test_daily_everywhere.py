"""The problem of the day posted into a group on Telegram and a channel on Discord."""

from datetime import timedelta

from bot.runtime.daily import LOOK
from tests.bot.runtime.test_daily import HOUR, NOON
from tests.kit.clock import ManualClock
from tests.kit.discord import buttons, club
from tests.kit.telegram import open_group


def eve():
    """An hour before it is posted."""
    return ManualClock(NOON - timedelta(hours=1))


def alone(group, person):
    """What only one person sees in a group."""
    return next(m for m in reversed(group.messages) if m.alone is person and not m.gone)


async def test_telegram(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙", clock=eve(), check=False) as opened:
        house, group, (ann, bob) = opened
        group.admins.append(ann.id)
        await house.say(ann, group, "/puzzle daily")
        await house.forward(6)
        before = len(group.ours)
        await house.forward(HOUR + LOOK)
        (posted,) = group.ours[before:]
        assert "每日残局" in posted.words
        await house.press(bob, posted, "我来解")
        await house.forward(6)
        own = alone(group, bob)
        assert "你是地主" in own.words
        await house.press(bob, own, "看答案")
        await house.forward(6)
        assert "这样赢" in alone(group, bob).words
        assert "这样赢" not in "".join(message.words for message in group.ours)


async def test_discord(tmp_path):
    async with club(tmp_path / "d.db", people=2, clock=eve()) as found:
        found.people.append(found.administrator("管"))
        told = await found.slash(2, "puzzle", daily="20:00")
        assert told.ephemeral
        before = len(found.channel.history())
        await found.forward(HOUR + LOOK)
        (posted,) = found.channel.history()[before:]
        assert "每日残局" in posted.content
        result = await found.click(1, posted, "我来解")
        own = result.response.message or result.followups[-1].message
        assert result.ephemeral and "你是地主" in own.content
        told = await found.people[1].click(own, custom_id=buttons(own)["看答案"])
        await found.settle()
        assert "这样赢" in own.content + told.response.message.content
        assert "这样赢" not in "".join(message.content for message in found.channel.history())
