"""/analyse: what best play makes of a deal with open cards, and where a round was lost."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.commands.enclosures import written as written_in
from bot.commands.games import split
from bot.commands.played import beside, newest, played, spot
from bot.commands.registry import Counts, Needs, command, menu
from bot.commands.request import OLD
from bot.players.exact import Busy, luck
from bot.ports.menu import Field
from bot.ports.messages import Where
from bot.records import rounds
from bot.records.endings import ending, parts_in
from bot.records.places import Misread
from bot.records.reader import read
from bot.records.story import All, seat_in
from bot.screens.analysis import (
    ANALYSE,
    SOLVED,
    Solved,
    Step,
    lost_of,
    mark_of,
    noted,
    screen,
    told_of,
    told_of_round,
)
from bot.support.errors import Refused
from bot.support.workers import NotDone
from bot.table.state import Phase
from bot.table.written import shows_all
from engine.match import act, deal
from engine.msg import SeatArg, msg
from engine.puzzles import position
from engine.registry import solver

if TYPE_CHECKING:
    from bot.commands.played import Played
    from bot.commands.request import Request
    from bot.players.exact import Judged
    from bot.ports.messages import Reply
    from engine.core import Action, Game, Seat
    from engine.exact import Analysis
    from engine.msg import Msg

KEPT = 64
"""So many are kept for their buttons; whoever comes back to an older one asks again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be solved.

    Attributes:
        game: what is played.
        names: of its people, or what they are called instead.
        states: of a round, before each play and behind the last one; one alone: a position.
        moves: the plays between them.
        told: what all were told of each.
    """

    game: Game[Any, Any]
    names: tuple[str | Msg, ...]
    states: tuple[Any, ...]
    moves: tuple[tuple[Seat, Action], ...] = ()
    told: tuple[tuple[Any, ...], ...] = ()


class AnalysisCommands:
    """``/analyse``, and the buttons below it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Solved] = OrderedDict()

    @command(
        *(ANALYSE, "解杀", "解殺", "解牌", "分析"), order=273, slash=("分析", "解牌"),
        fields=(Field("position"), Field("file", "file")), needs=Needs.NOTHING,
        act=lambda rest: "analyse" if spot(rest) is not None else "analyse-in",
    )  # fmt: skip
    async def analyse(self, request: Request, rest: str) -> Reply | None:
        """Solve a deal in writing, or look at the round that was played last."""
        self._refuse_in_play(request)
        game, said = await split(request, rest)
        text = await written_in(request, said)
        meant = (0, None) if not text.strip() and game is None else spot(text)
        if meant is not None and game is None:
            asked = await self._played(request, *meant)
        else:
            asked = await request.context.painter.in_words(partial(_written, game, text))
        return await self._answered(request, asked)

    @menu(ANALYSE)
    async def analyse_round(self, request: Request, argument: str) -> Reply | None:
        """Look at a round of a match: ``<match>.2``."""
        self._refuse_in_play(request)
        ident, _, number = argument.partition(".")
        found = await played(request, ident, admitted=True)
        if found is None or not number.isdecimal():
            raise Refused(OLD)
        asked = await _of(request, found, int(number), None)
        return await self._answered(request, asked)

    async def _answered(self, request: Request, asked: Asked) -> Reply:
        say = request.reader.catalogue.say
        names = tuple(one if isinstance(one, str) else say(one) for one in asked.names)
        solved = await self._solved(request, asked, names)
        self._kept[solved.ident] = solved
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return await request.screen(screen(request.reader, solved, 0, request.user))

    @menu(SOLVED, counts=Counts.VIEW)
    async def stepped(self, request: Request, argument: str) -> Reply | None:
        """Show another moment on the same message."""
        ident, _, rest = argument.partition(".")
        at, _, mark = rest.partition(".")
        solved = self._kept.get(ident)
        if solved is None or not at.isdecimal():
            raise Refused("analyse-gone", private=True)
        if mark != mark_of(request.user, ident):
            raise Refused("analyse-not-yours", private=True)
        shown = screen(request.reader, solved, int(at), request.user)
        return await request.screen(shown, Where.SAME_MESSAGE)

    def _refuse_in_play(self, request: Request) -> None:
        """Nobody is told what is best while their cards lie on a table.

        Raises:
            Refused: they sit at one, or one is here.
        """
        here = request.table
        for runner in (*request.tables.of(request.user), *([here] if here else [])):
            playing = runner.table.state.phase is Phase.PLAYING
            if playing and not shows_all(runner.table):
                raise Refused("analyse-in-play", private=True)

    async def _played(self, request: Request, number: int, play: int | None) -> Asked:
        """A round of the newest match, or how it stood before a play of it."""
        found = await played(request, await newest(request))
        if found is None:
            raise Refused("analyse-help", private=True)
        return await _of(request, found, number, play)

    async def _solved(self, request: Request, asked: Asked, names: tuple[str, ...]) -> Solved:
        exact, ident = request.context.computers.exact, request.context.ids.id()
        whose = request.chat.key if request.chat is not None else request.user.key
        game, states = asked.game, asked.states
        try:
            if len(states) > 1:
                judged = await exact.judge(whose, game.info.id, states, asked.moves)
                return _of_round(ident, asked, names, judged)
            found = await exact.solve(whose, game.info.id, states[0])
        except Busy:
            raise Refused("analyse-busy", private=True) from None
        except NotDone:
            raise Refused("analyse-failed", private=True) from None
        if found is None:
            raise Refused("analyse-no-game", private=True)
        return _of_position(ident, asked, names, found)


