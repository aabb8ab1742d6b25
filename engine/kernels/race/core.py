"""The compact core of a race: cards are bits, a hand is a number, and a play takes bits from it.

What a hand may play is written down once, in its ``Book``, in the order in which a player of one
kind or another would choose it; then a deal is played to the end without looking at cards again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core import Seat

Play = tuple[int, int, int, int]
"""Its strength among plays of its kind, its cards as bits, how many they are, and its kind.

Kinds are above 0; a play is beaten by a stronger one of its kind, and by nothing else.
"""

LEAD = 0
"""The kind of what is to be beaten, where nothing is."""

SINGLE = 1
"""The kind of single cards, in every game."""


@dataclass(slots=True)
class Book:
    """The plays of one hand; those that are in it no more are passed over.

    Attributes:
        mask: its cards.
        count: how many.
        leads: what is led, best first; the last of them are every single card.
        follows: by kind, what is put on a play of the kind, best first.
        spare: by kind, what is put on it besides where it is worth taking the hand apart.
        singles: every single card, the weakest first.
        careful: whether the others' counts are looked at; else the first that fits is played.
    """

    mask: int
    count: int
    leads: Sequence[Play]
    follows: Mapping[int, Sequence[Play]]
    spare: Mapping[int, Sequence[Play]] = field(default_factory=dict)
    singles: Sequence[Play] = ()
    careful: bool = False


class Race:
    """One deal as it may lie.

    Attributes:
        books: by seat, the plays of the hand.
        hands: by seat, the cards still held.
        counts: by seat, how many.
        lock: whether who has passed is out of the circle.
    """

    __slots__ = ("books", "counts", "hands", "key", "kind", "lock", "locked", "owner", "turn")

    def __init__(self, books: Sequence[Book], turn: Seat, *, lock: bool) -> None:
        self.books, self.turn, self.lock = books, turn, lock
        self.hands = [book.mask for book in books]
        self.counts = [book.count for book in books]
        self.kind, self.key, self.owner, self.locked = LEAD, -1, turn, 0

    def on(self, kind: int, key: int, owner: Seat, locked: int = 0) -> None:
        """What lies on the table; ``locked``: the seats out of the circle, as bits."""
        self.kind, self.key, self.owner, self.locked = kind, key, owner, locked

    def do(self, play: Play | None) -> None:
        """Let the seat that is asked play, or pass; then the next is asked."""
        turn = self.turn
        if play is not None:
            self.key, mask, size, self.kind = play
            self.hands[turn] -= mask
            self.counts[turn] -= size
            self.owner = turn
        elif self.lock:
            self.locked |= 1 << turn
        seats = len(self.hands)
        following = (turn + 1) % seats
        while following != self.owner and self.locked >> following & 1:
            following = (following + 1) % seats
        self.turn = following
        if following == self.owner:
            self.kind, self.locked = LEAD, 0

    def run(self) -> Seat:
        """Play on until somebody is out, who is returned."""
        books, counts = self.books, self.counts
        while True:
            turn = self.turn
            if self.kind:
                play = self._careful(turn) if books[turn].careful else self._plain(turn)
            else:
                play = self._lead(turn)
            self.do(play)
            if not counts[turn]:
                return turn

    def _plain(self, turn: Seat) -> Play | None:
        gone, key = ~self.hands[turn], self.key
        for play in self.books[turn].follows.get(self.kind, ()):
            if play[0] > key and not play[1] & gone:
                return play
        return None

    def _careful(self, turn: Seat) -> Play | None:
        """The weakest play that beats; the strongest card before somebody's last one."""
        book, counts = self.books[turn], self.counts
        gone, key, kind = ~self.hands[turn], self.key, self.kind
        following = counts[turn + 1 if turn + 1 < len(counts) else 0]
        if following == 1 and kind == SINGLE:
            for play in reversed(book.singles):
                if not play[1] & gone:
                    return play if play[0] > key else None
        for play in book.follows.get(kind, ()):
            if play[0] > key and not play[1] & gone:
                return play
        for play in book.spare.get(kind, ()):
            if play[0] > key and not play[1] & gone:
                return play
        return None

    def _lead(self, turn: Seat) -> Play:
        book = self.books[turn]
        gone = ~self.hands[turn]
        if book.careful:
            found = self._mindful(turn, book, gone)
            if found is not None:
                return found
        for play in book.leads:
            if not play[1] & gone:
                return play
        raise ValueError("a hand whose book has no lead")

    def _mindful(self, turn: Seat, book: Book, gone: int) -> Play | None:
        """The lead of who looks around: out at once, or surely next; never a last card's single."""
        count = self.counts[turn]
        held = [play for play in book.leads if not play[1] & gone]
        for play in held:
            if play[2] == count:
                return play
        safe = None
        for play in held:
            rest = gone | play[1]
            left = count - play[2]
            if any(other[2] == left and not other[1] & rest for other in held) and not (
                self._beaten(turn, play)
            ):
                safe = play
                break
        if safe is not None:
            return safe
        if 1 in self.counts:
            for play in held:
                if play[2] > 1:
                    return play
            return next(play for play in reversed(book.singles) if not play[1] & gone)
        return held[0]

    def _beaten(self, turn: Seat, what: Play) -> bool:
        """Whether somebody else can beat a play."""
        key, _, _, kind = what
        for seat, book in enumerate(self.books):
            if seat == turn:
                continue
            gone = ~self.hands[seat]
            for play in book.follows.get(kind, ()):
                if play[0] > key and not play[1] & gone:
                    return True
        return False
