"""One life of the program: it is started, people play, and it is killed or the match ends."""

import hashlib
import json
import os
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from bot.ports.errors import RetryAfter
from bot.store.rows import TableSaved
from bot.table.state import Phase
from engine.view import Seats
from engine.view import Table as TableBlock
from tests.crash.journal import Journal, Messenger, read
from tests.crash.points import Killer
from tests.kit.actors import NAMES, chance, legal, name_of, press_of, waited_for
from tests.kit.clock import BEGIN, ManualClock
from tests.kit.house import Counted, service
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons

MOST = 4000
"""Things done in a life; more means that a match does not end."""

DOWN = 90.0
"""Seconds between a kill and the next start."""

JUMPS = (0, 0, 15, -15, 8 * 3600, -8 * 3600, 40 * 86_400, -40 * 86_400)
"""By how many seconds the clock of the machine may have been set meanwhile."""


@dataclass(frozen=True)
class Scene:
    """What is played: so many persons and computer players, for ``quan`` 圈."""

    game: str
    persons: int
    computers: int
    quan: int
    seed: int
    settings: tuple = ()

    @property
    def size(self):
        return self.persons + self.computers


SCENES = (
    Scene("蹲麻子", 2, 0, 1, 1, (("stall_laps", 4),)),
    Scene("蹲麻子", 2, 2, 1, 2, (("stall_laps", 4),)),
    Scene("蹲麻子", 3, 0, 1, 3, (("stall_laps", 4), ("target", 35))),
    Scene("比大小", 2, 0, 3, 4, (("money", "coins"), ("buyin", 40))),
    Scene("比大小", 4, 0, 2, 5),
    Scene("比大小", 2, 3, 3, 6),
    Scene("占格子", 2, 0, 4, 7),
    Scene("占格子", 4, 0, 3, 8, (("money", "coins"), ("buyin", 40))),
    Scene("占格子", 3, 1, 3, 9, (("chips", 40), ("open", "suit"))),
    Scene("占格子", 1, 1, 4, 10, (("chips", 40),)),
)


def painted(view, say, *, four=False):
    """A picture that tells which screen it shows, without names, totals and who is away."""
    return seen(view).encode()


def seen(view):
    """A digest of what a view shows of the game itself."""
    own = [block for block in view.blocks if not isinstance(block, (Seats, TableBlock))]
    return hashlib.sha256(repr(own).encode()).hexdigest()[:16]


class NotedClock(ManualClock):
    """A machine whose wall clock is known after the kill."""

    def __init__(self, now, journal):
        super().__init__(now)
        self._journal = journal

    def forward(self, seconds):
        self._note(seconds)
        return super().forward(seconds)

    def jump(self, seconds):
        self._note(seconds)
        super().jump(seconds)

    def _note(self, seconds):
        self._journal.write("time", now=self.wall + timedelta(seconds=seconds))


