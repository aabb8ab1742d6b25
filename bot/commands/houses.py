"""House rules as people name them: a chat's own, and those that are shipped with games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.commands.games import game_named
from bot.i18n.keys import house_name
from bot.i18n.likeness import likeness
from bot.i18n.names import clean
from bot.screens.houses import called
from bot.support.errors import Refused
from bot.table import houses
from bot.table.commands import KnowRules
from bot.table.state import Phase, load_options
from engine.houses import shipped, whole
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.commands.request import Request
    from bot.runtime.launcher import Launcher
    from bot.store.house_rows import HouseRules
    from engine.core import GameInfo, Options
    from engine.msg import Msg


@dataclass(frozen=True, slots=True)
class Found:
    """A set that somebody means.

    Attributes:
        game: what it is for.
        rules: its id.
        name: what it is called.
        changed: the options that are not as usual.
        own: the chat's own, if it is one.
        source: where it is written that people play so, if it is one that is shipped.
    """

    game: GameInfo
    rules: str
    name: Msg
    changed: Options
    own: HouseRules | None = None
    source: str = ""


async def open_by(request: Request, launcher: Launcher, found: Found) -> None:
    """Open a table by a set.

    Raises:
        Refused: another one is on.
    """
    game = request.context.games[found.game.id]
    runner = await launcher.open(request.incoming, game, options=found.changed, rules=found.rules)
    if runner is None:
        raise Refused("newgame-another")


async def read_again(request: Request, idents: Iterable[str]) -> None:
    """Lobbies that show some of these sets are told what they are called now."""
    told = set(idents)
    for runner in tuple(request.tables.running.values()):
        state = runner.table.state
        here = state.phase is Phase.LOBBY and told & {ident for ident, _ in state.houses}
        if here and state.chat is not None:
            kept = await request.context.store.houses.chat(state.chat.key)
            runner.tell(KnowRules(houses.playable(runner.table.game.info, kept)))


async def named_house(request: Request, words: str) -> Found | None:
    """The set that is called so, with its game behind it or without; None: none is."""
    name, game = await meant(request, words)
    return named(request, await kept_here(request), name, game) if name else None


async def offered(request: Request) -> Sequence[HouseRules]:
    """The chat's own sets that a table can be opened by, the newest first."""
    kept = await kept_here(request)
    return [one for one in kept if _playable(request, one)]


# What is meant.


async def kept_here(request: Request) -> list[HouseRules]:
    """The sets of the chat that a request is about, the newest first."""
    key = request.score_key
    return [] if key.startswith("alone:") else await request.context.store.houses.chat(key)


async def meant(request: Request, rest: str) -> tuple[str, GameInfo | None]:
    """A name and the game behind it: ``老王家 斗地主``, ``老王家``, ``斗地主``."""
    words = rest.split()
    for at in range(len(words)):
        behind = " ".join(words[at:])
        try:
            game = await game_named(request, behind)
        except Refused:
            continue
        if game is not None:
            return " ".join(words[:at]), game.info
    return " ".join(words), None


def named(
    request: Request, kept: Sequence[HouseRules], name: str, game: GameInfo | None
) -> Found | None:
    """The set with a name: the chat's own before those that are shipped."""
    for one in kept:
        mine = one.name or request.reader.say("house-nameless")
        if likeness(mine) == likeness(clean(name)) and game in (None, info_of(request, one.game)):
            return _own(request, one)
    for info in (game,) if game is not None else _games(request):
        for house in shipped(info.id).values():
            names = request.reader.everywhere(house_name(info.id, house.key))
            if normal(name) in map(normal, names):
                return _shipped(info, house.key)
    return None


def by_id(request: Request, kept: Sequence[HouseRules], argument: str) -> Found:
    """A set by what its buttons carry: an id, or game and key of one that is shipped.

    Raises:
        Refused: there is none any more.
    """
    game, _, key = argument.partition(".")
    if key and game in request.context.games and key in shipped(game):
        return _shipped(request.context.games[game].info, key)
    own = next((one for one in kept if one.ident == argument), None)
    found = _own(request, own) if own is not None else None
    if found is None:
        raise Refused("house-gone")
    return found


def _games(request: Request) -> list[GameInfo]:
    return [game.info for game in request.context.games.values()]


def info_of(request: Request, game: str) -> GameInfo | None:
    """What is known of a game; None: it is played no longer."""
    found = request.context.games.get(game)
    return found.info if found is not None else None


def _playable(request: Request, own: HouseRules) -> bool:
    info = info_of(request, own.game)
    return info is not None and whole(info, load_options(own.options)) is not None


def _own(request: Request, own: HouseRules) -> Found | None:
    info = info_of(request, own.game)
    if info is None:
        return None
    name = called(own.game, own.ident, own.name)
    return Found(info, own.ident, name, load_options(own.options), own=own)


def _shipped(info: GameInfo, key: str) -> Found:
    house = shipped(info.id)[key]
    rules = houses.SHIPPED + key
    return Found(info, rules, house_name(info.id, key), house.options, source=house.source)
