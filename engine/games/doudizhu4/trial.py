"""Deals of 四人斗地主 played to the end in a simple way, to see what a play leads to.

Everybody keeps to a division of the hand, leads low and many cards, follows with the weakest play
that beats, spares a partner, and bombs whoever is nearly out, or on the own way out.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, NamedTuple

from engine.games.doudizhu4.divided import ACE, FORCE, ROCKET, TWO
from engine.kernels.landlord.plan import PAIR, SINGLE, TRIPLE

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.doudizhu4.divided import Divided
    from engine.kernels.division import Row

SEATS = 4

Top = tuple[int, int, int, int]
"""What is to be beaten: the cards of each rank (``BOMB`` for a bomb), its ranks, its strength (a
bomb: see ``divided``), and whether it carries pairs; 0 cards: it is a lead."""

Play = tuple[Top, int]
"""A play, which is taken from the hand already, and its cards."""

BOMB = 9
LEAD: Top = (0, 0, 0, 0)


class Manner(NamedTuple):
    """How a side plays in trial games. The numbers come from many thousands of them.

    Attributes:
        few: a foe with so few cards is stopped at any price.
        near: a foe with so few cards is bombed.
        last: with so few plays left bombs are used.
        row: how much rather cards in a row are led, a card; ``pair``, ``triple``: these, whole.
        broken: pairs from this strength on are taken apart to beat a single card.
        high: a pair up to this strength is not beaten by twos.
        torn: with so few cards a triple is taken apart to beat a pair.
    """

    few: int
    near: int
    last: int
    row: int
    pair: int
    triple: int
    broken: int
    high: int
    torn: int


LANDLORD = Manner(few=1, near=7, last=2, row=3, pair=4, triple=8, broken=11, high=6, torn=9)
FARMER = Manner(few=3, near=26, last=14, row=3, pair=5, triple=10, broken=12, high=8, torn=13)

SHORT, SMALL_HAND = 6, 9
"""With so few cards pairs are taken apart, and twos are spent on pairs."""

EASY = 9
"""A 农民 gets rid of cards on a partner's play up to a Q: of three partners one has to be out."""

STRONG = 7
"""Above a 10 a single card is put before the last card of the 地主."""


