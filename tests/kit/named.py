"""Commands that sentences name, and whether their reader finds them under that name."""

import re

from bot.commands.topics import DECLARED, PARSER
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.localized import CommandNames
from bot.i18n.rules import pages
from bot.i18n.times import plain
from engine.registry import games
from tests.kit.fluent import entries

NAMES = CommandNames(DECLARED.menu)

OFFERED = re.compile(r"(?<![\w/.:<])/([A-Za-z_]+|[\u4e00-\u9fff]+)(?![\w/])")
"""A command in a text, and no part of an address or a path."""


def offered(text):
    """The names after slashes in a text."""
    return [found[1] for found in OFFERED.finditer(text)]


def on_discord(client):
    """The names that a client of a language shows in its list: no others can be picked there."""
    return {NAMES.of(item.name, client) for item in DECLARED.menu}


def on_telegram():
    """The names that are declared: whatever else is typed may never be delivered."""
    return {item.name for item in DECLARED.menu}


def astray(text, names):
    """The commands in a text that are called otherwise than in a list, or are none."""
    return [
        name
        for name in offered(text)
        if name not in names or not PARSER.understand(f"/{name}").name
    ]


def sentences(language, commands=""):
    """Every message as a reader of a language with a client of another has it, in all variants.

    And the rules of every game, page by page.
    """
    catalogue = Catalogue(language, strict=True, commands=commands)
    catalogue.names = NAMES
    for key, entry in entries(language):
        yield key, plain(catalogue.called(" … ".join(_words(entry.value))))
    for game in games():
        for page in pages(game, language):
            yield f"rules of {game}", plain(catalogue.called(page))


def _words(node):
    """The pieces of text below a node of Fluent's syntax tree."""
    if type(node).__name__ == "TextElement":
        yield node.value
        return
    for part in vars(node).values() if hasattr(node, "__dict__") else ():
        for one in part if isinstance(part, (list, tuple)) else (part,):
            if hasattr(one, "__dict__"):
                yield from _words(one)


PAIRS = [(language, client) for language in LANGUAGES for client in LANGUAGES]
"""In which language somebody reads, and in which their client shows commands."""
