"""What people see of every game, as the service makes it: from the lobby to the score sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef, UserRef
from bot.scores.period import period
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.reader import Reader
from bot.screens.scores import ScoreBook
from bot.screens.table_view import private_view, public_view
from bot.store.rows import GameTotal, ScoredRound, SeatRow
from bot.table.machine import TableMachine
from bot.table.new_table import NewTable
from bot.table.state import Phase, Player, Question
from engine.bots import Greedy, answer
from engine.codec import dump_msgs
from engine.core import defaults
from engine.match import Match, act, deal, pending, places, plan_of, totals
from engine.registry import games, policy
from engine.rng import Rng
from renderers import picture
from renderers.speech import clean
from tests.renderers.screens import FRIENDS, HOSTILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.screens.screen import Screen
    from engine.core import Game
    from engine.view import View

SEED = b"gallery" * 5
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PEOPLE = ("一个名字很长很长的好朋友", "Bartholomew Fitzgerald", "电脑·石头剪刀布", *HOSTILE[3:])
LONG = (*PEOPLE, *(f"{name}{n}" for n in range(2, 9) for name in FRIENDS + PEOPLE[:3]))
"""The longest names, more than any table has."""

CROWD = 12
"""At larger tables the computer takes what it sees first, so that a match does not last long."""

STEPS = 4000
"""Actions after which a match is left alone."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One screen.

    Attributes:
        name: what and when.
        view: what it shows.
        names: the players' by seat.
        private: whether only one player sees it.
    """

    name: str
    view: View
    names: tuple[str, ...]
    private: bool = False


def played(game: Game, count: int) -> Iterator[tuple[Match, int | None]]:
    """A match played by the computer, position by position, with the seat that is asked."""
    options = defaults(game.info)
    match = Match(game, count, SEED, options, plan_of(options, 2))
    player = Greedy() if count > CROWD else policy(game.info.id) or Greedy()
    number = 0
    while not match.over and number < STEPS:
        match, _ = deal(match)
        while asked := pending(match):
            yield match, asked[0]
            seen = match.game.observe(match.state, asked[0])
            prompt = match.game.prompt(seen)
            rng = Rng(SEED, "player", number)
            number += 1
            try:
                match, _ = act(match, asked[0], player.choose(match.game, seen, prompt, rng))
            except IndexError:
                match, _ = act(match, asked[0], answer(prompt, rng))
        yield match, None


def people(count: int, *, fewest: bool) -> tuple[str, ...]:
    """Names for a table: short ones, or the longest."""
    return (FRIENDS if fewest else LONG)[:count]


def table_of(game: Game, names: tuple[str, ...], seated: int | None = None) -> TableMachine:
    """A lobby where some sit, the last of them a computer player."""
    host = UserRef("web", "u0")
    new = NewTable("0123456789", ChatRef("web", "c"), "群", game.info.id, host, names[0], 60)
    table = TableMachine.open(new, game, NOW)
    players = [
        Player(UserRef("web", f"u{s}") if s != len(names) - 1 or s == 0 else None, name)
        for s, name in enumerate(names)
    ]
    table.change(players=tuple(players[: seated or len(players)]))
    return table


@cache
def moments(game_id: str, count: int, language: str = "zh-Hans") -> tuple[Moment, ...]:
    """The screens of a table of ``count``, in the order they come."""
    game = games(tests_too=True)[game_id]
    names = people(count, fewest=count == min(game.info.seats))
    reader = Reader(Catalogue(language, strict=True))
    pre = f"{game_id}-{count}"
    lobby = table_of(game, names, max(1, count // 2))
    found = [Moment(f"{pre}-0lobby", board(reader, lobby).view, names)]
    table = table_of(game, names)
    positions = _chosen(game_id, names)
    for moment, (match, seat) in positions.items():
        over, phase = match.outcome is not None, Phase.PLAYING
        if over:
            phase = Phase.FINISHED if match.over else Phase.BETWEEN
        table.match = match
        table.change(phase=phase, round=match.round, step=match.step)
        public = public_view(table)
        found.append(Moment(f"{pre}-{moment}-public", public, names))
        own = private_view(table, seat or 0)
        found.append(Moment(f"{pre}-{moment}-own", own, names, private=True))
        for number, block in enumerate(public.details):
            detail = type(public)(public.title, (block,))
            found.append(Moment(f"{pre}-{moment}-detail{number}", detail, names))
    last = positions[max(positions)][0]
    if last.played:
        sheet = _sheet(last, reader, names)
        found.append(Moment(f"{pre}-5scores", sheet, names))
    return tuple(found)


@cache
def _chosen(game_id: str, names: tuple[str, ...]) -> dict[str, tuple[Match, int | None]]:
    """The first deal, the fullest screen, the first settlement and the end."""
    game = games(tests_too=True)[game_id]
    say = Catalogue(strict=True).speaker(names)
    positions = tuple(played(game, len(names)))

    def height(at: int) -> int:
        match, seat = positions[at]
        return picture.sheet(game.present(game.observe(match.state, seat)), say).height

    playing = [i for i, (match, _) in enumerate(positions) if match.outcome is None]
    some = playing[:: max(1, len(playing) // 60)]
    found = {}
    if playing:
        found["1first"] = positions[playing[0]]
        found["2full"] = positions[max(some, key=height)]
    ended = [at for at, (match, _) in enumerate(positions) if match.outcome is not None]
    if ended:
        found["3settled"] = positions[ended[0]]
        found["4end"] = positions[ended[-1]]
    return found


def _sheet(match: Match, reader: Reader, names: tuple[str, ...]) -> View:
    """The chat's score sheet after this match and some like it."""
    seats = tuple(SeatRow(s, f"web:u{s}", name) for s, name in enumerate(names))
    rounds = [
        ScoredRound("m", match.game.info.id, n + 1, seats, o.scores, dump_msgs(o.reasons), NOW)
        for n, o in enumerate(match.played)
    ]
    sums = totals(match)
    order = sorted(range(len(names)), key=lambda s: places(sums)[s])
    totals_ = [
        GameTotal(f"web:u{s}", names[s], match.game.info.id, sums[s], len(rounds)) for s in order
    ]
    view = ScoreBook(reader).scores(rounds, totals_, (), period("", (), NOW)).view
    assert view is not None
    return replace(view)