class Trial:
    """One deal as it may lie.

    Attributes:
        hands: by seat, divided; they are used up.
        landlord: the 地主.
        record: what is done, if a list is given: the seat, its hand before, the play or None.
    """

    __slots__ = ("hands", "landlord", "record")

    def __init__(
        self, hands: list[Divided], landlord: Seat,
        record: list[tuple[Seat, list[int], Play | None]] | None = None,
    ) -> None:  # fmt: skip
        self.hands, self.landlord, self.record = hands, landlord, record

    def play(self, turn: Seat, top: Top, owner: Seat) -> Seat:
        """Play on until somebody is out, who is returned."""
        hands, landlord, record = self.hands, self.landlord, self.record
        while True:
            hand = hands[turn]
            before = hand.cards() if record is not None else []
            found: Play | None
            if not top[0] or turn == owner:
                found = self._lead(turn, hand)
            elif owner != landlord and turn != landlord:
                found = self._over_friend(hand, top, owner)
            else:
                found = self._follow(turn, hand, top, hands[owner].count)
            if record is not None:
                record.append((turn, before, found))
            if found is not None:
                top, size = found
                owner = turn
                hand.count -= size
                if not hand.count:
                    return turn
            turn = turn + 1 & SEATS - 1

    def _manner(self, turn: Seat) -> Manner:
        return LANDLORD if turn == self.landlord else FARMER

    # What everybody sees of the others.

    def _fewest(self, turn: Seat) -> int:
        """The fewest cards of a foe."""
        if turn != self.landlord:
            return self.hands[self.landlord].count
        return min([hand.count for seat, hand in enumerate(self.hands) if seat != turn])

    def _friend(self, turn: Seat) -> int:
        """The cards of a partner who is asked next, else 0."""
        following = turn + 1 & SEATS - 1
        if self.landlord in (turn, following):
            return 0
        return self.hands[following].count

    # Leads.

    def _lead(self, turn: Seat, hand: Divided) -> Play:
        singles, pairs, triples, bombs = hand.singles, hand.pairs, hand.triples, hand.bombs
        if bombs and hand.turns() <= 1:
            # The last play can wait until the bombs have taken the lead.
            return self._bomb(hand, len(bombs) - 1)
        fewest, friend = self._fewest(turn), self._friend(turn)
        manner = self._manner(turn)
        best, what, at = 99.0, 0, 0
        if singles:
            best, what = singles[0], SINGLE
            if fewest == 1:
                best, at = 60 - singles[-1], -1
            elif friend == 1:
                best = -60
        if pairs:
            value, place = pairs[0] - manner.pair, 0
            if fewest == PAIR:
                value, place = 50 - pairs[-1], -1
            elif friend == PAIR:
                value = -50
            if value < best:
                best, what, at = value, PAIR, place
        if triples and triples[0] - manner.triple < best:
            best, what, at = triples[0] - manner.triple, TRIPLE, 0
        for place, (width, length, head) in enumerate(hand.rows):
            value = head - manner.row * width * length
            if value < best:
                best, what, at = value, BOMB, place
        if what == SINGLE:
            return (SINGLE, 1, singles.pop(at), 0), 1
        if what == PAIR:
            return (PAIR, 1, pairs.pop(at), 0), 2
        if what == TRIPLE:
            return self._carrier(hand, (TRIPLE, 1, triples.pop(0)))
        if what == BOMB:
            return self._row(hand, hand.rows.pop(at))
        return self._bomb(hand, 0)

    def _row(self, hand: Divided, row: Row) -> Play:
        """A row that was taken out of the hand."""
        width, length, head = row
        if width == TRIPLE:
            return self._carrier(hand, row)
        return (width, length, head, 0), width * length

    def _carrier(self, hand: Divided, row: Row) -> Play:
        """Triples with the weakest pairs, if there are enough that are no great loss."""
        _, length, head = row
        pairs = hand.pairs
        if len(pairs) >= length and (
            pairs[length - 1] < ACE or hand.count == (TRIPLE + PAIR) * length
        ):
            del pairs[:length]
            return (TRIPLE, length, head, 1), (TRIPLE + PAIR) * length
        return (TRIPLE, length, head, 0), TRIPLE * length

    def _bomb(self, hand: Divided, at: int) -> Play:
        bomb = hand.bombs.pop(at)
        return (BOMB, 1, bomb, 0), 4 if bomb == ROCKET else bomb // FORCE

    # Follows.

    def _follow(self, turn: Seat, hand: Divided, top: Top, theirs: int) -> Play | None:
        width, length, head = top[:3]
        manner = self._manner(turn)
        urgent = theirs <= manner.few
        found = None
        if width == BOMB:
            pass
        elif width == TRIPLE or length > 1:
            found = self._over_row(hand, top)
        elif width == SINGLE:
            found = self._single(hand, head, manner, last=theirs == 1, urgent=urgent)
        else:
            found = self._pair(hand, head, manner, urgent=urgent)
        if found is not None:
            return found
        bombs = hand.bombs
        least = head if width == BOMB else 0
        if bombs and bombs[-1] > least and (theirs <= manner.near or hand.turns() <= manner.last):
            return self._bomb(hand, next(at for at, bomb in enumerate(bombs) if bomb > least))
        return None

    def _over_row(self, hand: Divided, top: Top) -> Play | None:
        width, length, head, carries = top
        rows = hand.rows
        if width == TRIPLE and length == 1:
            for at, one in enumerate(hand.triples):
                if one > head and (not carries or hand.pairs):
                    del hand.triples[at]
                    return self._carried(hand, (TRIPLE, 1, one), carries)
            return None
        for at, row in enumerate(rows):
            if row[2] > head and row[1] == length and row[0] == width:
                if width != TRIPLE:
                    del rows[at]
                    return (width, length, row[2], 0), width * length
                if not carries or len(hand.pairs) >= length:
                    del rows[at]
                    return self._carried(hand, row, carries)
        return None

    def _carried(self, hand: Divided, row: Row, carries: int) -> Play:
        _, length, head = row
        if carries:
            del hand.pairs[:length]
        return (TRIPLE, length, head, carries), (TRIPLE + PAIR * carries) * length

    def _single(
        self, hand: Divided, head: int, manner: Manner, *, last: bool, urgent: bool
    ) -> Play | None:
        singles, pairs, triples = hand.singles, hand.pairs, hand.triples
        if last:
            return self._highest(hand, head)
        for at, one in enumerate(singles):
            if one > head:
                return (SINGLE, 1, singles.pop(at), 0), 1
        least = 0 if urgent or hand.count <= SHORT else manner.broken
        for at, one in enumerate(pairs):
            if one > head and one >= least:
                del pairs[at]
                insort(singles, one)
                return (SINGLE, 1, one, 0), 1
        if triples and triples[-1] > head and (triples[-1] >= TWO or urgent):
            one = triples.pop()
            insort(pairs, one)
            return (SINGLE, 1, one, 0), 1
        return None

    def _highest(self, hand: Divided, head: int) -> Play | None:
        """The strongest card outside rows and bombs, if it beats."""
        held = (hand.singles, hand.pairs, hand.triples)
        one, at = max([(group[-1], -at) for at, group in enumerate(held) if group], default=(-1, 0))
        if one <= head:
            return None
        at = -at
        held[at].pop()
        if at:
            insort(held[at - 1], one)
        return (SINGLE, 1, one, 0), 1

    def _pair(self, hand: Divided, head: int, manner: Manner, *, urgent: bool) -> Play | None:
        pairs, triples = hand.pairs, hand.triples
        for at, one in enumerate(pairs):
            if one > head:
                if one < TWO or head >= manner.high or urgent or hand.count <= SMALL_HAND:
                    return (PAIR, 1, pairs.pop(at), 0), 2
                break
        if triples and triples[-1] > head and (urgent or hand.count <= manner.torn):
            one = triples.pop()
            insort(hand.singles, one)
            return (PAIR, 1, one, 0), 2
        return None

    # A partner's play.

    def _over_friend(self, hand: Divided, top: Top, owner: Seat) -> Play | None:
        """Beat a partner to go out, or to get rid of cards."""
        width, length, head, carries = top
        if length > 1 or width not in (SINGLE, PAIR):
            size = (width + PAIR * carries) * length
            return self._over_row(hand, top) if width != BOMB and hand.count == size else None
        held = hand.singles if width == SINGLE else hand.pairs
        if hand.count == width:
            return ((width, 1, held.pop(), 0), width) if held and held[-1] > head else None
        if self.hands[owner].count == 1:
            return None
        if width == SINGLE and self.hands[self.landlord].count == 1 and head < ACE:
            return self._highest(hand, max(head, STRONG))
        if head > EASY:
            return None
        for at, one in enumerate(held):
            if one > head:
                return (width, 1, held.pop(at), 0), width
        return None
