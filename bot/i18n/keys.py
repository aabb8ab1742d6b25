"""Keys of the messages that every game has, and what its rounds are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Circles
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from engine.match import Match


def prefix(game_id: str) -> str:
    """What the keys of a game's messages begin with."""
    return game_id.strip("_").replace("_", "-")


def game_name(game_id: str) -> Msg:
    """The name of a game."""
    return Msg(f"{prefix(game_id)}-name")


def game_about(game_id: str) -> Msg:
    """How long a game takes, and what it is about."""
    return Msg(f"{prefix(game_id)}-about")


def option_name(game_id: str, key: str) -> Msg:
    """What an option of a game is called."""
    return Msg(f"{prefix(game_id)}-option-{key}".replace("_", "-"))


def option_note(game_id: str, key: str) -> Msg:
    """What is added to an option of a game where it is set; not every one has such a message."""
    return Msg(f"{prefix(game_id)}-note-{key}".replace("_", "-"))


def option_value(game_id: str, key: str, value: str) -> Msg:
    """What a value of an option is called; those that are numbers are called so."""
    return Msg(f"{prefix(game_id)}-value-{key}-{value}".replace("_", "-"))


def house_name(game_id: str, key: str) -> Msg:
    """What a set of options is called that is shipped with a game."""
    return Msg(f"{prefix(game_id)}-house-{key}")


def unit(match: Match | None) -> Msg:
    """What one round is called: a 圈, or a deal of one where several make a 圈."""
    several = match is not None and (isinstance(match.plan, Circles) or match.game.info.span > 1)
    return msg("unit-deal" if several else "unit-quan")
