"""Where the faulty games enter themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

PLANTED: list[tuple[str, type[Any], int]] = []
"""The law that is broken, the game, and the seats to play it with."""


def breaks(law: str, seats: int) -> Any:
    """Enter the class below as a game that breaks ``law``; its docstring says how."""

    def enter(game: Any) -> Any:
        PLANTED.append((law, game, seats))
        return game

    return enter


def add_block(view: Any, block: Any) -> Any:
    """A view with one more block at its end."""
    return replace(view, blocks=(*view.blocks, block))
