"""Tables for one and for fifty: 扑克矩阵 is played by both."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.ports.refs import ChatRef, UserRef
from bot.screens.board import board, details
from bot.screens.hand import hand
from bot.screens.reader import Reader
from bot.screens.table_view import public_view
from bot.table.commands import Join, Next, Press, Start
from bot.table.effects import Say, ShowHandOf
from bot.table.machine import TableMachine
from bot.table.new_table import NewTable
from bot.table.state import Phase
from bot.users.preferences import Taste
from engine.games.matrix import GAME
from engine.games.matrix.state import LETTERS
from engine.match import Rounds
from engine.msg import msg
from engine.view import Table as TableBlock
from renderers import text
from tests.kit.house import service
from tests.kit.tiers import chosen

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SCREENS = Reader(Catalogue(strict=True))
LONG = "一二三四五六七八九十一二三四五六七八九十甲乙"
"""With a number it is as long as a name may be."""

DISCORD, TELEGRAM = 2000, 4096
CAPTION = 1024


def people(count):
    return [UserRef("t", str(number)) for number in range(count)]


def table_of(count):
    """A table where the first round has been dealt."""
    users = people(count)
    place = ChatRef("t", "chat")
    table = TableMachine.open(
        NewTable("table00001", place, "群", "matrix", users[0], f"{LONG}00", 120), GAME, NOW
    )
    for number, user in enumerate(users[1:], 1):
        table.handle(Join(user, f"{LONG}{number:02d}"), NOW)
    table.handle(Start(users[0], "match1", bytes(32)), NOW)
    return table, users


class Play:
    """Everybody puts every card into their first empty cell."""

    def __init__(self, count):
        self.table, self.users = table_of(count)
        self.presses = 0

    def answer(self, user):
        """What came of one press; None if this person is not asked."""
        seat = self.table.seat_of(user)
        question = self.table.question_of(seat)
        if question is None:
            return None
        cell = self.table.prompt(seat).number.allowed[0]
        self.presses += 1
        press = Press(user, question.number, f"n{cell}", (), f"source{self.presses}")
        return self.table.handle(press, NOW + timedelta(seconds=self.presses))

    def round(self):
        return [out for user in self.users if (out := self.answer(user)) is not None]

    def whole(self):
        """All effects until the match is over."""
        found = []
        while self.table.state.phase is Phase.PLAYING:
            found += [effect for out in self.round() for effect in out]
        return found


def hands(effects):
    return [effect.seat for effect in effects if isinstance(effect, ShowHandOf)]


def test_an_answer_at_a_table_for_fifty_makes_one_private_screen():
    play = Play(50)
    outs = play.round()
    assert len(outs) == 50
    for user, out in zip(play.users[:-1], outs[:-1], strict=True):
        assert hands(out) == [play.table.seat_of(user)]
    assert hands(outs[-1]) == list(range(50))


def test_at_a_small_table_everybody_sees_that_somebody_has_answered():
    play = Play(3)
    outs = play.round()
    assert [hands(out) for out in outs] == [[0, 1, 2]] * 3


@pytest.mark.parametrize("language", chosen(LANGUAGES, 1, "fifty"))
def test_fifty_players_stay_within_the_limits_of_messages(language):
    play, reader = Play(50), SCREENS.of(Taste(language))
    said = play.whole()
    assert play.table.state.phase is Phase.FINISHED
    speak = reader.catalogue.speaker(play.table.names)
    told = ["\n".join(map(speak, effect.msgs)) for effect in said if isinstance(effect, Say)]
    assert told
    assert max(map(len, told)) <= min(DISCORD, TELEGRAM)
    assert len(board(reader, play.table).message.text) <= CAPTION


@pytest.mark.parametrize("count", [1, 2, 9, 50])
def test_buttons_of_a_board_fit_every_platform(count):
    """25 cells: five rows of five, whatever else there is; labels are short."""
    play = Play(count)
    for _ in range(5):
        play.round()
    for seat in range(count):
        screen = hand(SCREENS, play.table, seat)
        if play.table.question_of(seat) is None:
            continue
        assert [len(row) for row in screen.message.rows[:5]] == [5] * 5
        assert all(len(button.label) <= 4 for row in screen.message.rows[:5] for button in row)
        assert sum(bool(button.token) for row in screen.message.rows[:5] for button in row) == len(
            play.table.prompt(seat).number.allowed
        )
        assert len(screen.message.text) <= CAPTION


def test_boards_of_the_best_are_shown_on_request():
    """A private screen has no details of its own: those of the board are shown."""
    play = Play(12)
    play.round()
    for seat in (None, 0):
        screen = details(SCREENS, play.table, seat)
        words = text.render(screen.view, SCREENS.catalogue.speaker(play.table.names))
        assert sum(LONG[:8] in line for line in words.splitlines()) == 9


@pytest.mark.parametrize(
    ("count", "quan", "tables"),
    [(1, 1, 1), (1, 2, 1), (3, 1, 1), (3, 2, 2), (12, 1, 1), (12, 2, 1)],
)
def test_the_last_screen_has_the_places_of_a_match_of_several_rounds(count, quan, tables):
    """One table is the game's own settlement; a crowd's would be too long beside the places."""
    play = Play(count)
    play.table.match = replace(play.table.match, plan=Rounds(quan))
    for number in range(quan):
        play.whole()
        if number + 1 < quan:
            for user in play.users:
                play.table.handle(Next(user), NOW + timedelta(hours=1))
    assert play.table.state.phase is Phase.FINISHED
    shown = [b for b in public_view(play.table).blocks if isinstance(b, TableBlock)]
    assert len(shown) == tables
    assert (shown[-1].title == msg("sheet-final")) == (count > 1 and quan > 1)


def test_one_person_starts_alone():
    play = Play(1)
    assert play.table.state.phase is Phase.PLAYING
    play.whole()
    assert play.table.state.phase is Phase.FINISHED


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def alone(house):
    """甲 plays one round of 扑克矩阵 into the first empty cells; the points."""
    await house.say("甲", "/newgame matrix")
    await house.say("甲", "/start")
    table = house.table
    while house.tables.running and table.state.phase is Phase.PLAYING:
        await house.say("甲", LETTERS[table.prompt(0).number.allowed[0]])
    return table.match.played[0].scores[0]


async def test_who_plays_again_plays_against_the_best_of_before(house):
    """In this chat, with the same options; it stands on the screen and survives a restart."""
    points = [await alone(house) for _ in range(2)]
    await house.say("甲", "/newgame matrix")
    await house.say("甲", "/start")
    assert house.table.match.carry.best == (max(points),)
    assert f"最好成绩：{max(points)}" in house.platform.told("甲")[-1].alt
    await house.say("甲", "/stop")


async def test_with_other_options_there_is_no_best_yet(house):
    await alone(house)
    await house.say("甲", "/newgame matrix")
    await house.say("甲", "/settings special off")
    await house.say("甲", "/start")
    assert house.table.match.carry.best == ()
