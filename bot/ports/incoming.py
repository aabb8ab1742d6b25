"""What a person did: a button pressed, or words said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.frozen import quick

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from bot.ports.refs import ChatRef, MessageRef, UserRef


SLASHES = ("/", "／")
"""How words begin that are a command."""


ALONE = "/deal"
"""What somebody means who sends us a file without a word: a table dealt from it."""


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A file that came with words, or stands in the message that they answer.

    Nothing of it is read before somebody wants it.

    Attributes:
        name: what it is called.
        size: bytes of it, as the platform says; 0: it does not say.
        read: gives at most so many bytes of it; raises a ``PlatformError``.
    """

    name: str
    size: int
    read: Callable[[int], Awaitable[bytes]]


@quick
@dataclass(frozen=True, slots=True)
class Incoming:
    """Something a person did: pressed a token, or said words, with values from a picker.

    Attributes:
        source: unique a platform: the update's or interaction's id.
        chat: the chat and thread; None for a private message.
        message: the message a pressed button stands on; None where the platform sees that it
            stands on another one.
        at: when the person did it, if the platform says so.
        admin: the person may administer the chat.
        own: the message pressed is one that this person alone sees, inside a group.
        addressed: the words were said to the bot in a group: it was mentioned, or they are a reply
            to a message of its own. What begins with a slash needs no such sign.
        masked: an administrator who hides who they are: ``user`` stands for all of these.
        about: the person whom words answer or name, beside us; ``about_name``: how they are called.
        quoted: what stands in the message that words answer.
        talk: the words are for everybody in the room, whatever they could mean; the first of
            ``values`` is a quick word that takes their place.
        enclosed: a file that came along, or else stands in that message.
        window: it was done on the page inside the platform's client (``bot.ports.windows``).
    """

    source: str
    user: UserRef
    chat: ChatRef | None
    message: MessageRef | None = None
    text: str = ""
    token: str = ""
    values: tuple[str, ...] = ()
    display_name: str = ""
    language: str = ""
    admin: bool = False
    chat_title: str = ""
    at: datetime | None = None
    own: bool = False
    addressed: bool = False
    masked: bool = False
    about: UserRef | None = None
    about_name: str = ""
    talk: bool = False
    window: bool = False
    quoted: str = field(default="", repr=False)
    enclosed: Enclosed | None = field(default=None, compare=False, repr=False)

    @property
    def to_us(self) -> bool:
        """Whether this is meant for the bot and not talk that it happens to hear."""
        if self.talk:
            return False
        words = self.text.lstrip()
        command = words.startswith(SLASHES) and words[1:2].isalnum()
        return self.chat is None or bool(self.token) or self.addressed or command
