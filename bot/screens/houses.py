"""What a reader is shown of house rules: what they are called, and what is not as usual."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name, house_name
from bot.ports.messages import Button, Outgoing
from bot.screens.controls import control
from bot.table import tokens
from bot.table.houses import SHIPPED
from bot.table.options import options_of
from engine.houses import differences, shipped
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.screens.reader import Reader
    from bot.store.house_rows import HouseRules
    from bot.table.table import Table
    from engine.core import GameInfo, Options
    from engine.msg import Msg

BY, LIST, KEEP = "by-", "houses", "house-keep"
"""Items of a table's buttons: play by a set, whose id follows; show all; keep what is set now."""

SHOW, OPEN, DROP, RENEW = "houses", "newby", "unhouse", "rehouse"
"""Buttons of no table: show a set, open a table by it, give it up, let it be what is set now."""

USUAL = "0"
"""The id by which the options are as usual again."""

LISTED = 8
"""Sets of a chat that the list has buttons for; the others are called by their names."""


def called(game: str, rules: str, name: str) -> Msg:
    """What a set is called: one that is shipped, or a chat's own under its name."""
    if rules.startswith(SHIPPED):
        return house_name(game, rules[len(SHIPPED) :])
    return msg("house-own", name=name) if name else msg("house-nameless")


def in_force(table: Table) -> Msg | None:
    """What the rules of a table are called; None: they have no name."""
    state = table.state
    known = dict(state.houses)
    if not state.rules:
        return None
    return called(state.game, state.rules, known.get(state.rules, ""))


def changes(reader: Reader, info: GameInfo, changed: Options) -> Iterator[str]:
    """Of each option that is not as usual a line, with what is usual."""
    for one in options_of(info):
        if one.id in changed:
            usual, value = reader.value(one, one.usual), reader.value(one, changed[one.id])
            yield reader.say("house-change", option=one.name, value=value, usual=usual)


def shortly(reader: Reader, info: GameInfo, changed: Options) -> str:
    """The same in a line."""
    found = (
        reader.say("house-changed", option=one.name, value=reader.value(one, changed[one.id]))
        for one in options_of(info)
        if one.id in changed
    )
    return reader.say("house-list-and").join(found)


def offer_row(
    reader: Reader, table: Table, offered: Iterable[tuple[str, str]]
) -> tuple[Button, ...]:
    """Buttons by which a lobby plays by rules of its chat."""
    return tuple(
        control(table, f"{BY}{ident}", _label(reader, table.state.game, ident, name))
        for ident, name in offered
    )


def open_row(reader: Reader, kept: Sequence[HouseRules]) -> tuple[Button, ...]:
    """Buttons by which a table is opened by rules of a chat."""
    return tuple(
        Button(
            tokens.menu(OPEN, one.ident),
            reader.say(
                "house-open",
                name=called(one.game, one.ident, one.name),
                game=game_name(one.game),
            ),
        )
        for one in kept
    )


def _label(reader: Reader, game: str, ident: str, name: str) -> str:
    return reader.say("button-house-named", name=called(game, ident, name))


def form_buttons(reader: Reader, table: Table, *, keeps: bool) -> tuple[Button, ...]:
    """What the settings form adds: the list of rules, and keeping what is set as rules."""
    if table.state.tournament or table.state.least:
        return ()
    names = (LIST, *((KEEP,) if keeps else ()))
    return tuple(control(table, name, reader.say(f"button-{name}")) for name in names)


def listing(
    reader: Reader, kept: Sequence[HouseRules], game: GameInfo | None, table: Table | None
) -> Outgoing:
    """All sets of a chat, and those that are shipped with a game.

    Args:
        reader: who reads it.
        kept: the chat's own, those first that are wanted most.
        game: the game that is asked about; None: any.
        table: a lobby of that game, where the options can be as usual again.
    """
    nothing = "house-list-none" if table is None else "house-list-none-here"
    lines = [reader.say("house-list" if kept else nothing)]
    buttons: list[Button] = []
    for own in kept:
        name = called(own.game, own.ident, own.name)
        lines.append(reader.say("house-list-line", name=name, game=game_name(own.game)))
        if len(buttons) < LISTED:
            label = _label(reader, own.game, own.ident, own.name)
            buttons.append(Button(tokens.menu(SHOW, own.ident), label))
    found = shipped(game.id) if game is not None else {}
    if game is not None and found:
        lines.append(reader.say("house-shipped", game=game_name(game.id)))
        for house in found.values():
            name, short = house_name(game.id, house.key), shortly(reader, game, house.options)
            lines.append(reader.say("house-shipped-line", name=name, changes=short))
            token = tokens.menu(SHOW, f"{game.id}.{house.key}")
            buttons.append(Button(token, reader.say("button-house-named", name=name)))
    elif game is None:
        lines.append(reader.say("house-shipped-which"))
    rows = [tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2)]
    if table is not None and differences(table.game.info, table.options):
        rows.append((control(table, f"{BY}{USUAL}", reader.say("button-house-usual")),))
    return Outgoing("\n".join(lines), rows=tuple(rows))


def one(reader: Reader, game: GameInfo, name: Msg, changed: Options, *also: str) -> str:
    """One set in full."""
    title = reader.say("house-one", name=name, game=game_name(game.id))
    return "\n".join((title, *changes(reader, game, changed), *also))


def houses_file(kept: Iterable[HouseRules]) -> bytes:
    """House rules as a file: of each its game, name and author, and what is not as usual."""
    found = [
        {
            "game": own.game,
            "name": own.name,
            "kept by": own.author,
            "at": own.at.isoformat(timespec="seconds"),
            "options": json.loads(own.options),
        }
        for own in kept
    ]
    return json.dumps({"house rules": found}, ensure_ascii=False, indent=1).encode()
