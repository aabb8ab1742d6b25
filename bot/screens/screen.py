"""One message before it is painted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.ports.messages import Outgoing, Style
from bot.users.preferences import PLAIN, Taste
from engine.frozen import changed, quick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.ports.messages import Picker
    from bot.screens.panes import Pane
    from bot.screens.plays import Offer
    from bot.screens.reader import Reader
    from engine.view import View

NOTHING = Outgoing()

PIECE = 1024
"""Bytes that are digested at a time: before more than 2047 other threads would have their turn."""


@quick
@dataclass(frozen=True, slots=True)
class Screen:
    """A message before it is painted, as a frozen value.

    Attributes:
        view: the picture; None for words alone.
        names: players' names by seat, for the view.
        message: all the rest of it; its words are in the reader's language already.
        public: the table's counter of public changes, for the board.
        offer: whose plays are offered first; they are worked out while the picture is painted.
        own: the private screen where the board is in sight beside it.
        taste: how its reader wants it.
        drawn: lines of the text about what was just done, which the view mostly shows too.
        turns: lines of it about whose turn it is, which the view shows too.
        course: everybody's points by seat after each round of the match, between rounds.
        others: the same for readers of other languages who look on.
        foot: what stands below the words where the page does not draw the table.
    """

    view: View | None
    names: tuple[str, ...]
    message: Outgoing = NOTHING
    public: int = 0
    offer: Offer | None = field(default=None, repr=False)
    own: Pane | None = None
    taste: Taste = PLAIN
    drawn: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
    others: tuple[Screen, ...] = ()
    foot: str = ""

    @property
    def digest(self) -> str:
        """Equal for equal content: what need not be sent again."""
        until = self.message.until
        message = changed(self.message, notify=False, until=None)
        content = changed(self, public=0, message=message)
        at = until.timestamp() if until is not None else 0  # zones have several names
        shown, found = repr((content, at)).encode(), hashlib.sha256()
        for begin in range(0, len(shown), PIECE):
            found.update(shown[begin : begin + PIECE])
        return found.hexdigest()[:16]


def for_each(reader: Reader, languages: Iterable[str], made: Callable[[Reader], Screen]) -> Screen:
    """What is made for a chat, with the same for those who look on in other languages."""
    screen, others = reader.each(languages, made)
    return changed(screen, others=tuple(one for _, one in others)) if others else screen


def with_message(screen: Screen, **fields: Any) -> Screen:
    """The screen with some fields of its message replaced."""
    return changed(screen, message=changed(screen.message, **fields))


def one_gold(message: Outgoing) -> Outgoing:
    """The message with one button in gold at most: the first, or that by which cards are played.

    A number has to be picked before it can be played by: what can be done at once goes before it.
    """
    left = not any(map(_plays_cards, message.pickers))
    rows = []
    for row in message.rows:
        buttons = []
        for button in row:
            gold = button.style is Style.PRIMARY
            buttons.append(changed(button, style=Style.PLAIN) if gold and not left else button)
            left = left and not gold
        rows.append(tuple(buttons))
    gold = any(button.style is Style.PRIMARY for row in rows for button in row)
    pickers = (changed(picker, style=Style.PLAIN) if gold else picker for picker in message.pickers)
    return changed(message, rows=tuple(rows), pickers=tuple(pickers))


def _plays_cards(picker: Picker) -> bool:
    faces = (option.face for group in picker.groups for option in group.options)
    return bool(picker.token) and any(faces)


def lines(*parts: str) -> str:
    """The texts that are not empty, each on lines of its own."""
    return "\n".join(part for part in parts if part)
