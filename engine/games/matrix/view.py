"""The screens of 扑克矩阵: one's own board, everybody's boards, the settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.games.matrix.scoring import COLLECTION, LINES, SIDE, THROUGH, Kind
from engine.games.matrix.state import LETTERS, Board, Special, complete, filled
from engine.games.matrix.tally import CELL_POINTS, Tally, line_of, tally
from engine.games.matrix.turns import FEW
from engine.match import places
from engine.msg import CardsArg, Msg, SeatArg, msg
from engine.view import (
    Block,
    Boards,
    Cards,
    Cell,
    Fact,
    Facts,
    Grid,
    Lamps,
    SeatRow,
    Seats,
    Table,
    Tint,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.core import Seat
    from engine.games.matrix.state import Public, Seen
    from engine.games.matrix.tally import Bonus, Line

TINTS = {
    Special.RED: Tint.RED,
    Special.BLACK: Tint.BLACK,
    Special.DOUBLE: Tint.GOLD,
    Special.SKIP: Tint.BLUE,
    Special.NONE: Tint.PLAIN,
}

POSSIBLE = 4
"""So many of the lines that a card would complete are listed."""

ABREAST = 4
"""Up to so many players there is room for more: boards beside scores, kinds beside points."""

BOTH = 3
"""Up to so many the settlement has the boards, too."""


def present(seen: Seen) -> View:
    """The screen for one viewer; alone, everybody sees the one board."""
    public = seen.public
    details: tuple[Block, ...] = ()
    if seen.seat is not None:
        blocks = _own(public, seen.seat, seen.board, answered=seen.answer is not None)
    elif len(public.boards) == 1:
        blocks = _own(public, 0, public.boards[0], answered=False)
    elif len(public.boards) <= FEW:
        blocks = _few(seen)
        if public.over and len(public.boards) > BOTH:
            details = (_boards(seen, range(len(public.boards))),)
    else:
        blocks = _many(seen)
        details = (_boards(seen, _order(public)[:FEW]),)
    return View(_title(public), tuple(blocks), details)


def kind_name(kind: Kind) -> Msg:
    """What a 牌型 is called."""
    return msg(f"matrix-kind-{kind.name.lower().replace('_', '-')}")


def line_name(index: int) -> Msg:
    """What a line is called: 第 1 行 … 第 5 列, the two diagonals."""
    kind, number = divmod(index, SIDE)
    if kind == 0:
        return msg("matrix-row", n=number + 1)
    if kind == 1:
        return msg("matrix-column", n=number + 1)
    return msg("matrix-up" if number else "matrix-down")


def label_of(special: Special, letter: str) -> Msg | str:
    """What stands in an empty cell, and on its button."""
    return msg(f"matrix-cell-{special.value}", letter=letter) if special else letter


def _title(public: Public) -> Msg:
    if public.over:
        return msg("matrix-title-over")
    return msg("matrix-title", round=public.round, rounds=public.rounds)


# One board.


def _grid(board: Board, public: Public, title: Msg) -> Grid:
    cells = []
    for cell, card in enumerate(board.cells):
        special = public.layout[cell]
        cells.append(
            Cell(
                card.code if card else "",
                label=label_of(special, LETTERS[cell]),
                badge=msg(f"matrix-badge-{special.value}") if special else "",
                tint=TINTS[special],
                lit=cell == board.last,
            )
        )
    paid = [line for line in tally(board, public.layout).lines if line.points]
    return Grid(title, SIDE, tuple(cells), tuple(LINES[line.index] for line in paid))


def _cards(public: Public) -> Cards:
    """The card of now, and those after it."""
    title = msg("matrix-now", count=len(public.coming))
    return Cards(title, codes((public.card, *public.coming)), chosen=(0,))


def _own(public: Public, seat: Seat, board: Board, *, answered: bool) -> list[Block]:
    """A board with everything that its score is made of, and what may come next."""
    won = tally(board, public.layout)
    blocks: list[Block] = [_grid(board, public, msg("matrix-board"))]
    if not public.over:
        blocks.append(_cards(public))
    blocks.append(_facts(public, seat, won))
    if not public.over:
        card = public.coming[0] if answered or board.rests else public.card
        blocks += _possible(board, public, card)
    blocks.append(_lamps(won))
    return [*blocks, _sheet(public, won)] if won.lines or won.bonuses else blocks


def _facts(public: Public, seat: Seat, won: Tally) -> Facts:
    facts = [Fact(msg("matrix-points"), won.total, good=True)]
    if len(public.boards) > 1:
        place = places(totals(public))[seat]
        words = msg("matrix-place", place=place, of=len(public.boards))
        facts.append(Fact(msg("matrix-ranking"), words, good=place == 1))
    if public.best and (best := public.best[seat]):
        facts.append(Fact(msg("matrix-best"), best, good=won.total > best))
    return Facts(tuple(facts))


def totals(public: Public) -> list[int]:
    """Points by seat, without the card of this round."""
    return [tally(board, public.layout).total for board in public.boards]


def _lamps(won: Tally) -> Lamps:
    """The different kinds so far, and what five and more of them pay."""
    labels = tuple(
        msg("matrix-lamp", points=points) if points else str(count)
        for count, points in enumerate(COLLECTION)
        if count
    )
    return Lamps(msg("matrix-kinds", count=won.kinds), labels, won.kinds)


def _sheet(public: Public, won: Tally) -> Table:
    """What has paid: lines, cells, different kinds; in the end what has not, too, and the total."""
    rows = [_row(line) for line in won.lines]
    rows += [_bonus_row(bonus, public) for bonus in won.bonuses]
    if won.collection or public.over:
        kinds = msg("matrix-kinds-so-many", count=won.kinds)
        rows.append((msg("matrix-collection"), kinds, "", won.collection))
    bright = [at for at, row in enumerate(rows) if row[-1]]
    if public.over:
        bright.append(len(rows))
        rows.append((msg("matrix-total"), "", "", won.total))
    return Table(msg("matrix-sheet"), _header(), tuple(rows), tuple(bright))


def _header() -> tuple[Msg, ...]:
    names = ("line", "kind", "product", "points")
    return tuple(msg(f"matrix-head-{name}") for name in names)


def _row(line: Line) -> tuple[Msg | str | int, ...]:
    times = f"-{line.times}" if line.times > 1 else ""
    product = msg(f"matrix-product{times}", cards=line.cards, pattern=line.pattern)
    return line_name(line.index), kind_name(line.kind), product, line.points


def _bonus_row(bonus: Bonus, public: Public) -> tuple[Msg | str | int, ...]:
    called = msg(
        f"matrix-bonus-{public.layout[bonus.cell].value}", card=CardsArg((bonus.card.code,))
    )
    product = msg("matrix-product", cards=CELL_POINTS, pattern=bonus.card_points)
    return called, msg("matrix-bonus"), product, bonus.points


def _possible(board: Board, public: Public, card: Card) -> list[Block]:
    """The lines that a card would complete, those that pay most first; nothing if it can none."""
    found = []
    for cell in board.empty:
        after = filled(board, cell, card, public.layout)
        found += [
            (line_of(after, line), cell) for line in THROUGH[cell] if complete(after.cells, line)
        ]
    found = [pair for pair in found if pair[0].points]
    found.sort(key=lambda pair: (-pair[0].points, pair[0].index))
    rows = tuple(
        (LETTERS[cell], line_name(line.index), kind_name(line.kind), line.points)
        for line, cell in found[:POSSIBLE]
    )
    if not rows:
        return []
    title = msg("matrix-possible", card=CardsArg((card.code,)))
    return [Table(title, (), rows, dim=tuple(range(len(rows))))]


# All boards.


def _few(seen: Seen) -> list[Block]:
    """Everybody's boards as long as there is room for them; in the end the settlement."""
    public = seen.public
    boards = _boards(seen, range(len(public.boards)))
    room = len(public.boards) <= ABREAST
    if not public.over:
        return [_cards(public), *([_seats(seen)] if room else []), boards]
    both = len(public.boards) <= BOTH
    return [_seats(seen), *([boards] if both else []), _settled(public)]


