"""Views as plain text, for people without pictures, for screen readers and for alt texts.

Everything a picture shows is said here too, in sentences that can be read aloud.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.msg import Msg, msg
from engine.view import Cards, Facts, Grid, Lines, Row, Seats, Table, Trick
from renderers.faces import word
from renderers.speech import Voice, clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.view import Block, SeatRow, View


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
                line = voice(msg("render-turn", names=voice(Msg("render-separator")).join(names)))
                return "" if line in title else line
    return ""


def block_lines(block: Block, voice: Voice) -> list[str]:
    """One block, line by line."""
    match block:
        case Cards():
            return [_cards(block, voice)]
        case Seats():
            return [_seat(row, block.me, voice) for row in block.rows]
        case Trick():
            return _trick(block, voice)
        case Grid():
            return _grid(block, voice)
        case Table():
            return _table(block, voice)
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
        case Row():
            return [_cards(cards, voice) for cards in block.blocks]
        case _:
            assert_never(block)


def signed(number: int) -> str:
    """A number with the sign people write: −5, not -5."""
    return str(number) if number >= 0 else f"−{-number}"


def _titled(title: str, words: str, voice: Voice) -> str:
    return voice(msg("render-text-title", title=title, words=words))


def _comma(words: Iterable[str], voice: Voice) -> str:
    return voice(Msg("render-text-comma")).join(word for word in words if word)


def _called(seat: int, me: int | None, voice: Voice) -> str:
    name = voice.name(seat)
    return voice(msg("render-named-you", name=name)) if seat == me else name


def _faces(codes: Iterable[str], voice: Voice) -> str:
    return " ".join(word(code, voice) for code in codes)


def _seat(row: SeatRow, me: int | None, voice: Voice) -> str:
    facts = [voice(msg("render-team", n=row.team))] if row.team else []
    if row.cards is not None:
        facts.append(voice(msg("render-count", n=row.cards)))
    if row.score is not None:
        facts.append(voice(msg("render-score", n=signed(row.score))))
    facts += [voice(mark) for mark in row.marks]
    name = _called(row.seat, me, voice)
    if not facts:
        return name
    return voice(msg("render-text-seat", name=name, facts=_comma(facts, voice)))


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
    elif block.hidden and not block.codes and not block.places:
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
    for play in block.plays:
        said = [_faces(play.codes, voice), "" if play.label is None else voice(play.label)]
        lines.append(_titled(voice.name(play.seat), _comma(said, voice), voice))
    return lines


def _grid(block: Grid, voice: Voice) -> list[str]:
    lines = [voice(block.title)]
    for start in range(0, len(block.cells), block.columns):
        words = [
            _cell(block.cells[i], block.marks[i] if i < len(block.marks) else "", voice)
            for i in range(start, min(start + block.columns, len(block.cells)))
        ]
        number = start // block.columns + 1
        lines.append(voice(msg("render-text-row", n=number, words=_comma(words, voice))))
    return lines


def _cell(code: str, mark: str, voice: Voice) -> str:
    face = word(code, voice) if code else voice(Msg("render-nothing"))
    if not mark:
        return face
    return voice(msg("render-text-marked", word=face, mark=clean(mark)))


def _table(block: Table, voice: Voice) -> list[str]:
    heads = [voice(head) for head in block.header]
    lines = [voice(block.title)]
    for row in block.rows:
        first, *rest = [value(cell, voice) for cell in row] or [""]
        named = [
            voice(msg("render-text-cell", head=head, value=words)) if head else words
            for head, words in zip(heads[1:], rest, strict=False)
            if words
        ]
        lines.append(_titled(first, _comma(named, voice), voice) if named else first)
    return lines


def value(cell: Msg | str | int, voice: Voice) -> str:
    """What stands in a cell of a table."""
    match cell:
        case Msg():
            return voice(cell)
        case int():
            return signed(cell)
        case _:
            return voice.show(cell)
