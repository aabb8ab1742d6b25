"""斗地主 solved: who wins, and by how much, when the cards of all are known; 农民 are one side.

A position is worth what is still to come: the factors of bombs and 春天, below 0 where the 地主
loses. So what was played before it does not matter but for 春天, and one position is known for all
ways that lead to it. First it is found out who wins (``Winner``), then how high.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import without
from engine.core import Action, defaults
from engine.exact import Analysis, Rated, TooLong, ordered
from engine.kernels.climb.alphabeta import NO, narrowed
from engine.kernels.climb.compact import PASS, Compact
from engine.kernels.climb.hints import action_of, cards_of
from engine.kernels.climb.ranks import weigh
from engine.kernels.climb.runs import Move
from engine.kernels.climb.state import PLAY, Public, State
from engine.kernels.landlord.deal import Deal
from engine.kernels.landlord.winner import MOST, Winner

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.exact import Stop
    from engine.kernels.climb.alphabeta import Bounds
    from engine.kernels.climb.state import Hand
    from engine.kernels.landlord.deal import LandlordState
    from engine.kernels.landlord.flow import LandlordGame


class Exact(Winner):
    """Who wins and how high; see ``engine.exact.Solver``."""

    def __init__(self, game: LandlordGame, state: LandlordState) -> None:
        self._game, self._options = game, dict(state.public.options)
        landlord = state.public.extra.landlord or 0
        super().__init__(game.reader(self._options), landlord)
        self._worths: dict[tuple[int, ...], Bounds] = {}
        self._bombs: dict[int, bool] = {}

    # What is asked.

    def value(self, state: LandlordState, stop: Stop) -> int | None:
        """What best play is worth for the side of who is asked; None: not found out in time."""
        return self.worth(state, self.side(state), stop)

    def side(self, state: LandlordState) -> tuple[Seat, ...]:
        """The 地主 alone, or all 农民."""
        if state.public.turn == self.landlord:
            return (self.landlord,)
        return tuple(seat for seat in range(state.public.seats) if seat != self.landlord)

    def worth(self, state: LandlordState, side: tuple[Seat, ...], stop: Stop) -> int | None:
        """What best play is worth for a side; None: not found out in time."""
        deal = self._begin(state, stop)
        try:
            found = self._worth(deal, -NO, NO)
        except TooLong:
            return None
        return self._paid(state, found) * (1 if self.landlord in side else -1)

    def winner(self, state: LandlordState, stop: Stop) -> bool | None:
        """Whether the 地主 wins; None: not found out in time."""
        deal = self._begin(state, stop)
        try:
            return self.wins(deal)
        except TooLong:
            return None

    def winning(self, state: LandlordState, stop: Stop, most: int = 1 << 20) -> tuple[Action, ...]:
        """All that the asked seat may do without losing what is won; at most one above ``most``.

        Raises:
            TooLong: not found out in time.
        """
        deal = self._begin(state, stop)
        mine = deal.turn == self.landlord
        found = []
        for number in deal.moves():
            if self._wins_by(deal, number) == mine:
                found.append(number)
            if len(found) > most:
                break
        return tuple(self._action(state.hands[deal.turn], deal.top, number) for number in found)

    def legal(self, state: LandlordState) -> tuple[Action, ...]:
        """All that the asked seat may do, few cards first, the pass last."""
        deal = self._begin(state, bool)
        sizes = self.plays.sizes
        found = sorted(deal.moves(), key=lambda n: (n == PASS, sizes[n]))
        return tuple(self._action(state.hands[deal.turn], deal.top, number) for number in found)

    def road(
        self, state: LandlordState, stop: Stop, until: Seat | None = None
    ) -> tuple[tuple[Seat, Action], ...]:
        """How a deal goes on if whoever wins never lets go; ``until``: until a seat is asked.

        Raises:
            TooLong: not found out in time.
        """
        deal, hands, found = self._begin(state, stop), list(state.hands), []
        while not deal.over and deal.turn != until:
            seat, mine = deal.turn, deal.turn == self.landlord
            moves = self._ordered_moves(deal, mine)
            number = next((n for n in moves if self._wins_by(deal, n) == mine), moves[0])
            action = self._action(hands[seat], deal.top, number)
            found.append((seat, action))
            hands[seat] = without(hands[seat], action.cards)
            deal.do(number)
        return tuple(found)

    def _wins_by(self, deal: Compact, number: int) -> bool:
        deal.do(number)
        won = self.wins(deal)
        deal.undo()
        return won

    def analyse(self, state: LandlordState, stop: Stop) -> Analysis:
        """A position in which somebody is asked to play."""
        deal = self._begin(state, stop)
        turn, sign = deal.turn, 1 if deal.turn == self.landlord else -1
        depth = deal.depth
        plays, rated, over = self._ordered_moves(deal, turn == self.landlord), [], False
        best: tuple[int, int] | None = None
        for number in plays:
            worth = None
            if not over:
                try:
                    found = sign * self._behind(deal, number, -NO, NO)
                    worth = self._paid(state, found)
                    best = max(best or (-NO, 0), (found, -number))
                except TooLong:
                    over = True
                    _back(deal, depth)
            rated.append(Rated(self._action(state.hands[turn], deal.top, number), worth))
        line: tuple[tuple[Seat, Action], ...] = ()
        if not over and best is not None:
            try:
                line = self._line(state, deal, -best[1])
            except TooLong:
                _back(deal, depth)
        side = self.side(state)
        return Analysis(turn, side, partners=True, plays=ordered(rated), line=line,
                        looked=self.nodes)  # fmt: skip

    def _begin(self, state: LandlordState, stop: Stop) -> Compact:
        public, plays = state.public, self.plays
        self.begin(stop)
        if len(self._worths) > MOST:
            self._worths.clear()
        top, owner = PASS, public.turn
        if public.circle.top is not None and public.circle.top.reading is not None:
            top, owner = plays.number(Move(public.circle.top.reading)), public.circle.top.seat
        weights = list(map(weigh, state.hands))
        deal = Compact(plays, weights, public.counts, public.turn, top, owner)
        for what in public.played:
            deal.laid[what.seat] += 1
        return deal

    def _paid(self, state: LandlordState, found: int) -> int:
        """What the side that a value is of has from the deal."""
        extra = state.public.extra
        farmers = [f for seat, f in enumerate(extra.doubles) if seat != self.landlord]
        return found * extra.stake.unit * sum(farmers)

    # Looking.

    def _behind(self, deal: Compact, number: int, low: int, high: int) -> int:
        """What is to come from a play on, for the 地主."""
        factor = self._factor(deal, number)
        deal.do(number)
        found = factor * self._worth(deal, low // factor, -(-high // factor))
        deal.undo()
        return found

    def _factor(self, deal: Compact, number: int) -> int:
        if not self.plays.tiers[number]:
            return 1
        reading = self.plays.move(number).reading
        return self._game.times(reading, self._options, empty=deal.top == PASS)[1]

    def _worth(self, deal: Compact, low: int, high: int) -> int:
        """What is to come; exact where it lies between ``low`` and ``high``, else on that side."""
        landlord = self.landlord
        first = min(deal.laid[landlord], 2)
        quiet = sum(deal.laid) == deal.laid[landlord]
        if deal.over:
            won = deal.counts[landlord] == 0
            return (2 if quiet else 1) if won else (-2 if first == 1 else -1)
        wins = self.wins(deal)
        if not quiet and first > 1 and not any(map(self._has_bomb, deal.hands)):
            return 1 if wins else -1
        key = (*deal.hands, deal.turn << 32 | deal.owner << 16 | self.plays.kinds[deal.top],
               2 * first + quiet)  # fmt: skip
        least, most = self._worths.get(key, (1, NO) if wins else (-NO, -1))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least - 1), min(high, most + 1)
        self.counted()
        if len(self._worths) > MOST:
            self._worths.clear()
        mine = deal.turn == landlord
        best = -NO if mine else NO
        top, bottom = low, high
        for number in self._ordered_moves(deal, mine):
            value = self._behind(deal, number, top, bottom)
            if mine and value > best:
                best = value
                top = max(top, best)
            elif not mine and value < best:
                best = value
                bottom = min(bottom, best)
            if top >= bottom:
                break
        self._worths[key] = narrowed(best, low, high, (least, most))
        return best

    def _ordered_moves(self, deal: Compact, mine: bool) -> tuple[int, ...]:
        moves = self.moves(deal.hands[deal.turn], deal.top)
        if not mine and deal.top and deal.owner != self.landlord:
            return moves[::-1]
        return moves

    def _has_bomb(self, weight: int) -> bool:
        found = self._bombs.get(weight)
        if found is None:
            tiers = self.plays.tiers
            found = any(tiers[number] for number in self.plays.of(weight, PASS))
            self._bombs[weight] = found
        return found

    # In words of the contract.

    def _line(
        self, state: LandlordState, deal: Compact, number: int
    ) -> tuple[tuple[Seat, Action], ...]:
        """The deal to its end from a play on, with best play of both sides."""
        hands, found, depth = list(state.hands), [], deal.depth
        while True:
            seat = deal.turn
            action = self._action(hands[seat], deal.top, number)
            found.append((seat, action))
            hands[seat] = without(hands[seat], action.cards)
            deal.do(number)
            if deal.over:
                break
            mine = deal.turn == self.landlord
            sign = 1 if mine else -1
            number = max(
                self._ordered_moves(deal, mine), key=lambda n: sign * self._behind(deal, n, -NO, NO)
            )
        _back(deal, depth)
        return tuple(found)

    def _action(self, hand: Hand, top: int, number: int) -> Action:
        if number == PASS:
            return Action("pass")
        move = self.plays.move(number)
        cards = cards_of(move, hand)
        over = self.plays.move(top).reading if top else None
        return action_of(cards, move.reading, self.plays.reader, over, last=len(cards) == len(hand))


def _back(deal: Compact, depth: int) -> None:
    while deal.depth > depth:
        deal.undo()


def solver(game: LandlordGame, state: LandlordState) -> Exact | None:
    """A solver for a deal; None before there is a 地主."""
    return Exact(game, state) if state.public.phase == PLAY else None


def position(game: LandlordGame, hands: tuple[Hand, ...]) -> LandlordState:
    """A position in which seat 0 is the 地主 and leads, and nothing was played before."""
    seats = len(hands)
    deal = Deal(0, seats, answers=(1,), landlord=0, doubles=(1,) * seats)
    options = defaults(game.info)
    public = Public(
        options=tuple(sorted(options.items())), phase=PLAY, turn=0,
        counts=tuple(map(len, hands)), extra=deal, known=((),) * seats,
    )  # fmt: skip
    shown = tuple(game.arranged(hand, options) for hand in hands)
    return State(public, shown, secrets=("",) * seats)
