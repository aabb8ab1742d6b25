"""What people write is words: no client makes a link, a command or a number to call of it.

Clients look for such things by themselves in any text. A character that is not to be seen and
holds words together, put where an address or a command would begin, leaves them nothing to find.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

JOINER = "\u2060"

OURS = "\ufdd4"
"""Before a command in a sentence of ours: a character that Unicode keeps for a program's own use.
``times.plain`` and ``times.parts`` take it away."""

_ADDRESS = re.compile(
    r"(?<=:)(?=//)"  # https://x, tg://x
    r"|(?<=\S)\.(?=[^\W\d_]{2})"  # www.x, x.example, 例子.公司
    r"|(?<=\d)\.(?=\d{1,3}\.\d{1,3}\.\d)"  # 192.0.2.1
)
_COMMAND = re.compile(rf"(?<![\d{OURS}])/(?=[A-Za-z0-9_])|(?<=\d)/(?=[A-Za-z_])")


_SAID = re.compile(r"(?<![A-Za-z0-9/:.<])/(?=[a-z]+(?![A-Za-z0-9_/]))")


def with_marks(text: str) -> str:
    """A text of ours, in which every command is marked as one."""
    return _SAID.sub(f"{OURS}/", text)


def unlinked(text: str, ours: Sequence[str] = ()) -> str:
    """The same to look at, but no address in it is a link, save those that are ``ours``.

    >>> unlinked("evil.example, https://a.example", ["https://a.example"]).replace(JOINER, "+")
    'evil.+example, https://a.example'
    """
    if not ours:
        return _apart(text)
    return "".join(part if own else _apart(part) for part, own in pieces(text, ours))


def pieces(text: str, ours: Sequence[str]) -> list[tuple[str, bool]]:
    """A text cut where addresses of ``ours`` stand; with each part, whether it is one.

    There is one of ours at least.
    """
    # Nothing may follow that would make another address of it.
    own = re.compile("(" + "|".join(map(re.escape, ours)) + r")(?![\w/]|[.@:?#&=%-]+\w)")
    return [(part, at % 2 == 1) for at, part in enumerate(own.split(text))]


def _apart(text: str) -> str:
    return _ADDRESS.sub(lambda found: found[0] + JOINER, text)


def uncommanded(text: str) -> str:
    """The same to look at, but pressing a word behind a slash says nothing, save ours.

    >>> uncommanded(f"/stop 1/2 叫/抢 {OURS}/help").replace(JOINER, "+").replace(OURS, "")
    '/+stop 1/2 叫/抢 /help'
    """
    return _COMMAND.sub(lambda found: found[0] + JOINER, text)
