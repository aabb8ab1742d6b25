"""The law of tokens: a button means what it meant when it was made, or nothing at all.

In whole matches every token that was ever issued is kept. Before every step old ones are pressed by
every seat and by a stranger: nothing changes, nothing is stored, everybody gets an answer.
"""

import re
from dataclasses import replace

import pytest

from bot.store.rows import TableSaved
from bot.table import tokens
from bot.table.state import Phase, loads
from engine.core import Action
from tests.kit.actors import NAMES, begin, chance, go_on, legal, waited_for
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.tiers import chosen
from tests.kit.world import World, until

READING = {"hand", "why", "rules", "scores", "look", "set"}
"""What may show something again and changes nothing."""

STRANGER = "路人"


class Collecting(MemoryPlatform):
    """Keeps every token that it was ever given, with values that a person could pick."""

    def __init__(self):
        super().__init__()
        self.issued = {}

    def collect(self, message):
        found = [(b.token, ()) for row in message.rows for b in row if b.token]
        for picker in message.pickers:
            every = [[option.value for option in group.options] for group in picker.groups]
            least = [group.least for group in picker.groups]
            first = [v for values, n in zip(every, least, strict=True) for v in values[:n]]
            last = [v for values, n in zip(every, least, strict=True) for v in values[-n:]]
            everything = [v for values in every for v in values]
            picked = (first, last, every[0][:1], everything)
            found += [(picker.token, tuple(values)) for values in picked]
        for token in found:
            self.issued.setdefault(token)

    async def post(self, chat, message):
        self.collect(message)
        return await super().post(chat, message)

    async def edit(self, ref, message):
        self.collect(message)
        return await super().edit(ref, message)

    async def whisper(self, user, message):
        self.collect(message)
        return await super().whisper(user, message)


def offered(text):
    """What ``tokens.offered`` should find, by the whole token."""
    token = tokens.read(text)
    if isinstance(token, tokens.Menu) or not re.match("[cnpv][0-9]", token.item):
        return None
    return token.table, token.question


def live(table, who, token):
    """Whether a press is meant to change something now."""
    state = table.state
    seat = next((s for s, i in enumerate(state.players) if i.user and i.user.id == who), None)
    if token.item in READING:
        return False
    if token.item in ("yes", "no"):
        return state.vote is not None and state.vote.number == token.question
    if token.item[0] in "cnpsv" and token.item[1:2].isdecimal():
        question = table.question_of(seat) if seat is not None else None
        return question is not None and question.number == token.question
    if token.question != state.round:
        return False
    if state.phase is Phase.LOBBY:
        return True
    if state.phase is Phase.BETWEEN:
        return token.item == "next" or token.item.startswith("opt-")
    away = seat is not None and not state.players[seat].present
    return (token.item == "back" and away) or (
        token.item == "resume" and (state.suspended_at is not None or away)
    )


def bare(state):
    """A table without what only says which message shows it."""
    return replace(state, hands=(), board=None, public=0, shown=0)


def played(table):
    return bare(table.state), table.match, table.log, table.news, table.words


def careful(table, seat, rng):
    """A random legal answer, but so that nobody is ruined in the first round."""
    number = table.prompt(seat).number
    if number is not None and number.verb == "stake":
        return Action("stake", number=1)
    return legal(table, seat, rng)


