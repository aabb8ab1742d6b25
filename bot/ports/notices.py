"""What a platform tells that is neither words nor a press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.ports.refs import ChatRef, MessageRef, UserRef


@dataclass(frozen=True, slots=True)
class Opened:
    """A person opened the chat and may not have what was said before: show it again."""

    user: UserRef
    chat: ChatRef
    language: str = ""


@dataclass(frozen=True, slots=True)
class Removed:
    """The bot was removed from a chat."""

    chat: ChatRef


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A person is no longer in the chat."""

    user: UserRef
    chat: ChatRef


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A person has come into the chat."""

    user: UserRef
    chat: ChatRef


@dataclass(frozen=True, slots=True)
class SightChanged:
    """Some people may see less than before; who exactly sees what is to be asked again.

    Attributes:
        platform: where.
        user: whom it is about; None: anybody.
        chats: keys of the chats that it is about; None: all of the platform.
        gone: the person is certainly no longer in any of these chats, and nobody needs to ask.
    """

    platform: str
    user: UserRef | None = None
    chats: frozenset[str] | None = None
    gone: bool = False

    def about(self, user: UserRef, chat: str) -> bool:
        """Whether it is about this person in the chat with this key."""
        if user.platform != self.platform or self.user not in (None, user):
            return False
        return self.chats is None or chat in self.chats


@dataclass(frozen=True, slots=True)
class Added:
    """The bot was added to a chat, by ``user`` if the platform says so."""

    chat: ChatRef
    user: UserRef | None = None
    language: str = ""


@dataclass(frozen=True, slots=True)
class Migrated:
    """A chat has another id from now on; told as often as the platform says it."""

    old: ChatRef
    new: ChatRef


@dataclass(frozen=True, slots=True)
class PlaceGone:
    """A thread, topic or channel was deleted, or locked so that nothing can be written there."""

    chat: ChatRef
    deleted: bool = True


@dataclass(frozen=True, slots=True)
class PlaceBack:
    """A thread or topic can be written to again."""

    chat: ChatRef


@dataclass(frozen=True, slots=True)
class Erased:
    """A message of ours was deleted by somebody."""

    message: MessageRef


@dataclass(frozen=True, slots=True)
class Reachable:
    """Whether private messages to a person arrive has changed (blocked, unblocked, /start)."""

    user: UserRef
    reachable: bool


Notice: TypeAlias = (
    Opened
    | Removed
    | MemberLeft
    | MemberJoined
    | SightChanged
    | Added
    | Migrated
    | PlaceGone
    | PlaceBack
    | Erased
    | Reachable
)
