"""Wins that no cards of the others can prevent: a judge written apart from the players' searches.

All but the last play of a hand have to be such that nothing unseen beats them, in a hand as large
as an opponent's. Cards are tried one way after the other through the game's reader.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.cards import without
from engine.games.chudadi import groups
from engine.games.dazha import settle
from engine.games.dazha.plays import playable
from engine.kernels.climb.hints import options_of
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import PLAY, Circle, Put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.cards import Card
    from engine.kernels.climb.rules import Reading

    Hand = tuple[Card, ...]
    Lead = tuple[Hand, Reading]

MOST = 10
"""Hands up to so many cards are searched."""

FEW = 2
"""No bomb is asked for on the play of a partner who has so few cards left."""

PLENTY = 3000
"""Hands that are looked at before it is given up: then no win is claimed."""


def named(game: Any, seen: Any, cards: Iterable[Card]) -> tuple[int, ...]:
    """A set of cards as it is told apart from others: by ranks, and where they count by suits."""
    suits = game.reader(seen.options).rules.suits
    return tuple(sorted(10 * card.rank + (card.suit if suits else 0) for card in cards))


def certain(game: Any, seen: Any) -> frozenset[tuple[int, ...]]:
    """The plays after which nobody can stop the hand, see ``named``; empty if there is none."""
    public = seen.public
    if public.phase != PLAY or len(seen.hand) > MOST or not _counts(game, seen):
        return frozenset()
    unseen = _unseen(game, seen)
    friends = game.friends(seen)
    foes = [n for s, n in enumerate(public.counts) if s != seen.seat and s not in friends]
    safe = _judge(game, seen, unseen, max(foes))
    known: dict[tuple[int, ...], bool] = {}
    left = [PLENTY]

    def wins(hand: Hand) -> bool:
        """Whether a hand that is to lead is led out for sure."""
        if not hand:
            return True
        key = named(game, seen, hand)
        if key not in known:
            left[0] -= 1
            if left[0] < 0:
                return False
            known[key] = any(wins(rest) for _, rest in leads(hand, None))
        return known[key]

    def leads(hand: Hand, top: Any) -> Iterator[tuple[Hand, Hand]]:
        near = top is not None and top.seat in friends and public.counts[top.seat] <= FEW
        for cards, reading in ways(game, seen, hand, top):
            if near and reading.tier:
                continue
            rest = without(hand, cards)
            if not rest or safe(reading):
                yield cards, rest

    found = leads(seen.hand, public.circle.top)
    return frozenset(named(game, seen, cards) for cards, rest in found if wins(rest))


def as_good(game: Any, seen: Any, cards: Hand) -> bool:
    """Whether a play wins for sure although it may be beaten, where a game's plays have bodies.

    Whatever beats it is beaten by something safe that leads to the end, and nobody is out before.
    """
    reader = game.reader(seen.options)
    if not cards or game.info.id in ("chudadi", "dazha"):
        return False
    unseen, friends = Counter(card.rank for card in _unseen(game, seen)), game.friends(seen)
    others = [n for s, n in enumerate(seen.public.counts) if s != seen.seat and s not in friends]
    known: dict[tuple[int, ...], bool] = {}
    left = [PLENTY]

    def answers(reading: Reading) -> list[Reading]:
        return [
            run.reading for run in _above(reader, reading)
            if run.reading.size <= max(others)
            and all(unseen[rank] >= run.reading.width for rank in run.reading.body)
        ]  # fmt: skip

    def wins(hand: Hand) -> bool:
        key = named(game, seen, hand)
        if key not in known:
            left[0] -= 1
            known[key] = left[0] > 0 and any(
                sure(reading, without(hand, laid)) for laid, reading in ways(game, seen, hand, None)
            )
        return known[key]

    def sure(reading: Reading, rest: Hand) -> bool:
        if not rest:
            return True
        beaten = answers(reading)
        if beaten and max(one.size for one in beaten) >= min(n for n in others if n):
            return False
        return wins(rest) and all(back(rest, answer) for answer in beaten)

    def back(hand: Hand, answer: Reading) -> bool:
        for laid, reading in ways(game, seen, hand, Put(0, (hand[:1],), answer)):
            rest = without(hand, laid)
            if not rest or (not answers(reading) and wins(rest)):
                return True
        return False

    top = seen.public.circle.top
    fits = [r for r in reader.readings(cards) if top is None or beats(r, top.reading)]
    return any(sure(reading, without(seen.hand, cards)) for reading in fits)


def _counts(game: Any, seen: Any) -> bool:
    """Whether to be out wins: in 打炸 only after the partner, and with points enough."""
    public = seen.public
    if game.info.id != "dazha":
        return True
    partner = public.extra.partner(seen.seat)
    if partner not in public.out:
        return False
    if len(public.out) == 1:
        return True
    taken = settle.collected(public)
    foes = [s for s in range(public.seats) if s not in (seen.seat, partner)]
    return sum(taken[foe] for foe in foes) < settle.ALL / 2


def _unseen(game: Any, seen: Any) -> Hand:
    public = seen.public
    rest = Counter(game.pack(seen.options))
    rest.subtract(seen.hand)
    rest.subtract(card for what in public.played for card in what.cards)
    rest.subtract(game.gone(public))
    return tuple(rest.elements())


def ways(game: Any, seen: Any, hand: Hand, top: Put | None) -> list[Lead]:
    """What a hand may put on a play, or lead."""
    public = replace(seen.public, circle=Circle((top,) if top else (), top))
    held = replace(seen, public=public, hand=hand)
    reader = game.reader(seen.options)
    if game.info.id == "dazha":
        return [(play.cards, play.reading) for play in playable(held, reader)]
    return options_of(held, reader, top.reading if top else None)


def _judge(game: Any, seen: Any, unseen: Hand, most: int) -> Callable[[Any], bool]:
    """Whether a play is beaten by nothing unseen."""
    reader = game.reader(seen.options)
    if game.info.id == "chudadi":
        return _of_suits(seen, unseen, most)
    held = Counter(card.rank for card in unseen)
    found: dict[Any, bool] = {}

    def safe(reading: Any) -> bool:
        key = replace(reading, groups=()) if reading.groups else reading
        if key not in found:
            if game.info.id == "dazha":
                put = Put(0, ((unseen[0],),), reading)
                found[key] = not ways(game, seen, unseen, put)
            else:
                found[key] = not any(
                    run.reading.size <= most
                    and all(held[r] >= run.reading.width for r in run.reading.body)
                    for run in _above(reader, reading)
                )
        return found[key]

    return safe


@cache
def _above(reader: Any, reading: Any) -> list[Any]:
    return [run for run in reader.runs if beats(run.reading, reading)]


def _of_suits(seen: Any, unseen: Hand, most: int) -> Callable[[Any], bool]:
    """The same in 锄大地: the strongest play of each size that the unseen cards have."""
    cards = [groups.number(card) for card in unseen]
    strongest: dict[int, int] = {}
    for strength, play in (
        *groups.small(cards), *groups.fives(cards, str(seen.options["straights"]))
    ):  # fmt: skip
        strongest[len(play)] = max(strength, strongest.get(len(play), -1))
    return lambda r: r.size > most or strongest.get(r.size, -1) < groups.key(r)
