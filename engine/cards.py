"""Playing cards: values, packs, and the short codes that stand for them in text and storage."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Suit(IntEnum):
    """Weakest first, as most of the games rank them; ``NONE`` is a joker's, ``TILE`` no card's."""

    NONE = 0
    DIAMOND = 1
    CLUB = 2
    HEART = 3
    SPADE = 4
    TILE = 5


class Rank(IntEnum):
    """What is printed on the card. Which rank is stronger is a rule of each game.

    ``BLANK`` and ``ONE`` are on tiles only (二八杠).
    """

    BLANK = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    SMALL_JOKER = 15
    BIG_JOKER = 16


class Card(NamedTuple):
    """One card. Its natural order is for storage only; identical cards of two packs are equal."""

    rank: Rank
    suit: Suit

    @property
    def is_joker(self) -> bool:
        """Whether it is the small or the big joker."""
        return self.suit is Suit.NONE

    @property
    def code(self) -> str:
        """``S3``, ``H10``, ``DA``; ``LJ`` and ``BJ`` are jokers; ``T5`` is 五筒, ``TW`` 白板."""
        return _CODES[self]


SUITS = (Suit.SPADE, Suit.HEART, Suit.CLUB, Suit.DIAMOND)
"""Strongest first."""

_SUIT_LETTERS = {Suit.SPADE: "S", Suit.HEART: "H", Suit.CLUB: "C", Suit.DIAMOND: "D"}
_RANK_TEXT = {
    **{r: str(int(r)) for r in Rank if Rank.TWO <= r <= Rank.TEN},
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.ACE: "A",
}
SMALL_JOKER = Card(Rank.SMALL_JOKER, Suit.NONE)
BIG_JOKER = Card(Rank.BIG_JOKER, Suit.NONE)
_CODES = {
    **{Card(r, s): _SUIT_LETTERS[s] + t for s in SUITS for r, t in _RANK_TEXT.items()},
    SMALL_JOKER: "LJ",
    BIG_JOKER: "BJ",
}
_PACK = tuple(_CODES)
TILES = tuple(Card(Rank(n), Suit.TILE) for n in range(10))
"""白板, then 一筒 to 九筒."""

_CODES |= {tile: f"T{int(tile.rank) or 'W'}" for tile in TILES}
_BY_CODE = {code: card for card, code in _CODES.items()}


def pack(count: int = 1, *, jokers: bool = True) -> tuple[Card, ...]:
    """All cards of ``count`` packs in natural order: 54 a pack, or 52 without jokers."""
    one = tuple(c for c in _PACK if jokers or not c.is_joker)
    return tuple(sorted(one * count))


def card(code: str) -> Card:
    """The card of a code.

    Raises:
        ValueError: there is no such card.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(f"no card has the code {code!r}") from None


def cards(codes: str) -> tuple[Card, ...]:
    """Cards from codes separated by blanks, in the order written.

    >>> [c.code for c in cards("S3 H10 BJ")]
    ['S3', 'H10', 'BJ']
    """
    return tuple(card(code) for code in codes.split())


def codes(held: Iterable[Card]) -> tuple[str, ...]:
    """The codes of some cards, in their order."""
    return tuple(map(_CODES.__getitem__, held))


def holds(held: Sequence[Card], wanted: Sequence[Card]) -> bool:
    """Whether ``wanted`` lie in ``held``, each as often as it is wanted."""
    if len(wanted) == 1:
        return wanted[0] in held
    left = list(held)
    for c in wanted:
        if c not in left:
            return False
        left.remove(c)
    return True


def without(held: tuple[Card, ...], gone: Sequence[Card]) -> tuple[Card, ...]:
    """``held`` less the cards ``gone``, one for one; the order of the rest is kept.

    Raises:
        ValueError: a card of ``gone`` is not held as often as it is taken.
    """
    if len(gone) == 1:
        at = held.index(gone[0])
        return held[:at] + held[at + 1 :]
    left = list(held)
    for c in gone:
        left.remove(c)
    return tuple(left)
