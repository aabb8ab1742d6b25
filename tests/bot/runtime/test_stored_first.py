"""Nobody is shown what is not stored: while a commit waits, and after it has failed.

Over all commands of a table and of a tournament, each where it changes something.
"""

import asyncio
from datetime import timedelta

import pytest

from bot.ports.refs import ChatRef, MessageRef, UserRef
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.more import Place, more
from bot.store.rows import NotSaved, TableSaved
from bot.store.tournament_rows import TournamentSaved
from bot.table import commands, tokens
from bot.table.machine import _HANDLERS, TableMachine
from bot.table.state import BeaconRound, HandShown, Phase
from bot.tournament.commands import Cancel, Lacking, Register, Withdraw
from engine.core import Action
from engine.msg import msg
from tests.kit.actors import answer, begin, chance, legal, press_of, said
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.tables import SCREENS
from tests.kit.world import World, until

KEPT = (TableSaved, TournamentSaved)


class Held:
    """A store whose commits of tables wait, and then succeed or fail."""

    def __init__(self, store):
        self._write, self.waiting = store.commit, 0
        self.go, self.error = asyncio.Event(), None
        store.commit = self._commit
        self.go.set()

    async def _commit(self, rows):
        if any(isinstance(row, KEPT) for row in rows):
            self.waiting += not self.go.is_set()
            await self.go.wait()
            if self.error is not None:
                raise self.error
        await self._write(rows)


def who(name):
    return UserRef("memory", name)


A, B, C = who("甲"), who("乙"), who("丙")
NEW = who("丁")


