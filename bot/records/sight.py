"""Which cards of a deal a reader can place: what ``observe`` showed, and not a card more.

To have seen a card is not to know where it was dealt. Whoever sees 2号 play ♠3 cannot tell whether
it was dealt to him or drawn later, unless all that he holds unseen came to him at once. So for each
seat the unseen cards are kept in heaps, one for each time that cards came; a card that is seen is
placed where only one heap is left that it can come from.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from engine.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core import Seat
    from engine.match import Match

Batch = tuple[int, int, int]
"""Cards that came to a seat at once: the round, the step, the seat."""


When = tuple[int, int]
"""A round and a step of it."""


@dataclass(slots=True)
class _Heap:
    """Unseen cards in a hand: how many, and whether they came at once."""

    count: int
    pure: bool = True


@dataclass(slots=True)
class Sight:
    """What a reader knows of the packs of a match; cards are told apart by identity.

    Attributes:
        seat: the reader; None: everybody.
        placed: cards of which the reader knows where they were dealt.
        batches: of each card that came to a hand: with which others.
        seen: of each card that the reader has seen: when first.
    """

    seat: Seat | None
    placed: set[int] = field(default_factory=set)
    batches: dict[int, Batch] = field(default_factory=dict)
    seen: dict[int, When] = field(default_factory=dict)
    _open: set[int] = field(default_factory=set)
    _entered: set[int] = field(default_factory=set)
    _heaps: dict[Seat, dict[Batch, _Heap]] = field(default_factory=dict)

    def dealt(self, match: Match, pack: tuple[Card | None, ...]) -> None:
        """A pack was dealt; hands before it are gone."""
        self._heaps.clear()
        for pile in match.game.piles(match.state):
            for at in pile.at:
                if pile.seat is not None:
                    self.batches[id(pack[at])] = (match.round, match.step, pile.seat)
                elif pile.name == "bottom":
                    self._open.add(id(pack[at]))

    def saw(self, card: Card) -> bool:
        """Whether the reader has seen this very card, wherever it lay."""
        return id(card) in self.seen

    def look(self, match: Match) -> None:
        """See what there is to see now."""
        hands = getattr(match.state, "hands", ())
        held = {id(card) for hand in hands for card in hand}
        found = dict.fromkeys(map(id, cards_in(match.game.observe(match.state, self.seat))))
        new = [one for one in found if one not in self.seen]
        now = (match.round, match.step)
        self._see((one for one in new if one in self._open or one not in held), now)
        for seat, hand in enumerate(hands):
            for card in hand:
                self._enter(id(card), (match.round, match.step, seat))
        self._see((one for one in new if one in held), now)

    def _enter(self, one: int, batch: Batch) -> None:
        """A card lies in a hand: where it is new there, it has come now."""
        if one in self.seen:
            return
        seat = batch[2]
        batch = self.batches.setdefault(one, batch)
        if batch[2] != seat:
            return
        heaps = self._heaps.setdefault(seat, {})
        if one not in self._entered:
            self._entered.add(one)
            heaps.setdefault(batch, _Heap(0)).count += 1

    def _see(self, new: Iterable[int], now: When) -> None:
        for one in new:
            if one in self.seen:
                continue
            self.seen[one] = now
            if one not in self._entered:
                self.placed.add(one)
                continue
            heaps = self._heaps[self.batches[one][2]]
            left = {batch: heap for batch, heap in heaps.items() if heap.count}
            if len(left) > 1:
                left = {self.batches[one]: _Heap(sum(h.count for h in left.values()), pure=False)}
                heaps.clear()
                heaps.update(left)
            (heap,) = left.values()
            heap.count -= 1
            if heap.pure:
                self.placed.add(one)


def cards_in(value: Any) -> Iterator[Card]:
    """Every card in an observation, wherever it stands."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list | frozenset | set):
        for part in value:
            yield from cards_in(part)
    elif isinstance(value, dict):
        for pair in value.items():
            yield from cards_in(pair)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from cards_in(getattr(value, one.name))
