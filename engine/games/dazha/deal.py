"""What a deal of 上饶打炸 begins with: hands, partners, who leads, and whether it is 摊牌."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import BIG_JOKER, SMALL_JOKER, Card, Rank, Suit, pack
from engine.games.dazha.pay import bonus, cap_level, natural_bombs, penalised
from engine.games.dazha.shapes import jokers_of, twelve
from engine.kernels.climb.state import Hand, Public, Seen, State

if TYPE_CHECKING:
    from engine.core import Options, Seat

SEATS = 4
FEW = 10
"""报牌: so few cards are announced. Source: seed 003."""

SPADE_THREE = Card(Rank.THREE, Suit.SPADE)

PACKS = {
    False: pack(2),
    True: tuple(sorted((*pack(2), *((SMALL_JOKER, BIG_JOKER) * 4)))),
}
"""108 cards; 116 with eight more jokers."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What everybody knows beside the cards played.

    Attributes:
        teams: by seat, 1 or 2.
        leader: who leads the deal.
        fresh: the partners were found by ♠3 in this deal.
        shown: who holds what ends the deal at once, and which of the reasons it is: ``kings``,
            ``bare`` or ``cap``; empty: the deal is played.
    """

    teams: tuple[int, ...]
    leader: Seat
    fresh: bool
    shown: tuple[tuple[Seat, str], ...] = ()

    def side(self, team: int) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(seat for seat, mine in enumerate(self.teams) if mine == team)

    def partner(self, seat: Seat) -> Seat:
        """Who plays with a seat."""
        return next(s for s in self.side(self.teams[seat]) if s != seat)


DazhaPublic = Public[Deal]
DazhaState = State[Deal]
DazhaSeen = Seen[Deal]


def full_pack(options: Options) -> Hand:
    """All cards of a table."""
    return PACKS[twelve(options)]


def partners(order: tuple[Card, ...]) -> tuple[tuple[int, ...], Seat]:
    """The sides by seat and who leads, from the cards in the order in which they are dealt.

    Source: seed 003: the owners of ♠3 are partners, opposite seats if one has both; whoever was
    dealt the first of them leads.
    """
    first, second = (at % SEATS for at, c in enumerate(order) if c == SPADE_THREE)
    partner = second if second != first else (first + 2) % SEATS
    mine = {first, partner}
    one = 1 if 0 in mine else 2
    return tuple(one if seat in mine else 3 - one for seat in range(SEATS)), first


def showdown(hands: tuple[Hand, ...], options: Options) -> tuple[tuple[Seat, str], ...]:
    """Who has what ends the deal at once, by the option; see ``Deal.shown``. Source: seed 003."""
    wanted = {"all": ("kings", "bare", "cap"), "kings_cap": ("kings", "cap"), "off": ()}
    return tuple(
        (seat, why)
        for seat, hand in enumerate(hands)
        for why in wanted[str(options["showdown"])]
        if _triggers(hand, why, options)
    )


def _triggers(hand: Hand, why: str, options: Options) -> bool:
    jokers = sum(c.is_joker for c in hand)
    match why:
        case "kings":
            return jokers == jokers_of(options)
        case "bare":
            return penalised(hand, options) > 0
        case _:
            return any(
                held + jokers + bonus(rank, options) >= cap_level(options)
                for rank, held in natural_bombs(Counter(c.rank for c in hand))
            )