def counts(game: Game) -> list[int]:
    """The fewest and the most seats of a game."""
    return sorted({min(game.info.seats), max(game.info.seats)})


def sights(
    game_id: str, count: int, language: str = "zh-Hans"
) -> Iterator[tuple[str, Screen, Screen]]:
    """What whoever is asked has before them at the same moments: the board's and their own."""
    game = games(tests_too=True)[game_id]
    # On the page nobody has a longer name, or one that is not cleaned.
    longest = people(count, fewest=count == min(game.info.seats))
    names = tuple(clean(name)[:24] or f"{seat}" for seat, name in enumerate(longest))
    reader = Reader(Catalogue(language, strict=True))
    table = table_of(game, names)
    for moment, (match, seat) in _chosen(game_id, names).items():
        over, phase = match.outcome is not None, Phase.PLAYING
        if over:
            phase = Phase.FINISHED if match.over else Phase.BETWEEN
        questions = tuple(Question(s, match.step, NOW) for s in pending(match))
        table.match = match
        table.change(phase=phase, round=match.round, step=match.step, questions=questions)
        yield (
            f"{game_id}-{count}-{moment}",
            board(reader, table),
            hand(reader, table, seat or 0, panes=True),
        )


def alone(game_id: str, language: str = "zh-Hans") -> tuple[str, Screen]:
    """The first screen of whoever is asked at a table that nobody else sees, as in a contest."""
    game = games(tests_too=True)[game_id]
    names = people(max(n for n in counts(game) if n <= CROWD), fewest=True)
    table = table_of(game, names)
    match, seat = _chosen(game_id, names)["1first"]
    questions = tuple(Question(s, match.step, NOW) for s in pending(match))
    table.match = match
    table.change(
        phase=Phase.PLAYING, round=match.round, step=match.step, questions=questions, place=None
    )
    screen = hand(Reader(Catalogue(language, strict=True)), table, seat or 0)
    return f"{game_id}-alone-{language}", screen
