"""Commands about a chat's scores: show, settle up, correct, begin a season, export."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.registry import Counts, Needs, command, control, menu
from bot.commands.request import OLD
from bot.i18n.keys import game_name
from bot.ports.menu import Field
from bot.ports.messages import Attachment, Button, Outgoing, Reply, Style, Where
from bot.ports.refs import ChatRef
from bot.scores.period import Period, period
from bot.screens.houses import houses_file
from bot.screens.scores import BOOK
from bot.screens.scores_csv import ScoresFile
from bot.store.pages import newest, paged
from bot.store.scorebook import EVER, SeasonBegun
from bot.support.errors import Refused
from bot.table import tokens
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.runtime.proposals import Proposals
    from bot.store.rows import ScoredRound
    from bot.store.scorebook import Window

PERIODS = ("week", "month", "season", "all")
NEW = frozenset({"new", "新", "新赛季", "新賽季", "开始", "開始", "begin"})

FILE = "scores.csv"

HOUSES = frozenset({"house", "规矩", "規矩", "家规", "家規"})
"""What asks for the house rules instead of the rounds."""

HOUSES_FILE = "house-rules.json"

MOST_ROUNDS = 4000
"""Rounds in a file: some 6 MB, which every platform takes."""

MOST_POINTS = 1_000_000_000
"""What nobody wins in a round; beyond it a sum might not fit where it is stored."""


def _season_act(rest: str) -> str:
    return "season-new" if normal(rest) in NEW else "season"


class ScoreCommands:
    """``/scores``, ``/me``, ``/settle``, ``/export``, ``/correct``, ``/season``."""

    def __init__(self, proposals: Proposals) -> None:
        self._proposals = proposals

    async def _period(self, request: Request, book: str, words: str) -> Period:
        context = request.context
        return period(words, await context.store.scores.seasons(book), context.clock.now())

    async def _latest(
        self, request: Request, book: str, window: Window = EVER, person: str = ""
    ) -> list[ScoredRound]:
        """The rounds of the match at the table here, else of the newest one; within a window."""
        store, runner = request.context.store, request.table
        match: str | None = runner.table.state.match if runner is not None and not person else ""
        rounds = await store.scores.rounds(book, match=match, window=window) if match else []
        if not rounds:
            match = await store.scores.latest_match(book, window, person)
            rounds = await store.scores.rounds(book, match=match, window=window) if match else []
        return rounds

    async def _correctable(self, request: Request, book: str) -> list[ScoredRound]:
        """The rounds that are meant: for whoever has no part in the newest match, of their own."""
        rounds, key = await self._latest(request, book), request.user.key
        if request.incoming.admin or any(key == seat.user for r in rounds for seat in r.seats):
            return rounds
        return await self._latest(request, book, person=key) or rounds

    # Scores.

    @command(
        *("scores", "score", "book", "账本", "帳本", "賬本", "总分", "總分", "战绩", "戰績"),
        *("分数", "分數"),
        order=170, slash=("book",), fields=(Field("period"),), counts=Counts.VIEW,
    )  # fmt: skip
    @control("scores", counts=Counts.VIEW, always=True)
    async def scores(self, request: Request, rest: str) -> Reply | None:
        """Show the book of a period."""
        book = request.score_key
        wanted = await self._period(request, book, rest)
        message = await self._scores(request, book, wanted)
        return Reply(message, public=True)

    async def _scores(self, request: Request, book: str, wanted: Period) -> Outgoing:
        store = request.context.store
        latest = await self._latest(request, book, wanted.window)
        sheet = await store.scores.sheet(book, wanted.window)
        screen = request.scorebook.scores(
            latest, sheet.totals, sheet.together, wanted, sheet.unranked
        )
        reply = await request.screen(screen)
        if not latest and not await store.scores.latest_match(book):
            return reply.message
        others, more = self._buttons(request, wanted)
        reads = request.chat is None or await request.reads_book(request.chat)
        return _with_rows(reply.message, (others, more) if latest and reads else (others,))

    def _buttons(self, request: Request, wanted: Period) -> tuple[tuple[Button, ...], ...]:
        say = request.reader.say
        chat = ""
        if request.chat is not None:
            chat = f".{request.chat.id}"
        others = tuple(
            Button(tokens.menu("scores", f"{name}{chat}"), say(f"period-button-{name}"))
            for name in PERIODS
        )
        more = tuple(
            Button(tokens.menu(name, f"{wanted.name}{chat}"), say(f"scores-button-{name}"))
            for name in ("settle", "export", "correct")
        )
        more += (Button(tokens.menu("rules", BOOK), say("scores-button-how")),)
        return others, more

    # Presses below the score sheet: the button names the period, and the chat it is about.

    @menu("scores", counts=Counts.VIEW)
    async def scores_pressed(self, request: Request, argument: str) -> Reply | None:
        """Show the scores of another period, by a button."""
        request, wanted = await self._pressed(request, argument)
        sheet = await self._scores(request, request.score_key, wanted)
        return Reply(sheet, Where.SAME_MESSAGE)

    @menu("settle", counts=Counts.VIEW)
    async def settle_pressed(self, request: Request, argument: str) -> Reply | None:
        """Say who owes whom, by a button."""
        request, wanted = await self._pressed(request, argument)
        settled = await self._settle(request, request.score_key, wanted)
        return replace(settled, where=Where.SAME_MESSAGE)

    @menu("export", counts=Counts.VIEW)
    async def export_pressed(self, request: Request, argument: str) -> Reply | None:
        """Hand out the rounds of a period as a file, by a button."""
        if argument.partition(".")[0] in HOUSES:
            return await self._houses((await self._pressed(request, argument))[0])
        request, wanted = await self._pressed(request, argument)
        return await self._export(request, request.score_key, wanted)

    @menu("correct")
    async def correct_pressed(self, request: Request, argument: str) -> Reply | None:
        """Say how a correction is written, by a button."""
        request, _ = await self._pressed(request, argument)
        return await self.correct(request, "")

    async def _pressed(self, request: Request, argument: str) -> tuple[Request, Period]:
        name, _, ident = argument.partition(".")
        if request.chat is None and ident:
            request = request.within(ChatRef(request.user.platform, ident))
        return request, await self._period(request, request.score_key, name)

    @command("me", "我的战绩", "我的戰績", order=180, slash=("me",), needs=Needs.NOTHING)
    async def me(self, request: Request, rest: str) -> Reply | None:
        """Show its author's own scores, here and everywhere."""
        store, user = request.context.store, request.user.key
        here = await store.scores.person_totals(user, request.score_key)
        everywhere = await store.scores.person_totals(user)
        screen = request.scorebook.me(here, everywhere, await store.scores.lately(user))
        return await request.screen(screen)

    # Settling up, and a file.

    @command(
        *("settle", "结账", "結帳", "結賬", "算账", "算帳", "算賬"),
        order=190, slash=("settle",), fields=(Field("period"),), counts=Counts.VIEW,
    )  # fmt: skip
    async def settle(self, request: Request, rest: str) -> Reply | None:
        """Say who owes whom."""
        book = request.score_key
        return await self._settle(request, book, await self._period(request, book, rest))

    async def _settle(self, request: Request, book: str, wanted: Period) -> Reply:
        sums = await request.context.store.scores.game_totals(book, wanted.window)
        uneven = await request.context.store.scores.uneven_games(book, wanted.window)
        text = request.scorebook.settle(sums, uneven, wanted)
        rows = self._buttons(request, wanted) if sums else ()
        return Reply(Outgoing(text, rows=rows), public=True)

    @command(
        *("export", "导出", "匯出", "導出"),
        order=260, slash=("export",), fields=(Field("period"),), counts=Counts.VIEW,
    )  # fmt: skip
    async def export(self, request: Request, rest: str) -> Reply | None:
        """Hand out the rounds of a period as a file."""
        if normal(rest) in HOUSES:
            return await self._houses(request)
        book = request.score_key
        return await self._export(request, book, await self._period(request, book, rest))

    async def _houses(self, request: Request) -> Reply:
        """The house rules of a chat as a file."""
        kept = await request.context.store.houses.chat(request.score_key)
        if not kept:
            raise Refused("house-list-none")
        told = request.reader.say("house-export", count=len(kept))
        return Reply(Outgoing(told, file=Attachment(HOUSES_FILE, houses_file(kept))))

    async def _export(self, request: Request, book: str, wanted: Period) -> Reply:
        # One more than fits tells whether there are more.
        store = request.context.store
        found = await newest(store, book, wanted.window, MOST_ROUNDS + 1)
        rounds = found[-MOST_ROUNDS:]
        sheet = await self._scores(request, book, wanted)
        if not rounds:
            return Reply(sheet)
        say = request.scorebook
        made = ScoresFile(say.say, say.names)
        async for page in paged(store, rounds, wanted.window):
            # A long book takes seconds to put into words; every table would stand still meanwhile.
            await request.context.painter.in_words(partial(made.add, page))
        text = say.say(msg("export-text", rounds=len(rounds), period=wanted.title))
        if len(found) > len(rounds):
            text = f"{text}\n{say.say(msg('export-newest', rounds=len(rounds)))}"
        if sheet.picture is None:
            text = f"{text}\n\n{sheet.alt}"
        return Reply(replace(sheet, text=text, file=Attachment(FILE, made.data())))

    # Corrections.

    @command("correct", "改分", "更正", order=200, slash=("correct",), fields=(Field("points"),))
    async def correct(self, request: Request, rest: str) -> Reply | None:
        """Correct the points of a round, or say how."""
        book = request.score_key
        rounds = await self._correctable(request, book)
        if not rounds:
            raise Refused("scores-none")
        numbers = _numbers(rest)
        if numbers is None:
            wrong = request.reader.say("correct-unreadable")
            how = self._how_to_correct(request, rounds[-1])
            return request.text(f"{wrong}\n{how}", public=True)
        number, *points = numbers or [rounds[-1].round]
        scored = next((r for r in rounds if r.round == number), None)
        if scored is None:
            missing = msg("correct-no-round", round=number, count=len(rounds))
            none = request.scorebook.say(missing)
            how = self._how_to_correct(request, rounds[-1])
            return request.text(f"{none}\n{how}", public=True)
        if not points:
            return request.text(self._how_to_correct(request, scored), public=True)
        self._check(request, scored, points)
        told = await self._proposals.correct(request.chat, book, request.user, scored, points)
        return request.text(request.scorebook.say(*told), public=True)

    def _how_to_correct(self, request: Request, scored: ScoredRound) -> str:
        """How it is written, with the names and the points of a round in their order."""
        book = request.scorebook
        names = book.names(scored.seats)
        seats = " ".join(
            f"{name} {points:+d}" for name, points in zip(names, scored.scores, strict=True)
        )
        example = " ".join(map(str, (scored.round, *scored.scores)))
        return book.say(msg("correct-how", round=scored.round, seats=seats, example=example))

    def _check(self, request: Request, scored: ScoredRound, points: list[int]) -> None:
        """Refuse what is no correction of this round."""
        if len(points) != len(scored.seats):
            raise Refused("correct-seats", seats=len(scored.seats), given=len(points))
        if tuple(points) == scored.scores:
            raise Refused("correct-same", round=scored.round)
        game = request.context.games.get(scored.game)
        if (game is None or game.info.zero_sum) and sum(points) != sum(scored.scores):
            raise Refused("correct-sum", sum=sum(points), game=game_name(scored.game))
        seated = request.user.key in {seat.user for seat in scored.seats}
        if not seated and not request.incoming.admin:
            raise Refused("correct-not-yours")

    @menu("motion")
    async def motion_pressed(self, request: Request, argument: str) -> Reply | None:
        """An answer to what was asked in the group or in private."""
        answer, _, ident = argument.partition(".")
        if answer not in ("yes", "no"):
            raise Refused(OLD)
        told, names = await self._proposals.answer(ident, request.user, yes=answer == "yes")
        text = request.reader.catalogue.say(told, names)
        private = request.incoming.own or request.chat is None
        return Reply(Outgoing(text), Where.SAME_MESSAGE if private else Where.TOAST)

    # Seasons.

    @command(
        *("season", "赛季", "賽季", "新赛季", "新賽季"),
        order=210, slash=("season",), fields=(Field("season"),), act=_season_act,
    )  # fmt: skip
    @menu("season")
    async def season(self, request: Request, rest: str) -> Reply | None:
        """Show the seasons, or begin a new one."""
        book, say = request.score_key, request.scorebook
        if normal(rest) not in NEW:
            text = say.seasons(await request.context.store.scores.seasons(book))
            label = say.say(msg("season-button"))
            row = (Button(tokens.menu("season", "new"), label, Style.DANGER),)
            rows = (row,) if request.chat is not None else ()
            return Reply(Outgoing(text, rows=rows), Where.HERE, public=True)
        chat = request.chat
        if chat is None:
            raise Refused("season-in-group")
        if not await request.context.store.scores.latest_match(book):
            raise Refused("scores-none")
        if request.incoming.admin:
            return await self._new_season(request, chat)
        told = await self._proposals.season(chat, request.user)
        return request.text(say.say(*told))

    async def _new_season(self, request: Request, chat: ChatRef) -> Reply:
        number = len(await request.context.store.scores.seasons(chat.key)) + 2
        await request.context.store.commit([SeasonBegun(chat.key, request.context.clock.now())])
        told = msg("season-agreed", number=number)
        request.context.tasks.begin(self._proposals.announce(chat, told))
        return request.text(request.scorebook.say(told))


def _with_rows(message: Outgoing, rows: tuple[tuple[Button, ...], ...]) -> Outgoing:
    return replace(message, rows=(*message.rows, *rows))


def _numbers(words: str) -> list[int] | None:
    """The round, and points by seat: ``3 12 -6 -6``, ``第3圈 +12 −6 −6``; None: unreadable."""
    plain = normal(words).replace("−", "-").replace("第", "").replace("圈", " ")
    found = []
    for word in plain.replace(",", " ").replace("、", " ").split():
        try:
            number = int(word)
        except ValueError:
            return None
        if abs(number) > MOST_POINTS:
            return None
        found.append(number)
    return found
