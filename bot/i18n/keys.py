"""Keys of the messages that every game has."""

from __future__ import annotations

from engine.msg import Msg


def prefix(game_id: str) -> str:
    """What the keys of a game's messages begin with."""
    return game_id.strip("_").replace("_", "-")


def game_name(game_id: str) -> Msg:
    """The name of a game."""
    return Msg(f"{prefix(game_id)}-name")


def option_name(game_id: str, key: str) -> Msg:
    """What an option of a game is called."""
    return Msg(f"{prefix(game_id)}-option-{key}".replace("_", "-"))


def option_note(game_id: str, key: str) -> Msg:
    """What is added to an option of a game where it is set; not every one has such a message."""
    return Msg(f"{prefix(game_id)}-note-{key}".replace("_", "-"))


def option_value(game_id: str, key: str, value: str) -> Msg:
    """What a value of an option is called; those that are numbers are called so."""
    return Msg(f"{prefix(game_id)}-value-{key}-{value}".replace("_", "-"))
