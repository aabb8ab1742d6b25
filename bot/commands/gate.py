"""The gate: whether a person may do what they ask for, before it reaches a table or a chat.

Whatever comes in is a claim, never a right: a token can be made by anybody who knows a table's id.
So here it is read what is meant and whose it is, what its author is to that chat (``bot.access``),
and only what the table of rights allows is handed on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.access.rights import BROUGHT, DO, RIGHTS, Right, Who, control, menu
from bot.commands.enclosures import brings
from bot.commands.registry import Needs
from bot.commands.request import OLD
from bot.ports.errors import Elsewhere
from bot.ports.refs import ChatRef
from bot.store.matches import chat_of
from bot.store.scorebook import SEASON
from bot.support.errors import Refused
from bot.table import tokens
from engine.frozen import changed

if TYPE_CHECKING:
    from bot.access.bars import Bars
    from bot.access.presence import Presence
    from bot.commands.door import Door
    from bot.commands.parser import Spoken
    from bot.commands.registry import Declared
    from bot.commands.request import Request
    from bot.commands.speech import Speech
    from bot.ports.incoming import Incoming
    from bot.runtime.table_runner import TableRunner
    from bot.runtime.tournament_runner import TournamentRunner

_OF_A_CHAT = ("chat", "scores", "settle", "export", "correct", "notify", "problems")
"""Menus whose argument names the chat, so that they can be pressed in private."""

_OF_A_TABLE = ("speaker", "people", "mute", "unmute", "away", "bar", "unbar", DO)
"""Menus about the table of the chat in which they are pressed."""

_OF_A_MATCH = ("replay", "keep", "analyse")
"""Menus whose argument begins with a match: they are about the chat in which it was played."""

OVER = {"scores": "scores", "rules-here": "rules"}
"""What the buttons of a table still do when it is over, and as what that counts."""


OF_THE_HOUSE = frozenset({
    "tournament", "duplicate", "cup-join", "cup-withdraw", "cup-start", "cup-cancel", "cup-hand",
    "cup-word", "coinroom", "coinroom-leave", "correct", "season-new", "proposal-correct",
    "proposal-season",
})  # fmt: skip
"""What is about more than one room, or about people wherever they are."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody asks for, and of whom.

    Attributes:
        act: its name in the table of rights; empty where it has none, and nobody may do it.
        runner, tournament: the table or tournament that is meant, if one is.
        chat: whose matter it is; None: the author's own.
    """

    act: str
    runner: TableRunner | None = None
    tournament: TournamentRunner | None = None
    chat: ChatRef | None = None


class Gate:
    """Lets through what its author may do."""

    def __init__(
        self, declared: Declared, speech: Speech, presence: Presence, bars: Bars, door: Door
    ) -> None:
        self._declared = declared
        self._speech = speech
        self._presence = presence
        self._bars = bars
        self._door = door
        self.shares = False
        """Whether this process runs some rooms only, and leaves to another what all share."""

    async def admit(self, request: Request) -> Request | None:
        """What may be done of what came in, with the rights it was found to have; None: nothing.

        Raises:
            Refused: its author may not, and is told why.
        """
        incoming = request.incoming
        if incoming.chat is not None and not incoming.masked and not incoming.window:
            self._presence.saw(incoming.user, incoming.chat, admin=incoming.admin)
        if incoming.talk:
            return await self.check(Claim("say", request.table, chat=incoming.chat), request)
        if incoming.token:
            return await self.check(await self._pressed(request), request)
        spoken = self._speech.understood(request)
        request = replace(request, spoken=spoken)
        if not incoming.to_us and not spoken.name:
            return request  # it is a play only of somebody who is asked, else talk
        claim = self._said(request, spoken, request.table)
        if claim is None:
            return request
        try:
            return await self.check(claim, request)
        except Refused:
            if spoken.name or spoken.slash:
                raise
            return None  # said to us by somebody who could not play by it anyway

    async def said_at(self, runner: TableRunner, spoken: Spoken, request: Request) -> Request:
        """Check words that waited until it was clear which table they are for."""
        claim = self._said(request, spoken, runner)
        return request if claim is None else await self.check(claim, request)

    # What is meant.

    async def _pressed(self, request: Request) -> Claim:
        incoming, services = request.incoming, request.services
        token = tokens.read(incoming.token)
        if isinstance(token, tokens.Token):
            runner = services.tables.get(token.table)
            act = control(token.item)
            if runner is not None:
                return at_table(act, runner)
            # Whatever else its buttons did, they lead to what there is instead.
            return Claim(OVER.get(act, "more") if act else "", chat=incoming.chat)
        if token is None:
            return Claim("")
        act, chat = menu(token.command, token.argument), incoming.chat
        _, _, ident = token.argument.partition(".")
        if token.command == "tournament":
            tournament = services.tournaments.of(ident)
            return Claim(
                act,
                tournament=tournament,
                chat=tournament.state.chat if tournament is not None else chat,
            )
        if token.command in _OF_A_TABLE:
            return Claim(act, request.table, chat=chat)
        if token.command == "motion":
            return await self._motion(request, ident)
        if token.command in _OF_A_MATCH:
            return Claim(act, chat=await _played_in(request, token.argument.partition(".")[0]))
        if token.command in _OF_A_CHAT and ident and chat is None:
            chat = ChatRef(incoming.user.platform, ident)
        return Claim(act, chat=chat)

    async def _motion(self, request: Request, ident: str) -> Claim:
        proposal = await request.context.store.scores.proposal(ident)
        if proposal is None:
            raise Refused("motion-gone")
        platform, _, chat = proposal.chat.partition(":")
        act = "proposal-season" if proposal.kind == SEASON else "proposal-correct"
        return Claim(act, chat=None if platform == "alone" else ChatRef(platform, chat))

    def _said(self, request: Request, spoken: Spoken, runner: TableRunner | None) -> Claim | None:
        """What a line asks for; None where it is nothing that anybody could be refused."""
        if not spoken.name and (runner is None or spoken.slash):
            return None
        command = self._declared.commands.get(spoken.name)
        act = command.act(spoken.rest) if command is not None else "play"
        if brings(request.incoming):
            act = BROUGHT.get(act, act)
        chat, user = request.chat, request.user
        if spoken.name == "shuffle":
            held = request.services.tournaments.worded(user, runner)
            if held is not None:
                return Claim(act, tournament=held, chat=held.state.chat)
        if spoken.name in ("tournament", "duplicate") and act.startswith("cup-"):
            tournaments = request.services.tournaments
            tournament = tournaments.at(chat) if chat is not None else tournaments.holding(user)
            return Claim(
                act,
                tournament=tournament,
                chat=tournament.state.chat if tournament is not None else chat,
            )
        if chat is None and command is not None and command.needs is Needs.NOTHING:
            return Claim(act)
        if chat is None and runner is not None:
            return at_table(act, runner)
        return Claim(act, runner, chat=chat)

    # Who asks.

    async def check(self, claim: Claim, request: Request) -> Request:
        """The request, an administrator's only where it is about their chat.

        Raises:
            Refused: its author may not.
        """
        if self.shares and claim.act in OF_THE_HOUSE:
            raise Elsewhere
        incoming = request.incoming
        right = RIGHTS.get(claim.act)
        if right is None:
            raise Refused(OLD)
        if incoming.masked and Who.MASKED not in right.may:
            raise Refused("access-masked", private=True)
        if incoming.admin and not (incoming.chat and claim.chat
                                   and incoming.chat.key == claim.chat.key):  # fmt: skip
            incoming = changed(incoming, admin=False)
            request = replace(request, incoming=incoming)
        if Who.STRANGER in right.may:
            return request
        out = claim.chat is not None and await self._barred(claim, claim.chat, incoming)
        if right.own and not out and self._sits(claim, incoming):
            return request
        who = await self._who(claim, request, out=out)
        if Who.ADMIN in who and not incoming.admin:
            request = replace(request, incoming=replace(incoming, admin=True))
        may = right.may & who or (right.common and _common(who, request))
        if not may and not self._without_table(claim, who):
            raise self._refusal(claim, right, who, incoming)
        book = claim.chat if right.played else None
        if book is not None and not await request.reads_book(book):
            raise Refused("access-played", private=True)
        await self._door.check(claim.act, claim.runner, request)
        return request

    def _sits(self, claim: Claim, incoming: Incoming) -> bool:
        """Whether somebody has a seat that they have not left, as far as anybody knows."""
        if claim.tournament is not None:
            return claim.tournament.state.holds(incoming.user)
        if claim.runner is None:
            return False
        table = claim.runner.table
        seat = table.seat_of(incoming.user)
        if seat is None or table.state.players[seat].left:
            return False
        # They may be known to have left before the table has heard of it.
        return claim.chat is None or not self._presence.gone(incoming.user, claim.chat)

    async def _who(self, claim: Claim, request: Request, *, out: bool) -> frozenset[Who]:
        """Everything that the author of a request is to what it is about; ``out``: kept out."""
        incoming, user, chat = request.incoming, request.user, claim.chat
        if incoming.masked:
            return frozenset({Who.MASKED})
        if chat is None:
            return self._alone(claim, incoming)
        there = _about(claim, incoming) or await self._presence.there(user, chat)
        admin = incoming.admin or (there and self._managed(claim, incoming))
        if not there:
            return self._outside(claim, incoming, unsure=there is None)
        if not admin and out:
            return frozenset({Who.BLOCKED})
        who = {Who.MEMBER}
        who |= {Who.ADMIN} if admin else set()
        who |= {Who.SEATED} if self._has_seat(claim, incoming) else set()
        who |= {Who.HOST} if self._hosts(claim, request) else set()
        return frozenset(who)

    def _alone(self, claim: Claim, incoming: Incoming) -> frozenset[Who]:
        """At a table without a place, or about what is one's own."""
        if claim.runner is None or claim.runner.table.seat_of(incoming.user) is not None:
            return frozenset({Who.MEMBER, Who.SEATED, Who.HOST})
        return frozenset({Who.STRANGER})

    def _outside(self, claim: Claim, incoming: Incoming, *, unsure: bool) -> frozenset[Who]:
        if self._has_seat(claim, incoming):
            return frozenset({Who.GONE})
        if unsure:
            raise Refused("access-ask-there", private=True)
        return frozenset({Who.STRANGER})

    def _managed(self, claim: Claim, incoming: Incoming) -> bool:
        """In private nobody vouches for an administrator, but for what they did just now."""
        alone = incoming.chat is None and claim.act == "chat" and claim.chat is not None
        return alone and self._presence.managed(incoming.user, claim.chat)  # type: ignore[arg-type]

    def _has_seat(self, claim: Claim, incoming: Incoming) -> bool:
        if claim.tournament is not None:
            return claim.tournament.state.holds(incoming.user)
        return claim.runner is not None and claim.runner.table.seat_of(incoming.user) is not None

    def _hosts(self, claim: Claim, request: Request) -> bool:
        user = request.user
        if claim.tournament is not None:
            return claim.tournament.state.host == user
        if claim.act != "chat":
            return claim.runner is not None and claim.runner.table.state.host == user
        tables = (runner.table.state for runner in request.tables.running.values())
        return any(
            state.host == user and not state.over
            for state in tables
            if state.place is not None and claim.chat is not None
            and state.place.key == claim.chat.key
        )  # fmt: skip

    async def _barred(self, claim: Claim, chat: ChatRef, incoming: Incoming) -> bool:
        bars, user = self._bars, incoming.user
        if await bars.holds(chat.key, chat, user):
            return True
        if claim.runner is None:
            return False
        state = claim.runner.table.state
        home = state.home or state.place
        return home is not None and (
            await bars.holds(state.id, home, user) or await bars.holds(home.key, home, user)
        )

    def _without_table(self, claim: Claim, who: frozenset[Who]) -> bool:
        """Whether a member asks for what is done at a table where there is none: they hear so."""
        return Who.MEMBER in who and claim.runner is None and claim.tournament is None and (
            claim.act != "chat"
        )  # fmt: skip

    # What is told.

    def _refusal(
        self, claim: Claim, right: Right, who: frozenset[Who], incoming: Incoming
    ) -> Refused:
        if Who.STRANGER in who:
            return Refused("access-stranger", private=True)
        if Who.GONE in who:
            return Refused("access-gone", private=True)
        if Who.BLOCKED in who:
            return Refused("access-blocked", private=True)
        if claim.act == "chat":
            key = "prefs-in-group" if incoming.chat is None else "prefs-not-allowed"
            return Refused(key, private=True)
        if claim.tournament is not None and Who.SEATED in right.may:
            return Refused("cup-no-table")
        if claim.tournament is not None:
            return Refused("cup-host-only", host=claim.tournament.state.host_name)
        if claim.runner is None:
            return Refused("command-no-table")
        table = claim.runner.table
        if Who.SEATED not in who and Who.SEATED in right.may:
            table.need_seat(incoming.user)
        host = table.seat_of(table.state.host)
        name = table.names[host] if host is not None else "?"
        if Who.ADMIN in right.may:
            return Refused("access-host-or-admin", private=True, host=name)
        return Refused("table-host-only", host=name)


async def _played_in(request: Request, match: str) -> ChatRef | None:
    """The chat of a match; None: it had none, and who may read it is those who played.

    One that is not stored is a matter of the chat in which it was asked for, as any claim.
    """
    chat = await request.context.store.read(chat_of, match)
    if chat is None:
        return request.incoming.chat
    platform, _, ident = chat.partition(":")
    return ChatRef(platform, ident) if ident and platform != "alone" else None


def at_table(act: str, runner: TableRunner) -> Claim:
    """Something about a table: its matter is that of the chat in which it was called."""
    state = runner.table.state
    return Claim(act, runner, chat=state.home or state.place)


def _about(claim: Claim, incoming: Incoming) -> bool:
    """Whether a request was made in the very chat that it is about: who sees it is there.

    A page was opened there once, which says nothing of now.
    """
    here = None if incoming.window else incoming.chat
    if here is None or claim.chat is None:
        return False
    if claim.runner is not None and claim.runner.table.state.place == here:
        return True
    return here == claim.chat or (here.key == claim.chat.key and not claim.chat.thread)


def _common(who: frozenset[Who], request: Request) -> bool:
    """Whether any member may what elsewhere administrators may: there are none here."""
    return not request.platform.limits.admins and Who.MEMBER in who
