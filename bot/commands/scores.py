"""What people ask about a chat's book: scores, settling up, corrections, seasons, a file of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.request import OLD
from bot.commands.seats import Seating
from bot.i18n.keys import game_name
from bot.ports.messages import Attachment, Button, Outgoing, Reply, Style, Where
from bot.ports.refs import ChatRef
from bot.runtime.proposals import Motions
from bot.scores.period import Period, period
from bot.screens.scores import ScoreBook
from bot.screens.scores_csv import ScoresFile
from bot.store.ledger import EVER, SeasonBegun
from bot.store.pages import newest, paged
from bot.support.errors import Refused
from bot.table import tokens
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.service import Hub
    from bot.ports.incoming import Incoming
    from bot.runtime.table_runner import Runner
    from bot.store.ledger import Window
    from bot.store.rows import ScoredRound

PERIODS = ("week", "month", "season", "all")
NEW = frozenset({"new", "新", "新赛季", "新賽季", "开始", "開始", "begin"})
SCORES = frozenset({"scores", "score", "ranks", "ranking", "战绩", "戰績", "排行", "累计", "累計"})
"""What people write to read how scores count: ``/rules 战绩``."""

FILE = "scores.csv"

MOST_ROUNDS = 4000
"""Rounds in a file: some 6 MB, which every platform takes."""

MOST_POINTS = 1_000_000_000
"""What nobody wins in a round; beyond it a sum might not fit where it is stored."""


class Ledger(Seating):
    """Carries out commands; the methods are called like them."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.motions = Motions(hub.context, hub.tables, hub.letters)

    def scorebook(self, incoming: Incoming) -> ScoreBook:
        """The book in the author's words."""
        return ScoreBook(self.screens(incoming))

    async def _period(self, book: str, words: str) -> Period:
        return period(words, await self.hub.store.seasons(book), self.hub.clock.now())

    async def _latest(
        self, incoming: Incoming, book: str, window: Window = EVER, person: str = ""
    ) -> list[ScoredRound]:
        """The rounds of the match at the table here, else of the newest one; within a window."""
        store, runner = self.hub.store, self.table_for(incoming)
        match: str | None = runner.table.state.match if runner is not None and not person else ""
        rounds = await store.scored(book, match=match, window=window) if match else []
        if not rounds:
            match = await store.latest_match(book, window, person)
            rounds = await store.scored(book, match=match, window=window) if match else []
        return rounds

    async def _correctable(self, incoming: Incoming, book: str) -> list[ScoredRound]:
        """The rounds that are meant: for whoever has no part in the newest match, of their own."""
        rounds, key = await self._latest(incoming, book), incoming.user.key
        if incoming.admin or any(key == seat.user for r in rounds for seat in r.seats):
            return rounds
        return await self._latest(incoming, book, person=key) or rounds

    # Scores.

    async def scores(self, incoming: Incoming, rest: str) -> Reply | None:
        book = self.book_of(incoming)
        wanted = await self._period(book, rest)
        message = await self._scores(incoming, book, wanted)
        return Reply(message, public=True)

    def how_scores_count(self, incoming: Incoming) -> Reply:
        """What goes into ranks, and what is settled alone."""
        return self.text(self.screens(incoming).say("book-rules"), public=True)

    async def scores_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        return await self.scores(incoming, "")

    async def _scores(self, incoming: Incoming, book: str, wanted: Period) -> Outgoing:
        store = self.hub.store
        latest = await self._latest(incoming, book, wanted.window)
        screen = self.scorebook(incoming).scores(
            latest,
            await store.game_totals(book, wanted.window, ranked=True),
            await store.together(book, wanted.window),
            wanted,
            await store.unranked_rounds(book, wanted.window),
        )
        reply = await self.screen(screen, incoming)
        if not latest and not await store.latest_match(book):
            return reply.message
        others, more = self._buttons(incoming, wanted)
        chat = incoming.chat
        reads = chat is None or await self.hub.gate.may_read_book(incoming.user, chat)
        return _with_rows(reply.message, (others, more) if latest and reads else (others,))

    def _buttons(self, incoming: Incoming, wanted: Period) -> tuple[tuple[Button, ...], ...]:
        say = self.screens(incoming).say
        chat = ""
        if incoming.chat is not None:
            chat = f".{incoming.chat.id}"
        others = tuple(
            Button(tokens.menu("scores", f"{name}{chat}"), say(f"period-button-{name}"))
            for name in PERIODS
        )
        more = tuple(
            Button(tokens.menu(name, f"{wanted.name}{chat}"), say(f"scores-button-{name}"))
            for name in ("settle", "export")
        )
        return others, more

    async def book_pressed(self, command: str, argument: str, incoming: Incoming) -> Reply | None:
        """A press below the score sheet; the button names the period, and the chat it is about."""
        name, _, ident = argument.partition(".")
        if incoming.chat is None and ident:
            incoming = replace(incoming, chat=ChatRef(incoming.user.platform, ident))
        book = self.book_of(incoming)
        wanted = await self._period(book, name)
        if command == "settle":
            settled = await self._settle(incoming, book, wanted)
            return replace(settled, where=Where.SAME_MESSAGE)
        if command == "export":
            return await self._export(incoming, book, wanted)
        return Reply(await self._scores(incoming, book, wanted), Where.SAME_MESSAGE)

    async def me(self, incoming: Incoming, rest: str) -> Reply | None:
        store, user = self.hub.store, incoming.user.key
        here = await store.person_totals(user, self.book_of(incoming))
        screen = self.scorebook(incoming).me(here, await store.person_totals(user))
        return await self.screen(screen, incoming)

    # Settling up, and a file.

    async def settle(self, incoming: Incoming, rest: str) -> Reply | None:
        book = self.book_of(incoming)
        return await self._settle(incoming, book, await self._period(book, rest))

    async def _settle(self, incoming: Incoming, book: str, wanted: Period) -> Reply:
        sums = await self.hub.store.game_totals(book, wanted.window)
        uneven = await self.hub.store.uneven_games(book, wanted.window)
        text = self.scorebook(incoming).settle(sums, uneven, wanted)
        rows = self._buttons(incoming, wanted) if sums else ()
        return Reply(Outgoing(text, rows=rows), public=True)

    async def export(self, incoming: Incoming, rest: str) -> Reply | None:
        book = self.book_of(incoming)
        return await self._export(incoming, book, await self._period(book, rest))

    async def _export(self, incoming: Incoming, book: str, wanted: Period) -> Reply:
        # One more than fits tells whether there are more.
        store = self.hub.store
        found = await newest(store, book, wanted.window, MOST_ROUNDS + 1)
        rounds = found[-MOST_ROUNDS:]
        sheet = await self._scores(incoming, book, wanted)
        if not rounds:
            return Reply(sheet)
        say = self.scorebook(incoming)
        made = ScoresFile(say.say, say.names)
        async for page in paged(store, rounds, wanted.window):
            # A long book takes seconds to put into words; every table would stand still meanwhile.
            await self.hub.painter.in_words(partial(made.add, page))
        text = say.say(msg("export-text", rounds=len(rounds), period=wanted.title))
        if len(found) > len(rounds):
            text = f"{text}\n{say.say(msg('export-newest', rounds=len(rounds)))}"
        if sheet.picture is None:
            text = f"{text}\n\n{sheet.alt}"
        return Reply(replace(sheet, text=text, file=Attachment(FILE, made.data())))

    # Corrections.

    async def correct(self, incoming: Incoming, rest: str) -> Reply | None:
        book = self.book_of(incoming)
        rounds = await self._correctable(incoming, book)
        if not rounds:
            raise Refused("scores-none")
        numbers = _numbers(rest)
        if numbers is None:
            wrong = self.screens(incoming).say("correct-unreadable")
            how = self._how_to_correct(incoming, rounds[-1])
            return self.text(f"{wrong}\n{how}", public=True)
        number, *points = numbers or [rounds[-1].round]
        scored = next((r for r in rounds if r.round == number), None)
        if scored is None:
            missing = msg("correct-no-round", round=number, count=len(rounds))
            none = self.scorebook(incoming).say(missing)
            how = self._how_to_correct(incoming, rounds[-1])
            return self.text(f"{none}\n{how}", public=True)
        if not points:
            return self.text(self._how_to_correct(incoming, scored), public=True)
        self._check(incoming, scored, points)
        told = await self.motions.correct(incoming.chat, book, incoming.user, scored, points)
        return self.text(self.scorebook(incoming).say(*told), public=True)

    def _how_to_correct(self, incoming: Incoming, scored: ScoredRound) -> str:
        """How it is written, with the names and the points of a round in their order."""
        book = self.scorebook(incoming)
        names = book.names(scored.seats)
        seats = " ".join(
            f"{name} {points:+d}" for name, points in zip(names, scored.scores, strict=True)
        )
        example = " ".join(map(str, (scored.round, *scored.scores)))
        return book.say(msg("correct-how", round=scored.round, seats=seats, example=example))

    def _check(self, incoming: Incoming, scored: ScoredRound, points: list[int]) -> None:
        """Refuse what is no correction of this round."""
        if len(points) != len(scored.seats):
            raise Refused("correct-seats", seats=len(scored.seats), given=len(points))
        if tuple(points) == scored.scores:
            raise Refused("correct-same", round=scored.round)
        game = self.hub.games.get(scored.game)
        if (game is None or game.info.zero_sum) and sum(points) != sum(scored.scores):
            raise Refused("correct-sum", sum=sum(points), game=game_name(scored.game))
        seated = incoming.user.key in {seat.user for seat in scored.seats}
        if not seated and not incoming.admin:
            raise Refused("correct-not-yours")

    async def motion_pressed(self, argument: str, incoming: Incoming) -> Reply | None:
        """An answer to what was asked in the group or in private."""
        answer, _, ident = argument.partition(".")
        if answer not in ("yes", "no"):
            raise Refused(OLD)
        told, names = await self.motions.answer(ident, incoming.user, yes=answer == "yes")
        text = self.screens(incoming).catalogue.say(told, names)
        private = incoming.own or incoming.chat is None
        return Reply(Outgoing(text), Where.SAME_MESSAGE if private else Where.TOAST)

    # Seasons.

    async def season(self, incoming: Incoming, rest: str) -> Reply | None:
        book, say = self.book_of(incoming), self.scorebook(incoming)
        if normal(rest) not in NEW:
            text = say.seasons(await self.hub.store.seasons(book))
            label = say.say(msg("season-button"))
            row = (Button(tokens.menu("season", "new"), label, Style.DANGER),)
            rows = (row,) if incoming.chat is not None else ()
            return Reply(Outgoing(text, rows=rows), Where.HERE, public=True)
        chat = incoming.chat
        if chat is None:
            raise Refused("season-in-group")
        if not await self.hub.store.latest_match(book):
            raise Refused("scores-none")
        if incoming.admin:
            return await self._new_season(incoming, chat)
        told = await self.motions.season(chat, incoming.user)
        return self.text(say.say(*told))

    async def _new_season(self, incoming: Incoming, chat: ChatRef) -> Reply:
        number = len(await self.hub.store.seasons(chat.key)) + 2
        await self.hub.store.commit([SeasonBegun(chat.key, self.hub.clock.now())])
        told = msg("season-agreed", number=number)
        self.hub.beside(self.motions.announce(chat, told))
        return self.text(self.scorebook(incoming).say(told))


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
