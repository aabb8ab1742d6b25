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
    from collections.abc import Callable
    from typing import TypeAlias

    from bot.i18n.catalogue import Catalogue
    from bot.table.state import Question
    from bot.table.table import Table
    from engine.core import PickNumber, Prompt

    Speak: TypeAlias = Callable[[Msg], str]

BUTTONS = 10
"""A number with so many values at most is asked by buttons, one with more by a list."""

STEPS = 4
"""Buttons of a number of coins or chips at most; any other is picked from a list, or typed."""

MEEK = frozenset({"pass", "fold", "no", "look"})
"""Answers by which most people would not rather go on: they never stand out beside another."""

LISTED = 100
"""One with more values is typed; a game that asks for it has buttons for the usual ones."""


def control(table: Table, item: str, label: str, style: Style = Style.PLAIN) -> Button:
    """A button that steers the table; it is old as soon as another round begins."""
    return Button(tokens.button(table.state.id, table.state.round, item), label, style)


def steps(number: PickNumber) -> tuple[int, ...] | range:
    """The numbers that have a button: all, or of coins and chips the lowest, the highest and some
    between."""
    allowed = number.allowed
    last = len(allowed) - 1
    if not number.labels or last < STEPS + (allowed[0] == 0):
        return allowed
    return tuple(allowed[last * at // (STEPS - 1)] for at in range(STEPS))


def listed(number: PickNumber) -> bool:
    """Whether any of the numbers is picked from a list: where not every one has a button."""
    if len(number.allowed) > BUTTONS:
        return len(number.allowed) <= LISTED
    return len(steps(number)) < len(number.allowed)


def _wanted(prompt: Prompt) -> int:
    """Which choice most people want next; where all are meek, the first."""
    bold = (at for at, one in enumerate(prompt.choices) if one.action.verb not in MEEK)
    return next(bold, 0)


class Controls:
    """Makes controls in the words of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def _say(self, key: str, **params: str | int) -> str:
        return self.catalogue.say(Msg(key, tuple(params.items())))

    def answers(
        self, table: Table, question: Question, prompt: Prompt, speak: Speak | None = None
    ) -> list[tuple[Button, ...]]:
        """A prompt's choices and numbers as buttons; ``speak`` knows the seats' names already."""
        speak = speak or self.catalogue.speaker(table.names)
        rows = []
        if prompt.choices:
            gold = _wanted(prompt)
            rows.append(
                tuple(
                    Button(
                        tokens.button(table.state.id, question.number, f"c{index}"),
                        speak(choice.label),
                        Style.PRIMARY if index == gold else Style.PLAIN,
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
            cells, width = steps(number), 5
        else:
            return rows
        named = cells if number.columns else number.allowed
        labels = dict(zip(named, map(speak, number.labels), strict=False))
        buttons = [
            self._cell(table, question, n, labels.get(n), n in number.allowed) for n in cells
        ]
        if len(number.allowed) == 1 and not prompt.choices:
            buttons = [replace(button, style=Style.PRIMARY) for button in buttons]
        buttons += [Button("", "")] * (-len(buttons) % width if number.columns else 0)
        rows += [tuple(buttons[at : at + width]) for at in range(0, len(buttons), width)]
        return rows

    def _cell(
        self, table: Table, question: Question, number: int, label: str | None, allowed: bool
    ) -> Button:
        if not allowed:
            return Button("", label or "")
        token = tokens.button(table.state.id, question.number, tokens.number_item(number))
        return Button(token, label or str(number))

    def pickers(
        self, table: Table, question: Question, prompt: Prompt, speak: Speak | None = None
    ) -> tuple[Picker, ...]:
        """A prompt's picks, and a number with many values, as things to pick."""
        speak = speak or self.catalogue.speaker(table.names)
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
        if number is not None and not number.columns and listed(number):
            labels = dict(zip(number.allowed, map(speak, number.labels), strict=False))
            options = tuple(PickOption(str(n), labels.get(n) or str(n)) for n in number.allowed)
            group = PickGroup(self._say("pick-number"), options, 1, 1)
            token = tokens.button(table.state.id, question.number, tokens.NUMBERS)
            found.append(Picker(token, speak(Msg(f"{pre}-verb-{number.verb}")), (group,)))
        return tuple(found)
