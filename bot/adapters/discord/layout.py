"""Buttons and things to pick, fitted into what one Discord message can hold.

A classic message has five lines: of five buttons, or of one menu of 25 options. What does not fit
becomes a message made of components, of which there may be forty, and what does not fit there
stands in menus: nothing is left out. Source: developers/components/reference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, TypeAlias

from bot.adapters.discord.escape import LABEL, OPTION, PLACEHOLDER, labels
from bot.i18n.lengths import cut
from bot.ports.messages import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.ports.messages import Button, Outgoing, Picker, PickGroup

LINE = 5
LINES = 5
OPTIONS = 25
COMPONENTS = 40
TEXT_AND_PICTURE = 4
"""Components that the words of a message, its picture, a file of text and a file to keep take."""

NOTHING = "\u200b"
"""The label of a blank cell: a button must have one."""

MORE = "⋯"
AGAIN = "#"
"""What stands behind a token that is an option twice, and before its number."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A button; with neither ``key`` pressed by anybody nor ``url`` it is ``off``."""

    key: str
    label: str
    style: Style = Style.PLAIN
    url: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An option of a menu."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of options, of which up to ``most`` are chosen."""

    key: str
    about: str
    entries: tuple[Entry, ...]
    most: int


Line: TypeAlias = "tuple[Cell, ...] | Menu"


@dataclass(frozen=True, slots=True)
class Arranged:
    """The lines of a message; ``layout``: it has to be made of components."""

    lines: tuple[Line, ...]
    layout: bool = False


# The custom_id of everything that can be pressed: our token behind a letter that says what it is.

PRESS, SEND, PICK, OTHER, BLANK = "b", "s", "p", "m", "x"


def key_of(kind: str, token: str, number: str = "") -> str:
    """A custom_id: unique in its message by ``number``."""
    return f"{kind}{number}:{token}"


def read_key(key: str) -> tuple[str, str]:
    """Kind and token of a custom_id.

    >>> read_key("p0.1:g1:table1:3:s0")
    ('p', 'g1:table1:3:s0')
    """
    head, _, token = key.partition(":")
    return head[:1], token


def arrange(
    message: Outgoing, *, layout: bool = False, chosen: Mapping[str, Iterable[str]] | None = None
) -> Arranged:
    """Fit a message's buttons and pickers into lines.

    Args:
        message: with any number of them.
        layout: the message is one of components already, and cannot be another.
        chosen: values chosen before, by token.

    Raises:
        ValueError: not even menus can hold them all (about 400 buttons, or as many cards).
    """
    asked = [picker for picker in message.pickers if picker.token]
    words = [button.label for row in message.rows for button in row]
    shown = iter(labels([*words, *(picker.label for picker in asked)], LABEL))
    rows = [
        *chain.from_iterable(_row(row, number, shown) for number, row in enumerate(message.rows))
    ]
    menus = [menu for picker in asked for menu in _menus(picker, chosen or {})]
    sends = tuple(_send(picker, next(shown)) for picker in asked)
    send_rows = [sends[at : at + LINE] for at in range(0, len(sends), LINE)]
    lines: list[Line] = [*rows, *menus, *send_rows]
    if len(lines) > LINES:
        lines = [*_dense(rows, LINES - len(menus) - len(send_rows)), *menus, *send_rows]
    if len(lines) > LINES:
        lines = [*_dense([*rows, *send_rows], LINES - len(menus)), *menus]
    if len(lines) <= LINES:
        return Arranged(_unique(lines), layout)
    if _weight(lines) > COMPONENTS - TEXT_AND_PICTURE:
        lines = _folded([*chain.from_iterable(rows)], [*menus, *send_rows])
    return Arranged(_unique(lines), layout=True)


def _row(row: Sequence[Button], number: int, shown: Iterator[str]) -> list[tuple[Cell, ...]]:
    cells = [_cell(button, f"{number}.{at}", next(shown)) for at, button in enumerate(row)]
    return [tuple(cells[at : at + LINE]) for at in range(0, len(cells), LINE)]


def _cell(button: Button, number: str, shown: str) -> Cell:
    label = shown or NOTHING
    if button.url:
        return Cell("", label, url=button.url)
    if not button.token:
        return Cell(key_of(BLANK, "", number), label, off=True)
    return Cell(key_of(PRESS, button.token), label, button.style)


