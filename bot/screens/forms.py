"""Reader on which something is set, each with buttons for the next value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.messages import Button
from bot.screens.controls import control
from bot.screens.houses import form_buttons
from bot.screens.screen import with_message
from bot.table.options import offered
from bot.table.state import Phase
from bot.users.preferences import CHAT, PERSON, ZONE
from engine.houses import differences
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from bot.table.table import Table

USUAL = {
    key: values[0]
    for key, values in {**CHAT, **PERSON}.items()
    if key not in ("language", ZONE)  # those go by the client, and by the language
}
"""What people's and chats' settings are where nobody has set them."""


def value_name(key: str, value: str) -> Msg:
    """What a value of a person's or a chat's setting is called."""
    if key == ZONE:  # it is called as it is written
        return msg("prefs-value-zone", zone=value)
    return Msg(f"prefs-value-{key}-{value.lower()}")


class Forms:
    """Makes the screens for readers of one taste."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.say = reader.say

    def table(self, table: Table) -> Screen:
        """What is played at a table."""
        lines = [self.say("settings-title")]
        buttons: list[Button] = []
        for name, value, usual, note, item in self._table(table):
            lines.append(self._line(name, value, usual))
            if note:
                lines.append(f"  {note}")
            label = self.say("settings-button", name=name, value=value)
            buttons.append(control(table, item, label))
        buttons += form_buttons(self.reader, table, keeps=self._keeps(table))
        return self._form(table.names, lines, buttons)

    def _keeps(self, table: Table) -> bool:
        """Whether what is set could be kept as house rules: it is not as usual and has no name."""
        state = table.state
        free = state.place is not None and not state.rules and state.phase is Phase.LOBBY
        return free and bool(differences(table.game.info, table.options))

    def choices(self, title: str, fields: Mapping[str, tuple[str, str]], *notes: str) -> Screen:
        """Settings of a person or a chat: by key the value now, and the token of its button.

        ``title`` and ``notes`` are the keys of what stands above and below them.
        """
        lines = [self.say(title)]
        buttons = []
        for key, (value, token) in fields.items():
            name = Msg(f"prefs-name-{key}")
            words = value_name(key, value)
            said = self.reader.catalogue.say
            usual = said(value_name(key, USUAL[key])) if key in USUAL else ""
            lines.append(self._line(said(name), said(words), usual))
            hint = f"prefs-note-{key}-{value}"
            if self.reader.catalogue.has(hint):
                lines.append(f"  {self.say(hint)}")
            buttons.append(Button(token, self.say("settings-button", name=name, value=words)))
        lines += map(self.say, notes)
        return self._form((), lines, buttons)

    def _form(self, names: tuple[str, ...], lines: list[str], buttons: list[Button]) -> Screen:
        pairs = tuple(tuple(buttons[at : at + 2]) for at in range(0, len(buttons), 2))
        return with_message(self.reader.screen(None, names, "\n".join(lines)), rows=pairs)

    def _line(self, name: str, value: str, usual: str) -> str:
        """What is set, and what it is where nobody has set it (empty: nothing in particular)."""
        if not usual:
            return self.say("settings-line", name=name, value=value)
        key = "settings-line-usual" if value == usual else "settings-line-changed"
        return self.say(key, name=name, value=value, usual=usual)

    def _table(self, table: Table) -> Iterator[tuple[str, str, str, str, str]]:
        """What is set here now: name, value, the usual value, a note, and its button's item."""
        reader = self.reader
        for setting in offered(table.game.info):
            if not setting.shown(table):
                continue
            value, usual = setting.value(table), setting.default(table)
            note = setting.note(value)
            yield (
                reader.catalogue.say(setting.name),
                reader.value(setting, value),
                reader.value(setting, usual) if usual != "" else "",
                reader.catalogue.say(note) if reader.catalogue.has(note.key) else "",
                f"opt-{setting.item}",
            )
