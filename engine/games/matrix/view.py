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
    from engine.games.matrix.state import Open, Seen
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
    lies = seen.open
    details: tuple[Block, ...] = ()
    if seen.seat is not None:
        blocks = _own(lies, seen.seat, seen.board, answered=seen.answer is not None)
    elif len(lies.boards) == 1:
        blocks = _own(lies, 0, lies.boards[0], answered=False)
    elif len(lies.boards) <= FEW:
        blocks = _few(seen)
        if lies.over and len(lies.boards) > BOTH:
            details = (_boards(seen, range(len(lies.boards))),)
    else:
        blocks = _many(seen)
        details = (_boards(seen, _order(lies)[:FEW]),)
    return View(_title(lies), tuple(blocks), details)


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


def _title(lies: Open) -> Msg:
    if lies.over:
        return msg("matrix-title-over")
    return msg("matrix-title", round=lies.round, rounds=lies.rounds)


# One board.


def _grid(board: Board, lies: Open, title: Msg) -> Grid:
    cells = []
    for cell, card in enumerate(board.cells):
        special = lies.layout[cell]
        cells.append(
            Cell(
                card.code if card else "",
                label=label_of(special, LETTERS[cell]),
                badge=msg(f"matrix-badge-{special.value}") if special else "",
                tint=TINTS[special],
                lit=cell == board.last,
            )
        )
    paid = [line for line in tally(board, lies.layout).lines if line.points]
    return Grid(title, SIDE, tuple(cells), tuple(LINES[line.index] for line in paid))


def _cards(lies: Open) -> Cards:
    """The card of now, and those after it."""
    title = msg("matrix-now", count=len(lies.coming))
    return Cards(title, codes((lies.card, *lies.coming)), chosen=(0,))


def _own(lies: Open, seat: Seat, board: Board, *, answered: bool) -> list[Block]:
    """A board with everything that its score is made of, and what may come next."""
    won = tally(board, lies.layout)
    blocks: list[Block] = [_grid(board, lies, msg("matrix-board"))]
    if not lies.over:
        blocks.append(_cards(lies))
    blocks.append(_facts(lies, seat, won))
    if not lies.over:
        card = lies.coming[0] if answered or board.rests else lies.card
        blocks += _possible(board, lies, card)
    blocks.append(_lamps(won))
    return [*blocks, _sheet(lies, won)] if won.lines or won.bonuses else blocks


def _facts(lies: Open, seat: Seat, won: Tally) -> Facts:
    facts = [Fact(msg("matrix-points"), won.total, good=True)]
    if len(lies.boards) > 1:
        place = places(totals(lies))[seat]
        words = msg("matrix-place", place=place, of=len(lies.boards))
        facts.append(Fact(msg("matrix-ranking"), words, good=place == 1))
    if lies.best and (best := lies.best[seat]):
        facts.append(Fact(msg("matrix-best"), best, good=won.total > best))
    return Facts(tuple(facts))


def totals(lies: Open) -> list[int]:
    """Points by seat, without the card of this round."""
    return [tally(board, lies.layout).total for board in lies.boards]


def _lamps(won: Tally) -> Lamps:
    """The different kinds so far, and what five and more of them pay."""
    labels = tuple(
        msg("matrix-lamp", points=points) if points else str(count)
        for count, points in enumerate(COLLECTION)
        if count
    )
    return Lamps(msg("matrix-kinds", count=won.kinds), labels, won.kinds)


def _sheet(lies: Open, won: Tally) -> Table:
    """What has paid: lines, cells, different kinds; in the end what has not, too, and the total."""
    rows = [_row(line) for line in won.lines]
    rows += [_bonus_row(bonus, lies) for bonus in won.bonuses]
    if won.collection or lies.over:
        kinds = msg("matrix-kinds-so-many", count=won.kinds)
        rows.append((msg("matrix-collection"), kinds, "", won.collection))
    bright = [at for at, row in enumerate(rows) if row[-1]]
    if lies.over:
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


