"""One of each kind of running thing, and a store that can be held up or made to refuse."""

import asyncio
from dataclasses import dataclass

from bot.store.rows import ChatSet, NotSaved, TableSaved
from bot.store.scorebook import ProposalOpened, Voiced
from bot.store.tournament_rows import TournamentSaved
from tests.kit.actors import answer as answered
from tests.kit.actors import begin, chance, legal, waited_for
from tests.kit.platform import buttons

KEPT = (TableSaved, TournamentSaved, ProposalOpened, Voiced)


def kept(row):
    """Whether a row is the state of something that runs."""
    return isinstance(row, KEPT) or (isinstance(row, ChatSet) and row.key.startswith("coinroom"))


class Writer:
    """Stands before a store: what it is to keep of running things waits, or is refused.

    ``well``: takes so many more such commits before it refuses; None: all of them. ``error``: what
    it refuses with.
    """

    def __init__(self, store):
        self._write, store.commit = store.commit, self._commit
        self.go, self.well, self.waiting, self.refused = asyncio.Event(), None, 0, 0
        self.error = NotSaved("disk I/O error")
        self.go.set()

    async def _commit(self, rows):
        if any(map(kept, rows)):
            self.waiting += not self.go.is_set()
            await self.go.wait()
            if self.well == 0:
                self.refused += 1
                raise self.error
            if self.well is not None:
                self.well -= 1
        await self._write(rows)


def shown(house):
    """All that anybody sees."""
    sent = house.platform.sent
    return [(ref, sent[ref].message.text, len(sent[ref].message.rows)) for ref in sent]


async def lobby(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")


async def called(house):
    await house.say("甲", "/tournament 上饶打炸 0")


async def waiting(house):
    await house.say("甲", "/coinroom")
    await house.say("乙", "/purse")


async def scored(house):
    """A round is over that two people can put right."""
    await begin(house, "比大小", 2, quan=2)
    table = house.table
    while waited_for(table):
        await answered(house, table, waited_for(table)[0][0], chance(1), legal)


def register(house):
    token = buttons(house.platform.board(house.people.chat.id))["报名"]
    return house.people.press("乙", token)


@dataclass(frozen=True)
class Kind:
    """A kind of running thing.

    Attributes:
        begin: makes one.
        change: a request that changes it, which anybody sees.
        due: seconds after which something happens by itself; 0: nothing ever does.
        first: the request that makes one, in one commit.
    """

    name: str
    begin: object
    change: object
    due: float
    first: str = ""


KINDS = (
    Kind(
        "table", lobby, lambda house: house.people.say("丙", "/join"), 8 * 3600, "/newgame 比大小"
    ),
    Kind("tournament", called, register, 600, "/tournament 上饶打炸 0"),
    Kind("queue", waiting, lambda house: house.people.say("乙", "/coinroom"), 1800, "/coinroom"),
    Kind("proposal", scored, lambda house: house.people.say("甲", "/correct 1 0 0"), 0),
)


def state_of(house, kind):
    """What the only one of a kind is in memory."""
    running = {
        "table": house.tables.running,
        "tournament": house.service.running.tournaments._runners,
        "queue": house.service.running.coinrooms._runners,
    }
    (runner,) = running[kind.name].values()
    return runner.machine.state
