"""What Telegram itself has to say, in the language of its reader."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.i18n.catalogue import choose
from bot.i18n.times import plain

if TYPE_CHECKING:
    from bot.i18n.catalogue import Catalogue


class Phrase:
    """Says keys in the language that a tag of Telegram's (``zh-hans``) stands for."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._to = cache(catalogue.to)

    def __call__(self, key: str, tag: str = "", **params: str | int) -> str:
        """The sentence."""
        return plain(self._to(choose(tag)).word(key, **params))
