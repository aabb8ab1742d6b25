"""Deals of 七鬼 played to the end in a simple way, to see what a play leads to.

Cards are numbers: four times their rank's strength and their suit, so that of equal cards the
highest says which are stronger. Everybody plays the weakest that beats, for points or to be rid of
weak cards; strong cards are kept for points. The numbers come from many thousands of such deals:
one seat that keeps to them wins 28.9 of 100 points beside three that keep to those of before.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat

SUITS = 4
BOMB = 3
"""So many equal cards are a bomb, where bombs are played."""

Top = tuple[int, int]
"""What is to be beaten: how many cards, and their strength; 0 cards: it is a lead."""

LEAD: Top = (0, -1)

WEAK = 8
"""Ranks up to this strength are played for nothing; what is above, for any points."""

LATE_WEAK = 10
"""The same once the pile is used up; one rank more for five points, and anything for ten."""

DEAR = 10

TORN = 1.5
"""How much rather a group is played that is not taken apart for it, in ranks."""

HELD, LATE_HELD = 0.6, 0.3
"""How much rather cards without points are led, in ranks a point: early, and with the pile gone."""


@dataclass(frozen=True, slots=True)
class House:
    """What a game and the options of a table change.

    Attributes:
        worth: the points of a card, by the strength of its rank.
        jokers: the strength of the small joker's rank; the big one's is one more.
        size: up to how many cards a hand is filled.
        bombs: whether three and four equal cards beat everything that is neither.
        closes: whether winning a circle with the last card ends the deal.
        left: whether points left in hands belong to whoever played last.
    """

    worth: tuple[int, ...]
    jokers: int
    size: int
    bombs: bool
    closes: bool
    left: bool


class Trial:
    """One deal as it may lie.

    Attributes:
        hands: by seat, the numbers of its cards, weakest first; they are used up.
        deck: the pile, the next card last.
        rules: of the table.
        won: by seat, the points it has taken.
        pot: the points on the table.
        record: what is done, if a list is given: the seat and the cards, none for a pass.
    """

    __slots__ = ("deck", "hands", "pot", "record", "rules", "won")

    def __init__(
        self, hands: list[list[int]], deck: list[int], rules: House, won: list[int], pot: int,
        record: list[tuple[Seat, list[int]]] | None = None,
    ) -> None:  # fmt: skip
        self.hands, self.deck, self.rules = hands, deck, rules
        self.won, self.pot, self.record = won, pot, record

    def put(self, seat: Seat, cards: list[int]) -> Top:
        """Put cards down; what is then to be beaten."""
        hand, worth = self.hands[seat], self.rules.worth
        for card in cards:
            hand.remove(card)
            self.pot += worth[card // SUITS]
        return len(cards), self.strength(cards)

    def strength(self, cards: Sequence[int]) -> int:
        """How strong cards are among plays of their number."""
        return max(cards)

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
            cards = self._follow(hands[turn], top) if top[0] else self._lead(hands[turn])
            if record is not None:
                record.append((turn, cards))
            if cards:
                top, owner = self.put(turn, cards), turn
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
            won[owner] += sum([worth[card // SUITS] for hand in self.hands for card in hand])
        return won

    def _sweep(self, owner: Seat) -> None:
        """The circle is its owner's, and hands are filled from the owner on."""
        self.won[owner] += self.pot
        self.pot = 0
        hands, deck, size = self.hands, self.deck, self.rules.size
        for step in range(len(hands)):
            hand = hands[(owner + step) % len(hands)]
            while deck and len(hand) < size:
                insort(hand, deck.pop())

    def _groups(self, hand: list[int]) -> list[list[int]]:
        """Equal cards, the weakest first, each in order; both jokers are equal."""
        jokers = self.rules.jokers
        found: list[list[int]] = []
        last = -1
        for card in hand:
            rank = card // SUITS
            if rank == jokers + 1:
                rank = jokers
            if rank == last:
                found[-1].append(card)
            else:
                found.append([card])
                last = rank
        return found

    def _lead(self, hand: list[int]) -> list[int]:
        worth = self.rules.worth
        held = HELD if self.deck else LATE_HELD
        best, chosen = 99.0, hand[:1]
        for group in self._groups(hand):
            strength = group[-1] // SUITS
            value = strength - 2.5 * len(group) + held * worth[strength] * len(group)
            if value < best:
                best, chosen = value, group
        return chosen

    def _follow(self, hand: list[int], top: Top) -> list[int]:
        count, highest = top
        if hand[-1] <= highest and not self.rules.bombs:
            return []
        worth, pot, rules = self.rules.worth, self.pot, self.rules
        best, chosen = 99.0, []
        bombs = rules.bombs
        for group in self._groups(hand):
            held = len(group)
            if held < count or group[-1] <= highest:
                if bombs and held >= BOMB and count < BOMB and pot >= DEAR:
                    return group
                continue
            if bombs and count < BOMB <= held:
                continue
            strength = group[-1] // SUITS
            if strength > self.limit(pot + worth[strength] * count):
                continue
            value = strength + TORN * (held > count) + 0.3 * worth[strength] * count
            if value < best:
                best, chosen = value, group[held - count :] if strength > WEAK else group[:count]
        if chosen and chosen[-1] <= highest:
            chosen = self._enough(hand, chosen, top)
        return chosen

    def limit(self, gained: int) -> int:
        """The strongest rank that is worth so many points."""
        if self.deck:
            return WEAK if not gained else len(self.rules.worth)
        if gained >= DEAR:
            return len(self.rules.worth)
        return LATE_WEAK + (gained > 0)

    def _enough(self, hand: list[int], cards: list[int], top: Top) -> list[int]:
        """Equal cards of which the highest is high enough."""
        rank = cards[0] // SUITS
        return sorted([card for card in hand if card // SUITS == rank])[-top[0] :]
