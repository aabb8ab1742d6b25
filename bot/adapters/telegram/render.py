"""The service's messages as Telegram shows them: words with entities, a picture, a keyboard.

Words are sent without a parse mode, so that nothing in them is markup; lengths are counted in
UTF-16 units, as the Bot API counts them.
"""

from __future__ import annotations

import json
import re
import struct
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User
from telegram.constants import MessageEntityDateTimeFormats

from bot.i18n import times
from bot.i18n.lengths import cut, split, units
from bot.i18n.links import JOINER, pieces, uncommanded, unlinked
from bot.ports.messages import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.ports.messages import Attachment, Button, Outgoing

TEXT = 4096
CAPTION = 1024
TOAST = 200
LABEL = 64
ROW = 8
BUTTONS = 100
MARKUP = 9_800
"""Bytes of a keyboard; the server refuses about 10,000."""

ROW_WIDTH = 30
"""Half-width columns that the labels of one row take at most, so that a phone shows them whole."""

SIDES, RATIO, PHOTO_BYTES = 10_000, 20, 10_000_000
"""What a photo may have: width + height, the longer side to the shorter, bytes (Bot API)."""

BLANK = "!"
"""What a button without a token carries."""

NOTHING = "·"

_FORMS = {False: MessageEntityDateTimeFormats.LONG_TIME.value,
          True: MessageEntityDateTimeFormats.SHORT_DATE_SHORT_TIME.value}  # fmt: skip
"""How a time is shown: to the second, or with its date."""

STYLES = {Style.PLAIN: None, Style.PRIMARY: "primary", Style.DANGER: "danger"}
_CALLS = re.compile(r"@(?=\w)|[#＃](?=\w*[^\W\d_])|\$(?=[A-Z])")
"""Where the name of a person, a tag or a share would begin."""

_CARD = re.compile(r"(?<!\w)\d(?:[ -]?\d){12,}(?!\w)")
"""What may be the number of a bank card."""