class Life:
    """The program from its start, with the people around it."""

    def __init__(self, folder, scene, number, killer=None):
        self.folder, self.scene, self.number = folder, scene, number
        self.killer = killer or Killer()
        self.past = read(folder / "journal")
        self.journal = Journal(folder / "journal", number)
        self.messenger = Messenger(self.journal, self.past, self.killer.hit)
        times = [record.now for record in self.past if record.what == "time"]
        self.clock = NotedClock(times[-1] if times else BEGIN, self.journal)
        self.rng = chance(scene.seed, "life", number)
        if number > 1:
            self.clock.forward(DOWN)
            self.clock.jump(self.rng.choice(JUMPS))
        self.public = {}
        self.house = None
        self.sources = sum(record.what == "ask" for record in self.past)

    @asynccontextmanager
    async def running(self):
        """The program, started."""
        self.killer.watch_the_store()
        self.journal.write("life")
        parts = {
            "platform": self.messenger, "clock": self.clock, "paint": painted, "check": False,
            "ids": Counted(self.number * 1000),
        }  # fmt: skip
        async with service(self.folder / "t.db", **parts) as house:
            self.house = house
            house.people._count = self.sources
            self.killer.moment = self.moment
            self._watch_commits(house.store)
            yield house

    def _watch_commits(self, store):
        write = store.commit

        async def commit(rows):
            await write(rows)
            for row in rows:
                if isinstance(row, TableSaved):
                    self.public[row.table] = json.loads(row.state).get("public", 0)

        store.commit = commit

    def moment(self):
        table = self.table()
        if table is None:
            return "no table"
        if table.state.vote is not None:
            return "vote"
        return table.state.phase.value

    def table(self):
        runner = self.house.tables.at(self.house.people.chat)
        return runner.table if runner is not None else None

    # People.

    async def ask(self, incoming):
        """Hand something in; what the person is told is written down before anything else."""
        self.journal.write("ask", incoming=incoming)
        self.killer.hit("asked")
        reply = await self.house.handle(incoming)
        self.killer.hit("not yet told")
        text = reply.message.text if reply is not None else ""
        self.journal.write("told", source=incoming.source, text=text, public=dict(self.public))
        self.killer.hit("told")
        await self.house.settle()
        return reply

    async def say(self, who, text):
        return await self.ask(self.house.people.say(who, text))

    async def press(self, who, token, values=()):
        return await self.ask(self.house.people.press(who, token, values))

    async def deliver_again(self):
        """What was handed in when the program died is delivered again, as messengers do."""
        asked = [r for r in self.past if r.what == "ask"]
        told = {r.source for r in self.past if r.what == "told"}
        for record in asked[-1:]:
            if record.incoming.source not in told:
                await self.ask(record.incoming)

    # The match.

    async def play(self):
        """Play to the end of the match; the number of things done."""
        for count in range(MOST):
            if not await self.step():
                return count
        raise AssertionError("no end in sight")

    async def step(self):
        """The next thing that somebody does; False when the match is over."""
        table = self.table()
        if table is None:
            if await self._finished():
                return False
            await self.say(NAMES[0], f"/newgame {self.scene.game}")
            return True
        if table.state.over:
            await self.house.forward(60)
            return True
        state = table.state
        if state.phase is Phase.LOBBY:
            await self._fill(table)
        elif state.suspended_at is not None:
            await self.say(self._person(table), "/resume")
        elif state.vote is not None:
            await self._vote(table)
        elif state.phase is Phase.BETWEEN:
            await self._between(table)
        else:
            await self._answer_or_not(table)
        return True

    async def _finished(self):
        """Whether the match was played to its end, in this life or in one before."""
        sheet = await self.house.store.scores.rounds(ROOM_KEY)
        found = await self.house.store.matches.match(sheet[-1].match) if sheet else None
        return found is not None and found.status == "finished"

    def _person(self, table):
        persons = [s.user.id for s in table.state.players if s.user is not None]
        return self.rng.choice(persons)

    def _shown(self, table):
        """The buttons of the table's board.

        Not those of the group's newest message: a board that was posted again and not noted
        before the kill is the newest, and nothing leads to it any more.
        """
        board = table.state.board
        known = self.messenger.sent.get(board) if board is not None else None
        return buttons(known.message if known is not None else self.messenger.board())

    async def _fill(self, table):
        players = table.state.players
        here = {s.user.id for s in players if s.user is not None}
        missing = [name for name in NAMES[: self.scene.persons] if name not in here]
        state = table.state
        money = {"money": state.money, "buyin": state.buy_in}
        options = {**table.options, **money, "quan": state.quan}
        unset = [
            (k, v)
            for k, v in (*self.scene.settings, ("quan", self.scene.quan))
            if str(options[k]) != str(v)
        ]
        host = table.state.host.id
        shown = self._shown(table)
        if self.rng.below(8) == 0 and "加电脑" in shown:  # nowhere where coins are played for
            await self.press(host, shown["加电脑"])
        elif len(players) - len(here) > self.scene.computers or len(players) > self.scene.size:
            await self.say(host, "/removebot")
        elif missing:
            await self.press(missing[0], shown["加入"])
        elif len(players) < self.scene.size:
            await self.say(host, "/addbot")
        elif unset:
            key, value = unset[0]
            await self.say(host, f"/settings {key} {value}")
        else:
            await self.say(host, "/start")

    async def _vote(self, table):
        vote = table.state.vote
        others = [name_of(table, s) for s in table.present() if s not in vote.yes]
        if others and self.rng.below(3):
            label = "同意结束" if len(others) > 1 and self.rng.below(2) else "继续打"
            await self.press(others[0], self._shown(table)[label])
        else:
            await self.house.forward(61)

    async def _between(self, table):
        missing = [s for s in table.present() if s not in table.state.ready]
        if table.state.ready and self.rng.below(4) == 0:
            await self.house.forward(61)
        elif missing:
            await self.press(name_of(table, missing[0]), self._shown(table)["下一圈"])
        else:
            await self.say(self._person(table), "/next")

    async def _answer_or_not(self, table):
        asked, dice = waited_for(table), self.rng.below(40)
        present = [name_of(table, seat) for seat in table.present()]
        away = [s.user.id for s in table.state.players if s.user is not None and not s.present]
        if away and dice < 20:
            await self.say(away[0], "/back")
        elif dice == 0 and len(present) > 1:
            await self.say(self.rng.choice(present), "/stop")
        elif dice == 1 and len(present) > 1:
            await self.say(self.rng.choice(present), "/autopilot")
        elif dice == 2 and present:
            await self.say(self.rng.choice(present), "/hand")
        elif dice == 3:
            await self.say(self._person(table), "/table")
        elif dice == 4:
            await self.house.forward(121)
        elif dice == 6:
            self.house.clock.jump(self.rng.choice(JUMPS))
            await self.house.settle()
        elif dice == 5:
            self.messenger.fail["edit"] = RetryAfter(3)
            await self._answer(table, asked)
            self.messenger.fail.clear()
            await self.house.forward(3)
        else:
            await self._answer(table, asked)

    async def _answer(self, table, asked):
        if not asked:
            await self.house.next_wake()
            return
        seat, name = self.rng.choice(asked)
        action = legal(table, seat, self.rng)
        number = table.prompt(seat).number
        if number is not None and action.number is not None and self.rng.below(3) == 0:
            word = next(w for w, verb in table.game.info.words if verb == action.verb)
            await self.say(name, f"{word} {action.number}")
        else:
            await self.press(name, *press_of(table, seat, action))


def leave(result, path):
    """Write what a child found and end it without any cleaning up."""
    path.write_text(json.dumps(result), "utf-8")
    os._exit(0)
