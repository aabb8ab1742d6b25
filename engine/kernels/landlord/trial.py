"""Deals of 斗地主 played to the end in a simple way, to see what a play leads to.

Everybody keeps to a division of the hand, leads low and many cards, follows with the weakest play
that beats, spares a partner, and stops whoever is nearly out. All that is used is what the player
of the hand knows; only with two plays left it is looked up whether the others can answer.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, NamedTuple

from engine.kernels.landlord.divided import HIGH, QUAD, ROCKET_HEAD
from engine.kernels.landlord.novice import Novice
from engine.kernels.landlord.plan import PAIR, SINGLE, TRIPLE, TWO, Row

if TYPE_CHECKING:
    from engine.kernels.landlord.divided import Divided, Laid

SEATS = 3
LOW = 8
"""A partner's play up to a J is worth beating, by at most a K."""

URGENT = 2
"""A foe with so few cards is stopped at any price."""

NEAR = 5
"""A foe with so few cards is bombed."""


class Top(NamedTuple):
    """What is to be beaten; ``width`` 0: it is a lead.

    ``wing``: the size of the groups that the body carries.
    """

    width: int
    length: int
    head: int
    wing: int
    owner: int


LEAD = Top(0, 0, 0, 0, -1)


class Trial:
    """One deal as it may lie.

    Attributes:
        hands: by seat, a divided hand; they are used up.
        landlord: the 地主.
        record: what is played, if a list is given: seat and play, None for a pass.
    """

    __slots__ = ("bombs", "hands", "landlord", "record")

    def __init__(
        self,
        hands: list[Divided],
        landlord: int,
        record: list[tuple[int, Laid | None]] | None = None,
    ) -> None:
        self.hands, self.landlord, self.record = hands, landlord, record
        self.bombs = 0

    def play(self, turn: int, top: Top) -> int:
        """Play on until somebody is out, who is returned."""
        hands, record = self.hands, self.record
        while True:
            if top.owner == turn:
                top = LEAD
            laid = self._follow(turn, top) if top.width else self._lead(turn)
            if record is not None:
                record.append((turn, laid))
            if laid is not None:
                width, length, head, wing, wings = laid
                hand = hands[turn]
                hand.count -= width * length + len(wings)
                if width == QUAD and not wing:
                    self.bombs += 1
                    if head == ROCKET_HEAD:
                        hand.count += 2
                if not hand.count:
                    return turn
                top = Top(width, length, head, wing, turn)
            turn = turn + 1 if turn < SEATS - 1 else 0

    # Leads.

    def _lead(self, turn: int) -> Laid:
        hand = self.hands[turn]
        if isinstance(hand, Novice):
            return hand.lead()
        singles, pairs, triples = hand.singles, hand.pairs, hand.triples
        bombs, rows = hand.bombs, hand.rows
        plays = hand.turns()
        if plays <= 2:
            found = self._finish(turn, hand, plays)
            if found is not None:
                return found
        lowest = self._lowest_foe(turn)
        friend = self._next_friend(turn)
        best = 99
        what = 0
        if singles:
            best, what = singles[0], SINGLE
            if lowest == 1:
                best = 60 - singles[-1]
            elif friend == 1:
                best = -60
        if pairs:
            value = pairs[0] - 2
            if lowest == 2:
                value = 50 - pairs[-1]
            elif friend == 2:
                value = -50
            if value < best:
                best, what = value, PAIR
        if triples:
            value = triples[0] - 4
            if value < best:
                best, what = value, TRIPLE
        at = -1
        for place, row in enumerate(rows):
            value = row.head - 2 * row.width * row.length
            if value < best:
                best, at = value, place
        if at >= 0:
            return hand.take_row(at)
        if what == SINGLE:
            return (1, 1, singles.pop(-1 if lowest == 1 else 0), 0, ())
        if what == PAIR:
            return (2, 1, pairs.pop(-1 if lowest == PAIR else 0), 0, ())
        if what == TRIPLE:
            return hand.take_triple(0)
        return (QUAD, 1, bombs.pop(0), 0, ())

    def _finish(self, turn: int, hand: Divided, plays: int) -> Laid | None:
        """With one play or two left: go out, or play first what nobody can beat."""
        singles, pairs, triples, rows = hand.singles, hand.pairs, hand.triples, hand.rows
        if plays == 1:
            if rows:
                return hand.take_row(0)
            if triples:
                return hand.take_triple(0)
            if pairs:
                return (2, 1, pairs.pop(), 0, ())
            if singles:
                return (1, 1, singles.pop(), 0, ())
            return (QUAD, 1, hand.bombs.pop(), 0, ())
        if hand.bombs and (hand.bombs[-1] == ROCKET_HEAD or not self._bombed(turn)):
            return (QUAD, 1, hand.bombs.pop(), 0, ())
        if self._bombed(turn):
            return None
        if triples and not self._answered(turn, TRIPLE, 1, triples[-1]):
            return hand.take_triple(len(triples) - 1)
        for at, row in enumerate(rows):
            if not self._answered(turn, row.width, row.length, row.head):
                return hand.take_row(at)
        if not triples and not any(row.width == TRIPLE for row in rows):
            if pairs and not self._answered(turn, PAIR, 1, pairs[-1]):
                return (2, 1, pairs.pop(), 0, ())
            if singles and not self._answered(turn, SINGLE, 1, singles[-1]):
                return (1, 1, singles.pop(), 0, ())
        return None

    def _foes(self, turn: int) -> tuple[int, ...]:
        landlord = self.landlord
        if turn == landlord:
            return ((turn + 1) % SEATS, (turn + 2) % SEATS)
        return (landlord,)

    def _bombed(self, turn: int) -> bool:
        return any(self.hands[foe].bombs for foe in self._foes(turn))

    def _answered(self, turn: int, width: int, length: int, head: int) -> bool:
        """Whether a foe can beat a body without a bomb."""
        return any(self.hands[foe].answers(width, length, head) for foe in self._foes(turn))

    def _lowest_foe(self, turn: int) -> int:
        """The fewest cards of a foe."""
        hands, landlord = self.hands, self.landlord
        if turn == landlord:
            one, two = hands[turn - 1].count, hands[turn - 2].count
            return min(two, one)
        return hands[landlord].count

    def _next_friend(self, turn: int) -> int:
        """The cards of a partner who is asked next, else 0."""
        following = (turn + 1) % SEATS
        if turn == self.landlord or following == self.landlord:
            return 0
        return self.hands[following].count

    # Follows.

    def _follow(self, turn: int, top: Top) -> Laid | None:
        width, length, head, wing, owner = top
        hand = self.hands[turn]
        landlord = self.landlord
        if isinstance(hand, Novice):
            found = hand.follow(width, length, head, wing)
            if found is None and landlord in (owner, turn):
                found = hand.bomb(head if width == QUAD and not wing else -1)
            return found
        if owner != landlord and turn != landlord:
            return self._over_friend(hand, turn, top)
        lowest = self.hands[owner].count
        urgent = lowest <= URGENT
        if length > 1:
            for at, row in enumerate(hand.rows):
                if row.length == length and row.width == width and row.head > head:
                    found = hand.take(hand.rows, at, row, wing)
                    if found is not None:
                        return found
        elif width == SINGLE:
            found = self._single(hand, head, lowest, urgent=urgent)
            if found is not None:
                return found
        elif width == PAIR:
            pairs = hand.pairs
            for at, pair in enumerate(pairs):
                if pair > head:
                    if pair < TWO or head >= HIGH - 3 or lowest <= 8 or hand.count <= 8:
                        return (2, 1, pairs.pop(at), 0, ())
                    break
            if urgent or lowest <= 8 or hand.count <= 8:
                triples = hand.triples
                for at, triple in enumerate(triples):
                    if triple > head:
                        insort(hand.singles, triple)
                        return (2, 1, triples.pop(at), 0, ())
        elif width == TRIPLE:
            triples = hand.triples
            for at, triple in enumerate(triples):
                if triple > head:
                    found = hand.take(triples, at, Row(3, 1, triple, 0, 0), wing)
                    if found is not None:
                        return found
        bombs = hand.bombs
        if bombs and (width != QUAD or wing or bombs[-1] > head):
            least = 0 if width != QUAD or wing else head
            if lowest <= NEAR or hand.turns() <= 3:
                for at, bomb in enumerate(bombs):
                    if bomb > least or not least:
                        return (QUAD, 1, bombs.pop(at), 0, ())
        return None

    def _single(self, hand: Divided, head: int, lowest: int, *, urgent: bool) -> Laid | None:
        singles = hand.singles
        if urgent and lowest == 1:
            return hand.take_highest(head)
        for at, single in enumerate(singles):
            if single > head:
                return (1, 1, singles.pop(at), 0, ())
        pairs = hand.pairs
        if pairs and pairs[-1] > head and (pairs[-1] >= HIGH or urgent or hand.count <= 6):
            high = [pair for pair in pairs if pair > head and pair >= HIGH]
            pair = high[0] if high else pairs[-1]
            pairs.remove(pair)
            insort(singles, pair)
            return (1, 1, pair, 0, ())
        triples = hand.triples
        if triples and triples[-1] > head and (triples[-1] >= TWO or urgent):
            triple = triples.pop()
            insort(pairs, triple)
            return (1, 1, triple, 0, ())
        if urgent:
            return hand.take_highest(head)
        return None

    def _over_friend(self, hand: Divided, turn: int, top: Top) -> Laid | None:
        """Beat a partner cheaply where the 地主 is still to answer, or to go out."""
        width, length, head, wing, owner = top
        if length == 1 and width in (SINGLE, PAIR) and not wing:
            held = hand.singles if width == SINGLE else hand.pairs
            out = hand.count == width
            if out and held and held[0] > head:
                return (width, 1, held.pop(), 0, ())
            if self.hands[owner].count <= URGENT or (turn + 1) % SEATS != self.landlord:
                return None
            if width == SINGLE and self.hands[self.landlord].count == 1:
                return hand.take_highest(max(head, HIGH - 4)) if head < HIGH else None
            if head < LOW:
                for at, one in enumerate(held):
                    if one > head:
                        return (width, 1, held.pop(at), 0, ()) if one < HIGH else None
        elif length > 1:
            for at, row in enumerate(hand.rows):
                if (
                    row.length == length and row.width == width and row.head > head
                    and hand.count == width * length + wing * length
                ):  # fmt: skip
                    return hand.take(hand.rows, at, row, wing)
        return None
