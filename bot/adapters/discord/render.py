"""A message of ours as messages of Discord."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.adapters.discord import components
from bot.adapters.discord.escape import ALT, CONTENT, DISPLAY, all_escaped, escaped, pieces
from bot.adapters.discord.layout import Arranged, arrange
from bot.i18n.lengths import cut
from bot.i18n.times import parts, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.ports.messages import Attachment, Outgoing

NAME = "discord"
MOST_PIECES = 5
"""Messages that one of ours may become: an answer may have as many (user-installed apps)."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """What is sent: words alone in ``before``, one message each, and then the message itself.

    Attributes:
        before: the beginning of a text that is too long for one message.
        text: the words of the message, with markup escaped.
        arranged: its lines.
        picture: a PNG.
        alt: the picture in words.
        whole: the text of a file, where even several messages could not hold it.
        mention: the id of the only person who may be called.
        file: a file to keep.
    """

    before: tuple[str, ...]
    text: str
    arranged: Arranged
    picture: bytes | None
    alt: str
    whole: str = ""
    mention: int | None = None
    file: Attachment | None = None

    @property
    def blank(self) -> bool:
        """There is nothing to send."""
        shown = self.text.strip() or self.picture or self.arranged.lines or self.before
        return not (shown or self.file)


def shape(
    message: Outgoing,
    *,
    pictures: bool = True,
    layout: bool = False,
    chosen: Mapping[str, Iterable[str]] | None = None,
) -> Shaped:
    """Make it legal; nothing is left out. A deadline is shown as every reader's client counts it.

    Args:
        message: anything.
        pictures: without, the picture's words stand in for it.
        layout: the message is made of components already and cannot change.
        chosen: things picked before, by token.
    """
    picture = message.picture if pictures else None
    arranged = arrange(message, layout=layout, chosen=chosen)
    words = message.text
    if message.picture is not None and not pictures:
        words = "\n\n".join(part for part in (words, message.alt) if part)
    mention = _mentioned(message)
    call = f"<@{mention}> " if mention is not None else ""
    title, said = _timed(message.title, words, message.links)
    text = "\n".join(part for part in (title and f"**{title}**", call + said) if part)
    if message.until is not None:
        text = f"{text} ⏳ <t:{int(message.until.timestamp())}:R>"
    pieced = pieces(text, DISPLAY if arranged.layout else CONTENT)
    whole = ""
    if len(pieced) > MOST_PIECES:
        whole = "\n".join(part for part in (message.title, plain(words)) if part)
        pieced = pieced[:1]
    *before, last = pieced
    return Shaped(tuple(before), last, arranged, picture, message.alt, whole, mention, message.file)


def _timed(title: str, words: str, links: Sequence[str]) -> tuple[str, str]:
    """A title and words without markup; every time in these is as its reader's clock has it.

    Links of ours stand in the words alone.
    """
    found = list(parts(words))
    texts = [part for part in found if isinstance(part, str)]
    plainly = all_escaped([title] if links else [title, *texts])
    said = iter([escaped(text, links) for text in texts] if links else plainly[1:])
    return plainly[0], "".join(
        next(said) if isinstance(part, str) else f"<t:{part.at}:{'f' if part.dated else 'T'}>"
        for part in found
    )


def _mentioned(message: Outgoing) -> int | None:
    user = message.mention
    return int(user.id) if user is not None and user.platform == NAME else None


def _allowed(shaped: Shaped) -> discord.AllowedMentions:
    who = [] if shaped.mention is None else [discord.Object(shaped.mention)]
    return discord.AllowedMentions(everyone=False, roles=False, users=who, replied_user=False)


def _files(shaped: Shaped) -> list[discord.File]:
    files = []
    if shaped.picture is not None:
        alt = cut(shaped.alt, ALT) or None
        files.append(
            discord.File(io.BytesIO(shaped.picture), filename=components.PICTURE, description=alt)
        )
    if shaped.whole:
        files.append(discord.File(io.BytesIO(shaped.whole.encode()), filename=components.TEXT_FILE))
    if shaped.file is not None:
        files.append(discord.File(io.BytesIO(shaped.file.data), filename=shaped.file.name))
    return files


def fresh(shaped: Shaped) -> dict[str, Any]:
    """Keyword arguments that send it as a new message."""
    arguments: dict[str, Any] = {"allowed_mentions": _allowed(shaped)}
    files = _files(shaped)
    if files:
        arguments["files"] = files
    if shaped.arranged.layout:
        arguments["view"] = _layout(shaped)
        return arguments
    arguments["content"] = shaped.text or None
    arguments["suppress_embeds"] = True
    view = components.classic(shaped.arranged)
    if view is not None:
        arguments["view"] = view
    return arguments


def changed(shaped: Shaped, *, same_picture: bool = False) -> dict[str, Any]:
    """Keyword arguments that make an old message into it; what it held and this lacks goes.

    ``same_picture``: the message holds it already, and it is not sent again.
    """
    arguments: dict[str, Any] = {"allowed_mentions": _allowed(shaped)}
    if not same_picture or shaped.file is not None:
        arguments["attachments"] = _files(shaped)
    if shaped.arranged.layout:
        return {**arguments, "view": _layout(shaped), "content": None, "embeds": []}
    arguments["content"] = shaped.text or None
    arguments["view"] = components.classic(shaped.arranged)
    return arguments


def _layout(shaped: Shaped) -> discord.ui.LayoutView:
    alt = shaped.alt if shaped.picture is not None else None
    names = [components.TEXT_FILE] if shaped.whole else []
    names += [shaped.file.name] if shaped.file is not None else []
    return components.layout(shaped.arranged, shaped.text, alt, files=names)
