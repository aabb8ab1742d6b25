"""What a hand of 蹲麻子 is worth, and which of two is better (rules §2 to §4 and §15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import SUITS, Card, Rank, Suit, pack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Options

SIGNS = {Suit.SPADE: "♠", Suit.HEART: "♥", Suit.CLUB: "♣", Suit.DIAMOND: "♦"}

RANK_POINTS = {
    **{rank: int(rank) for rank in Rank if rank <= Rank.TEN},
    Rank.JACK: 10,
    Rank.QUEEN: 10,
    Rank.KING: 10,
    Rank.ACE: 11,
    Rank.SMALL_JOKER: 10,
    Rank.BIG_JOKER: 10,
}
"""Points of a rank (§2)."""

POINTS = {card: RANK_POINTS[card.rank] for card in pack()}
"""Points of a card, 2..11 (§2); a joker is 10 unless ``joker_score=represented``."""

SINGLES = {rank: int(rank) for rank in Rank} | {Rank.ACE: 17}
"""Order of single cards (§15): A above 大王 above 小王 above K."""

_HIGH_TO_LOW = tuple(sorted((r for r in Rank if r <= Rank.ACE), reverse=True))
_SHOWN = {
    card: place
    for place, card in enumerate(sorted(pack(), key=lambda c: (not c.is_joker, -c.suit, -c.rank)))
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table, read once.

    Attributes:
        target: 目标分, in points.
        sudden_full: 强制结算 pays the whole 手牌分, not 基础分.
        stall_laps: so many laps of exchanges end the round.
        strict: 扣 needs more than the target.
        joker_score: a joker has the points of the card that it stands for.
        joker_rank: a joker equals that card when single cards are compared.
        size: cards of a hand, and places of the 公共区.
        decks: packs of 54.
    """

    target: int = 40
    sudden_full: bool = True
    stall_laps: int = 6
    strict: bool = False
    joker_score: bool = False
    joker_rank: bool = False
    size: int = 5
    decks: int = 1


def rules_of(options: Options) -> Rules:
    """The rules that a table has chosen."""
    return Rules(
        target=int(options["target"]),
        sudden_full=options["sudden_death"] == "hand",
        stall_laps=int(options["stall_laps"]),
        strict=options["strict_over"] == "true",
        joker_score=options["joker_score"] == "represented",
        joker_rank=options["joker_rank"] == "represented",
        size=int(options["hand_size"]),
        decks=int(options["decks"]),
    )


def arranged(hand: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as it is shown: 大王, 小王, then ♠ ♥ ♣ ♦, each from A to 2."""
    return tuple(sorted(hand, key=_SHOWN.__getitem__))


def flush_suit(hand: Iterable[Card]) -> Suit | None:
    """The suit that all natural cards share, ♠ if there is none of them; else None (§3).

    >>> from engine.cards import cards
    >>> flush_suit(cards("BJ LJ H2")).name
    'HEART'
    """
    found: Suit = Suit.NONE
    for _, suit in hand:
        if suit and suit is not found:
            if found:
                return None
            found = suit
    return found or Suit.SPADE


def main_suit(hand: Iterable[Card]) -> Suit:
    """The suit that a hand has most cards of; then most points of, then the stronger one."""
    weight = dict.fromkeys(SUITS, 0)
    for card in hand:
        if card.suit:
            weight[card.suit] += 1000 + POINTS[card]
    return max(SUITS, key=weight.__getitem__)


def stands_for(hand: tuple[Card, ...], suit: Suit) -> tuple[Rank, ...]:
    """Ranks of a hand with every joker as the highest card of ``suit`` that the hand lacks.

    大王 chooses first. Source: rulebook option ``represented``, from the seed's fourth case.
    """
    held = {card.rank for card in hand if card.suit is suit}
    free = iter([rank for rank in _HIGH_TO_LOW if rank not in held])
    return tuple(next(free) if card.is_joker else card.rank for card in sorted(hand, reverse=True))


def hand_score(hand: tuple[Card, ...], rules: Rules) -> int:
    """手牌分, in points: the sum of the cards' points (§2).

    >>> from engine.cards import cards
    >>> hand_score(cards("BJ LJ SA SK S2"), Rules())
    43
    """
    if rules.joker_score:
        return sum(RANK_POINTS[rank] for rank in stands_for(hand, main_suit(hand)))
    return sum(POINTS[card] for card in hand)


def is_mazi(hand: tuple[Card, ...], rules: Rules) -> bool:
    """Whether the hand is 麻子: no flush, or below the target (§4)."""
    return flush_suit(hand) is None or hand_score(hand, rules) < rules.target


def may_knock(hand: tuple[Card, ...], rules: Rules) -> bool:
    """Whether 扣 is allowed with this hand (§13)."""
    if flush_suit(hand) is None:
        return False
    return hand_score(hand, rules) >= rules.target + rules.strict


class Strength(NamedTuple):
    """How good a flush is: compared field by field, larger is better (§15)."""

    score: int
    suit: Suit
    singles: tuple[int, ...]


def strength(hand: tuple[Card, ...], rules: Rules) -> Strength:
    """How good a flush is in the pool (§15).

    Raises:
        ValueError: the hand is no flush.
    """
    suit = flush_suit(hand)
    if suit is None:
        raise ValueError("no flush")
    ranks = stands_for(hand, suit) if rules.joker_rank else [card.rank for card in hand]
    singles = tuple(sorted((SINGLES[rank] for rank in ranks), reverse=True))
    return Strength(hand_score(hand, rules), suit, singles)


def misfits(hand: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
    """The cards of a hand that are neither of ``suit`` nor jokers."""
    return tuple(card for card in hand if card.suit and card.suit is not suit)


def least_useful(hand: tuple[Card, ...]) -> Card:
    """The lowest card outside the commonest suit, else the lowest card (§22).

    Equal points: the lower rank, then the weaker suit.
    """
    return min(misfits(hand, main_suit(hand)) or hand, key=lambda c: (POINTS[c], c.rank, c.suit))
