"""The options that a lobby shows whatever they are, with a line about each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.screens.controls import control
from bot.table.options import options_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ports.messages import Button
    from bot.screens.board import Screens
    from bot.table.table import Table


def front_lines(screens: Screens, table: Table) -> Iterator[str]:
    """What each means, in a line."""
    for option in options_of(table.game.info):
        note = option.note(option.value(table))
        if option.always and screens.catalogue.has(note.key):
            yield screens.say("lobby-front", name=option.name, note=note)


def front_rows(screens: Screens, table: Table) -> Iterator[tuple[Button, ...]]:
    """A row of buttons for their next values."""
    if table.state.least or table.state.cup:
        return
    row = tuple(
        control(
            table,
            f"opt-{option.item}",
            screens.say(
                "settings-button",
                name=option.name,
                value=screens.value(option, option.value(table)),
            ),
        )
        for option in options_of(table.game.info)
        if option.always
    )
    if row:
        yield row
