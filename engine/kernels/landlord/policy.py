"""A computer player for games with a 地主.

It divides its hand (``plan``), plays what leaves the best hand behind, keeps bombs and the rocket
for when they are needed, lets its partner win, and does not feed an opponent's last card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import Rank
from engine.core import Action
from engine.kernels.climb.hints import action_of, cards_of
from engine.kernels.climb.ranks import count
from engine.kernels.climb.reader import BOMB
from engine.kernels.climb.state import PLAY
from engine.kernels.division import less
from engine.kernels.landlord.auction import open_bids
from engine.kernels.landlord.deal import AUCTION
from engine.kernels.landlord.plan import TURN, worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Prompt, Seat
    from engine.kernels.climb.runs import Move
    from engine.kernels.division import Counts, Worth
    from engine.kernels.landlord.deal import LandlordSeen
    from engine.kernels.landlord.flow import LandlordGame
    from engine.rng import Rng

MOST = 160
"""So many plays are looked at, those with the weakest wings first."""

CALL, GRAB, DOUBLE = 5, 7, 8
"""How strong a hand must be to 叫, to 抢, to 加倍; see ``power``."""

BIDS = ((9, 3), (7, 2), (5, 1))
"""How strong a hand must be to bid so much."""

FEW = 2
"""An opponent with so few cards may leave at any moment."""

GOOD = 9
"""The strength (of a Q) up to which a partner's play is worth beating."""

NEVER, WIN = -10_000, 10_000
"""Beyond what any hand is worth: not to be played, and played out."""


def power(counts: Counts) -> int:
    """How strong a hand is for a 地主: jokers, twos, bombs, and how smoothly the rest goes."""
    strong = 4 * counts[Rank.BIG_JOKER] + 3 * counts[Rank.SMALL_JOKER] + 2 * counts[Rank.TWO]
    bombs = sum(held == 4 for held in counts)
    aces = counts[Rank.ACE]
    return strong + 3 * bombs + aces // 2 - max(0, worth(counts)[1] - 7)


