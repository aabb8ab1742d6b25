"""Reads cards as plays and generates the plays of a hand, by counting ranks.

Both come from one table, made once a game: for every size the shapes of that size, with every run
and its strength. So they cannot disagree about what a shape is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine.cards import Rank, Suit
from engine.kernels.climb.ranks import ALL, FIELD, MARKS, STEPS, at_least, counts_of, weigh
from engine.kernels.climb.rules import Reading, beats
from engine.kernels.climb.runs import Group, Move, Run, group, reading_of, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from engine.kernels.climb.rules import ClimbRules, Shape
    from engine.kernels.climb.runs import Row


NEAR = 4096
"""So many plays are known by what they are, not by what they hold."""

BOMB = 4
"""So many equal cards are a bomb, in every game whose wings are limited."""


class Reader:
    """The plays of one game."""

    def __init__(self, rules: ClimbRules) -> None:
        self.rules = rules
        self.runs = tuple(run for shape in rules.shapes for run in runs_of(shape, rules))
        self._order = {id(run): at for at, run in enumerate(self.runs)}
        self._bare: dict[int, list[Run]] = defaultdict(list)
        self._carrying: dict[int, list[Run]] = defaultdict(list)
        self._widths: dict[int, list[Row]] = defaultdict(list)
        for run in self.runs:
            body = sum(1 << FIELD * rank for rank in run.reading.body)
            if run.carries:
                self._carrying[run.reading.size].append(run)
            else:
                self._bare[body * run.reading.width].append(run)
            if rules.suits or not run.shape.suited:
                self._widths[run.reading.width].append((run.need, run))
        self._rows = {width: _by_length(rows) for width, rows in self._widths.items()}
        self._looked = frozenset(
            width for width, rows in self._widths.items() if any(run.carries for _, run in rows)
        )
        self._lasting = any(shape.last for shape in rules.shapes)
        self._fitting = lru_cache(maxsize=8192)(self._find_fitting)
        self._in_suits = rules.suits or any(shape.suited for shape in rules.shapes)
        self._beating = lru_cache(maxsize=4096)(self._find_beating)
        self._of_size = cache(self._find_of_size)
        self._near: dict[int, tuple[Reading, tuple[Group, ...]]] = {}
        self._by_rank = lru_cache(maxsize=1 << 14)(self._read)
        self._unbeaten = lru_cache(maxsize=4096)(self._unbeatable)
        self._highest = max((run.reading.tier for run in self.runs), default=0)
        self._known: dict[int, tuple[tuple[int, Move], ...]] = {}
        self._wings = lru_cache(maxsize=4096)(self._find_wings)

    # Reading.

    def readings(self, cards: Sequence[Card], *, last: bool = False) -> tuple[Reading, ...]:
        """All that the cards may be, in the order of the game's shapes, strongest first.

        Of readings that cover each other at one size (同花顺, 同花, 顺子) only the best is offered.
        ``last``: they are all that the hand holds.
        """
        weight = weigh(cards)
        if not self._in_suits:
            return self._by_rank(weight, len(cards), last)
        one_suit = bool(cards) and _one_suit(cards)
        found = [
            self._with_suit(run.reading, cards)
            for run in self._bodies(weight, len(cards), last=last)
            if one_suit or not run.shape.suited
        ]
        if one_suit:
            found += self._flushes(cards)
        return (*_best_grade(found), *self._wild(len(cards), counts_of(weight)))

    def _read(self, weight: int, size: int, last: bool) -> tuple[Reading, ...]:
        """What cards may be where suits never matter."""
        runs = self._bodies(weight, size, last=last)
        return (*(run.reading for run in runs), *self._wild(size, counts_of(weight)))

    def _bodies(self, weight: int, size: int, *, last: bool) -> list[Run]:
        """The runs that the ranks of some cards make, all cards used."""
        bare, carrying = self._bare.get(weight, []), self._carrying.get(size)
        if carrying is None:
            return bare
        counts = counts_of(weight)
        fit = [
            run
            for run in carrying
            if not run.need & ~at_least(weight, run.reading.width)
            and (last or not run.shape.last)
            and self.fits(run, counts)
        ]
        return sorted((*bare, *fit), key=lambda run: self._order[id(run)]) if bare else fit

    def fits(self, run: Run, counts: tuple[int, ...]) -> bool:
        """Whether what is beside the body in so many cards of each rank makes wings."""
        left = list(counts)
        for rank in run.reading.body:
            left[rank] -= run.reading.width
        pairs = run.groups.count(2)
        if pairs and sum(n // 2 for n in left) < pairs:
            return False
        return self._may_carry(run, left)

    def _may_carry(self, run: Run, wings: Sequence[int]) -> bool:
        """Whether wings break none of the limits. Source: seed 002's program, 斗地主."""
        if run.loose:
            return True
        if any(wings[rank] for rank in run.reading.body):
            return False
        ranks = tuple(rank for rank in self.rules.order for _ in range(wings[rank]))
        return not self._breaks(run, ranks)

    def _holds_bomb(self, counts: Sequence[int]) -> bool:
        if max(counts) >= BOMB:
            return True
        return any(
            all(counts[rank] >= bomb.count(rank) for rank in bomb) for bomb in self.rules.bombs
        )

    # Suits.

    def _with_suit(self, reading: Reading, cards: Iterable[Card]) -> Reading:
        if not self.rules.suits:
            return reading
        head = self.rules.order[reading.head]
        return _suit_of(reading, max((c.suit for c in cards if c.rank is head), default=Suit.NONE))

    def _flushes(self, cards: Sequence[Card]) -> list[Reading]:
        return [
            self.flush(shape, cards)
            for shape in self.rules.shapes
            if shape.any_rank and shape.width == len(cards)
        ]

    def flush(self, shape: Shape, cards: Sequence[Card]) -> Reading:
        """Cards of one suit read as a flush."""
        order = self.rules.order.index
        body = tuple(sorted((c.rank for c in cards), key=order))
        return Reading(
            shape.id, len(cards), shape.tier, shape.grade, shape.force or 2 * len(cards),
            order(body[-1]), int(cards[0].suit), body, 1,
        )  # fmt: skip

    # Wild cards.

    def _wild(self, size: int, counts: tuple[int, ...]) -> list[Reading]:
        rules = self.rules
        wilds = sum(counts[rank] for rank in rules.wild)
        if not wilds:
            return []
        real = [rank for rank in rules.order if counts[rank] and rank not in rules.wild]
        if len(real) != 1 or counts[real[0]] < rules.naturals:
            return []
        return [
            reading_of(shape, (real[0],), 1, rules, rules.order.index(real[0]))
            for shape in rules.shapes
            if shape.wild and shape.width == size
        ]

    # Generating.

    def moves(self, cards: Iterable[Card], over: Reading | None = None) -> list[Move]:
        """Every play of a hand by rank, each once, that beats ``over``; None: any lead.

        Where suits count see ``suits.plays``; plays with wild cards or of one suit are not among
        them.
        """
        return self.plays(weigh(cards), over)

    def plays(self, weight: int, over: Reading | None = None) -> list[Move]:
        """``moves`` of a hand that is given by its weight."""
        found: list[Move] = []
        whole = weight | ALL  # what follows is ``at_least``, in the place where most time is spent
        if over is None:
            for width in self._widths:
                have = whole - STEPS[width] & ALL
                if not have:
                    continue
                plain, runs = self._fitting(width, have)
                found += plain
                if runs:
                    found += self._looked_at(runs, weight)
            return found
        for width, marks, rows, moves in self._follows(over):
            have = whole - STEPS[width] & marks
            if not have:
                continue
            lacking = ~have
            if moves:
                found += [move for need, move in moves if not need & lacking]
            else:
                held = [run for need, run in rows if not need & lacking]
                if held:
                    found += self._looked_at(held, weight)
        return found

    def beating(self, over: Reading | None) -> list[list[Run]]:
        """The runs of each width that beat a play; None: all that may be led."""
        if over is None:
            return [[run for _, run in rows] for rows in self._widths.values()]
        return [[run for _, run in rows] for _, _, rows, _ in self._follows(over)]

    def bodies(self, weight: int, over: Reading) -> list[Reading]:
        """The bodies in a hand that would beat a play, whether or not it has wings for them."""
        found: list[Reading] = []
        for width, _, rows, _ in self._follows(over):
            lacking = ~at_least(weight, width)
            found += [run.reading for need, run in rows if not need & lacking]
        return found

    def _looked_at(self, runs: Sequence[Run], weight: int) -> list[Move]:
        """The plays whose bodies are held."""
        found: list[Move] = []
        held: tuple[int, ...] = ()
        bombs = False
        for run in runs:
            if run.single:
                lacking = ~at_least(weight, run.groups[0])
                found += [move for mark, move in self._carried(run) if not mark & lacking]
                continue
            if run.carries and not held:
                held = counts_of(weight)
                bombs = self._holds_bomb(held)
            if run.shape.last and run.reading.size != sum(held):
                continue
            if run.groups:
                found += self._winged(run, held, bombs=bombs)
            else:
                found.append(run.bare)
        return found

    def _carried(self, run: Run) -> tuple[tuple[int, Move], ...]:
        """A body with one wing, whichever it is: what the wing needs, and the play."""
        found = self._known.get(id(run))
        if found is None:
            ranks = [rank for rank in self.rules.order if rank not in run.reading.body]
            found = self._known[id(run)] = tuple(
                (MARKS[rank], Move(run.reading, (rank,) * run.groups[0])) for rank in ranks
            )
        return found

    def _find_fitting(self, width: int, have: int) -> tuple[tuple[Move, ...], tuple[Run, ...]]:
        """What may be led of a width with bodies of some ranks: plays, or runs to be looked at."""
        lacking = ~have
        rows, alone, shortest = self._rows[width]
        if not [1 for need in shortest if not need & lacking]:
            rows = alone
        runs = tuple([run for need, run in rows if not need & lacking])
        if width in self._looked:
            return (), runs
        return tuple([run.bare for run in runs]), ()

    def _follows(self, over: Reading) -> tuple[Group, ...]:
        """The runs that beat a play; where suits never count its reading is known itself."""
        own, groups = self._near.get(id(over), (None, ()))
        if own is not over:
            groups = self._beating(over)
            if not self.rules.suits and len(self._near) < NEAR:
                self._near[id(over)] = over, groups
        return groups

    def unbeatable(self, reading: Reading) -> bool:
        """Whether no play of any hand beats it. Source: seed 002, isAbsolutelyLargest."""
        return reading.tier >= self._highest and self._unbeaten(reading)

    def _unbeatable(self, reading: Reading) -> bool:
        return not any(beats(self._at_best(run), reading) for run in self.runs)

    def _at_best(self, run: Run) -> Reading:
        """A body with the highest suit that it can have."""
        if not self.rules.suits or run.reading.body[-1] in (Rank.SMALL_JOKER, Rank.BIG_JOKER):
            return run.reading
        return _suit_of(run.reading, Suit.SPADE)

    def _find_beating(self, over: Reading) -> tuple[Group, ...]:
        found = (
            group(width, [row for row in rows if beats(row[1].reading, over)])
            for width, rows in self._of_size(over.size)
        )
        return tuple(group for group in found if group.rows)

    def _find_of_size(self, size: int) -> tuple[tuple[int, list[Row]], ...]:
        """By width, the runs that may beat a play of so many cards, whatever it is."""
        lasting = self._lasting
        return tuple(
            (
                width,
                [row for row in rows if lasting or (r := row[1].reading).tier or r.size == size],
            )
            for width, rows in self._widths.items()
        )

    def _winged(self, run: Run, held: tuple[int, ...], *, bombs: bool) -> list[Move]:
        reading = run.reading
        left = list(held)
        for rank in reading.body:
            left[rank] = left[rank] - reading.width if run.loose else 0
        found = self._wings(run.groups, tuple(left))
        # A single card breaks no limit, nor does any wing where there is nothing to break it with.
        if run.loose or len(run.groups) == 1:
            return _moves(reading, found)
        if any(left[rank] >= reading.width for rank in run.edges) or max(left) >= BOMB:
            return _moves(reading, [w for w in found if not self._breaks(run, w)])
        for bomb in self.rules.bombs if bombs else ():
            found = tuple(w for w in found if bomb[-1] not in w or not _within(bomb, w))
        return _moves(reading, found)

    def _breaks(self, run: Run, wings: tuple[Rank, ...]) -> bool:
        """Whether wings of other ranks than the body's hold a bomb or lengthen the run."""
        for bomb in self.rules.bombs:
            if _within(bomb, wings):
                return True
        for rank in run.edges:
            if wings.count(rank) >= run.reading.width:
                return True
        return len(wings) >= BOMB and any(wings.count(rank) >= BOMB for rank in set(wings))

    def _find_wings(
        self, groups: tuple[int, ...], left: tuple[int, ...]
    ) -> tuple[tuple[Rank, ...], ...]:
        """All multisets of ranks that fall into groups, weakest ranks first."""
        pairs = groups.count(2)
        singles = len(groups) - pairs
        if singles == len(groups) == 1:
            return tuple((rank,) for rank in self.rules.order if left[rank])
        ranks = [rank for rank in self.rules.order if left[rank]]
        if not singles:
            halves = [rank for rank in ranks for _ in range(left[rank] // 2)]
            chosen = dict.fromkeys(combinations(halves, pairs))
            return tuple(tuple(r for rank in some for r in (rank, rank)) for some in chosen)
        cards = [rank for rank in ranks for _ in range(left[rank])]
        chosen = dict.fromkeys(combinations(cards, 2 * pairs + singles))
        if not pairs:
            return tuple(chosen)
        return tuple(
            some for some in chosen if sum(n // 2 for n in Counter(some).values()) >= pairs
        )


def _moves(reading: Reading, found: Iterable[tuple[Rank, ...]]) -> list[Move]:
    """A body with each of some wings: often hundreds, made without ``Move``'s own call."""
    new = tuple.__new__
    return [new(Move, (reading, wings)) for wings in found]


def _by_length(rows: list[Row]) -> tuple[list[Row], list[Row], list[int]]:
    """All runs of a width; those of one rank; and what the shortest of the others need.

    Most hands hold none of the shortest, and then need not be asked for the rest.
    """
    alone = [row for row in rows if len(row[1].reading.body) == 1]
    needs = {need for need, run in rows if len(run.reading.body) > 1}
    shortest = [need for need in needs if not any(n & need == n != need for n in needs)]
    return rows, alone, sorted(shortest)


def _suit_of(reading: Reading, suit: int) -> Reading:
    return Reading(
        reading.shape, reading.size, reading.tier, reading.grade, reading.force, reading.head,
        int(suit), reading.body, reading.width, reading.groups, reading.last, reading.covers,
    )  # fmt: skip


def _within(bomb: Sequence[Rank], ranks: Sequence[Rank]) -> bool:
    return all(ranks.count(rank) >= bomb.count(rank) for rank in bomb)


def _one_suit(cards: Sequence[Card]) -> bool:
    return cards[0].suit is not Suit.NONE and len({c.suit for c in cards}) == 1


def _best_grade(found: list[Reading]) -> list[Reading]:
    best = max((r.grade for r in found), default=0)
    return [r for r in found if r.grade == best] if best else found
