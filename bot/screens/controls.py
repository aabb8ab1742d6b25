"""A prompt as buttons and things to pick."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.keys import prefix
from bot.ports.messages import Button, Picker, PickGroup, PickOption, Style
from bot.table import tokens
from engine.cards import codes
from engine.msg import Msg
from renderers.faces import word

if TYPE_CHECKING:
    from bot.i18n.catalogue import Catalogue
    from bot.table.machine import Table
    from bot.table.state import Question
    from engine.core import Prompt

BUTTONS = 10
"""A number with so many values at most is asked by buttons, one with more by a list."""

LISTED = 100
"""One with more values is typed; a game that asks for it has buttons for the usual ones."""


def control(table: Table, item: str, label: str, style: Style = Style.PLAIN) -> Button:
    """A button that steers the table; it is old as soon as another round begins."""
    return Button(tokens.button(table.state.id, table.state.round, item), label, style)


class Controls:
    """Makes controls in the words of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def _say(self, key: str, **params: str | int) -> str:
        return self.catalogue.say(Msg(key, tuple(params.items())))

    def answers(self, table: Table, question: Question, prompt: Prompt) -> list[tuple[Button, ...]]:
        """A prompt's choices and numbers as buttons."""
        speak = self.catalogue.speaker(table.names)
        rows = []
        if prompt.choices:
            rows.append(
                tuple(
                    Button(
                        tokens.button(table.state.id, question.number, f"c{index}"),
                        speak(choice.label),
                        Style.PRIMARY,
                    )
                    for index, choice in enumerate(prompt.choices)
                )
            )
        number = prompt.number
        if number is None:
            return rows
        if number.columns:
            last = max(*number.allowed, len(number.labels) - 1)
            cells: tuple[int, ...] | range = range(last + 1)
            width = number.columns
        elif len(number.allowed) <= BUTTONS:
            cells, width = number.allowed, 5
        else:
            return rows
        labels = dict(zip(cells, map(speak, number.labels), strict=False))
        buttons = [
            self._cell(table, question, n, labels.get(n), n in number.allowed) for n in cells
        ]
        if not number.columns and not prompt.choices:
            buttons = [replace(button, style=Style.PRIMARY) for button in buttons]
        buttons += [Button("", "")] * (-len(buttons) % width if number.columns else 0)
        rows += [tuple(buttons[at : at + width]) for at in range(0, len(buttons), width)]
        return rows

    def _cell(
        self, table: Table, question: Question, number: int, label: str | None, allowed: bool
    ) -> Button:
        if not allowed:
            return Button("", label or "")
        token = tokens.button(table.state.id, question.number, f"n{number}")
        return Button(token, label or str(number))

    def pickers(self, table: Table, question: Question, prompt: Prompt) -> tuple[Picker, ...]:
        """A prompt's picks, and a number with many values, as things to pick."""
        speak = self.catalogue.speaker(table.names)
        pre = prefix(table.state.game)
        found = []
        for index, verb in enumerate(tokens.verbs(prompt)):
            picks = tokens.picks(prompt, verb)
            groups = tuple(
                PickGroup(
                    self._say(f"pick-{pick.slot}", least=pick.least, most=pick.most),
                    tuple(
                        PickOption(tokens.value_of(pick.slot, at), word(code, speak), code)
                        for at, code in enumerate(codes(pick.among))
                    ),
                    pick.least,
                    pick.most,
                )
                for pick in picks
            )
            token = tokens.button(table.state.id, question.number, f"s{index}")
            label = speak(Msg(f"{pre}-verb-{verb}"))
            found.append(Picker(token, label, groups, any(pick.same_as for pick in picks)))
        number = prompt.number
        long = number is not None and BUTTONS < len(number.allowed) <= LISTED
        if number is not None and long and not number.columns:
            options = tuple(PickOption(str(n), str(n)) for n in number.allowed)
            group = PickGroup(self._say("pick-number"), options, 1, 1)
            token = tokens.button(table.state.id, question.number, "v0")
            found.append(Picker(token, speak(Msg(f"{pre}-verb-{number.verb}")), (group,)))
        return tuple(found)
