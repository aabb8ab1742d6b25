"""One language's messages as sentences: what Fluent makes of them, without asking it every time.

Most messages are text with arguments put in; those are filled in here. Whatever chooses among
variants, counts or refers to another message is Fluent's, and what it said last is remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fluent.runtime.resolver import NeverIsolatingPlaceable, Pattern, Placeable, TextElement
from fluent.runtime.types import fluent_number
from fluent.syntax.ast import VariableReference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fluent.runtime import FluentBundle

Value: TypeAlias = str | int

KEPT = 2048
"""Sentences of Fluent's that are remembered for a language: some hundreds of KB."""


class Wrong(Exception):
    """There is no sentence: the message is empty, or an argument is missing."""


class Template(NamedTuple):
    """A message that is text and arguments: ``text`` % the values of ``names``."""

    text: str
    names: tuple[str, ...]


class Sentences:
    """The messages of one bundle.

    Attributes:
        bundle: as Fluent read them.
    """

    def __init__(self, bundle: FluentBundle) -> None:
        self.bundle = bundle
        self._templates: dict[str, Template | None] = {}
        self._asked = lru_cache(maxsize=KEPT)(self._ask)

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        return self.bundle.has_message(key)

    @property
    def remembered(self) -> int:
        """How many sentences of Fluent's are."""
        return self._asked.cache_info().currsize

    def template(self, key: str) -> Template | None:
        """A message that there is, where it is text and arguments alone."""
        try:
            return self._templates[key]
        except KeyError:
            found = self._templates[key] = _template(self.bundle.get_message(key).value)
            return found

    def ask(self, key: str, values: Mapping[str, Value]) -> str:
        """What Fluent says of a message that there is.

        Raises:
            Wrong: as above.
        """
        text, wrong = self._asked(key, tuple(values.items()))
        if wrong:
            raise Wrong(wrong)
        return text

    def _ask(self, key: str, values: tuple[tuple[str, Value], ...]) -> tuple[str, str]:
        """What Fluent says, and what it finds wrong."""
        pattern = self.bundle.get_message(key).value
        if pattern is None:
            return "", "an empty message"
        given = {
            name: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
            for name, value in values
        }
        text, errors = self.bundle.format_pattern(pattern, given)
        return str(text), str(errors) if errors else ""


def _template(pattern: object) -> Template | None:
    """A pattern as a template; None if it is more than text and arguments."""
    elements = pattern.elements if isinstance(pattern, Pattern) else [pattern]
    text, names = "", []
    for element in elements:
        if isinstance(element, TextElement):
            text += element.value.replace("%", "%%")
        elif isinstance(element, (Placeable, NeverIsolatingPlaceable)) and isinstance(
            element.expression, VariableReference
        ):
            text += "%s"
            names.append(element.expression.id.name)
        else:
            return None
    return Template(text, tuple(names))
