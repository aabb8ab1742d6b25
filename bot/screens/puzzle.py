"""残局: the problem of the day, one person's view of it, and what is told of it afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.ports.messages import Button, Style
from bot.screens.analysis import opened, said
from bot.screens.screen import lines, with_message
from bot.table import tokens
from bot.users.puzzle_book import OPEN, SOLVED
from engine.msg import Msg, chained, msg
from engine.view import Fact, Facts, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from bot.users.puzzle_book import Book, Day
    from engine.core import Action, Game, Seat
    from engine.puzzles import Puzzle

PUZZLE = "puzzle"
"""What the buttons are."""

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
    return tuple(reader.say(f"puzzle-seat-{seat}") for seat in range(seats))


def level_of(puzzle: Puzzle) -> Msg:
    """How hard it is."""
    return msg(f"puzzle-level-{puzzle.level}")


def announced(reader: Reader, game: Game[Any, Any], puzzle: Puzzle, board: Sequence[Msg]) -> Screen:
    """The problem for a whole chat: the position, who has solved it, and a button to try."""
    names = names_of(reader, len(puzzle.hands))
    head = reader.say("puzzle-of-day", number=puzzle.number, level=level_of(puzzle))
    text = lines(head, reader.say("puzzle-ask"), *map(reader.catalogue.say, board))
    made = reader.screen(opened(game, puzzle.state(game), len(names)), names, text)
    button = Button(tokens.menu(PUZZLE, "open"), reader.say("puzzle-open"), Style.PRIMARY)
    return with_message(made, rows=((button,),))


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
            reader.catalogue.say(msg("puzzle-play", cards=said(action))),
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
    parts = (msg("puzzle-step", who=msg(f"puzzle-seat-{s}"), cards=said(a)) for s, a in laid)
    found = chained("render-list", parts)
    assert isinstance(found, Msg | str)  # noqa: S101  (there is a play)
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
    title = msg("puzzle-of-day", number=puzzle.number, level=level_of(puzzle))
    return View(title, (Facts(facts),))
