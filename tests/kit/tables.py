"""Tables without a service around them: of any game, at any point of a match."""

from datetime import UTC, datetime, timedelta

from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef, UserRef
from bot.screens.reader import Reader
from bot.table import rounds
from bot.table.commands import AddBot, Join, Next, Start
from bot.table.machine import TableMachine
from bot.table.new_table import NewTable
from bot.table.state import Phase
from engine.match import pending
from engine.rng import SEED_BYTES
from tests.kit.actors import NAMES

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SCREENS = Reader(Catalogue(strict=True))
ROOM = ChatRef("telegram", "-10012345678901", "1234567")


def user(at):
    """The person who sits at the ``at``-th seat of the lobby."""
    return UserRef("telegram", f"900000000{at}")


def lobby(game, persons=0, computers=0, place=ROOM, now=NOW):
    """A lobby with so many persons, by default as many as the game needs."""
    persons = persons or game.info.seats[0] - computers
    new = NewTable("abcdef0123", place, "测试群", game.info.id, user(0), NAMES[0], 120)
    table = TableMachine.open(new, game, now)
    for at in range(1, persons):
        table.handle(Join(user(at), f"{NAMES[at % 8]}{at // 8 or ''}"), now)
    for _ in range(computers):
        table.handle(AddBot(user(0), ("电脑·石", "电脑·竹", "电脑·松")), now)
    return table


def begun(game, seed=1, quan=3, **made):
    """A table whose first round is dealt."""
    table = lobby(game, **made)
    table.change(quan=quan)
    start = Start(user(0), "abcdef0124", seed.to_bytes(SEED_BYTES, "big"))
    table.handle(start, NOW)
    return table


def to_phase(table, phase, now=NOW, most=5000):
    """Play cautiously until the table is in this phase, through whole rounds; the time then."""
    for _ in range(most):
        if table.state.phase is phase:
            return now
        now += timedelta(seconds=1)
        if table.state.phase is Phase.BETWEEN:
            missing = [s for s in table.present() if s not in table.state.ready]
            table.handle(Next(table.state.players[missing[0]].user), now)
            continue
        seat = pending(table.match)[0]
        rounds.play(table, seat, table.game.on_timeout(table.seen(seat)), "", "player", now)
    raise AssertionError(f"never {phase}, but {table.state.phase} {pending(table.match)}")
