"""What a hand may play, by number, looked up in tables that are filled as they are asked.

Which bodies fit a hand hangs on a few bits of its tally: what was found for them once is found
again at once. The rules are the ``Reader``'s, whose runs stand in the tables, in whose order all is
given.
"""

from __future__ import annotations

from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, TypeAlias, final

from engine.cards import Rank
from engine.kernels.climb.ranks import SLOTS
from engine.kernels.climb.runs import Move
from engine.kernels.climb.tally import ANY, bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.runs import Run

Numbers: TypeAlias = tuple[int, ...]
"""Plays by number."""

Row: TypeAlias = "tuple[int, Run]"
"""A run behind the bits that it needs."""

KEPT = 1 << 13
"""So many answers a table keeps; then it is begun anew."""

BLOCK = 8
"""So many ranks are looked up together, of those that are played alone."""

Family: TypeAlias = tuple[str, int, int]
"""Bodies of a shape: how many ranks each has, 0 for any number; which of the blocks of ranks."""


class Menus:
    """The tables of one game.

    Args:
        reader: the game's.
        number: what gives a play its number.
    """

    def __init__(self, reader: Reader, number: Callable[[Move], int]) -> None:
        self.reader, self.number = reader, number
        self._overs: list[Reading | None] = []
        self._menus: list[tuple[tuple[int, dict[int, Numbers], Bodies], ...] | None] = []
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
        menus = self._menus[kind]
        if menus is None:
            menus = self._menus[kind] = self._made(self._overs[kind])
        found: Numbers = ()
        for mask, known, bodies in menus:
            have = hand & mask
            if have:
                some = known.get(have)
                found += bodies.found(hand, have) if some is None else some
        return found

    def bodies(self, run: Run) -> tuple[Body, ...]:
        """A body that carries something, by the wings that are looked up together."""
        found = self._carrying.get(id(run))
        if found is None:
            found = self._carrying[id(run)] = tuple(
                [Body(run, ranks, self) for ranks in _wings(run, self.reader.rules.order)]
            )
        return found

    def _made(self, over: Reading | None) -> tuple[tuple[int, dict[int, Numbers], Bodies], ...]:
        found = []
        for carries, widths in groupby(self.reader.beating(over), _carry):
            if carries:
                found += [Bodies(runs, self) for runs in widths]
                continue
            families = groupby(chain.from_iterable(widths), partial(_family, leading=over is None))
            found += [self._shared(family, list(runs)) for family, runs in families]
        return tuple([(bodies.mask, bodies.known, bodies) for bodies in found])

    def _shared(self, family: Family, runs: list[Run]) -> Bodies:
        """Bodies with the table of their family, if that tells of them and of no other."""
        whole = self._families.get(family)
        if whole is None:
            leading = family[1] == 0
            alike = [run for run in self._bare if _family(run, leading=leading) == family]
            whole = self._families[family] = Bodies(alike, self)
        found = Bodies(runs, self)
        if whole.fit(found.mask) == runs:
            found.known = whole.known
        return found


@final
class Bodies:
    """Bodies that are looked up together.

    Attributes:
        mask: all bits that one of them needs.
        known: by those of the bits that a hand has, what is played; empty where a body carries.
    """

    __slots__ = ("_menus", "_parts", "_rows", "known", "mask")

    def __init__(self, runs: Sequence[Run], menus: Menus) -> None:
        self._rows = [(run.bits, run) for run in runs]
        self._menus = menus
        self._parts: dict[int, tuple[tuple[int, dict[int, Numbers], Body], ...]] | None = None
        if _carry(runs):
            self._parts = {}
        self.mask = _mask(runs)
        self.known: dict[int, Numbers] = {}

    def found(self, hand: int, have: int) -> Numbers:
        """What a hand plays with those of them that it has."""
        if self._parts is None:
            return _kept(self.known, have, self._bare(self.fit(have)))
        parts = self._parts.get(have)
        if parts is None:
            parts = self._parts[have] = self._parted(self.fit(have))
        found: Numbers = ()
        for mask, known, body in parts:
            wings = hand & mask
            some = known.get(wings)
            found += body.found(hand, wings) if some is None else some
        return found

    def fit(self, have: int) -> list[Run]:
        """The bodies that need nothing but some bits."""
        lacking = ~have
        return [run for need, run in self._rows if not need & lacking]

    def _bare(self, runs: Iterable[Run]) -> Numbers:
        number = self._menus.number
        return tuple([number(run.bare) for run in runs])

    def _parted(self, runs: Sequence[Run]) -> tuple[tuple[int, dict[int, Numbers], Body], ...]:
        """Bodies in their order, those that carry one by one."""
        found = []
        for carries, some in groupby(runs, lambda run: run.carries):
            if carries:
                bodies = chain.from_iterable(map(self._menus.bodies, some))
                found += [(body.mask, body.known, body) for body in bodies]
            else:
                bare = list(some)
                found.append((0, {0: self._bare(bare)}, self._menus.bodies(bare[0])[0]))
        return tuple(found)


@final
class Body:
    """A body that carries something, or is played at the end of a hand alone.

    Attributes:
        mask: the bits of what may be its wing; 0 where there is none, or more than one.
        known: by those of the bits that a hand has, what is played; nothing if it has several.
    """

    __slots__ = ("_each", "_many", "_menus", "_ones", "_ranks", "_run", "_sets", "known", "mask")

    def __init__(self, run: Run, ranks: Sequence[Rank], menus: Menus) -> None:
        self._run, self._ranks, self._menus = run, ranks, menus
        self.known: dict[int, Numbers] = {}
        self._each, self._many = 1, sum(run.groups)
        if len(set(run.groups)) == 1:
            self._each, self._many = run.groups[0], len(run.groups)
        self.mask = bits(ranks, self._each) if run.single else 0
        self._ones: list[tuple[int, int]] = []
        self._sets: dict[tuple[int, ...], dict[int, int]] = {}
        """By all wings but the last, by the last: the play; 0 where they may not be carried."""

    def found(self, hand: int, wings: int) -> Numbers:
        """What a hand plays that has the body; ``wings``: the bits of what it may carry."""
        run = self._run
        if run.single:
            found = tuple([number for bit, number in self._single() if bit & wings])
            return _kept(self.known, wings, found)
        if run.shape.last and hand.bit_count() != run.reading.size:
            return ()
        return self._winged(hand) if run.groups else (self._menus.number(run.bare),)

    def _single(self) -> Sequence[tuple[int, int]]:
        """Of every wing its bit and the number of the play."""
        if not self._ones:
            each = self._each
            self._ones = [(bits((rank,), each), self._number((rank,))) for rank in self._ranks]
        return self._ones

    def _winged(self, hand: int) -> Numbers:
        """With several wings, too many to keep by hands: every set that was met has its number."""
        each, body, width = self._each, self._run.reading.body, self._run.reading.width
        ranks, counts = [], []
        for rank in self._ranks:
            held = (hand & ANY[rank]).bit_count()
            if held >= each:
                left = (held - width if rank in body else held) // each
                if left:
                    ranks.append(int(rank))
                    counts.append(left)
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
    if reading.tier:
        return ("", 1, 0)
    if len(reading.body) == 1:
        return (reading.shape, 1, reading.head // BLOCK)
    return (reading.shape, 0 if leading else len(reading.body), 0)


def _kept(known: dict[int, Numbers], key: int, found: Numbers) -> Numbers:
    if len(known) >= KEPT:
        known.clear()
    known[key] = found
    return found
