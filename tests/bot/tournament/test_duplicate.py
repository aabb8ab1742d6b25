"""复式: who plays, what is told and when, and that an open deal says nothing to anybody."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef, UserRef
from bot.runtime.tournaments import ONE_DEAL, usual_seats
from bot.screens.reader import Reader
from bot.screens.tournament import board
from bot.store.rows import MatchStarted
from bot.store.tournament_rows import BookOpened
from bot.table.commands import Start
from bot.table.effects import Store
from bot.tournament.commands import (
    Begin,
    Register,
    SealDeals,
    StageOver,
    Undecided,
    Withdraw,
)
from bot.tournament.stages import drawn, lobby
from bot.tournament.state import Status, TournamentState, dumps, loads, table_of
from bot.tournament.tournament import Tournament
from engine.core import defaults
from engine.duplicate import Session
from engine.match import planned
from engine.registry import games
from tests.bot.tournament.test_tournament import HOST, SEED, Played, refused, told, user
from tests.kit.actors import chance
from tests.kit.clock import BEGIN
from tests.kit.ids import ROOM_ID, ROOM_KEY

START = BEGIN + timedelta(minutes=10)
NAMES = ("电脑·石", "电脑·竹")


def sealing(number=1, version=1):
    return SealDeals(f"seal{number}", bytes([number]) * 32, bytes([number + 8]) * 32, version)


class Duplicate(Played):
    """A 复式 of two tables of three."""

    def __init__(self, people=4, tables=2, deals=3, seats=3):
        super().__init__(fee=0)
        state = TournamentState(
            "cup", ChatRef("memory", ROOM_ID, "7"), "群", "doudizhu", (("x", 1),), deals, 60, 0,
            HOST, "组织者", BEGIN, START, tables=tables, seats=seats,
        )  # fmt: skip
        self.tournament = Tournament(state)
        self.keep(self.tournament.birth(BEGIN))
        self.do(sealing())
        for number in range(people):
            self.register(number)

    def begin(self):
        return self.do(Begin({}, SEED, names=NAMES), START)

    def over(self, index, *scores, stage=None):
        stage = self.state.bracket.stage if stage is None else stage
        return self.do(StageOver(stage, index, scores))

    def undecided(self, index):
        made = table_of(self.state, self.state.bracket.stage, index)
        return self.do(Undecided(made.stage, index, made.match))


def opened(shown):
    rows = [row for r in shown if isinstance(r, Store) for row in r.rows]
    return [(row.book, row.chat) for row in rows if isinstance(row, BookOpened)]


def shown_to(state, language):
    """All that anybody is shown of a tournament, whoever they are."""
    screen = board(Reader(Catalogue(language)), state, {})
    return screen.view, screen.names, screen.message


# Who plays.


def test_computers_take_the_seats_that_are_free_and_no_more_than_all_are_taken():
    played = Duplicate(people=4)
    played.begin()
    state = played.state
    assert [e.name for e in state.entrants] == ["p0", "p1", "p2", "p3", *NAMES]
    assert [e.level for e in state.entrants[4:]] == ["normal"] * 2
    full = Duplicate(people=6)
    assert refused(full, Register(user(6), "p6", 0)) == "cup-full"
    full.begin()
    assert {e.user for e in full.state.entrants} == {user(n) for n in range(6)}


def test_more_computers_than_names_have_numbers():
    played = Duplicate(people=1)
    played.begin()
    names = [e.name for e in played.state.entrants[1:]]
    assert names == ["电脑·石", "电脑·竹", "电脑·石 2", "电脑·竹 2", "电脑·石 3"]


def test_with_nobody_there_is_none():
    played = Duplicate(people=0)
    assert refused(played, Begin({}, SEED, user=HOST)) == "cup-few"
    played.register(0)
    played.do(Withdraw(user(0)))
    played.begin()
    assert played.state.status is Status.CANCELLED
    assert played.state.why == "nobody"


# The same cards.


@pytest.mark.parametrize("game", sorted(games()))
def test_the_same_is_dealt_at_every_table_and_is_one_deal_of_the_game(game):
    """All games: same seed, carry and options; other tables, matches and people."""
    game = games()[game]
    seats = usual_seats(game.info)
    known = {option.key for option in game.info.options}
    options = {**defaults(game.info), **{k: v for k, v in ONE_DEAL.items() if k in known}}
    played = Duplicate(people=3, tables=3, deals=2, seats=seats)
    played.tournament.state = replace(
        played.state, game=game.info.id, options=tuple(options.items())
    )
    played.begin()
    dealt = set()
    for _ in range(2):
        made = drawn(played.state)
        tables = [lobby(played.state, one, game, None, START) for one in made]
        rows = []
        for one, table in zip(made, tables, strict=True):
            effects = table.handle(Start(HOST, one.match, one.seed, admin=True), START)
            rows += [row for e in effects if isinstance(e, Store) for row in e.rows]
        first = tables[0].match
        assert all(table.match.state == first.state for table in tables)
        assert len({table.state.id for table in tables}) == len({one.match for one in made}) == 3
        assert planned(first) == game.info.span
        books = [row.chat for row in rows if isinstance(row, MatchStarted)]
        assert len(set(books)) == 3
        assert all(book.startswith("alone:") for book in books)
        dealt.add(first.seed)
        for one in made:
            played.over(one.index, *range(seats))
    assert len(dealt) == 2, "each deal is another one"


# What is known, and when.


def test_nothing_is_told_of_a_deal_until_the_last_table_has_played_it():
    played = Duplicate()
    played.begin()
    early = played.over(1, 2, -1, -1)
    assert told(early) == []
    assert opened(early) == []
    late = played.over(0, -4, 2, 2)
    assert opened(late) == [(f"alone:duplicate cup.0.{index}", ROOM_KEY) for index in range(2)]
    assert told(late) == [(f"p{n}", "duplicate-tell-deal") for n in range(4)]
    assert played.state.bracket.stage == 1


def both_ways(played, rng):
    """Two ways of how open tables of a deal may have gone, from the same beginning."""
    before, shown, states = played.state, [], []
    *first, _ = rng.shuffled(played.state.bracket.open)
    for _ in range(2):
        played.tournament.state = before
        shown.append([])
        for index in first:
            scores = tuple(rng.below(19) - 9 for _ in range(before.seats))
            shown[-1] += [r for r in played.over(index, *scores) if not isinstance(r, Store)]
        states.append(played.state)
    return shown, states


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_what_is_shown_does_not_depend_on_a_deal_that_is_still_played(language):
    """However an open deal has gone elsewhere, what is said and every screen is the same."""
    rng = chance(7)
    played = Duplicate(tables=4, deals=8)
    played.begin()
    for stage in range(8):
        shown, states = both_ways(played, rng)
        assert shown[0] == shown[1]
        assert states[0] != states[1]
        assert shown_to(states[0], language) == shown_to(states[1], language)
        (last,) = played.state.bracket.open
        played.over(last, 1, 2, -3)
        assert len(played.state.bracket.compared) == stage + 1


def test_a_board_that_counts_an_open_deal_is_found(monkeypatch):
    """The law above catches it."""
    rng = chance(8)
    played = Duplicate(tables=3)
    played.begin()
    _, (one, other) = both_ways(played, rng)

    def early(boards):
        return {entrant: Fraction(sum(board.scores)) for board in boards
                for entrant in board.entrants}  # fmt: skip

    monkeypatch.setattr("engine.duplicate.board_points", early)
    monkeypatch.setattr("bot.screens.duplicate.board_points", early)
    assert shown_to(one, "en") == shown_to(other, "en")
    monkeypatch.setattr(Session, "compared", property(lambda session: session.stages))
    assert shown_to(one, "en") != shown_to(other, "en")


def test_told_twice_it_counts_once():
    played = Duplicate()
    played.begin()
    played.over(0, 1, 2, -3)
    before = played.state
    for again in (played.over(0, 9, 9, 9), played.over(1, 9, 9, 9, stage=1)):
        assert again == ()
    assert played.state == before


def test_a_table_without_a_result_has_the_average_and_holds_nobody_up():
    played = Duplicate(deals=1)
    played.begin()
    played.over(0, 4, -2, -2)
    last = played.undecided(1)
    assert ("p0", "duplicate-tell-deal") in told(last)
    assert played.state.status is Status.OVER
    assert set(played.state.bracket.totals) == {1}


def test_the_end_names_everybody_who_is_first():
    played = Duplicate(people=6, deals=2)
    played.begin()
    for _ in range(2):
        played.over(0, 3, 3, -6)
        played.over(1, 3, 3, -6)
    assert played.state.status is Status.OVER
    assert played.state.bracket.winners == tuple(range(6))
    said = Reader(Catalogue("en")).catalogue
    text = board(Reader(said), played.state, {}).message.text
    assert "p0, p1, p2, p3, p4 and p5" in text or all(f"p{n}" in text for n in range(6))
    assert "50.0%" in text


def test_it_is_stored_and_read_back_in_the_midst_of_a_deal():
    played = Duplicate(people=2, tables=4, deals=8)
    played.begin()
    played.over(2, 4, -2, -2)
    state = played.state
    entries = {"in": state.entrants}
    assert loads(dumps(state), entries) == state
    assert UserRef("memory", "p0") in {e.user for e in state.engaged}
