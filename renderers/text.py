"""Views as plain text, for people without pictures, for screen readers and for alt texts.

Everything a picture shows is said here too, in sentences that can be read aloud.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, assert_never

from engine.msg import Msg, msg
from engine.view import (
    Boards,
    Cards,
    Course,
    Facts,
    Grid,
    Lamps,
    Lines,
    Row,
    Seats,
    Stage,
    Table,
    Tally,
    Trick,
)
from renderers.faces import word
from renderers.speech import Voice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.view import Block, Cell, Play, SeatRow, View


def render(view: View, say: Callable[[Msg], str]) -> str:
    """The screen in lines of text, a blank line between its parts."""
    voice = Voice(say)
    parts = [[voice(view.title), *turn(view, voice)]]
    parts += [block_lines(block, voice) for block in view.blocks]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def turn(view: View, voice: Voice) -> list[str]:
    """Whom the table waits for: no line or one."""
    line = whose_turn(view, voice)
    return [voice(msg("render-text-turn", line=line))] if line else []


def whose_turn(view: View, voice: Voice) -> str:
    """``轮到 小明、阿强``, ``轮到你``, or nothing: nobody is waited for, or the title says it."""
    title = voice(view.title)
    for block in view.blocks:
        if isinstance(block, Seats):
            asked = [row.seat for row in block.rows if row.asked]
            if asked == [block.me]:
                return voice(msg("render-turn-you"))
            if asked:
                names = [_called(seat, block.me, voice) for seat in asked]
                line = voice(msg("render-turn", names=voice.joined("render-list", names)))
                return "" if line in title else line
    return ""


def block_lines(block: Block, voice: Voice) -> list[str]:
    """One block, line by line."""
    match block:
        case Cards():
            return [_cards(block, voice)]
        case Seats():
            return _seats(block, voice)
        case Trick():
            return _trick(block, voice)
        case Grid():
            return _grid(block, voice)
        case Boards():
            return [voice(block.title), *(line for b in block.boards for line in _grid(b, voice))]
        case Table():
            return _table(block, voice)
        case Tally():
            return [_tally(block, voice)]
        case Course():
            return [voice(block.title), *_course(block, voice)]
        case Lamps():
            return [_lamps(block, voice)]
        case Facts():
            return [
                _titled(
                    voice(f.label),
                    signed(f.value) if isinstance(f.value, int) else voice(f.value),
                    voice,
                )
                for f in block.facts
            ]
        case Lines():
            return [voice(message) for message in block.msgs]
        case Stage():
            return _stage(block, voice)
        case Row():
            return [_cards(cards, voice) for cards in block.blocks]
        case _:
            assert_never(block)


def signed(number: int) -> str:
    """A number with the sign people write: −5, not -5."""
    return str(number) if number >= 0 else f"−{-number}"


def gained(number: int) -> str:
    """Points won or lost: +5, −5, 0."""
    return f"+{number}" if number > 0 else signed(number)


def _titled(title: str, words: str, voice: Voice) -> str:
    return voice(msg("render-text-title", title=title, words=words))


def _comma(words: Iterable[str], voice: Voice) -> str:
    return voice.joined("render-text-comma", filter(None, words))


def _called(seat: int, me: int | None, voice: Voice) -> str:
    name = voice.name(seat)
    return voice(msg("render-named-you", name=name)) if seat == me else name


def _faces(codes: Iterable[str], voice: Voice) -> str:
    return " ".join(word(code, voice) for code in codes)


def _seats(block: Seats, voice: Voice) -> list[str]:
    lines = [_seat(row, block.me, voice) for row in block.rows]
    if block.free:
        lines.append(voice(msg("render-text-free", n=block.free)))
    return lines


def _seat(row: SeatRow, me: int | None, voice: Voice) -> str:
    facts = [voice(msg("render-team", n=row.team))] if row.team else []
    if row.cards is not None:
        facts.append(voice(msg("render-count", n=row.cards)))
    if row.score is not None:
        facts.append(voice(msg("render-score", n=signed(row.score))))
    facts += [voice(mark) for mark in row.marks]
    facts += [voice(Msg("render-won"))] if row.won else []
    name = _called(row.seat, me, voice)
    if not facts:
        return name
    return voice(msg("render-text-seat", name=name, facts=_comma(facts, voice)))


def _stage(block: Stage, voice: Voice) -> list[str]:
    """A line a table: its players with their scores, and who goes on or is out."""
    lines = [voice(block.title)]
    for number, rows in enumerate(block.tables, 1):
        names = _comma((_place(row, voice) for row in rows), voice)
        lines.append(voice(msg("render-text-stage", n=number, names=names)))
    return lines


def _place(row: SeatRow, voice: Voice) -> str:
    facts = [] if row.score is None else [voice(msg("render-score", n=gained(row.score)))]
    facts += [voice(mark) for mark in row.marks]
    facts += [voice(Msg("render-ahead"))] if row.won and not row.marks else []
    name = voice.name(row.seat)
    if not facts:
        return name
    return voice(msg("render-text-marked", word=name, mark=_comma(facts, voice)))


def _cards(block: Cards, voice: Voice) -> str:
    title = voice(block.title)
    shown = len(block.codes)
    if block.mine and shown:
        title = voice(
            msg("render-text-marked", word=title, mark=voice(msg("render-count", n=shown)))
        )
    words: list[str] = []
    if block.pile and block.codes:
        top = word(block.codes[-1], voice)
        words.append(voice(msg("render-text-pile", card=top, n=shown + block.hidden)))
    elif block.hidden and not block.codes and not block.places and not block.mine:
        words.append(voice(msg("render-left", n=block.hidden)))
    else:
        words.append(_faces(block.codes, voice))
        if block.hidden:
            words.append(voice(msg("render-text-hidden", n=block.hidden)))
        chosen = [block.codes[i] for i in block.chosen if 0 <= i < shown]
        if chosen:
            words.append(voice(msg("render-text-chosen", cards=_faces(chosen, voice))))
        free = block.places - shown - block.hidden
        if free > 0:
            words.append(voice(msg("render-text-free", n=free)))
    if block.note is not None:
        words.append(voice(block.note))
    return _titled(title, _comma(words, voice) or voice(Msg("render-nothing")), voice)


def _trick(block: Trick, voice: Voice) -> list[str]:
    lines = [voice(block.title)]
    lines += [_play(play, voice) for play in block.plays]
    return lines


def _play(play: Play, voice: Voice) -> str:
    said = [] if play.mark is None else [voice(play.mark)]
    said.append(_faces(play.codes, voice))
    if play.label is not None:
        said.append(voice(play.label))
    if play.points is not None:
        said.append(voice(msg("render-score", n=gained(play.points))))
    said += [voice(Msg("render-won"))] if play.won else []
    return _titled(voice.name(play.seat), _comma(said, voice), voice)


def _grid(block: Grid, voice: Voice) -> list[str]:
    lines = [voice(block.title)]
    for start in range(0, len(block.cells), block.columns):
        words = [_cell(cell, voice) for cell in block.cells[start : start + block.columns]]
        number = start // block.columns + 1
        lines.append(voice(msg("render-text-row", n=number, words=_comma(words, voice))))
    if block.lines:
        named = [_line(block, line, voice) for line in block.lines]
        lines.append(voice(msg("render-text-lines", lines=voice.joined("render-list", named))))
    if block.note is not None:
        lines.append(voice(block.note))
    return lines


def _line(block: Grid, places: tuple[int, ...], voice: Voice) -> str:
    """What a line of a board is called: its number, or the corner a diagonal starts from."""
    first, last = places[0], places[-1]
    (row, column), (row_too, column_too) = (divmod(p, block.columns) for p in (first, last))
    if row == row_too:
        return voice(msg("render-row", n=row + 1))
    if column == column_too:
        return voice(msg("render-column", n=column + 1))
    down = (row_too - row) * (column_too - column) > 0
    return voice(Msg("render-diagonal-down" if down else "render-diagonal-up"))


def _cell(cell: Cell, voice: Voice) -> str:
    face = word(cell.code, voice) if cell.code else voice(Msg("render-nothing"))
    said = [value(cell.badge if cell.code else cell.label, voice)]
    said += [voice(Msg("render-lit"))] if cell.lit else []
    said += [voice(Msg("render-dim"))] if cell.dim else []
    marks = _comma(said, voice)
    return voice(msg("render-text-marked", word=face, mark=marks)) if marks else face


def _lamps(block: Lamps, voice: Voice) -> str:
    count = voice(msg("render-text-lamps", lit=block.lit, all=len(block.labels)))
    labels = [value(label, voice) for label in block.labels]
    return _titled(voice(block.title), _comma([count, *labels], voice), voice)


def _table(block: Table, voice: Voice) -> list[str]:
    heads = [voice(head) for head in block.header]
    lines = [voice(block.title)]
    for row in block.rows:
        first, *rest = [value(cell, voice) for cell in row] or [""]
        named = [
            voice(msg("render-text-cell", head=head, value=words)) if head else words
            for head, words in zip_longest(heads[1:], rest, fillvalue="")
            if words
        ]
        lines.append(_titled(first, _comma(named, voice), voice) if named else first)
    return lines


def _tally(block: Tally, voice: Voice) -> str:
    said = [
        voice(msg("render-text-cell", head=value(count.label, voice), value=signed(count.left)))
        for count in block.counts
    ]
    return _titled(voice(block.title), _comma(said, voice), voice)


def _course(block: Course, voice: Voice) -> Iterator[str]:
    """Of each line where it stands, and between what it ran."""
    for line, name in enumerate(block.names):
        points = [after[line] for after in block.points] or [0]
        yield voice(
            msg(
                "render-text-course", name=value(name, voice), now=gained(points[-1]),
                most=gained(max(points)), least=gained(min(points)),
            )
        )  # fmt: skip


def value(cell: Msg | str | int, voice: Voice) -> str:
    """What stands in a cell of a table."""
    match cell:
        case Msg():
            return voice(cell)
        case int():
            return signed(cell)
        case _:
            return voice.show(cell)