class Turn:
    """One decision: to lead, to beat, or to pass.

    A game with other packs says what a hand is worth and which plays are looked at.
    """

    worth: Callable[[Counts], Worth] = staticmethod(worth)

    def __init__(self, game: LandlordGame, seen: LandlordSeen) -> None:
        public = seen.public
        self.seen = seen
        self.reader = game.reader(seen.options)
        self.counts = count(seen.hand)
        top = public.circle.top
        self.top = top
        self.over = top.reading if top is not None else None
        me = seen.seat or 0
        landlord = public.extra.landlord
        self.foes = public.extra.farmers if me == landlord else (landlord,)
        self.friends = tuple(s for s in range(public.seats) if s != me and s not in self.foes)
        self.next = (me + 1) % public.seats
        self.danger = min(public.counts[foe] for foe in self.foes if foe is not None)

    def best(self) -> Action:
        """The play worth most, or a pass."""
        moves = self.moves()
        rated = [(self.rate(move), -index) for index, move in enumerate(moves)]
        value, index = max(rated, default=(NEVER, 0))
        if self.over is not None and value <= self.passing():
            return Action("pass")
        return self.action(moves[-index])

    def action(self, move: Move | None) -> Action:
        """A play of the hand, with its cards; None: it passes."""
        if move is None:
            return Action("pass")
        cards = cards_of(move, self.seen.hand)
        last = len(cards) == len(self.seen.hand)
        return action_of(cards, move.reading, self.reader, self.over, last=last)

    def moves(self) -> list[Move]:
        """The plays that are looked at."""
        moves = self.reader.moves(self.seen.hand, self.over)
        order = self.reader.rules.order.index
        moves.sort(key=lambda m: sum(order(rank) for rank in m.wings))
        return moves[:MOST]

    def passing(self) -> int:
        """What it is worth to pass."""
        value = self.worth(self.counts)[0]
        if self._theirs(self.top.seat if self.top else None):
            # An opponent who is about to leave has to be stopped, whatever it costs.
            return value - (4 * TURN if self.danger <= FEW else 2)
        return value + TURN // 2

    @property
    def over_friend(self) -> bool:
        """Whether a partner's play lies on the table."""
        return self.top is not None and not self._theirs(self.top.seat)

    def turns_after(self, move: Move) -> int:
        """In how many turns the hand leaves after a play."""
        return self.worth(less(self.counts, move.ranks))[1]

    def _theirs(self, seat: Seat | None) -> bool:
        return seat in self.foes

    def rate(self, move: Move) -> int:
        """What a play leaves behind, less what it gives away."""
        rest = less(self.counts, move.ranks)
        value, turns = self.worth(rest)
        if not turns:
            return WIN
        if move.reading.tier:
            return self._bomb(move, value, turns)
        if self.tears(move):
            value -= 3 * TURN
        if self.over is None:
            return value + self._lead(move, turns)
        if not self._theirs(self.top.seat if self.top else None):
            return value + self._over_friend(move)
        return value

    def _bomb(self, move: Move, value: int, turns: int) -> int:
        """Bombs are kept until they decide something, and never fall on a partner."""
        if self.over is not None and not self._theirs(self.top.seat if self.top else None):
            return NEVER
        if turns == 1:
            return value + WIN // 2
        needed = self.over is not None and self.danger <= 2 * FEW
        if move.reading.tier > 1 and not needed:
            return NEVER
        if not needed and (self.over is None or turns > 3):
            return NEVER
        return value + 2 * TURN

    def tears(self, move: Move) -> bool:
        """Whether a play takes a bomb or the rocket apart."""
        used = move.ranks
        if any(self.counts[r] >= BOMB > self.counts[r] - used.count(r) for r in set(used)):
            return True
        rockets = [
            rocket
            for rocket in self.reader.rules.bombs
            if all(self.counts[r] >= rocket.count(r) for r in rocket)
        ]
        return any(r in used for rocket in rockets for r in rocket)

    def _lead(self, move: Move, turns: int) -> int:
        """Prefer many cards and low heads; mind who is about to leave."""
        reading = move.reading
        value = 2 * reading.size - reading.head
        size = reading.size
        if self.danger == size and size <= FEW:
            # The last cards of an opponent: lead them something else, or the highest.
            value += -6 * TURN + 3 * reading.head
        friend = [s for s in self.friends if self.seen.public.counts[s] == size <= FEW]
        if friend and self.next in friend and self.danger > size:
            value += 2 * TURN - 2 * reading.head
        if turns == 1 and self.reader.unbeatable(reading):
            value += WIN // 4
        return value

    def _over_friend(self, move: Move) -> int:
        """Beat a partner only cheaply, and only what an opponent would beat anyway."""
        top = self.over
        if top is None or move.reading.head > GOOD or top.head >= GOOD - 2:
            return NEVER
        if self.top is not None and self.seen.public.counts[self.top.seat] <= FEW:
            return NEVER
        return 0 if self._theirs(self.next) else NEVER


class Landlord:
    """The computer player.

    Attributes:
        turn: how it plays.
        power: how strong a hand is, in the numbers of ``bids``.
        bids: how strong a hand must be to bid so much, the most first.
    """

    turn = Turn
    power: Callable[[Counts], int] = staticmethod(power)
    bids: tuple[tuple[int, int], ...] = BIDS

    def choose(self, game: LandlordGame, seen: LandlordSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        if seen.public.phase != PLAY:
            return self._answer(game, seen)
        return self.turn(game, seen).best()

    def _answer(self, game: LandlordGame, seen: LandlordSeen) -> Action:
        public, strong = seen.public, self.power(count(seen.hand))
        if public.phase != AUCTION:
            return Action("yes" if strong >= DOUBLE else "no")
        if game.by_score(seen.options):
            wanted = next((bid for least, bid in self.bids if strong >= least), 0)
            return Action("bid", number=wanted if wanted in open_bids(public.extra.answers) else 0)
        enough = GRAB if any(public.extra.answers) else CALL
        return Action("yes" if strong >= enough else "no")


POLICY: Any = Landlord()
