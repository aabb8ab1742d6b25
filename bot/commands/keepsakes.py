"""What is kept of a played match: a round in motion, and a card that tells how the match ended."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.played import beside
from bot.ports.messages import Attachment, Outgoing, Reply
from bot.records import frames
from bot.screens.replay import card, dressed
from bot.support.errors import Refused
from bot.support.workers import NotDone
from engine.replay import replay
from renderers.film import TooLarge

if TYPE_CHECKING:
    from bot.commands.played import Played
    from bot.commands.request import Request
    from bot.records.frames import Frame
    from engine.match import Match

FILMS = frozenset({"film", "gif", "webp", "动图", "動圖", "动画", "動畫"})
CARDS = frozenset({"card", "share", "卡片", "战报", "戰報"})
"""Said behind ``/record``."""

FILM_FILE, CARD_FILE = "round.webp", "match.png"


async def film(request: Request, found: Played, number: int) -> Reply:
    """A round in motion, as its reader saw it; 0: the last one.

    Raises:
        Refused: it cannot be made.
    """
    shown = await beside(request, partial(_round, found, number))
    made = [request.reader.screen(dressed(frame), found.names) for frame in shown]
    try:
        data = await request.context.painter.film(made)
    except (NotDone, TooLarge):
        raise Refused("replay-no-film", private=True) from None
    told = request.reader.say("replay-film-here", round=shown[0].round)
    return Reply(Outgoing(told, file=Attachment(FILM_FILE, data)))


def _round(found: Played, number: int) -> tuple[Frame, ...]:
    fresh, log = found.restored()
    number = number if 1 <= number <= len(log) else len(log)
    return frames.round_frames(fresh, log, number, found.reader)


async def share_card(request: Request, found: Played) -> Reply:
    """Who won what, on one picture.

    Raises:
        Refused: no round is over.
    """
    match = await beside(request, partial(_ended, found))
    if not match.played:
        raise Refused("replay-no-card", private=True)
    screen = request.reader.screen(card(match), found.names)
    limits = request.limits
    # It is there to be passed on: a picture also where others are drawn from data.
    message = await request.context.painter.message(screen, pictures=limits.pictures)
    if message.picture is not None and limits.scenes:
        message = replace(message, file=Attachment(CARD_FILE, message.picture))
    return Reply(message)


def _ended(found: Played) -> Match:
    fresh, log = found.restored()
    return replay(fresh, log)
