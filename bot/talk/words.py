"""What can be said: a line of one's own, or a quick word that everybody reads in their language."""

from __future__ import annotations

from bot.ports.talk import LONGEST
from bot.support.errors import Refused
from renderers.speech import clean

QUICK = (
    *("hurry", "wait", "nice", "thanks", "sorry", "mine", "help", "lucky", "close", "again"),
    *("back", "bye"),
)
"""The keys of quick words, in the order in which they are offered; see ``talk-quick-…``."""


def said(text: str) -> str:
    """Words as everybody reads them: one line, without anything that hides or turns around.

    Raises:
        Refused: nothing can be seen of it, or it is too long.
    """
    if len(text) > 4 * LONGEST:  # not even looked at
        raise Refused("talk-long", most=LONGEST, private=True)
    words = clean(text)
    if not words:
        raise Refused("talk-empty", private=True)
    if len(words) > LONGEST:
        raise Refused("talk-long", most=LONGEST, private=True)
    return words
