"""Faults in what is told to somebody who asks, by the law of ``tests.kit.hints`` they break."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.cards import SMALL_JOKER
from engine.core import Action
from engine.msg import msg
from tests.kit.hints import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players.ideas import Idea

Told = tuple["Idea", ...]
HINTS: list[tuple[str, Callable[[Any, Any, int], Told]]] = []


def misleads(law: str) -> Any:
    """Enter the function below as one whose ideas break ``law``."""

    def enter(told: Any) -> Any:
        HINTS.append((law, told))
        return told

    return enter


@misleads("few")
def nothing(game, state, seat):
    """Has nothing to say."""
    return ()


@misleads("few")
def chatter(game, state, seat):
    """Says one thing four times."""
    return tell(game, state, seat)[:1] * 4


@misleads("legal")
def cheat(game, state, seat):
    """Advises a card that is not in the hand."""
    first, *others = tell(game, state, seat)
    return (replace(first, action=Action("play", (SMALL_JOKER,) * 3)), *others)


@misleads("readable")
def endless(game, state, seat):
    """Does not come to an end."""
    first, *others = tell(game, state, seat)
    return (replace(first, why=msg("landlord-hint-weak", high=10**150, bombs=0)), *others)


@misleads("fair")
def peeping(game, state, seat):
    """Knows how many cards of the next seat's hand are high."""
    first, *others = tell(game, state, seat)
    other = (seat + 1) % len(state.hands)
    return (replace(first, wins=sum(card.rank for card in state.hands[other]) % 100), *others)


@misleads("shares")
def sure(game, state, seat):
    """Wins more often than always."""
    first, *others = tell(game, state, seat)
    return (replace(first, wins=140), *others)


@misleads("shares")
def untried(game, state, seat):
    """Tells of all ideas how often they win, though the first alone was tried."""
    return tuple(replace(idea, wins=50) for idea in tell(game, state, seat))
