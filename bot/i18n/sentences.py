"""One language's messages as sentences: what Fluent makes of them, without asking it every time.

A message is parsed when it is said first: all of them together would be most of a start. Most are
text with arguments put in; those are kept as templates, and Fluent's own trees of them are not.
Whatever chooses among variants, counts or refers to another message is Fluent's, and what it said
last is remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fluent.runtime import FluentBundle
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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
        changed: what is to be done with a message, as it is written, before it is parsed.
    """

    def __init__(
        self, language: str, texts: Iterable[str], changed: Callable[[str], str] = str
    ) -> None:
        self._changed = changed
        self._written: dict[str, str] = {}
        for text in texts:
            for key, source in _entries(text):
                self._written.setdefault(key, source)
        self._templates: dict[str, Template | None] = {}
        self._bundle = FluentBundle([language], use_isolating=False)
        self._parser = FluentParser(with_spans=False)
        self._asked = lru_cache(maxsize=KEPT)(self._ask)

    def __iter__(self) -> Iterator[str]:
        """The keys of all messages."""
        return (key for key in self._written if not key.startswith("-"))

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        return key in self._written and not key.startswith("-")

    def template(self, key: str) -> Template | None:
        """A message as a template; None if it is more than text and arguments.

        Raises:
            KeyError: there is no such message.
        """
        if key not in self._templates:
            entry = self._parsed(key)
            template = _template(entry.value) if isinstance(entry, ast.Message) else None
            if template is None:
                self._bundle.add_resource(ast.Resource(list(self._with_references(key))))
            self._templates[key] = template
        return self._templates[key]

    def _parsed(self, key: str) -> ast.EntryType:
        return self._parser.parse_entry(self._changed(self._written[key]))

    def _with_references(self, key: str) -> Iterator[ast.EntryType]:
        """A message, and whatever it refers to."""
        keys, seen = [key], {key}
        while keys:
            entry = self._parsed(keys.pop())
            yield entry
            found = {one for one in _References.of(entry) if one in self._written} - seen
            keys += sorted(found)
            seen |= found

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
        if not self._bundle.has_message(key):
            return "", "not written as Fluent is"
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            return "", "an empty message"
        given = {
            name: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
            for name, value in values
        }
        text, errors = self._bundle.format_pattern(pattern, given)
        return str(text), str(errors) if errors else ""


_KEY = re.compile(r"^(-?[A-Za-z][\w-]*) *=", re.MULTILINE | re.ASCII)
"""Where a message or a term begins; whatever belongs to it is indented, or closes a brace."""


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """The messages and terms of a file: key, and how it is written."""
    begins = list(_KEY.finditer(text))
    for begin, following in zip(begins, [*begins[1:], None], strict=True):
        yield begin[1], text[begin.start() : following.start() if following else None]


class _References(Visitor):
    """Finds the messages and terms that an entry refers to."""

    def __init__(self) -> None:
        self.found: list[str] = []

    @classmethod
    def of(cls, entry: ast.EntryType) -> list[str]:
        visitor = cls()
        visitor.visit(entry)
        return visitor.found

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.found.append(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802
        self.found.append(f"-{node.id.name}")
        self.generic_visit(node)


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
