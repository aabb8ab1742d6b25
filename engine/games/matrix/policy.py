"""The computer player of 扑克矩阵: it plans for the cards in sight and knows what lines may become.

A line that is not complete is worth what it would come to if each of its empty cells took the best
of a few random cards. All such values are worked out once, from full lines down to the empty one.
Advice is drawn by no lot; a computer player chooses by lot among cells that are about as good.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from engine.core import Action
from engine.games.matrix.scoring import (
    BY_LINE,
    BY_SUIT,
    CELLS,
    KEY,
    KIND_SHIFT,
    LINES,
    PLAIN,
    POINTS,
    RANK_MASK,
    SIDE,
    SUIT_BITS,
    SUITED,
    THROUGH,
    WEIGHTS,
    Kind,
    kind_in,
)
from engine.games.matrix.state import Special, filled
from engine.games.matrix.tally import CELL_POINTS, COLOURS, tally

if TYPE_CHECKING:
    from engine.bots import Budget
    from engine.cards import Card
    from engine.core import Game, Prompt
    from engine.games.matrix.state import Board, Layout, Seen
    from engine.rng import Rng

BEST_OF = (2.0, 2.0, 2.0, 3.0, 5.0)
"""By the cards that lie in a line: the next one is taken to be the best of so many."""

WANTED = {
    Kind.TRIPLE: 8, Kind.STRAIGHT: 20, Kind.FLUSH: 30, Kind.FULL_HOUSE: 20, Kind.FOUR: 20,
    Kind.STRAIGHT_FLUSH: 30,
}  # fmt: skip
"""What a kind is worth beside its points: it may be one more for the collection."""

DOUBLING = (0.3, 0.4, 0.5, 0.7, 0.9)
"""By the cards in a line through an empty 加倍格: how much of the doubling it hopes for."""

WAITING = 50.0
"""What an empty 奖励格 may still bring while many cards are to come,"""

PATIENCE = 8
"""which is while so many cells or more are empty."""

BREADTH = (8, 6, 5)
"""So many cells are looked at for the card of now, the next and the one after."""

EQUAL = 2.0
"""Points by which a cell may be worse than the best and still be chosen by a computer player."""

OPENING = 3
FREE = 8.0
"""The same for the first cards: without it several computer players end with the same board."""

Times: TypeAlias = list[list[float]]
Rated: TypeAlias = tuple[float, int]


# What a line is worth.


class Tables(NamedTuple):
    """Values of lines by the number of their cards, then by the sum of the cards' numbers.

    ``suited`` has the lines that are of one suit so far, ``mixed`` the others, by their ranks.
    """

    suited: tuple[dict[int, float], ...]
    mixed: tuple[dict[int, float], ...]

    def worth(self, count: int, key: int) -> float:
        """The value of a line of ``count`` cards."""
        one = self.suited[count]
        return one[key] if key in one else self.mixed[count][key & RANK_MASK]


@cache
def tables() -> Tables:
    """All values, from full lines down to the empty one; takes about a tenth of a second."""
    suited: list[dict[int, float]] = [{} for _ in range(SIDE + 1)]
    mixed: list[dict[int, float]] = [{} for _ in range(SIDE + 1)]
    suited[SIDE] = {key: _full(value) for key, value in SUITED.items()}
    mixed[SIDE] = {key: _full(value) for key, value in PLAIN.items()}
    for count in reversed(range(SIDE)):
        shares = _shares(len(KEY) - count, BEST_OF[count])
        for ranks in combinations_with_replacement(range(len(BY_LINE)), count):
            held = [ranks.count(rank) for rank in range(len(BY_LINE))]
            key = sum(BY_LINE[rank] for rank in ranks)
            if max(held) <= len(BY_SUIT):
                after = mixed[count + 1]
                outs = [
                    (after.get(key + BY_LINE[rank], 0.0), len(BY_SUIT) - there)
                    for rank, there in enumerate(held)
                ]
                mixed[count][key] = _expected(outs, shares)
            if max(held) <= 1:
                value = _expected(_outs_of_one_suit(suited, mixed, count, key, held), shares)
                for suit in BY_SUIT.values():
                    suited[count][key + (count * suit << SUIT_BITS)] = value
    return Tables(tuple(suited), tuple(mixed))


def _full(value: int) -> float:
    return (value & (1 << KIND_SHIFT) - 1) + WANTED.get(kind_in(value), 0)


def _shares(cards: int, best_of: float) -> list[float]:
    """How likely the best of some random cards is among the lowest 0, 1, … of all."""
    return [(low / cards) ** best_of for low in range(cards + 1)]


def _outs_of_one_suit(
    suited: list[dict[int, float]],
    mixed: list[dict[int, float]],
    count: int,
    key: int,
    held: list[int],
) -> list[tuple[float, int]]:
    """Values after one more card of the suit (diamonds stand for all) or of another."""
    outs = []
    others = len(BY_SUIT) - 1
    for rank, there in enumerate(held):
        after = key + BY_LINE[rank]
        if not there:
            outs.append((suited[count + 1][after], 1))
        if count:
            outs.append((mixed[count + 1][after], others))
        elif not there:
            outs.append((suited[1][after], others))
    return outs


def _expected(outs: list[tuple[float, int]], shares: list[float]) -> float:
    outs.sort()
    total = below = 0.0
    cards = 0
    for value, count in outs:
        cards += count
        total += value * (shares[cards] - below)
        below = shares[cards]
    return total


# What a plan is worth.


@dataclass(slots=True)
class _Plan:
    """A board in the making.

    Attributes:
        empty: its empty cells.
        keys, counts, values: of the twelve lines: sum of the cards' numbers, their number, and
            what the line is worth with its 倍数.
        times: by line and number of cards, what the worth of a line is multiplied by.
    """

    empty: tuple[int, ...]
    keys: list[int]
    counts: list[int]
    values: list[float]
    times: Times


class _Planner:
    """Weighs the cells for the cards in sight."""

    def __init__(self, layout: Layout, cards: tuple[Card, ...], board: Board) -> None:
        self.layout = layout
        self.cards = cards
        self.tables = tables()
        self.simple: Times = [[float(weight)] * (SIDE + 1) for weight in WEIGHTS]
        self.hoping = [row[:] for row in self.simple]
        self.doubling = [row[:] for row in self.simple]
        if Special.DOUBLE in layout:
            for line in THROUGH[layout.index(Special.DOUBLE)]:
                self.hoping[line] = [WEIGHTS[line] + hope for hope in DOUBLING]
                self.doubling[line][SIDE] += 1
        self.plan = self._start(board)

    def _start(self, board: Board) -> _Plan:
        keys, counts = [], []
        for places in LINES:
            held = [card for cell in places if (card := board.cells[cell]) is not None]
            keys.append(sum(KEY[card] for card in held))
            counts.append(len(held))
        waits = any(self.layout[cell] is Special.DOUBLE for cell in board.empty)
        times = self.hoping if waits else self.simple
        values = [
            self.tables.worth(count, key) * times[line][count] if count < SIDE else 0.0
            for line, (count, key) in enumerate(zip(counts, keys, strict=True))
        ]
        return _Plan(board.empty, keys, counts, values, times)

    def _cell(self, plan: _Plan, special: Special, card: Card) -> float:
        """What a 奖励格 pays, less what it might have paid for another card."""
        if special not in COLOURS:
            return 0.0
        paid = CELL_POINTS * POINTS[card.rank] if card.suit in COLOURS[special] else 0
        return paid - WAITING * min(1.0, (len(plan.empty) - 1) / PATIENCE)

    def _gains(self, plan: _Plan, card: Card) -> list[Rated]:
        """By how much each empty cell would change the worth of the plan; best first."""
        suited, mixed = self.tables
        keys, counts, values, key = plan.keys, plan.counts, plan.values, KEY[card]
        found = []
        for cell in plan.empty:
            special = self.layout[cell]
            gain = self._cell(plan, special, card) if special else 0.0
            times = self.doubling if special is Special.DOUBLE else plan.times
            for line in THROUGH[cell]:
                count, total = counts[line] + 1, keys[line] + key
                same = suited[count]
                worth = same[total] if total in same else mixed[count][total & RANK_MASK]
                gain += worth * times[line][count] - values[line]
            found.append((gain, cell))
        found.sort(key=_best_first)
        return found

    def _with(self, plan: _Plan, cell: int, card: Card) -> _Plan:
        """The plan with a card put down."""
        keys, counts, values = plan.keys[:], plan.counts[:], plan.values[:]
        times = after = plan.times
        if self.layout[cell] is Special.DOUBLE:
            times, after = self.doubling, self.simple
        for line in THROUGH[cell]:
            counts[line] += 1
            keys[line] += KEY[card]
            values[line] = self.tables.worth(counts[line], keys[line]) * times[line][counts[line]]
        empty = tuple(other for other in plan.empty if other != cell)
        return _Plan(empty, keys, counts, values, after)

    def rated(self, plan: _Plan, at: int = 0) -> list[Rated]:
        """Cells for the card in sight number ``at``, by what the best plan from there brings."""
        card = self.cards[at]
        gains = self._gains(plan, card)
        found = []
        for gain, cell in gains[: BREADTH[at]]:
            # Whoever fills the 过牌格 does not put down the card after this one.
            following = at + (2 if self.layout[cell] is Special.SKIP else 1)
            further = 0.0
            if following < len(self.cards) and len(plan.empty) > 1:
                further = self.rated(self._with(plan, cell, card), following)[0][0]
            found.append((gain + further, cell))
        found.sort(key=_best_first)
        return found + gains[BREADTH[at] :]


def _best_first(rated: Rated) -> tuple[float, int]:
    return -rated[0], rated[1]


def rated(seen: Seen) -> list[Rated]:
    """The empty cells of the viewer's board for the current card, best first, each with its worth.

    Those that were looked at more closely stand before the others.
    """
    assert seen.seat is not None  # noqa: S101  (only a seat is asked; for the type checker)
    public = seen.public
    return list(_rated(public.layout, (public.card, *public.coming), public.boards[seen.seat]))


@lru_cache(maxsize=256)
def _rated(layout: Layout, cards: tuple[Card, ...], board: Board) -> tuple[Rated, ...]:
    """Remembered: a hint and a computer player ask the same, and at first all boards are equal."""
    if len(board.empty) <= len(cards) and all(not layout[cell] for cell in board.empty):
        return _last(layout, cards, board)
    planner = _Planner(layout, cards, board)
    return tuple(planner.rated(planner.plan))


def _last(layout: Layout, cards: tuple[Card, ...], board: Board) -> tuple[Rated, ...]:
    """The cells by what the board comes to in the end, where all its cards are in sight."""
    best: dict[int, float] = {}
    for order in permutations(board.empty):
        full = board
        for cell, card in zip(order, cards, strict=False):
            full = filled(full, cell, card, layout)
        best[order[0]] = max(best.get(order[0], 0.0), float(tally(full, layout).total))
    return tuple(sorted(((worth, cell) for cell, worth in best.items()), key=_best_first))


class Player:
    """Takes one of the best cells: players who see the same need not do the same.

    Args:
        sight: so many cards are looked at, the one to be put down among them.
    """

    def __init__(self, sight: int = len(BREADTH)) -> None:
        self.sight = sight

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """Where to put the card."""
        found = self.rated(seen)[: BREADTH[0]]
        filled = CELLS - len(prompt.number.allowed) if prompt.number else CELLS
        worse = FREE if filled < OPENING else EQUAL
        best = [cell for worth, cell in found if worth >= found[0][0] - worse]
        return Action("place", number=rng.choice(best))

    def rated(self, seen: Seen) -> list[Rated]:
        """See ``rated``; towards the end everybody counts all that is in sight."""
        public = seen.public
        board = public.boards[seen.seat or 0]
        if len(board.empty) <= len(BREADTH):
            return rated(seen)
        cards = (public.card, *public.coming)[: self.sight]
        return list(_rated(public.layout, cards, board))


class Newcomer:
    """The player of 入门: it sees rows and columns, pairs and suits, and no card but this one.

    A card goes to its like: beside equal ranks, else into a line of its suit. Diagonals and
    straights are not thought of, and cells that pay are taken where they pay at once.
    """

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """Where to put the card."""
        public = seen.public
        board, card = public.boards[seen.seat], public.card
        worths = {cell: _alike(board, cell, card) for cell in board.empty}
        best = max(worths.values())
        return Action("place", number=rng.choice([c for c, w in worths.items() if w == best]))


def _alike(board: Board, cell: int, card: Card) -> int:
    """How many cards of the row and the column are like one: a rank is worth more than a suit."""
    worth = 0
    for line in (LINES[cell // SIDE], LINES[SIDE + cell % SIDE]):
        held = [other for at in line if (other := board.cells[at]) is not None]
        worth += 3 * sum(other.rank is card.rank for other in held)
        worth += len(held) if all(other.suit is card.suit for other in held) else 0
    return worth


ENOUGH = 40
"""With fewer trials it is 普通 that plays; nothing is tried here."""

POLICY, BEGINNER = Player(), Newcomer()


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend: 普通 does not look at the cards to come."""
    return POLICY if budget.trials >= ENOUGH else Player(1)
