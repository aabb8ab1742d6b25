"""For whom a screen is made: their language, their taste, and the words they read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from bot.i18n.catalogue import LANGUAGES
from bot.ports.messages import Outgoing
from bot.screens.controls import Controls
from bot.screens.screen import Screen
from bot.users.preferences import Taste
from engine.msg import Msg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.i18n.catalogue import Catalogue
    from bot.table.setting import Setting
    from bot.table.table import Table
    from engine.msg import Param
    from engine.view import View

T = TypeVar("T")


class Reader:
    """Readers of one taste; ``of`` gives those of another.

    Attributes:
        catalogue: the words, in their language.
        taste: how they want their screens.
        controls: makes buttons in those words.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        taste: Taste | None = None,
        known: dict[Taste, Reader] | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.taste = taste or Taste(catalogue.language)
        self.controls = Controls(catalogue)
        self._known = {} if known is None else known
        self._known[self.taste] = self

    def of(self, taste: Taste) -> Reader:
        """The readers of another taste."""
        found = self._known.get(taste)
        if found is None:
            catalogue = self.catalogue.to(taste.language, taste.zone, taste.commands)
            found = Reader(catalogue, taste, self._known)
        return found

    def each(
        self, languages: Iterable[str], made: Callable[[Reader], T]
    ) -> tuple[T, tuple[tuple[str, T], ...]]:
        """What is made for these readers, and by language for those of others."""
        others = [one for one in languages if one != self.taste.language]
        return made(self), tuple(
            (one, made(self.of(replace(self.taste, language=one)))) for one in others
        )

    def everywhere(self, message: Msg) -> set[str]:
        """What something is called in any language: people type what they know."""
        return {self.of(Taste(language)).catalogue.say(message) for language in LANGUAGES}

    def screen(self, view: View | None, names: Sequence[str], text: str = "") -> Screen:
        """A screen for these readers."""
        return Screen(view, tuple(names), Outgoing(text), taste=self.taste)

    def say(self, key: str, table: Table | None = None, **params: Param) -> str:
        """A sentence; seats are called by the table's names."""
        names = table.names if table is not None else ()
        return self.catalogue.say(Msg(key, tuple(params.items())), names)

    def worded(self, setting: Setting, value: int | str) -> Msg | int:
        """What a value of a setting is called, or the number itself."""
        word = setting.word(value)
        return value if isinstance(value, int) and not self.catalogue.has(word.key) else word

    def value(self, setting: Setting, value: int | str) -> str:
        """The same in words."""
        word = self.worded(setting, value)
        return self.catalogue.say(word) if isinstance(word, Msg) else str(word)
