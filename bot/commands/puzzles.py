"""/puzzle: the problem of the day, which each person solves in a view of their own."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.registry import Needs, command, menu
from bot.commands.request import OLD
from bot.i18n.names import clean
from bot.i18n.times import day_time
from bot.players import defence
from bot.ports.menu import Field
from bot.ports.messages import Attachment, Where
from bot.ports.refs import ChatRef, alone_key
from bot.screens.puzzle import (
    DAILY_FORM,
    PUZZLE,
    Try,
    announced,
    board_of,
    card,
    daily_form,
    line_of,
    private,
)
from bot.support.errors import Refused
from bot.users.daily import USUAL, Daily
from bot.users.preferences import ZONE
from bot.users.puzzle_book import OPEN, Book, key_of, load
from engine.msg import Msg, msg
from engine.puzzles import GAME, of_day, puzzles
from engine.registry import games
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.daily import DailyPuzzles
    from engine.core import Game

KEPT = 500
"""So many tries are remembered; whoever comes back to an older one begins it again."""

MARK = 8

FILE = "puzzle.png"


DAILY_WORD = "daily"
OFF = -1
"""In the place of a minute of the day: no problem is wanted any more."""

DAY = 24 * 60
"""Minutes of a day."""

_DAILY = frozenset({DAILY_WORD, "每天", "每日", "天天"})
_OFF = frozenset({"off", "no", "关", "關", "关掉", "不发", "不發", "不要", "停"})
_TIME = re.compile(r"(\d{1,2})(?:(?:[:：点點时時h.])\s*(\d{1,2})?\s*分?)?")


def _words(rest: str) -> str:
    """What follows the word for each day; the whole where that does not stand there."""
    head, _, behind = normal(rest).strip().partition(" ")
    return behind.strip() if head in _DAILY else normal(rest).strip()


def _wanted(rest: str) -> int | None:
    """The minute of the day that is meant, ``OFF``, or None where nothing is said of that.

    Raises:
        Refused: it is none.
    """
    said = _words(rest)
    if not said or said == "on":
        return None
    if said in _OFF:
        return OFF
    found = _TIME.fullmatch(said)
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (24, 0)
    if hour > 23 or minute > 59:
        raise Refused("puzzle-daily-unknown", private=True)
    return 60 * hour + minute


def _about_daily(rest: str) -> bool:
    """Whether what follows the command is about one a day."""
    words = normal(rest).strip()
    timed = not words.isdecimal() and bool(_TIME.fullmatch(words))  # a number may be a problem's
    return words.partition(" ")[0] in _DAILY or words in _OFF or timed


def _act(rest: str) -> str:
    return "chat" if _about_daily(rest) else PUZZLE


class PuzzleCommands:
    """``/puzzle``, and the buttons of a problem."""

    def __init__(self, daily: DailyPuzzles) -> None:
        self._daily = daily
        self._tries: OrderedDict[str, Try] = OrderedDict()

    @command(
        PUZZLE, "残局", "殘局", "每日残局", "每日殘局", order=16, fields=(Field("daily"),),
        needs=Needs.NOTHING, act=_act, means={"每日残局": DAILY_WORD, "每日殘局": DAILY_WORD},
    )  # fmt: skip
    async def puzzle(self, request: Request, rest: str) -> Reply | None:
        """Show the problem of the day: to a chat with who has solved it, or to oneself.

        ``daily``, and a time or ``off``: have one posted each day, or no more.
        """
        if _about_daily(rest):
            return await self._daily_said(request, rest)
        if request.chat is None:
            return await self._open(request)
        game, day = _game(), self._day(request)
        books = [load(kept) for _, kept in await _kept(request)]
        await self._daily.looked(request.chat)
        shown = announced(
            request.reader, game, of_day(day), board_of(books, day), day=day, place=request.chat
        )
        return await request.screen(shown, Where.HERE)

    # One a day.

    async def _daily_said(self, request: Request, rest: str) -> Reply:
        """Turn it on, at a time; off; or show when it comes."""
        if request.chat is None:
            raise Refused("puzzle-daily-in-group", private=True)
        wanted = _wanted(rest)
        now = self._daily.of(request.chat)
        if wanted is None and now is None:
            wanted = USUAL
        if wanted is not None:
            await self._daily.want(request.chat, wanted if wanted >= 0 else None)
        return await self._form(request, request.chat, Where.PRIVATE)

    @menu(DAILY_FORM)
    async def daily_pressed(self, request: Request, argument: str) -> Reply:
        """``ask``, ``off`` or a minute of the day, for a thread, and the chat."""
        words, _, ident = argument.partition(".")
        word, _, thread = words.partition("-")
        place = ChatRef(request.user.platform, ident, thread)
        if request.chat is not None and request.chat.id != ident:
            raise Refused(OLD)
        minute = int(word) if word.isdecimal() else None
        if (minute is None and word not in ("ask", "off")) or (minute or 0) >= DAY:
            raise Refused(OLD)
        if word != "ask":
            await self._daily.want(place, minute)
        where = Where.PRIVATE if word == "ask" else Where.SAME_MESSAGE
        return await self._form(request, place, where)

    async def _form(self, request: Request, place: ChatRef, where: Where) -> Reply:
        now, daily = request.context.clock.now(), self._daily
        await request.context.preferences.know((), (place.key,))
        kept, zone = daily.of(place), daily.zone(place)
        first = day_time((kept or Daily()).next_time(now, zone))
        name = request.context.preferences.of_chat(place)[ZONE]
        minute = kept.minute if kept is not None else None
        return await request.screen(daily_form(request.reader, minute, name, first, place), where)

    @menu(PUZZLE)
    async def pressed(self, request: Request, argument: str) -> Reply | None:
        """``open`` (the problem of a day); ``play.<number>.<cards>.<which>``, ``page``, ``give``
        and ``share``."""
        word, *parts = argument.split(".")
        if word == "open":
            day = int(parts[0]) if parts and parts[0].isdecimal() else None
            return await self._open(request, asked=day)
        mark = parts.pop() if parts else ""
        if mark != _mark(request):
            raise Refused("puzzle-not-yours", private=True)
        one = self._tries.get(request.user.key)
        if not all(part.isdecimal() for part in parts) or not parts:
            raise Refused(OLD)
        if one is None or one.puzzle.number != int(parts[0]):
            return await self._open(request, Where.SAME_MESSAGE)
        match word, parts[1:]:
            case "play", [laid, at]:
                return await self._play(request, one, int(laid), int(at))
            case "page", [page]:
                return await self._shown(request, one, Where.SAME_MESSAGE, int(page))
            case "give", []:
                return await self._give(request, one)
            case "share", [_]:
                return await self._share(request, one)
            case _:
                raise Refused(OLD)

    async def _open(
        self, request: Request, where: Where = Where.PRIVATE, asked: int | None = None
    ) -> Reply:
        """The problem that is the chat's now; ``asked``: the day of the one that was pressed."""
        day = self._day(request)
        puzzle = of_day(day)
        chat = request.chat.key if request.chat is not None else alone_key(request.user)
        if request.chat is not None:
            await self._daily.looked(request.chat)
        state = puzzle.state(_game())
        plays = await request.context.painter.in_words(partial(defence.plays, state))
        one = Try(puzzle, day, chat, _mark(request), state, plays)
        now = (await _book(request, chat)).of(day, puzzle.number)
        told = (msg("puzzle-over"),) if asked not in (None, day) else ()
        if now.how != OPEN:
            told = (*told, msg(f"puzzle-was-{now.how}", tries=now.tries))
        return await self._shown(request, self._keep(request, replace(one, told=told)), where)

    def _day(self, request: Request) -> int:
        """The day whose problem it is in this chat, or alone."""
        if not puzzles():
            raise Refused(OLD)
        return self._daily.day(request.chat)

    async def _play(self, request: Request, one: Try, laid: int, at: int) -> Reply:
        if one.over or laid != sum(one.state.public.counts) or at >= len(one.plays):
            return await self._shown(request, one, Where.SAME_MESSAGE)
        work = partial(defence.answer, one.state, one.plays[at])
        found = await request.context.painter.in_words(work)
        book = await _book(request, one.chat)
        number = one.puzzle.number
        told: tuple[Msg, ...] = (msg("puzzle-went", line=line_of(found.line)),)
        if not found.right:
            book = book.tried(one.day, number)
            told = (msg("puzzle-wrong", line=line_of(found.line)),)
        elif not found.plays:
            book = book.done(one.day, number, clean(request.incoming.display_name))
            told = (*told, *await self._ended(request, one, book))
        await _save(request, one.chat, book)
        over = found.right and not found.plays
        one = replace(one, state=found.state, plays=found.plays, told=told, over=over)
        return await self._shown(request, self._keep(request, one), Where.SAME_MESSAGE)

    async def _ended(self, request: Request, one: Try, book: Book) -> tuple[Msg, ...]:
        now = book.of(one.day, one.puzzle.number)
        key = "puzzle-solved" if now.how == "solved" else "puzzle-solved-late"
        reason = await self._reason(request, one)
        return (msg(key, tries=now.tries, row=book.streak(one.day)), *reason)

    async def _reason(self, request: Request, one: Try) -> tuple[Msg, ...]:
        """Why the one play wins and the one that comes to mind does not."""
        work = partial(defence.solution, one.puzzle)
        won, lost = await request.context.painter.in_words(work)
        told = (msg("puzzle-way", line=line_of(won)),)
        return (*told, msg("puzzle-why", line=line_of(lost))) if lost else told

    async def _give(self, request: Request, one: Try) -> Reply:
        book = (await _book(request, one.chat)).shown(one.day, one.puzzle.number)
        await _save(request, one.chat, book)
        told = await self._reason(request, one)
        state = one.puzzle.state(_game())
        one = replace(one, state=state, plays=(), told=told, over=True)
        return await self._shown(request, self._keep(request, one), Where.SAME_MESSAGE)

    async def _share(self, request: Request, one: Try) -> Reply:
        """A card that says how it went and nothing of how it goes."""
        book = await _book(request, one.chat)
        now = book.of(one.day, one.puzzle.number)
        name = clean(request.incoming.display_name)
        view = card(one.puzzle, now, book, one.day, name)
        limits = request.limits
        made = request.reader.screen(view, (), request.reader.say("puzzle-card-told"))
        message = await request.context.painter.message(made, pictures=limits.pictures)
        reply = await request.screen(made, Where.PRIVATE)
        if message.picture is not None and limits.scenes:
            message = replace(message, file=Attachment(FILE, message.picture))
        return replace(reply, message=message)

    async def _shown(self, request: Request, one: Try, where: Where, page: int = 0) -> Reply:
        limits = request.limits
        made = private(request.reader, _game(), one, page, limits.rows, limits.row)
        return await request.screen(made, where)

    def _keep(self, request: Request, one: Try) -> Try:
        self._tries[request.user.key] = one
        self._tries.move_to_end(request.user.key)
        while len(self._tries) > KEPT:
            self._tries.popitem(last=False)
        return one


def _game() -> Game[object, object]:
    return games()[GAME]


def _mark(request: Request) -> str:
    """Whose buttons they are; it gives no right."""
    return hashlib.sha256(f"puzzle\0{request.user.key}".encode()).hexdigest()[:MARK]


async def _kept(request: Request) -> list[tuple[str, str]]:
    chat = request.chat.key if request.chat is not None else alone_key(request.user)
    return await request.context.store.preferences.solvers(chat)


async def _book(request: Request, chat: str) -> Book:
    kept = dict(await request.context.store.preferences.solvers(chat))
    return load(kept.get(request.user.key, ""))


async def _save(request: Request, chat: str, book: Book) -> None:
    """Raises a ``StoreError``, and nothing has changed."""
    await request.context.preferences.set_person(request.user, key_of(chat), book.dump())
