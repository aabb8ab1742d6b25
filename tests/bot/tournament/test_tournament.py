"""One tournament: registration, start and stages, each point of 比赛场; without I/O."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef, UserRef
from bot.runtime.tournament_runner import entries_of
from bot.screens.reader import Reader
from bot.screens.tournament import board
from bot.store.purse import Posted
from bot.store.tournament_rows import EntrySaved, TournamentSaved
from bot.support.errors import Refused
from bot.table.commands import Delivered, Moved
from bot.table.effects import Say, ShowBoard, Store, Toast
from bot.tournament.commands import (
    Abort,
    Begin,
    Cancel,
    Lacking,
    Postpone,
    Register,
    Seat,
    StageOver,
    Tell,
    Withdraw,
)
from bot.tournament.state import EntryStatus, Status, TournamentState, dumps, loads, table_of
from bot.tournament.tournament import NOTICE, Tournament
from engine.msg import msg
from tests.kit.clock import BEGIN
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id

HOST, START, SEED = UserRef("memory", "host"), BEGIN + timedelta(minutes=10), b"s" * 32


class Played:
    """A tournament whose rows are kept as the store keeps them; it is read back at every step."""

    def __init__(self, fee=50, people=0):
        chat = ChatRef("memory", ROOM_ID, "7")
        state = TournamentState(
            "cup", chat, "群", "dazha", (("x", 1),), 10, 60, fee, HOST, "组织者", BEGIN, START
        )
        self.tournament = Tournament(state)
        self.entries, self.posted, self.at = {}, [], BEGIN
        self.keep(self.tournament.birth(BEGIN))
        for number in range(people):
            self.register(number)

    @property
    def state(self):
        return self.tournament.state

    def keep(self, shown):
        """Store what is to be stored; what the store gives back is what is in memory."""
        for row in (row for r in shown if isinstance(r, Store) for row in r.rows):
            match row:
                case TournamentSaved():
                    self.saved = row
                case EntrySaved():
                    self.entries[row.number] = row
                case Posted():
                    self.posted.append(row)
        stored = replace(self.saved, tournament="cup")
        entries = tuple(row for _, row in sorted(self.entries.items()))
        assert loads(stored.state, entries_of(Kept(entries))) == self.state
        assert json.loads(stored.state).get("stand", "open") == self.state.status.value
        return shown

    def do(self, command, at=None):
        return self.keep(self.tournament.handle(command, at or self.at))

    def register(self, number, purse=1000, **fields):
        return self.do(Register(user(number), f"p{number}", purse, **fields))

    def begin(self, **purses):
        """The clock rings; everybody has 1,000 coins but those that are named."""
        rich = {user(n).key: 1000 for n in range(200)}
        poor = {user(int(name[1:])).key: coins for name, coins in purses.items()}
        return self.do(Begin({**rich, **poor}, SEED), START)

    def finish_stage(self, scores=(4, 3, 2, 1)):
        stage = self.state.bracket.stage
        for index in self.state.bracket.open:
            shown = self.do(StageOver(stage, index, scores))
        return shown

    def balance(self):
        """What every account has gained."""
        found = {}
        for account, amount in (line for entry in self.posted for line in entry.lines):
            found[account] = found.get(account, 0) + amount
        return {account: amount for account, amount in found.items() if amount}


class Kept:
    """A tournament as it is stored: its entries."""

    def __init__(self, entries):
        self.entries = entries


def user(number):
    return UserRef("memory", f"p{number}")


def told(shown):
    """Who is told what in private, by the key of the inner message."""
    return [
        (u.id, dict(r.msg.params)["what"].key)
        for r in shown
        if isinstance(r, Tell)
        for u in r.users
    ]


def names(entrants):
    return [entrant.name for entrant in entrants]


def refused(played, command, at=None):
    before = played.state
    with pytest.raises(Refused) as error:
        played.do(command, at)
    assert played.state == before
    return error.value.msg.key


def test_registration_is_in_order_and_field_and_pool_are_seen():
    """比赛场 1 and 3: 50金币场, 4人比赛奖池则是200金币, 16人 800."""
    played = Played()
    seen = []
    for number in range(17):
        shown = played.register(number)
        assert ShowBoard() in shown
        assert Toast(msg("cup-registered", place=number + 1)) in shown
        seen.append((played.state.players, played.state.pool))
    assert seen[2:5] == [(0, 0), (4, 200), (4, 200)]
    assert seen[15:] == [(16, 800), (16, 800)]
    assert played.state.holds(user(3))
    assert not played.posted


def test_what_stands_out_on_the_page_is_what_its_reader_does_next():
    """Who has registered waits; the organiser, once registered, starts it."""

    def gold(played, reader):
        rows = board(Reader(Catalogue()), played.state, {}).message.rows
        buttons = [button for row in rows for button in row if button.wanted is not None]
        return [b.label for b in buttons if (reader in b.wanted.users) != b.wanted.others]

    played = Played(people=3)
    assert [gold(played, who) for who in (HOST, user(0), user(9))] == [["报名"], [], ["报名"]]
    played.do(Register(HOST, "组织者", 1000))
    assert [gold(played, who) for who in (HOST, user(0), user(9))] == [["现在开赛"], [], ["报名"]]


def test_nobody_registers_twice_or_without_the_fee_or_from_another_table():
    played = Played(people=1)
    assert played.register(0) == (Toast(msg("cup-registered-already")),)
    assert refused(played, Register(user(1), "p1", 49)) == "cup-purse"
    sits = msg("cup-seated", chat="别处", game=msg("game-dazha"))
    assert refused(played, Register(user(1), "p1", 50, sits)) == "cup-seated"
    assert len(played.state.entrants) == 1


def test_whoever_withdraws_comes_last_when_they_come_back():
    played = Played(people=5)
    played.do(Withdraw(user(0)))
    assert not played.state.holds(user(0))
    assert refused(played, Withdraw(user(0))) == "cup-not-registered"
    played.register(0)
    assert names(played.state.entrants) == ["p1", "p2", "p3", "p4", "p0"]
    assert [row.fate for row in played.entries.values()].count(EntryStatus.LEFT) == 1


def test_the_newest_surplus_is_removed_and_pays_nothing():
    """比赛场 7, and 3: the fee is taken at the start."""
    played = Played(people=19)
    shown = played.begin()
    assert names(played.state.entrants) == [f"p{n}" for n in range(16)]
    assert names(played.state.removed) == ["p18", "p17", "p16"]
    assert told(shown) == [(f"p{n}", "cup-tell-removed") for n in (18, 17, 16)]
    assert not any(played.state.holds(user(n)) for n in (16, 17, 18))
    (entry,) = played.posted
    assert (entry.entry, entry.chat) == ("tournament:cup:fee", ROOM_KEY)
    paid = {f"purse:memory:p{n}": -50 for n in range(16)}
    assert dict(entry.lines) == {"pool:cup": 800, **paid}


def test_whoever_has_spent_the_fee_is_left_out_before_the_field_is_counted():
    played = Played(people=5)
    shown = played.begin(p1=49)
    assert names(played.state.entrants) == ["p0", "p2", "p3", "p4"]
    assert names(played.state.poor) == ["p1"]
    assert told(shown) == [("p1", "cup-tell-poor")]
    assert "purse:memory:p1" not in played.balance()


@pytest.mark.parametrize(
    ("people", "field", "stages"),
    [(4, 4, 1), (5, 4, 1), (15, 4, 1), (16, 16, 2), (17, 16, 2), (63, 16, 2), (64, 64, 3)],
)
def test_who_plays_what_the_pool_is_and_who_takes_it(people, field, stages):
    """比赛场 2, 3, 5 and 7: 50 × 4 = 200, 50 × 16 = 800; the newest play not, and pay nothing."""
    played = Played(people=people)
    played.begin()
    assert names(played.state.entrants) == [f"p{n}" for n in range(field)]
    assert names(played.state.removed) == [f"p{n}" for n in reversed(range(field, people))]
    assert played.state.pool == played.balance()["pool:cup"] == 50 * field
    for stage in range(stages):
        assert (played.state.status, played.state.bracket.stage) == (Status.PLAYING, stage)
        played.finish_stage()
    winner = played.state.winner.name
    lost = {f"purse:memory:p{n}": -50 for n in range(field)}
    assert played.balance() == {**lost, f"purse:memory:{winner}": 50 * field - 50}


@pytest.mark.parametrize("people", [0, 3])
def test_fewer_than_four_are_no_tournament(people):
    played = Played(people=people)
    shown = played.begin()
    assert (played.state.status, played.state.why) == (Status.CANCELLED, "few")
    assert not played.posted
    assert not any(played.state.holds(user(n)) for n in range(people))
    assert told(shown) == [(f"p{n}", "cup-say-cancelled") for n in range(people)]


def test_the_clock_begins_at_the_minute_and_only_once():
    played = Played(people=4)
    assert played.tournament.next_wake() == START
    assert played.do(Begin({}, SEED), START - timedelta(seconds=1)) == ()
    played.begin()
    assert played.tournament.next_wake() is None
    assert played.begin() == ()
    assert len(played.posted) == 1


def test_the_organiser_and_administrators_alone_begin_and_call_off():
    played = Played(people=3)
    assert refused(played, Begin({}, SEED, user(0))) == "cup-host-only"
    assert refused(played, Cancel(user(0))) == "cup-host-only"
    assert refused(played, Begin({}, SEED, HOST)) == "cup-few"
    played.register(3)
    purses = {user(n).key: 50 for n in range(4)}
    played.do(Begin(purses, SEED, user(3), admin=True))
    assert played.state.status is Status.PLAYING
    for command in (Cancel(HOST), Begin(purses, SEED, HOST), Withdraw(user(0))):
        assert refused(played, command) == "cup-not-in-playing"
    assert refused(played, Register(user(9), "p9", 99)) == "cup-not-in-playing"


@pytest.mark.parametrize(("by", "admin", "why"), [(HOST, False, "host"), (user(0), True, "admin")])
def test_a_tournament_that_is_called_off_costs_nothing(by, admin, why):
    played = Played(people=4)
    played.do(Cancel(by, admin))
    assert (played.state.status, played.state.why) == (Status.CANCELLED, why)
    assert played.balance() == {}
    assert refused(played, Register(user(9), "p9", 99)) == "cup-not-in-cancelled"


def test_stages_to_the_winner_who_takes_the_pool():
    """比赛场 4 and 5; whoever is out is told, and is free."""
    played = Played(people=16)
    played.begin()
    first = played.state.bracket.stages[0]
    shown = played.do(StageOver(0, 2, (1, 9, 9, 0)))
    out, ahead = told(shown), min(first[2].entrants[1:3])
    assert (f"p{ahead}", "cup-tell-ahead") in out
    assert len([key for _, key in out if key == "cup-tell-out-among"]) == 3
    free = set(first[2].entrants) - {ahead}
    assert {n for n in range(16) if not played.state.holds(user(n))} == free
    shown = played.finish_stage()
    assert Say((msg("cup-say-stage", stage=2, tables=1),)) in shown
    final = played.state.bracket.stages[1][0].entrants
    shown = played.finish_stage((-1, -2, 3, 0))
    won = f"p{final[2]}"
    assert (played.state.status, played.state.winner.name) == (Status.OVER, won)
    assert Say((msg("cup-say-won-pool", name=won, pool=800),)) in shown
    everybody = {f"purse:memory:p{n}": -50 for n in range(16)}
    assert played.balance() == {**everybody, f"purse:memory:{won}": 750}
    assert played.posted[-1].entry == "tournament:cup:prize"
    assert played.state.engaged == ()


def test_of_equals_in_the_final_the_earlier_takes_the_pool():
    """比赛场 6."""
    played = Played(people=4)
    played.begin()
    played.finish_stage((0, 0, 0, 0))
    assert played.state.winner.name == "p0"
    assert played.balance()["purse:memory:p0"] == 150


def test_a_table_told_twice_or_late_counts_once():
    played = Played(people=16)
    played.begin()
    played.do(StageOver(0, 0, (1, 0, 0, 0)))
    assert played.do(StageOver(0, 0, (0, 0, 0, 1))) == ()
    assert played.do(StageOver(1, 0, (0, 0, 0, 1))) == ()
    played.finish_stage()
    assert played.do(StageOver(0, 1, (0, 0, 0, 1))) == ()
    played.finish_stage()
    assert played.do(StageOver(1, 0, (0, 0, 0, 1))) == ()
    assert len(played.posted) == 2


def test_tables_and_their_seeds_follow_from_the_tournament():
    played = Played(people=16)
    played.begin()
    made = [table_of(played.state, 0, index) for index in range(4)]
    assert made == [table_of(played.state, 0, index) for index in range(4)]
    assert len({one.table for one in made} | {one.match for one in made}) == 8
    assert len({one.seed for one in made}) == 4
    assert all(len(one.seed) == 32 and one.table.isalnum() for one in made)
    assert sorted(e.number for one in made for e in one.entrants) == list(range(1, 17))


def test_computers_play_where_nothing_is_paid():
    played = Played(fee=0)
    for number in range(4):
        played.do(Seat(f"c{number}", "easy"))
    played.do(Begin({}, SEED), START)
    played.finish_stage()
    assert played.state.status is Status.OVER
    assert not played.posted
    assert refused(Played(), Seat("c", "easy")) == "cup-computers"


def test_what_cannot_go_on_gives_the_fees_back():
    played = Played(people=5)
    played.begin()
    shown = played.do(Abort())
    assert (played.state.status, played.state.why) == (Status.CANCELLED, "broken")
    assert played.balance() == {}
    assert ("p0", "cup-say-broken") in told(shown)
    assert played.do(Abort()) == ()


@pytest.mark.parametrize(
    ("fee", "why", "text"),
    [
        (50, "host", "比赛取消了：发起人不办了。没有扣金币。"),
        (0, "host", "比赛取消了：发起人不办了。"),
        (50, "broken", "比赛办不下去，已经取消；扣过的报名费都退回。"),
        (0, "broken", "比赛办不下去，已经取消。"),
    ],
)
def test_what_is_said_of_the_fees_of_a_cancelled_tournament(fee, why, text):
    """Nothing where there were none; the board says what the message says."""
    played = Played(fee=fee, people=4)
    if why == "broken":
        played.begin()
    shown = played.do(Cancel(HOST) if why == "host" else Abort())
    catalogue = Catalogue()
    (said,) = [r.msgs for r in shown if isinstance(r, Say)]
    assert [catalogue.say(line) for line in said] == [text]
    assert board(Reader(catalogue), played.state, {}).message.text == text


@pytest.mark.parametrize(
    ("fee", "text"), [(50, "你退出了比赛，没有扣金币。"), (0, "你退出了比赛。")]
)
def test_what_is_said_to_who_withdraws(fee, text):
    (told_,) = [r for r in Played(fee=fee, people=1).do(Withdraw(user(0))) if isinstance(r, Toast)]
    assert Catalogue().say(told_.msg) == text


def test_a_start_that_was_missed_is_a_minute_later():
    played = Played(people=4)
    assert played.do(Postpone(), START - timedelta(minutes=5)) == ()
    late = START + timedelta(hours=1)
    played.do(Postpone(), late)
    assert played.tournament.next_wake() == late + NOTICE


def test_it_is_live_until_its_end_was_shown():
    played = Played(people=2)
    played.begin()
    assert played.saved.live
    played.do(Delivered(played.state.public))
    assert not played.saved.live


def test_missing_rights_stand_on_the_board_and_a_chat_takes_its_tournament_along():
    played = Played()
    assert ShowBoard() in played.do(Lacking(("right-threads",)))
    assert played.do(Lacking(("right-threads",))) == ()
    played.do(Moved(ChatRef("memory", ROOM_ID), ChatRef("memory", long_id("hall"))))
    assert played.state.chat == ChatRef("memory", long_id("hall"), "7")


def test_no_seed_is_ever_shown():
    played = Played(people=4)
    played.begin()
    assert SEED.hex() in dumps(played.state)
    assert SEED.hex() not in repr(played.state)
    assert repr(SEED) not in repr(table_of(played.state, 0, 0))
    assert repr(SEED) not in repr(Begin({}, SEED))


@pytest.mark.parametrize("text", ["[]", '{"form":99}', "{", '{"id":1}'])
def test_what_is_no_tournament_is_not_read(text):
    with pytest.raises(ValueError, match=r"."):
        loads(text, {})
