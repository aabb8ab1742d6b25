"""Messages as sentences: Fluent files, with seats as names and cards as people write them.

Game messages live in the game's folder, all others in ``bot/messages``. zh-Hans is the source.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fluent.runtime import FluentBundle, FluentResource

from engine.msg import CardsArg, Msg, SeatArg
from renderers.faces import word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.resources.abc import Traversable

    from engine.msg import Param

log = logging.getLogger(__name__)

LANGUAGE = "zh-Hans"


class MessageError(Exception):
    """A message cannot be put into words: no such key, or an argument is missing."""


def sources(language: str = LANGUAGE) -> dict[str, str]:
    """All Fluent files of a language, by the name of their folder.

    ``bot/messages/render.zh-Hans.ftl`` is ``bot/render``: a part of the program may have its own.
    """
    found = {"bot": files("bot").joinpath("messages", f"{language}.ftl")}
    for file in files("bot").joinpath("messages").iterdir():
        if file.name.endswith(f".{language}.ftl"):
            found["bot/" + file.name.removesuffix(f".{language}.ftl")] = file
    for folder in files("engine.games").iterdir():
        if folder.is_dir():
            found[folder.name] = folder.joinpath(f"{language}.ftl")
    return {name: _text(file) for name, file in found.items() if file.is_file()}


def _text(file: Traversable) -> str:
    return file.read_text("utf-8")


@cache
def _bundle(language: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    for text in sources(language).values():
        bundle.add_resource(FluentResource(text))
    return bundle


class Catalogue:
    """Turns messages into sentences of one language.

    ``strict`` raises where a message is wrong (tests); else it is logged and the key is shown.
    """

    def __init__(self, language: str = LANGUAGE, *, strict: bool = False) -> None:
        self.language = language
        self.strict = strict

    def say(self, message: Msg, names: Sequence[str] = ()) -> str:
        """The sentence; ``names`` are the players' by seat.

        Raises:
            MessageError: it cannot be put into words, and the catalogue is strict.
        """
        bundle = _bundle(self.language)
        if not bundle.has_message(message.key):
            return self._wrong(message, "no such message")
        pattern = bundle.get_message(message.key).value
        if pattern is None:
            return self._wrong(message, "an empty message")
        arguments = {name: self._argument(value, names) for name, value in message.params}
        text, errors = bundle.format_pattern(pattern, arguments)
        if errors:
            return self._wrong(message, str(errors))
        return str(text)

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        return bool(_bundle(self.language).has_message(key))

    def speaker(self, names: Sequence[str] = ()) -> Callable[[Msg], str]:
        """``say`` with the names filled in: what the renderers are given."""
        return lambda message: self.say(message, names)

    def _argument(self, value: Param, names: Sequence[str]) -> str | int:
        match value:
            case SeatArg(seat):
                return names[seat] if seat < len(names) else str(seat + 1)
            case CardsArg(codes):
                return " ".join(word(code, self.speaker(names)) for code in codes)
            case Msg():
                return self.say(value, names)
            case _:
                return value

    def _wrong(self, message: Msg, why: str) -> str:
        if self.strict:
            raise MessageError(f"{message.key}: {why}")
        log.error("message not formed key=%s", message.key)
        return message.key
