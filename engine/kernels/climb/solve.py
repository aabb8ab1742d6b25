"""A climbing game whose cards are all known, solved card by card.

For games in which a card is more than its rank: where suits count, points lie on the table, or two
win together. Every set of cards that a hand holds is read once by the game's ``Reader``, so there
is one source of rules; whose turn it is and when a circle ends is told here in other words, and a
law compares it with trying everything through the contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import combinations
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.core import Action
from engine.exact import Analysis, Rated, TooLong, ordered
from engine.kernels.climb.alphabeta import NO, narrowed
from engine.kernels.climb.rules import beats

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import Seat
    from engine.exact import Stop
    from engine.kernels.climb.alphabeta import Bounds
    from engine.kernels.climb.flow import ClimbGame
    from engine.kernels.climb.rules import Reading

STRIDE = 512
"""It is asked whether to stop after so many positions."""

MOST = 300_000
"""So many positions are kept; then it is begun anew."""

LARGEST = 13
"""A hand of more cards is not looked at: it holds too many sets of cards."""

NONE = -1
"""The number of what is to be beaten, where nothing is."""

MoreT = TypeVar("MoreT")


class Play(NamedTuple):
    """Cards of a hand as one play.

    Attributes:
        mask: the cards, as bits of the seat's.
        cards: the same as cards.
        reading: the number of what they are.
        key: names the reading where a player would be asked for it.
    """

    mask: int
    cards: tuple[Card, ...]
    reading: int
    key: str


class Set(NamedTuple):
    """Some cards of a seat, and what they may be: in the middle of a hand, and as all of it."""

    mask: int
    cards: tuple[Card, ...]
    like: tuple[Any, ...]
    within: tuple[int, ...]
    last: tuple[int, ...]


class Where(NamedTuple, Generic[MoreT]):
    """A position beside its hands.

    Attributes:
        turn: who is asked.
        owner: whose the play to beat is.
        top: its reading, ``NONE`` for a lead.
        locked: seats out of the circle.
        more: what is the game's own.
    """

    turn: Seat
    owner: Seat
    top: int
    locked: tuple[Seat, ...]
    more: MoreT


class CardSolver(ABC, Generic[MoreT]):
    """See ``engine.exact.Solver``; what is a game's own is told below."""

    partners = False

    def __init__(self, game: ClimbGame[Any], state: Any) -> None:
        self.game, self.options = game, dict(state.public.options)
        self.reader = game.reader(self.options)
        self.seats: int = state.public.seats
        self.lock = game.locks(self.options)
        self.side_now: tuple[Seat, ...] = ()
        self.hands: list[int] = []
        self.bits: list[list[Card]] = [[] for _ in range(self.seats)]
        self.readings: list[Reading] = []
        self.nodes = 0
        self._numbers: dict[Reading, int] = {}
        self._sets: list[list[Set]] = [[] for _ in range(self.seats)]
        self._over: dict[tuple[int, int], bool] = {}
        self._moves: dict[tuple[Seat, int, int], tuple[Play | None, ...]] = {}
        self._known: dict[tuple[Seat, ...], dict[Any, Bounds]] = {}
        self._table: dict[Any, Bounds] = {}  # of these, the one of the side that is asked for
        self._must: tuple[Seat, int, int] | None = None
        self._stop: Stop = bool
        self._limit = STRIDE

    # What a game says.

    def like(self, card: Card) -> Any:
        """Cards of which this is equal are the same in every way that matters."""
        return card

    @abstractmethod
    def begun(self, state: Any) -> tuple[int, MoreT]:
        """What the side has already, and what is the game's own in the position."""

    def side(self, state: Any) -> tuple[Seat, ...]:
        """Who wins with whoever is asked, in seat order."""
        return (state.public.turn,)

    def allowed(self, first: Reading, top: int, held: int) -> bool:
        """Whether a play is, beside its shape; ``first``: what its cards are read as first."""
        return True

    def played(self, where: Where[MoreT], play: Play) -> tuple[int, MoreT]:
        """What a play gains for the side, and what it changes; the hand is without it already."""
        return 0, where.more

    def lead_locked(self, where: Where[MoreT], play: Play) -> tuple[Seat, ...]:
        """The seats that a lead leaves out of its circle."""
        return ()

    @abstractmethod
    def over(self) -> bool:
        """Whether a play has ended the deal."""

    def closed(self, owner: Seat) -> bool:
        """Whether the end of a circle ends the deal."""
        return False

    def swept(self, where: Where[MoreT]) -> tuple[int, MoreT]:
        """What the end of a circle gains for the side, and what it changes."""
        return 0, where.more

    @abstractmethod
    def ended(self, where: Where[MoreT]) -> int:
        """What the end of the deal gains for the side."""

    def heir(self, owner: Seat) -> Seat:
        """Who leads instead of an owner without cards."""
        around = [(owner + step) % self.seats for step in range(1, self.seats)]
        return next((seat for seat in around if self.hands[seat]), owner)

    # What is asked.

    def value(self, state: Any, stop: Stop) -> int | None:
        """What best play is worth for the side of who is asked; None: not found out in time."""
        return self.worth(state, self.side(state), stop)

    def worth(self, state: Any, side: tuple[Seat, ...], stop: Stop) -> int | None:
        """What best play is worth for a side; None: not found out in time."""
        try:
            base, where = self._begin(state, side, stop)
            return base + self._worth(where, -NO, NO)
        except TooLong:
            return None

    def analyse(self, state: Any, stop: Stop) -> Analysis:
        """A position in which somebody is asked to play."""
        side = self.side(state)
        rated: list[Rated] = []
        line: tuple[tuple[Seat, Action], ...] = ()
        try:
            base, where = self._begin(state, side, stop)
        except TooLong:
            return Analysis(state.public.turn, side, self.partners, (), (), 0)
        hands = list(self.hands)
        best: tuple[int, Play | None] = (-NO, None)
        try:
            for play in self.moves(where):
                found = self._behind(where, play, -NO, NO)
                rated.append(Rated(_action(play), base + found))
                if found > best[0]:
                    best = found, play
            line = self._line(where, best[1])
        except TooLong:
            done = {one.action for one in rated}
            left = (_action(play) for play in self.moves(where))
            rated += [Rated(action, None) for action in left if action not in done]
        self.hands = hands
        return Analysis(where.turn, side, self.partners, ordered(rated), line, self.nodes)

    def _begin(self, state: Any, side: tuple[Seat, ...], stop: Stop) -> tuple[int, Where[MoreT]]:
        public = state.public
        if max(public.counts) > LARGEST or public.deck:
            raise TooLong
        self._stop, self.nodes, self._limit, self.side_now = stop, 0, STRIDE, side
        self._table = self._known.setdefault(side, {})
        self.hands = [self._held(seat, hand) for seat, hand in enumerate(state.hands)]
        if public.must is not None and not public.played:
            mine = self.bits[public.turn]
            bit = 1 << mine.index(public.must)
            self._must = (public.turn, self.hands[public.turn], bit)
        top = public.circle.top
        base, more = self.begun(state)
        where = Where(
            public.turn,
            public.turn if top is None else top.seat,
            NONE if top is None else self._number(top.reading),
            tuple(sorted(public.circle.locked)),
            more,
        )
        return base, where

    def _held(self, seat: Seat, hand: tuple[Card, ...]) -> int:
        """A hand as bits; what the seat was not known to hold is read first."""
        mine, mask, new = self.bits[seat], 0, False
        for card in hand:
            at = next((i for i, c in enumerate(mine) if c == card and not mask >> i & 1), None)
            if at is None:
                at, new = len(mine), True
                mine.append(card)
            mask |= 1 << at
        if new or not self._sets[seat]:
            self._sets[seat] = list(self._read(seat, mask))
            self._moves.clear()
        return mask

    def _read(self, seat: Seat, hand: int) -> list[Set]:
        """Every set of cards of a hand that may be a play."""
        mine, found = self.bits[seat], []
        places = [at for at in range(len(mine)) if hand >> at & 1]
        if len(mine) > LARGEST:
            raise TooLong
        for size in range(1, len(places) + 1):
            for some in combinations(places, size):
                cards = tuple(mine[at] for at in some)
                within = self.reader.readings(cards)
                last = self.reader.readings(cards, last=True)
                if not within and not last:
                    continue
                like = tuple(sorted(map(self.like, cards)))
                numbers = [tuple(map(self._number, found_)) for found_ in (within, last)]
                found.append(Set(sum(1 << at for at in some), cards, like, *numbers))
        return found

    def _number(self, reading: Reading) -> int:
        found = self._numbers.get(reading)
        if found is None:
            found = self._numbers[reading] = len(self.readings)
            self.readings.append(reading)
        return found

    # Looking.

    def moves(self, where: Where[MoreT]) -> tuple[Play | None, ...]:
        """What may be done, many cards first; None is a pass."""
        hand, top = self.hands[where.turn], where.top
        key = (where.turn, hand, top)
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = tuple(self._find(where.turn, hand, top))
        return found

    def _find(self, seat: Seat, hand: int, top: int) -> list[Play | None]:
        plays: dict[tuple[Any, int], Play] = {}
        held, must = hand.bit_count(), self._must
        first = top == NONE and must is not None and must[:2] == (seat, hand)
        for one in self._sets[seat]:
            if one.mask & ~hand or (first and must is not None and not one.mask & must[2]):
                continue
            readings = one.last if one.mask == hand else one.within
            if not readings or not self.allowed(self.readings[readings[0]], top, held):
                continue
            fit = [r for r in readings if top == NONE or self._beats(r, top)]
            asks = self.reader.rules.asks
            for reading in fit if asks else fit[:1]:
                key = self.readings[reading].key if asks and len(fit) > 1 else ""
                plays.setdefault((one.like, reading), Play(one.mask, one.cards, reading, key))
        found = sorted(plays.values(), key=lambda play: -len(play.cards))
        return [*found] if top == NONE else [*found, None]

    def _beats(self, new: int, old: int) -> bool:
        found = self._over.get((new, old))
        if found is None:
            found = self._over[new, old] = beats(self.readings[new], self.readings[old])
        return found

    def _worth(self, where: Where[MoreT], low: int, high: int) -> int:
        """What is to come; exact where it lies between ``low`` and ``high``, else on that side."""
        known = self._table
        key = (*self.hands, where)
        least, most = known.get(key, (-NO, NO))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.nodes += 1
        if self.nodes >= self._limit:
            if self._stop(self.nodes):
                raise TooLong
            self._limit = self.nodes + STRIDE
            if len(known) > MOST:
                known.clear()
            if len(self._moves) > MOST:
                self._moves.clear()
        mine = where.turn in self.side_now
        best = -NO if mine else NO
        top, bottom = low, high
        for play in self.moves(where):
            value = self._behind(where, play, top, bottom)
            if mine and value > best:
                best = value
                top = max(top, best)
            elif not mine and value < best:
                best = value
                bottom = min(bottom, best)
            if top >= bottom:
                break
        known[key] = narrowed(best, low, high, (least, most))
        return best

    def _behind(self, where: Where[MoreT], play: Play | None, low: int, high: int) -> int:
        """What is to come from a play or a pass on."""
        mask = 0 if play is None else play.mask
        self.hands[where.turn] -= mask
        try:
            gain, after = self._step(where, play)
            if after is None:
                return gain
            return gain + self._worth(after, low - gain, high - gain)
        finally:
            self.hands[where.turn] += mask

    def _step(self, where: Where[MoreT], play: Play | None) -> tuple[int, Where[MoreT] | None]:
        """What a play or a pass gains, and where it leads; None: the deal is over."""
        turn = where.turn
        if play is None:
            gain, unbeaten = 0, False
            if self.lock:
                locked = tuple(sorted((*where.locked, turn)))
                where = Where(turn, where.owner, where.top, locked, where.more)
        else:
            locked = self.lead_locked(where, play) if where.top == NONE else where.locked
            gain, more = self.played(where, play)
            where = Where(turn, turn, play.reading, locked, more)
            unbeaten = self.reader.unbeatable(self.readings[play.reading])
            if self.over():
                return gain + self.ended(where), None
        following = None if unbeaten else self._after(where)
        if following is not None:
            return gain, Where(following, where.owner, where.top, where.locked, where.more)
        owner = where.owner
        if self.closed(owner):
            return gain + self.ended(where), None
        won, more = self.swept(where)
        leader = owner if self.hands[owner] else self.heir(owner)
        return gain + won, Where(leader, leader, NONE, (), more)

    def _after(self, where: Where[MoreT]) -> Seat | None:
        """Who is asked next; None: the circle is over."""
        seat, owner, last = where.turn, where.owner, self.seats - 1
        for _ in self.hands:
            seat = seat + 1 if seat < last else 0
            if seat == owner:
                return None
            if self.hands[seat] and seat not in where.locked:
                return seat
        return None

    def _line(self, where: Where[MoreT], play: Play | None) -> tuple[tuple[Seat, Action], ...]:
        """The deal to its end from a play on, with best play of both sides."""
        found = []
        hands = list(self.hands)
        try:
            while True:
                found.append((where.turn, _action(play)))
                self.hands[where.turn] -= 0 if play is None else play.mask
                _, after = self._step(where, play)
                if after is None:
                    return tuple(found)
                where = after
                sign = 1 if where.turn in self.side_now else -1
                worths = [sign * self._behind(where, one, -NO, NO) for one in self.moves(where)]
                play = self.moves(where)[worths.index(max(worths))]
        finally:
            self.hands = hands


def _action(play: Play | None) -> Action:
    return Action("pass") if play is None else Action("play", play.cards, reading=play.key)
