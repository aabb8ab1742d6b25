"""An ending in writing: the hands as they are held, not a deal of the whole pack.

``地主: 2 A A 5 5 | 农民: K K 3 | 农民: Q 10 10``: the first leads. Cards without suits are given
any that are left.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.records.heading import Heading
from bot.records.packs import Piles, Written, listed, suited
from bot.records.places import statements
from engine.core import defaults

if TYPE_CHECKING:
    from bot.records.places import Statement
    from engine.cards import Card
    from engine.core import Game, Seat
    from engine.kernels.climb.state import Hand
    from engine.msg import Msg


def parts_in(text: str, game: Game[Any, Any], state: Any) -> tuple[Msg, ...]:
    """What people are called by seat where a text calls them by their part in the deal.

    Empty: it does not, and they have numbers.
    """
    parts_of = getattr(game, "parts", None)
    named = {name for names in game.roles for name in names}
    labels = (statement.text.partition(":")[0].strip() for statement in statements(text))
    if parts_of is None or named.isdisjoint(labels):
        return ()
    found: tuple[Msg, ...] = parts_of(state)
    return found


def ending(text: str, game: Game[Any, Any]) -> tuple[Hand, ...] | None:
    """The hands of an ending by seat; None: the text tells of a deal, or of something else.

    Raises:
        Misread: a card is written that is none, or that is not there so often.
    """
    pack_of = getattr(game, "pack", None)
    if pack_of is None:
        return None
    pack: tuple[Card, ...] = pack_of(defaults(game.info))
    heading = Heading(game, 0)
    hands: dict[Seat, tuple[Statement, Statement]] = {}
    for statement in statements(text):
        label, sign, _ = statement.text.partition(":")
        seat = heading.seat_of(label.strip(), hands) if sign else None
        if seat is None or seat in hands:
            return None
        hands[seat] = (statement, statement.part(len(label) + 1))
    if sorted(hands) != list(range(len(hands))) or len(hands) not in game.info.seats:
        return None
    written = Piles({s: Written(rest or at, listed(rest)) for s, (at, rest) in hands.items()})
    count = sum(len(pile.items) for pile in written.all())
    if 2 * count > len(pack):
        return None
    found = suited(written, Counter(pack), suits=game.suits)
    held = [found[id(written.hands[seat])] for seat in sorted(hands)]
    cards = tuple(tuple(card for card in hand if card is not None) for hand in held)
    return cards if all(cards) and sum(map(len, cards)) == count else None
