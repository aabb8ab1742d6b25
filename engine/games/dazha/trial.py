"""Deals of 上饶打炸 played to the end in a simple way, to see what a play leads to.

Everybody keeps to a division of the hand, leads low and many cards, follows with the weakest play
that beats, spares a partner, and bombs for points, or to stop whoever is nearly out. The numbers
come from many thousands of such deals: two that keep to them win .56 against those of before, which
bombed sooner.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from engine.games.dazha.divided import (
    ACE,
    BARE,
    BOMB,
    CARRIER,
    FIFTY,
    FIFTY_K,
    FORCE,
    LEAD,
    ONE,
    STRAIGHT,
    TWO,
    TWO_OF,
    WORTH,
)
from engine.games.dazha.plan import PAIR, SINGLE, TRIPLE

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.dazha.divided import Bomb, Divided, House, Play, Top

SEATS, ALL = 4, 200
NOTHING: Top = (LEAD, 0, 0)

FEW, NEAR = 8, 4
"""A foe with so few cards is stopped at the price of a set; and is bombed."""

LOW = 6
"""A partner's play up to a 9 is worth beating where a foe is still to answer."""

GONE = 3
"""A partner with so few cards is let out."""

MUCH, SOME, MANY = 30, 15, 3
"""Points in a round that are worth a bomb; and a bomb of who has so many, or a pair of twos."""

TAKEN, TORN = 10, 20
"""Points in a round that are worth 五十K, or a pair of aces; and a triple."""


