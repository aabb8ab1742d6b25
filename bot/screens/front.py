"""The options that a lobby shows whatever they are, with a line about each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import option_name, prefix
from bot.screens.controls import control
from engine.msg import Msg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ports.messages import Button
    from bot.screens.board import Screens
    from bot.table.machine import Table


def front_lines(screens: Screens, table: Table) -> Iterator[str]:
    """What each means, in a line."""
    info = table.game.info
    for option in info.options:
        note = f"{prefix(info.id)}-note-{option.key}".replace("_", "-")
        if option.front and screens.catalogue.has(note):
            name = option_name(info.id, option.key)
            yield screens.say("lobby-front", name=name, note=Msg(note))


def front_rows(screens: Screens, table: Table) -> Iterator[tuple[Button, ...]]:
    """A row of buttons for their next values."""
    info = table.game.info
    if table.state.least or table.state.cup:
        return
    row = tuple(
        control(
            table,
            f"opt-{index}",
            screens.say(
                "settings-button",
                name=option_name(info.id, option.key),
                value=screens.value(table, option.key),
            ),
        )
        for index, option in enumerate(info.options)
        if option.front
    )
    if row:
        yield row
