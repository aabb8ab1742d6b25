"""One message before it is painted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.ports.messages import Style
from bot.users.preferences import PLAIN, Taste
from engine.frozen import changed, quick

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ports.messages import Asked, Button, Picker
    from bot.screens.panes import Own
    from bot.screens.plays import Offer
    from engine.view import View

PIECE = 1024
"""Bytes that are digested at a time: before more than 2047 other threads would have their turn."""


@quick
@dataclass(frozen=True, slots=True)
class Screen:
    """What somebody sees, as a frozen value.

    Attributes:
        view: the picture; None for words alone.
        names: players' names by seat, for the view.
        text: words beside the picture.
        title: whose private screen it is.
        public: the table's counter of public changes, for the board.
        taste: how its reader wants it; the words are in that language already.
        offer: whose plays are offered first; they are worked out while the picture is painted.
        until: when the clock answers for whoever is waited for.
        thinking: which computer player is waited for, in words.
        own: the private screen where the board is in sight beside it.
        asked: how its reader is waited for.
        on: it is the board of a table that is not over.
        drawn: lines of the text about what was just done, which the view mostly shows too.
        turns: lines of it about whose turn it is, which the view shows too.
        course: everybody's points by seat after each round of the match, between rounds.
    """

    view: View | None
    names: tuple[str, ...]
    text: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    pickers: tuple[Picker, ...] = ()
    title: str = ""
    public: int = 0
    notify: bool = False
    offer: Offer | None = field(default=None, repr=False)
    until: datetime | None = None
    thinking: str = ""
    own: Own | None = None
    asked: Asked = ""
    on: bool = False
    drawn: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    course: tuple[tuple[int, ...], ...] = ()
    taste: Taste = PLAIN

    @property
    def digest(self) -> str:
        """Equal for equal content: what need not be sent again."""
        content = changed(self, public=0, notify=False, until=None)
        until = self.until.timestamp() if self.until is not None else 0  # zones have several names
        shown, found = repr((content, until)).encode(), hashlib.sha256()
        for at in range(0, len(shown), PIECE):
            found.update(shown[at : at + PIECE])
        return found.hexdigest()[:16]


def one_gold(screen: Screen) -> Screen:
    """The screen with one button in gold at most: the first, or that by which cards are played."""
    left = not any(picker.token for picker in screen.pickers)
    rows = []
    for row in screen.rows:
        buttons = []
        for button in row:
            gold = button.style is Style.PRIMARY
            buttons.append(replace(button, style=Style.PLAIN) if gold and not left else button)
            left = left and not gold
        rows.append(tuple(buttons))
    return replace(screen, rows=tuple(rows))


def lines(*parts: str) -> str:
    """Those that say something, one below the other."""
    return "\n".join(part for part in parts if part)