def _send(picker: Picker, shown: str) -> Cell:
    return Cell(key_of(SEND, picker.token), shown or NOTHING, picker.style)


def _menus(picker: Picker, chosen: Mapping[str, Iterable[str]]) -> list[Menu]:
    before = frozenset(chosen.get(picker.token, ()))
    return [
        menu
        for number, group in enumerate(picker.groups)
        for menu in _parts(picker.token, group, number, before)
    ]


def _parts(token: str, group: PickGroup, number: int, before: frozenset[str]) -> list[Menu]:
    """A group in menus of equal size."""
    count = -(-len(group.options) // OPTIONS)
    parts = []
    for part in range(count):
        begin, end = (len(group.options) * at // count for at in (part, part + 1))
        options = group.options[begin:end]
        most = max(1, min(group.most, len(options)))
        kept = [option.value for option in options if option.value in before][:most]
        words = (f"★ {one.label}" if one.marked else one.label for one in options)
        entries = tuple(
            Entry(option.value, label or NOTHING, option.value in kept)
            for option, label in zip(options, labels(words, OPTION), strict=True)
        )
        about = group.title
        if count > 1:
            about = f"{about} {options[0].label} – {options[-1].label}"
        key = key_of(PICK, token, f"{number}.{part}")
        parts.append(Menu(key, labels([about], PLACEHOLDER)[0], entries, most))
    return parts


def _dense(rows: Sequence[tuple[Cell, ...]], most: int) -> list[Line]:
    """Rows that stand beside each other where they fit, as few as needed, in their order."""
    joined = list(rows)
    while len(joined) > most:
        sizes = [len(a) + len(b) for a, b in pairwise(joined)]
        if not sizes or min(sizes) > LINE:
            break
        at = sizes.index(min(sizes))
        joined[at : at + 2] = [joined[at] + joined[at + 1]]
    return list(joined)


def _weight(lines: Iterable[Line]) -> int:
    """Components that lines are made of."""
    return sum(2 if isinstance(line, Menu) else 1 + len(line) for line in lines)


def _folded(cells: list[Cell], fixed: list[Line]) -> list[Line]:
    """The first buttons as they are, the others as options of menus."""
    shown = [cell for cell in cells if not cell.off]
    # An address can only be a button.
    shown.sort(key=lambda cell: not cell.url)
    room = COMPONENTS - TEXT_AND_PICTURE - _weight(fixed)
    for count in range(1, room // 2 + 1):
        kept = (room - 2 * count) // (1 + LINE) * LINE
        rest = shown[kept:]
        if len(rest) <= count * OPTIONS and not any(cell.url for cell in rest):
            rows = [tuple(shown[at : min(at + LINE, kept)]) for at in range(0, kept, LINE)]
            menus = [
                Menu(key_of(OTHER, "", str(at)), MORE, _entries(part), 1)
                for at in range(0, len(rest), OPTIONS)
                if (part := rest[at : at + OPTIONS])
            ]
            return [*(row for row in rows if row), *menus, *fixed]
    raise ValueError(f"{len(cells)} buttons beside {len(fixed)} lines fit into no message")


def _entries(cells: Sequence[Cell]) -> tuple[Entry, ...]:
    """Buttons as options; a token that comes again is numbered, as a value may stand there once."""
    tokens = [read_key(cell.key)[1] for cell in cells]
    return tuple(
        Entry(f"{token}{AGAIN}{at}" if token in tokens[:at] else token, cut(cell.label, OPTION))
        for at, (token, cell) in enumerate(zip(tokens, cells, strict=True))
    )


def _unique(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The same lines, with every custom_id once."""
    used: set[str] = set()
    return tuple(
        line if isinstance(line, Menu) else tuple(_renamed(cell, used) for cell in line)
        for line in lines
    )


def _renamed(cell: Cell, used: set[str]) -> Cell:
    if cell.url:
        return cell
    kind, token = read_key(cell.key)
    key, number = cell.key, 1
    while key in used:
        key, number = key_of(kind, token, str(number)), number + 1
    used.add(key)
    return cell if key == cell.key else replace(cell, key=key)
