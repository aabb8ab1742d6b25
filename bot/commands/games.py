"""Games as people name them, and the menu of all games."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.commands.parser import as_name
from bot.i18n.keys import game_about, game_name
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.screens.more import TEACH
from bot.support.errors import Refused
from bot.table import tokens
from engine.msg import chained, msg
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bot.commands.request import Request
    from bot.ports.refs import MessageRef
    from engine.core import Game

_MENU = ("menu", "?", "？", "选", "菜单")
"""What is said by whoever wants to see the menu."""


async def game_named(request: Request, words: str) -> Game[object, object] | None:
    """The game that is called so, or without words the chat's last one; None: a menu is wanted.

    Raises:
        Refused: none is called so; it names those there are.
    """
    context, wanted = request.context, normal(words)
    if not wanted:
        wanted = (await context.store.preferences.chat(request.score_key)).get("game", "")
        if not wanted:
            return None
    for ident, game in context.games.items():
        known = {ident, *game.info.names, *context.reader.everywhere(game_name(ident))}
        if as_name(wanted) in map(as_name, known):
            return game
    if wanted in _MENU:
        return None
    raise Refused("newgame-unknown", games=chained("render-list", map(game_name, context.games)))


def menu_of_games(
    request: Request,
    command: str,
    ask: str = "",
    *,
    here: bool = False,
    posted: Callable[[MessageRef], None] | None = None,
    of: Iterable[str] | None = None,
    first: tuple[Button, ...] = (),
) -> Reply:
    """Games, each a button for a command that needs one.

    Args:
        request: who wants it.
        command: the command.
        ask: the key of what stands above.
        here: it is shown to everybody.
        posted: is told where.
        of: the ids of those that are shown, if not all are.
        first: a row that stands before them.
    """
    reader = request.reader
    buttons = [
        Button(tokens.menu(command, ident), reader.catalogue.say(game_name(ident)))
        for ident in (request.context.games if of is None else of)
    ]
    text = reader.say(ask or f"{command}-menu")
    if command == "newgame":
        text = "\n".join((text, *described(request)))
        buttons.append(Button(tokens.menu(TEACH), reader.say("button-teach"), Style.PRIMARY))
    rows = tuple(tuple(buttons[at : at + 3]) for at in range(0, len(buttons), 3))
    rows = (first, *rows) if first else rows
    message = Outgoing(text=text, rows=rows)
    return Reply(message, Where.HERE if here else Where.PRIVATE, public=True, posted=posted)


def described(request: Request) -> Iterator[str]:
    """Of each game a line: how many play, how long, and what it is about."""
    catalogue = request.reader.catalogue
    for ident, game in request.context.games.items():
        about = game_about(ident)
        if not catalogue.has(about.key):
            continue
        least, most = game.info.seats[0], game.info.seats[-1]
        seats = str(least) if least == most else f"{least}–{most}"
        yield catalogue.say(msg("newgame-line", game=game_name(ident), seats=seats, about=about))


async def split(request: Request, rest: str) -> tuple[Game[object, object] | None, str]:
    """The game that the first word names, if it does, and the deal."""
    head, *others = rest.strip().split(maxsplit=1) or [""]
    along = request.incoming.enclosed is not None or bool(request.incoming.quoted)
    if head and (others or along) and ":" not in normal(head):
        with suppress(Refused):
            return await game_named(request, head), "".join(others)
    return None, rest
