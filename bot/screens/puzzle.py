"""残局: the problem of the day, one person's view of it, and what is told of it afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from bot.ports.messages import Button, Style
from bot.screens.analysis import opened
from bot.screens.screen import lines, with_message
from bot.table import tokens
from bot.users.puzzle_book import OPEN, SOLVED
from engine.cards import codes
from engine.msg import Msg, TimeArg, chained, msg
from engine.view import Fact, Facts, View
from renderers.faces import is_suited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ports.refs import ChatRef
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from bot.users.puzzle_book import Book, Day
    from engine.core import Action, Game, Seat
    from engine.puzzles import Puzzle

PUZZLE, DAILY_FORM = "puzzle", "problems"
"""What the buttons are: of a problem, and of one a day."""

MORE = 2
"""Rows that are no plays: the other pages, and giving up."""

LINE, EDGES = 32, 2
"""Characters that fit beside each other on a telephone, and what a button's edges are of them."""


@dataclass(frozen=True, slots=True)
class Try:
    """One person's try at a problem.

    Attributes:
        puzzle: the problem.
        day: of which day.
        chat: for which chat it counts.
        mark: whose buttons they are.
        state: where it stands.
        plays: what may be done there.
        over: nothing more can be done.
        told: what is told of what was just done.
    """

    puzzle: Puzzle
    day: int
    chat: str
    mark: str
    state: Any
    plays: tuple[Action, ...] = ()
    over: bool = False
    told: tuple[Msg, ...] = ()


def names_of(reader: Reader, seats: int) -> tuple[str, ...]:
    """What whoever sits in a seat of a problem is called."""
    return tuple(reader.say(f"landlord-part-{seat}") for seat in range(seats))


def level_of(puzzle: Puzzle) -> Msg:
    """How hard it is."""
    return msg(f"puzzle-level-{puzzle.level}")


def announced(
    reader: Reader,
    game: Game[Any, Any],
    puzzle: Puzzle,
    board: Sequence[Msg],
    last: Sequence[Msg] = (),
    *,
    day: int,
    place: ChatRef,
) -> Screen:
    """The problem for a whole chat: the position, who has solved it, and a button to try.

    ``last``: what stands above it, of the one before; ``day``: of which day it is.
    """
    names, say = names_of(reader, len(puzzle.hands)), reader.catalogue.say
    head = reader.say("puzzle-of-day", number=puzzle.number, level=level_of(puzzle))
    text = lines(head, reader.say("puzzle-ask"), *map(say, board))
    if last:
        text = f"{lines(*map(say, last))}\n\n{text}"
    made = reader.screen(opened(game, puzzle.state(game), len(names)), names, text)
    row = (
        Button(tokens.menu(PUZZLE, f"open.{day}"), reader.say("puzzle-open"), Style.PRIMARY),
        Button(daily_token("ask", place), reader.say("puzzle-daily")),
    )
    return with_message(made, rows=(row,))


def results_of(puzzle: Puzzle, books: Sequence[Book], day: int) -> tuple[Msg, ...]:
    """Who has solved the problem of a day that is over, in how many tries, and not how."""
    board = board_of(books, day)
    key = "puzzle-last" if board else "puzzle-last-nobody"
    return (msg(key, number=puzzle.number), *board)


HOURS = (8, 12, 18, 20, 21, 22)
"""Those offered by a press; any time may be typed."""


def daily_token(word: str, place: ChatRef) -> str:
    """The token of a button: ``ask``, ``off`` or a minute of the day, and for which chat.

    Raises:
        ValueError: the chat's ids are too long for one.
    """
    thread = f"-{place.thread}" if place.thread else ""
    return tokens.menu(DAILY_FORM, f"{word}{thread}.{place.id}")


def daily_form(
    reader: Reader, minute: int | None, zone: str, first: TimeArg, place: ChatRef
) -> Screen:
    """When a chat gets its problem of the day (None: it gets none), and buttons to change it.

    ``first``: when the next one comes.
    """
    if minute is None:
        text = reader.say("puzzle-daily-off", zone=zone)
    else:
        text = reader.say("puzzle-daily-on", at=f"{time_of_day(minute)} {zone}", time=first)
    text = lines(text, reader.say("puzzle-daily-type"))
    offered = [Button(daily_token(str(60 * hour), place), time_of_day(60 * hour)) for hour in HOURS]
    rows = [tuple(offered[at : at + 3]) for at in range(0, len(offered), 3)]
    if minute is not None:
        rows.append((Button(daily_token("off", place), reader.say("puzzle-daily-stop")),))
    return with_message(reader.screen(None, (), text), rows=tuple(rows))


def time_of_day(minute: int) -> str:
    """A time of day as people write it.

    >>> time_of_day(1200), time_of_day(65)
    ('20:00', '1:05')
    """
    return f"{minute // 60}:{minute % 60:02}"


