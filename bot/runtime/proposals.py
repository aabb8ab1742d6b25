"""What a chat's people decide together: a round put right, a new season, a shuffle opened.

A proposal is stored with every answer, so that it outlives the program; nobody is hurried, and
after a day an unanswered one is off. It is no machine with a ``Runner``: between two answers
nothing of it is in memory, no clock wakes it and no screen of it is kept up to date, so that a
runner would hold nothing. Each answer is read, counted and stored under one lock; what came of it
is a letter of the same transaction, and sent afterwards.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from datetime import timedelta
from operator import sub
from typing import TYPE_CHECKING

from bot.economy.corrections import coins_of
from bot.i18n.times import day_time
from bot.ports.errors import PlatformError
from bot.ports.messages import Button, Outgoing, Style
from bot.ports.refs import ChatRef, UserRef, user_of
from bot.runtime.letters import Letter, Letters
from bot.runtime.voices import known, needed, seated
from bot.screens.scores import ScoreBook, changes
from bot.store.rows import Overdrawn, StepTaken
from bot.store.scorebook import (
    AGREED,
    CORRECTION,
    OPEN,
    OPENING,
    REFUSED,
    SEASON,
    Corrected,
    Proposal,
    ProposalEnded,
    ProposalOpened,
    SeasonBegun,
    Voiced,
)
from bot.support.errors import Refused, log_bug
from bot.table import tokens
from bot.table.commands import ScoresCorrected
from engine.frozen import changed
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from datetime import datetime
    from typing import Any, TypeAlias

    from bot.ports.refs import MessageRef
    from bot.runtime.context import Context
    from bot.runtime.tables import Tables
    from bot.screens.reader import Reader
    from bot.store.rows import Row, ScoredRound

    Told: TypeAlias = tuple[Msg, Sequence[str]]
    # What somebody is told, and names by seat.
    Telling: TypeAlias = Coroutine[Any, Any, None]

log = logging.getLogger(__name__)

LIFE = timedelta(hours=24)
"""How long a proposal waits for answers."""

LATELY = timedelta(days=30)
"""Whoever has played in a chat within so long has a voice about its seasons."""


class Proposals:
    """Opens proposals, counts answers and tells what came of them."""

    def __init__(self, context: Context, tables: Tables, letters: Letters) -> None:
        self._context = context
        self._scores = context.store.scores
        self._tables = tables
        self._letters = letters
        self._one_at_a_time = asyncio.Lock()
        self._asking: dict[str, list[MessageRef]] = {}
        """The messages that ask, by the proposal; a question from before a restart is not known."""

    # Opening.

    async def correct(
        self,
        chat: ChatRef | None,
        book: str,
        user: UserRef,
        scored: ScoredRound,
        points: Sequence[int],
    ) -> Told:
        """Ask for other points of a round; what to tell whoever asks."""
        async with self._one_at_a_time:
            now, of = self._context.clock.now(), (scored.match, scored.round)
            if await self._scores.open_proposal(book, CORRECTION, now - LIFE, of) is not None:
                raise Refused("correct-open-already", round=scored.round)
            opened = ProposalOpened(
                self._context.ids.id(), book, CORRECTION, scored.match, scored.round,
                json.dumps(list(points)), user.key, now, chat.thread if chat is not None else "",
            )  # fmt: skip
            told, telling = await self._open(opened, seated(scored), chat)
        self._tell(telling)
        return told

    async def season(self, chat: ChatRef, user: UserRef) -> Told:
        """Ask for a new season."""
        async with self._one_at_a_time:
            now = self._context.clock.now()
            if await self._scores.open_proposal(chat.key, SEASON, now - LIFE) is not None:
                raise Refused("season-open-already")
            voters = known(await self._scores.players(chat.key, now - LATELY))
            if user.key not in voters:
                raise Refused("season-not-yours")
            opened = ProposalOpened(
                self._context.ids.id(), chat.key, SEASON, "", 0, "[]", user.key, now, chat.thread
            )
            told, telling = await self._open(opened, voters, chat)
        self._tell(telling)
        return told

    async def open_shuffle(
        self, chat: ChatRef | None, book: str, user: UserRef, match: str, *, late: bool
    ) -> Told:
        """Ask for what a match was dealt from; ``late``: one who played may have it by a wish.

        Raises:
            Refused: they have not played in it, or it is asked already.
        """
        async with self._one_at_a_time:
            now = self._context.clock.now()
            voters = await self._played(match)
            if user.key not in voters:
                raise Refused("opening-not-yours", private=True)
            asked = await self._scores.open_proposal(book, OPENING, now - LIFE, (match, 0))
            if asked is not None and not late:
                raise Refused("opening-open-already")
            opened = ProposalOpened(
                self._context.ids.id(), book, OPENING, match, 0, "[]", user.key, now,
                chat.thread if chat is not None else "",
            )  # fmt: skip
            told, telling = await self._open(opened, (user.key,) if late else voters, chat)
        self._tell(telling)
        return told

    async def _played(self, match: str) -> tuple[str, ...]:
        """Who had a seat in a match, be it only for some rounds."""
        return known(await self._context.store.shuffles.played(match))

    async def _open(
        self, opened: ProposalOpened, voters: Sequence[str], chat: ChatRef | None
    ) -> tuple[Told, Telling]:
        """Store it; what to tell whoever asks, and the others, who may take long to be reached."""
        rows: list[Row] = [opened]
        yes = [opened.by] if opened.by in voters else []
        rows += [Voiced(opened.proposal, voter, True, opened.at) for voter in yes]
        if len(yes) >= needed(opened.kind, voters):
            proposal = _as_proposal(opened, yes)
            rows += await self._agreed_rows(proposal, opened.at)
            told = await self._told(proposal, AGREED)
            letters = _letters(proposal, told)
            await self._commit([*rows, *(letter.row(opened.at) for letter in letters)])
            return told, self._post_line(proposal, letters)
        proposal = _as_proposal(opened, yes)
        asked = await self._question(proposal)
        await self._context.store.commit(rows)
        others = [voter for voter in voters if voter not in yes]
        count = needed(opened.kind, voters) - len(yes)
        return (msg("motion-asked", count=count), ()), self._ask(proposal, asked, others, chat)

    # Answering.

    async def answer(self, ident: str, user: UserRef, *, yes: bool) -> Told:
        """One person's answer; what to tell them, and names by seat."""
        async with self._one_at_a_time:
            proposal, now = (
                await self._scores.proposal(ident),
                self._context.clock.now(),
            )
            if proposal is None:
                raise Refused("motion-gone")
            if proposal.status != OPEN:
                raise Refused("motion-agreed" if proposal.status == AGREED else "motion-refused")
            if now >= proposal.at + LIFE:
                raise Refused("motion-late", until=day_time(proposal.at + LIFE))
            voters = await self._voters(proposal)
            if user.key not in voters:
                raise Refused("motion-not-yours")
            if user.key in dict(proposal.voices):
                raise Refused("motion-answered")
            told, telling = await self._count(proposal, voters, user, now, yes=yes)
        if telling is not None:
            self._tell(telling)
        return told

    def _tell(self, telling: Telling) -> None:
        """Tell everybody, who may have to wait for it while whoever pressed has their answer."""

        async def calmly() -> None:
            try:
                await telling
            except Exception as error:  # noqa: BLE001  (it is stored; the next answer finds it)
                log_bug(log, "a proposal was not told", error)

        self._context.tasks.begin(calmly())

    async def _count(
        self, proposal: Proposal, voters: Sequence[str], user: UserRef, now: datetime, *, yes: bool
    ) -> tuple[Told, Telling | None]:
        rows: list[Row] = [Voiced(proposal.proposal, user.key, yes, now)]
        answers = {**dict(proposal.voices), user.key: yes}
        agreed = sum(answers[voter] for voter in voters if voter in answers)
        against = sum(not answers[voter] for voter in voters if voter in answers)
        enough = needed(proposal.kind, voters)
        if len(voters) - against < enough:
            told = await self._told(proposal, REFUSED)
            rows.append(ProposalEnded(proposal.proposal, REFUSED, now))
        elif agreed >= enough:
            told = await self._told(proposal, AGREED)
            rows += await self._agreed_rows(proposal, now)
        else:
            await self._commit(rows)
            return (msg("motion-counted", count=enough - agreed), ()), None
        letters = _letters(proposal, told)
        await self._commit([*rows, *(letter.row(now) for letter in letters)])
        return told, self._post_line(proposal, letters)

    async def _commit(self, rows: Sequence[Row]) -> None:
        try:
            await self._context.store.commit(rows)
        except Overdrawn:  # since it was looked, just now
            raise Refused("stakes-correction-late", private=True) from None
        except StepTaken:
            raise Refused("motion-answered") from None

    async def _voters(self, proposal: Proposal) -> tuple[str, ...]:
        if proposal.kind == SEASON:
            return known(await self._scores.players(proposal.chat, proposal.at - LATELY))
        if proposal.kind == OPENING:
            return await self._played(proposal.match)
        return seated(await self._round(proposal))

    async def _round(self, proposal: Proposal) -> ScoredRound:
        rounds = await self._scores.rounds(proposal.chat, match=proposal.match)
        found = next((r for r in rounds if r.round == proposal.round), None)
        if found is None:
            raise Refused("motion-gone")
        return found

    async def _agreed_rows(self, proposal: Proposal, now: datetime) -> list[Row]:
        """What is stored when it counts: a correction is a difference to what counts then."""
        ended = ProposalEnded(proposal.proposal, AGREED, now)
        if proposal.kind == SEASON:
            return [ended, SeasonBegun(proposal.chat, now)]
        if proposal.kind == OPENING:
            return [ended]
        scored = await self._round(proposal)
        by = tuple(new - old for new, old in zip(proposal.points, scored.scores, strict=True))
        corrected = Corrected(proposal.proposal, proposal.match, proposal.round, by)
        return [ended, corrected, *await coins_of(self._context.store, proposal, scored, now)]

    # Telling.

    async def _question(self, proposal: Proposal) -> Told:
        until = day_time(proposal.at + LIFE)
        if proposal.kind == SEASON:
            return msg("season-asked", until=until), ()
        if proposal.kind == OPENING:
            return msg("opening-asked", until=until), ()
        scored = await self._round(proposal)
        what = changes(scored.scores, proposal.points)
        text = msg("correct-asked", round=proposal.round, changes=what, until=until)
        return text, self._names(proposal, scored)

    async def _told(self, proposal: Proposal, status: str) -> Told:
        if proposal.kind == SEASON:
            number = len(await self._scores.seasons(proposal.chat)) + 2
            return msg(f"season-{status}", number=number), ()
        if proposal.kind == OPENING:
            return msg(f"opening-{status}"), ()
        scored = await self._round(proposal)
        what = changes(scored.scores, proposal.points)
        told = msg(f"correct-{status}", round=proposal.round, changes=what)
        return told, self._names(proposal, scored)

    def _names(self, proposal: Proposal, scored: ScoredRound) -> Sequence[str]:
        return ScoreBook(self._reader(_chat_of(proposal))).names(scored.seats)

    def _reader(self, chat: ChatRef | None) -> Reader:
        return self._context.reader.of(self._context.preferences.chat(chat))

    async def _ask(
        self,
        proposal: Proposal,
        asked: Told,
        others: Sequence[str],
        chat: ChatRef | None,
    ) -> None:
        """Ask in the group, and everybody whose answer is missing in private."""  # fmt: skip
        asking = self._asking[proposal.proposal] = []
        if chat is not None:
            message = self._for_all(chat, lambda reader: self._message(reader, proposal, asked))
            with suppress(PlatformError, KeyError):
                asking.append(await self._context.gateway.post(chat, message))
        if proposal.kind == SEASON:
            return  # those who care read the group
        await self._context.preferences.know(others, ())
        for user in map(user_of, others):
            if user.platform in self._context.platforms and not self._context.reachability.closed(
                user
            ):
                reader = self._context.reader.of(self._context.preferences.person(user, chat))
                message = self._message(reader, proposal, asked, notify=True)
                with suppress(PlatformError):
                    delivery = await self._context.gateway.whisper(user, message)
                    asking += [delivery.ref] if delivery.ref is not None else []

    def _message(
        self,
        reader: Reader,
        proposal: Proposal,
        asked: Told,
        *,
        notify: bool = False,
    ) -> Outgoing:
        answers = (("yes", Style.PRIMARY), ("no", Style.PLAIN))
        row = tuple(
            Button(
                tokens.menu("motion", f"{name}.{proposal.proposal}"),
                reader.say(f"motion-button-{name}"),
                style,
            )
            for name, style in answers
        )
        return Outgoing(
            reader.catalogue.say(*asked), rows=(row,), notify=notify,
            asked="ready" if notify else "",
        )  # fmt: skip

    async def _post_line(self, proposal: Proposal, letters: Sequence[Letter]) -> None:
        """Tell the group, and the table where its match is still on, what came of it."""
        if proposal.kind == CORRECTION:
            await self._right(proposal.match, proposal.chat)
        for ref in self._asking.pop(proposal.proposal, ()):
            with suppress(PlatformError):
                await self._context.gateway.retire(ref)
        if letters:
            self._letters.deliver(letters[0].chat, letters)

    async def _right(self, match: str, book: str) -> None:
        """A table shows the sums that the book has."""
        runners = [r for r in self._tables.running.values() if r.table.state.match == match]
        rounds = await self._scores.rounds(book, match=match) if runners else []
        more = [map(sub, scored.scores, scored.dealt) for scored in rounds]
        for runner in runners:
            runner.tell(ScoresCorrected(tuple(map(sum, zip(*more, strict=True)))))

    def _for_all(self, chat: ChatRef, made: Callable[[Reader], Outgoing]) -> Outgoing:
        """A message for a chat, and for those there who are each shown their own language."""
        message, others = self._reader(chat).each(self._context.gateway.kept_in(chat), made)
        return changed(message, others=others)

    async def announce(self, chat: ChatRef, told: Msg, names: Sequence[str] = ()) -> None:
        """Say a line in the group."""
        said = self._for_all(chat, lambda reader: Outgoing(reader.catalogue.say(told, names)))
        try:
            await self._context.gateway.post(chat, said)
        except PlatformError as error:
            log.info("result of a proposal not told reason=%s", type(error).__name__)


def _chat_of(proposal: Proposal) -> ChatRef | None:
    platform, _, ident = proposal.chat.partition(":")
    return None if platform == "alone" else ChatRef(platform, ident, proposal.thread)


def _letters(proposal: Proposal, told: Told) -> list[Letter]:
    """What the group is told of a proposal that is decided."""
    chat, (message, names) = _chat_of(proposal), told
    if chat is None:
        return []
    return [Letter(f"motion {proposal.proposal}", chat, None, (message,), tuple(names))]


def _as_proposal(opened: ProposalOpened, yes: Sequence[str]) -> Proposal:
    return Proposal(
        opened.proposal, opened.chat, opened.kind, opened.match, opened.round,
        tuple(json.loads(opened.points)), opened.by, opened.at, OPEN,
        tuple((person, True) for person in yes), opened.thread,
    )  # fmt: skip
