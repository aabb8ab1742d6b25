"""Written piles as the order of a pack, checked card by card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.records import words
from engine.cards import Card
from engine.msg import CardsArg, Msg, msg
from engine.written import NoCard, items

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.records.places import Statement
    from engine.core import Pile, Seat
    from engine.written import Item


@dataclass(slots=True)
class Written:
    """One pile as it is written: where, and its cards."""

    statement: Statement
    items: list[Item]


@dataclass(slots=True)
class Piles:
    """All that is written of one deal: hands by seat, other piles by name."""

    hands: dict[Seat, Written] = field(default_factory=dict)
    named: dict[str, Written] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.hands or self.named)

    def of(self, pile: Pile) -> Written | None:
        """What is written of a pile."""
        return self.named.get(pile.name) if pile.seat is None else self.hands.get(pile.seat)

    def all(self) -> list[Written]:
        """In the order in which they are written."""
        found = [*self.hands.values(), *self.named.values()]
        return sorted(found, key=lambda w: (w.statement.line, w.statement.columns[:1]))


def listed(statement: Statement) -> list[Item]:
    """The cards of a pile.

    Raises:
        Misread: something else stands there.
    """
    try:
        return list(items(statement.text))
    except NoCard as error:
        raise statement.wrong("notation-no-card", error.at) from None


def wrong_card(said: Statement, hand: Sequence[Card]) -> int:
    """Where in a refused action the first card stands that is none or not held; 0: nowhere."""
    left = list(hand)
    at = 0
    for word in said.words():
        at = said.text.index(word.text, at)
        try:
            found = list(items(word.text))
        except NoCard as error:
            if at:
                return at + error.at
            found = []
        for item in found:
            held = next(
                (c for c in left if c == item.card or (not item.card and c.rank is item.rank)), None
            )
            if held is None:
                return at + item.at
            left.remove(held)
        at += len(word.text)
    return 0


def ordered(
    piles: Sequence[Pile], written: Piles, pack: Iterable[Card], *, suits: bool
) -> tuple[Card | None, ...]:
    """The pack that is dealt to exactly these piles; what is not written is None.

    Args:
        piles: how the game deals it.
        written: what is written of them.
        pack: all its cards.
        suits: whether a card has to be written with its suit.

    Raises:
        Misread: a card too many in a pile or in all, or one without its suit.
    """
    places = {pile.seat if pile.seat is not None else pile.name: pile for pile in piles}
    for seat, hand in written.hands.items():
        if seat not in places:
            raise hand.statement.wrong("notation-no-hand", seat=seat + 1)
    for name, heap in written.named.items():
        if name not in places:
            raise heap.statement.wrong("notation-no-pile", pile=msg(f"notation-pile-{name}"))
    given = suited(written, Counter(pack), suits=suits)
    order: list[Card | None] = [None] * sum(len(pile.at) for pile in piles)
    for pile in piles:
        found = written.of(pile)
        if found is None:
            continue
        cards = given[id(found)]
        if len(cards) > len(pile.at):
            at = found.items[len(pile.at)].at
            raise found.statement.wrong(
                "notation-too-many", at, pile=named(pile), count=len(cards), size=len(pile.at)
            )
        for place, card in zip(pile.at, cards, strict=False):
            order[place] = card
    return tuple(order)


def named(pile: Pile) -> Msg:
    """What a pile is called."""
    if pile.seat is not None:
        return msg("notation-pile-hand", seat=pile.seat + 1)
    return msg(f"notation-pile-{pile.name}")


def suited(written: Piles, left: Counter[Card], *, suits: bool) -> dict[int, list[Card | None]]:
    """The cards of each pile; those without a suit get the suits that are left."""
    for pile in written.all():
        for item in pile.items:
            if item.card is not None:
                left[item.card] -= 1
                if left[item.card] < 0:
                    shown = CardsArg((item.card.code,))
                    raise pile.statement.wrong("notation-once-too-often", item.at, card=shown)
            elif item.rank is not None and suits:
                raise pile.statement.wrong("notation-no-suit", item.at)
    found: dict[int, list[Card | None]] = {}
    for pile in written.all():
        cards = found[id(pile)] = []
        for item in pile.items:
            card = item.card
            if card is None and item.rank is not None:
                card = next((c for c in sorted(left) if c.rank is item.rank and left[c] > 0), None)
                if card is None:
                    raise pile.statement.wrong("notation-rank-too-often", item.at)
                left[card] -= 1
            cards.append(card)
    return found


def meant(pile: str) -> str:
    """The name of a pile by its word."""
    return {word: name for name, word in words.PILES.items()}[pile]