class Law:
    """Presses old tokens and watches."""

    def __init__(self, house, seed, often):
        self.house, self.rng, self.often = house, chance(seed, "old"), often
        self.stored, self.pressed, self.kinds = [], 0, {}
        self.done, press = set(), house.press

        async def pressed(who, text, values=(), **fields):
            self.done.add((who, text, tuple(values)))
            return await press(who, text, values, **fields)

        house.press = pressed
        write = house.store.commit

        async def commit(rows):
            self.stored.append(rows)
            await write(rows)

        house.store.commit = commit

    def chosen(self, often):
        """The newest tokens, and as many of the older ones by chance."""
        issued = tuple(self.house.platform.issued)
        newest, older = issued[-often:], issued[:-often]
        return (*self.rng.sample(older, min(often, len(older))), *newest)

    async def holds(self, table, often=0):
        """Press old tokens with every seat; nothing changes."""
        before, stored = played(table), len(self.stored)
        for text, values in self.chosen(often or self.often):
            token = tokens.read(text)
            if isinstance(token, tokens.Menu):
                continue
            for who in (*NAMES[: len(table.state.players)], STRANGER):
                if live(table, who, token):
                    continue
                reply = await self.house.handle(self.house.people.press(who, text, values))
                kept = played(table) == before
                assert kept, f"{who} changed something by {text} {values}"
                press = (who, text, tuple(values))
                copy = press in self.done
                self.done.add(press)
                told = reply is not None or token.item == "hand" or copy
                assert told, f"{who} was told nothing by {text}"
                self.pressed += 1
                self.kinds[token.item[0]] = self.kinds.get(token.item[0], 0) + 1
        await self.house.settle()
        assert played(table) == before
        rows = [row for rows in self.stored[stored:] for row in rows]
        assert all(isinstance(row, TableSaved) for row in rows)
        assert all(bare(loads(row.state)) == before[0] for row in rows)


async def detours(house, law, done):
    """Now and then somebody does what makes other buttons: votes, 托管, a new board."""
    table = house.table
    if table.state.phase is not Phase.PLAYING or not waited_for(table):
        return
    match done:
        case 3:
            await house.say("乙", "/stop")
            await law.holds(table)
            await house.press("丙", buttons(house.platform.board())["继续打"])
        case 5:
            await house.say("丁", "/autopilot")
            await law.holds(table)
            await house.press("丁", buttons(house.platform.private("丁"))["取消托管"])
        case 7:
            await house.say("甲", "/table")
        case 9:
            await house.say("丙", "/leave")
            await law.holds(table)
            await house.say("丙", "/join")


MATCHES = {
    "占格子": ({"open": "none", "chips": 40}, 12),
    "比大小": ({}, 12),
    "蹲麻子": ({"stall_laps": 4}, 2),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", chosen(MATCHES, 1, "tokens"))
async def test_old_tokens_change_nothing(tmp_path, game):
    """RAC-02. Four seats, all persons, four rounds."""
    settings, often = MATCHES[game]
    world = World(tmp_path / "t.db")
    world.platform = Collecting()
    async with world.house(check=False) as house:
        law, rng = Law(house, game, often), chance(game)
        await house.say(NAMES[0], f"/newgame {game}")
        reply = await house.press(NAMES[0], buttons(house.platform.board())["设置"])
        world.platform.collect(reply.message)
        await house.say(NAMES[0], "/leave")
        assert house.tables.running == {}
        await begin(house, game, 4, quan=4, **settings)
        table, done = house.table, 0
        while house.tables.running:
            await detours(house, law, done)
            await law.holds(table)
            await go_on(house, rng, careful)
            done += 1
            assert done < 1500
        assert table.state.phase is Phase.FINISHED and table.state.round == 4
        await until(lambda: not house.tables.running)
        await law.holds(table, often=200)
        issued = [token for token, _ in world.platform.issued]
        assert all(token.isascii() and len(token) <= tokens.LONGEST for token in issued)
        assert [tokens.offered(token) for token in issued] == [offered(token) for token in issued]
        assert law.pressed > 3000
        assert {"n", "s"} & set(law.kinds) and "h" in law.kinds and "y" in law.kinds


async def test_only_the_seats_own_open_question_can_be_answered_anew(tmp_path):
    """``answered``: until all have marked a cell, each may change their own mark and no other."""
    world = World(tmp_path / "t.db")
    async with world.house() as house:
        await begin(house, "占格子", 4, open="none")
        table = house.table
        marks = {}
        for seat, name in waited_for(table)[:3]:
            for cell in ("占 1", "占 2") if seat else ("占 1",):
                await house.say(name, cell)
            marks[seat] = house.platform.private(name)
        for seat, message in marks.items():
            tokens_of = [b.token for row in message.rows for b in row if b.token.endswith("n8")]
            for other, player in enumerate(table.state.players):
                before = table.match.state.marks
                reply = await house.press(player.user.id, tokens_of[0])
                after = table.match.state.marks
                changed = [s for s in range(4) if before[s] != after[s]]
                assert changed == ([seat] if other == seat else [])
                assert (reply is None) == (other == seat)
        assert table.match.state.marks.count(8) == 3
