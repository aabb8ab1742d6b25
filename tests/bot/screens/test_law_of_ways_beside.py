"""The law of ways beside tables: queues of 金币场 and tournaments, before, during and after.

And every button in the longest ids that a platform gives.
"""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.coinroom.queue import Queue
from bot.ports.refs import ChatRef, UserRef
from bot.screens import coinroom
from bot.screens import tournament as boards
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.more import Place, here, more
from bot.support.errors import Refused
from bot.table import tokens
from bot.table.state import BeaconRound
from bot.tournament import state as cupstate
from bot.tournament.commands import (
    Abort,
    Begin,
    Cancel,
    Register,
    SealDeals,
    Seat,
    StageOver,
    Withdraw,
)
from bot.tournament.sealing import how
from bot.tournament.stages import drawn
from bot.tournament.state import Status, TournamentState
from bot.tournament.tournament import Tournament
from engine.errors import RuleError
from engine.registry import games
from tests.bot.screens.test_law_of_ways import golden, offered
from tests.kit.tables import NOW, SCREENS, begun, lobby

PLACES = {
    "web": ("k7" * 16, "", "a" * 32),
    "telegram": ("-10012345678901", "2147483647", "8999999999"),
    "discord": ("1234567890123456789", "1234567890123456799", "1234567890123456700"),
}
"""The longest ids of a chat, a thread in it and a person."""

CHAT = ChatRef("telegram", "-10012345678901", "1234567")
HOST = UserRef("telegram", "8999999999")


def people(count):
    return [UserRef("telegram", f"90000{n:05}") for n in range(count)]


# Queues.


def queues():
    """A queue with nobody, somebody, and more than there is a place for."""
    for count in (0, 1, 3, 5, 40):
        room = Queue(CHAT, "群")
        for at, user in enumerate(people(count)):
            room = room.joined(user, f"p{at}", NOW)
        yield count, room


def queue_refused(room, user, item):
    """Why a press on a queue's button would be refused; empty where it would not."""
    try:
        if item == "coinroom:join":
            room.joined(user, "新人", NOW)
    except Refused as error:
        return error.msg.key
    return "coinroom-not-waiting" if item == "coinroom:leave" and not room.waits(user) else ""


def queue_in_vain(screen, room):
    readers = [*(waiter.user for waiter in room.people), UserRef("telegram", "9999999999")]
    return [
        item
        for item in offered([screen])
        if item.startswith("coinroom:") and all(queue_refused(room, who, item) for who in readers)
    ]


def test_a_queue_offers_what_its_reader_can_do_next():
    for count, room in queues():
        screen = coinroom.board(SCREENS, room)
        wanted = {"coinroom:join", "rules:dazha.1", "more"} | (
            {"coinroom:leave"} if count else set()
        )
        assert wanted <= offered([screen]), count
        assert queue_in_vain(screen, room) == [], count
        assert golden(screen) == 1


def test_planted_fault_an_empty_queue_is_left():
    """As it was."""
    (_, room), *others = queues()
    full = coinroom.board(SCREENS, others[0][1])
    assert queue_in_vain(full, room) == ["coinroom:leave"]


# Tournaments.


def call(fee=0, **more):
    return Tournament(
        TournamentState(
            "abcdef0123", CHAT, "群", "niuniu", (), 1, 60, fee, HOST, "主", NOW,
            NOW + timedelta(minutes=10), **more,
        )
    )  # fmt: skip


