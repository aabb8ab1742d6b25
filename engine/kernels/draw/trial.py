"""Deals of 七鬼 played to the end in a simple way, to see what a play leads to.

Everybody plays by the rule of thumb of ``policy``, with what follows from counting cards in place
of hands that are imagined. One seat that plays so wins 26 of 100 points at 七鬼 and 24 at 五瓜皮
beside three that play by the rule itself; how good a search is hangs on how trials are played.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf
from typing import TYPE_CHECKING

from engine.kernels.draw import policy
from engine.kernels.draw.menu import SUITS, mask_of, menus, numbers_of
from engine.kernels.draw.policy import EAGER, LAZY

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.kernels.draw.menu import House, Menus, Play

BOMB = 3
"""So many equal cards are a bomb, where bombs are played."""

Top = tuple[int, int]
"""What is to be beaten: how many cards, and their strength; 0 cards: it is a lead."""

LEAD: Top = (0, 0)

MANY_KEPT = 0.92
"""How likely nobody beats three or four equal cards."""

CARDS = 64
"""More than there are."""


class Trial:
    """One deal as it may lie.

    Args:
        hands: by seat, the numbers of its cards.
        deck: the pile, the next card last; it is used up.
        rules: of the table.
        won: by seat, the points it has taken.
        pot: the points on the table.
        record: what is done, if a list is given: the seat and the cards, none for a pass.
    """

    __slots__ = (
        "deck", "hands", "menus", "pair", "pairs", "pot", "record", "row", "rules", "share",
        "unplayed", "won",
    )  # fmt: skip

    def __init__(
        self, hands: list[list[int]], deck: list[int], rules: House, won: list[int], pot: int,
        record: list[tuple[Seat, list[int]]] | None = None,
    ) -> None:  # fmt: skip
        self.hands = [mask_of(hand) for hand in hands]
        self.deck, self.rules, self.won, self.pot, self.record = deck, rules, won, pot, record
        self.unplayed = mask_of(deck) | sum(self.hands)
        self.share = 1 / (len(hands) - 1)
        self.menus = self.menus_of(rules)
        self.pairs = pairs_above(self.unplayed, rules.jokers)
        self.row, self.pair = chances(sum(map(len, hands)), len(deck), len(hands))

    def copy(self) -> Trial:
        """The same deal, to be played on."""
        new = self.__class__.__new__(self.__class__)
        new.hands, new.deck, new.won = self.hands[:], self.deck[:], self.won[:]
        new.rules, new.pot, new.record = self.rules, self.pot, self.record
        new.unplayed, new.share, new.menus = self.unplayed, self.share, self.menus
        new.pairs, new.row, new.pair = self.pairs, self.row, self.pair
        return new

    @staticmethod
    def menus_of(rules: House) -> Menus:
        """The plays of hands at a table."""
        return menus(rules)

    def put(self, seat: Seat, play: Play) -> Top:
        """Put cards down; what is then to be beaten."""
        self.hands[seat] ^= play.mask
        self.unplayed ^= play.mask
        self.pot += play.worth
        return play.size, play.strength

    def play(self, turn: Seat, top: Top, owner: Seat) -> list[int]:
        """Play on after ``turn`` has played or passed, to the end; the points by seat."""
        hands, record = self.hands, self.record
        seats = len(hands)
        if self._done():
            return self._ended(owner)
        while True:
            turn = self._after(turn, owner)
            if turn == owner:
                self._sweep(owner)
                if self._closed(owner):
                    return self._ended(owner)
                while not hands[turn]:
                    turn = (turn + 1) % seats
                top, owner = LEAD, turn
            play = self.choose(turn, top)
            if record is not None:
                record.append((turn, numbers_of(play.mask) if play else []))
            if play is not None:
                top, owner = self.put(turn, play), turn
                if not hands[turn] and self._done():
                    return self._ended(owner)

    def _after(self, turn: Seat, owner: Seat) -> Seat:
        """Who is asked next; the owner of the top where nobody is."""
        hands = self.hands
        seats = len(hands)
        while True:
            turn = turn + 1 if turn + 1 < seats else 0
            if turn == owner or hands[turn]:
                return turn

    def _done(self) -> bool:
        if self.rules.closes or self.deck:
            return False
        return sum([1 for hand in self.hands if hand]) <= 1

    def _closed(self, owner: Seat) -> bool:
        if self._done():
            return True
        if not self.rules.closes or self.deck:
            return False
        return not self.hands[owner] or sum([1 for hand in self.hands if hand]) <= 1

    def _ended(self, owner: Seat) -> list[int]:
        won, worth = self.won, self.rules.worth
        won[owner] += self.pot
        if self.rules.left:
            won[owner] += sum([worth[c // SUITS] for hand in self.hands for c in numbers_of(hand)])
        return won

    def _sweep(self, owner: Seat) -> None:
        """The circle is its owner's, and hands are filled from the owner on."""
        self.won[owner] += self.pot
        self.pot = 0
        hands, deck, size = self.hands, self.deck, self.rules.size
        seats = len(hands)
        for step in range(seats):
            seat = (owner + step) % seats
            hand = hands[seat]
            for _ in range(min(len(deck), size - hand.bit_count())):
                hand |= 1 << deck.pop()
            hands[seat] = hand
        held = self.unplayed.bit_count() - len(deck)
        self.row, self.pair = chances(held, len(deck), seats)

    def choose(self, turn: Seat, top: Top) -> Play | None:
        """What a seat plays; None: it passes."""
        size, least = top
        hand, bombs = self.hands[turn], self.rules.bombs and 0 < size < BOMB
        if size == 1 and hand.bit_length() <= least and not bombs:
            return None
        chosen: Play | None = None
        if not size:
            best = -inf
            for plays in self.menus.lead(hand):
                best, chosen = self._best(plays, 0, hand, best, chosen)
            return chosen
        best = -self.share * self.pot
        plays = self.menus.follow(hand, size, least)
        best, chosen = self._best(plays, least, hand, best, chosen)
        if bombs:
            for more in (BOMB, BOMB + 1):
                plays = self.menus.follow(hand, more, 0)
                best, chosen = self._best(plays, 0, hand, best, chosen)
        return chosen

    def _best(
        self, plays: list[Play], least: int, hand: int, best: float, chosen: Play | None
    ) -> tuple[float, Play | None]:
        """The best of plays of one size, and what it is worth, where it is worth more."""
        others, pot, share = self.unplayed ^ hand, self.pot, self.share
        row, early = self.row, bool(self.deck)
        lead = policy.LEAD
        high_mask = high_worth = 0
        high_gain = high_kept = 0.0
        for play in plays:
            size, strength, mask, worth, gain = play
            if strength <= least:
                break
            if not early:
                gain -= size
            single = size == 1
            kept = row[(others >> strength).bit_count()] if single else self.kept(size, strength)
            stake = pot + worth
            beaten = (1 - kept) * (EAGER if stake else LAZY)
            back = -share * stake
            if not high_mask:
                high_mask, high_worth, high_gain, high_kept = mask, worth, gain, kept
            elif beaten and not mask & high_mask:  # the strongest can be put on it
                again = stake + high_worth
                lost = (1 - high_kept) * (EAGER if again else LAZY)
                value = (1 - lost) * (again + lead) - lost * share * again + high_gain
                if value > back:
                    back = value
            value = (1 - beaten) * (stake + lead) + beaten * back + gain
            if value > best:
                best, chosen = value, play
        return best, chosen

    def kept(self, size: int, strength: int) -> float:
        """How likely nobody beats two cards or more."""
        if size > 2:
            return MANY_KEPT
        return self.pair ** self.pairs[(strength - 1) // SUITS]


@lru_cache(maxsize=64)
def pairs_above(unplayed: int, jokers: int) -> tuple[int, ...]:
    """By rank, how many pairs of higher cards there are among some cards."""
    found, above = [0] * (jokers + 4), 0
    for rank in range(jokers + 3, -1, -1):
        found[rank] = above
        count = (unplayed >> rank * SUITS & 15).bit_count()
        above += count * (count - 1) // 2
        if rank == jokers and unplayed >> rank * SUITS & 1 and unplayed >> (rank + 1) * SUITS & 1:
            above += 1
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def chances(held: int, pile: int, seats: int) -> tuple[list[float], float]:
    """By how many cards are higher, how likely the others hold none; the same for one pair.

    Args:
        held: cards in all hands.
        pile: cards in the pile.
        seats: how many play.
    """
    others = held * (seats - 1) / seats
    part = others / (others + pile) if pile else 1.0
    each = part / (seats - 1)
    return [(1 - part) ** count for count in range(CARDS)], exp(-(seats - 1) * each * each)
