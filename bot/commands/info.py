"""Commands for reading: why nothing goes on, the rules, the record, details, help."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.access.rights import DO
from bot.commands import more
from bot.commands.games import game_named, menu_of_games
from bot.commands.keepsakes import CARDS, FILMS, film, share_card
from bot.commands.notation import WRITTEN, written_record
from bot.commands.parser import paged
from bot.commands.played import newest, played
from bot.commands.registry import Counts, Needs, command, control, menu
from bot.commands.request import OLD
from bot.commands.shuffle_file import CHECKS, checkable
from bot.i18n.names import told_apart
from bot.ports.menu import Field
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.runtime.loading import log_of, undealt
from bot.screens import coinroom, tournament
from bot.screens import more as more_screen
from bot.screens.board import details
from bot.screens.record import recorded, unopened
from bot.screens.scores import BOOK
from bot.screens.why import why
from bot.store.pages import head, logged
from bot.support.errors import Refused
from bot.table import tokens
from bot.tournament.state import Status
from engine.errors import RuleError
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.screens.record import Record
    from bot.store.rows import StoredRound
    from bot.store.shuffles import Sealed
    from engine.core import Game

START, FRIENDS = "start", "friends"
"""Pages of ``/help`` that no list names."""

SCORES = frozenset({"scores", "score", "ranks", "ranking", "战绩", "戰績", "排行", "累计", "累計"})
"""What people write to read how scores count: ``/rules 战绩``."""


class InfoCommands:
    """``/why``, ``/rules``, ``/record``, ``/help``; the buttons for details, and 更多."""

    @command("why", "为什么", "為什麼", "等谁", "等誰", order=280, counts=Counts.VIEW)
    @control("why", counts=Counts.VIEW, always=True)
    async def why(self, request: Request, rest: str) -> Reply | None:
        """Say whom everybody waits for, or what is waited for where no table is."""
        runner, tournaments = request.table, request.services.tournaments
        if runner is None:
            runner = tournaments.table_of(tournaments.at(request.chat), request.user)
            if runner is None and (gathering := _gathering(request)):
                return request.text(gathering, public=True)
        runner = runner or request.need_table()
        if not request.incoming.token:
            request.rename(runner)
        # Read beside the table's task, so that it is answered even while that is busy.
        speak = request.reader.catalogue.speaker(runner.table.names)
        told = why(runner.table, request.user, runner.now, runner.hitches(), speak)
        return Reply(Outgoing(told, passing=True), public=True)

    # Rules.

    @command(
        *("rules", "规则", "規則"),
        order=160, fields=(Field("game", "game"),), needs=Needs.NOTHING, counts=Counts.VIEW,
    )  # fmt: skip
    async def rules(self, request: Request, rest: str) -> Reply | None:
        """Show the rules of a game, or of the one at the table."""
        runner = request.table
        name, page = paged(rest)
        if normal(name) in SCORES:
            return request.text(request.reader.say("book-rules"), public=True)
        game = runner.table.game if runner is not None else None
        if name or (game is None and request.chat is not None):
            try:
                game = await game_named(request, name)
            except Refused:
                return menu_of_games(request, "rules", "rules-none")
        if game is None:
            return menu_of_games(request, "rules")
        return _rules_page(request, game.info.id, page)

    @control("rules", counts=Counts.VIEW, always=True)
    @control("more-rules")
    async def table_rules(self, request: Request, rest: str) -> Reply | None:
        """Show the rules of the game at the table."""
        return _rules_page(request, request.need_table().table.state.game, 1)

    @menu("rules", counts=Counts.VIEW)
    async def rules_pressed(self, request: Request, argument: str) -> Reply | None:
        """Show another page, on the message that shows one: ``dunmazi.2``."""
        game, _, page = argument.partition(".")
        if game == BOOK:
            return Reply(Outgoing(request.reader.say("book-rules")), Where.PRIVATE)
        if game not in request.context.games:
            raise Refused(OLD)
        number = int(page) if page.isdecimal() else 1
        return replace(_rules_page(request, game, number), where=Where.SAME_MESSAGE)

    # What happened.

    @control("look", counts=Counts.VIEW, always=True)
    async def look(self, request: Request, rest: str) -> Reply | None:
        """Show what the board has no room for."""
        table = request.need_table().table
        if table.match is None:
            raise Refused("table-not-in-lobby")
        return await request.screen(details(request.reader, table, table.seat_of(request.user)))

    @command(
        *("record", "记录", "記錄", "紀錄", "牌谱", "牌譜"), order=270,
        fields=(Field("form"),), counts=Counts.VIEW,
    )  # fmt: skip
    @control("more-record")
    async def record(self, request: Request, rest: str) -> Reply | None:
        """Show the match at this table, or else the chat's newest that has a finished round."""
        context, say = request.context, request.reader.say
        match = await newest(request)
        found = await head(context.store, match) if match else None
        if found is None or found.game not in context.games:
            return request.text(say("record-none"))
        if normal(rest) in FILMS | CARDS and (seen := await played(request, match)) is not None:
            kept = film(request, seen, 0) if normal(rest) in FILMS else share_card(request, seen)
            return await kept
        if (
            normal(rest) in WRITTEN
            and (whole := await context.store.matches.match(match)) is not None
        ):
            return await written_record(request, whole)
        if normal(rest) in CHECKS:
            return await checkable(request, match)
        game, names = context.games[found.game], told_apart([s.name for s in found.seats])
        sealed = await context.store.shuffles.of(match)
        try:
            rules = await context.store.houses.match(match)
            made = request.book.record(undealt(game, found), names, sealed, rules)
            async for page in logged(context.store, match):
                # Beside the loop: a long match takes seconds to play again.
                await context.painter.in_words(partial(_write, made, game, page))
        except (RuleError, ValueError, KeyError, TypeError):
            return request.text(say("record-old"))
        message = recorded(made, say)
        more = unopened(say, await context.store.shuffles.unopened(request.score_key))
        rows = tuple(filter(None, (_shuffle_row(request, sealed),)))
        text = "\n".join(filter(None, (message.text, more)))
        return Reply(replace(message, text=text, rows=(*message.rows, *rows)), Where.PRIVATE)

    # Help.

    @command("help", "帮助", "幫助", order=410, needs=Needs.NOTHING, counts=Counts.VIEW)
    @menu("help", counts=Counts.VIEW)
    async def help(self, request: Request, rest: str) -> Reply | None:
        """All commands; ``start``: three things to do, for whoever comes for the first time."""
        if rest in (START, FRIENDS):
            return _greeting(request, rest)
        if request.platform.limits.talk:
            return Reply(_page(request))
        return request.text(request.reader.say("help-text"), public=True)

    @control("more", always=True)
    async def more(self, request: Request, rest: str) -> Reply | None:
        """Show what else can be done at a table."""
        return await more.at_table(request, request.need_table())

    @menu("more")
    async def more_here(self, request: Request, rest: str) -> Reply | None:
        """Show what else can be done where a button stands, be there a table or none."""
        runner = request.tables.at(request.chat)
        return await (more.here(request) if runner is None else more.at_table(request, runner))


