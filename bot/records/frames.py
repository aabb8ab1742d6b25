"""A match moment by moment, each as its reader saw it then: what a replay shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.records.story import All, seat_in
from engine.match import act, deal, totals
from engine.msg import SeatArg, msg
from engine.replay import replay
from engine.view import Cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.records.story import Reader
    from engine.core import Event, Seat
    from engine.match import Match
    from engine.msg import Msg
    from engine.replay import RoundLog
    from engine.view import Block, View


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment.

    Attributes:
        at, last: which of the moments of the match, and the last one, from 0. The deal of a round
            is one, and each play.
        round, rounds: from 1, and how many are told of.
        play, plays: of the round; 0 is its deal.
        view: what the reader saw.
        told: what the reader was told of it.
        sums: points of the rounds that were over, by seat.
        seat: where the reader sat; None: nowhere.
    """

    at: int
    last: int
    round: int
    rounds: int
    play: int
    plays: int
    view: View
    told: tuple[Msg, ...]
    sums: tuple[int, ...]
    seat: Seat | None


def count(log: Sequence[RoundLog]) -> int:
    """How many moments there are."""
    return sum(1 + len(round_.actions) for round_ in log)


def place(log: Sequence[RoundLog], at: int) -> tuple[int, int]:
    """The round and the play of a moment; the nearest one where there is none."""
    at = max(0, at)
    for number, round_ in enumerate(log, 1):
        if at <= len(round_.actions) or number == len(log):
            return number, min(at, len(round_.actions))
        at -= 1 + len(round_.actions)
    raise ValueError("nothing was dealt")


def moment(log: Sequence[RoundLog], number: int, play: int) -> int:
    """The moment of a play of a round; the nearest one where there is none."""
    number = min(max(1, number), len(log))
    return count(log[: number - 1]) + min(max(0, play), len(log[number - 1].actions))


def overall(log: Sequence[RoundLog], play: int) -> int:
    """The moment of a play, counted through all rounds from 1; 0 is the first deal."""
    for number, round_ in enumerate(log, 1):
        if play <= len(round_.actions) or number == len(log):
            return moment(log, number, play)
        play -= len(round_.actions)
    raise ValueError("nothing was dealt")


def frame(fresh: Match, log: Sequence[RoundLog], at: int, reader: Reader) -> Frame:
    """A moment of a match that began as ``fresh``; the nearest one where there is none.

    Raises:
        RuleError, ValueError: the log cannot be played by these rules, or nothing was dealt.
    """
    number, play = place(log, at)
    return _Watched(log, reader).frame(fresh, number, play)


def round_frames(
    fresh: Match, log: Sequence[RoundLog], number: int, reader: Reader
) -> tuple[Frame, ...]:
    """All moments of a round. Raises as ``frame`` does; ``IndexError`` where there is no round."""
    watched = _Watched(log, reader)
    match, told = watched.dealt(replay(fresh, log[: number - 1]), number)
    found = [watched.seen(match, told, number, 0)]
    for play, (seat, action) in enumerate(log[number - 1].actions, 1):
        match, told = act(match, seat, action)
        found.append(watched.seen(match, told, number, play))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Watched:
    """A log, and who watches it played again."""

    log: Sequence[RoundLog]
    reader: Reader

    def frame(self, fresh: Match, number: int, play: int) -> Frame:
        match, told = self.dealt(replay(fresh, self.log[: number - 1]), number)
        for seat, action in self.log[number - 1].actions[:play]:
            match, told = act(match, seat, action)
        return self.seen(match, told, number, play)

    def dealt(self, match: Match, number: int) -> tuple[Match, tuple[Event, ...]]:
        round_ = self.log[number - 1]
        return deal(match, round_.options, anew=round_.anew)

    def seen(self, match: Match, told: tuple[Event, ...], number: int, play: int) -> Frame:
        game, seat = match.game, seat_in(self.reader, number)
        view = game.present(game.observe(match.state, seat))
        if isinstance(self.reader, All):
            view = replace(view, blocks=(*view.blocks, *_hands(match)))
        reasons = match.outcome.reasons if match.outcome is not None else ()
        return Frame(
            moment(self.log, number, play), count(self.log) - 1, number, len(self.log), play,
            len(self.log[number - 1].actions), view, (*heard(told, seat), *reasons),
            totals(match), seat,
        )  # fmt: skip


def _hands(match: Match) -> Iterator[Block]:
    """What lies in each hand."""
    for seat in range(match.seats):
        for block in match.game.present(match.game.observe(match.state, seat)).blocks:
            if isinstance(block, Cards) and block.mine and block.codes:
                title = msg("seat-name", seat=SeatArg(seat))
                yield Cards(title, block.codes)


def heard(events: Sequence[Event], seat: Seat | None) -> tuple[Msg, ...]:
    """What somebody was told of what happened."""
    return tuple(
        event.msg for event in events if event.to is None or (seat is not None and seat in event.to)
    )
