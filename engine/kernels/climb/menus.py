"""What a hand may play, by number, looked up in tables that are filled as they are asked.

Which bodies fit a hand hangs on a few bits of its tally, that stand side by side: what was found
for them once is found again at once, by no more than their number. The rules are the ``Reader``'s,
whose runs stand in the tables, in whose order all is given.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final, TypeAlias, final

from engine.cards import Rank
from engine.kernels.climb.ranks import SLOTS
from engine.kernels.climb.runs import Move
from engine.kernels.climb.tally import ANY, ROW, bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.runs import Run

Numbers: TypeAlias = tuple[int, ...]
"""Plays by number."""

Known: TypeAlias = "list[Numbers | None]"
"""By some bits of a hand, what is played; None until it was asked for."""

UNKNOWN: Final[Known] = [None] * (1 << ROW)
"""Of bodies that carry nothing is known by their own bits alone. It is never written to."""

BLOCK = 8
"""So many ranks are looked up together, of those of which most hands hold one."""

Family: TypeAlias = tuple[str, int, int, int]
"""Bodies of a shape, empty for any, and a width: how many ranks each has, 0 for any number; which
of the blocks of ranks."""


class Menus:
    """The tables of one game.

    Args:
        reader: the game's.
        number: what gives a play its number.
    """

    def __init__(self, reader: Reader, number: Callable[[Move], int]) -> None:
        self.reader, self.number = reader, number
        self._overs: list[Reading | None] = []
        self._menus: list[list[Look] | None] = []
        self._carrying: dict[int, tuple[Body, ...]] = {}
        self._families: dict[Family, Bodies] = {}
        self._bare = [run for runs in reader.beating(None) for run in runs if not run.carries]
        self.add(None)

    def add(self, over: Reading | None) -> None:
        """Let the next kind be what beats a reading; kind 0 is what may be led."""
        self._overs.append(over)
        self._menus.append(None)

    def found(self, hand: int, kind: int) -> Numbers:
        """The plays of a tally that beat those of a kind, in the order of ``Reader.plays``."""
        return looked(self.looks(kind), hand)

    def looks(self, kind: int) -> list[Look]:
        """Where the plays are looked up that beat those of a kind."""
        found = self._menus[kind]
        if found is None:
            found = self._menus[kind] = self._made(self._overs[kind])
        return found

    def bodies(self, run: Run) -> tuple[Body, ...]:
        """A body that carries something, by the wings that are looked up together."""
        found = self._carrying.get(id(run))
        if found is None:
            found = self._carrying[id(run)] = tuple(
                [Body(run, ranks, self) for ranks in _wings(run, self.reader.rules.order)]
            )
        return found

    def _made(self, over: Reading | None) -> list[Look]:
        found: list[Look] = []
        for carries, widths in groupby(self.reader.beating(over), _carry):
            if carries:
                found += [self._look(Bodies(runs, self), runs) for runs in widths]
                continue
            families = groupby(chain.from_iterable(widths), partial(_family, leading=over is None))
            found += [self._shared(family, list(runs)) for family, runs in families]
        return found

    def _shared(self, family: Family, runs: list[Run]) -> Look:
        """Bodies in the table of their family, if that tells of them and of no other."""
        whole = self._families.get(family)
        if whole is None:
            leading = family[2] == 0
            alike = [run for run in self._bare if _family(run, leading=leading) == family]
            whole = self._families[family] = Bodies(alike, self)
        fits = whole.fit(_mask(runs) >> whole.shift) == runs
        return self._look(whole if fits else Bodies(runs, self), runs)

    def _look(self, bodies: Bodies, runs: Sequence[Run]) -> Look:
        return Look(bodies, _mask(runs) >> bodies.shift)


class Table:
    """Plays that are looked up by some bits of a hand.

    Attributes:
        shift: the lowest of the bits.
        known: by what a hand has from there on, the plays.
    """

    __slots__ = ("known", "shift")

    def __init__(self, shift: int, known: Known) -> None:
        self.shift, self.known = shift, known

    def found(self, hand: int, have: int) -> Numbers:
        """The plays of a hand that has some of the bits, where they are not known."""
        raise NotImplementedError


@final
class Look:
    """Where a table is looked at.

    Attributes:
        shift: how far a hand is moved.
        mask: which bits then count; 0 if the table is always asked.
        known: the table's.
    """

    __slots__ = ("known", "mask", "shift", "table")

    def __init__(self, table: Table, mask: int) -> None:
        self.shift, self.mask, self.known, self.table = table.shift, mask, table.known, table


def looked(looks: list[Look], hand: int) -> Numbers:
    """The plays of a hand, from one table after the other."""
    found: Numbers = ()
    for look in looks:
        have = hand >> look.shift & look.mask
        if have or not look.mask:
            some = look.known[have]
            found += look.table.found(hand, have) if some is None else some
    return found


@final
class Bodies(Table):
    """Bodies looked up together. Of those that carry nothing is known by their own bits."""

    __slots__ = ("_menus", "_parts", "_rows")

    def __init__(self, runs: Sequence[Run], menus: Menus) -> None:
        mask = _mask(runs)
        shift = _lowest(mask)
        self._menus = menus
        self._rows = [(run.bits >> shift, run) for run in runs]
        self._parts: dict[int, list[Look]] | None = {} if _carry(runs) else None
        super().__init__(shift, UNKNOWN if _carry(runs) else [None] * ((mask >> shift) + 1))

    def found(self, hand: int, have: int) -> Numbers:
        """What a hand plays with those of them that it has."""
        if self._parts is None:
            bare = self.known[have] = self._bare(self.fit(have))
            return bare
        parts = self._parts.get(have)
        if parts is None:
            parts = self._parts[have] = self._parted(self.fit(have))
        return looked(parts, hand)

    def fit(self, have: int) -> list[Run]:
        """The bodies that need nothing but some bits."""
        lacking = ~have
        return [run for need, run in self._rows if not need & lacking]

    def _bare(self, runs: Iterable[Run]) -> Numbers:
        number = self._menus.number
        return tuple([number(run.bare) for run in runs])

    def _parted(self, runs: Sequence[Run]) -> list[Look]:
        """Bodies in their order, those that carry one by one."""
        found: list[Look] = []
        for carries, some in groupby(runs, lambda run: run.carries):
            if carries:
                bodies = chain.from_iterable(map(self._menus.bodies, some))
                found += [Look(body, body.mask) for body in bodies]
            else:
                found.append(Look(Table(0, [self._bare(some)]), 0))
        return found


@final
class Body(Table):
    """A body that carries something, or is played at the end of a hand alone.

    It is looked up by what may be its wing; nothing is known if it has several.

    Attributes:
        mask: the bits of its wing, from ``shift`` on; 0 where there is none, or more than one.
    """

    __slots__ = ("_each", "_many", "_may", "_menus", "_ones", "_ranks", "_run", "_sets", "mask")

    def __init__(self, run: Run, ranks: Sequence[Rank], menus: Menus) -> None:
        self._run, self._ranks, self._menus = run, ranks, menus
        self._each, self._many = 1, sum(run.groups)
        if len(set(run.groups)) == 1:
            self._each, self._many = run.groups[0], len(run.groups)
        wings = bits(ranks, self._each) if run.single else 0
        shift = _lowest(wings)
        self.mask = wings >> shift
        super().__init__(shift, [None] * (self.mask + 1))
        self._may: list[tuple[int, int, int, int]] = []
        """By rank: the bit of a hand that can spare a wing, all bits of it, what the body has."""
        for rank in ranks:
            own = run.reading.width if rank in run.reading.body else 0
            self._may.append((bits((rank,), own + self._each), int(rank), ANY[rank], own))
        self._ones: list[tuple[int, int]] = []
        self._sets: dict[tuple[int, ...], dict[int, int]] = {}
        """By all wings but the last, by the last: the play; 0 where they may not be carried."""

    def found(self, hand: int, wings: int) -> Numbers:
        """What a hand plays that has the body; ``wings``: the bits of what it may carry."""
        run = self._run
        if run.single:
            found = tuple([number for bit, number in self._single() if bit & wings])
            self.known[wings] = found
            return found
        if run.shape.last and hand.bit_count() != run.reading.size:
            return ()
        return self._winged(hand) if run.groups else (self._menus.number(run.bare),)

    def _single(self) -> Sequence[tuple[int, int]]:
        """Of every wing its bit and the number of the play."""
        if not self._ones:
            each, shift = self._each, self.shift
            self._ones = [(bits((r,), each) >> shift, self._number((r,))) for r in self._ranks]
        return self._ones

    def _winged(self, hand: int) -> Numbers:
        """With several wings, too many to keep by hands: every set that was met has its number."""
        each = self._each
        ranks: list[int] = []
        counts: list[int] = []
        for bit, rank, cards, own in self._may:
            if hand & bit:
                ranks.append(rank)
                counts.append(((hand & cards).bit_count() - own) // each)
        found: list[int] = []
        self._gather(found, ranks, counts, 0, ())
        return tuple(found)

    def _gather(
        self, found: list[int], ranks: list[int], counts: list[int], at: int, taken: tuple[int, ...]
    ) -> None:
        """The sets of wings that begin with some; the others stand at ``at`` or later."""
        sets = self._sets.get(taken)
        if sets is None:
            sets = self._sets[taken] = {}
        if len(taken) < self._many - 1:
            for place in range(at, len(ranks)):
                rank = ranks[place]
                more = taken.count(rank) + 1 < counts[place]
                self._gather(found, ranks, counts, place if more else place + 1, (*taken, rank))
            return
        for rank in ranks[at:]:
            number = sets.get(rank)
            if number is None:
                number = sets[rank] = self._number((*taken, rank))
            if number:
                found.append(number)

    def _number(self, wings: Sequence[int]) -> int:
        """The number of the body with some wings; 0 if it may not carry them."""
        run = self._run
        counts = [0] * SLOTS
        for rank in run.reading.body:
            counts[rank] += run.reading.width
        for wing in wings:
            counts[wing] += self._each
        if not self._menus.reader.fits(run, tuple(counts)):
            return 0
        ranks = tuple([Rank(wing) for wing in wings for _ in range(self._each)])
        return self._menus.number(Move(run.reading, ranks))


def _mask(runs: Iterable[Run]) -> int:
    found = 0
    for run in runs:
        found |= run.bits
    return found


def _lowest(mask: int) -> int:
    """The lowest bit of a mask; 0 if it has none."""
    return max((mask & -mask).bit_length() - 1, 0)


def _wings(run: Run, order: Sequence[Rank]) -> Iterator[Sequence[Rank]]:
    """The ranks that a body may carry, as they are looked up together."""
    ranks = [rank for rank in order if run.loose or rank not in run.reading.body]
    step = BLOCK if run.single else len(ranks)
    for at in range(0, len(ranks), step):
        yield ranks[at : at + step]


def _carry(runs: Iterable[Run]) -> bool:
    return any(run.carries for run in runs)


def _family(run: Run, *, leading: bool) -> Family:
    """What is looked up together: small tables are soon full, and are the same for many plays."""
    reading = run.reading
    width, alone = reading.width, len(reading.body) == 1 or reading.tier > 0
    if width == 1:
        if alone:
            return ("", 1, 1, reading.head // BLOCK)
        return (reading.shape, 1, 0 if leading else len(reading.body), 0)
    if leading:
        return ("", width, 0, 0)
    return ("", width, 1, 0) if alone else (reading.shape, width, len(reading.body), 0)