def _seats(seen: Seen) -> Seats:
    public = seen.public
    points = totals(public)
    place = places(points)
    rows = []
    for seat, board in enumerate(public.boards):
        mark = _mark(seen, seat)
        rows.append(
            SeatRow(
                seat,
                score=points[seat],
                marks=(msg(f"matrix-mark-{mark}"),) if mark else (),
                asked=not public.over and board.asked and not seen.answered[seat],
                won=public.over and place[seat] == 1,
            )
        )
    return Seats(tuple(rows))


def _mark(seen: Seen, seat: Seat) -> str:
    """Why a seat is not waited for; empty if it is, or if all are done."""
    board = seen.public.boards[seat]
    if seen.public.over:
        return ""
    if board.rests:
        return "rests"
    if not board.asked:
        return "full"
    return "answered" if seen.answered[seat] else ""


def _boards(seen: Seen, shown: Iterable[Seat]) -> Boards:
    """Small boards, as they were when the round began; their titles say who has answered."""
    public = seen.public
    points = totals(public)
    boards = []
    for seat in shown:
        mark = _mark(seen, seat)
        key = f"matrix-board-of-{mark}" if mark else "matrix-board-of"
        title = msg(key, seat=SeatArg(seat), points=points[seat])
        boards.append(_grid(public.boards[seat], public, title))
    return Boards(msg("matrix-boards"), tuple(boards))


