"""Four tables of one Telegram group share what the group may be sent: a whole tournament of 16.

People answer at a person's pace, all tables at once. The group is touched at most twenty times a
minute, no table is shown late for long while others are not, whoever wins or is out is told so in
private, and in the end every board shows the end and every topic is closed.
"""

from collections import defaultdict
from datetime import timedelta

import pytest

from bot.table.state import Phase
from tests.bot.adapters.test_contests_whole import FIELD, OnTelegram, tables
from tests.bot.adapters.test_telegram_pace import MINUTE, most, times
from tests.kit.actors import chance, legal, waited_for
from tests.kit.telegram import telegram_house

THINKS = (3, 9)
"""Seconds that somebody thinks, at least and at most."""

LATE = timedelta(seconds=60)
"""No board stands still longer than this behind its table.

Topics, first boards, and the ends and words of all tables' deals go before and share twenty a
minute with it.
"""


class Paced(OnTelegram):
    """The group is sent no more than Telegram takes, and so is everybody."""

    def program(self):
        return telegram_house(
            self.path, server=self.server, clock=self.clock, check=False, paced=True
        )


class Watch:
    """How late every table is shown, looked at once a second."""

    def __init__(self, house):
        self.house = house
        self.since = {}
        self.worst = defaultdict(timedelta)
        self.together = 0

    def look(self):
        running = [r.table.state for r in self.house.tables.running.values()]
        late = [state for state in running if state.shown < state.public]
        self.together = max(self.together, len(late))
        now = self.house.clock.now()
        for state in running:
            if state not in late:
                self.since.pop(state.id, None)
                continue
            shown, since = self.since.setdefault(state.id, (state.shown, now))
            if shown != state.shown:  # something newer stands there, and is late by now itself
                self.since[state.id] = shown, since = state.shown, now
            lag = now - since
            self.worst[state.id] = max(self.worst[state.id], lag)


async def a_second(at, house, rng, due, watch):
    """Everybody whose thinking is over answers; then a second passes."""
    now = house.clock.now()
    for table in tables(at):
        if table.state.phase is not Phase.PLAYING:
            continue
        for seat, _ in waited_for(table):
            question = (table.state.id, seat, table.question_of(seat).number)
            when = due.setdefault(question, now + timedelta(seconds=THINKS[0] + rng.below(7)))
            if now >= when:
                await at.answer(table, seat, rng, legal)
                break
    await house.forward(1)
    watch.look()


@pytest.mark.slow
async def test_a_whole_tournament_in_one_group(tmp_path):
    rng, due = chance(16, "shared"), {}
    async with Paced(tmp_path / "t.db", FIELD).world() as at, at.program() as house:
        at.house = house
        await at.say(0, "/tournament 比大小 50 10 2")
        for who in range(len(FIELD)):
            await at.press(who, "报名")
        await at.press(0, "现在开赛")
        watch, most_tables = Watch(house), 0
        for _ in range(3000):
            await a_second(at, house, rng, due, watch)
            most_tables = max(most_tables, len(tables(at)))
            if not house.service.running.tournaments._runners:
                break
        assert not house.service.running.tournaments._runners, "it comes to its end"
        for _ in range(90):
            await house.forward(1)
            watch.look()
        assert most_tables == 4
        assert len(watch.worst) == 5, "four tables and the final were shown"
        assert max(watch.worst.values()) <= LATE
        assert most(times(at.server, at.group.id), MINUTE) <= 20
        free = [(await house.store.coins.purse(at.chat, at.key(n))).free for n in range(16)]
        champion = free.index(max(free))
        assert sorted(free) == [950] * 15 + [950 + 16 * 50]
        assert "是冠军" in at.told(champion)
        told = ["".join(at.told(n)).count("名。现在可以去别的牌桌了") for n in range(16)]
        assert told == [0 if n == champion else 1 for n in range(16)]
        assert await house.store.letters.unread() == []
        assert at.left_open() == []
        assert await house.store.letters.places() == []
