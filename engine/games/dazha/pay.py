"""What bombs and jokers are paid: 炸弹奖励, 罚王, and a hand that is shown. Source: seed 003."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import Card, Rank
from engine.games.dazha.shapes import FOUR, JOKERS, ORDER, jokers_of, twelve
from engine.kernels.climb.rules import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.core import Options, Seat
    from engine.kernels.climb.state import Hand

LEAST = 5
"""The lowest level that is paid; each level above pays twice as much."""

LUCKY = (Rank.SEVEN, Rank.JACK, Rank.KING, Rank.ACE)
"""开奖: by an option these pay one level more, as 2 always does."""

KINGS_PLAYED, KINGS_SHOWN = 8, 9
"""The level of 四王: the largest bomb of eight when played, nine when shown."""

GODLY = 13
"""12炸神: the level at which a hand is shown, the highest paid, and that of all twelve jokers."""

GODLY_PAY = 160
SIX = 6
SIX_PAY = {"60": 60, "60_total": 20}
"""What each other player pays for six jokers of a colour."""

EACH = 3
"""罚王: points for each joker, one to each other player."""


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb that is paid.

    Attributes:
        shape: ``bomb``, ``fourkings``, ``sixsmall``, ``sixbig`` or ``godly``.
        level: for how many cards it is paid; 0 where that does not matter.
        unit: what each other player pays.
    """

    seat: Seat
    shape: str
    cards: Hand
    level: int
    unit: int


def cap_level(options: Options) -> int:
    """The level at which a hand is shown."""
    return GODLY if twelve(options) else KINGS_SHOWN


def unit(level: int, options: Options) -> int:
    """What each of the other three pays for a bomb of a level.

    >>> [unit(n, {"mode": "base", "cap": 9}) for n in (4, 5, 6, 7, 8, 9, 10)]
    [0, 1, 2, 4, 8, 16, 16]
    """
    if level < LEAST:
        return 0
    doubled: int = 2 ** (level - LEAST)
    if twelve(options):
        return doubled if level < GODLY else GODLY_PAY
    if level <= KINGS_SHOWN or options["cap"] == "none":
        return doubled
    return {"9": 16, "20": 20, "26": 26}[str(options["cap"])]


def bonus(rank: Rank, options: Options) -> int:
    """How many levels more a rank is paid: 2 one, and by an option some others."""
    return int(rank is Rank.TWO or (options["lucky_ranks"] == "on" and rank in LUCKY))


def natural_bombs(counts: Mapping[Rank, int]) -> Iterator[tuple[Rank, int]]:
    """Ranks with four natural cards or more, weakest first, and how many they are."""
    for rank in ORDER:
        if rank not in JOKERS and counts.get(rank, 0) >= FOUR:
            yield rank, counts[rank]


def penalised(hand: Hand, options: Options) -> int:
    """罚王: the jokers of a hand that has no bomb; 0 if it has one, or jokers that are one."""
    counts = Counter(c.rank for c in hand)
    jokers = sum(counts[joker] for joker in JOKERS)
    if any(True for _ in natural_bombs(counts)):
        return 0
    if twelve(options):
        return 0 if any(counts[joker] == SIX for joker in JOKERS) else jokers
    return 0 if jokers == jokers_of(options) else jokers


def played(seat: Seat, reading: Reading, cards: Hand, options: Options) -> Bomb | None:
    """The bomb that a play is, if it is paid."""
    match reading.shape:
        case "bomb":
            level = reading.size + bonus(reading.body[0], options)
        case "fourkings":
            level = KINGS_PLAYED
        case "sixsmall" | "sixbig":
            return Bomb(seat, reading.shape, cards, 0, six(options))
        case _:
            return None
    paid = unit(level, options)
    return Bomb(seat, reading.shape, cards, level, paid) if paid else None


def six(options: Options) -> int:
    """What each other player pays for six jokers of a colour."""
    return SIX_PAY[str(options["six_joker"])]


def shown(seat: Seat, hand: Hand, options: Options) -> tuple[Bomb, ...]:
    """The bombs of a hand that is shown, its jokers spread so that it is paid most.

    Where several ways pay the same, all jokers stay together (炸神), and then the higher ranks have
    more cards. Source: seed 003, 摊牌算分.
    """
    jokers = tuple(c for c in hand if c.is_joker)
    ways = (
        (*apart, *spread)
        for apart, left in _apart(seat, jokers, options)
        for spread in _spreads(seat, hand, left, options)
    )
    best = max(ways, key=_worth)
    return tuple(b for b in best if b.unit)


def _worth(bombs: tuple[Bomb, ...]) -> tuple[int, bool, tuple[int, ...]]:
    """What is paid, and what decides between ways that pay the same: cards by rank from the top."""
    sizes = {b.cards[0].rank: len(b.cards) for b in bombs if b.shape == "bomb"}
    height = tuple(sizes.get(rank, 0) for rank in reversed(ORDER))
    return sum(b.unit for b in bombs), any(b.shape == "godly" for b in bombs), height


def _apart(seat: Seat, jokers: Hand, options: Options) -> Iterator[tuple[tuple[Bomb, ...], Hand]]:
    """Ways to take bombs of jokers alone out of the jokers, and the jokers left."""
    yield (), jokers
    if len(jokers) == jokers_of(options):
        if twelve(options):
            yield (Bomb(seat, "godly", jokers, GODLY, GODLY_PAY),), ()
        else:
            level = KINGS_SHOWN
            yield (Bomb(seat, "fourkings", jokers, level, unit(level, options)),), ()
    if twelve(options):
        whole = [rank for rank in JOKERS if sum(c.rank is rank for c in jokers) == SIX]
        for rank in whole:
            mine = tuple(c for c in jokers if c.rank is rank)
            yield (_six(seat, mine, options),), tuple(c for c in jokers if c.rank is not rank)
        if len(whole) == len(JOKERS):
            both = (tuple(c for c in jokers if c.rank is rank) for rank in JOKERS)
            yield tuple(_six(seat, mine, options) for mine in both), ()


def _six(seat: Seat, cards: Hand, options: Options) -> Bomb:
    small = cards[0].rank is Rank.SMALL_JOKER
    return Bomb(seat, "sixsmall" if small else "sixbig", cards, 0, six(options))


def _spreads(seat: Seat, hand: Hand, jokers: Hand, options: Options) -> Iterator[tuple[Bomb, ...]]:
    """Every way to put the jokers into the bombs of a hand."""
    found = tuple(natural_bombs(Counter(c.rank for c in hand)))
    for shares in _shares(len(jokers), len(found)):
        left = list(jokers)
        bombs = []
        for (rank, held), share in zip(found, shares, strict=True):
            cards = (*(c for c in hand if c.rank is rank), *left[:share])
            del left[:share]
            level = held + share + bonus(rank, options)
            bombs.append(Bomb(seat, "bomb", cards, level, unit(level, options)))
        yield tuple(bombs)


def _shares(items: int, places: int) -> Iterator[tuple[int, ...]]:
    """Every way to put items into places; none at all where there is no place."""
    if not places:
        yield ()
        return
    if places == 1:
        yield (items,)
        return
    for first in range(items + 1):
        for rest in _shares(items - first, places - 1):
            yield (first, *rest)


def lone_jokers(reading: Reading, cards: tuple[Card, ...]) -> int:
    """Jokers that were played in no bomb, and are paid for: a last hand, or by an option."""
    return len(cards) if not reading.tier and any(c.is_joker for c in cards) else 0
