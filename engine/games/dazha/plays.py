"""What a seat may put down, with the cards; and which of it to suggest."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card, Rank, Suit
from engine.core import Action
from engine.games.dazha.shapes import FOUR, JOKERS, WSK, alone
from engine.kernels.climb.rules import Reading, beats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Options
    from engine.games.dazha.deal import DazhaSeen
    from engine.games.dazha.shapes import DazhaReader
    from engine.kernels.climb.state import Hand, Put

SHORT_HAND = 5
"""三张 are led by who holds fewer cards. Source: seed 003."""


class Play(NamedTuple):
    """Cards that may be put down, and what they are."""

    cards: Hand
    reading: Reading


def refusal(reading: Reading, top: Put | None, held: int, options: Options) -> str:
    """The key of what forbids a play beside its shape; empty: nothing.

    Args:
        reading: what it is.
        top: the hand to beat; None: a lead.
        held: cards in the hand before it.
        options: those of the table.
    """
    if top is None or top.reading is None:
        few = held < SHORT_HAND
        return "dazha-triple-lead" if reading.shape == "triple" and not few else ""
    strict = options["triple_answer"] == "strict" and top.reading.shape == "triple"
    return "dazha-triple-answer" if strict and reading.shape.startswith("wsk") else ""


def playable(seen: DazhaSeen, reader: DazhaReader) -> list[Play]:
    """Every play of a seat that differs in more than suits and wings."""
    top = seen.public.circle.top
    over = top.reading if top is not None else None
    found = [
        play for play in _all(seen.hand, reader, over) if over is None or beats(play.reading, over)
    ]
    options, held = seen.options, len(seen.hand)
    return [play for play in found if not refusal(play.reading, top, held, options)]


def _all(hand: Hand, reader: DazhaReader, over: Reading | None) -> Iterator[Play]:
    natural = tuple(c for c in hand if not c.is_joker)
    jokers = tuple(c for c in hand if c.is_joker)
    pool = _Pool(natural)
    for move in reader.moves(natural, over):
        if move.reading.shape == "wskmixed" or (jokers and move.reading.last):
            continue
        yield Play(pool.take(move.ranks), move.reading)
    names = {shape.id for shape in reader.rules.shapes}
    if "wskmixed" in names:
        yield from _fifties(natural, reader)
    yield from _widened(natural, jokers, reader)
    yield from _of_jokers(hand, jokers, reader, lead=over is None)


class _Pool:
    """Cards of a hand by rank: those first that are not wanted for 同花五十K."""

    def __init__(self, natural: Hand) -> None:
        kept = set(_suits(natural))
        self.held: dict[Rank, list[Card]] = {}
        for c in sorted(natural, key=lambda c: (c.suit in kept, c.suit)):
            self.held.setdefault(c.rank, []).append(c)

    def take(self, ranks: tuple[Rank, ...]) -> Hand:
        """Cards of these ranks."""
        used: Counter[Rank] = Counter()
        taken = []
        for rank in ranks:
            taken.append(self.held[rank][used[rank]])
            used[rank] += 1
        return tuple(taken)


def _suits(natural: Hand) -> list[Suit]:
    """The suits in which a hand has 同花五十K."""
    held = set(natural)
    return [s for s in Suit if s and all(Card(rank, s) in held for rank in WSK)]


def _fifties(natural: Hand, reader: DazhaReader) -> Iterator[Play]:
    """One 五十K of mixed suits, and one of each suit."""
    for suit in _suits(natural):
        yield _read(tuple(Card(rank, suit) for rank in WSK), reader)
    held = [[c for c in dict.fromkeys(natural) if c.rank is rank] for rank in WSK]
    mixed = next((p for p in product(*held) if len({c.suit for c in p}) > 1), None)
    if mixed is not None:
        yield _read(mixed, reader)


def _read(cards: Hand, reader: DazhaReader) -> Play:
    return Play(cards, reader.readings(cards)[0])


def _widened(natural: Hand, jokers: Hand, reader: DazhaReader) -> Iterator[Play]:
    """All cards of a bomb with one joker and more."""
    counts = Counter(c.rank for c in natural)
    for rank, held in counts.items():
        if held < reader.rules.naturals:
            continue
        body = tuple(c for c in natural if c.rank is rank)
        for more in range(1, len(jokers) + 1):
            yield _read((*body, *jokers[:more]), reader)


def _of_jokers(hand: Hand, jokers: Hand, reader: DazhaReader, *, lead: bool) -> Iterator[Play]:
    counts = Counter(c.rank for c in jokers)
    for shape in reader.rules.shapes:
        if shape.exact and shape.exact[0] in JOKERS and Counter(shape.exact) <= counts:
            wanted = Counter(shape.exact)
            yield _read(tuple(Card(rank, Suit.NONE) for rank in wanted.elements()), reader)
    if reader.single_joker:
        for c in dict.fromkeys(jokers):
            yield _read((c,), reader)
    if lead and len(jokers) == len(hand):
        yield Play(jokers, alone(jokers))


def hints(seen: DazhaSeen, reader: DazhaReader, limit: int) -> tuple[Action, ...]:
    """At most ``limit`` plays, a good first; of different bodies."""
    lead = seen.public.circle.top is None
    held = Counter(c.rank for c in seen.hand)
    ranked: dict[tuple[str, int], Play] = {}
    for play in sorted(playable(seen, reader), key=lambda p: _cost(p, held, lead=lead)):
        ranked.setdefault((play.reading.shape, play.reading.head), play)
    return tuple(Action("play", cards=play.cards) for play in islice(ranked.values(), limit))


def _cost(play: Play, held: Counter[Rank], *, lead: bool) -> tuple[int, ...]:
    """Small is good: no bombs, few sets torn apart, a weak head, and when leading many cards.

    A last bomb takes the jokers along, which could be played nowhere else.
    """
    cards, reading = play
    ranks = [c.rank for c in cards]
    broken = [rank for rank in set(ranks) if ranks.count(rank) < held[rank]]
    bombs = sum([held[rank] >= FOUR and rank not in JOKERS for rank in broken])
    size = -reading.size if lead else 0
    lone = int(not reading.tier and cards[0].is_joker)
    stranded = _stranded(held - Counter(ranks)) if reading.shape == "bomb" else 0
    return (reading.tier, lone, bombs, stranded, len(broken), reading.head + 3 * size)


def _stranded(left: Counter[Rank]) -> int:
    """Jokers among the ranks left that no bomb can take along any more."""
    whole = any(n >= FOUR for rank, n in left.items() if rank not in JOKERS)
    return 0 if whole else sum(left[joker] for joker in JOKERS)
