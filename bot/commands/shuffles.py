"""Commands about what is dealt from: seal it, add a word, open it after the match, check it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.commands.played import newest
from bot.commands.registry import Counts, command, control
from bot.commands.shuffle_file import checkable, sealed
from bot.ports.menu import Field
from bot.ports.messages import Outgoing, Reply, Where
from bot.support.errors import Refused
from bot.table.beacon import line
from bot.table.commands import GiveWord, SealDeal
from bot.table.shuffle import short
from bot.table.state import Phase
from bot.tournament import sealing
from bot.tournament.state import Status
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.runtime.proposals import Proposals
    from bot.runtime.table_runner import TableRunner
    from bot.runtime.tournament_runner import TournamentRunner
    from bot.runtime.tournaments import Tournaments

LATE = timedelta(days=1)
"""So long after a match one of its people is enough to open it."""

LEAST = 8
"""So many digits of a fingerprint say which one is meant."""

_MARK = re.compile(f"[0-9a-f]{{{LEAST},64}}")

_SEAL = frozenset({"", "seal", "封", "封牌"})


class ShuffleCommands:
    """``/shuffle`` and ``/open``."""

    def __init__(self, proposals: Proposals, tournaments: Tournaments) -> None:
        self._proposals = proposals
        self._tournaments = tournaments

    @command(
        *("shuffle", "封牌", "加字", "addword"),
        order=95, slash=("shuffle",), fields=(Field("word"),), counts=Counts.SET,
    )  # fmt: skip
    @control("more-shuffle")
    async def shuffle(self, request: Request, rest: str) -> Reply | None:
        """Show the fingerprint of what will be dealt; with a word behind it, add that word."""
        word = "" if request.incoming.token else rest
        contest = self._contest(request)
        if contest is not None:
            return await _of_contest(request, contest, "" if normal(word) in _SEAL else word)
        runner = request.need_own_table()
        if normal(word) not in _SEAL:
            return await request.ask(runner, GiveWord(request.user, word))
        if runner.table.state.seal is not None:
            return _state(request, runner)
        beacon = request.context.beacon
        if beacon is not None and await beacon.name() is not None:
            raise Refused("beacon-instead")
        ids = request.context.ids
        return await request.ask(runner, SealDeal(request.user, ids.id(), ids.seed(), ids.seed()))

    def _contest(self, request: Request) -> TournamentRunner | None:
        """The 复式 that is meant: the author has registered, or could, and there is no table."""
        held = self._tournaments.worded(request.user, request.table)
        if held is not None or request.table is not None:
            return held
        here = self._tournaments.at(request.chat)
        open_ = here is not None and here.state.duplicate and here.state.status is Status.OPEN
        return here if open_ else None

    @control("more-word")
    async def how(self, request: Request, rest: str) -> Reply | None:
        """Say how a word is added."""
        return _state(request, request.need_own_table())

    @command(
        *("open", "开封", "開封"),
        order=275, slash=("open",), fields=(Field("fingerprint"),), counts=Counts.VIEW,
    )  # fmt: skip
    async def open(self, request: Request, rest: str) -> Reply | None:
        """Ask everybody who played to open a match; a day later it opens at a wish.

        It is the newest, or that of a fingerprint. Who played in one that is open gets its file.
        """
        match = await _meant(request, "" if request.incoming.token else rest)
        found = await sealed(request, match)
        if found.opened is not None:
            if request.user.key in await request.context.store.shuffles.played(found.sealed):
                return await checkable(request, match)
            raise Refused("opening-already")
        if found.ended is None:
            raise Refused("opening-not-over")
        late = request.context.clock.now() - found.ended >= LATE
        told, names = await self._proposals.open_shuffle(
            request.chat, request.score_key, request.user, found.sealed, late=late
        )
        return request.text(request.reader.catalogue.say(told, names), public=True)


async def _meant(request: Request, rest: str) -> str:
    """The match that somebody wants opened, also one of which no round was finished.

    Raises:
        Refused: what they say is no fingerprint.
    """
    mark, runner = "".join(rest.split()).lower(), request.table
    if mark and not _MARK.fullmatch(mark):
        raise Refused("opening-which", least=LEAST)
    if not mark and runner is not None and runner.table.state.match:
        return runner.table.state.match
    found = await request.context.store.shuffles.meant(request.score_key, mark)
    return found if found or mark else await newest(request)


async def _of_contest(request: Request, contest: TournamentRunner, word: str) -> Reply | None:
    """Add a word to what a 复式 deals; without one, what is dealt from as far as it is known."""
    if word:
        told = await contest.do(GiveWord(request.user, word))
        return request.text(request.reader.catalogue.say(told[0])) if not request.chat else None
    said = sealing.line(contest.state) or msg("duplicate-word-beacon")
    return request.text(request.reader.catalogue.say(said))


def _state(request: Request, runner: TableRunner) -> Reply:
    made = runner.table.state.seal
    if made is None or runner.table.state.phase is not Phase.LOBBY:
        raise Refused("shuffle-seal-first")
    waits = line(made)
    if waits is not None:
        return request.text(request.reader.catalogue.say(waits))
    told = request.reader.say(
        "shuffle-state", fingerprint=short(made.fingerprint), number=len(made.words)
    )
    return Reply(Outgoing(told), Where.PRIVATE)