@dataclass(frozen=True, slots=True)
class Words:
    """Text and its entities."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


@dataclass(frozen=True, slots=True)
class Shaped:
    """A message in Telegram's form.

    Attributes:
        words: the text, or the caption of the picture.
        rest: what does not fit, for messages below.
        file: the picture is sent as a file, since a photo must not be like it.
        alt: words for when the picture is refused.
        kept: a file to keep, sent below.
    """

    words: Words
    rest: tuple[Words, ...]
    keyboard: InlineKeyboardMarkup | None
    picture: bytes | None = None
    file: bool = False
    alt: str = ""
    kept: Attachment | None = None


def inert(text: str, links: Sequence[str] = ()) -> str:
    """The same to look at, but nobody is called and nothing can be pressed, save what is ours.

    ``links``: the addresses that are ours.
    """
    parts = pieces(text, links) if links else ((text, False),)
    return "".join(part if own else _inert(part) for part, own in parts)


def _inert(text: str) -> str:
    called = _CALLS.sub(lambda found: found[0] + JOINER, uncommanded(text))
    return unlinked(_CARD.sub(_torn, called))


def _torn(card: re.Match[str]) -> str:
    return JOINER.join(card[0][at : at + 4] for at in range(0, len(card[0]), 4))


def timed(text: str) -> Words:
    """Words in which every time is one that clients show as their own clock has it."""
    words, entities = "", []
    for part in times.parts(text):
        if isinstance(part, str):
            words += part
            continue
        entities.append(
            MessageEntity(
                MessageEntity.DATE_TIME, units(words), units(part.words),
                unix_time=datetime.fromtimestamp(part.at, UTC), date_time_format=_FORMS[part.dated],
            )
        )  # fmt: skip
        words += part.words
    return Words(words, tuple(entities))


def width(text: str) -> int:
    """Columns of a label: a wide character takes two."""
    return sum(1 + (c >= "\u1100") for c in text)


def rows_of(rows: Iterable[Sequence[Button]]) -> list[list[InlineKeyboardButton]]:
    """Rows as Telegram takes them: at most eight buttons, and labels that can be read."""
    found: list[list[InlineKeyboardButton]] = []
    for row in rows:
        line: list[Button] = []
        used = 0
        for button in row:
            wide = width(button.label) + 2
            if line and (len(line) == ROW or used + wide > ROW_WIDTH):
                found.append([_key(b) for b in line])
                line, used = [], 0
            line.append(button)
            used += wide
        if line:
            found.append([_key(b) for b in line])
    return found


def _key(button: Button) -> InlineKeyboardButton:
    return key(button.label, button.token, style=STYLES[button.style], url=button.url)


def key(label: str, data: str, *, style: str | None = None, url: str = "") -> InlineKeyboardButton:
    """A button; one without data or address does nothing."""
    shown = cut(label.strip() or NOTHING, LABEL)
    if url:
        return InlineKeyboardButton(shown, url=url, style=style)
    return InlineKeyboardButton(shown, callback_data=data or BLANK, style=style)


def keyboard(rows: Sequence[Sequence[InlineKeyboardButton]]) -> InlineKeyboardMarkup | None:
    """The rows that fit; None without any."""
    kept, left, room = [], BUTTONS, MARKUP
    for row in rows:
        left -= len(row)
        room -= sum(map(_bytes, row))
        if left < 0 or room < 0:
            break
        kept.append(list(row))
    return InlineKeyboardMarkup(kept) if kept else None


def _bytes(button: InlineKeyboardButton) -> int:
    """What a button takes of a markup at most, its names and signs included."""
    page = button.web_app.url if button.web_app is not None else ""
    carried = button.url or page or button.callback_data
    return len(json.dumps(button.text)) + len(str(carried)) + 64


def is_photo(picture: bytes) -> bool:
    """Whether a PNG has the measures of a photo."""
    if len(picture) > PHOTO_BYTES:
        return False
    if picture[:8] != b"\x89PNG\r\n\x1a\n" or len(picture) < 24:
        return True  # let the server say
    wide, high = struct.unpack(">II", picture[16:24])
    long, short = max(wide, high), min(wide, high)
    return bool(short) and wide + high <= SIDES and long <= RATIO * short


def shaped(
    message: Outgoing,
    markup: InlineKeyboardMarkup | None,
    *,
    called: tuple[int, str] | None = None,
    picture: bool = True,
) -> Shaped:
    """A message in Telegram's form.

    Args:
        message: what to show.
        markup: its keyboard.
        called: id and name of the person to call by name.
        picture: whether the picture is to be shown; else its words stand in.
    """
    shown = message.picture if picture else None
    title, text = inert(message.title), inert(message.text, message.links)
    if shown is None and message.picture is not None:
        text = "\n\n".join(part for part in (inert(message.alt), text) if part)
    name = inert(called[1]) if called else ""
    if called and name not in f"{title}\n{text}":
        text = f"{name}\n{text}".strip()
    whole = "\n".join(part for part in (title, text) if part)
    first, *more = map(timed, split(whole, TEXT, TEXT if shown is None else CAPTION))
    if shown is None and not first.text.strip():
        first = Words(NOTHING)
    marks = []
    if title:
        marks.append(MessageEntity(MessageEntity.BOLD, 0, units(cut(title, units(first.text)))))
    if called and name in first.text:
        at = units(first.text[: first.text.index(name)])
        person = User(called[0], called[1], is_bot=False)
        marks.append(MessageEntity(MessageEntity.TEXT_MENTION, at, units(name), user=person))
    return Shaped(
        Words(first.text, (*marks, *first.entities)),
        tuple(words for words in more if words.text.strip()),
        markup,
        shown,
        file=shown is not None and not is_photo(shown),
        alt=message.alt,
        kept=message.file,
    )


def in_words(shaped: Shaped) -> Words:
    """The words of a message whose picture cannot be shown."""
    if not shaped.alt:
        return shaped.words
    whole = split(f"{shaped.words.text}\n\n{inert(shaped.alt)}".strip(), TEXT)[0]
    fits = (e for e in shaped.words.entities if e.offset + e.length <= units(whole))
    return Words(whole, tuple(fits) if whole.startswith(shaped.words.text) else ())


def bare(shaped: Shaped) -> Shaped:
    """The same words with nothing said of their parts."""
    return replace(
        shaped,
        words=Words(shaped.words.text),
        rest=tuple(Words(words.text) for words in shaped.rest),
    )


def essence(message: Outgoing) -> str:
    """What matters most of a message, in 200 units: the words that name cards, then the rest."""
    text = times.plain(message.text)
    lines = [line.strip() for line in f"{message.alt}\n{text}".split("\n") if line.strip()]
    cards = sorted((line for line in lines if _cards(line)), key=_cards, reverse=True)
    others = [line for line in text.split("\n") if line.strip() and line not in cards]
    kept: list[str] = []
    for line in (*cards[:1], *others, *cards[1:]) or lines:
        if units("\n".join((*kept, line))) <= TOAST:
            kept.append(line)
    return "\n".join(kept) or cut((cards or lines or [NOTHING])[0], TOAST)


def _cards(line: str) -> int:
    return sum(line.count(suit) for suit in "♠♥♣♦") + line.count("王")