def _order(public: Public) -> list[Seat]:
    points = totals(public)
    return sorted(range(len(points)), key=lambda seat: (-points[seat], seat))


def _many(seen: Seen) -> list[Block]:
    """How many have answered, and everybody's points, best first."""
    public = seen.public
    if public.over:
        return [_ranking(public)]
    asked = [seat for seat, board in enumerate(public.boards) if board.asked]
    done = sum(seen.answered[seat] for seat in asked)
    count = msg("matrix-count", done=done, of=len(asked))
    facts = [Fact(msg("matrix-done"), count, good=done == len(asked))]
    resting = sum(board.rests for board in public.boards)
    if resting:
        facts.append(Fact(msg("matrix-mark-rests"), resting))
    return [_cards(public), Facts(tuple(facts)), _ranking(public)]


def _ranking(public: Public) -> Table:
    """Everybody's place and points; in the end also what these are made of."""
    won = [tally(board, public.layout) for board in public.boards]
    place = places(totals(public))
    rows = tuple(
        (
            place[seat],
            msg("matrix-seat", seat=SeatArg(seat)),
            *((won[seat].of_lines, won[seat].extra) if public.over else ()),
            won[seat].total,
        )
        for seat in _order(public)
    )
    names = ("place", "seat", *(("lines", "extra") if public.over else ()), "points")
    header = tuple(msg(f"matrix-head-{name}") for name in names)
    bright = tuple(at for at, row in enumerate(rows) if public.over and row[0] == 1)
    return Table(msg("matrix-ranking"), header, rows, bright)


def _settled(public: Public) -> Table:
    """What every line, the cells and the collection paid to each."""
    won = [tally(board, public.layout) for board in public.boards]
    rows: list[tuple[Msg | str | int, ...]] = []
    room = len(won) <= ABREAST
    for index in range(len(LINES)):
        lines = [each.lines[index] for each in won]
        paid = [_paid(line) for line in lines] if room else [line.points for line in lines]
        rows.append((line_name(index), *paid))
    rows.append((msg("matrix-bonus"), *(each.of_cells for each in won)))
    collected = [_collected(each) for each in won] if room else [each.collection for each in won]
    rows.append((msg("matrix-collection"), *collected))
    rows.append((msg("matrix-total"), *(each.total for each in won)))
    seats = (msg("matrix-seat", seat=SeatArg(seat)) for seat in range(len(won)))
    header = (msg("matrix-head-line"), *seats)
    return Table(msg("matrix-sheet"), header, tuple(rows), bright=(len(rows) - 1,))


def _paid(line: Line) -> Msg:
    return msg("matrix-paid", kind=kind_name(line.kind), points=line.points)


def _collected(won: Tally) -> Msg:
    return msg("matrix-collected", count=won.kinds, points=won.collection)
