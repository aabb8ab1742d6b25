"""Screens on which something is set, each with buttons for the next value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.keys import option_name, prefix
from bot.ports.messages import Button
from bot.screens import coins as coinview
from bot.screens.controls import control
from bot.table import stakes
from bot.table.state import Phase
from bot.users.preferences import ZONE
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.screens.board import Screens
    from bot.screens.screen import Screen
    from bot.table.machine import Table


def value_name(key: str, value: str) -> Msg:
    """What a value of a person's or a chat's setting is called."""
    if key == ZONE:  # it is called as it is written
        return msg("prefs-value-zone", zone=value)
    return Msg(f"prefs-value-{key}-{value.lower()}")


class Forms:
    """Makes the screens for readers of one taste."""

    def __init__(self, screens: Screens) -> None:
        self.screens = screens
        self.say = screens.say

    def table(self, table: Table) -> Screen:
        """What is played at a table."""
        lines = [self.say("settings-title")]
        buttons: list[Button] = []
        for key, name, value, note, item in self._table(table):
            lines.append(self.say("settings-line", name=name, value=value, id=key))
            if note:
                lines.append(f"  {note}")
            label = self.say("settings-button", name=name, value=value)
            buttons.append(control(table, item, label))
        return self._form(table.names, lines, buttons)

    def choices(self, title: str, fields: Mapping[str, tuple[str, str]], *notes: str) -> Screen:
        """Settings of a person or a chat: by key the value now, and the token of its button.

        ``title`` and ``notes`` are the keys of what stands above and below them.
        """
        lines = [self.say(title)]
        buttons = []
        for key, (value, token) in fields.items():
            name = Msg(f"prefs-name-{key}")
            words = value_name(key, value)
            lines.append(self.say("settings-line", name=name, value=words, id=key))
            hint = f"prefs-note-{key}-{value}"
            if self.screens.catalogue.has(hint):
                lines.append(f"  {self.say(hint)}")
            buttons.append(Button(token, self.say("settings-button", name=name, value=words)))
        lines += map(self.say, notes)
        return self._form((), lines, buttons)

    def _form(self, names: tuple[str, ...], lines: list[str], buttons: list[Button]) -> Screen:
        pairs = tuple(tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2))
        return replace(self.screens.screen(None, names, "\n".join(lines)), rows=pairs)

    def _table(self, table: Table) -> list[tuple[str, str, str, str, str]]:
        state = table.state
        found = []
        if state.phase is Phase.LOBBY:
            quan = self.say("settings-quan-value", quan=state.quan)
            found.append(("quan", self.say("settings-quan"), quan, "", "opt-quan"))
            found += self._options(table, front=True)
            order = self.say(f"settings-seating-{state.seating}")
            found.append(("seating", self.say("settings-seating"), order, "", "opt-seating"))
            found += self._money(table)
        clock = self.say("settings-clock-value", seconds=state.clock)
        found.append(("clock", self.say("settings-clock"), clock, "", "opt-clock"))
        return [*found, *self._options(table, front=False)]

    def _options(self, table: Table, *, front: bool) -> list[tuple[str, str, str, str, str]]:
        """The game's own; between rounds those that may still be changed."""
        info, state, catalogue = table.game.info, table.state, self.screens.catalogue
        found = []
        for index, option in enumerate(info.options):
            if option.front is not front:
                continue
            if state.phase is not Phase.LOBBY and not option.between:
                continue
            note = f"{prefix(info.id)}-note-{option.key}".replace("_", "-")
            found.append(
                (
                    option.key,
                    catalogue.say(option_name(info.id, option.key)),
                    self.screens.value(table, option.key),
                    catalogue.say(Msg(note)) if catalogue.has(note) else "",
                    f"opt-{index}",
                )
            )
        return found

    def _money(self, table: Table) -> list[tuple[str, str, str, str, str]]:
        """Chips or coins, and how many coins; nothing where only chips can be played for."""
        state, info = table.state, table.game.info
        if not coinview.can_play_coins(table):
            return []
        coins = stakes.plays_coins(state)
        note = self.say("settings-money-note-coins") if coins else ""
        value = self.say(f"settings-money-{state.money}")
        found = [("money", self.say("settings-money"), value, note, "opt-money")]
        if coins:
            brought = self.say("settings-buyin-value", coins=stakes.buy_in(state, info))
            found.append(("buyin", self.say("settings-buyin"), brought, "", "opt-buyin"))
        return found
