"""Why a platform did not do what it was asked to.

PlatformError
├── MessageGone   the message is gone, or can no longer be edited
├── ChatGone      the chat cannot be written to any more
├── NotAllowed    a right is missing in the chat
├── ChatMoved     the chat has another id
├── RetryAfter    too fast
├── NoConnection  it was not even asked: nobody was there
└── Unfit         it can be sent by nobody as it is: our fault

What is none of these is tried again later, and after some hours no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.ports.refs import ChatRef


class Elsewhere(Exception):
    """What is asked for is done by another process: nothing was done, and it is asked there."""


class PlatformError(Exception):
    """A platform did not do what it was asked to."""


class MessageGone(PlatformError):
    """The message is not there any more, or can no longer be edited."""


class ChatGone(PlatformError):
    """The chat cannot be written to any more."""


class NotAllowed(PlatformError):
    """A right is missing in the chat; ``rights`` are keys of messages that name them."""

    def __init__(self, rights: tuple[str, ...]) -> None:
        super().__init__(", ".join(rights))
        self.rights = rights


class Unfit(PlatformError):
    """What was sent is not taken as it is, whoever sends it and whenever: our fault."""


class ChatMoved(PlatformError):
    """The chat has another id from now on; write to ``new``."""

    def __init__(self, new: ChatRef) -> None:
        super().__init__("the chat has moved")
        self.new = new


class RetryAfter(PlatformError):
    """Too fast: wait ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class NoConnection(PlatformError):
    """There was no connection: certainly nothing was sent."""
