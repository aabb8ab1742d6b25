"""The language of page and server: JSON frames, one a WebSocket message.

From the page, the first frame is ``{"hello": {"token", "tab", "lang", "person"}}``; then
``{"n", "say", "ago"}`` and ``{"n", "press", "values", "message", "ago"}``. ``n`` counts in the tab
and comes back in the answer; ``ago`` is how many milliseconds the frame waited to be sent.
``{"n", "talk"}`` says words to everybody in the room, and ``{"n", "quick"}`` a quick word; neither
is ever a play or a command.
``{"n", "weigh", "values", "message"}`` asks what would become of values that are picked: its answer
has ``why`` (a rule, or nothing) and ``plays`` (buttons), and nothing is done.
To the page: ``state`` once after the hello, ``put`` and ``drop`` for messages, ``talk`` (all that
was said lately) and ``said`` (one line), and for every frame ``ack`` with its number, beside it
``toast`` (with ``times``, as a message has them), ``note`` or an ``error`` code the page has words
for.
``PING`` is answered at once: the page finds out whether the connection still lives, and by how many
frames were sent (``pong``) and ``taken`` on it whether one was lost on the way.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.adapters.web.names import clean_text
from bot.adapters.web.signing import PERSON, TOKEN_LENGTH
from bot.i18n.lengths import units
from bot.i18n.times import parts

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ports.messages import Button, Outgoing, Picked, PickGroup

FRAME_BYTES = 4096
PING = '{"ping":1}'
MOST_VALUES = 128
_TAB = re.compile(r"[A-Za-z0-9_-]{8,32}", re.ASCII)
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{0,16}", re.ASCII)
_PRESS = re.compile(r"[!-~]{1,100}", re.ASCII)
_VALUE = re.compile(r"[!-~]{1,64}", re.ASCII)
_QUICK = re.compile(r"[a-z]{1,16}", re.ASCII)
_MESSAGE = re.compile(r"(?:[gpr][A-Za-z0-9_-]{1,40})?", re.ASCII)
_ADDRESS = re.compile(r"https?://[!-~]+|/r/[a-z2-7]+(?:#join)?", re.ASCII)
"""What a link may open, no script: a page elsewhere, or a room here (``#join``: to sit down)."""

_WISHES = frozenset({"say", "press", "weigh", "talk", "quick"})
"""What a frame may want: one of these."""

_MOST_N = 2**53 - 1
_HOUR_MS = 3_600_000


class FrameRefused(Exception):
    """A frame is not in the language; ``n`` is its number where that could be read."""

    def __init__(self, code: str, n: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.n = n


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame: whose tab this is. ``tab`` is random, new with every loading of the page.

    ``person``: which of those who use the browser, where it is not whoever it belongs to.
    """

    token: str
    tab: str
    lang: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Words from the input line."""

    n: int
    text: str
    ago: int = 0


@dataclass(frozen=True, slots=True)
class Press:
    """A button, or a picker's button with the values picked; ``message`` may be empty."""

    n: int
    token: str
    values: tuple[str, ...] = ()
    message: str = ""
    ago: int = 0


@dataclass(frozen=True, slots=True)
class Weigh:
    """A picker's button, not pressed: what would become of these values?"""

    n: int
    token: str
    values: tuple[str, ...] = ()
    message: str = ""
    ago: int = 0


@dataclass(frozen=True, slots=True)
class Speak:
    """Words for everybody in the room, or the key of a quick word."""

    n: int
    text: str
    quick: str = ""
    ago: int = 0


Frame: TypeAlias = Say | Press | Weigh | Speak


def read_hello(data: str) -> Hello:
    """The first frame of a tab.

    Raises:
        FrameRefused: it is none.
    """
    match _load(data):
        case {"hello": {"token": str(token), "tab": str(tab), **rest}} if len(
            token
        ) <= TOKEN_LENGTH and _TAB.fullmatch(tab):
            lang, person = rest.get("lang", ""), rest.get("person", "")
            if not isinstance(lang, str) or not isinstance(person, str):
                raise FrameRefused("bad-frame")
            if _LANGUAGE.fullmatch(lang) and (not person or PERSON.fullmatch(person)):
                return Hello(token, tab, lang, person)
    raise FrameRefused("bad-frame")


def read_frame(data: str) -> Frame:
    """Every later frame.

    Raises:
        FrameRefused: it is none.
    """
    found = _load(data)
    n = found.get("n")
    if type(n) is not int or not 0 < n <= _MOST_N:
        raise FrameRefused("bad-frame")
    ago = found.get("ago", 0)
    if type(ago) is not int or not 0 <= ago <= _HOUR_MS:
        raise FrameRefused("bad-frame", n)
    if len(found.keys() & _WISHES) != 1:
        raise FrameRefused("bad-frame", n)
    match found:
        case {"say": str(text)}:
            text = clean_text(text)
            if not text:
                raise FrameRefused("nothing-said", n)
            return Say(n, text, ago)
        case {"talk": str(text)}:
            return Speak(n, text, ago=ago)
        case {"quick": str(key)} if _QUICK.fullmatch(key):
            return Speak(n, "", key, ago)
        case {"press": str(token)} if _PRESS.fullmatch(token):
            return Press(n, token, *_picked(found, n), ago)
        case {"weigh": str(token)} if not found.keys() & {"say", "press"} and _PRESS.fullmatch(
            token
        ):
            return Weigh(n, token, *_picked(found, n), ago)
    raise FrameRefused("bad-frame", n)


def _picked(found: dict[str, Any], n: int) -> tuple[tuple[str, ...], str]:
    """The values and the message of a press. Raises ``FrameRefused``."""
    values, message = found.get("values", []), found.get("message", "")
    if _are_values(values) and isinstance(message, str) and _MESSAGE.fullmatch(message):
        return tuple(values), message
    raise FrameRefused("bad-frame", n)


def number_of(data: str | None) -> int | None:
    """A frame's number, for the answer to one that is refused unread."""
    try:
        n = _load(data or "").get("n")
    except FrameRefused:
        return None
    return n if type(n) is int and 0 < n <= _MOST_N else None


def _are_values(values: Any) -> bool:
    return (
        isinstance(values, list)
        and len(values) <= MOST_VALUES
        and all(isinstance(v, str) and _VALUE.fullmatch(v) for v in values)
    )


def _load(data: str) -> dict[str, Any]:
    # RecursionError: two thousand brackets fit into a frame.
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise FrameRefused("bad-frame") from None
    if not isinstance(found, dict):
        raise FrameRefused("bad-frame")
    return found


def write(frame: dict[str, Any]) -> str:
    """A frame as it travels. Lone surrogates, which no socket carries, stay escaped."""
    return json.dumps(frame, ensure_ascii=True, separators=(",", ":"))


def shape(
    message_id: str,
    message: Outgoing,
    now: datetime,
    picture: str = "",
    file: str = "",
    *,
    retired: bool = False,
) -> Any:
    """A message as the page draws it; ``picture`` and ``file`` are the ids of what it has.

    ``left`` are the seconds that its clock still has: the page's own clock may be wrong.
    ``asked`` is whether its reader is waited for: "turn" in the game, "ready" to go on, or "".
    """
    left = None if message.until is None else (message.until - now).total_seconds()
    return {
        "id": message_id,
        "title": message.title,
        **worded(message.text),
        "picture": picture,
        "alt": message.alt,
        "scene": message.scene,
        **worded(message.told, "told"),
        **worded(message.turns, "turns"),
        "facts": [{"label": f.label, "value": f.value, "good": f.good} for f in message.facts],
        "left": left,
        "thinking": message.thinking,
        "asked": message.asked,
        "file": None if message.file is None else {"name": message.file.name, "id": file},
        "mention": "" if message.mention is None else message.mention.id,
        "rows": [[_button(button) for button in row] for row in message.rows],
        "pickers": [
            {
                "token": p.token,
                "label": p.label,
                "style": p.style.value,
                "equal": p.equal,
                "groups": [_group(g) for g in p.groups],
            }
            for p in message.pickers
        ],
        "retired": retired,
        "on": message.on,
        "passing": message.passing,
    }


def worded(text: str, name: str = "") -> dict[str, Any]:
    """Words for the page, and the times in them; as ``text`` and ``times``, or of a name.

    ``times`` are ``[start, length, seconds since 1970, dated]``, in the units in which a browser
    counts, so that it shows them as its own clock does; their words are true by themselves.
    """
    words, found = "", []
    for part in parts(text):
        if isinstance(part, str):
            words += part
        else:
            found.append([units(words), units(part.words), part.at, part.dated])
            words += part.words
    return {name: words, f"{name}_times": found} if name else {"text": words, "times": found}


def weighed(picked: Picked) -> Any:
    """What becomes of values that were picked, for the page; nothing of what is not so."""
    said = {"why": picked.why, "plays": [_button(play) for play in picked.plays]}
    return {name: value for name, value in said.items() if value}


def _button(button: Button) -> Any:
    url = button.url if _ADDRESS.fullmatch(button.url) else ""
    made: dict[str, Any] = {
        "token": button.token,
        "label": button.label,
        "style": button.style.value,
        "url": url,
    }
    more = {"picks": list(button.picks), "hint": button.hint, "key": button.key}
    made |= {} if button.on is None else {"on": button.on}
    if button.wanted is not None:
        users = [user.id for user in button.wanted.users]
        made["wanted"] = {"users": users, "others": button.wanted.others}
    return {**made, **{name: value for name, value in more.items() if value}}


def _group(group: PickGroup) -> Any:
    options = [
        {"value": o.value, "label": o.label, "face": o.face, "marked": o.marked}
        for o in group.options
    ]
    return {"title": group.title, "least": group.least, "most": group.most, "options": options}
