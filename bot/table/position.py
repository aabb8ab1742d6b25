"""What a position of a match gives each seat, found once however often it is asked for."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core import Game, Prompt, Seat
    from engine.view import View


class Position:
    """One state of a game, and what was found out about it. The state is a frozen value.

    Args:
        game: whose rules they are.
        state: where it stands.
    """

    def __init__(self, game: Game[Any, Any], state: Any) -> None:
        self.state = state
        self._game = game
        self._seen: dict[Seat | None, Any] = {}
        self._views: dict[Seat | None, View] = {}
        self._prompts: dict[Seat, Prompt] = {}

    def seen(self, seat: Seat | None) -> Any:
        """What a seat knows; None: a spectator."""
        if seat not in self._seen:
            self._seen[seat] = self._game.observe(self.state, seat)
        return self._seen[seat]

    def view(self, seat: Seat | None) -> View:
        """What a seat sees, made of what it knows."""
        if seat not in self._views:
            self._views[seat] = self._game.present(self.seen(seat))
        return self._views[seat]

    def prompt(self, seat: Seat) -> Prompt:
        """What a seat that is asked may answer."""
        if seat not in self._prompts:
            self._prompts[seat] = self._game.prompt(self.seen(seat))
        return self._prompts[seat]


def look_of(position: Position, seats: int) -> str:
    """A digest of what every seat and a spectator of a match see."""
    shown = repr([position.view(seat) for seat in (None, *range(seats))])
    return hashlib.sha256(shown.encode()).hexdigest()[:16]
