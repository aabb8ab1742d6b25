"""Messages as sentences: Fluent files, with seats as names and cards as people write them.

Messages live beside what says them: a game's, a kernel's and the renderers' in their folders, all
others in ``bot/i18n/messages``. zh-Hans is the source: zh-Hant is made from it, en is written
beside it, and what en lacks is said in zh-Hans.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from bot.i18n import times, zones
from bot.i18n.links import OURS, with_marks
from bot.i18n.sentences import Sentences, Template, Wrong
from bot.i18n.traditional import traditional
from engine.msg import CardsArg, Msg, SeatArg, TimeArg
from renderers.faces import word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.resources.abc import Traversable
    from typing import TypeAlias

    from engine.msg import Param

    _Kept: TypeAlias = tuple[Sentences, Template | None, str]

log = logging.getLogger(__name__)

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
LANGUAGE = LANGUAGES[0]
"""The source of all others, and what is spoken where nobody has said anything."""

BUTTONS = "buttons"
"""In the place of the language of commands: the reader has a button for each, and types none."""

_PRESSED = "-on-page"
"""How the key of what such a reader is told instead ends."""

_TRADITIONAL = {"hant", "tw", "hk", "mo"}


class MessageError(Exception):
    """A message cannot be put into words: no such key, or an argument is missing."""


@lru_cache(maxsize=1000)
def choose(tag: str) -> str:
    """The language for what a platform calls a person's or chat's (``zh-TW``, ``en_GB``, ``fr``).

    No tag is the source language; a language that is not spoken here is English.

    >>> choose("zh-HK"), choose("zh"), choose("pt-BR")
    ('zh-Hant', 'zh-Hans', 'en')
    """
    language, *more = tag.strip().replace("_", "-").lower().split("-")
    if not language:
        return LANGUAGE
    if language == "yue":
        return "zh-Hans" if "hans" in more else "zh-Hant"
    if language not in ("zh", "cmn"):
        return "en"
    return "zh-Hant" if "hans" not in more and _TRADITIONAL.intersection(more) else "zh-Hans"


def read(folder: Traversable, language: str, part: str = "") -> str:
    """A folder's Fluent file of a language: ``<part>.<language>.ftl``; empty if it has none."""
    source = LANGUAGE if language == "zh-Hant" else language
    file = folder.joinpath(f"{part}.{source}.ftl" if part else f"{source}.ftl")
    if not file.is_file():
        return ""
    text = file.read_text("utf-8")
    return traditional(text) if language == "zh-Hant" else text


def sources(language: str = LANGUAGE) -> dict[str, str]:
    """All Fluent files of a language, by name: a game's is its id.

    ``bot/i18n/messages/coins.zh-Hans.ftl`` is ``bot/coins``: a topic may have a file of its own.
    A platform has its own in its folder, ``messages.zh-Hans.ftl``.
    """
    shared = files("bot").joinpath("i18n", "messages")
    ending = f".{LANGUAGE}.ftl"
    parts = [f.name.removesuffix(ending) for f in shared.iterdir() if f.name.endswith(ending)]
    found = {"bot": read(shared, language)}
    found |= {f"bot/{part}": read(shared, language, part) for part in sorted(parts)}
    for folder in files("bot").joinpath("adapters").iterdir():
        if folder.is_dir():
            found[f"bot/adapters/{folder.name}"] = read(folder, language, "messages")
    found["renderers"] = read(files("renderers"), language)
    for folder in files("engine.kernels").iterdir():
        if folder.is_dir():
            found[f"kernels/{folder.name}"] = read(folder, language)
    for folder in files("engine.games").iterdir():
        if folder.is_dir():
            found[folder.name] = read(folder, language)
    return {name: text for name, text in found.items() if text}


@cache
def _sentences(language: str) -> Sentences:
    # Our sentences alone are marked: what people have written stands in arguments.
    if language != "zh-Hant":
        return Sentences(language, sources(language).values(), with_marks)
    texts = sources(LANGUAGE).values()
    return Sentences(language, texts, lambda text: with_marks(traditional(text)))


