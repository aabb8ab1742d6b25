"""House rules: which of a game's options are not as usual, and the well-known sets of them.

The sets that are shipped lie beside their games in ``houses.toml``: by their keys the options that
differ (``options``) and where it is written that people play so (``source``, a title).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from engine.core import defaults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import GameInfo, Options


@dataclass(frozen=True, slots=True)
class House:
    """A set of options that is shipped with its game.

    Attributes:
        game: the game's id.
        key: names it among those of its game; lower-case letters.
        options: those that are not at their first value.
        source: the title of what says that people play so.
    """

    game: str
    key: str
    options: Options = field(hash=False)
    source: str


@cache
def shipped(game_id: str) -> Mapping[str, House]:
    """The sets of a game by their keys, in the order in which they are shown."""
    file = files(f"engine.games.{game_id}").joinpath("houses.toml")
    if not file.is_file():
        return {}
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        key: House(game_id, key, dict(one["options"]), str(one["source"]))
        for key, one in found.items()
    }


def differences(info: GameInfo, options: Options) -> dict[str, int | str]:
    """The options that are not at their first value, in the game's order."""
    usual = defaults(info)
    return {key: options[key] for key in usual if options.get(key, usual[key]) != usual[key]}


def whole(info: GameInfo, changed: Options) -> dict[str, int | str] | None:
    """Every option of a game, with some that are not as usual.

    None: the game has no such option or value, or has it no longer.
    """
    known = {option.key: option.values for option in info.options}
    if any(value not in known.get(key, ()) for key, value in changed.items()):
        return None
    return {**defaults(info), **changed}
