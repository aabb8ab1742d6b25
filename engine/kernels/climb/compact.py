"""The compact core: a deal of a climbing game for search, where suits do not matter.

A hand is one number (``ranks.weigh``), a play a small one, and a deal is changed in place and taken
back. What a hand may play and what beats what is asked of the game's ``Reader``, so the rules are
those of the readings; who is asked and when a circle ends is told here in other words, and a law
plays both side by side.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.kernels.climb.menus import Menus, looked
from engine.kernels.climb.ranks import FIELD
from engine.kernels.climb.tally import taking, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.cards import Rank
    from engine.core import Seat
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.runs import Move
    from engine.kernels.climb.tally import Taking

PASS: Final = 0
"""The number of a pass; as what lies on the table, nothing."""


class Plays:
    """The plays of one game by number; 0 is a pass, and the rest are numbered as they are met.

    Whoever searches has its own: it is changed by what is asked of it, and keeps all of it.

    Attributes:
        weights: by number, what a play takes from a hand.
        sizes: by number, its cards.
        tiers: by number, see ``Shape.tier``.
        kinds: by number, its reading as a number: plays that differ in their wings share it.
        taken: by number, what it takes from a tally.
        closing: by number, whether nothing beats it, so that it ends the circle.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.weights: list[int] = [0]
        self.sizes: list[int] = [0]
        self.tiers: list[int] = [0]
        self.kinds: list[int] = [0]
        self.closing: list[bool] = [False]
        self.taken: list[Taking] = [()]
        self._moves: list[Move | None] = [None]
        self._numbers: dict[Move, int] = {}
        self._readings: dict[Reading, int] = {}
        self.menus = Menus(reader, self.number)
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def move(self, number: int) -> Move:
        """What a number stands for.

        Raises:
            ValueError: it is a pass.
        """
        found = self._moves[number]
        if found is None:
            raise ValueError("a pass is no play")
        return found

    def number(self, move: Move) -> int:
        """The number of a play."""
        found = self._numbers.get(move)
        if found is None:
            reading = move.reading
            found = self._numbers[move] = len(self._moves)
            self.weights.append(weight_of(move.ranks))
            self.sizes.append(reading.size)
            self.tiers.append(reading.tier)
            self.kinds.append(self._kind(reading))
            self.closing.append(self.reader.unbeatable(reading))
            self.taken.append(taking(Counter(move.ranks)))
            self._moves.append(move)
        return found

    def of(self, weight: int, top: int) -> tuple[int, ...]:
        """What a hand may put on a play, the pass first; whatever it may lead on ``PASS``."""
        key = (weight, self.kinds[top])
        found = self._known.get(key)
        if found is None:
            found = self.menus.found(tally(weight), key[1])
            found = self._known[key] = (PASS, *found) if top else found
        return found

    def without(self, hand: int, number: int) -> int:
        """The tally of a hand that has made a play."""
        for kept, step, moved in self.taken[number]:
            hand = hand & kept | hand >> step & moved
        return hand

    def _kind(self, reading: Reading) -> int:
        found = self._readings.get(reading)
        if found is None:
            found = self._readings[reading] = len(self._readings) + 1
            self.menus.add(reading)
        return found


def weight_of(ranks: Sequence[Rank]) -> int:
    """The weight of some ranks, with repeats."""
    return sum([1 << FIELD * rank for rank in ranks])


class Compact:
    """A deal under way, that ends when a hand is empty.

    Attributes:
        plays: the game's.
        hands: by seat, its weight.
        counts: by seat, its cards.
        turn: who is asked.
        top: the play to beat, ``PASS`` for a lead.
        owner: whose it is.
        laid: by seat, how many plays it has made.
    """

    __slots__ = ("_past", "counts", "hands", "laid", "owner", "plays", "top", "turn")

    def __init__(
        self, plays: Plays, hands: Sequence[int], counts: Sequence[int], turn: Seat,
        top: int = PASS, owner: Seat | None = None,
    ) -> None:  # fmt: skip
        self.plays = plays
        self.hands, self.counts = list(hands), list(counts)
        self.turn, self.top = turn, top
        self.owner = turn if owner is None else owner
        self.laid = [0] * len(self.hands)
        self._past: list[tuple[int, Seat, int, Seat]] = []

    @property
    def over(self) -> bool:
        """Whether a hand is empty."""
        return 0 in self.counts

    @property
    def depth(self) -> int:
        """How many plays and passes can be taken back."""
        return len(self._past)

    def moves(self) -> tuple[int, ...]:
        """What may be done; none if the deal is over."""
        return () if self.over else self.plays.of(self.hands[self.turn], self.top)

    def do(self, number: int) -> None:
        """Let the seat that is asked play, or pass."""
        turn, owner = self.turn, self.owner
        self._past.append((number, turn, self.top, owner))
        following = turn + 1 if turn + 1 < len(self.hands) else 0
        if number:
            plays, counts = self.plays, self.counts
            self.hands[turn] -= plays.weights[number]
            counts[turn] -= plays.sizes[number]
            self.laid[turn] += 1
            self.top, self.owner = number, turn
            if plays.closing[number]:
                if counts[turn]:
                    self.top = PASS
                return
        elif following == owner:
            self.top = PASS
        self.turn = following

    def play_out(self, luck: Callable[[], float]) -> Seat:
        """Let everybody choose by chance, all that is legal as likely, until a hand is empty.

        ``luck``: gives numbers from 0 to below 1, as ``random.random`` does.
        """
        plays, past = self.plays, self._past
        menus, kinds, weights = plays.menus, plays.kinds, plays.weights
        sizes, closing = plays.sizes, plays.closing
        held, counts, laid = self.hands, self.counts, self.laid
        hands = [tally(hand) for hand in held]
        seats = len(hands)
        turn, top, owner = self.turn, self.top, self.owner
        while True:
            hand = hands[turn]
            options = looked(menus.looks(kinds[top]), hand)
            many = len(options)
            number: int = PASS
            if not top:
                drawn = luck()
                number = options[int(drawn * many)]
            elif many:
                drawn = luck()
                at = int(drawn * (many + 1))
                if at:
                    number = options[at - 1]
            past.append((number, turn, top, owner))
            if number:  # what follows is ``do``, in the place where most time is spent
                hands[turn] = plays.without(hand, number)
                held[turn] -= weights[number]
                counts[turn] -= sizes[number]
                laid[turn] += 1
                top, owner = number, turn
                if not counts[turn]:
                    break
                if closing[number]:
                    top = PASS
                    continue
            turn += 1
            if turn == seats:
                turn = 0
            if not number and turn == owner:
                top = PASS
        if not closing[top]:
            turn = turn + 1 if turn + 1 < seats else 0
        self.turn, self.top, self.owner = turn, top, owner
        return owner

    def undo(self) -> None:
        """Take the last play or pass back."""
        number, self.turn, self.top, self.owner = self._past.pop()
        if number:
            self.hands[self.turn] += self.plays.weights[number]
            self.counts[self.turn] += self.plays.sizes[number]
            self.laid[self.turn] -= 1

    def done(self) -> tuple[tuple[int, int], ...]:
        """What was done, first to last: the play, and what lay on the table."""
        return tuple((number, top) for number, _, top, _ in self._past)