class Naming(Protocol):
    """Knows what commands are called (``localized``)."""

    def ours(self, text: str, language: str) -> str:
        """A text of ours in which commands are called as a client of a language shows them."""
        ...


class Catalogue:
    """Turns messages into sentences of one of the ``LANGUAGES``.

    ``strict`` raises where a message is wrong (tests); else it is logged and the key is shown.
    ``zone`` is the one in which times are told; empty: the one that goes with the language.
    ``commands`` is the language in which the reader's client shows commands; empty: as they are;
    ``BUTTONS``: a message whose key is followed by ``-on-page`` is said in the place of the other.

    Attributes:
        names: what commands are called there; those made by ``to`` have the same.
        sentences: where its own are, and then the source's.
    """

    def __init__(
        self, language: str = LANGUAGE, *, strict: bool = False, zone: str = "", commands: str = ""
    ) -> None:
        self.language = language
        self.strict = strict
        self.names: Naming | None = None
        self._commands = commands
        self._zone = zones.zone(zone or zones.default(language))
        self.sentences = [_sentences(one) for one in dict.fromkeys((language, LANGUAGE))]
        self._found: dict[str, _Kept] = {}

    def to(self, language: str, zone: str = "", commands: str = "") -> Catalogue:
        """The catalogue of another language, zone and client, as strict as this one."""
        made = Catalogue(language, strict=self.strict, zone=zone, commands=commands)
        made.names = self.names
        return made

    def called(self, text: str) -> str:
        """A text of ours in which commands are called as the reader's client shows them."""
        if OURS not in text or self.names is None or self._commands in ("", BUTTONS):
            return text
        return self.names.ours(text, self._commands)

    def say(self, message: Msg, names: Sequence[str] = ()) -> str:
        """The sentence; ``names`` are the players' by seat.

        Raises:
            MessageError: it cannot be put into words, and the catalogue is strict.
        """
        try:
            sentences, template, key = self._found[message.key]
        except KeyError:
            found = self._find(message.key)
            if found is None:
                return self._wrong(message, "no such message")
            sentences, template, key = self._found[message.key] = found
        values: dict[str, str | int] = {}
        for name, value in message.params:
            if isinstance(value, int) or (isinstance(value, str) and not self.strict):
                values[name] = value
            else:
                values[name] = self._argument(value, names)
        try:
            if template is None:
                text = sentences.ask(key, values)
            else:
                text = template.text % tuple([values[name] for name in template.names])
        except KeyError as error:
            return self._wrong(message, f"no {error}")
        except Wrong as error:
            return self._wrong(message, str(error))
        return self.called(text)

    def _find(self, key: str) -> _Kept | None:
        """Where a message is, and under which key for this reader."""
        keys = (key + _PRESSED, key) if self._commands == BUTTONS else (key,)
        for wanted in keys:
            for sentences in self.sentences:
                if sentences.has(wanted):
                    return sentences, sentences.template(wanted), wanted
        return None

    def word(self, key: str, **params: str | int) -> str:
        """What a key says, for those who have no ``Msg``."""
        return self.say(Msg(key, tuple(params.items())))

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        return any(sentences.has(key) for sentences in self.sentences)

    def speaker(self, names: Sequence[str] = ()) -> Callable[[Msg], str]:
        """``say`` with the names filled in: what the renderers are given."""
        return lambda message: self.say(message, names)

    def _argument(self, value: Param, names: Sequence[str]) -> str | int:
        if isinstance(value, str):
            if self.strict and times.BARE.search(value):
                raise MessageError(f"a time without a zone: {value}")
            return value
        match value:
            case int():
                return value
            case Msg():
                return self.say(value, names)
            case SeatArg(seat):
                return names[seat] if seat < len(names) else str(seat + 1)
            case CardsArg(codes):
                return " ".join(word(code, self.speaker(names)) for code in codes)
            case TimeArg():
                return times.marked(value, self._zone)

    def _wrong(self, message: Msg, why: str) -> str:
        if self.strict:
            raise MessageError(f"{message.key}: {why}")
        log.error("message not formed key=%s", message.key)
        return message.key