def tournaments():
    """A tournament at every stand, each with the time then."""
    yield "called", call(), NOW
    few = call(fee=50)
    for at, user in enumerate(people(3)):
        few.handle(Register(user, f"p{at}", 100), NOW)
    yield "few", few, NOW
    machines = call()
    for at in range(4):
        machines.handle(Seat(f"c{at}", "easy"), NOW)
    yield "computers alone", machines, NOW
    ready = call()
    for at, user in enumerate(people(5)):
        ready.handle(Register(user, f"p{at}"), NOW)
    yield "ready", ready, NOW
    playing = Tournament(ready.state)
    playing.handle(Begin({}, bytes(32), HOST), NOW)
    assert playing.state.status is Status.PLAYING
    yield "playing", playing, NOW + timedelta(hours=1)
    called_off = Tournament(ready.state)
    called_off.handle(Cancel(HOST), NOW)
    yield "called off", called_off, NOW + timedelta(hours=1)
    aborted = Tournament(playing.state)
    aborted.handle(Abort("gone"), NOW)
    yield "aborted", aborted, NOW + timedelta(hours=1)
    over = Tournament(playing.state)
    while over.state.status is Status.PLAYING:
        for made in drawn(over.state):
            over.handle(StageOver(made.stage, made.index, (9, 4, -6, -7)), NOW)
    yield "over", over, NOW + timedelta(hours=1)
    yield from duplicates()


def duplicates():
    """The same of 复式: called, full, waiting for a number, in its second deal, and over."""
    called = call(tables=2, seats=4)
    sealing = SealDeals("seal", bytes(32), bytes(32), 1)
    called.handle(sealing, NOW)
    yield "duplicate called", called, NOW
    full = Tournament(replace(called.state, deals=2))
    for at, user in enumerate(people(8)):
        full.handle(Register(user, f"p{at}"), NOW)
    yield "duplicate full", full, NOW
    waiting = Tournament(replace(full.state, seal=None))
    named = BeaconRound("ab" * 32, "", 9, NOW + timedelta(seconds=9))
    waiting.handle(Begin({}, bytes(32), HOST, sealing=sealing, beacon=named), NOW)
    yield "duplicate waiting", waiting, NOW
    playing = Tournament(full.state)
    playing.handle(Begin({}, bytes(32), HOST), NOW)
    for index in (1, 0, 1):
        stage = playing.state.session.stage
        playing.handle(StageOver(stage, index, (9, 4, -6, -7)), NOW)
    yield "duplicate playing", playing, NOW + timedelta(hours=1)
    over = Tournament(playing.state)
    over.handle(StageOver(1, 0, (9, 4, -6, -7)), NOW)
    assert over.state.status is Status.OVER
    yield "duplicate over", over, NOW + timedelta(hours=1)


def tournament_refused(tournament, user, item):
    """Why a press on a tournament's button would be refused; empty where it would not."""
    commands = {
        "join": lambda: Register(user, "新人", 10_000),
        "withdraw": lambda: Withdraw(user),
        "start": lambda: Begin({e.user.key: 10_000 for e in tournament.state.entrants if e.user},
                               bytes(32), user),
        "cancel": lambda: Cancel(user),
    }  # fmt: skip
    name = item.removeprefix("tournament:").partition(".")[0]
    if name == "hand":
        return "" if tournament.state.holds(user) else "cup-no-table"
    try:
        if name == "word":
            how(tournament, user)
        else:
            Tournament(tournament.state).handle(commands[name](), NOW)
    except RuleError as error:
        return error.msg.key
    return ""


def tournament_in_vain(tournament):
    """Buttons that everybody would be refused."""
    readers = [HOST, UserRef("telegram", "9999999999"), *people(6)]
    mine = [
        i
        for i in offered([boards.board(SCREENS, tournament.state, {})])
        if i.startswith("tournament:")
    ]
    return [i for i in mine if all(tournament_refused(tournament, reader, i) for reader in readers)]


WANTED = {
    "called": {"join", "cancel"},
    "few": {"join", "withdraw", "cancel"},
    "computers alone": {"join", "start", "cancel"},
    "ready": {"join", "withdraw", "start", "cancel"},
    "playing": {"hand"},
    "called off": set(),
    "aborted": set(),
    "over": set(),
    "duplicate called": {"join", "cancel"},
    "duplicate full": {"withdraw", "word", "start", "cancel"},
    "duplicate waiting": {"cancel"},
    "duplicate playing": {"hand"},
    "duplicate over": set(),
}
"""What can be done with a tournament, by hand; beside it there is always 更多."""


