"""One decision of 四人斗地主 by rule of thumb: as in 斗地主, with an eye for two packs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.games.doudizhu4.plan import BOMB, worth
from engine.kernels.climb.compact import PASS, Plays
from engine.kernels.climb.ranks import weigh
from engine.kernels.climb.runs import Move
from engine.kernels.landlord.plan import TURN
from engine.kernels.landlord.policy import FEW, NEVER, Turn
from engine.kernels.landlord.sure import Sure
from engine.kernels.landlord.vetoes import may_pass, sensible

if TYPE_CHECKING:
    from engine.core import Action
    from engine.kernels.division import Counts
    from engine.kernels.landlord.deal import LandlordSeen
    from engine.kernels.landlord.flow import LandlordGame

MOST = 90
"""So many plays are looked at."""

BIDS = ((10, 3), (9, 2), (8, 1))
"""How strong a hand must be to bid so much; see ``power``.

In 350 deals a 地主 with less than 8 won .40 and lost chips, one with 8 or more won .64.
"""


def power(counts: Counts) -> int:
    """How strong a hand is for a 地主: bombs, big jokers, twos and aces.

    The weights come from 900 deals; with eight cards more to come no hand says much (the figure and
    winning correlate by 0.13), and small jokers and the number of turns say nothing.
    """
    bombs = sum(held - BOMB + 3 for held in counts if held >= BOMB)
    return bombs + 2 * counts[Rank.BIG_JOKER] + counts[Rank.TWO] + counts[Rank.ACE]


SHORT = 14
"""A hand of so many cards is searched for a certain win."""

TORN_BOMB = 3
"""A bomb that is taken apart counts as so many sets."""

NEAR, CLOSE = 9, 12
"""A 农民 bombs the 地主 with so few turns left to itself, or so few cards left to the 地主."""

EASY = 9
"""The strength (of a Q) up to which a 农民 gets rid of cards on a partner's play.

Of three partners one has to be out; the 地主, who has 33 cards, is not helped by it.
"""

MORE = 2
"""A 农民 leads plays of many cards so much rather, a card, and does not save its strength."""


class FourTurn(Turn):
    """One decision with up to 33 cards: of plays with one body only the cheapest wings."""

    worth = staticmethod(worth)

    def __init__(self, game: LandlordGame, seen: LandlordSeen) -> None:
        super().__init__(game, seen)
        self.found: list[Move] = []
        rest = Counter(game.pack(seen.options))
        rest.subtract(seen.hand)
        rest.subtract(game.gone(seen.public))
        rest.subtract(card for what in seen.public.played for card in what.cards)
        self.unseen = weigh(rest.elements())

    def best(self) -> Action:
        """What wins for sure, else the play worth most, or a pass."""
        sure = self.certain()
        return super().best() if sure is None else self.action(sure)

    def certain(self) -> Move | None:
        """What wins for sure, if it was found.

        A partner who is nearly out is not beaten by a bomb, nor by cards out of a set.
        """
        if len(self.seen.hand) <= SHORT:
            plays = Plays(self.reader)
            foes = tuple(self.seen.public.counts[foe or 0] for foe in self.foes)
            top = PASS if self.over is None else plays.number(Move(self.over))
            hand = self.seen.hand
            number = Sure(plays, self.unseen, foes).play(
                weigh(hand), len(hand), top, lambda at: plays.tiers[at]
            )
            friend = self.top.seat if self.top is not None and self.over_friend else None
            near = friend is not None and self.seen.public.counts[friend] <= FEW
            move = plays.move(number) if number else None
            if move is not None and not (near and (move.reading.tier or self.torn(move.ranks))):
                return move
        return None

    def _bomb(self, move: Move, value: int, turns: int) -> int:
        """Bombs are common: the 农民, who are three, use them earlier; 天王炸弹 is kept."""
        usual = super()._bomb(move, value, turns)
        if usual != NEVER or self.over is None or move.reading.tier > 1:
            return usual
        if not self.friends or self.top is None or self.top.seat not in self.foes:
            return NEVER
        return value + 2 * TURN if turns <= NEAR or self.danger <= CLOSE else NEVER

    def _over_friend(self, move: Move) -> int:
        """A partner who is nearly out is not beaten, nor is one beaten with strong cards."""
        near = self.top is not None and self.seen.public.counts[self.top.seat] <= FEW
        return NEVER if near or move.reading.head > EASY else 0

    def _lead(self, move: Move, turns: int) -> int:
        value = super()._lead(move, turns)
        reading = move.reading
        return value + MORE * reading.size + reading.head if self.friends else value

    def moves(self) -> list[Move]:
        """A play a body, those first that tear least apart."""
        order = self.reader.rules.order.index
        best: dict[tuple[str, int, int], tuple[tuple[int, int], Move]] = {}
        for move in self.reader.moves(self.seen.hand, self.over):
            reading = move.reading
            key = (reading.shape, reading.size, reading.head)
            cost = (self.torn(move.wings), sum(map(order, move.wings)))
            if key not in best or cost < best[key][0]:
                best[key] = (cost, move)
        found = [move for _, move in best.values()]
        found = sensible(self, found)
        found.sort(key=lambda move: self.torn(move.ranks))
        self.found = found[:MOST]
        return self.found

    def passing(self) -> int:
        """Nobody passes who can stop a last card; on a partner's play the last asked does."""
        if self.over_friend and self.next not in self.foes:
            return super().passing()
        return super().passing() if may_pass(self, self.found) else 2 * NEVER

    def torn(self, ranks: tuple[Rank, ...]) -> int:
        """How many sets of equal cards are taken apart, each bomb as several."""
        return sum(
            TORN_BOMB if self.counts[rank] >= BOMB else 1
            for rank, used in Counter(ranks).items()
            if used < self.counts[rank]
        )