def _bonus_row(bonus: Bonus, lies: Open) -> tuple[Msg | str | int, ...]:
    called = msg(f"matrix-bonus-{lies.layout[bonus.cell].value}", card=CardsArg((bonus.card.code,)))
    product = msg("matrix-product", cards=CELL_POINTS, pattern=bonus.card_points)
    return called, msg("matrix-bonus"), product, bonus.points


def _possible(board: Board, lies: Open, card: Card) -> list[Block]:
    """The lines that a card would complete, those that pay most first; nothing if it can none."""
    found = []
    for cell in board.empty:
        after = filled(board, cell, card, lies.layout)
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
    lies = seen.open
    boards = _boards(seen, range(len(lies.boards)))
    room = len(lies.boards) <= ABREAST
    if not lies.over:
        return [_cards(lies), *([_seats(seen)] if room else []), boards]
    both = len(lies.boards) <= BOTH
    return [_seats(seen), *([boards] if both else []), _settled(lies)]


def _seats(seen: Seen) -> Seats:
    lies = seen.open
    points = totals(lies)
    place = places(points)
    rows = []
    for seat, board in enumerate(lies.boards):
        mark = _mark(seen, seat)
        rows.append(
            SeatRow(
                seat,
                score=points[seat],
                marks=(msg(f"matrix-mark-{mark}"),) if mark else (),
                asked=not lies.over and board.asked and not seen.answered[seat],
                won=lies.over and place[seat] == 1,
            )
        )
    return Seats(tuple(rows))


def _mark(seen: Seen, seat: Seat) -> str:
    """Why a seat is not waited for; empty if it is, or if all are done."""
    board = seen.open.boards[seat]
    if seen.open.over:
        return ""
    if board.rests:
        return "rests"
    if not board.asked:
        return "full"
    return "answered" if seen.answered[seat] else ""


def _boards(seen: Seen, shown: Iterable[Seat]) -> Boards:
    """Small boards, as they were when the round began; their titles say who has answered."""
    lies = seen.open
    points = totals(lies)
    boards = []
    for seat in shown:
        mark = _mark(seen, seat)
        key = f"matrix-board-of-{mark}" if mark else "matrix-board-of"
        title = msg(key, seat=SeatArg(seat), points=points[seat])
        boards.append(_grid(lies.boards[seat], lies, title))
    return Boards(msg("matrix-boards"), tuple(boards))


def _order(lies: Open) -> list[Seat]:
    points = totals(lies)
    return sorted(range(len(points)), key=lambda seat: (-points[seat], seat))


def _many(seen: Seen) -> list[Block]:
    """How many have answered, and everybody's points, best first."""
    lies = seen.open
    if lies.over:
        return [_ranking(lies)]
    asked = [seat for seat, board in enumerate(lies.boards) if board.asked]
    done = sum(seen.answered[seat] for seat in asked)
    count = msg("matrix-count", done=done, of=len(asked))
    facts = [Fact(msg("matrix-done"), count, good=done == len(asked))]
    resting = sum(board.rests for board in lies.boards)
    if resting:
        facts.append(Fact(msg("matrix-mark-rests"), resting))
    return [_cards(lies), Facts(tuple(facts)), _ranking(lies)]


def _ranking(lies: Open) -> Table:
    """Everybody's place and points; in the end also what these are made of."""
    won = [tally(board, lies.layout) for board in lies.boards]
    place = places(totals(lies))
    rows = tuple(
        (
            place[seat],
            msg("matrix-seat", seat=SeatArg(seat)),
            *((won[seat].of_lines, won[seat].extra) if lies.over else ()),
            won[seat].total,
        )
        for seat in _order(lies)
    )
    names = ("place", "seat", *(("lines", "extra") if lies.over else ()), "points")
    header = tuple(msg(f"matrix-head-{name}") for name in names)
    bright = tuple(at for at, row in enumerate(rows) if lies.over and row[0] == 1)
    return Table(msg("matrix-ranking"), header, rows, bright)


def _settled(lies: Open) -> Table:
    """What every line, the cells and the collection paid to each."""
    won = [tally(board, lies.layout) for board in lies.boards]
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