async def lobby(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")


async def learner(house):
    await house.say("甲", "/newgame 斗地主")


async def chosen(house):
    await lobby(house)
    await house.say("甲", "/settings seating chosen")


async def sealed(house):
    await lobby(house)
    await house.say("甲", "/封牌")


async def computers(house):
    await lobby(house)
    await house.say("甲", "/addbot")


async def playing(house):
    await begin(house, "比大小", 3, quan=2)


async def slow(house):
    await begin(house, "占格子", 4, quan=2, open="none")


async def computer(house):
    await begin(house, "占格子", 2, computers=2, quan=2, open="none")


async def voting(house):
    await playing(house)
    await house.say("甲", "/stop")


async def still(house):
    await playing(house)
    house.tables.running[house.table.state.id].tell(commands.Suspend())
    await house.settle()


async def unwritable(house):
    await playing(house)
    house.tables.running[house.table.state.id].tell(commands.Suspend(msg("hurdle-removed")))
    await house.settle()


async def one(house, choose=legal):
    """One answer."""
    seat, _, _ = asked(house.table)
    await answer(house, house.table, seat, chance(1), choose)


async def on(house):
    await playing(house)
    await one(house)


async def late(house):
    await playing(house)
    house.clock.forward(500)


async def between(house):
    await playing(house)
    while house.table.state.phase is Phase.PLAYING:
        await one(house)


async def climbing(house):
    """Somebody may pass."""
    await begin(house, "斗地主", 3)
    while not any(c.action == Action("pass") for c in prompt(house.table).choices):
        await one(house, lambda table, seat, rng: table.game.suggest(table.seen(seat), 1)[0])


def asked(table):
    """The first seat that is asked, its person and its question."""
    question = table.state.questions[0]
    return question.seat, table.state.players[question.seat].user, question.number


def prompt(table):
    return table.prompt(asked(table)[0])


def pressed(table):
    seat, user, number = asked(table)
    token, values = press_of(table, seat, legal(table, seat, chance(1)))
    return commands.Press(user, number, tokens.read(token).item, values, "memory:p")


def typed(table):
    return commands.Typed(asked(table)[1], "占 1", "memory:t")


def thought(table):
    seat = next(s for s, player in enumerate(table.state.players) if not player.person)
    question = table.question_of(seat)
    return commands.Thought(seat, question.number, legal(table, seat, chance(1)))


REF = MessageRef("memory", ROOM_ID, "77")
SEED = (5).to_bytes(32, "big")
MOVED = ChatRef("memory", long_id("moved"))
HOUSE = (("id88888888", "老王家", ()),)
"""House rules of a chat."""


async def waiting(house):
    """A match waits for a beacon's number."""
    await lobby(house)
    due = house.clock.now() + timedelta(seconds=9)
    named = BeaconRound("ab" * 32, "", 7, due)
    (runner,) = house.tables.running.values()
    await runner.ask(commands.Start(A, "id88888888", SEED, beacon=named))
    await house.settle()


CHANGES = {
    commands.Join: (lobby, lambda t: commands.Join(NEW, "丁")),
    commands.Leave: (lobby, lambda t: commands.Leave(B)),
    commands.AddBot: (lobby, lambda t: commands.AddBot(A, ("石", "竹"))),
    commands.RemoveBot: (computers, lambda t: commands.RemoveBot(A)),
    commands.Kick: (lobby, lambda t: commands.Kick(A, 1)),
    commands.TakeSeat: (chosen, lambda t: commands.TakeSeat(A, 1)),
    commands.Configure: (lobby, lambda t: commands.Configure(A, "rounds", 7)),
    commands.Start: (lobby, lambda t: commands.Start(A, "id99999999", SEED)),
    commands.Teach: (learner, lambda t: commands.Teach(A, "id99999999", SEED, ("石", "竹"))),
    commands.SealDeal: (lobby, lambda t: commands.SealDeal(A, "id99999999", SEED, SEED)),
    commands.GiveWord: (sealed, lambda t: commands.GiveWord(A, "春风")),
    commands.BeaconTold: (
        waiting, lambda t: commands.BeaconTold(t.state.seal.match, "ab" * 48, (("period", "3"),))
    ),
    commands.BeaconUnused: (waiting, lambda t: commands.BeaconUnused(t.state.seal.match)),
    commands.PlayRules: (lobby, lambda t: commands.PlayRules(A, "id88888888", (), HOUSE)),
    commands.KnowRules: (lobby, lambda t: commands.KnowRules(HOUSE)),
    commands.Press: (playing, pressed),
    commands.AutoPass: (climbing, lambda t: commands.AutoPass(*asked(t)[1:])),
    commands.Typed: (slow, typed),
    commands.Thought: (computer, thought),
    commands.Tick: (late, lambda t: commands.Tick()),
    commands.Next: (between, lambda t: commands.Next(A)),
    commands.Autopilot: (playing, lambda t: commands.Autopilot(A, on=True)),
    commands.Stop: (playing, lambda t: commands.Stop(A)),
    commands.Pause: (playing, lambda t: commands.Pause(A)),
    commands.CastVote: (voting, lambda t: commands.CastVote(B, yes=False)),
    commands.Suspend: (playing, lambda t: commands.Suspend()),
    commands.PlaceReady: (unwritable, lambda t: commands.PlaceReady()),
    commands.PlaceLost: (playing, lambda t: commands.PlaceLost()),
    commands.Moved: (playing, lambda t: commands.Moved(t.state.place, MOVED)),
    commands.Reached: (playing, lambda t: commands.Reached(A, yes=False)),
    commands.Resume: (still, lambda t: commands.Resume(A)),
    commands.Shift: (playing, lambda t: commands.Shift(timedelta(minutes=9))),
    commands.Close: (playing, lambda t: commands.Close()),
    commands.Remember: (on, lambda t: commands.Remember()),
    commands.Renamed: (lobby, lambda t: commands.Renamed(B, "换了名")),
    commands.Delivered: (
        playing, lambda t: commands.Delivered(t.state.public, REF, (HandShown(A, REF, "x"),))
    ),
    commands.ScoresCorrected: (playing, lambda t: commands.ScoresCorrected((1, -1, 0))),
    commands.Repost: (None, None),
    commands.ShowHand: (None, None),
    commands.Refresh: (None, None),
}  # fmt: skip
"""Where each changes something, and how; None: it changes nothing that is stored."""


def read(table):
    """Everything that somebody could be shown of a table."""
    seats = range(len(table.state.players))
    hands = [hand(SCREENS, table, seat) for seat in seats] if table.has_hands else []
    panes = [more(SCREENS, table, user, Place()) for user in (A, B, NEW)]
    return table.snapshot(), table.sums if table.match else (), board(SCREENS, table), hands, panes


async def kept_back(house, command, error=None):
    """Have a command done by a store that waits, and then fails with ``error``.

    Returns:
        What a reader saw before, meanwhile and afterwards.
    """
    (runner,) = house.tables.running.values()
    held, before = Held(house.store), read(runner.table)
    held.go.clear()
    held.error = error
    runner.tell(command)
    for _ in range(2000):
        if held.waiting:
            break
        await asyncio.sleep(0.0005)
    assert held.waiting, "nothing was stored"
    meanwhile = read(runner.table)
    held.go.set()
    await until(runner.idle)
    after = read(runner.table)
    held.error = None
    return before, meanwhile, after


def test_every_command_is_tried():
    assert set(CHANGES) == set(_HANDLERS)


TRIED = [
    pytest.param(stage, made, id=kind.__name__)
    for kind, (stage, made) in CHANGES.items()
    if stage is not None and made is not None
]


@pytest.mark.parametrize(("stage", "made"), TRIED)
async def test_what_waits_to_be_stored_is_seen_by_nobody(tmp_path, stage, made):
    async with World(tmp_path / "t.db").house(check=False) as house:
        await stage(house)
        before, meanwhile, after = await kept_back(house, made(house.table))
        assert meanwhile == before
        assert after != before


@pytest.mark.parametrize(("stage", "made"), TRIED)
async def test_what_could_not_be_stored_is_seen_by_nobody(tmp_path, stage, made):
    async with World(tmp_path / "t.db").house(check=False) as house:
        await stage(house)
        told = kept_back(house, made(house.table), NotSaved("disk I/O error"))
        before, meanwhile, after = await told
        assert meanwhile == after == before


@pytest.mark.parametrize("error", [None, NotSaved("disk I/O error")], ids=["waits", "fails"])
async def test_of_a_tournament_nobody_sees_what_is_not_stored(tmp_path, error):
    async with World(tmp_path / "t.db").house(check=False) as house:
        await house.say("甲", "/tournament 上饶打炸 0")
        (runner,) = house.service.running.tournaments._runners.values()
        for change in (Register(A, "甲"), Lacking(("rights-topics",)), Withdraw(A), Cancel(A)):
            held, before = Held(house.store), runner.state
            held.go.clear()
            held.error = error
            doing = asyncio.create_task(runner.do(change))
            await until(lambda held=held: held.waiting)
            assert runner.state is before
            held.go.set()
            await asyncio.gather(doing, return_exceptions=True)
            assert (runner.state == before) == (error is not None)
            held.error = None
            if error is not None:
                await runner.do(change)
            await house.settle()


async def test_what_somebody_else_sets_is_read_once_it_is_stored(tmp_path):
    async with World(tmp_path / "t.db").house(check=False) as house:
        await lobby(house)
        held = Held(house.store)
        held.go.clear()
        setting = asyncio.create_task(
            house.service.handle(house.people.say("甲", "/settings 圈数 31"))
        )
        await until(lambda: held.waiting)
        for command in ("/settings", "/why"):
            told = await house.service.handle(house.people.say("乙", command))
            assert "31" not in said(told) + shown_in(house)
        held.go.set()
        await setting
        await house.settle()
        assert "31" in said(await house.say("乙", "/settings")) + shown_in(house)


def shown_in(house):
    return "".join(sent.message.text for sent in house.platform.in_chat())


async def test_the_law_catches_a_table_that_is_changed_before_it_is_stored(tmp_path, monkeypatch):
    """As it was."""
    monkeypatch.setattr(TableMachine, "draft", lambda self: self)
    async with World(tmp_path / "t.db").house(check=False) as house:
        await lobby(house)
        before, meanwhile, _ = await kept_back(house, commands.Configure(A, "rounds", 7))
        assert meanwhile != before
