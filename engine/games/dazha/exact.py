"""Endings of 打炸, solved for two sides: cards, bombs and jokers as they are paid.

See ``engine.exact``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core import Seat
from engine.games.dazha import settle
from engine.games.dazha.deal import Deal
from engine.games.dazha.pay import lone_jokers, penalised, played
from engine.games.dazha.plays import refusal
from engine.games.dazha.shapes import WSK
from engine.kernels.climb.ending import ending
from engine.kernels.climb.rules import Reading
from engine.kernels.climb.solve import NONE, CardSolver, Play, Where
from engine.kernels.climb.state import PLAY, Put

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.games.dazha.game import Dazha
    from engine.kernels.climb.state import Hand


class More(NamedTuple):
    """What else decides what is paid.

    Attributes:
        out: who is out, in that order.
        table: points on the table.
        ours: points that the side has.
        theirs: those of the other one.
        bombs: what the side was paid for bombs, where 双扣 may cancel it; else 0.
    """

    out: tuple[Seat, ...]
    table: int
    ours: int
    theirs: int
    bombs: int


class Exact(CardSolver[More]):
    """Partners are one side; a side's worth is what both of it have."""

    partners = True

    def like(self, card: Card) -> tuple[int, int]:
        return (card.rank, card.suit if card.rank in WSK else 0)

    def side(self, state: Any) -> tuple[Seat, ...]:
        teams = state.public.extra.teams
        return tuple(s for s in range(self.seats) if teams[s] == teams[state.public.turn])

    def begun(self, state: Any) -> tuple[int, More]:
        public = state.public
        self.deal = public.extra
        self.cancels = self.options["double_kou_cancels_bombs"] == "true"
        won = settle.collected(public)
        ours = sum(won[seat] for seat in self.side_now)
        paid = sum(self._each(bomb.seat, bomb.unit) for bomb in settle.bombs(public))
        base = paid
        for what in public.played:
            base -= self._each(what.seat, lone_jokers(what.reading, what.cards))
        for seat, hand in enumerate(settle.dealt(public, state.hands)):
            base -= self._each(seat, penalised(hand, self.options))
        table = settle.in_circle(public.circle.plays)
        return base, More(public.out, table, ours, sum(won) - ours, paid if self.cancels else 0)

    def _each(self, seat: Seat, amount: int) -> int:
        """What it is to the side if every other player pays a seat so much."""
        return 2 * amount if seat in self.side_now else -2 * amount

    def allowed(self, first: Reading, top: int, held: int) -> bool:
        over = None if top == NONE else Put(0, (), self.readings[top])
        return not refusal(first, over, held, self.options)

    def played(self, where: Where[More], play: Play) -> tuple[int, More]:
        more, seat, reading = where.more, where.turn, self.readings[play.reading]
        bomb = played(seat, reading, play.cards, self.options)
        paid = self._each(seat, bomb.unit) if bomb is not None else 0
        jokers = self._each(seat, lone_jokers(reading, play.cards))
        out = more.out if self.hands[seat] else (*more.out, seat)
        more = more._replace(
            out=out,
            table=more.table + settle.points(play.cards),
            bombs=more.bombs + (paid if self.cancels else 0),
        )
        return paid - jokers, more

    def over(self) -> bool:
        return any(not any(self.hands[seat] for seat in self.deal.side(n)) for n in (1, 2))

    def swept(self, where: Where[More]) -> tuple[int, More]:
        more = where.more
        if where.owner in self.side_now:
            return 0, more._replace(table=0, ours=more.ours + more.table)
        return 0, more._replace(table=0, theirs=more.theirs + more.table)

    def heir(self, owner: Seat) -> Seat:
        return int(self.deal.partner(owner))

    def ended(self, where: Where[More]) -> int:
        """What the cards are paid. Source: as ``settle.result``."""
        _, more = self.swept(where)
        left = sum(
            settle.POINTS.get(card.rank, 0)
            for mine, hand in zip(self.bits, self.hands, strict=True)
            for at, card in enumerate(mine)
            if hand >> at & 1
        )
        finished = not any(self.hands[seat] for seat in self.side_now)
        ours = more.ours + (left if finished else 0)
        theirs = more.theirs + (0 if finished else left)
        both = len(more.out) == 2
        won = finished if both else more.out[0] in self.side_now
        if not both and ours != theirs:
            won = ours > theirs
        mine_ = ours if won else theirs
        times = settle.SINGLE
        if mine_ == settle.ALL:
            times = settle.SWEEP
        elif both and 2 * mine_ >= settle.ALL:
            times = settle.DOUBLE
        amount = 2 * times * int(self.options["team_base"])
        return (amount if won else -amount) - (more.bombs if both else 0)


def solver(game: Dazha, state: Any) -> Exact | None:
    """A solver for a deal that is being played."""
    return Exact(game, state) if state.public.phase == PLAY else None


def position(game: Dazha, hands: tuple[Hand, ...]) -> Any:
    """An ending in which seat 0 leads, and whoever sits opposite is its partner."""
    return ending(game, hands, Deal((1, 2, 1, 2), 0, fresh=False))


SOLVER = solver
POSITION = position