def test_a_tournament_offers_what_its_reader_can_do_next():
    for stand, tournament, now in tournaments():
        screen = boards.board(
            SCREENS, tournament.state, {0: "https://example.org/1"}, "https://t.me/x"
        )
        found = offered([screen])
        ours = {item.partition(":")[2].partition(".")[0] for item in found if "tournament:" in item}
        assert ours == WANTED[stand], stand
        assert "more" in found, stand
        assert (
            tournament.state.status in (Status.OPEN, Status.PLAYING) or "newgame:menu" in found
        ), stand
        assert tournament_in_vain(tournament) == [], stand
        assert golden(screen) <= 1, stand
        links = [b.url for row in screen.message.rows for b in row if b.url]
        assert ("https://example.org/1" in links) == (tournament.state.status is Status.PLAYING), (
            stand
        )
        assert tournament.state.status is Status.OPEN or "之前" not in screen.message.text + str(
            screen.message.until
        )
        assert screen.message.until is None or screen.message.until > now


def test_a_duplicate_offers_the_records_of_deals_that_are_over_everywhere_and_no_others():
    kept = {
        stand: {
            item for item in offered([boards.board(SCREENS, made.state, {})]) if "keep:" in item
        }
        for stand, made, _ in duplicates()
    }
    playing = next(made.state for stand, made, _ in duplicates() if stand == "duplicate playing")
    records = [
        {f"keep:{cupstate.table_of(playing, stage, index).match}.1.text" for index in range(2)}
        for stage in range(2)
    ]
    assert kept == {
        "duplicate called": set(), "duplicate full": set(), "duplicate waiting": set(),
        "duplicate playing": records[0], "duplicate over": records[1],
    }  # fmt: skip


def test_a_tournament_that_is_full_offers_no_place(monkeypatch):
    monkeypatch.setattr(cupstate, "ROOM", 5)
    full = next(tournament for stand, tournament, _ in tournaments() if stand == "ready")
    stranger = UserRef("telegram", "9999999999")
    assert tournament_refused(full, stranger, "tournament:join.abcdef0123") == "cup-full"
    assert "tournament:join.abcdef0123" not in offered([boards.board(SCREENS, full.state, {})])


@pytest.mark.parametrize(("stand", "item"), [("called", "withdraw"), ("few", "start")])
def test_planted_fault_a_button_that_refuses_everybody(monkeypatch, stand, item):
    """As it was: both stood on every call."""
    rows = boards._registering

    def with_all(reader, tournament):
        yield from rows(reader, tournament)
        yield tuple(boards._button(reader, tournament, name) for name in ("withdraw", "start"))

    monkeypatch.setattr(boards, "_registering", with_all)
    tournament = next(tournament for name, tournament, _ in tournaments() if name == stand)
    assert f"tournament:{item}.abcdef0123" in tournament_in_vain(tournament)


# Ids.


@pytest.mark.parametrize("name", PLACES)
def test_every_button_reads_back_in_the_longest_ids(name):
    chat_, thread, person = PLACES[name]
    chat, user = ChatRef(name, chat_, thread), UserRef(name, person)
    place = Place(notify=f"off.{chat_}")
    shown = [
        here(SCREENS, place),
        coinroom.board(SCREENS, Queue(chat, "群").joined(user, "甲", NOW)),
        *(boards.board(SCREENS, replace(c.state, chat=chat, host=user), {})
          for _, c, _ in tournaments()),
    ]  # fmt: skip
    for game in games().values():
        for table in (lobby(game, place=chat), begun(game, place=chat)):
            shown += [board(SCREENS, table), more(SCREENS, table, user, place)]
            seats = range(len(table.state.players)) if table.has_hands else ()
            shown += [hand(SCREENS, table, seat) for seat in seats]
            shown.append(more(SCREENS, table, table.state.host, place))
    carried = [b.token for screen in shown for row in screen.message.rows for b in row if b.token]
    carried += [
        picker.token for screen in shown for picker in screen.message.pickers if picker.token
    ]
    assert len(carried) > 200
    assert [t for t in carried if len(t) > tokens.LONGEST or tokens.read(t) is None] == []
