"""Exact play for two once the pile is used up: what both hold is known then.

Cards are bits of a hand as it was, and so are the plays; a position is worth the points that the
seat to move will still win, less the other's. Alpha-beta with a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.kernels.climb.alphabeta import narrowed
from engine.kernels.climb.rules import beats
from engine.kernels.climb.suits import plays
from engine.kernels.draw.deal import WORTH, on_table, points

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.kernels.climb.alphabeta import Bounds
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand
    from engine.kernels.draw.deal import DrawSeen
    from engine.kernels.draw.flow import DrawGame
    from engine.rng import Rng

ALL = 100
"""More than can still be won."""


class TooLong(Exception):
    """There is more to look at than was allowed."""


class Play(NamedTuple):
    """A play of one of the two hands.

    Attributes:
        mask: its cards, as bits of the hand.
        worth: their points.
        size: how many they are.
        at: its number among those of its hand.
    """

    mask: int
    worth: int
    size: int
    at: int


class Pair:
    """Two hands and nothing else: who wins how much.

    Args:
        reader: the plays of the game.
        hands: that of the seat to move, and the other's.
        closes: whether a deal goes on until a circle is won (撬底).
        leftover: whether the points left in a hand go to whoever played last.
    """

    def __init__(
        self, reader: Reader, hands: tuple[Hand, Hand], *, closes: bool, leftover: bool
    ) -> None:
        self.closes, self.leftover = closes, leftover
        found = [sorted(plays(reader, hand), key=_order) for hand in hands]
        self.found = found
        self.moves = [
            [Play(_mask(hand, cards), points(cards), len(cards), at)
             for at, (cards, _) in enumerate(mine)]
            for hand, mine in zip(hands, found, strict=True)
        ]  # fmt: skip
        # By seat and play of the other: the plays that beat it.
        self.over = [
            [[self.moves[me][at] for at, (_, new) in enumerate(found[me]) if beats(new, old)]
             for _, old in found[1 - me]]
            for me in (0, 1)
        ]  # fmt: skip
        self._values = [[WORTH.get(card.rank, 0) for card in hand] for hand in hands]
        self._known: dict[tuple[int, int, int, int, int], Bounds] = {}
        self._left = 0

    def best(self, top: Reading | None, table: int, looks: int) -> tuple[Hand, Reading] | None:
        """The play that wins most; None: to pass.

        Args:
            top: what the other has put down; None: a lead.
            table: the points that lie on the table.
            looks: so many positions are looked at.

        Raises:
            TooLong: there are more.
        """
        self._left = looks
        full = ((1 << len(self._values[0])) - 1, (1 << len(self._values[1])) - 1)
        best, chosen = -ALL * 9, None
        options = self.moves[0]
        if top is not None:
            options = [play for play in options if beats(self.found[0][play.at][1], top)]
            best = self._passed(0, full, table)
        for play in options:
            value = self._after(0, full, play, table, best)
            if value > best:
                best, chosen = value, play
        return None if chosen is None else self.found[0][chosen.at]

    def _passed(self, me: int, hands: tuple[int, int], table: int) -> int:
        """What passing is worth: the points on the table are the other's, who leads if it can."""
        other = 1 - me
        if not hands[other]:
            return -table - self._rest(me, hands)
        return -table - self._value(other, hands, -1, 0, -ALL * 9, ALL * 9)

    def _rest(self, seat: int, hands: tuple[int, int]) -> int:
        """The points left in a hand at the end, where they go to the other one."""
        if not self.leftover:
            return 0
        return sum(worth for at, worth in enumerate(self._values[seat]) if hands[seat] >> at & 1)

    def _after(self, me: int, hands: tuple[int, int], play: Play, table: int, alpha: int) -> int:
        """What a play is worth."""
        table += play.worth
        mine = hands[me] & ~play.mask
        left = (mine, hands[1]) if me == 0 else (hands[0], mine)
        if not mine and not (self.closes and hands[1 - me]):
            return table + self._rest(1 - me, left)
        if not hands[1 - me]:
            return table + self._rest(me, left)
        return -self._value(1 - me, left, play.at, table, -ALL * 9, -alpha)

    def _value(
        self, me: int, hands: tuple[int, int], top: int, table: int, alpha: int, beta: int
    ) -> int:
        """What a position is worth for the seat to move; ``top``: the other's play, -1 for none."""
        key = (hands[0], hands[1], top, table, me)
        low, high = self._known.get(key, (-ALL * 9, ALL * 9))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self._left -= 1
        if self._left < 0:
            raise TooLong
        mine = hands[me]
        first = alpha
        if top < 0:
            options, best = self.moves[me], -ALL * 9
        else:
            options = self.over[me][top]
            best = self._passed(me, hands, table)
        alpha = max(alpha, best)
        for play in options:
            if alpha >= beta:
                break
            if play.mask & ~mine:
                continue
            value = self._after(me, hands, play, table, alpha)
            if value > best:
                best = value
                alpha = max(alpha, best)
        self._known[key] = narrowed(best, first, beta, (low, high))
        return best


def _mask(hand: Hand, cards: tuple[Card, ...]) -> int:
    return sum([1 << hand.index(card) for card in cards])


def _order(found: tuple[Hand, Reading]) -> tuple[int, int]:
    """Many cards first, then the weak ones."""
    cards, reading = found
    return (-len(cards), reading.head)


def solved(game: DrawGame, seen: DrawSeen, looks: int, rng: Rng) -> tuple[Hand, Reading] | None:
    """The exact play of a seat, None for a pass.

    Raises:
        TooLong: not everything is known, or there is more to look at than ``looks`` positions.
    """
    public = seen.public
    me = seen.seat or 0
    if public.seats > 2 or public.deck:
        raise TooLong
    drawn = game.imagine(seen, rng)
    if drawn.deck:
        raise TooLong
    other = drawn.hands[1 - me]  # all cards that are left: chance has no say
    options = seen.options
    pair = Pair(
        game.reader(options), (seen.hand, other), closes=game.closes(options),
        leftover=options["leftover"] == "last_hand",
    )  # fmt: skip
    top = public.circle.top
    return pair.best(top.reading if top else None, points(on_table(public)), looks)
