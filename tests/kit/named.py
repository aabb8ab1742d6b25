"""Commands that sentences name, and whether their reader finds them under that name."""

import re

from bot.commands.parser import understand
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.localized import command_name
from bot.ports.menu import COMMANDS, MENU

OFFERED = re.compile(r"(?<![\w/.:<])/([A-Za-z_]+|[\u4e00-\u9fff]+)(?![\w/])")
"""A command in a text, and no part of an address or a path."""


def offered(text):
    """The names after slashes in a text."""
    return [found[1] for found in OFFERED.finditer(text)]


def on_discord(client):
    """The names that a client of a language shows in its list: no others can be picked there."""
    return {command_name(item.name, client) for item in MENU}


def on_telegram():
    """The names that are declared: whatever else is typed may never be delivered."""
    return set(COMMANDS)


def astray(text, names):
    """The commands in a text that are called otherwise than in a list, or are none."""
    return [name for name in offered(text) if name not in names or not understand(f"/{name}").name]


def sentences(language, commands=""):
    """Every message as the catalogue of a language and a client has it, in all its variants."""
    for bundle in Catalogue(language, strict=True, commands=commands)._bundles[:1]:
        for key, entry in bundle._messages.items():
            yield key, " … ".join(_words(entry.value))


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