def private(
    reader: Reader, game: Game[Any, Any], one: Try, page: int, room: int, row: int
) -> Screen:
    """One person's view: the position, what may be done, and giving up."""
    names = names_of(reader, len(one.puzzle.hands))
    speak = reader.catalogue.speaker(names)
    head = reader.say("puzzle-of-day", number=one.puzzle.number, level=level_of(one.puzzle))
    ask = "" if one.over else reader.say("puzzle-turn")
    text = lines(head, *map(speak, one.told), ask)
    made = reader.screen(opened(game, one.state, len(names)), names, text)
    return with_message(made, rows=tuple(_rows(reader, one, page, room, row)))


def _side_by_side(plays: Sequence[Button], most: int) -> list[tuple[Button, ...]]:
    """Plays in rows of at most so many, and of no more than fit into a telephone's width."""
    rows: list[list[Button]] = []
    left = 0
    for button in plays:
        needs = len(button.label) + EDGES
        if not rows or len(rows[-1]) == most or needs > left:
            rows.append([])
            left = LINE
        rows[-1].append(button)
        left -= needs
    return [tuple(row) for row in rows]


def _rows(reader: Reader, one: Try, page: int, room: int, row: int) -> list[tuple[Button, ...]]:
    number, mark = one.puzzle.number, one.mark
    if one.over:
        token = tokens.menu(PUZZLE, f"share.{number}.{one.day}.{mark}")
        return [(Button(token, reader.say("puzzle-share")),)]
    laid = sum(one.state.public.counts)
    plays = [
        Button(
            tokens.menu(PUZZLE, f"play.{number}.{laid}.{at}.{mark}"),
            reader.catalogue.say(msg("puzzle-play", cards=ranked(action))),
        )
        for at, action in enumerate(one.plays)
    ]
    every, each = _side_by_side(plays, row), max(1, room - MORE)
    pages = -(-len(every) // each)
    first = each * (page % pages)
    rows, last = every[first : first + each], []
    if pages > 1:
        token = tokens.menu(PUZZLE, f"page.{number}.{page + 1}.{mark}")
        last.append(Button(token, reader.say("puzzle-more")))
    token = tokens.menu(PUZZLE, f"give.{number}.{mark}")
    last.append(Button(token, reader.say("puzzle-give")))
    return [*rows, tuple(last)]


def line_of(line: Sequence[tuple[Seat, Action]]) -> Msg | str:
    """Plays one after the other, as one text; who passes is not told."""
    laid = [(seat, action) for seat, action in line if action.cards] or line
    steps = (
        msg(
            "puzzle-step", who=msg(f"landlord-part-{seat}"),
            cards=chained("render-list", (ranked(action) for _, action in turns)),
        )
        for seat, turns in groupby(laid, key=itemgetter(0))
    )  # fmt: skip
    found = chained("puzzle-then", steps)
    assert isinstance(found, Msg | str)  # noqa: S101  (there is a play)
    return found


def ranked(action: Action) -> Msg | str:
    """A play by its ranks, since suits make no difference in these problems: ``AAAA 9 10``."""
    parts: list[Msg | str] = []
    for _, same in groupby(action.cards, key=attrgetter("rank")):
        held = codes(tuple(same))
        if not is_suited(held[0]):
            parts += [msg(f"card-{code.lower()}") for code in held]
            continue
        text = held[0][1:]
        parts.append(("" if len(text) == 1 else " ").join([text] * len(held)))
    found = chained("puzzle-beside", parts or [msg("climb-choice-pass")])
    assert isinstance(found, Msg | str)  # noqa: S101  (there is something to say)
    return found


def board_of(books: Sequence[Book], day: int) -> tuple[Msg, ...]:
    """Who has solved the problem of a day, the fewest tries first."""
    found = sorted(
        (one.tries, book.name, book.streak(day))
        for book in books
        for at, one in book.days
        if at == day and one.how == SOLVED
    )
    return tuple(
        msg("puzzle-solved-by", name=name, tries=tries, row=row) for tries, name, row in found[:20]
    )


def card(puzzle: Puzzle, one: Day, book: Book, day: int, name: str) -> View:
    """What is shared: how it went, and nothing of how it goes."""
    how = msg("puzzle-card-open")
    if one.how == SOLVED:
        how = msg("puzzle-card-solved", tries=one.tries)
    elif one.how != OPEN:
        how = msg("puzzle-card-shown")
    facts = (
        Fact(msg("puzzle-card-who"), msg("puzzle-name", name=name)),
        Fact(msg("puzzle-card-how"), how, good=one.how == SOLVED),
        Fact(msg("puzzle-card-row"), book.streak(day)),
        Fact(msg("puzzle-card-all"), book.solved),
    )
    title = msg("puzzle-card-title", number=puzzle.number, level=level_of(puzzle))
    return View(title, (Facts(facts),))