def _gathering(request: Request) -> str:
    """What is waited for in a chat where no table is: a queue's or a tournament's people."""
    place, services = request.chat, request.services
    if place is None:
        return ""
    if (room := services.coinrooms.at(place)) is not None:
        return coinroom.board(request.reader, room).message.text
    runner = services.tournaments.at(place)
    waits = runner is not None and runner.state.status is Status.OPEN
    if runner is None or not waits:
        return ""
    return tournament.board(request.reader, runner.state, {}).message.text


def _shuffle_row(request: Request, sealed: Sealed | None) -> tuple[Button, ...]:
    """What can be done about the shuffles of a match that is over: open them, then check them."""
    if sealed is None or sealed.ended is None:
        return ()
    if sealed.opened is None:
        return (Button(tokens.menu(DO, "open"), request.reader.say("help-do-open")),)
    token = tokens.menu("keep", f"{sealed.match}.0.check")
    return (Button(token, request.reader.say("button-shuffle-file")),)


def _rules_page(request: Request, game: str, page: int) -> Reply:
    runner = request.table
    pages = request.book.rules(game, runner.table if runner is not None else None)
    page = min(max(page, 1), len(pages))
    labels = {page - 1: "‹", page: f"{page} / {len(pages)}", page + 1: "›"}
    row = tuple(
        Button(tokens.menu("rules", f"{game}.{number}"), label)
        for number, label in labels.items()
        if 1 <= number <= len(pages) > 1
    )
    message = Outgoing(text=pages[page - 1], rows=(row,) if row else ())
    return Reply(message, Where.PRIVATE, public=True)


def _greeting(request: Request, page: str) -> Reply:
    say = request.reader.say
    row = (
        Button(tokens.menu("newgame", "menu"), say("button-play-alone"), Style.PRIMARY),
        Button(tokens.menu(more_screen.TEACH), say("button-teach")),
        Button(tokens.menu("help", FRIENDS), say("button-play-friends")),
        Button(tokens.menu("help"), say("button-help")),
    )
    return Reply(Outgoing(say(f"help-{page}"), rows=(row,)), public=True)


PAGE = (("scores", "me", "settle", "season"), ("record", "replay", "analyse", "rules"),
        ("prefs", "chat", "puzzle"), ("mydata", "forgetme"))  # fmt: skip
"""What the page's help has a button for, beside those of the table and of 更多."""


def _page(request: Request) -> Outgoing:
    """How it is played with the page's own buttons, and those that stand nowhere else."""
    say = request.reader.say
    rows = tuple(
        tuple(Button(tokens.menu(DO, name), say(f"help-do-{name}")) for name in names)
        for names in PAGE
    )
    begin = (Button(tokens.menu("newgame", "menu"), say("button-games"), Style.PRIMARY),)
    title = say("help-page-title")
    return Outgoing(say("help-page"), rows=(begin, *rows), title=title)


def _write(record: Record, game: Game[Any, Any], page: list[StoredRound]) -> None:
    record.add(log_of(game, page))
