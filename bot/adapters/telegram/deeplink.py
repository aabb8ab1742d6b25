"""Tokens in links that open a private chat: ``t.me/<bot>?start=<payload>``.

A payload is 1 to 64 of ``A-Z a-z 0-9 _ -`` (Bot API, deep linking); a token may hold more, so the
characters that it may not hold are written as two. A payload that is no token of ours is somebody
else's, or only opens the chat.

A link is seen, copied and written by anybody, so it brings only what changes nothing.
"""

from __future__ import annotations

import re

LONGEST = 64

HELLO = "hello"
"""A payload that is no token: it only opens the chat."""

_WRITTEN = {":": "_", "_": "-u", ".": "-d", "+": "-p", "-": "-m"}
_READ = {written: char for char, written in _WRITTEN.items()}
_HARMLESS = re.compile(r"g1:[a-z0-9]+:[0-9]+:(?:hand|notify)|m1:notify:ask[.]-?[0-9]+", re.ASCII)
_PAYLOAD = re.compile(r"(?:[A-Za-z0-9_]|-[udpm]){1,64}", re.ASCII)


def payload(token: str) -> str:
    """A token as a payload; empty where it cannot be one, or does something.

    >>> payload("g1:ab12cd:0:hand")
    'g1_ab12cd_0_hand'
    >>> payload("g1:ab12cd:0:join")
    ''
    """
    if not _HARMLESS.fullmatch(token):
        return ""
    text = "".join(_WRITTEN.get(c, c) for c in token)
    return text if len(text) <= LONGEST else ""


def token(payload: str) -> str:
    """The token of a payload; empty if it is none of ours, or does something.

    >>> token("g1_ab12cd_0_hand")
    'g1:ab12cd:0:hand'
    >>> token("g1_ab12cd_0_join")
    ''
    """
    if "_" not in payload or len(payload) > LONGEST or not _PAYLOAD.fullmatch(payload):
        return ""
    text = re.sub(r"-.|_", lambda found: _READ[found[0]], payload)
    return text if _HARMLESS.fullmatch(text) else ""
