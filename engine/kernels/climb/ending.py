"""An ending of a climbing game that was written down: the hands, and seat 0 leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core import defaults
from engine.kernels.climb.state import PLAY, Public, State

if TYPE_CHECKING:
    from engine.kernels.climb.flow import ClimbGame
    from engine.kernels.climb.state import Hand


def ending(game: ClimbGame[Any], hands: tuple[Hand, ...], extra: Any) -> Any:
    """A position of these hands in which seat 0 leads; ``extra``: what is the game's own."""
    options = defaults(game.info)
    shown = tuple(game.arranged(hand, options) for hand in hands)
    public = Public(
        options=tuple(sorted(options.items())), phase=PLAY, turn=0,
        counts=tuple(map(len, hands)), extra=extra, known=((),) * len(hands),
    )  # fmt: skip
    return State(public, shown)
