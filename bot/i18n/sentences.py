"""One language's messages as sentences: what Fluent makes of them, without asking it every time.

Most messages are text with arguments put in; those are kept as templates, and Fluent's own trees
of them are not. Whatever chooses among variants, counts or refers to another message is Fluent's,
and what it said last is remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
    """The messages of some Fluent files.

    Args:
        language: by whose rules numbers are counted.
        texts: the files' content; of two messages with one key the first counts.

    Attributes:
        templates: those that are text and arguments, by their keys.
    """

    def __init__(self, language: str, texts: Iterable[str]) -> None:
        self.templates: dict[str, Template] = {}
        self._bundle = FluentBundle([language], use_isolating=False)
        self._asked = lru_cache(maxsize=KEPT)(self._ask)
        for text in texts:
            self._add(FluentResource(text))

    def _add(self, resource: ast.Resource) -> None:
        left: list[ast.EntryType] = []
        for entry in resource.body:
            template = _template(entry.value) if isinstance(entry, ast.Message) else None
            if template is None or not isinstance(entry, ast.Message):
                left.append(entry)
            elif not self.has(entry.id.name):
                self.templates[entry.id.name] = template
        self._bundle.add_resource(ast.Resource(left))

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        return key in self.templates or self._bundle.has_message(key)

    @property
    def remembered(self) -> int:
        """How many sentences of Fluent's are."""
        return self._asked.cache_info().currsize

    def ask(self, key: str, values: Mapping[str, Value]) -> str:
        """What Fluent says of a message that is no template.

        Raises:
            Wrong: as above.
        """
        text, wrong = self._asked(key, tuple(values.items()))
        if wrong:
            raise Wrong(wrong)
        return text

    def _ask(self, key: str, values: tuple[tuple[str, Value], ...]) -> tuple[str, str]:
        """What Fluent says, and what it finds wrong."""
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            return "", "an empty message"
        given = {
            name: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
            for name, value in values
        }
        text, errors = self._bundle.format_pattern(pattern, given)
        return str(text), str(errors) if errors else ""


def _template(pattern: ast.Pattern | None) -> Template | None:
    """A pattern as a template; None if it is more than text and arguments."""
    text, names = "", []
    for element in pattern.elements if pattern is not None else [None]:
        if isinstance(element, ast.TextElement):
            text += element.value.replace("%", "%%")
        elif isinstance(element, ast.Placeable) and isinstance(
            element.expression, ast.VariableReference
        ):
            text += "%s"
            names.append(element.expression.id.name)
        else:
            return None
    return Template(text, tuple(names))
