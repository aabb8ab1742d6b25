"""Who, where and which message: people, chats and messages as platforms name them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.frozen import quick


@quick
@dataclass(frozen=True, slots=True)
class UserRef:
    """A person, as the platform identifies them."""

    platform: str
    id: str

    @property
    def key(self) -> str:
        """One string for storage."""
        return f"{self.platform}:{self.id}"


@quick
@dataclass(frozen=True, slots=True)
class ChatRef:
    """A group, and the thread or topic in it; ``thread`` is empty for the group itself."""

    platform: str
    id: str
    thread: str = ""

    @property
    def key(self) -> str:
        """The chat without its thread: totals belong to it."""
        return f"{self.platform}:{self.id}"

    @property
    def place(self) -> str:
        """The chat with its thread: at most one live table each."""
        return f"{self.platform}:{self.id}:{self.thread}"


@quick
@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message sent: in a group or, where ``private``, to one person.

    ``kind`` is what a platform calls a message that can be edited in a way of its own, as far as
    that is known; it says nothing of which message it is.
    """

    platform: str
    chat: str
    id: str
    private: bool = False
    thread: str = ""
    kind: str = field(default="", compare=False)


def place_of(place: str) -> ChatRef | None:
    """The chat and thread of ``ChatRef.place``; None for what is none."""
    platform, _, rest = place.partition(":")
    chat, _, thread = rest.rpartition(":")
    return ChatRef(platform, chat, thread) if platform and chat else None


def alone_key(user: UserRef) -> str:
    """The book of what a person plays alone, in the form of a chat's key."""
    return f"alone:{user.key}"


def user_of(key: str) -> UserRef:
    """A person by their key."""
    platform, _, ident = key.partition(":")
    return UserRef(platform, ident)
