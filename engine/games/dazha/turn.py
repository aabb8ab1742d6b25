"""One decision by rule of thumb in two against two.

A hand is divided (``plan``), what leaves the best hand behind is played, a partner wins, bombs are
kept until points, an opponent about to leave or the own last turns are worth one, and jokers are
put where they are paid most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Action
from engine.games.dazha import settle
from engine.games.dazha.pay import played, shown
from engine.games.dazha.plan import TURN, turns, value
from engine.games.dazha.plays import playable
from engine.games.dazha.shapes import FOUR
from engine.kernels.climb.ranks import count
from engine.kernels.division import less

if TYPE_CHECKING:
    from engine.games.dazha.deal import DazhaSeen
    from engine.games.dazha.game import Dazha
    from engine.games.dazha.plays import Play

FEW = 3
"""An opponent with so few cards may leave at any moment."""

LEAD = 7
"""What it is worth to lead the next round."""

POINT = 3
"""Five points of a round are worth so much."""

RICH = 4
"""So many times five points on the table are worth a bomb that is paid."""

SOON = 2
"""Who is out in so many turns is nearly out."""

PARTNER = 14
"""What it costs to beat a partner."""

GOOD = 8
"""The strength (of a J) up to which a partner's play is worth beating."""

UNPAID = 1000
"""What it costs to lead a bomb that nobody pays for."""

WIN = 10_000
NEVER = -WIN


class Turn:
    """One decision: to lead, to beat, or to pass."""

    def __init__(self, game: Dazha, seen: DazhaSeen) -> None:
        public = seen.public
        me = seen.seat or 0
        self.seen, self.options = seen, seen.options
        self.moves = playable(seen, game.reader(seen.options))
        self.counts = count(c for c in seen.hand if not c.is_joker)
        self.top = public.circle.top
        self.friend = public.extra.partner(me)
        self.foes = [s for s in range(public.seats) if s not in (me, self.friend)]
        self.next = (me + 1) % public.seats
        self.danger = min((public.counts[s] for s in self.foes if public.counts[s]), default=99)
        self.points = settle.in_circle(public.circle.plays) // 5
        self.prize = LEAD + POINT * self.points
        # The bombs as they are paid most, jokers in them.
        self.wanted = {
            b.cards[0].rank: len(b.cards)
            for b in shown(me, seen.hand, seen.options)
            if b.shape == "bomb"
        }

    def best(self) -> Action:
        """The play worth most, or a pass."""
        rated = [
            (self.rate(play), -index)
            for index, play in enumerate(self.moves)
            if not self.needless(play)
        ]
        worth, index = max(rated, default=(NEVER, 0))
        if self.top is not None and worth <= self.passing():
            return Action("pass")
        return Action("play", cards=self.moves[-index].cards)

    def needless(self, play: Play) -> bool:
        """A bomb on an ordinary play that an ordinary answer beats, tearing nothing.

        One that is paid is paid later as well, so it needs a reason too: points on the table, a foe
        who is nearly out, or that it is nearly out itself.
        """
        top = self.top.reading if self.top is not None else None
        if top is None or top.tier or play.reading.shape != "bomb":
            return False
        if len(play.cards) == len(self.seen.hand):
            return False
        if self.unit(play) and (self.danger <= FEW or self.points >= RICH or self._ends(play)):
            return False
        return any(not other.reading.tier and self.whole(other) for other in self.moves)

    def _ends(self, play: Play) -> bool:
        """Whether the hand is nearly out after a play."""
        rest = less(self.counts, tuple(c.rank for c in play.cards if not c.is_joker))
        return turns(rest) <= SOON

    def unit(self, play: Play) -> int:
        """What each other player pays for a play."""
        paid = played(0, play.reading, play.cards, self.options)
        return paid.unit if paid else 0

    def whole(self, play: Play) -> bool:
        """Whether a play leaves none of its ranks behind, and holds no joker."""
        used = count(play.cards)
        return not any(c.is_joker for c in play.cards) and all(
            not held or held == self.counts[rank] for rank, held in enumerate(used)
        )

    def passing(self) -> float:
        """What it is worth to pass."""
        worth: float = value(self.counts)
        if self.theirs():
            return worth - (2 * TURN if self.danger <= FEW else 0)
        return worth + 0.7 * self.prize

    def theirs(self) -> bool:
        """Whether what is to be beaten is a foe's."""
        return self.top is not None and self.top.seat in self.foes

    def rate(self, play: Play) -> float:
        """What a play leaves behind, and what it may win."""
        if len(play.cards) == len(self.seen.hand):
            return WIN
        rest = less(self.counts, tuple(c.rank for c in play.cards if not c.is_joker))
        worth: float = value(rest)
        if play.reading.tier and play.reading.shape in ("wskmixed", "wsksuited"):
            return worth + self._fifty()
        if play.reading.tier:
            return worth + self._bomb(play, rest)
        if any(c.is_joker for c in play.cards):
            return NEVER
        if self.top is None:
            return worth + self._lead(play)
        if not self.theirs():
            return worth + self._over_friend(play)
        return worth + self.prize * self._holds(play) + (TURN if self.danger <= FEW else 0)

    def _holds(self, play: Play) -> float:
        """How likely a play wins its round."""
        return min(1.0, (play.reading.head / 12) ** 2 + 0.1 * max(0, len(play.cards) - 4) / 2)

    def _fifty(self) -> float:
        """五十K: for points, or to stop somebody; never on a partner."""
        if self.top is not None and not self.theirs():
            return NEVER
        if self.top is None:
            return -TURN
        return 0.8 * self.prize + (TURN if self.danger <= FEW else 0)

    def _bomb(self, play: Play, rest: tuple[int, ...]) -> float:
        """Bombs are kept until they decide something, and never fall on a partner."""
        if self.top is not None and not self.theirs():
            return NEVER
        rank = play.cards[0].rank
        size = len(play.cards)
        if play.reading.shape == "bomb" and rest[rank]:
            return NEVER
        paid = played(0, play.reading, play.cards, self.options)
        spoilt = abs(self.wanted.get(rank, size) - size) if play.reading.shape == "bomb" else 0
        gain: float = -TURN * spoilt + (3 * paid.unit if paid else 0)
        left = turns(rest)
        others = sum(held >= FOUR for held in rest)
        if left + others <= 2 or left <= others + 1:
            gain += 3 * TURN
        if self.top is None:
            # One that is not paid is led by nobody who has anything else, but just before the end.
            early = not paid and left + others > 1
            return gain - (UNPAID if early else TURN)
        if self.danger <= 2 * FEW:
            gain += 2 * TURN
        return gain + 0.9 * self.prize

    def _lead(self, play: Play) -> float:
        """Prefer many cards and low heads; mind who is about to leave."""
        reading = play.reading
        size = len(play.cards)
        gain: float = 0.5 * size - 1.0 * reading.head
        gain -= 0.3 * settle.points(play.cards)
        if self.danger == size <= 2 or (self.danger <= FEW and size == 1):
            gain += 2.0 * reading.head - 3 * TURN
        friend = self.seen.public.counts[self.friend]
        if friend == size <= 2 and self.danger > size:
            gain += 2 * TURN - reading.head
        return gain

    def _over_friend(self, play: Play) -> float:
        """Beat a partner only cheaply, and only what an opponent would beat anyway."""
        top = self.top.reading if self.top is not None else None
        if top is None or play.reading.head > GOOD or top.head >= GOOD - 2:
            return NEVER
        if self.seen.public.counts[self.friend] <= FEW or self.next not in self.foes:
            return NEVER
        return self.prize * self._holds(play) - PARTNER
