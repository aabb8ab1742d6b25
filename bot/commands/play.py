"""Commands about one's own cards: see them, play, be shown a play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.hands import hand
from bot.commands.registry import Counts, command, control
from bot.commands.request import OLD
from bot.commands.speech import typed
from bot.ports.menu import Field
from bot.ports.messages import Outgoing, Reply, Where
from bot.screens import hand as private
from bot.screens import plays
from bot.support.errors import Refused
from bot.table.commands import Press, ShowHand

if TYPE_CHECKING:
    from bot.commands.request import Request


class PlayCommands:
    """``/play``, ``/hand``, and the buttons of a hand."""

    @command("play", "出牌", order=140, bare=False, fields=(Field("cards", "play", required=True),))
    async def play(self, request: Request, rest: str) -> Reply | None:
        """Play what was typed."""
        runner = request.need_own_table()
        said = typed(request.reader, runner.table, request.incoming, rest)
        return await request.ask(runner, said)

    @control("c#", "n#", "p#", "s#", "v#", always=True)
    async def answer(self, request: Request, item: str) -> Reply | None:
        """Give an answer that a button stands for, or cards that were picked."""
        runner, token, said = request.need_table(), request.token, request.incoming
        if token is None:
            raise Refused(OLD)
        press = Press(said.user, token.question, item, said.values, said.source)
        return await request.ask(runner, press)

    @command("hand", "手牌", "看牌", order=130, slash=("看牌",), counts=Counts.VIEW)
    @control("hand", counts=Counts.VIEW, always=True)
    async def hand(self, request: Request, rest: str) -> Reply | None:
        """Show the author's private screen."""
        return await hand(request, request.need_own_table())

    @control("h#", always=True)
    async def hint(self, request: Request, item: str) -> Reply | None:
        """Show something to do and why, one of a few; the next one at the next press."""
        runner, token, limits = request.need_table(), request.token, request.limits
        table, number = runner.table, item[1:]
        seat = table.need_seat(request.user)
        offer = plays.offer_to(table, seat)
        asked = offer is not None and token is not None and offer.question == token.question
        if offer is None or not asked or not number.isdecimal():
            raise Refused(OLD)
        if table.state.hints == "off":
            raise Refused("hint-off", private=True)
        context, name = request.context, f"{table.state.match}:{offer.question}"
        found = await context.computers.ideas(offer.game, offer.seen, offer.prompt, name)
        question = table.question_of(seat)
        if question is None or question.number != offer.question:
            raise Refused(OLD)
        if not found:
            raise Refused("hint-none", private=True)
        at = int(number) % len(found)
        idea = found[at]
        hint = plays.Hint(idea.action, at, len(found), idea.why, idea.wins)
        screen = private.hand(request.reader, table, seat, hint, panes=limits.panes)
        message = await context.painter.message(
            screen, pictures=limits.pictures, panes=limits.panes, scenes=limits.scenes,
            table=table.state.id,
        )  # fmt: skip
        return Reply(message, Where.SAME_MESSAGE)

    @control("reach")
    async def reach(self, request: Request, rest: str) -> Reply | None:
        """Try once more to send somebody a private message."""
        runner, user, reach = request.need_table(), request.user, request.context.reachability
        runner.table.need_seat(user)
        if reach.closed(user):
            await reach.clear(user)
        runner.outbox.forget(user)
        await request.ask(runner, ShowHand(user))
        return Reply(Outgoing(text=request.reader.say("reach-tried")), Where.TOAST)