async def _of(request: Request, found: Played, number: int, play: int | None) -> Asked:
    """A round, or a moment of it.

    Raises:
        Refused: it is not over, or its reader did not see all of it.
    """
    asked = await beside(request, partial(_round, found, number, play))
    if isinstance(asked, str):
        raise Refused(asked, private=True)
    return asked


def _of_position(ident: str, asked: Asked, names: tuple[str, ...], found: Analysis) -> Solved:
    """A position, and how it goes on with best play."""
    steps = [Step(asked.states[0])]
    for seat, action in found.line:
        done = asked.game.apply(steps[-1].state, seat, action, luck())
        told = tuple(event.msg for event in done.events if event.to is None)
        steps.append(Step(done.state, told))
    outcome = asked.game.outcome(steps[-1].state)
    if outcome is not None and len(steps) > 1:
        steps[-1] = Step(steps[-1].state, steps[-1].told, outcome.reasons)
    return Solved(ident, asked.game, names, tuple(steps), told_of(found))


def _of_round(
    ident: str, asked: Asked, names: tuple[str, ...], judged: tuple[Judged, ...]
) -> Solved:
    """A round as it was played, with what was lost in it."""
    by_play = {one.play: one for one in judged}
    steps = []
    for at, state in enumerate(asked.states):
        note = noted(by_play[at]) if at in by_play else ()
        steps.append(Step(state, asked.told[at], note))
    sums = asked.game.info.zero_sum
    lost = sorted(lost_of(judged, sums=sums).values(), key=lambda one: one.play)
    jumps = tuple((one.play, msg("analyse-jump", seat=SeatArg(one.seat))) for one in lost)
    summary = told_of_round(judged, len(asked.moves), sums=sums)
    return Solved(ident, asked.game, names, tuple(steps), summary, jumps)


def _written(game: Game[Any, Any] | None, text: str) -> Asked:
    """A position in writing: an ending, or a deal as far as it was played.

    Raises:
        Refused: it cannot be read, or not all cards are told, or nobody is asked to play.
    """
    try:
        if game is not None and (hands := ending(text, game)) is not None:
            state = position(game, hands)
            if state is None:
                raise Refused("analyse-no-ending", private=True)
            return Asked(game, _called(text, game, state, len(hands)), (state,))
        record = read(text, game)
    except Misread as error:
        told = error.told
        raise Refused(told.key, private=True, **dict(told.params)) from None
    if record.filled:
        raise Refused("analyse-unknown", private=True)
    match = record.match
    if match.outcome is not None:
        raise Refused("deal-over", private=True)
    if solver(match.game, match.state) is None:
        raise Refused("analyse-no-game", private=True)
    called = _called(text, match.game, match.state, match.seats)
    return Asked(match.game, called, (match.state,))


def _called(text: str, game: Game[Any, Any], state: Any, seats: int) -> tuple[Msg, ...]:
    """What those are called who have no names, as whoever wrote a position has called them."""
    numbers = (msg("replay-seat", number=seat + 1) for seat in range(seats))
    return parts_in(text, game, state) or tuple(numbers)


def _round(found: Played, number: int, play: int | None) -> Asked | str:
    """A round that is over, whole, or as it stood before a play; or the key of why not."""
    fresh, log = found.restored()
    over = [at for at, row in enumerate(log, 1) if row.actions]
    number = number or (over[-1] if over else 0)
    if not 1 <= number <= len(log):
        return "analyse-help"
    begun, round_ = rounds.alone(fresh, log, number)
    if not isinstance(found.reader, All) and not rounds.seen_whole(
        begun, round_, seat_in(found.reader, number)
    ):
        return "analyse-not-seen"
    match, events = deal(begun, round_.options)
    states, told = [match.state], [tuple(e.msg for e in events if e.to is None)]
    for seat, action in round_.actions:
        match, events = act(match, seat, action)
        states.append(match.state)
        told.append(tuple(e.msg for e in events if e.to is None))
    if match.outcome is None:
        return "analyse-not-over"
    if play is not None:
        at = min(max(0, play - 1), len(states) - 2)
        return Asked(found.game, found.names, (states[at],))
    if len(states) < 2 or solver(found.game, states[-2]) is None:
        return "analyse-no-game"
    return Asked(found.game, found.names, tuple(states), round_.actions, tuple(told))