class Trial:
    """One deal as it may lie.

    Attributes:
        hands: by seat, divided; they are used up.
        teams: by seat, 0 or 1.
        rules: of the table.
        taken: by team, the points of the circles so far.
        pot: the points that lie in the open one.
        out: the seats without cards, in that order.
        paid: by team, what each other player pays for its bombs from here on.
        record: what is done, if a list is given: the seat, its hand before, the play or None.
    """

    __slots__ = ("hands", "out", "paid", "pot", "record", "rules", "taken", "teams")

    def __init__(
        self, hands: list[Divided], teams: tuple[int, ...], rules: House, taken: list[int],
        pot: int, out: list[Seat], record: list[tuple[Seat, list[int], Play | None]] | None = None,
    ) -> None:  # fmt: skip
        self.hands, self.teams, self.rules = hands, teams, rules
        self.taken, self.pot, self.out = taken, pot, out
        self.paid = [0, 0]
        self.record = record

    def play(self, turn: Seat, top: Top, owner: Seat) -> int:
        """Play on until a team is out; the team that wins by its cards."""
        hands, teams, record = self.hands, self.teams, self.record
        while True:
            hand = hands[turn]
            before = hand.cards() if record is not None else []
            if top[0] == LEAD:
                found: Play | None = self._lead(turn, hand)
            elif teams[owner] == teams[turn]:
                found = self._over_friend(turn, hand, top, owner)
            else:
                found = self._follow(turn, hand, top, owner)
            if record is not None:
                record.append((turn, before, found))
            if found is not None:
                kind, length, head, size, points = found
                top = (kind, length, head)
                owner = turn
                hand.count -= size
                self.pot += points
                if not hand.count and self.left(turn):
                    return self.winner(turn)
            turn, top, owner = self.follower(turn, top, owner)

    def go_on(self, me: Seat, top: Top, owner: Seat, put: tuple[Top, int] | None) -> int:
        """A seat passes, or puts a play down that its hand is without, and all play on."""
        if put is not None:
            top, points = put
            owner = me
            self.pot += points
            if not self.hands[me].count and self.left(me):
                return self.winner(me)
        return self.play(*self.follower(me, top, owner))

    def follower(self, turn: Seat, top: Top, owner: Seat) -> tuple[Seat, Top, Seat]:
        """Who is asked after a seat, what is to be beaten, and whose it is."""
        hands, teams = self.hands, self.teams
        turn = self.after(turn, owner)
        if turn != owner:
            return turn, top, owner
        self.taken[teams[owner]] += self.pot
        self.pot = 0
        if not hands[owner].count:
            turn = next(s for s in range(SEATS) if s != owner and teams[s] == teams[owner])
        return turn, NOTHING, turn

    def after(self, turn: Seat, owner: Seat) -> Seat:
        """Who is asked next; the owner of the top where nobody is."""
        hands = self.hands
        following = turn
        while True:
            following = following + 1 & SEATS - 1
            if following == owner or hands[following].count:
                return following

    def left(self, turn: Seat) -> bool:
        """A seat has no cards left: whether that ends the deal."""
        self.out.append(turn)
        team = self.teams[turn]
        return sum([self.teams[seat] == team for seat in self.out]) == SEATS // 2

    def winner(self, turn: Seat) -> int:
        """The team that wins by its cards, ``turn`` having ended the deal."""
        team = self.teams[turn]
        taken = self.taken
        taken[team] += self.pot
        taken[team] += ALL - taken[0] - taken[1]
        if len(self.out) == SEATS // 2:
            return team
        if taken[0] == taken[1]:
            return self.teams[self.out[0]]
        return int(taken[1] > taken[0])

    # What the others hold, as far as everybody sees it.

    def _fewest(self, turn: Seat) -> int:
        """The fewest cards of a foe."""
        hands = self.hands
        one, two = hands[turn - 1].count, hands[(turn + 1) & 3].count
        teams = self.teams
        if teams[turn] != teams[turn - 2]:
            three = hands[turn - 2].count
            if teams[turn] == teams[turn - 1]:
                one = three
            else:
                two = three
        if one and two:
            return min(one, two)
        return one or two

    def _partner(self, turn: Seat) -> int:
        """The cards of the partner."""
        hands, teams = self.hands, self.teams
        return sum([hands[s].count for s in range(SEATS) if s != turn and teams[s] == teams[turn]])

    # Leads.

    def _lead(self, turn: Seat, hand: Divided) -> Play:
        singles, pairs, triples, bombs = hand.singles, hand.pairs, hand.triples, hand.bombs
        if bombs and not hand.turns():
            return self._bomb(turn, hand, len(bombs) - 1)
        fewest = self._fewest(turn)
        best, what, at = 99.0, LEAD, 0
        if singles:
            one = singles[0]
            best, what = one + WORTH[one] * 0.3, ONE
            if fewest <= 1:
                best, at = 40 - singles[-1], -1
            elif self._partner(turn) == 1:
                best = -50
        if pairs:
            one = pairs[0]
            value, place = one - 1 + WORTH[one] * 0.4, 0
            if fewest == PAIR:
                value, place = 30 - pairs[-1], -1
            elif self._partner(turn) == PAIR:
                value = -50
            if value < best:
                best, what, at = value, TWO_OF, place
        carried = len(singles) + 2 * len(pairs)
        if triples:
            value = triples[0] - 7
            if value < best and (carried >= 2 or hand.count <= 4):
                best, what, at = value, BARE, 0
        for place, (width, length, head) in enumerate(hand.rows):
            value = head - 2.4 * width * length
            if value < best and (
                width != TRIPLE or carried >= 2 * length or carried + 3 * length == hand.count
            ):
                best, what, at = value, CARRIER, place
        if what == ONE:
            one = singles.pop(at)
            return (ONE, 1, one, 1, WORTH[one])
        if what == TWO_OF:
            one = pairs.pop(at)
            return (TWO_OF, 1, one, 2, 2 * WORTH[one])
        if what == BARE:
            return hand.carrier((TRIPLE, 1, triples.pop(0)), lead=True)
        if what == CARRIER:
            return hand.row(hand.rows.pop(at), lead=True)
        return self._torn_lead(turn, hand)

    def _torn_lead(self, turn: Seat, hand: Divided) -> Play:
        """Nothing is left but bombs, jokers, and triples that have nothing to carry."""
        if hand.bombs:
            return self._bomb(turn, hand, 0)
        if hand.triples:
            one = hand.triples.pop(0)
            insort(hand.singles, one)
            return (TWO_OF, 1, one, 2, 2 * WORTH[one])
        if hand.rows:
            width, length, head = hand.rows.pop(0)
            hand.triples[:] = [head - at for at in range(length - 1, -1, -1)]
            if length == 1 or width != TRIPLE:
                raise ValueError("a row that might have been led")
            one = hand.triples.pop(0)
            insort(hand.singles, one)
            return (TWO_OF, 1, one, 2, 2 * WORTH[one])
        count, hand.jokers = hand.jokers, 0
        return (BOMB, 0, 0, count, 0)

    def _bomb(self, turn: Seat, hand: Divided, at: int) -> Play:
        rank, size, unit, jokers = hand.bombs.pop(at)
        self.paid[self.teams[turn]] += unit
        points = (size - jokers) * WORTH[rank % FORCE] if size > jokers else 0
        return (BOMB, 1, rank, size, points)

    # Follows.

    def _follow(self, turn: Seat, hand: Divided, top: Top, owner: Seat) -> Play | None:
        kind, length, head = top
        theirs = self.hands[owner].count
        urgent = theirs <= FEW
        if kind == ONE:
            found = self._single(hand, head, turn, urgent=urgent)
        elif kind == TWO_OF:
            found = self._pair(hand, head, urgent=urgent)
        elif kind <= CARRIER:
            found = self._over_triple(hand, top)
        elif kind >= STRAIGHT:
            found = None
            width = SINGLE if kind == STRAIGHT else PAIR
            for at, row in enumerate(hand.rows):
                if row[2] > head and row[1] == length and row[0] == width:
                    found = hand.row(hand.rows.pop(at), lead=False)
                    break
        else:
            found = None
        if found is not None:
            return found
        if kind < FIFTY_K or kind >= STRAIGHT:
            found = self._fifty(hand, top, urgent=theirs <= NEAR)
            if found is not None:
                return found
        bombs = hand.bombs
        if bombs and (kind != BOMB or bombs[-1][0] > head):
            return self._bombed(turn, hand, bombs, head if kind == BOMB else -1, theirs)
        return None

    def _bombed(
        self, turn: Seat, hand: Divided, bombs: list[Bomb], least: int, theirs: int
    ) -> Play | None:
        """A bomb, if it is worth one."""
        pot = self.pot
        at = 0
        while bombs[at][0] <= least:
            at += 1
        turns = hand.turns()
        if (
            theirs <= NEAR
            or pot >= MUCH
            or (pot >= SOME and len(bombs) >= MANY)
            or turns <= len(bombs)
            or (turns <= 3 and hand.count <= 12)
        ):
            return self._bomb(turn, hand, at)
        return None

    def _single(self, hand: Divided, head: int, turn: Seat, *, urgent: bool) -> Play | None:
        singles, pairs, triples = hand.singles, hand.pairs, hand.triples
        for at, one in enumerate(singles):
            if one > head:
                if one == TWO and not urgent and head < ACE and self.pot < 5 and hand.count > 12:
                    break
                del singles[at]
                return (ONE, 1, one, 1, WORTH[one])
        if pairs and pairs[-1] > head and (pairs[-1] >= ACE or urgent) and (
            urgent or head >= ACE - 1 or self.pot >= TAKEN
        ):  # fmt: skip
            one = pairs.pop()
            insort(singles, one)
            return (ONE, 1, one, 1, WORTH[one])
        if (
            triples
            and triples[-1] > head
            and (urgent or (triples[-1] == TWO and self.pot >= TAKEN))
        ):
            one = triples.pop()
            insort(pairs, one)
            return (ONE, 1, one, 1, WORTH[one])
        return None

    def _pair(self, hand: Divided, head: int, *, urgent: bool) -> Play | None:
        pairs, triples = hand.pairs, hand.triples
        for at, one in enumerate(pairs):
            if one > head:
                if one == TWO and not urgent and self.pot < SOME and hand.count > 12:
                    return None
                del pairs[at]
                return (TWO_OF, 1, one, 2, 2 * WORTH[one])
        if triples and triples[-1] > head and (urgent or self.pot >= TORN):
            one = triples.pop()
            insort(hand.singles, one)
            return (TWO_OF, 1, one, 2, 2 * WORTH[one])
        return None

    def _over_triple(self, hand: Divided, top: Top) -> Play | None:
        kind, length, head = top
        if kind == BARE:
            for at, one in enumerate(hand.triples):
                if one > head:
                    del hand.triples[at]
                    return (BARE, 1, one, 3, 3 * WORTH[one])
            return None
        carried = len(hand.singles) + 2 * len(hand.pairs)
        if carried < 2 * length and carried + 3 * length != hand.count:
            return None
        if length == 1:
            for at, one in enumerate(hand.triples):
                if one > head:
                    del hand.triples[at]
                    return hand.carrier((TRIPLE, 1, one), lead=False)
            return None
        for at, row in enumerate(hand.rows):
            if row[2] > head and row[1] == length and row[0] == TRIPLE:
                return hand.carrier(hand.rows.pop(at), lead=False)
        return None

    def _fifty(self, hand: Divided, top: Top, *, urgent: bool) -> Play | None:
        """五十K for points, or to stop somebody, if that tears no row and no bomb."""
        if not self.rules.fifty or (self.rules.strict and top[0] == BARE):
            return None
        if not urgent and self.pot < TAKEN:
            return None
        singles, pairs = hand.singles, hand.pairs
        for one in FIFTY:
            if one not in singles and one not in pairs:
                return None
        for one in FIFTY:
            if one in singles:
                singles.remove(one)
            else:
                pairs.remove(one)
                insort(singles, one)
        return (FIFTY_K, 1, 0, 3, 25)

    def _over_friend(self, turn: Seat, hand: Divided, top: Top, owner: Seat) -> Play | None:
        """Beat a partner to go out, or cheaply where a foe is still to answer."""
        kind, length, head = top
        if kind not in (ONE, TWO_OF):
            if hand.count <= 5 and kind == CARRIER and length == 1 and hand.triples:
                return self._over_triple(hand, top)
            return None
        held = hand.singles if kind == ONE else hand.pairs
        if not held or held[-1] <= head:
            return None
        if hand.count == kind:
            one = held.pop()
            return (kind, 1, one, kind, kind * WORTH[one])
        following = self.after(turn, owner)
        if head > LOW or self.hands[owner].count <= GONE:
            return None
        if following == owner or self.teams[following] == self.teams[turn]:
            return None
        for at, one in enumerate(held):
            if one > head:
                if one >= ACE:
                    return None
                del held[at]
                return (kind, 1, one, kind, kind * WORTH[one])
        return None
